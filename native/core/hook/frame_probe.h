// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How large the loaded runtime's hip_api_data_t is, found by a call of its own.
//
// The runtime leaves its frame as the stack had it and calls what the tail holds as phase_enter and
// phase_exit. So the callback of a program's call calls hipPeekAtLastError on a stack of ours that
// holds only pointers to numbered stubs. Our callback answers "traced" and leaves the tail alone.
// The stubs that the runtime then calls tell where it reads the two pointers. The answer follows
// only after a look at the frame. If the runtime could call anything else than stubs, the answer is
// "not traced", and the frame is not measured.
//
//   top of our stack   what the function keeps: return address, saved registers
//                      +-----------------------------+
//                      | phase_exit                  |  a stub: its number is here
//                      | phase_enter                 |  a stub: its number is here
//                      | phase_data, enter time      |
//                      | hip_api_data_t              |
//   `frame`            +-----------------------------+
#ifndef ROCJFR_CORE_HOOK_FRAME_PROBE_H_
#define ROCJFR_CORE_HOOK_FRAME_PROBE_H_

#include <cstdint>

#include "core/runtime/runtime.h"

namespace rocjfr {

struct ThreadState;

// What a program's call has to know of the frame before it can be traced: sizeof(hip_api_data_t);
// 0: this call is not traced. Measures on the calling thread where nobody has done so yet, once:
// then the result is g_frame_bytes, or the frame is unreadable for good. Leaves the program's last
// error, signal mask and errno as they were.
uint32_t MeasuredFrameBytes(ThreadState& thread, const Runtime& runtime, uint32_t op) noexcept;

// Whether the calling thread is measuring, and so the call is its own; *answer is what the runtime
// gets.
bool AnswerFrameProbe(void* frame, int* answer) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_FRAME_PROBE_H_
