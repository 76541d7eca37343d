// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a HIP call's arguments say about the work that it submits.
#ifndef ROCJFR_CORE_RECORD_SUBMIT_READER_H_
#define ROCJFR_CORE_RECORD_SUBMIT_READER_H_

#include <cstdint>

#include "core/runtime/arguments.h"
#include "core/runtime/runtime.h"
#include "rocjfr/record.h"
#include "thread_state.h"

namespace rocjfr {

// Fills what the arguments in `api_data` say: kernel, grid, size, direction, stream, device.
// Follows calls that destroy streams, unload modules or reset devices.
void ReadSubmit(ThreadState& thread, const Runtime& runtime, uint32_t op,
                const ArgumentLayout& layout, const void* api_data,
                rocjfr_submit_t* submit) noexcept;

// Kernel handles may mean other kernels from now on.
void ForgetKernels() noexcept;

// The ref of a name that the runtime owns; 0 for null.
uint32_t SymbolRef(ThreadState& thread, const char* symbol) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_SUBMIT_READER_H_
