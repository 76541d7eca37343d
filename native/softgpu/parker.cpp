// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "parker.h"

#include <chrono>

namespace rocjfr::softgpu {

void Parker::wake() {
  if (state_.exchange(kNotified, std::memory_order_acq_rel) != kParked) return;
  // The parked thread holds the mutex from before it says so until it sleeps.
  { std::lock_guard<std::mutex> lock(mutex_); }
  changed_.notify_one();
}

void Parker::park_until(uint64_t monotonic) {
  using Clock = std::chrono::steady_clock;
  std::unique_lock<std::mutex> lock(mutex_);
  int awake = kAwake;
  if (state_.compare_exchange_strong(awake, kParked, std::memory_order_acq_rel)) {
    auto woken = [this] { return state_.load(std::memory_order_acquire) == kNotified; };
    if (monotonic == UINT64_MAX) {
      changed_.wait(lock, woken);
    } else {
      Clock::time_point until{std::chrono::nanoseconds(static_cast<int64_t>(monotonic))};
      changed_.wait_until(lock, until, woken);
    }
  }
  state_.store(kAwake, std::memory_order_release);
}

}  // namespace rocjfr::softgpu
