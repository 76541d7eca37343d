// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kinds and their operations: names, numbers, and which kinds are served.
#ifndef ROCJFR_ROCPROFILER_KINDS_H_
#define ROCJFR_ROCPROFILER_KINDS_H_

#include <cstdint>
#include <vector>

#include "rocprofiler-sdk/rocprofiler.h"

namespace rocjfr::sdk {

// Operations of any kind are below this.
constexpr uint32_t kMostOperations = 2048;

// Names have static storage; nullptr where there is no such kind.
const char* BufferKindName(uint32_t kind) noexcept;
const char* CallbackKindName(uint32_t kind) noexcept;
bool BufferKindServed(uint32_t kind) noexcept;
bool CallbackKindServed(uint32_t kind) noexcept;
// SUCCESS; INVALID_ARGUMENT for NONE; NOT_IMPLEMENTED for kinds that are not served or have no
// operations; KIND_NOT_FOUND.
rocprofiler_status_t BufferOperations(uint32_t kind, std::vector<const char*>* names) noexcept;
rocprofiler_status_t CallbackOperations(uint32_t kind, std::vector<const char*>* names) noexcept;
// As above; OPERATION_NOT_FOUND.
rocprofiler_status_t BufferOperationName(uint32_t kind, int32_t operation,
                                         const char** name) noexcept;
rocprofiler_status_t CallbackOperationName(uint32_t kind, int32_t operation,
                                           const char** name) noexcept;

// A function of the loaded HIP runtime.
struct HipFunction {
  uint32_t kind = 0;  // HIP_RUNTIME_API or HIP_COMPILER_API; 0 not known
  int32_t operation = -1;
  bool submits = false;  // by its name it may submit work
  enum class Module : uint8_t { kNo, kLoad, kLoadData, kUnload, kGetFunction } module = Module::kNo;
};
constexpr uint32_t kMostHipApis = 1024;  // as in the core
// `id`: the runtime's number. Looked up by name once.
const HipFunction& HipFunctionOf(uint32_t id) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_ROCPROFILER_KINDS_H_
