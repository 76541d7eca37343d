// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "clock.h"

#include <time.h>

#include <algorithm>
#include <atomic>

#include "rocjfr/client.h"

namespace rocjfr::sdk {
namespace {

constexpr uint64_t kCompareEveryNs = 1000000, kCompareGpuEveryNs = 10000000;

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

Distance g_boot;                                          // CLOCK_BOOTTIME minus CLOCK_MONOTONIC
Distance g_gpu;                                           // the GPU's clock minus CLOCK_MONOTONIC
std::atomic<uint64_t> g_compared_ns{0};                   // when the first was looked at
std::atomic<uint64_t> g_gpu_compared_at{UINT64_MAX / 2};  // by the GPU's clock: at first far away

}  // namespace

uint64_t MonotonicNs() noexcept {
  return Now(CLOCK_MONOTONIC);
}

uint64_t CallClockNs() noexcept {
  return rocjfr_call_clock_ns();
}

uint64_t RecordClockNs() noexcept {
  return FromCallClock(CallClockNs());
}

void CompareClocks() noexcept {
  const uint64_t before = MonotonicNs();
  const uint64_t boot = Now(CLOCK_BOOTTIME);
  g_boot.Sample(before, boot, MonotonicNs());
  g_compared_ns.store(before, std::memory_order_relaxed);
}

namespace {

// Calls are timed by a clock that stands still while the machine sleeps.
void CompareIfDue(uint64_t now) noexcept {
  if (__builtin_expect(now > g_compared_ns.load(std::memory_order_relaxed) + kCompareEveryNs,
                       false)) {
    CompareClocks();
  }
}

}  // namespace

uint64_t FromCallClock(uint64_t call_ns) noexcept {
  CompareIfDue(call_ns);
  return call_ns + g_boot.Get();
}

Times FromCallClock(uint64_t begin_ns, uint64_t end_ns) noexcept {
  CompareIfDue(end_ns);
  const uint64_t distance = g_boot.Get();
  return {begin_ns + distance, std::max(begin_ns, end_ns) + distance};
}

Times FromGpu(uint64_t begin_ns, uint64_t end_ns) noexcept {
  const uint64_t compared = g_gpu_compared_at.load(std::memory_order_relaxed);
  if (end_ns - compared + kCompareGpuEveryNs > 2 * kCompareGpuEveryNs) {
    g_gpu_compared_at.store(end_ns, std::memory_order_relaxed);
    rocjfr_clock_sample_t sample;
    if (rocjfr_sample_gpu_clock(&sample) == ROCJFR_STATUS_SUCCESS) {
      CompareClocks();  // when the machine has slept, both have moved
      g_gpu.Sample(sample.before_ns, sample.gpu_ns, sample.after_ns);
    }
  }
  const uint64_t start = begin_ns - g_gpu.Get() + g_boot.Get();
  return {start, start + (std::max(begin_ns, end_ns) - begin_ns)};
}

}  // namespace rocjfr::sdk
