// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "event_count.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <climits>

namespace rocjfr {

void EventCount::Wait(uint32_t seen, uint32_t timeout_us) noexcept {
  const timespec timeout = {timeout_us / 1000000, static_cast<long>(timeout_us % 1000000) * 1000};
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  syscall(SYS_futex, &count_, FUTEX_WAIT_PRIVATE, seen, timeout_us == 0 ? nullptr : &timeout,
          nullptr, 0);
  sleepers_.fetch_sub(1, std::memory_order_seq_cst);
}

void EventCount::WaitShortly(uint32_t seen) noexcept {
  constexpr uint64_t kShortNs = 50000;
  const auto now = [] {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<uint64_t>(time.tv_sec) * 1000000000u + static_cast<uint64_t>(time.tv_nsec);
  };
  const uint64_t begin = now();
  while (short_ && Count() == seen && now() - begin < kShortNs) sched_yield();
  if (Count() == seen) Wait(seen, 0);
  short_ = now() - begin < kShortNs;
}

void EventCount::Wake() noexcept {
  syscall(SYS_futex, &count_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace rocjfr
