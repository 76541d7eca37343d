// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "clock.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>

#include "config.h"

namespace rocjfr::softgpu {
namespace {

// Initialised while the library is loaded; constant and without a destructor from then on.
const uint64_t g_load_ns = monotonic_ns();

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
  return static_cast<uint64_t>(result);
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
