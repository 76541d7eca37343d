// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work on a GPU, as the core tells of it, made into records of the active contexts.
#ifndef ROCJFR_API_ROCPROFILER_WORK_H_
#define ROCJFR_API_ROCPROFILER_WORK_H_

#include <cstdint>

#include "rocjfr/client.h"

namespace rocjfr::sdk {

// A call submits its first piece of work: tools are asked for external ids, and told. On the
// calling thread.
void OnSubmission(uint64_t correlation_id, const rocjfr_submit_t* submit);
// A piece of work has run. On the thread by which the runtime says so.
void OnOp(const rocjfr_record_t* record, const rocjfr_submit_t* submit, const char* kernel_name);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_WORK_H_
