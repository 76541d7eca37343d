// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA's tables, and with HSA's headers the arguments of its functions, else only their bytes. The
// functions' numbers are places in the tables of the HSA that is loaded, so they are not here:
// operations are known by their names.
#ifndef ROCPROFILER_SDK_HSA_H_
#define ROCPROFILER_SDK_HSA_H_
#include <stdint.h>

#include "rocprofiler-sdk/hsa/scratch_memory_id.h"
#include "rocprofiler-sdk/hsa/table_id.h"
#if __has_include(<hsa/hsa.h>)
#include <hsa/hsa.h>
#endif
#if __has_include(<hsa/hsa_ext_image.h>) && __has_include("rocprofiler-sdk/hsa/api_args.h")
#include "rocprofiler-sdk/hsa/api_args.h"
#else
typedef union rocprofiler_hsa_api_retval_t {
  uint64_t uint64_t_retval;
  uint32_t uint32_t_retval;  // hsa_status_t
} rocprofiler_hsa_api_retval_t;
typedef union rocprofiler_hsa_api_args_t {
  unsigned char rocjfr_bytes[192];
  uint64_t words[24];
} rocprofiler_hsa_api_args_t;
#endif
#endif  // ROCPROFILER_SDK_HSA_H_
