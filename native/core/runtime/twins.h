// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Functions that the runtime reports under another's id: hipMemcpy_spt, as programs compiled with
// -fgpu-default-stream=per-thread call it, is hipMemcpy to the hook, with the same arguments, where
// "no stream" then means the thread's own. Which of the two it was is told by the address that the
// hook returns to.
#ifndef ROCJFR_CORE_RUNTIME_TWINS_H_
#define ROCJFR_CORE_RUNTIME_TWINS_H_

#include <cstdint>

namespace rocjfr {

struct Runtime;
struct Twin;

// Of all functions of the runtime whose names are known. Takes the loader's lock; initialises
// nothing.
void FindTwins(Runtime* runtime);

// Whether `caller`, where the hook was called from in a call of function `op`, is in the function
// for the thread's own stream. From within a call only. No lock.
bool CalledForOwnStream(const Runtime& runtime, uint32_t op, const void* caller) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_TWINS_H_
