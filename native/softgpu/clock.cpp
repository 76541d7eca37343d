// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "clock.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>

#include "config.h"
#include "lifecycle.h"

namespace rocjfr::softgpu {
namespace {

// Initialised while the library is loaded; constant and without a destructor from then on.
const uint64_t g_load_ns = monotonic_ns();

// Each jump and the instant since which it counts: what began before one keeps its time.
struct Suspension {
  std::atomic<uint64_t> since_ns;
  std::atomic<uint64_t> ns;
};
constexpr uint32_t kMostSuspensions = 64;
Suspension g_suspensions[kMostSuspensions];
std::atomic<uint32_t> g_suspension_count{0};

}  // namespace

uint64_t monotonic_ns() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000ull + static_cast<uint64_t>(t.tv_nsec);
}

uint64_t Clock::load_monotonic_ns() {
  return g_load_ns;
}

uint64_t Clock::device_ns(uint64_t monotonic) {
  const Config& c = config();
  int64_t result = static_cast<int64_t>(monotonic) + c.clock_offset_ns;
  if (c.clock_drift_ppm != 0) {
    // A double holds the drift of a year exactly to the nanosecond.
    double since_load = static_cast<double>(static_cast<int64_t>(monotonic - g_load_ns));
    result += std::llround(since_load * (c.clock_drift_ppm * 1e-6));
  }
  for (uint32_t i = g_suspension_count.load(std::memory_order_acquire); i > 0; --i) {
    const Suspension& suspension = g_suspensions[i - 1];
    if (monotonic < suspension.since_ns.load(std::memory_order_relaxed)) continue;
    result += static_cast<int64_t>(suspension.ns.load(std::memory_order_relaxed));
  }
  return static_cast<uint64_t>(result);
}

bool Clock::suspend(uint64_t ns) {
  static auto* mutex = new ForkSafeMutex();
  std::lock_guard<std::mutex> lock(*mutex);
  const uint32_t count = g_suspension_count.load(std::memory_order_relaxed);
  if (count == kMostSuspensions) return false;
  g_suspensions[count].since_ns.store(monotonic_ns(), std::memory_order_relaxed);
  g_suspensions[count].ns.store(ns, std::memory_order_relaxed);
  g_suspension_count.store(count + 1, std::memory_order_release);
  return true;
}

void sleep_until(uint64_t monotonic, const std::atomic<bool>& stop) {
  constexpr uint64_t kSlice = 10000000;
  for (uint64_t now = monotonic_ns(); now < monotonic && !stop.load(std::memory_order_acquire);
       now = monotonic_ns()) {
    uint64_t until = std::min(monotonic, now + kSlice);
    timespec t{static_cast<time_t>(until / 1000000000), static_cast<long>(until % 1000000000)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) == EINTR) {
    }
  }
}

}  // namespace rocjfr::softgpu
