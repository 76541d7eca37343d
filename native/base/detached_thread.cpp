// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "detached_thread.h"

#include <pthread.h>
#include <signal.h>

namespace rocjfr {

bool StartDetachedThread(const char* name, void* (*main)(void*), void* arg) noexcept {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const bool started = pthread_create(&thread, nullptr, main, arg) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!started) return false;
  pthread_setname_np(thread, name);
  pthread_detach(thread);
  return true;
}

}  // namespace rocjfr
