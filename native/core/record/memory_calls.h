// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What HIP calls do to the memory that is followed (core/site/allocations.h).
#ifndef ROCJFR_CORE_RECORD_MEMORY_CALLS_H_
#define ROCJFR_CORE_RECORD_MEMORY_CALLS_H_

#include <cstdint>

#include "thread_state.h"

namespace rocjfr {

// The call begins, its arguments are there: what it will free is looked up.
void BeginMemoryCall(Call& call, const void* api_data) noexcept;
// It has returned `result` (as rocjfr_record_t.kind has it): memory that it allocated is entered,
// what it freed removed. Where that is not told a free counts as one that succeeded.
void EndMemoryCall(ThreadState& thread, const Call& call, const void* api_data,
                   uint32_t result) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_MEMORY_CALLS_H_
