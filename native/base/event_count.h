// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How one thread sleeps until others have something for it. Notifying costs no system call while
// nobody sleeps.
#ifndef ROCJFR_BASE_EVENT_COUNT_H_
#define ROCJFR_BASE_EVENT_COUNT_H_

#include <atomic>
#include <cstdint>

namespace rocjfr {

class EventCount {
 public:
  // To be read before looking for what there is to do.
  uint32_t Count() const noexcept { return count_.load(std::memory_order_seq_cst); }
  // After having made something to do.
  void Notify() noexcept {
    count_.fetch_add(1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) != 0) Wake();
  }
  // Returns when the count is no longer `seen`, after timeout_us (0: never), or for no reason.
  void Wait(uint32_t seen, uint32_t timeout_us) noexcept;
  // The same without a timeout, for one thread only. If the last wait was short, it first polls for
  // some microseconds and lets others run in between. To wake a sleeping thread costs the other
  // side more than it takes to fill a small buffer.
  void WaitShortly(uint32_t seen) noexcept;

 private:
  void Wake() noexcept;

  std::atomic<uint32_t> count_{0};
  std::atomic<uint32_t> sleepers_{0};
  bool short_ = false;  // the last WaitShortly
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_EVENT_COUNT_H_
