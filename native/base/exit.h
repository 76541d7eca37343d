// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The normal end of the process.
#ifndef ROCJFR_BASE_EXIT_H_
#define ROCJFR_BASE_EXIT_H_

#include <cstdint>

namespace rocjfr {

// Has `deliver` called once when the process ends, before the static objects that exist now are
// destroyed. Not in a forked child. One function for each library. RenewDelivery does the same
// again for those that were made since.
//
// A registered handler stays. Removing it would take the lock of fork handlers under that of exit
// handlers, and a fork at that moment would leave a child that cannot exit. So it is registered
// again only if user code has run since the last time: kFreely times, and then each time when twice
// as much has run. If the main thread has loaded this library and ends the process (it returns from
// main, or calls exit), ours runs first in any case.
void DeliverAtExit(void (*deliver)()) noexcept;
// User code has run on a thread of ours, and may have made static objects. True: the helper is to
// call RenewDelivery, since no main thread sees to that.
bool NoteUserCode() noexcept;
// Does nothing on threads of ours but the helper, and nothing there where the main thread sees to
// it.
void RenewDelivery() noexcept;
constexpr uint64_t kFreely = 4096;

// Has `finish` called once when the process ends, after all exit handlers that are registered from
// now on and after `deliver`. Only the first call counts. Not in a forked child. One function for
// each library.
void FinishAtExit(void (*finish)()) noexcept;

// An exit waits for user code 5 seconds at most, all its waits in a library together: while one of
// these lives it counts what has passed.
class ExitWait {
 public:
  ExitWait() noexcept;
  ~ExitWait();
  ExitWait(const ExitWait&) = delete;
  ExitWait& operator=(const ExitWait&) = delete;
  uint32_t LeftMs() const noexcept;

 private:
  const uint64_t start_ns_;
};

// Calls that a thread of ours makes into a library of the program's, which its own exit handlers
// take down. Handlers run in reverse order. So ours is registered again whenever the library may
// have registered more of its own: when libraries were loaded, and where Watch is called.
class CallsBeforeExit {
 public:
  // Our handler runs before all that are registered up to now. Each call takes some bytes for ever.
  static void Watch() noexcept;
  // False: the end has begun, the library must not be called. True: the end waits until End is
  // called, as for user code (ExitWait).
  static bool Begin() noexcept;
  static void End() noexcept;
  // Has `last` called when the end comes, on the thread that ends the process, before Begin says
  // no.
  static void SetLast(void (*last)()) noexcept;
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_EXIT_H_
