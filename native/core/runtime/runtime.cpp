// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "runtime.h"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>

#include "base/loaded_library.h"
#include "rocjfr/client.h"
#include "tracer_slot.h"

namespace rocjfr {
namespace {

std::atomic<const Runtime*> g_runtime{nullptr};
std::atomic<uint64_t> g_libraries_seen{0};

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

// sizeof(hip_api_data_t), read off hip_prof_str.h of each release. The last function id tells
// releases apart without asking the runtime for its version, which would initialise it.
uint32_t FrameBytes(uint32_t api_last, const std::string& version) {
  // 5.3.0 has 832 bytes and 5.3.3 has 840 with the same ids: neither can be assumed.
  if (version.compare(0, 4, "5.3.") == 0) return 0;
  if (api_last >= 348 && api_last <= 363) return 840;               // 5.4.0 to 5.7.1
  if (api_last >= 378 && api_last <= 449) return kFrameBytesFrom6;  // 6.0.0 to 7.2.4
  return 0;
}

void ReadNames(Runtime* runtime) {
  if (runtime->api_name == nullptr) return;
  for (uint32_t id = 1; id < kMaxApis; ++id) {
    const char* name = runtime->api_name(id);
    if (name == nullptr || strcmp(name, "unknown") == 0) continue;
    runtime->api_names[id] = name;
    runtime->api_last = id;
  }
}

void ChooseHook(Runtime* runtime) {
  if (runtime->register_tracer != nullptr) {
    runtime->hook = HookKind::kTracer;
    runtime->tracer_slot = FindTracerSlot(reinterpret_cast<const void*>(runtime->register_tracer));
    runtime->frame_bytes = FrameBytes(runtime->api_last, runtime->version_text);
    if (runtime->frame_bytes == 0) {
      runtime->message = "HIP runtime " + runtime->path + " (version " + runtime->version_text +
                         ", last function id " + std::to_string(runtime->api_last) +
                         ") is not known: kernels and copies are recorded, API calls are not";
    }
  } else if (runtime->register_api != nullptr && runtime->register_activity != nullptr &&
             runtime->remove_api != nullptr && runtime->remove_activity != nullptr &&
             runtime->init_ops != nullptr && runtime->enable_op != nullptr) {
    runtime->hook = HookKind::kRegister;
  } else {
    runtime->message = "HIP runtime " + runtime->path + " (version " + runtime->version_text +
                       ") exports no tracing hook: nothing can be recorded";
  }
}

void ChooseArguments(Runtime* runtime) {
  const bool from_6 = runtime->frame_bytes == kFrameBytesFrom6;
  for (uint32_t id = 1; id <= runtime->api_last; ++id) {
    if (runtime->api_names[id] == nullptr) continue;
    runtime->arguments[id] =
        FindArguments(runtime->api_names[id], from_6 ? Arrays::kPointer : Arrays::kWithValue);
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
  Symbol(handle, "hipDeviceGetPCIBusId", &runtime->pci_bus_id);
  Symbol(handle, "hipGetDevice", &runtime->get_device);
  Symbol(handle, "hipGetErrorName", &runtime->error_name);
  Symbol(handle, "hipPeekAtLastError", &runtime->peek_error);
  Symbol(handle, "hipGetLastError", &runtime->fetch_error);
  Symbol(handle, "hipExtGetLastError", &runtime->extended_error);
  ReadNames(runtime);
  ChooseHook(runtime);
  ChooseArguments(runtime);
  FindTwins(runtime);
  return runtime;
}

}  // namespace

const Runtime* TheRuntime() noexcept {
  return g_runtime.load(std::memory_order_acquire);
}

const Runtime* FindRuntime() noexcept {
  if (const Runtime* known = TheRuntime()) return known;
  try {
    uint64_t seen = g_libraries_seen.load();
    if (!LibrariesLoadedSince(&seen)) return TheRuntime();
    // "libamdhip64" without ".so": wheels rename their copy to libamdhip64-<hash>.so.
    const std::string path = FindLoadedLibrary("libamdhip64");
    const Runtime* runtime = path.empty() ? nullptr : Load(path);
    if (runtime == nullptr) {
      if (path.empty()) g_libraries_seen.store(seen);  // else it is still being loaded: look again
      return TheRuntime();
    }
    // Several may have found it at once: none waits for another, see runtime.h.
    const Runtime* first = nullptr;
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

std::string FindOtherTools() {
  static constexpr const char* kTools[] = {"libroctracer64.so", "librocprofiler64.so",
                                           "librocprofiler-sdk.so", "librocprofiler64v2.so",
                                           "libroctracer_tool.so"};
  std::string tools;
  EachLoadedLibrary([&](const char* path) {
    const std::string name = FileName(path);
    for (const char* tool : kTools) {
      if (name.compare(0, strlen(tool), tool) != 0) continue;
      tools += (tools.empty() ? "" : ", ") + name;
      break;
    }
    return false;
  });
  return tools;
}

}  // namespace rocjfr

extern "C" {
const char* rocjfr_api_name(uint32_t id) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  return runtime == nullptr || id >= rocjfr::kMaxApis ? nullptr : runtime->api_names[id];
}

uint32_t rocjfr_api_data_bytes(void) {
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  return runtime == nullptr ? 0 : runtime->frame_bytes;
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
