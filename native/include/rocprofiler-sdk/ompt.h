// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// OpenMP tracing: not served. The types of its callbacks are those of omp-tools.h.
#ifndef ROCPROFILER_SDK_OMPT_H_
#define ROCPROFILER_SDK_OMPT_H_

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

typedef struct ompt_start_tool_result_t ompt_start_tool_result_t;

// Never: *status becomes 0.
rocprofiler_status_t rocprofiler_ompt_is_initialized(int* status) ROCPROFILER_API
    ROCPROFILER_NONNULL(1);
rocprofiler_status_t rocprofiler_ompt_is_finalized(int* status) ROCPROFILER_API
    ROCPROFILER_NONNULL(1);
// Null: OpenMP goes on without a tool.
ompt_start_tool_result_t* rocprofiler_ompt_start_tool(unsigned int omp_version,
                                                      const char* runtime_version) ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_OMPT_H_
