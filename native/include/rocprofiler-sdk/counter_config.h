// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sets of counters. This library has none: see counters.h.
#ifndef ROCPROFILER_SDK_COUNTER_CONFIG_H_
#define ROCPROFILER_SDK_COUNTER_CONFIG_H_

#include <stddef.h>

#include "rocprofiler-sdk/agent.h"
#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

// AGENT_NOT_FOUND; COUNTER_NOT_FOUND where the list has counters; NOT_IMPLEMENTED.
rocprofiler_status_t rocprofiler_create_counter_config(
    rocprofiler_agent_id_t agent_id, rocprofiler_counter_id_t* counters_list, size_t counters_count,
    rocprofiler_counter_config_id_t* config_id) ROCPROFILER_API ROCPROFILER_NONNULL(4);
// PROFILE_NOT_FOUND.
rocprofiler_status_t rocprofiler_destroy_counter_config(rocprofiler_counter_config_id_t config_id)
    ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_COUNTER_CONFIG_H_
