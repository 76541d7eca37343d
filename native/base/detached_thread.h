// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Threads of our own.
#ifndef ROCJFR_BASE_DETACHED_THREAD_H_
#define ROCJFR_BASE_DETACHED_THREAD_H_

namespace rocjfr {

// Detached, and without signals: a program's handlers do not run on it. False: there is none.
bool StartDetachedThread(const char* name, void* (*main)(void*), void* arg) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_DETACHED_THREAD_H_
