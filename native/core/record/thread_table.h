// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Who the threads behind thread refs are. A ref is 24 bits: 16 of place, 8 of generation, so that a
// place that was reused is told from the thread that had it before. 0 is no thread.
#ifndef ROCJFR_CORE_RECORD_THREAD_TABLE_H_
#define ROCJFR_CORE_RECORD_THREAD_TABLE_H_

#include <cstdint>

#include "core/java/java_thread.h"

namespace rocjfr {

// Takes the weak reference of `java`. Takes a lock: once per thread (and where another virtual
// thread is on a carrier).
uint32_t AddThread(uint32_t os_thread_id, const JavaThread& java, bool attached) noexcept;
// The same for a time when the JVM must not be entered. The owner of the lock may be waiting in the
// JVM until the calling thread has left a critical region. So this never waits. 0: not now.
uint32_t TryAddThread(uint32_t os_thread_id, const JavaThread& java, bool attached) noexcept;
// How many refs have been given since this one.
uint32_t RefAge(uint32_t ref) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_THREAD_TABLE_H_
