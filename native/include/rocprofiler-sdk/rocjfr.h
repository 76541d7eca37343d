// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Additions of this library to AMD's interface. They are for libraries that are embedded in a
// program and configure at any time, and for buffers whose callback must not block the program.
#ifndef ROCPROFILER_SDK_ROCJFR_H_
#define ROCPROFILER_SDK_ROCJFR_H_

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

// From here to the end the calling thread may make contexts, buffers and services, also after the
// tools have been initialised. CONFIGURATION_LOCKED where it may already, or after finalisation.
rocprofiler_status_t rocprofiler_rocjfr_begin_configuration(void) ROCPROFILER_API;
rocprofiler_status_t rocprofiler_rocjfr_end_configuration(void) ROCPROFILER_API;

// Gives back a context that is not active and has only buffer services. Its handle becomes invalid.
// A later context of the same tool uses its memory, once no thread records for it. Destroy its
// buffers separately. CONTEXT_NOT_FOUND. CONTEXT_INVALID if it is active, or has callbacks.
rocprofiler_status_t rocprofiler_rocjfr_release_context(rocprofiler_context_id_t context_id)
    ROCPROFILER_API;

// How long a thread waits at most for room in a LOSSLESS buffer, in milliseconds, 0 without a limit
// (the default). Then the record is dropped and counted in drop_count. BUFFER_NOT_FOUND.
rocprofiler_status_t rocprofiler_rocjfr_limit_wait(rocprofiler_buffer_id_t buffer_id,
                                                   uint32_t milliseconds) ROCPROFILER_API;

// The memory of a buffer's headers and records, as long as the buffer exists. A callback's data is
// inside it, with two exceptions. Records of HIP calls and work that found both halves full, and
// could not wait, are outside. If a thread ended while it wrote a record, its half is replaced.
// BUFFER_NOT_FOUND, INVALID_ARGUMENT.
rocprofiler_status_t rocprofiler_rocjfr_buffer_memory(rocprofiler_buffer_id_t buffer_id,
                                                      const void** memory,
                                                      uint64_t* bytes) ROCPROFILER_API;

// With this bit, a thread id of rocprofiler_push_external_correlation_id and its pop is the Java
// thread id of the calling virtual thread. The thread's ids are valid wherever it runs. Other
// threads' ids, also those of its carrier, do not count for it.
#define ROCPROFILER_ROCJFR_VIRTUAL_THREAD (UINT64_C(1) << 63)

// The unknown arguments of a HIP call, which the runtime did not fill in. Bit i is the argument
// that the iterate functions number i, and leave out. In the callback's payload and in the record
// they are 0, which can also be a true value. args: a rocprofiler_hip_api_args_t, or a copy of one.
uint32_t rocprofiler_rocjfr_unknown_arguments(const void* args) ROCPROFILER_API;

// Calls of which work was still to come when a newer one took their place: 131072 are kept. Their
// work is recorded without external id and addresses, and their ids do not retire, which the buffer
// of a CORRELATION_ID_RETIREMENT service counts in drop_count. And pieces of work of which the same
// became what callbacks kept of their submission: 65536 are kept. Since the start; grows only.
uint64_t rocprofiler_rocjfr_evicted_calls(void) ROCPROFILER_API;

// A kernel's name by the id that dispatch records have, as the runtime spells it; null where there
// is no such kernel. Static storage.
const char* rocprofiler_rocjfr_kernel_name(rocprofiler_kernel_id_t kernel_id) ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_ROCJFR_H_
