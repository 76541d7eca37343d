// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rocprofiler-SDK API as this project serves it: tool registration, contexts, buffers and the
// buffer tracing service, on the tracer core. Functions of the other services exist and say that
// they are not served. Unless said otherwise a function may be called from
// any thread, not from a signal handler, and throws nothing.
#ifndef ROCPROFILER_SDK_ROCPROFILER_H_
#define ROCPROFILER_SDK_ROCPROFILER_H_

// AMD's includes HIP's headers, and with them these two, which programs have come to rely on.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rocprofiler-sdk/agent.h"
#include "rocprofiler-sdk/buffer.h"
#include "rocprofiler-sdk/buffer_tracing.h"
#include "rocprofiler-sdk/callback_tracing.h"
#include "rocprofiler-sdk/context.h"
#include "rocprofiler-sdk/counter_config.h"
#include "rocprofiler-sdk/counters.h"
#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/deprecated/profile_config.h"
#include "rocprofiler-sdk/device_counting_service.h"
#include "rocprofiler-sdk/dispatch_counting_service.h"
#include "rocprofiler-sdk/external_correlation.h"
#include "rocprofiler-sdk/fwd.h"
#include "rocprofiler-sdk/hip.h"
#include "rocprofiler-sdk/intercept_table.h"
#include "rocprofiler-sdk/internal_threading.h"
#include "rocprofiler-sdk/marker.h"
#include "rocprofiler-sdk/ompt.h"
#include "rocprofiler-sdk/pc_sampling.h"
#include "rocprofiler-sdk/version.h"

ROCPROFILER_EXTERN_C_INIT

// The version of the interface; each pointer may be null.
rocprofiler_status_t rocprofiler_get_version(uint32_t* major, uint32_t* minor,
                                             uint32_t* patch) ROCPROFILER_API;
rocprofiler_status_t rocprofiler_get_version_triplet(rocprofiler_version_triplet_t* info)
    ROCPROFILER_API ROCPROFILER_NONNULL(1);
// Now, on the clock of the records.
rocprofiler_status_t rocprofiler_get_timestamp(rocprofiler_timestamp_t* ts) ROCPROFILER_API
    ROCPROFILER_NONNULL(1);
rocprofiler_status_t rocprofiler_get_thread_id(rocprofiler_thread_id_t* tid) ROCPROFILER_API
    ROCPROFILER_NONNULL(1);
// Static storage; null where there is no such status.
const char* rocprofiler_get_status_name(rocprofiler_status_t status) ROCPROFILER_API;
const char* rocprofiler_get_status_string(rocprofiler_status_t status) ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_ROCPROFILER_H_
