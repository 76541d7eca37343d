// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HIP domains of roctracer: hip_api_data_t and the HIP_API_ID_* come from HIP's own headers, of
// the HIP version that the program is compiled with. Operation ids and the layout of hip_api_data_t
// depend on that version; the library follows the runtime that is loaded.
#ifndef ROCTRACER_HIP_H_
#define ROCTRACER_HIP_H_

#include "roctracer.h"

#if defined(__cplusplus)
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime_api.h>
#endif
#if defined(__has_include)
#if __has_include(<hip/hip_deprecated.h>)
#include <hip/hip_deprecated.h>
#endif
#endif
// HIP's header uses ours.
// clang-format off
#include "hip_ostream_ops.h"
#include <hip/amd_detail/hip_prof_str.h>
// clang-format on

// Operations of ACTIVITY_DOMAIN_HIP_OPS.
typedef enum {
  HIP_OP_ID_DISPATCH = 0,
  HIP_OP_ID_COPY = 1,
  HIP_OP_ID_BARRIER = 2,
  HIP_OP_ID_NUMBER = 3
} hip_op_id_t;

#endif  // ROCTRACER_HIP_H_
