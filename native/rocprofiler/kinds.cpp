// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "kinds.h"

#include <iterator>

#include "hip_operations.h"

namespace rocjfr::sdk {
namespace {

#define NAME(name) #name,
constexpr const char* kCompilerNames[] = {ROCPROFILER_HIP_COMPILER_APIS(NAME)};
#undef NAME

using Operations = std::vector<const char*> (*)();

std::vector<const char*> HipRuntime() {
  return HipOperationNames();
}
std::vector<const char*> HipCompiler() {
  return {std::begin(kCompilerNames), std::end(kCompilerNames)};
}
std::vector<const char*> MarkerCore() {
  return {"roctxMarkA",       "roctxRangePushA", "roctxRangePop",
          "roctxRangeStartA", "roctxRangeStop",  "roctxGetThreadId"};
}
std::vector<const char*> MarkerControl() {
  return {"roctxProfilerPause", "roctxProfilerResume"};
}
std::vector<const char*> MarkerName() {
  return {"roctxNameOsThread", "roctxNameHsaAgent", "roctxNameHipDevice", "roctxNameHipStream"};
}
std::vector<const char*> MemoryCopy() {
  return {"MEMORY_COPY_NONE", "MEMORY_COPY_HOST_TO_HOST", "MEMORY_COPY_HOST_TO_DEVICE",
          "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_DEVICE_TO_DEVICE"};
}
std::vector<const char*> KernelDispatch() {
  return {"KERNEL_DISPATCH_NONE", "KERNEL_DISPATCH_ENQUEUE", "KERNEL_DISPATCH_COMPLETE"};
}
std::vector<const char*> CodeObject() {
  return {"CODE_OBJECT_NONE", "CODE_OBJECT_LOAD", "CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER",
          "CODE_OBJECT_HOST_KERNEL_SYMBOL_REGISTER"};
}

struct Kind {
  const char* name;
  bool served;
  Operations operations;
};

constexpr Kind kBufferKinds[] = {
    {"NONE", false, nullptr},
    {"HSA_CORE_API", false, nullptr},
    {"HSA_AMD_EXT_API", false, nullptr},
    {"HSA_IMAGE_EXT_API", false, nullptr},
    {"HSA_FINALIZE_EXT_API", false, nullptr},
    {"HIP_RUNTIME_API", true, &HipRuntime},
    {"HIP_COMPILER_API", true, &HipCompiler},
    {"MARKER_CORE_API", true, &MarkerCore},
    {"MARKER_CONTROL_API", true, &MarkerControl},
    {"MARKER_NAME_API", true, &MarkerName},
    {"MEMORY_COPY", true, &MemoryCopy},
    {"KERNEL_DISPATCH", true, &KernelDispatch},
    {"SCRATCH_MEMORY", false, nullptr},
    {"CORRELATION_ID_RETIREMENT", true, nullptr},
    {"RCCL_API", false, nullptr},
    {"OMPT", false, nullptr},
    {"MEMORY_ALLOCATION", false, nullptr},
    {"RUNTIME_INITIALIZATION", false, nullptr},
    {"ROCDECODE_API", false, nullptr},
    {"ROCJPEG_API", false, nullptr},
    {"HIP_STREAM", false, nullptr},
    {"HIP_RUNTIME_API_EXT", false, nullptr},
    {"HIP_COMPILER_API_EXT", false, nullptr},
    {"ROCDECODE_API_EXT", false, nullptr},
    {"KFD_EVENT_PAGE_MIGRATE", false, nullptr},
    {"KFD_EVENT_PAGE_FAULT", false, nullptr},
    {"KFD_EVENT_QUEUE", false, nullptr},
    {"KFD_EVENT_UNMAP_FROM_GPU", false, nullptr},
    {"KFD_EVENT_DROPPED_EVENTS", false, nullptr},
    {"KFD_PAGE_MIGRATE", false, nullptr},
    {"KFD_PAGE_FAULT", false, nullptr},
    {"KFD_QUEUE", false, nullptr},
    {"MARKER_CORE_RANGE_API", false, nullptr},
};
static_assert(std::size(kBufferKinds) == ROCPROFILER_BUFFER_TRACING_LAST, "every kind has a row");

constexpr Kind kCallbackKinds[] = {
    {"NONE", false, nullptr},
    {"HSA_CORE_API", false, nullptr},
    {"HSA_AMD_EXT_API", false, nullptr},
    {"HSA_IMAGE_EXT_API", false, nullptr},
    {"HSA_FINALIZE_EXT_API", false, nullptr},
    {"HIP_RUNTIME_API", false, nullptr},
    {"HIP_COMPILER_API", false, nullptr},
    {"MARKER_CORE_API", false, nullptr},
    {"MARKER_CONTROL_API", false, nullptr},
    {"MARKER_NAME_API", false, nullptr},
    {"CODE_OBJECT", true, &CodeObject},
    {"SCRATCH_MEMORY", false, nullptr},
    {"KERNEL_DISPATCH", false, nullptr},
    {"MEMORY_COPY", false, nullptr},
    {"RCCL_API", false, nullptr},
    {"OMPT", false, nullptr},
    {"MEMORY_ALLOCATION", false, nullptr},
    {"RUNTIME_INITIALIZATION", false, nullptr},
    {"ROCDECODE_API", false, nullptr},
    {"ROCJPEG_API", false, nullptr},
    {"HIP_STREAM", false, nullptr},
    {"MARKER_CORE_RANGE_API", false, nullptr},
};
static_assert(std::size(kCallbackKinds) == ROCPROFILER_CALLBACK_TRACING_LAST,
              "every kind has a row");

template <size_t N>
const Kind* Find(const Kind (&kinds)[N], uint32_t kind) noexcept {
  return kind < N ? &kinds[kind] : nullptr;
}

rocprofiler_status_t OperationsOf(const Kind* kind, bool none,
                                  std::vector<const char*>* names) noexcept {
  if (kind == nullptr) return ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND;
  if (none) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  if (kind->operations == nullptr) return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
  try {
    *names = kind->operations();
    return ROCPROFILER_STATUS_SUCCESS;
  } catch (...) {
    return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  }
}

rocprofiler_status_t NameOf(rocprofiler_status_t status, const std::vector<const char*>& names,
                            int32_t operation, const char** name) noexcept {
  if (status != ROCPROFILER_STATUS_SUCCESS) return status;
  if (operation < 0 || static_cast<size_t>(operation) >= names.size()) {
    return ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND;
  }
  *name = names[static_cast<size_t>(operation)];
  return ROCPROFILER_STATUS_SUCCESS;
}

}  // namespace

const char* BufferKindName(uint32_t kind) noexcept {
  const Kind* found = Find(kBufferKinds, kind);
  return found == nullptr ? nullptr : found->name;
}
const char* CallbackKindName(uint32_t kind) noexcept {
  const Kind* found = Find(kCallbackKinds, kind);
  return found == nullptr ? nullptr : found->name;
}
bool BufferKindServed(uint32_t kind) noexcept {
  const Kind* found = Find(kBufferKinds, kind);
  return found != nullptr && found->served;
}
bool CallbackKindServed(uint32_t kind) noexcept {
  const Kind* found = Find(kCallbackKinds, kind);
  return found != nullptr && found->served;
}

rocprofiler_status_t BufferOperations(uint32_t kind, std::vector<const char*>* names) noexcept {
  return OperationsOf(Find(kBufferKinds, kind), kind == ROCPROFILER_BUFFER_TRACING_NONE, names);
}
rocprofiler_status_t CallbackOperations(uint32_t kind, std::vector<const char*>* names) noexcept {
  return OperationsOf(Find(kCallbackKinds, kind), kind == ROCPROFILER_CALLBACK_TRACING_NONE, names);
}

rocprofiler_status_t BufferOperationName(uint32_t kind, int32_t operation,
                                         const char** name) noexcept {
  // The one with many operations, which tools ask for each record.
  if (kind == ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API) {
    *name = HipOperationName(operation);
    return *name == nullptr ? ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND
                            : ROCPROFILER_STATUS_SUCCESS;
  }
  std::vector<const char*> names;
  return NameOf(BufferOperations(kind, &names), names, operation, name);
}
rocprofiler_status_t CallbackOperationName(uint32_t kind, int32_t operation,
                                           const char** name) noexcept {
  std::vector<const char*> names;
  return NameOf(CallbackOperations(kind, &names), names, operation, name);
}

}  // namespace rocjfr::sdk
