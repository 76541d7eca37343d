// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Counters of a whole agent: not served, see counters.h.
#ifndef ROCPROFILER_SDK_DEVICE_COUNTING_SERVICE_H_
#define ROCPROFILER_SDK_DEVICE_COUNTING_SERVICE_H_

#include <stddef.h>

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

typedef rocprofiler_status_t (*rocprofiler_device_counting_agent_cb_t)(
    rocprofiler_context_id_t context_id, rocprofiler_counter_config_id_t config_id);
typedef rocprofiler_device_counting_agent_cb_t rocprofiler_agent_set_profile_callback_t;
typedef void (*rocprofiler_device_counting_service_cb_t)(
    rocprofiler_context_id_t context_id, rocprofiler_agent_id_t agent_id,
    rocprofiler_device_counting_agent_cb_t set_config, void* user_data);

// CONFIGURATION_LOCKED, CONTEXT_INVALID (there is no such context), BUFFER_NOT_FOUND,
// AGENT_NOT_FOUND; NOT_IMPLEMENTED.
rocprofiler_status_t rocprofiler_configure_device_counting_service(
    rocprofiler_context_id_t context_id, rocprofiler_buffer_id_t buffer_id,
    rocprofiler_agent_id_t agent_id, rocprofiler_device_counting_service_cb_t cb,
    void* user_data) ROCPROFILER_API ROCPROFILER_NONNULL(4);
// CONTEXT_INVALID: no context has this service. *rec_count (may be null) becomes 0.
rocprofiler_status_t rocprofiler_sample_device_counting_service(
    rocprofiler_context_id_t context_id, rocprofiler_user_data_t user_data,
    rocprofiler_counter_flag_t flags, rocprofiler_counter_record_t* output_records,
    size_t* rec_count) ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_DEVICE_COUNTING_SERVICE_H_
