// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#ifndef ROCPROFILER_SDK_HIP_H_
#define ROCPROFILER_SDK_HIP_H_
#include "rocprofiler-sdk/hip/api_id.h"
#include "rocprofiler-sdk/hip/table_id.h"
#endif  // ROCPROFILER_SDK_HIP_H_
