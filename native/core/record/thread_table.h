// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Who the threads behind thread refs are. A ref is 24 bits: 16 of place, 8 of generation, so that a
// place that was reused is told from the thread that had it before. 0 is no thread. A place is
// reused after all others, unless its ref is held.
#ifndef ROCJFR_CORE_RECORD_THREAD_TABLE_H_
#define ROCJFR_CORE_RECORD_THREAD_TABLE_H_

#include <cstdint>
#include <utility>

#include "core/java/java_thread.h"

namespace rocjfr {

// Takes the weak reference of `java`. Takes a lock: once per thread (and where another virtual
// thread is on a carrier). 0: no memory, or all places are held.
uint32_t AddThread(uint32_t os_thread_id, const JavaThread& java, bool attached) noexcept;
// The same for a time when the JVM must not be entered. The owner of the lock may be waiting in the
// JVM until the calling thread has left a critical region. So this never waits. 0: not now.
uint32_t TryAddThread(uint32_t os_thread_id, const JavaThread& java, bool attached) noexcept;
// How many refs have been given since this one.
uint32_t RefAge(uint32_t ref) noexcept;
// Whether it is still that of the thread with this Java thread id. Takes no lock.
bool IsRefOf(uint32_t ref, int64_t java_thread_id) noexcept;

// A ref whose place nobody else gets meanwhile. It must have been given to the calling thread, and
// not long ago (RefAge). Takes no lock.
class HeldRef {
 public:
  HeldRef() noexcept = default;
  HeldRef(HeldRef&& other) noexcept : ref_(other.ref_) { other.ref_ = 0; }
  HeldRef& operator=(HeldRef&& other) noexcept {
    std::swap(ref_, other.ref_);
    return *this;
  }
  HeldRef& operator=(const HeldRef& other) noexcept { return *this = other.ref_; }
  HeldRef& operator=(uint32_t ref) noexcept;
  ~HeldRef() { *this = 0; }
  operator uint32_t() const noexcept { return ref_; }

 private:
  uint32_t ref_ = 0;
};

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_THREAD_TABLE_H_
