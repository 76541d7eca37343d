// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The types of hsakmttypes.h that agent.h needs, for machines without that header. Each word of
// flags is one 32-bit value here.
#ifndef ROCPROFILER_SDK_AGENT_KMT_H_
#define ROCPROFILER_SDK_AGENT_KMT_H_

#include <stdint.h>

typedef union {
  uint32_t Value;
} HsaCacheType;
typedef union {
  uint32_t LinkProperty;
} HSA_LINKPROPERTY;
typedef union {
  uint32_t MemoryProperty;
} HSA_MEMORYPROPERTY;
typedef union {
  uint32_t Value;
} HSA_ENGINE_VERSION;
typedef union {
  uint32_t Value;
} HSA_ENGINE_ID;
typedef union {
  uint32_t Value;
} HSA_CAPABILITY;
typedef uint32_t HSA_HEAPTYPE;
typedef uint32_t HSA_IOLINKTYPE;

#endif  // ROCPROFILER_SDK_AGENT_KMT_H_
