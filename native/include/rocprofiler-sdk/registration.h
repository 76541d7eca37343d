// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a tool is found and initialised. A tool defines rocprofiler_configure in the program, in a
// preloaded library, or in a library that ROCP_TOOL_LIBRARIES names (separated by colons). It is
// called when the HIP runtime starts, or by rocprofiler_force_configure.
#ifndef ROCPROFILER_SDK_REGISTRATION_H_
#define ROCPROFILER_SDK_REGISTRATION_H_

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

typedef struct rocprofiler_client_id_t {
  size_t size;
  const char* name;  // the tool sets it
  const uint32_t handle;
} rocprofiler_client_id_t;

// Finalises one tool: stops its contexts, hands its buffers over and calls its finalize. Where it
// is the only tool, the whole library is finalised.
typedef void (*rocprofiler_client_finalize_t)(rocprofiler_client_id_t);
// Creates contexts, buffers and services. Not 0: what it created is taken back.
typedef int (*rocprofiler_tool_initialize_t)(rocprofiler_client_finalize_t finalize_func,
                                             void* tool_data);
typedef void (*rocprofiler_tool_finalize_t)(void* tool_data);

typedef struct rocprofiler_tool_configure_result_t {
  size_t size;
  rocprofiler_tool_initialize_t initialize;  // may be null
  rocprofiler_tool_finalize_t finalize;      // may be null; once, at the latest at exit
  void* tool_data;
} rocprofiler_tool_configure_result_t;

// 0 not yet, -1 tools are being initialised, 1 done.
rocprofiler_status_t rocprofiler_is_initialized(int* status) ROCPROFILER_API ROCPROFILER_NONNULL(1);
// 0 not yet, -1 going on, 1 done.
rocprofiler_status_t rocprofiler_is_finalized(int* status) ROCPROFILER_API ROCPROFILER_NONNULL(1);

// Defined by the tool. version: 10000 * major + 100 * minor + patch; priority: how many tools were
// configured before. NULL: the tool does not want to be initialised. *client_id lives as long as
// the process.
rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority,
    rocprofiler_client_id_t* client_id) ROCPROFILER_PUBLIC_API;

typedef rocprofiler_tool_configure_result_t* (*rocprofiler_configure_func_t)(
    uint32_t version, const char* runtime_version, uint32_t priority,
    rocprofiler_client_id_t* client_id);
// Configures all tools now, this function first (null: only those that are found).
// CONFIGURATION_LOCKED where that has been done or is being done.
rocprofiler_status_t rocprofiler_force_configure(rocprofiler_configure_func_t configure_func)
    ROCPROFILER_API;

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_REGISTRATION_H_
