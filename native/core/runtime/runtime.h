// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HIP runtime in this process: where it is, which version, which hook, and its functions.
#ifndef ROCJFR_CORE_RUNTIME_RUNTIME_H_
#define ROCJFR_CORE_RUNTIME_RUNTIME_H_

#include <atomic>
#include <cstdint>
#include <string>

#include "arguments.h"
#include "twins.h"

namespace rocjfr {

// Of hip_api_data_t in HIP 6.0 to 7.2.
constexpr uint32_t kFrameBytesFrom6 = 1520;

// The runtime's two generations of tracing hook.
enum class HookKind { kNone, kRegister, kTracer };

// The hook of 5.3 and later.
using TracerCallback = int (*)(uint32_t domain, uint32_t op, void* data);

// Function ids of all known runtimes are below this (449 in 7.2.4).
constexpr uint32_t kMaxApis = 1024;

struct Runtime {
  std::string path;
  std::string version_text;
  void* handle = nullptr;
  HookKind hook = HookKind::kNone;
  uint32_t api_last = 0;
  // sizeof(hip_api_data_t) of this version; 0 unknown: API calls cannot be traced.
  uint32_t frame_bytes = 0;
  std::string message;  // what is degraded, and why

  const char* api_names[kMaxApis] = {};
  const ArgumentLayout* arguments[kMaxApis] = {};
  const Twin* twins[kMaxApis] = {};
  const void* table_function = nullptr;  // see twins.cpp

  // 5.3 and later
  void (*register_tracer)(TracerCallback) = nullptr;
  // Where register_tracer stores the callback, if that could be read off its code; else nullptr.
  void* const volatile* tracer_slot = nullptr;
  // 5.2
  int (*register_api)(uint32_t, void*, void*) = nullptr;
  int (*remove_api)(uint32_t) = nullptr;
  int (*register_activity)(uint32_t, void*, void*) = nullptr;
  int (*remove_activity)(uint32_t) = nullptr;
  void (*init_ops)(void* id_callback, void* op_callback, void* arg) = nullptr;
  bool (*enable_op)(unsigned op, bool enable) = nullptr;
  // all
  const char* (*api_name)(uint32_t) = nullptr;
  const char* (*kind_name)(unsigned) = nullptr;
  const char* (*kernel_name)(const void* function) = nullptr;
  const char* (*kernel_name_by_pointer)(const void* host_function, void* stream) = nullptr;
  int (*stream_device)(void* stream) = nullptr;
  int (*device_count)(int*) = nullptr;
  int (*pci_bus_id)(char* text, int bytes, int device) = nullptr;
  int (*get_device)(int*) = nullptr;
  const char* (*error_name)(int) = nullptr;
  int (*peek_error)() = nullptr;      // hipPeekAtLastError
  int (*fetch_error)() = nullptr;     // hipGetLastError
  int (*extended_error)() = nullptr;  // hipExtGetLastError; not before 6.0
};

// HIP 6 and later asks whether work is wanted when it makes a command and again when it submits it,
// and crashes where it hears "no" and then "yes".
inline bool AsksTwice(const Runtime& runtime) noexcept {
  return runtime.frame_bytes >= kFrameBytesFrom6;
}

// The runtime once it was found; never changes afterwards, never freed.
const Runtime* TheRuntime() noexcept;
// Looks among the loaded libraries. Cheap when none was loaded since the last call. Calls no
// function that would initialise the runtime. Returns TheRuntime(). Takes the loader's lock and
// none of ours: a library's constructor may call us, and so hold the one and wait for the other.
const Runtime* FindRuntime() noexcept;
// Comma-separated file names of other tracing tools in the process.
std::string FindOtherTools();

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_RUNTIME_H_
