// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "runtime.h"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/loaded_library.h"
#include "rocjfr/client.h"
#include "tracer_slot.h"

namespace rocjfr {
namespace {

std::atomic<const Runtime*> g_runtime{nullptr};
std::atomic<uint64_t> g_libraries_seen{0};
std::atomic<const Hsa*> g_loaded_hsa{nullptr};

// "libamdhip64.so.5.2.21153" -> "5.2.21153": also where the program loaded a link to that file.
std::string VersionInFileName(const std::string& path) {
  char real[PATH_MAX];
  const std::string name = FileName(realpath(path.c_str(), real) == nullptr ? path.c_str() : real);
  const size_t at = name.find(".so.");
  return at == std::string::npos ? "" : name.substr(at + 4);
}

template <typename Function>
void Symbol(void* handle, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(handle, name));
}

void ReadNames(Runtime* runtime) {
  if (runtime->api_name == nullptr) return;
  for (uint32_t id = 1; id < kMaxApis; ++id) {
    const char* name = runtime->api_name(id);
    if (name == nullptr || strcmp(name, "unknown") == 0) continue;
    runtime->api_names[id] = name;
    runtime->api_last = id;
    runtime->arguments.Set(id, name);
    runtime->memory[id] = FindMemory(name);
    for (const char* teller : {"hipGetLastError", "hipPeekAtLastError", "hipExtGetLastError"}) {
      runtime->tells_error[id] = runtime->tells_error[id] || strcmp(name, teller) == 0;
    }
  }
}

void ChooseHook(Runtime* runtime) {
  if (runtime->register_tracer != nullptr) {
    runtime->hook = HookKind::kTracer;
    runtime->tracer_slot = FindTracerSlot(reinterpret_cast<const void*>(runtime->register_tracer));
  } else if (runtime->register_api != nullptr && runtime->register_activity != nullptr &&
             runtime->remove_api != nullptr && runtime->remove_activity != nullptr &&
             runtime->init_ops != nullptr && runtime->enable_op != nullptr) {
    runtime->hook = HookKind::kRegister;
    ArgumentTable::SetArrays(Arrays::kWithValue);
  } else {
    runtime->message = "HIP runtime " + runtime->path + " (version " + runtime->version_text +
                       ") exports no tracing hook, so nothing can be recorded";
  }
}

const Runtime* Load(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (handle == nullptr) return nullptr;
  auto* runtime = new Runtime;
  runtime->path = path;
  runtime->version_text = VersionInFileName(path);
  runtime->handle = handle;  // kept: the runtime stays loaded while it knows our callbacks
  Symbol(handle, "hipRegisterTracerCallback", &runtime->register_tracer);
  Symbol(handle, "hipRegisterApiCallback", &runtime->register_api);
  Symbol(handle, "hipRemoveApiCallback", &runtime->remove_api);
  Symbol(handle, "hipRegisterActivityCallback", &runtime->register_activity);
  Symbol(handle, "hipRemoveActivityCallback", &runtime->remove_activity);
  Symbol(handle, "hipInitActivityCallback", &runtime->init_ops);
  Symbol(handle, "hipEnableActivityCallback", &runtime->enable_op);
  Symbol(handle, "hipApiName", &runtime->api_name);
  Symbol(handle, "hipGetCmdName", &runtime->kind_name);
  Symbol(handle, "hipKernelNameRef", &runtime->kernel_name);
  Symbol(handle, "hipKernelNameRefByPtr", &runtime->kernel_name_by_pointer);
  Symbol(handle, "hipGetStreamDeviceId", &runtime->stream_device);
  Symbol(handle, "hipGetDeviceCount", &runtime->device_count);
  runtime->hsa = FindHsa(handle);
  runtime->loads_hsa = runtime->hsa.init == nullptr && FileContains(path, "libhsa-runtime64");
  Symbol(handle, "hipDeviceGetPCIBusId", &runtime->pci_bus_id);
  Symbol(handle, "hipGetDevice", &runtime->get_device);
  Symbol(handle, "hipGetErrorName", &runtime->error_name);
  Symbol(handle, "hipPeekAtLastError", &runtime->peek_error);
  Symbol(handle, "hipGetLastError", &runtime->fetch_error);
  Symbol(handle, "hipExtGetLastError", &runtime->extended_error);
  Symbol(handle, "hipGetPendingActivityCount", &runtime->pending);
  Symbol(handle, "hipStreamQuery", &runtime->query_stream);
  Symbol(handle, "hipStreamSynchronize", &runtime->synchronize_stream);
  Symbol(handle, "hipStreamGetFlags", &runtime->stream_flags);
  Symbol(handle, "hipStreamIsCapturing", &runtime->is_capturing);
  Symbol(handle, "hipLaunchHostFunc", &runtime->launch_host_function);
  Symbol(handle, "hipThreadExchangeStreamCaptureMode", &runtime->exchange_capture_mode);
  Symbol(handle, "hipSetDevice", &runtime->set_device);
  Symbol(handle, "hipDevicePrimaryCtxGetState", &runtime->context_state);
  runtime->range = RangeOfLibrary(dlsym(handle, "hipGetDeviceCount"));
  runtime->has_profiler = dlsym(handle, "hipProfilerEnableExt") != nullptr;
  ReadNames(runtime);
  ChooseHook(runtime);
  FindSptFunctions(runtime);
  return runtime;
}

// hip_api_data_t holds the hipDeviceProp_t of hipChooseDevice, which grew from 792 to 1472 bytes in
// 6.0, with which arrays became plain pointers. What is neither is not known.
Arrays ArraysOf(uint32_t frame_bytes) {
  constexpr uint32_t kMostWithValue = 1000, kLeastWithPointer = 1500;
  if (frame_bytes <= kMostWithValue) return Arrays::kWithValue;
  return frame_bytes >= kLeastWithPointer ? Arrays::kPointer : Arrays::kUnknown;
}

}  // namespace

