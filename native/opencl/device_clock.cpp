// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "device_clock.h"

#include <algorithm>

#include "core/record/clock.h"

namespace rocjfr::opencl {
namespace {

// Two clocks of one machine drift apart by this at most, in parts of a million: 500 of it is how
// fast NTP may slew CLOCK_MONOTONIC.
constexpr int64_t kDriftPpm = 600;
constexpr uint64_t kReadEveryNs = 2000000;

int64_t Drift(uint64_t ns) noexcept {
  return static_cast<int64_t>(ns / 1000) * kDriftPpm / 1000 + 1;
}

uint64_t Between(uint64_t a, uint64_t b) noexcept {
  return a > b ? a - b : b - a;
}

}  // namespace

void DeviceClock::Widen(uint64_t at_ns) noexcept {
  if (at_ns <= at_ns_) return;
  const int64_t drift = Drift(at_ns - at_ns_);
  low_ns_ -= drift;
  high_ns_ += drift;
  at_ns_ = at_ns;
}

void DeviceClock::Observe(uint64_t device_ns, uint64_t before_ns, uint64_t after_ns) noexcept {
  if (after_ns < before_ns) return;
  auto low = static_cast<int64_t>(before_ns - device_ns);
  auto high = static_cast<int64_t>(after_ns - device_ns);
  std::lock_guard<std::mutex> lock(mutex_);
  if (known_) {
    Widen(after_ns);
    // Observed before the last one was.
    const int64_t drift = Drift(Between(at_ns_, after_ns));
    low -= drift;
    high += drift;
    const int64_t both_low = std::max(low, low_ns_), both_high = std::min(high, high_ns_);
    if (both_low <= both_high) {
      low = both_low;
      high = both_high;
    }
  }
  known_ = true;
  at_ns_ = std::max(at_ns_, after_ns);
  low_ns_ = low;
  high_ns_ = high;
}

bool DeviceClock::Offset(uint64_t now_ns, int64_t* offset_ns, uint32_t* error_ns) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!known_) return false;
  *offset_ns = low_ns_ + (high_ns_ - low_ns_) / 2;
  const int64_t error = (high_ns_ - low_ns_) / 2 + Drift(Between(now_ns, at_ns_));
  *error_ns = static_cast<uint32_t>(std::min<int64_t>(error, UINT32_MAX));
  return true;
}

bool DeviceClock::Read(cl_device_id device, const Dispatch& next, uint64_t now_ns) noexcept {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (no_timer_) return false;
    // As long as nothing is known of it each thread reads it for itself.
    const bool recent = read_ns_ != 0 && now_ns - read_ns_ < kReadEveryNs;
    if (known_ && (reading_ || recent)) return true;
    reading_ = true;
  }
  constexpr int kReadings = 3;
  uint64_t tightest = UINT64_MAX, best_before = 0, best_device = 0;
  for (int i = 0; i < kReadings && next.clGetDeviceAndHostTimer != nullptr; ++i) {
    cl_ulong on_device = 0, on_host = 0;
    const uint64_t before = NowNs();
    if (next.clGetDeviceAndHostTimer(device, &on_device, &on_host) != CL_SUCCESS) break;
    const uint64_t took = EndNs(before) - before;
    if (took < tightest && on_device != 0) {
      tightest = took;
      best_before = before;
      best_device = on_device;
    }
  }
  const bool has_timer = tightest != UINT64_MAX;
  if (has_timer) Observe(best_device, best_before, best_before + tightest);
  std::lock_guard<std::mutex> lock(mutex_);
  no_timer_ = !has_timer;
  reading_ = false;
  read_ns_ = now_ns;
  return has_timer;
}

}  // namespace rocjfr::opencl
