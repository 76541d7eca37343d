// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "thread.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/exit.h"
#include "base/membarrier.h"
#include "base/thread_registry.h"
#include "contexts.h"
#include "lifecycle.h"

namespace rocjfr::sdk {
namespace {

void End(void* state);

ThreadRegistry<Thread>& TheThreads() {
  static auto* threads = new ThreadRegistry<Thread>(&End);
  return *threads;
}

// The thread has ended. A later call of it (from another destructor) makes a new state.
void End(void* state) {
  auto* ended = static_cast<Thread*>(state);
  t_thread = nullptr;
  if (Forked()) return;
  {
    const Reading reading(ended);
    ForgetThread(ended->id);
  }
  {
    std::lock_guard<std::mutex> lock(TheThreads().mutex());
    *ended = {};
  }
  TheThreads().GiveBack(ended);
}

}  // namespace

bool NobodyReads() noexcept {
  // A lock that another of the parent's threads held stays held in the child for ever.
  if (Forked()) return false;
  constexpr int kLooks = 100;
  static const bool orders = RegisterMembarrier();
  if (!orders || !Membarrier()) return false;
  ThreadRegistry<Thread>& threads = TheThreads();
  std::lock_guard<std::mutex> lock(threads.mutex());
  for (const Thread* thread : threads.all()) {
    for (int look = 0; __atomic_load_n(&thread->reading, __ATOMIC_ACQUIRE) != 0; ++look) {
      if (look == kLooks) return false;
      sched_yield();
    }
  }
  return true;
}

thread_local Thread* t_thread __attribute__((tls_model("initial-exec"))) = nullptr;

Thread* MakeThread() noexcept {
  // A lock that another of the parent's threads held stays held in the child for ever.
  if (Forked()) return nullptr;
  try {
    Thread* thread = TheThreads().Take();
    thread->id = static_cast<uint64_t>(syscall(SYS_gettid));
    return t_thread = thread;
  } catch (...) {
    return nullptr;
  }
}

void AwaitServiceCallbacks() noexcept {
  const ExitWait wait;
  const auto any = [] {
    std::lock_guard<std::mutex> lock(TheThreads().mutex());
    for (const Thread* thread : TheThreads().all()) {
      if (thread != t_thread &&
          __atomic_load_n(&thread->service_callbacks, __ATOMIC_SEQ_CST) != 0) {
        return true;
      }
    }
    return false;
  };
  while (any() && wait.LeftMs() != 0) usleep(1000);
}

}  // namespace rocjfr::sdk
