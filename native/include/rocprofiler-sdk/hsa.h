// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA's tables; calls of HSA are not traced, so their numbers and arguments are not here.
#ifndef ROCPROFILER_SDK_HSA_H_
#define ROCPROFILER_SDK_HSA_H_
#if __has_include(<hsa/hsa.h>)
#include <hsa/hsa.h>
#endif

#include "rocprofiler-sdk/hsa/scratch_memory_id.h"
#include "rocprofiler-sdk/hsa/table_id.h"
#endif  // ROCPROFILER_SDK_HSA_H_
