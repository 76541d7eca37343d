// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "detached_thread.h"

#include <pthread.h>
#include <signal.h>

#include <initializer_list>
#include <new>

namespace rocjfr {
namespace {

// The program's signals are not for our threads, but for faults: blocked ones end the process
// without its own handler, and a user's callback may make them.
class WithoutSignals {
 public:
  WithoutSignals() noexcept {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS}) {
      sigdelset(&blocked, fault);
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_;
};

__thread bool t_own __attribute__((tls_model("initial-exec"))) = false;

struct Begin {
  void* (*main)(void*);
  void* arg;
};

void* Main(void* begin) {
  t_own = true;
  const Begin copy = *static_cast<Begin*>(begin);
  delete static_cast<Begin*>(begin);
  return copy.main(copy.arg);
}

bool Start(const pthread_attr_t* attributes, void* (*main)(void*), void* arg,
           pthread_t* thread) noexcept {
  const WithoutSignals without;
  return pthread_create(thread, attributes, main, arg) == 0;
}

}  // namespace

bool StartDetachedThread(const char* name, void* (*main)(void*), void* arg) noexcept {
  auto* begin = new (std::nothrow) Begin{main, arg};
  if (begin == nullptr) return false;
  pthread_t thread;
  if (!Start(nullptr, &Main, begin, &thread)) {
    delete begin;
    return false;
  }
  pthread_setname_np(thread, name);
  pthread_detach(thread);
  return true;
}

bool OnOwnThread() noexcept {
  return t_own;
}

bool RunOnStack(size_t bytes, void* (*main)(void*), void* arg) noexcept {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  const bool started =
      pthread_attr_setstacksize(&attributes, bytes) == 0 && Start(&attributes, main, arg, &thread);
  pthread_attr_destroy(&attributes);
  return started && pthread_join(thread, nullptr) == 0;
}

}  // namespace rocjfr
