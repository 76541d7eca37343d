// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The threads that this library makes.
#ifndef ROCPROFILER_SDK_INTERNAL_THREADING_H_
#define ROCPROFILER_SDK_INTERNAL_THREADING_H_

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

typedef void (*rocprofiler_internal_thread_library_cb_t)(rocprofiler_runtime_library_t, void*);
// precreate and postcreate (either may be null) are called, with ROCPROFILER_LIBRARY, on the thread
// that makes a thread, before and after it is made. libs: bits of rocprofiler_runtime_library_t;
// of the other libraries' threads nothing is told.
rocprofiler_status_t rocprofiler_at_internal_thread_create(
    rocprofiler_internal_thread_library_cb_t precreate,
    rocprofiler_internal_thread_library_cb_t postcreate, int libs, void* data) ROCPROFILER_API;

typedef struct rocprofiler_callback_thread_t {
  uint64_t handle;
} rocprofiler_callback_thread_t;

// A thread of its own for the callbacks of some buffers. Both until tools have been initialised,
// later CONFIGURATION_LOCKED; THREAD_NOT_FOUND, BUFFER_NOT_FOUND.
rocprofiler_status_t rocprofiler_create_callback_thread(rocprofiler_callback_thread_t* cb_thread_id)
    ROCPROFILER_API ROCPROFILER_NONNULL(1);
rocprofiler_status_t rocprofiler_assign_callback_thread(
    rocprofiler_buffer_id_t buffer_id, rocprofiler_callback_thread_t cb_thread_id) ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_INTERNAL_THREADING_H_