bool AsksTwice(const Runtime& runtime) noexcept {
  constexpr uint32_t kLastIdOf5 = 363;  // of 5.7.1; the first of 6.0 is 378
  if (runtime.hook != HookKind::kTracer) return false;
  return runtime.api_last == 0 || runtime.api_last > kLastIdOf5;
}

std::atomic<uint32_t> g_frame_bytes{0};
std::atomic<bool> g_frame_unreadable{false};
std::atomic<Arrays> ArgumentTable::arrays_{Arrays::kUnknown};

void PublishFrameBytes(uint32_t bytes) noexcept {
  // First: who sees the size reads arguments.
  if (g_frame_bytes.load() == 0) ArgumentTable::SetArrays(ArraysOf(bytes));
  uint32_t none = 0;
  g_frame_bytes.compare_exchange_strong(none, bytes);
}

void ArgumentTable::Set(uint32_t op, const char* function) noexcept {
  for (const Arrays arrays : {Arrays::kUnknown, Arrays::kWithValue, Arrays::kPointer}) {
    rows_[static_cast<size_t>(arrays)][op] = FindArguments(function, arrays);
  }
}

std::string RuntimeMessage(const Runtime& runtime) {
  if (!runtime.message.empty() || !FrameUnreadable()) return runtime.message;
  return "HIP runtime " + runtime.path + " (version " + runtime.version_text +
         ", last function id " + std::to_string(runtime.api_last) +
         ") has call frames that could not be measured: kernels and copies are recorded, API calls"
         " are not";
}

const Hsa& HsaBelow(const Runtime& runtime) noexcept {
  const Hsa* loaded = g_loaded_hsa.load(std::memory_order_acquire);
  return runtime.loads_hsa && loaded != nullptr ? *loaded : runtime.hsa;
}

bool HsaHasStarted(const Runtime& runtime) noexcept {
  const Hsa& hsa = HsaBelow(runtime);
  if (runtime.loads_hsa && hsa.init == nullptr) {
    // Where it has just been loaded it may have started.
    try {
      return !FindLoadedLibrary("libhsa-runtime64").empty();
    } catch (...) {
      return true;
    }
  }
  return HsaHasStarted(hsa);
}

const Runtime* TheRuntime() noexcept {
  return g_runtime.load(std::memory_order_acquire);
}

const Runtime* FindRuntime() noexcept {
  if (const Runtime* known = TheRuntime()) {
    if (known->loads_hsa && g_loaded_hsa.load() == nullptr) g_loaded_hsa.store(FindLoadedHsa());
    return known;
  }
  try {
    uint64_t seen = g_libraries_seen.load();
    if (!LibrariesChangedSince(&seen)) return TheRuntime();
    // "libamdhip64" without ".so": wheels rename their copy to libamdhip64-<hash>.so.
    const std::string path = FindLoadedLibrary("libamdhip64");
    const Runtime* runtime = path.empty() ? nullptr : Load(path);
    if (runtime == nullptr) {
      if (path.empty()) g_libraries_seen.store(seen);  // else it is still being loaded: look again
      return TheRuntime();
    }
    // Several may have found it at once: none waits for another, see runtime.h.
    const Runtime* first = nullptr;
    if (runtime->loads_hsa) g_loaded_hsa.store(FindLoadedHsa());
    if (g_runtime.compare_exchange_strong(first, runtime, std::memory_order_acq_rel)) {
      return runtime;
    }
    dlclose(runtime->handle);
    delete runtime;
    return first;
  } catch (...) {
    return nullptr;
  }
}

namespace {

// Libraries of ours have the names of AMD's, and functions of their own.
bool IsOurs(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return false;
  const bool ours = dlsym(handle, "roctracer_rocjfr_lost_records") != nullptr ||
                    dlsym(handle, "rocprofiler_rocjfr_kernel_name") != nullptr;
  dlclose(handle);
  return ours;
}

}  // namespace

std::string FindOtherTools() {
  static constexpr const char* kTools[] = {"libroctracer64.so", "librocprofiler64.so",
                                           "librocprofiler-sdk.so", "librocprofiler64v2.so",
                                           "libroctracer_tool.so"};
  std::vector<std::string> found;
  EachLoadedLibrary([&](const char* path) {
    const std::string name = FileName(path);
    for (const char* tool : kTools) {
      if (name.compare(0, strlen(tool), tool) == 0) found.emplace_back(path);
    }
    return false;
  });
  std::string tools;
  // After the walk, which holds a lock of the loader.
  for (const std::string& path : found) {
    if (!IsOurs(path)) tools += (tools.empty() ? "" : ", ") + std::string(FileName(path.c_str()));
  }
  return tools;
}

}  // namespace rocjfr

extern "C" {
const char* rocjfr_api_name(uint32_t id) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  return runtime == nullptr || id >= rocjfr::kMaxApis ? nullptr : runtime->api_names[id];
}

uint32_t rocjfr_api_data_bytes(void) {
  return rocjfr::g_frame_bytes.load(std::memory_order_acquire);
}

uint32_t rocjfr_api_last(void) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  return runtime == nullptr ? 0 : runtime->api_last;
}

const char* rocjfr_kind_name(uint32_t kind) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  return runtime == nullptr || runtime->kind_name == nullptr ? nullptr : runtime->kind_name(kind);
}
}
