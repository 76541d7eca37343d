// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The operations of HIP's runtime and compiler APIs.
#ifndef ROCPROFILER_SDK_HIP_API_ID_H_
#define ROCPROFILER_SDK_HIP_API_ID_H_
#include "rocprofiler-sdk/hip/compiler_api_id.h"
#include "rocprofiler-sdk/hip/runtime_api_id.h"
#endif  // ROCPROFILER_SDK_HIP_API_ID_H_
