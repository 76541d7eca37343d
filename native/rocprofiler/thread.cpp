// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "thread.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <new>

#include "contexts.h"

namespace rocjfr::sdk {
namespace {

// The thread has ended. A later call of it (from another destructor) makes a new state.
void End(void* state) {
  auto* ended = static_cast<Thread*>(state);
  t_thread = nullptr;
  ForgetThread(ended->id);
  delete ended;
}

pthread_key_t TheKey() {
  static const pthread_key_t key = [] {
    pthread_key_t made;
    pthread_key_create(&made, &End);
    return made;
  }();
  return key;
}

}  // namespace

thread_local Thread* t_thread __attribute__((tls_model("initial-exec"))) = nullptr;

Thread* MakeThread() noexcept {
  auto* thread = new (std::nothrow) Thread;
  if (thread == nullptr) return nullptr;
  thread->id = static_cast<uint64_t>(syscall(SYS_gettid));
  pthread_setspecific(TheKey(), thread);
  return t_thread = thread;
}

}  // namespace rocjfr::sdk
