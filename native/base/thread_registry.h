// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a library keeps of each thread: reused after the thread's end, never freed, since others
// look at it.
#ifndef ROCJFR_BASE_THREAD_REGISTRY_H_
#define ROCJFR_BASE_THREAD_REGISTRY_H_

#include <pthread.h>

#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace rocjfr {

// Make it once and never destroy it: threads outlive static destructors.
template <typename Thread>
class ThreadRegistry {
 public:
  // `end` is called on a thread that ends, with its state, which it gives back.
  explicit ThreadRegistry(void (*end)(void*)) : has_key_(pthread_key_create(&key_, end) == 0) {}

  // For the calling thread, which has none. Throws bad_alloc, also where it would not be known when
  // the thread ends.
  Thread* Take() {
    if (!has_key_) throw std::bad_alloc();
    Thread* thread = nullptr;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!free_.empty()) {
        thread = free_.back();
        free_.pop_back();
      } else {
        auto made = std::make_unique<Thread>();
        all_.push_back(made.get());
        thread = made.release();
        free_.reserve(all_.capacity());
      }
    }
    if (pthread_setspecific(key_, thread) != 0) {
      GiveBack(thread);
      throw std::bad_alloc();
    }
    return thread;
  }
  void GiveBack(Thread* thread) noexcept {
    std::lock_guard<std::mutex> lock(mutex_);
    free_.push_back(thread);  // capacity was reserved when it was made
  }

  // Of `all`.
  std::mutex& mutex() noexcept { return mutex_; }
  const std::vector<Thread*>& all() const noexcept { return all_; }

 private:
  std::mutex mutex_;
  std::vector<Thread*> free_;  // of threads that have ended
  std::vector<Thread*> all_;
  pthread_key_t key_;
  const bool has_key_;
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_THREAD_REGISTRY_H_
