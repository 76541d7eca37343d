// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the calling thread's own stack lies. A thread may also run on another one: a coroutine's, a
// signal handler's.
#ifndef ROCJFR_BASE_OWN_STACK_H_
#define ROCJFR_BASE_OWN_STACK_H_

#include <cstdint>

namespace rocjfr {

// Kept for each thread, and used by it alone; the first question asks the system.
class OwnStack {
 public:
  // False also where it cannot be told.
  bool Holds(const void* address) noexcept {
    const auto place = reinterpret_cast<uintptr_t>(address);
    return Known() && place >= low_ && place < high_;
  }
  // Holds `address`, with as many bytes below it.
  bool HasBelow(const void* address, uintptr_t bytes) noexcept {
    return Holds(address) && reinterpret_cast<uintptr_t>(address) - low_ > bytes;
  }

 private:
  bool Known() noexcept { return high_ != 0 || Ask(); }
  bool Ask() noexcept;

  uintptr_t low_ = 0, high_ = 0;  // 0: not asked for yet
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_OWN_STACK_H_
