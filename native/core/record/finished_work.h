// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From what the runtime's hook reports about finished work to a record, joined with what the call
// said that submitted it. On the thread that the runtime calls us on; does not block, but for
// lossless mode's bounded wait.
#ifndef ROCJFR_CORE_RECORD_FINISHED_WORK_H_
#define ROCJFR_CORE_RECORD_FINISHED_WORK_H_

#include <cstdint>

#include "rocjfr/record.h"
#include "thread_state.h"

namespace rocjfr {

// The runtime reports finished work, by its own record: of a dispatch, `bytes` is no size, and with
// a submission key of 5.2 `correlation_id` is no correlation id. `submission_key` finds the call
// that submitted it; `kernel_name` may be null.
void RecordOp(ThreadState& thread, const rocjfr_record_t& reported, uint64_t submission_key,
              const char* kernel_name);

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_FINISHED_WORK_H_
