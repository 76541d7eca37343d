// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One library's link to the tracer core: there is one core in a process, whoever brings it.
#ifndef ROCJFR_CLIENT_CORE_LINK_H_
#define ROCJFR_CLIENT_CORE_LINK_H_

#include <atomic>
#include <cstdint>
#include <mutex>

#include "base/helper.h"
#include "rocjfr/client.h"

namespace rocjfr {

// nullptr, or why this library cannot work with the core that is in this process. Cheap.
const char* CoreProblem() noexcept;

// Never destroyed: static destructors may enable and disable.
class CoreLink {
 public:
  struct Library {
    const char* name;
    uint32_t client;               // ROCJFR_CLIENT_*
    const rocjfr_client_t* table;  // lives as long as the process
    // Whether HIP has made no call yet: HSA then tells the core when it does, and nothing of its
    // first calls is missed.
    bool (*early)();
    void (*connected)();  // called once, when the core is there
    Helper::Library helper;
  };
  explicit CoreLink(const Library& library) noexcept : library_(library), helper_(library.helper) {}

  // nullptr, or why nothing can be traced; after having started the
  // core or joined the one that is there.
  const char* Connect() noexcept;

  // The lock under which a library says what it wants; Want needs it.
  std::mutex& mutex() noexcept { return mutex_; }
  bool Connected() const noexcept { return connected_.load(std::memory_order_acquire); }
  // Tells the core what is wanted. Work that did not come in time is counted as lost where nobody
  // wants it any more, or the next session would wait for it. Returns the domains that were wanted
  // before. Look has to follow, once the lock is released.
  uint32_t Want(const rocjfr_wish_t& wish) noexcept;
  // Has the core look for the libraries that are wanted, and begin to follow work. That takes the
  // loader's lock, and waits for a start of HSA in progress: whoever waits for our lock may have
  // the one or be in the other. A library's constructor may trace, and so may a tool of HSA's.
  void Look() const noexcept;

  // Has what is wanted take effect: tells the core by the helper's `update`, on the helper's thread
  // where HIP waits for calls in progress (5.2). That is waited for, for a second, in a callback
  // for a moment where something starts, and else not at all.
  void Update(bool in_callback, bool starting) noexcept;

  // Whether a library is wanted that has not been loaded yet, so that somebody has to look for it.
  bool SomethingToFind() noexcept;
  // Has the helper's `look` called, on its thread, which is made if it is not there.
  void Wake() noexcept { helper_.Wake(); }
  // It may have been loaded just now.
  void LookSoon() noexcept { helper_.LookSoon(); }

  // If HIP is wanted: waits until the submitted work has been reported, at most timeout_ms, and at
  // most idle_ms without progress. Then it waits for reports of work that has finished by then, at
  // most kReportsWaitMs, and at most kReportsIdleMs without progress. It does not wait for running
  // work.
  void WaitForWorkInFlight(uint32_t timeout_ms, uint32_t idle_ms) noexcept;

 private:
  using Problem = char[256];
  bool StartCore(Problem& problem) noexcept;
  bool Join(Problem& problem) noexcept;

  const Library library_;
  Helper helper_;
  std::mutex mutex_;
  std::atomic<bool> connected_{false};
  uint32_t domains_ = 0;  // as the core was told
  std::atomic<bool> hip_wanted_{false}, roctx_wanted_{false}, roctx_found_{false};
};

// How long is waited for work in flight: when tracing stops; at exit, since there is no later
// chance; within a flush, which happens more often.
constexpr uint32_t kStopWaitMs = 200, kStopIdleMs = 20;
constexpr uint32_t kExitWaitMs = 1000, kExitIdleMs = 300;
constexpr uint32_t kFlushWaitMs = 100, kFlushIdleMs = 10;
constexpr uint32_t kReportsWaitMs = 2000, kReportsIdleMs = 100;

}  // namespace rocjfr
#endif  // ROCJFR_CLIENT_CORE_LINK_H_
