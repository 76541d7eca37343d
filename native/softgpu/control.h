// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the device did and whether it may do more: behind the control functions of softgpu.h.

#ifndef ROCJFR_SOFTGPU_CONTROL_H_
#define ROCJFR_SOFTGPU_CONTROL_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "lifecycle.h"
#include "parker.h"
#include "softgpu.h"

namespace rocjfr::softgpu {

/// Holds the device's threads back between two pieces of work.
class Gate {
 public:
  static Gate& instance();

  void hold();
  void release();

  bool held() const { return holds_.load(std::memory_order_acquire) != 0; }

  /// Sleeps while the gate is held; returns early when *stop becomes true and the gate is poked.
  /// The parker is the calling thread's own.
  void pass(const std::shared_ptr<Parker>& parker, const std::atomic<bool>& stop);

 private:
  Gate();
  void wake_all();

  ForkSafeMutex mutex_;
  std::vector<std::shared_ptr<Parker>> waiting_;  // guarded by mutex_
  std::atomic<int> holds_{0};
  std::atomic<bool> over_{false};  // the process exits
};

/// One piece of work from begin to end.
struct Work {
  softgpu_work_kind_t kind;
  int device;
  const char* name = "";  // interned
  uint64_t bytes = 0;
  uint64_t begin_monotonic = 0;
  uint64_t end_monotonic = 0;  // set to later than begin
};

class WorkLog {
 public:
  static WorkLog& instance();

  void add(const Work& work);
  void add_missing_kernel() { missing_kernels_.fetch_add(1, std::memory_order_relaxed); }

  size_t read(uint64_t from, softgpu_work_t* out, size_t capacity) const;
  uint64_t next() const;

  void fill(softgpu_stats_t* stats) const;

 private:
  static constexpr size_t kCapacity = 131072;

  WorkLog() = default;

  mutable ForkSafeMutex mutex_;
  std::vector<softgpu_work_t> ring_;  // by sequence % kCapacity; guarded by mutex_
  uint64_t next_ = 0;                 // guarded by mutex_
  uint64_t count_[4] = {};            // by kind; guarded by mutex_
  uint64_t copy_bytes_ = 0;           // guarded by mutex_
  std::atomic<uint64_t> missing_kernels_{0};
};

/// The one copy of a text, which lives as long as the process.
const char* intern(const std::string& text);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_CONTROL_H_
