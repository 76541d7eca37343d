// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One library's link to the tracer core: there is one core in a process, whoever brings it.
#ifndef ROCJFR_CLIENT_CORE_LINK_H_
#define ROCJFR_CLIENT_CORE_LINK_H_

#include <atomic>
#include <cstdint>
#include <mutex>

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
  };
  explicit CoreLink(const Library& library) noexcept : library_(library) {}

  // nullptr, or why nothing can be traced; after having started the core or joined the one that is
  // there.
  const char* Connect() noexcept;

  // The lock under which a library says what it wants; Want needs it.
  std::mutex& mutex() noexcept { return mutex_; }
  bool Connected() const noexcept { return connected_.load(std::memory_order_acquire); }
  // Tells the core what is wanted, as ROCJFR_DOMAIN_BITs, where that has changed. Work that did not
  // come in time is counted as lost where nobody wants it any more, or the next session would wait
  // for it. Returns what was wanted before. Look has to follow, once the lock is released.
  uint32_t Want(uint32_t domains) noexcept;
  // Has the core look for the libraries that are wanted. That takes the loader's lock, which
  // whoever waits for our lock may have: a library's constructor may trace.
  void Look() const noexcept;

  // Whether a library is wanted that has not been loaded yet, so that somebody has to look for it.
  bool SomethingToFind() noexcept;

  // Where HIP is wanted: waits until the work that was submitted has been reported, at most
  // timeout_ms, at most idle_ms without progress.
  void WaitForWorkInFlight(uint32_t timeout_ms, uint32_t idle_ms) noexcept;

 private:
  bool StartCore() noexcept;
  bool Join() noexcept;

  const Library library_;
  std::mutex mutex_;
  std::atomic<bool> connected_{false};
  char problem_[256] = "";
  uint32_t domains_ = 0;  // as the core was told
  std::atomic<bool> hip_wanted_{false}, roctx_wanted_{false}, roctx_found_{false};
};

// How long is waited for work in flight: when tracing stops; at exit, since there is no later
// chance; within a flush, which happens more often.
constexpr uint32_t kStopWaitMs = 200, kStopIdleMs = 20;
constexpr uint32_t kExitWaitMs = 200, kExitIdleMs = 100;
constexpr uint32_t kFlushWaitMs = 100, kFlushIdleMs = 10;

}  // namespace rocjfr
#endif  // ROCJFR_CLIENT_CORE_LINK_H_
