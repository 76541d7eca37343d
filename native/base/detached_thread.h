// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Threads of our own.
#ifndef ROCJFR_BASE_DETACHED_THREAD_H_
#define ROCJFR_BASE_DETACHED_THREAD_H_

#include <cstddef>

namespace rocjfr {

// Detached, and without signals but those of faults: a program's handlers do not run on it, unless
// what runs there is at fault. False: there is none.
bool StartDetachedThread(const char* name, void* (*main)(void*), void* arg) noexcept;
// The calling thread was started so by this library.
bool OnOwnThread() noexcept;
// The same, on a stack of so many bytes, and it is waited for.
bool RunOnStack(size_t bytes, void* (*main)(void*), void* arg) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_DETACHED_THREAD_H_
