#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Prints rocprofiler-sdk/hip/api_args.h, made from the list of HIP's functions.
#   hip_api_args.sh hip_signatures.inc >api_args.h
set -euo pipefail
cat <<'HEADER'
// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The arguments and the return value of HIP's functions, as records and callbacks have them, with
// HIP's own types: of the functions that the installed HIP has. Layouts do not depend on it.
#ifndef ROCPROFILER_SDK_HIP_API_ARGS_H_
#define ROCPROFILER_SDK_HIP_API_ARGS_H_

#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>
#include <hip/hip_version.h>
#include <stdint.h>
#if __has_include(<hip/hip_deprecated.h>)
#include <hip/hip_deprecated.h>
#endif
#if __has_include(<hip/amd_detail/amd_hip_gl_interop.h>)
#include <hip/amd_detail/amd_hip_gl_interop.h>
#endif

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"

// Which functions the installed HIP has: 52, 57, from 6.0 on 600 and the step of its table.
#if HIP_VERSION_MAJOR < 6
#if HIP_VERSION_MINOR < 7
#define ROCJFR_HIP_HAS 52
#else
#define ROCJFR_HIP_HAS 57
#endif
typedef hipDeviceProp_t hipDeviceProp_tR0000;
typedef hipDeviceProp_t hipDeviceProp_tR0600;
#else
#if __has_include(<hip/amd_detail/hip_api_trace.hpp>)
#include <hip/amd_detail/hip_api_trace.hpp>
#endif
#ifdef HIP_RUNTIME_API_TABLE_STEP_VERSION
#define ROCJFR_HIP_HAS (600 + HIP_RUNTIME_API_TABLE_STEP_VERSION)
#else
#define ROCJFR_HIP_HAS 600
#endif
#endif

ROCPROFILER_EXTERN_C_INIT

// A struct without members would be empty in C only.
typedef struct rocprofiler_hip_api_no_args {
  char empty;
} rocprofiler_hip_api_no_args;

// What a call returned: in a callback or record whose size ends before it, nothing is known of that.
typedef union rocprofiler_hip_api_retval_t {
#ifdef __cplusplus
  rocprofiler_hip_api_retval_t() = default;
  ~rocprofiler_hip_api_retval_t() = default;
#endif
  uint64_t uint64_t_retval;
  int int_retval;
  const char* const_charp_retval;
  hipError_t hipError_t_retval;
  hipChannelFormatDesc hipChannelFormatDesc_retval;
  void** voidpp_retval;
} rocprofiler_hip_api_retval_t;

// dim3 as rocprofiler_dim3_t, since HIP's has a constructor.
typedef union rocprofiler_hip_api_args_t {
#ifdef __cplusplus
  rocprofiler_hip_api_args_t() = default;
  ~rocprofiler_hip_api_args_t() = default;
#endif
  unsigned char rocjfr_bytes[88];  // whatever functions there are
HEADER
awk '
  /^F\(/ {
    match($0, /^F\([^,]*/); name = substr($0, 3, RLENGTH - 2)
    split($0, part, ", *"); since = part[2]
    text = ""
  }
  /^\/\// { next }
  {
    line = $0
    while (match(line, /A\([A-Za-z0-9_]+, "[^"]*"/)) {
      one = substr(line, RSTART + 2, RLENGTH - 2)
      line = substr(line, RSTART + RLENGTH)
      split(one, field, ", \"")
      type = field[2]; sub(/"$/, "", type)
      text = text "    " type " " field[1] ";\n"
    }
  }
  /\)$/ && name != "" && $0 !~ /^#/ {
    if ($0 ~ /\)\)$/ || $0 ~ /NONE\)$/) {
      if (text == "") text = "    rocprofiler_hip_api_no_args no_args;\n"
      if (since > 52) print "#if ROCJFR_HIP_HAS >= " since
      printf "  struct {\n%s  } %s;\n", text, name
      if (since > 52) print "#endif"
      name = ""
    }
  }' "$1"
cat <<'HEADER'
} rocprofiler_hip_api_args_t;

ROCPROFILER_EXTERN_C_FINI
#undef ROCJFR_HIP_HAS

ROCPROFILER_CXX_CODE(static_assert(sizeof(rocprofiler_hip_api_args_t) == 88, "ABI");
                     static_assert(sizeof(rocprofiler_hip_api_retval_t) == 24, "ABI");)

#endif  // ROCPROFILER_SDK_HIP_API_ARGS_H_
HEADER
