// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Definitions of hardware counters: not served.
#ifndef ROCPROFILER_SDK_EXPERIMENTAL_COUNTERS_H_
#define ROCPROFILER_SDK_EXPERIMENTAL_COUNTERS_H_

#include <stddef.h>

#include "rocprofiler-sdk/agent.h"
#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

// NOT_IMPLEMENTED: see counters.h.
rocprofiler_status_t rocprofiler_load_counter_definition(
    const char* yaml, size_t size, rocprofiler_counter_flag_t flags) ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_EXPERIMENTAL_COUNTERS_H_
