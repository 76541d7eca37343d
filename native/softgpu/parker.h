// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a thread of the device sleeps until a signal changes, without looking at it every so often.

#ifndef ROCJFR_SOFTGPU_PARKER_H_
#define ROCJFR_SOFTGPU_PARKER_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace rocjfr::softgpu {

/// Something to be told when a signal was written.
class Watcher {
 public:
  virtual ~Watcher() = default;

  /// Called by the writer, after the write, with the signal's list of watchers locked: must be
  /// short, and must not touch that list.
  virtual void signalled() = 0;
};

/// One thread's place to sleep. A wake that comes first is remembered: the next park returns at
/// once. Wakes do not add up.
class Parker : public Watcher {
 public:
  void wake();
  void park() { park_until(UINT64_MAX); }

  /// Sleeps until woken or until that instant of CLOCK_MONOTONIC.
  void park_until(uint64_t monotonic);

  void signalled() override { wake(); }

 private:
  enum : int { kAwake, kParked, kNotified };

  std::atomic<int> state_{kAwake};
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_PARKER_H_
