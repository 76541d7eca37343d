// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From what the runtime's hook reports to records in rings: the same for both generations of hook.
// All functions run on the thread that the runtime calls us on; none blocks, but for lossless
// mode's bounded wait, and none throws. (A user's callback that ends its thread unwinds those that
// tell clients.)
#ifndef ROCJFR_CORE_RECORD_TRACER_H_
#define ROCJFR_CORE_RECORD_TRACER_H_

#include <atomic>
#include <cstdint>

#include "core/runtime/runtime.h"
#include "rocjfr/record.h"
#include "thread_state.h"
#include "work_epoch.h"

namespace rocjfr {

// What all versions' hip_api_data_t begins with; arguments follow at 16.
struct ApiData {
  uint64_t correlation_id;
  uint32_t phase;  // 0 ENTER, 1 EXIT
};

// A HIP call begins; nullptr: it is not traced. `place` is on its stack: with 5.3 and later its
// hip_api_data_t. Calls that began at the same place or below it are over: they were left by
// longjmp or an exception.
Call* BeginCall(ThreadState& thread, uint32_t op, const void* place) noexcept;
// One begins that is not traced for another reason.
void BeginUntracedCall(ThreadState& thread, const void* place) noexcept;
// The runtime has filled its hip_api_data_t with the innermost call's arguments.
void EnterCall(ThreadState& thread, void* api_data);
// The call of this hip_api_data_t returns.
void EndCall(ThreadState& thread, void* api_data);
// The thread ends within calls: none of them returns.
void AbandonCalls(ThreadState& thread) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_TRACER_H_
