// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "clock.h"

#include <time.h>

#include <atomic>

#include "rocjfr/rocjfr.h"

namespace rocjfr::sdk {
namespace {

constexpr uint64_t kCompareGpuEveryNs = 10000000;

uint64_t Now(clockid_t clock) noexcept {
  timespec t;
  clock_gettime(clock, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

// The distance of two clocks. It changes only when a sample contradicts it, so that with clocks
// that keep step all times of a process are converted alike.
class Distance {
 public:
  uint64_t Get() const noexcept {
    return static_cast<uint64_t>(ns_.load(std::memory_order_relaxed));
  }
  void Sample(uint64_t before, uint64_t other, uint64_t after) noexcept {
    const int64_t known = ns_.load(std::memory_order_relaxed);
    const auto least = static_cast<int64_t>(other - after);
    const auto most = static_cast<int64_t>(other - before);
    if (known < least || known > most) {
      ns_.store(least + (most - least) / 2, std::memory_order_relaxed);
    }
  }

 private:
  std::atomic<int64_t> ns_{0};
};

Distance g_boot;  // CLOCK_BOOTTIME minus CLOCK_MONOTONIC
Distance g_gpu;   // the GPU's clock minus CLOCK_MONOTONIC
std::atomic<uint64_t> g_gpu_compared_ns{0};

}  // namespace

uint64_t MonotonicNs() noexcept {
  return Now(CLOCK_MONOTONIC);
}

uint64_t RecordClockNs() noexcept {
  return Now(CLOCK_BOOTTIME);
}

void CompareClocks() noexcept {
  const uint64_t before = MonotonicNs();
  const uint64_t boot = RecordClockNs();
  g_boot.Sample(before, boot, MonotonicNs());
}

uint64_t FromMonotonic(uint64_t monotonic_ns) noexcept {
  return monotonic_ns + g_boot.Get();
}

uint64_t FromGpu(uint64_t gpu_ns) noexcept {
  const uint64_t now = MonotonicNs();
  const uint64_t compared = g_gpu_compared_ns.load(std::memory_order_relaxed);
  rocjfr_clock_sample_t sample;
  if (now - compared > kCompareGpuEveryNs &&
      rocjfr_sample_gpu_clock(&sample) == ROCJFR_STATUS_SUCCESS) {
    g_gpu.Sample(sample.before_ns, sample.gpu_ns, sample.after_ns);
    g_gpu_compared_ns.store(now, std::memory_order_relaxed);
  }
  return FromMonotonic(gpu_ns - g_gpu.Get());
}

}  // namespace rocjfr::sdk
