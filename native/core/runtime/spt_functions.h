// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Functions that the runtime reports under another function's id. Programs that are compiled with
// -fgpu-default-stream=per-thread call hipMemcpy_spt. The hook gets hipMemcpy with the same
// arguments, and "no stream" then means the thread's own. The hook's return address tells which of
// the two it was.
#ifndef ROCJFR_CORE_RUNTIME_SPT_FUNCTIONS_H_
#define ROCJFR_CORE_RUNTIME_SPT_FUNCTIONS_H_

#include <cstdint>

namespace rocjfr {

struct Runtime;
struct SptFunction;

// Of all functions of the runtime whose names are known. Takes the loader's lock; initialises
// nothing.
void FindSptFunctions(Runtime* runtime);

// Whether `caller`, where the hook was called from in a call of function `op`, is in the function
// for the thread's own stream. From within a call only. No lock.
bool CalledForOwnStream(const Runtime& runtime, uint32_t op, const void* caller) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_SPT_FUNCTIONS_H_
