// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "functions.h"

#include "rocjfr/rocjfr.h"

namespace rocjfr::opencl {
namespace {

struct Names {
  const char* of[kFunctions] = {};
  constexpr Names() {
#define ROCJFR_NAME(name) of[k_##name] = #name;
    ROCJFR_OPENCL_TABLE(ROCJFR_NAME)
#undef ROCJFR_NAME
#define ROCJFR_NAME(name, type) of[k_##name] = #name;
    ROCJFR_OPENCL_EXTENSIONS(ROCJFR_NAME)
#undef ROCJFR_NAME
  }
};
constexpr Names kNames;

// From CL/cl.h and CL/cl_ext.h.
#define ROCJFR_OPENCL_ERRORS(X)                   \
  X(CL_DEVICE_NOT_FOUND)                          \
  X(CL_DEVICE_NOT_AVAILABLE)                      \
  X(CL_COMPILER_NOT_AVAILABLE)                    \
  X(CL_MEM_OBJECT_ALLOCATION_FAILURE)             \
  X(CL_OUT_OF_RESOURCES)                          \
  X(CL_OUT_OF_HOST_MEMORY)                        \
  X(CL_PROFILING_INFO_NOT_AVAILABLE)              \
  X(CL_MEM_COPY_OVERLAP)                          \
  X(CL_IMAGE_FORMAT_MISMATCH)                     \
  X(CL_IMAGE_FORMAT_NOT_SUPPORTED)                \
  X(CL_BUILD_PROGRAM_FAILURE)                     \
  X(CL_MAP_FAILURE)                               \
  X(CL_MISALIGNED_SUB_BUFFER_OFFSET)              \
  X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) \
  X(CL_COMPILE_PROGRAM_FAILURE)                   \
  X(CL_LINKER_NOT_AVAILABLE)                      \
  X(CL_LINK_PROGRAM_FAILURE)                      \
  X(CL_DEVICE_PARTITION_FAILED)                   \
  X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE)             \
  X(CL_INVALID_VALUE)                             \
  X(CL_INVALID_DEVICE_TYPE)                       \
  X(CL_INVALID_PLATFORM)                          \
  X(CL_INVALID_DEVICE)                            \
  X(CL_INVALID_CONTEXT)                           \
  X(CL_INVALID_QUEUE_PROPERTIES)                  \
  X(CL_INVALID_COMMAND_QUEUE)                     \
  X(CL_INVALID_HOST_PTR)                          \
  X(CL_INVALID_MEM_OBJECT)                        \
  X(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)           \
  X(CL_INVALID_IMAGE_SIZE)                        \
  X(CL_INVALID_SAMPLER)                           \
  X(CL_INVALID_BINARY)                            \
  X(CL_INVALID_BUILD_OPTIONS)                     \
  X(CL_INVALID_PROGRAM)                           \
  X(CL_INVALID_PROGRAM_EXECUTABLE)                \
  X(CL_INVALID_KERNEL_NAME)                       \
  X(CL_INVALID_KERNEL_DEFINITION)                 \
  X(CL_INVALID_KERNEL)                            \
  X(CL_INVALID_ARG_INDEX)                         \
  X(CL_INVALID_ARG_VALUE)                         \
  X(CL_INVALID_ARG_SIZE)                          \
  X(CL_INVALID_KERNEL_ARGS)                       \
  X(CL_INVALID_WORK_DIMENSION)                    \
  X(CL_INVALID_WORK_GROUP_SIZE)                   \
  X(CL_INVALID_WORK_ITEM_SIZE)                    \
  X(CL_INVALID_GLOBAL_OFFSET)                     \
  X(CL_INVALID_EVENT_WAIT_LIST)                   \
  X(CL_INVALID_EVENT)                             \
  X(CL_INVALID_OPERATION)                         \
  X(CL_INVALID_GL_OBJECT)                         \
  X(CL_INVALID_BUFFER_SIZE)                       \
  X(CL_INVALID_MIP_LEVEL)                         \
  X(CL_INVALID_GLOBAL_WORK_SIZE)                  \
  X(CL_INVALID_PROPERTY)                          \
  X(CL_INVALID_IMAGE_DESCRIPTOR)                  \
  X(CL_INVALID_COMPILER_OPTIONS)                  \
  X(CL_INVALID_LINKER_OPTIONS)                    \
  X(CL_INVALID_DEVICE_PARTITION_COUNT)            \
  X(CL_INVALID_PIPE_SIZE)                         \
  X(CL_INVALID_DEVICE_QUEUE)                      \
  X(CL_INVALID_SPEC_ID)                           \
  X(CL_MAX_SIZE_RESTRICTION_EXCEEDED)             \
  X(CL_INVALID_COMMAND_BUFFER_KHR)                \
  X(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR)          \
  X(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR)

}  // namespace

const char* FunctionName(uint32_t number) noexcept {
  return number < kFunctions ? kNames.of[number] : nullptr;
}

}  // namespace rocjfr::opencl

extern "C" {
const char* rocjfr_opencl_api_name(uint32_t op) {
  return rocjfr::opencl::FunctionName(op);
}

uint32_t rocjfr_opencl_api_count(void) {
  return rocjfr::opencl::kFunctions;
}

const char* rocjfr_opencl_error_name(int32_t error) {
  switch (error) {
#define ROCJFR_NAME(name) \
  case name:              \
    return #name;
    ROCJFR_OPENCL_ERRORS(ROCJFR_NAME)
#undef ROCJFR_NAME
    default:
      return nullptr;
  }
}
}
