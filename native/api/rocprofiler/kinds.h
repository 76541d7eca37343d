// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kinds and their operations: names, numbers, and which kinds are served.
#ifndef ROCJFR_API_ROCPROFILER_KINDS_H_
#define ROCJFR_API_ROCPROFILER_KINDS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rocprofiler-sdk/rocprofiler.h"

namespace rocjfr::sdk {

// Operations of any kind are below this.
constexpr uint32_t kMostOperations = 2048;

// The kinds of one of the two tracing services. Names have static storage.
class Kinds {
 public:
  struct Row {
    const char* name;
    bool served;
    std::vector<const char*> (*operations)();  // null: it has none, or they are not known
    // Not served, but a tool that configures it gets SUCCESS and is told why nothing comes: AMD's
    // library has such machines, too, and tools end the process where it is an error.
    const char* empty = nullptr;
  };
  template <size_t N>
  constexpr explicit Kinds(const Row (&rows)[N]) noexcept : rows_(rows), count_(N) {}

  uint32_t count() const noexcept { return count_; }
  // nullptr where there is no such kind.
  const char* Name(uint32_t kind) const noexcept {
    return kind < count_ ? rows_[kind].name : nullptr;
  }
  bool Served(uint32_t kind) const noexcept { return kind < count_ && rows_[kind].served; }
  // Why nothing comes of a kind that can be configured; null of others.
  const char* Empty(uint32_t kind) const noexcept {
    return kind < count_ ? rows_[kind].empty : nullptr;
  }
  // SUCCESS; INVALID_ARGUMENT for NONE; NOT_IMPLEMENTED where they are not known; KIND_NOT_FOUND.
  rocprofiler_status_t Operations(uint32_t kind, std::vector<const char*>* names) const noexcept;
  // As above; OPERATION_NOT_FOUND.
  rocprofiler_status_t OperationName(uint32_t kind, int32_t operation,
                                     const char** name) const noexcept;

 private:
  const Row* const rows_;
  const uint32_t count_;
};
extern const Kinds kBufferKinds, kCallbackKinds;

// A function of the loaded HIP runtime.
struct HipSignature;
struct HipFunction {
  const HipSignature* signature = nullptr;  // hip_signatures.h; null: not known
  uint32_t kind = 0;                        // HIP_RUNTIME_API or HIP_COMPILER_API; 0 not known
  int32_t operation = -1;
  bool submits = false;  // by its name it may submit work
  // Which, by its name.
  enum class Work : uint8_t { kAny, kKernels, kCopies } work = Work::kAny;
  bool launches = false;    // its first argument is the kernel
  bool plain_copy = false;  // its first two arguments are the addresses that it copies to and from
  enum class Module : uint8_t { kNo, kLoad, kLoadData, kUnload, kGetFunction } module = Module::kNo;
  enum class Stream : uint8_t { kNo, kCreate, kDestroy } stream = Stream::kNo;
};
constexpr uint32_t kMostHipApis = 1024;  // as in the core
// `id`: the runtime's number. Looked up by name once.
const HipFunction& HipFunctionOf(uint32_t id) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_KINDS_H_
