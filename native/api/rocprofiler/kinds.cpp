// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "kinds.h"

#include <iterator>

#include "hip_operations.h"
#include "hsa_sink.h"
#include "unserved_operations.h"

namespace rocjfr::sdk {
namespace {

#define NAME(name) #name,
constexpr const char* kCompilerNames[] = {ROCPROFILER_HIP_COMPILER_APIS(NAME)};
#undef NAME

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
std::vector<const char*> MarkerRange() {
  return {"roctxMarkA", "roctxThreadRangeA", "roctxProcessRangeA", "roctxGetThreadId"};
}
std::vector<const char*> HipStream() {
  return {"HIP_STREAM_NONE", "HIP_STREAM_CREATE", "HIP_STREAM_DESTROY", "HIP_STREAM_SET"};
}
std::vector<const char*> RuntimeInitialization() {
  return {"RUNTIME_INITIALIZATION_NONE",   "RUNTIME_INITIALIZATION_HSA",
          "RUNTIME_INITIALIZATION_HIP",    "RUNTIME_INITIALIZATION_MARKER",
          "RUNTIME_INITIALIZATION_RCCL",   "RUNTIME_INITIALIZATION_ROCDECODE",
          "RUNTIME_INITIALIZATION_ROCJPEG"};
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

std::vector<const char*> HsaCore() {
  return HsaOperations(ROCJFR_HSA_CORE);
}
std::vector<const char*> HsaAmdExt() {
  return HsaOperations(ROCJFR_HSA_AMD_EXT);
}
std::vector<const char*> HsaImageExt() {
  return HsaOperations(ROCJFR_HSA_IMAGE_EXT);
}
std::vector<const char*> HsaFinalizeExt() {
  return HsaOperations(ROCJFR_HSA_FINALIZER_EXT);
}
std::vector<const char*> MemoryAllocation() {
  return {"MEMORY_ALLOCATION_NONE", "MEMORY_ALLOCATION_ALLOCATE", "MEMORY_ALLOCATION_VMEM_ALLOCATE",
          "MEMORY_ALLOCATION_FREE", "MEMORY_ALLOCATION_VMEM_FREE"};
}
std::vector<const char*> ScratchMemory() {
  return {"SCRATCH_MEMORY_NONE", "SCRATCH_MEMORY_ALLOC", "SCRATCH_MEMORY_FREE",
          "SCRATCH_MEMORY_ASYNC_RECLAIM"};
}

constexpr const char* kScratch = "scratch memory has records in buffers, but no callbacks";
constexpr const char* kStreams = "streams have callbacks, but the SDK has no record for them";
constexpr const char* kLibrary = "that library is not traced, even if it is loaded";
constexpr const char* kOpenMp = "AMD's OpenMP runtime does not call rocjfr";
constexpr const char* kDriver = "the driver's events are not read";

constexpr Kinds::Row kBufferRows[] = {
    {"NONE", false, nullptr},
    {"HSA_CORE_API", true, &HsaCore},
    {"HSA_AMD_EXT_API", true, &HsaAmdExt},
    {"HSA_IMAGE_EXT_API", true, &HsaImageExt},
    {"HSA_FINALIZE_EXT_API", true, &HsaFinalizeExt},
    {"HIP_RUNTIME_API", true, &HipRuntime},
    {"HIP_COMPILER_API", true, &HipCompiler},
    {"MARKER_CORE_API", true, &MarkerCore},
    {"MARKER_CONTROL_API", true, &MarkerControl},
    {"MARKER_NAME_API", true, &MarkerName},
    {"MEMORY_COPY", true, &MemoryCopy},
    {"KERNEL_DISPATCH", true, &KernelDispatch},
    {"SCRATCH_MEMORY", true, &ScratchMemory},
    {"CORRELATION_ID_RETIREMENT", true, nullptr},
    {"RCCL_API", false, &Rccl, kLibrary},
    {"OMPT", false, &OpenMp, kOpenMp},
    {"MEMORY_ALLOCATION", true, &MemoryAllocation},
    {"RUNTIME_INITIALIZATION", true, &RuntimeInitialization},
    {"ROCDECODE_API", false, &RocDecode, kLibrary},
    {"ROCJPEG_API", false, &RocJpeg, kLibrary},
    {"HIP_STREAM", false, &HipStream, kStreams},
    {"HIP_RUNTIME_API_EXT", true, &HipRuntime},
    {"HIP_COMPILER_API_EXT", true, &HipCompiler},
    {"ROCDECODE_API_EXT", false, &RocDecode, kLibrary},
    {"KFD_EVENT_PAGE_MIGRATE", false, &KfdEventPageMigrate, kDriver},
    {"KFD_EVENT_PAGE_FAULT", false, &KfdEventPageFault, kDriver},
    {"KFD_EVENT_QUEUE", false, &KfdEventQueue, kDriver},
    {"KFD_EVENT_UNMAP_FROM_GPU", false, &KfdEventUnmap, kDriver},
    {"KFD_EVENT_DROPPED_EVENTS", false, &KfdEventDropped, kDriver},
    {"KFD_PAGE_MIGRATE", false, &KfdPageMigrate, kDriver},
    {"KFD_PAGE_FAULT", false, &KfdPageFault, kDriver},
    {"KFD_QUEUE", false, &KfdQueue, kDriver},
    {"MARKER_CORE_RANGE_API", true, &MarkerRange},
};
static_assert(std::size(kBufferRows) == ROCPROFILER_BUFFER_TRACING_LAST, "every kind has a row");

constexpr Kinds::Row kCallbackRows[] = {
    {"NONE", false, nullptr},
    {"HSA_CORE_API", true, &HsaCore},
    {"HSA_AMD_EXT_API", true, &HsaAmdExt},
    {"HSA_IMAGE_EXT_API", true, &HsaImageExt},
    {"HSA_FINALIZE_EXT_API", true, &HsaFinalizeExt},
    {"HIP_RUNTIME_API", true, &HipRuntime},
    {"HIP_COMPILER_API", true, &HipCompiler},
    {"MARKER_CORE_API", true, &MarkerCore},
    {"MARKER_CONTROL_API", true, &MarkerControl},
    {"MARKER_NAME_API", true, &MarkerName},
    {"CODE_OBJECT", true, &CodeObject},
    {"SCRATCH_MEMORY", false, &ScratchMemory, kScratch},
    {"KERNEL_DISPATCH", true, &KernelDispatch},
    {"MEMORY_COPY", true, &MemoryCopy},
    {"RCCL_API", false, &Rccl, kLibrary},
    {"OMPT", false, &OpenMp, kOpenMp},
    {"MEMORY_ALLOCATION", true, &MemoryAllocation},
    {"RUNTIME_INITIALIZATION", true, &RuntimeInitialization},
    {"ROCDECODE_API", false, &RocDecode, kLibrary},
    {"ROCJPEG_API", false, &RocJpeg, kLibrary},
    {"HIP_STREAM", true, &HipStream},
    {"MARKER_CORE_RANGE_API", true, &MarkerRange},
};
static_assert(std::size(kCallbackRows) == ROCPROFILER_CALLBACK_TRACING_LAST,
              "every kind has a row");

}  // namespace

const Kinds kBufferKinds(kBufferRows), kCallbackKinds(kCallbackRows);

rocprofiler_status_t Kinds::Operations(uint32_t kind,
                                       std::vector<const char*>* names) const noexcept {
  if (kind >= count_) return ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND;
  if (kind == 0) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  if (rows_[kind].operations == nullptr) return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
  try {
    *names = rows_[kind].operations();
    return ROCPROFILER_STATUS_SUCCESS;
  } catch (...) {
    return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  }
}

rocprofiler_status_t Kinds::OperationName(uint32_t kind, int32_t operation,
                                          const char** name) const noexcept {
  // The one with many operations, which tools ask for each record.
  if (kind < count_ && rows_[kind].operations == &HipRuntime) {
    *name = HipOperationName(operation);
    return *name == nullptr ? ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND
                            : ROCPROFILER_STATUS_SUCCESS;
  }
  std::vector<const char*> names;
  const rocprofiler_status_t status = Operations(kind, &names);
  if (status != ROCPROFILER_STATUS_SUCCESS) return status;
  if (operation < 0 || static_cast<size_t>(operation) >= names.size()) {
    return ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND;
  }
  *name = names[static_cast<size_t>(operation)];
  return ROCPROFILER_STATUS_SUCCESS;
}

}  // namespace rocjfr::sdk
