// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "thread.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <memory>
#include <mutex>

#include "contexts.h"
#include "lifecycle.h"

namespace rocjfr::sdk {
namespace {

struct Threads {
  std::mutex mutex;
  std::vector<Thread*> free;  // of threads that have ended
  std::vector<Thread*> all;
  pthread_key_t key;
};

void End(void* state);

Threads& TheThreads() {
  static Threads* threads = [] {
    auto* made = new Threads;  // never destroyed: threads outlive static destructors
    pthread_key_create(&made->key, &End);
    return made;
  }();
  return *threads;
}

// The thread has ended. A later call of it (from another destructor) makes a new state.
void End(void* state) {
  auto* ended = static_cast<Thread*>(state);
  t_thread = nullptr;
  if (Forked()) return;
  ForgetThread(ended->id);
  *ended = {};
  Threads& threads = TheThreads();
  std::lock_guard<std::mutex> lock(threads.mutex);
  threads.free.push_back(ended);  // capacity was reserved when it was made
}

}  // namespace

thread_local Thread* t_thread __attribute__((tls_model("initial-exec"))) = nullptr;

Thread* MakeThread() noexcept {
  // A lock that another of the parent's threads held stays held in the child for ever.
  if (Forked()) return nullptr;
  try {
    Threads& threads = TheThreads();
    Thread* thread = nullptr;
    {
      std::lock_guard<std::mutex> lock(threads.mutex);
      if (!threads.free.empty()) {
        thread = threads.free.back();
        threads.free.pop_back();
      } else {
        auto made = std::make_unique<Thread>();
        threads.all.push_back(made.get());
        thread = made.release();
        threads.free.reserve(threads.all.capacity());
      }
    }
    thread->id = static_cast<uint64_t>(syscall(SYS_gettid));
    pthread_setspecific(threads.key, thread);
    return t_thread = thread;
  } catch (...) {
    return nullptr;
  }
}

}  // namespace rocjfr::sdk
