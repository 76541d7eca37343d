// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The flags of allocations of scratch memory.
#ifndef ROCPROFILER_SDK_HSA_SCRATCH_MEMORY_ID_H_
#define ROCPROFILER_SDK_HSA_SCRATCH_MEMORY_ID_H_

#include <stdint.h>

typedef enum rocprofiler_scratch_alloc_flag_t {
  ROCPROFILER_SCRATCH_ALLOC_FLAG_NONE = 0,
  ROCPROFILER_SCRATCH_ALLOC_FLAG_USE_ONCE = (1 << 0),
  ROCPROFILER_SCRATCH_ALLOC_FLAG_ALT = (1 << 1),
} rocprofiler_scratch_alloc_flag_t;
#endif  // ROCPROFILER_SDK_HSA_SCRATCH_MEMORY_ID_H_
