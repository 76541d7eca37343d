// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Operations of HIP_COMPILER_API. The runtime's hook reports the first two.
#ifndef ROCPROFILER_SDK_HIP_COMPILER_API_ID_H_
#define ROCPROFILER_SDK_HIP_COMPILER_API_ID_H_

#define ROCPROFILER_HIP_COMPILER_APIS(X) \
  X(__hipPopCallConfiguration)           \
  X(__hipPushCallConfiguration)          \
  X(__hipRegisterFatBinary)              \
  X(__hipRegisterFunction)               \
  X(__hipRegisterManagedVar)             \
  X(__hipRegisterSurface)                \
  X(__hipRegisterTexture)                \
  X(__hipRegisterVar)                    \
  X(__hipUnregisterFatBinary)

#define ROCPROFILER_HIP_COMPILER_API_DECLARE(name) ROCPROFILER_HIP_COMPILER_API_ID_##name,
typedef enum rocprofiler_hip_compiler_api_id_t {
  ROCPROFILER_HIP_COMPILER_API_ID_NONE = -1,
  ROCPROFILER_HIP_COMPILER_APIS(ROCPROFILER_HIP_COMPILER_API_DECLARE)
      ROCPROFILER_HIP_COMPILER_API_ID_LAST,
} rocprofiler_hip_compiler_api_id_t;
#undef ROCPROFILER_HIP_COMPILER_API_DECLARE

#endif  // ROCPROFILER_SDK_HIP_COMPILER_API_ID_H_
