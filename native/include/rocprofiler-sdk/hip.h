// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// With __HIP_PLATFORM_AMD__, as HIP's compiler and the CMake package define it, and with HIP's
// headers: the arguments of its functions. Else only their bytes.
#ifndef ROCPROFILER_SDK_HIP_H_
#define ROCPROFILER_SDK_HIP_H_

#include <stdint.h>

#include "rocprofiler-sdk/hip/api_id.h"
#include "rocprofiler-sdk/hip/table_id.h"
#if defined(__HIP_PLATFORM_AMD__) && __has_include(<hip/hip_runtime_api.h>) && \
    __has_include("rocprofiler-sdk/hip/api_args.h")
#include "rocprofiler-sdk/hip/api_args.h"
#else
typedef union rocprofiler_hip_api_retval_t {
  uint64_t uint64_t_retval;
  int int_retval;  // hipError_t
  const char* const_charp_retval;
  uint64_t words[3];
} rocprofiler_hip_api_retval_t;
typedef union rocprofiler_hip_api_args_t {
  unsigned char rocjfr_bytes[88];
  uint64_t words[11];
} rocprofiler_hip_api_args_t;
#endif

#endif  // ROCPROFILER_SDK_HIP_H_
