// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "thread.h"

#include <sys/syscall.h>
#include <unistd.h>

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
  ForgetThread(ended->id);
  *ended = {};
  TheThreads().GiveBack(ended);
}

}  // namespace

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

}  // namespace rocjfr::sdk
