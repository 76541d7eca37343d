// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context bundles services that are started and stopped together.
#ifndef ROCPROFILER_SDK_CONTEXT_H_
#define ROCPROFILER_SDK_CONTEXT_H_

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

#define ROCPROFILER_CONTEXT_NONE ROCPROFILER_HANDLE_LITERAL(rocprofiler_context_id_t, 0UL)

// Only while a tool is being initialised, else CONFIGURATION_LOCKED. The handle has to be 0 before,
// else CONTEXT_ID_NOT_ZERO.
rocprofiler_status_t rocprofiler_create_context(rocprofiler_context_id_t* context_id)
    ROCPROFILER_API ROCPROFILER_NONNULL(1);
// Any thread, any time until finalisation (then CONFIGURATION_LOCKED). SUCCESS where it is active.
rocprofiler_status_t rocprofiler_start_context(rocprofiler_context_id_t context_id) ROCPROFILER_API;
// Calls that begin later make no records. Work that was submitted before is recorded when it ends,
// also after this has returned and the context was started again. It is waited for in the
// background, 60 seconds at most; what has not ended then is counted as dropped, and so is what is
// given up by finalisation. Finished work that HIP has yet to report is waited for here: at most 2
// seconds, and in a callback not at all. CONTEXT_NOT_FOUND where it is not active; SUCCESS after
// finalisation.
rocprofiler_status_t rocprofiler_stop_context(rocprofiler_context_id_t context_id) ROCPROFILER_API;
// *status: 1 active, 0 not; CONTEXT_NOT_FOUND where there is no such context.
rocprofiler_status_t rocprofiler_context_is_active(rocprofiler_context_id_t context_id,
                                                   int* status) ROCPROFILER_API
    ROCPROFILER_NONNULL(2);
// *status: 1 the context can be started; CONTEXT_NOT_FOUND where there is no such context.
rocprofiler_status_t rocprofiler_context_is_valid(rocprofiler_context_id_t context_id,
                                                  int* status) ROCPROFILER_API
    ROCPROFILER_NONNULL(2);

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_CONTEXT_H_
