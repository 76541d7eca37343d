// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The runtimes' tables of functions, into which a tool puts wrappers of its own. Not served:
// runtimes before HIP 6.2 have none, and this library traces all of them by their hook.
#ifndef ROCPROFILER_SDK_INTERCEPT_TABLE_H_
#define ROCPROFILER_SDK_INTERCEPT_TABLE_H_

#include <stdint.h>

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

typedef void (*rocprofiler_intercept_library_cb_t)(rocprofiler_intercept_table_t type,
                                                   uint64_t lib_version, uint64_t lib_instance,
                                                   void** tables, uint64_t num_tables,
                                                   void* user_data);

// Static storage; name and name_len may be null. KIND_NOT_FOUND.
rocprofiler_status_t rocprofiler_query_intercept_table_name(rocprofiler_intercept_table_t kind,
                                                            const char** name,
                                                            uint64_t* name_len) ROCPROFILER_API;
// `callback` is called when a runtime registers its tables: with one table each time, before the
// runtime has used it. libs: bits of rocprofiler_intercept_table_t. Runtimes register from ROCm 6.2
// on, if AMD's rocprofiler-register finds a tool. CONFIGURATION_LOCKED after initialisation;
// INVALID_ARGUMENT without a callback, and for bits that are no tables.
rocprofiler_status_t rocprofiler_at_intercept_table_registration(
    rocprofiler_intercept_library_cb_t callback, int libs, void* data) ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_INTERCEPT_TABLE_H_
