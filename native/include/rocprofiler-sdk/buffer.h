// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Buffers: records are collected in memory and handed to a callback in batches.
#ifndef ROCPROFILER_SDK_BUFFER_H_
#define ROCPROFILER_SDK_BUFFER_H_

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

// Called on the buffer's callback thread, never on one that calls HIP. Headers, payloads and the
// array live until it returns. num_headers is at least 1; records of one thread stand in the order
// in which they were made. drop_count: records dropped since the callback before this one. It may
// call HIP and anything of this API.
typedef void (*rocprofiler_buffer_tracing_cb_t)(rocprofiler_context_id_t context,
                                                rocprofiler_buffer_id_t buffer_id,
                                                rocprofiler_record_header_t** headers,
                                                size_t num_headers, void* data,
                                                uint64_t drop_count);

// size: bytes of records, rounded up to pages (sysconf(_SC_PAGESIZE)), at least one. Twice that is
// mapped: one half is filled while the other one is in the callback.
// watermark: 0 to the rounded size. The buffer is handed over when it holds this many bytes.
// policy: LOSSLESS hands a full buffer over at once and waits only while both halves are full.
// DISCARD drops what does not fit until the buffer is flushed.
// CONFIGURATION_LOCKED outside a tool's initialisation, CONTEXT_NOT_FOUND, INVALID_ARGUMENT,
// SERVICE_ALREADY_CONFIGURED where *buffer_id is a buffer's already, OUT_OF_RESOURCES.
rocprofiler_status_t rocprofiler_create_buffer(rocprofiler_context_id_t context, size_t size,
                                               size_t watermark, rocprofiler_buffer_policy_t policy,
                                               rocprofiler_buffer_tracing_cb_t callback,
                                               void* callback_data,
                                               rocprofiler_buffer_id_t* buffer_id) ROCPROFILER_API
    ROCPROFILER_NONNULL(5, 7);
// Hands over what is left, then frees the memory; records that come later are dropped. BUFFER_BUSY,
// and nothing is done, while its callback runs or has been asked for; BUFFER_NOT_FOUND.
rocprofiler_status_t rocprofiler_destroy_buffer(rocprofiler_buffer_id_t buffer_id) ROCPROFILER_API;
// Returns when everything that was in the buffer has been through the callback. Before that, work
// that has finished and that HIP has yet to report is waited for: at most 1 second. Work that still
// runs is not: 10 ms without progress end the wait. In a buffer's callback it
// returns at once, and what is in the buffer is handed over after that callback. BUFFER_NOT_FOUND;
// FINALIZED.
rocprofiler_status_t rocprofiler_flush_buffer(rocprofiler_buffer_id_t buffer_id) ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_BUFFER_H_
