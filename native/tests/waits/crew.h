// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Threads that do what they are told, all at once, and sleep in between.
#ifndef ROCJFR_TESTS_WAITS_CREW_H_
#define ROCJFR_TESTS_WAITS_CREW_H_

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rocjfr::test {

class Crew {
 public:
  // 0: the calling thread does all itself.
  explicit Crew(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this, i] { Work(i); });
  }
  ~Crew() { End(); }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // task(i) on thread i, to the end of all. Throws what one of them threw.
  void Do(const std::function<void(size_t)>& task) {
    if (threads_.empty()) return task(0);
    std::unique_lock<std::mutex> lock(mutex_);
    task_ = task;
    failure_ = nullptr;
    left_ = threads_.size();
    ++round_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return left_ == 0; });
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }
  void End() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ends_ = true;
      changed_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  void Work(size_t index) {
    std::unique_lock<std::mutex> lock(mutex_);
    for (uint64_t done = 0;; ++done) {
      changed_.wait(lock, [&] { return ends_ || round_ != done; });
      if (round_ == done) return;
      const std::function<void(size_t)> task = task_;
      lock.unlock();
      std::exception_ptr failure;
      try {
        task(index);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure != nullptr) failure_ = failure;
      if (--left_ == 0) changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void(size_t)> task_;
  std::exception_ptr failure_;
  size_t left_ = 0;
  uint64_t round_ = 0;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_WAITS_CREW_H_
