// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A library's thread for work that others must not wait for, or only for a limited time. It changes
// HIP 5.2's hooks, which waits for the calls in progress, and looks for libraries that are not
// loaded yet. It serves no buffers and runs no user code. It starts with the first task, and then
// waits for more. To start and end a thread each time costs several times a hand-over.
#ifndef ROCJFR_BASE_HELPER_H_
#define ROCJFR_BASE_HELPER_H_

#include <atomic>
#include <cstdint>

#include "event_count.h"
#include "look_pace.h"

namespace rocjfr {

// Never destroyed.
class Helper {
 public:
  struct Library {
    const char* thread_name;
    void (*update)();
    bool (*look)();                 // true: again soon (look_pace.h)
    void (*starting)(bool before);  // told before and after the thread is made; may be null
  };
  explicit Helper(const Library& library) noexcept : library_(library) {}

  // Whether the calling thread is one: who wants something calls `look` on its own thread, too.
  static bool IsCurrent() noexcept;
  // Has it call `look`. False: there is no thread.
  bool Wake() noexcept;
  // If it looks for something: has it do so at once.
  void LookSoon() noexcept;
  // Has it call `update`, and waits for that, at most timeout_ms. False: it was not done by then,
  // or there is no thread to do it: then the next one that is asked for does.
  bool Update(uint32_t timeout_ms) noexcept;

 private:
  static void* Main(void* helper) noexcept;
  void Run() noexcept;

  const Library library_;
  LookPace pace_;
  std::atomic<bool> running_{false};
  EventCount work_, done_;
  std::atomic<uint64_t> updates_asked_{0}, updates_done_{0};
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_HELPER_H_
