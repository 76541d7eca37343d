// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HIP runtime in this process: where it is, which version, which hook, and its functions.
#ifndef ROCJFR_CORE_RUNTIME_RUNTIME_H_
#define ROCJFR_CORE_RUNTIME_RUNTIME_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "arguments.h"
#include "base/loaded_library.h"
#include "hsa.h"
#include "memory_arguments.h"
#include "spt_functions.h"

namespace rocjfr {

// The runtime's two generations of tracing hook.
enum class HookKind { kNone, kRegister, kTracer };

// The hook of 5.3 and later.
using TracerCallback = int (*)(uint32_t domain, uint32_t op, void* data);

// Function ids are below this: 449 is the last of 7.2.4, and each release adds some.
constexpr uint32_t kMaxApis = 1024;

// sizeof(hip_api_data_t) of the loaded runtime with the hook of 5.3 and later, once a call was used
// to measure it (frame_probe.h); 0 before, and where it cannot be measured.
extern std::atomic<uint32_t> g_frame_bytes;
// A thread could not measure it.
extern std::atomic<bool> g_frame_unreadable;
// So nobody can: API calls are not traced.
inline bool FrameUnreadable() noexcept {
  return g_frame_unreadable.load() && g_frame_bytes.load() == 0;
}
// The first measure counts.
void PublishFrameBytes(uint32_t bytes) noexcept;

// The rows for the loaded runtime's functions; nullptr: nothing of the arguments is recorded.
class ArgumentTable {
 public:
  const ArgumentLayout* operator[](uint32_t op) const noexcept {
    return rows_[static_cast<size_t>(arrays_.load(std::memory_order_relaxed))][op];
  }
  void Set(uint32_t op, const char* function) noexcept;
  // How this runtime holds array arguments is known; until then their places are not.
  static void SetArrays(Arrays arrays) noexcept {
    arrays_.store(arrays, std::memory_order_relaxed);
  }

 private:
  static std::atomic<Arrays> arrays_;
  const ArgumentLayout* rows_[kArrayKinds][kMaxApis] = {};
};

struct Runtime {
  std::string path;
  std::string version_text;
  void* handle = nullptr;
  LibraryRange range;
  HookKind hook = HookKind::kNone;
  uint32_t api_last = 0;
  std::string message;  // what is degraded, and why; see also RuntimeMessage

  const char* api_names[kMaxApis] = {};
  bool tells_error[kMaxApis] = {};  // the function's result is the last error
  ArgumentTable arguments;
  const MemoryLayout* memory[kMaxApis] = {};
  const SptFunction* spt_functions[kMaxApis] = {};
  const void* table_function = nullptr;  // see spt_functions.cpp

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
  Hsa hsa;                 // of those that it needs; see HsaBelow
  bool loads_hsa = false;  // by itself, in its first call
  int (*pci_bus_id)(char* text, int bytes, int device) = nullptr;
  int (*get_device)(int*) = nullptr;
  const char* (*error_name)(int) = nullptr;
  int (*peek_error)() = nullptr;      // hipPeekAtLastError
  int (*fetch_error)() = nullptr;     // hipGetLastError
  int (*extended_error)() = nullptr;  // hipExtGetLastError; not before 6.0
  // Records that were submitted and not reported yet; newer runtimes only.
  int64_t (*pending)() = nullptr;
  bool has_profiler = false;  // of its own
  // What the reporter calls; null where the runtime lacks it.
  int (*query_stream)(void* stream) = nullptr;
  int (*synchronize_stream)(void* stream) = nullptr;
  int (*is_capturing)(void* stream, int* status) = nullptr;
  int (*stream_flags)(void* stream, unsigned* flags) = nullptr;
  int (*launch_host_function)(void* stream, void (*function)(void*), void* argument) = nullptr;
  int (*exchange_capture_mode)(int* mode) = nullptr;
  int (*set_device)(int) = nullptr;
  int (*context_state)(int device, unsigned* flags, int* active) = nullptr;
};

// Whether it asks if work is wanted when it makes a piece and again when it submits it (see
// work_epoch.h): HIP 6 does, and any that is not known to be 5.x is taken for one that does.
bool AsksTwice(const Runtime& runtime) noexcept;

// HSA, with all functions null where there is none yet. A runtime may load it by itself
// (ROCR_DLL_LOAD): then it is the one that is loaded.
const Hsa& HsaBelow(const Runtime& runtime) noexcept;
// False: no HIP call can have made any work. As HsaHasStarted.
bool HsaHasStarted(const Runtime& runtime) noexcept;

// What is degraded now, and why; "" if nothing is.
std::string RuntimeMessage(const Runtime& runtime);

// The runtime once it was found; never changes afterwards, never freed.
const Runtime* TheRuntime() noexcept;
// Looks among the loaded libraries. Cheap when none was loaded since the last call. Calls no
// function that would initialise the runtime. Returns TheRuntime(). And for HSA, where the runtime
// loads that by itself. Takes the loader's lock and none of ours: a library's constructor may call
// us, and so hold the one and wait for the other.
const Runtime* FindRuntime() noexcept;
// Comma-separated file names of other tracing tools in the process.
std::string FindOtherTools();

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_RUNTIME_H_
