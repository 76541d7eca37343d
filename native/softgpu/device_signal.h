// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA signals. A handle points to an amd_signal_t, as the runtime expects; ours has a list of
// watchers behind it, so that a write wakes exactly those who care.
//
// Signals live in a table that is never freed and whose slots are reused as signals only. So a
// writer may still be telling watchers while another thread, satisfied by the value, destroys the
// signal; and a bad handle is found out without touching what it points to.

#ifndef ROCJFR_SOFTGPU_DEVICE_SIGNAL_H_
#define ROCJFR_SOFTGPU_DEVICE_SIGNAL_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "hsa_compat.h"
#include "lifecycle.h"
#include "parker.h"

namespace rocjfr::softgpu {

bool satisfies(int64_t value, uint32_t condition, int64_t compare);

/// A doorbell's that does something on the thread that rings it.
class Ringer {
 public:
  virtual ~Ringer() = default;
  virtual void rung() = 0;
};

class Signal {
 public:
  hsa_signal_t handle() const { return {reinterpret_cast<uint64_t>(&abi_)}; }

  int64_t load() const { return __atomic_load_n(&abi_.value, __ATOMIC_SEQ_CST); }
  volatile int64_t* value() { return &abi_.value; }

  /// Applies f to the value's address (an atomic operation), then tells the watchers.
  template <class F>
  auto update(F f) {
    auto result = f(&abi_.value);
    notify();
    return result;
  }

  void store(int64_t v) {
    __atomic_store_n(&abi_.value, v, __ATOMIC_SEQ_CST);
    notify();
  }

  /// Ends the work that the signal stands for: times first, then one less.
  void complete(uint64_t begin_ns, uint64_t end_ns);

  uint64_t begin_ns() const { return __atomic_load_n(&abi_.start_ts, __ATOMIC_ACQUIRE); }
  uint64_t end_ns() const { return __atomic_load_n(&abi_.end_ts, __ATOMIC_ACQUIRE); }

  /// A copy was submitted with it. HSA knows the time of no other signal's copy.
  void copies() { copies_.store(true, std::memory_order_relaxed); }
  bool has_copied() const { return copies_.load(std::memory_order_relaxed); }

  void watch(std::shared_ptr<Watcher> watcher);
  void unwatch(const Watcher* watcher);

  /// Called by each writer, after the write, without a lock. For the life of the signal, which is
  /// not written while it is destroyed.
  void on_write(Ringer* ringer) { ringer_.store(ringer, std::memory_order_release); }

 private:
  friend class SignalTable;
  friend class SignalRef;

  void notify() {
    if (Ringer* ringer = ringer_.load(std::memory_order_acquire)) ringer->rung();
    if (watcher_count_.load(std::memory_order_seq_cst) != 0) notify_watchers();
  }
  void notify_watchers();

  amd_signal_t abi_{};
  std::atomic<uint32_t> life_{0};  // odd: exists; changes with each create and destroy
  std::atomic<uint32_t> watcher_count_{0};
  std::atomic<Ringer*> ringer_{nullptr};
  std::atomic<bool> copies_{false};
  std::mutex mutex_;
  std::vector<std::shared_ptr<Watcher>> watchers_;  // guarded by mutex_
};

/// A signal as it was when someone began to depend on it: knows when it is gone, even if its slot
/// has become another signal.
class SignalRef {
 public:
  SignalRef() = default;
  explicit SignalRef(Signal* signal);

  Signal* get() const { return signal_; }
  bool gone() const;

 private:
  Signal* signal_ = nullptr;
  uint32_t life_ = 0;
};

class SignalTable {
 public:
  static SignalTable& instance();

  /// nullptr where the table is full.
  Signal* create(int64_t initial, int64_t kind = AMD_SIGNAL_KIND_USER);

  /// The signal of a handle, or nullptr where there is none.
  Signal* find(hsa_signal_t handle) const;

  /// False where there is no such signal. Pending watchers are dropped.
  bool destroy(hsa_signal_t handle);

  uint64_t live() const { return live_.load(std::memory_order_relaxed); }

 private:
  static constexpr size_t kChunkSignals = 4096;
  static constexpr size_t kMaxChunks = 256;  // a million signals

  SignalTable() = default;

  std::atomic<Signal*> chunks_[kMaxChunks] = {};  // each of kChunkSignals, constructed as needed
  std::atomic<size_t> used_{0};                   // slots that were ever used, of all chunks
  std::atomic<uint64_t> live_{0};
  ForkSafeMutex mutex_;
  std::vector<Signal*> free_;  // guarded by mutex_
};

/// Sleeps until the value satisfies the condition or the time is over; returns the value seen last.
/// Never sleeps in a forked child and never beyond the grace of an exit: there the wait is
/// satisfied by force, because nobody is left to do it and the runtime asks again and again.
int64_t wait_for(Signal* signal, uint32_t condition, int64_t compare, uint64_t timeout_ns);

/// The same for several signals: returns the index of the first that satisfies its condition, or
/// UINT32_MAX when the time is over. *value gets the value that satisfied.
uint32_t wait_for_any(const std::vector<Signal*>& signals, const hsa_signal_condition_t* conditions,
                      const int64_t* compares, uint64_t timeout_ns, int64_t* value);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_DEVICE_SIGNAL_H_
