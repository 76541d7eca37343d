// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The library as a whole: opening, closing, what the system is, how to name a status.

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>

#include "agent.h"
#include "api.h"
#include "clock.h"
#include "config.h"
#include "device_memory.h"
#include "executable.h"
#include "lifecycle.h"
#include "log.h"
#include "tools.h"

namespace rocjfr::softgpu {
namespace {

std::atomic<int> g_opened{0};

// Of who opens and closes. As in ROCm's runtime tools run under it.
std::mutex& opening() {
  static auto* mutex = new std::mutex;  // never destroyed
  return *mutex;
}

struct StatusText {
  int status;
  const char* text;
};

constexpr StatusText kStatusTexts[] = {
    {HSA_STATUS_SUCCESS, "success"},
    {HSA_STATUS_INFO_BREAK, "a callback asked to stop"},
    {HSA_STATUS_ERROR, "error, or not supported by the software GPU"},
    {HSA_STATUS_ERROR_INVALID_ARGUMENT, "invalid argument"},
    {HSA_STATUS_ERROR_INVALID_QUEUE_CREATION, "no such queue can be made"},
    {HSA_STATUS_ERROR_INVALID_ALLOCATION, "invalid allocation"},
    {HSA_STATUS_ERROR_INVALID_AGENT, "invalid agent"},
    {HSA_STATUS_ERROR_INVALID_SIGNAL, "invalid signal"},
    {HSA_STATUS_ERROR_INVALID_QUEUE, "invalid queue"},
    {HSA_STATUS_ERROR_OUT_OF_RESOURCES, "out of resources"},
    {HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, "invalid packet format"},
    {HSA_STATUS_ERROR_NOT_INITIALIZED, "not initialized"},
    {HSA_STATUS_ERROR_INVALID_ISA, "invalid instruction set"},
    {HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "invalid code object"},
    {HSA_STATUS_ERROR_INVALID_EXECUTABLE, "invalid executable"},
    {HSA_STATUS_ERROR_FROZEN_EXECUTABLE, "the executable is frozen"},
    {HSA_STATUS_ERROR_INVALID_SYMBOL_NAME, "no symbol of that name"},
    {HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED, "the variable is defined already"},
    {HSA_STATUS_ERROR_EXCEPTION, "a kernel threw an exception"},
    {HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL, "invalid symbol"},
    {HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER, "invalid code object reader"},
    {HSA_STATUS_ERROR_INVALID_MEMORY_POOL, "invalid memory pool"},
    {HSA_STATUS_ERROR_MEMORY_FAULT, "a kernel left the memory that it was given"},
};

// The loader extension: there is no host copy of code objects other than the code objects.
hsa_status_t loader_host_address(const void* device, const void** host) {
  if (device == nullptr || host == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *host = device;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t loader_segments(hsa_ven_amd_loader_segment_descriptor_t*, size_t* count) {
  if (count == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *count = 0;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t loader_executable(const void*, hsa_executable_t*) {
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t loader_objects(hsa_executable_t handle,
                            hsa_status_t (*callback)(hsa_executable_t, hsa_loaded_code_object_t,
                                                     void*),
                            void* data) {
  auto executable = Executables::instance().find(handle);
  if (executable == nullptr) return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  if (callback == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  for (const LoadedCode& code : executable->code()) {
    hsa_status_t status = callback(handle, {code.handle}, data);
    if (status != HSA_STATUS_SUCCESS) return status;
  }
  return HSA_STATUS_SUCCESS;
}

// Where the code object was in memory when it was loaded.
std::string uri_of(const LoadedCode& code) {
  char text[128];
  snprintf(text, sizeof text, "memory://%d#offset=0x%lx&size=%zu", getpid(), code.image,
           code.image_bytes);
  return text;
}

hsa_status_t loader_object_info(hsa_loaded_code_object_t handle,
                                hsa_ven_amd_loader_loaded_code_object_info_t attribute,
                                void* value) {
  LoadedCode code;
  auto owner =
      Executables::instance().find(hsa_executable_t{Executable::id_of_symbol(handle.handle)});
  if (owner == nullptr || !owner->get_code(handle.handle, &code)) {
    return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
  }
  if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  switch (number_of(attribute)) {
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_EXECUTABLE:
      return put<hsa_executable_t>(value, {Executable::id_of_symbol(handle.handle)});
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_KIND:
      return put<uint32_t>(value, HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_KIND_AGENT);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_AGENT:
      return put<hsa_agent_t>(value, gpu_agent(code.gpu));
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_TYPE:
      return put<uint32_t>(value, HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_BASE:
      return put<uint64_t>(value, code.image);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_SIZE:
      return put<uint64_t>(value, code.image_bytes);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_DELTA:
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_BASE:  // linked for address 0
      return put<uint64_t>(value, code.base);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_SIZE:
      return put<uint64_t>(value, code.bytes);
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI_LENGTH:
      return put<uint32_t>(value, static_cast<uint32_t>(uri_of(code).size()));
    case HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI: {
      const std::string uri = uri_of(code);
      std::memcpy(value, uri.data(), uri.size());
      return HSA_STATUS_SUCCESS;
    }
    default:
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  }
}

}  // namespace

bool runtime_is_open() {
  return g_opened.load(std::memory_order_acquire) > 0;
}

}  // namespace rocjfr::softgpu

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

SOFTGPU_HSA hsa_status_t hsa_init() {
  std::lock_guard<std::mutex> lock(opening());
  int opened = g_opened.load(std::memory_order_acquire);
  if (opened == INT32_MAX) return HSA_STATUS_ERROR_REFCOUNT_OVERFLOW;
  g_opened.store(opened + 1, std::memory_order_release);
  watch_process();
  if (opened == 0) {
    log(LogLevel::kCall, "opened: %d x %s", config().gpus, config().gfx.c_str());
    load_tools();
  }
  return HSA_STATUS_SUCCESS;
}

SOFTGPU_HSA hsa_status_t hsa_shut_down() {
  std::lock_guard<std::mutex> lock(opening());
  int opened = g_opened.load(std::memory_order_acquire);
  if (opened == 0) return HSA_STATUS_ERROR_NOT_INITIALIZED;
  if (opened == 1) unload_tools();
  g_opened.store(opened - 1, std::memory_order_release);
  return HSA_STATUS_SUCCESS;
}

SOFTGPU_HSA hsa_status_t hsa_status_string(hsa_status_t status, const char** text) {
  if (text == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  for (const StatusText& known : kStatusTexts) {
    if (known.status == number_of(status)) {
      *text = known.text;
      return HSA_STATUS_SUCCESS;
    }
  }
  *text = "a status that the software GPU does not use";
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

SOFTGPU_HSA hsa_status_t hsa_system_get_info(hsa_system_info_t attribute, void* value) {
  return entry([&] {
    if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch (number_of(attribute)) {
      case HSA_SYSTEM_INFO_VERSION_MAJOR:
      case HSA_SYSTEM_INFO_VERSION_MINOR:
      case compat::kSystemExtVersionMajor:
        return put<uint16_t>(value, 1);
      case compat::kSystemExtVersionMinor:
        return put<uint16_t>(value, 0);
      case HSA_SYSTEM_INFO_TIMESTAMP:
        return put<uint64_t>(value, Clock::now());
      case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY:
        return put<uint64_t>(value, Clock::kFrequency);
      case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT:
        return put<uint64_t>(value, UINT64_MAX);
      case HSA_SYSTEM_INFO_ENDIANNESS:
        return put<uint32_t>(value, HSA_ENDIANNESS_LITTLE);
      case HSA_SYSTEM_INFO_MACHINE_MODEL:
        return put<uint32_t>(value, HSA_MACHINE_MODEL_LARGE);
      case HSA_SYSTEM_INFO_EXTENSIONS:
        std::memset(value, 0, 128);
        return HSA_STATUS_SUCCESS;
      case HSA_AMD_SYSTEM_INFO_BUILD_VERSION:
        return put<const char*>(value, "rocjfr software GPU");
      case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED:
      case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT:
      case compat::kSystemMwaitxEnabled:
      case compat::kSystemDmabufSupported:
      case compat::kSystemVirtualMemorySupported:
      case compat::kSystemXnackEnabled:
        return put<bool>(value, false);
      default:
        log(LogLevel::kCall, "the system has no attribute 0x%x", number_of(attribute));
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
  });
}

SOFTGPU_HSA hsa_status_t hsa_system_extension_supported(uint16_t, uint16_t, uint16_t,
                                                        bool* result) {
  return entry([&] {
    if (result == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = false;
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_system_get_major_extension_table(uint16_t extension, uint16_t,
                                                              size_t bytes, void* table) {
  return entry([&] {
    if (table == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (extension != HSA_EXTENSION_AMD_LOADER) return HSA_STATUS_ERROR;
    hsa_ven_amd_loader_1_01_pfn_t loader{};
    loader.hsa_ven_amd_loader_query_host_address = loader_host_address;
    loader.hsa_ven_amd_loader_query_segment_descriptors = loader_segments;
    loader.hsa_ven_amd_loader_query_executable = loader_executable;
    loader.hsa_ven_amd_loader_executable_iterate_loaded_code_objects = loader_objects;
    loader.hsa_ven_amd_loader_loaded_code_object_get_info = loader_object_info;
    std::memset(table, 0, bytes);
    std::memcpy(table, &loader, std::min(bytes, sizeof loader));
    return HSA_STATUS_SUCCESS;
  });
}

// Newer than the oldest headers.
SOFTGPU_HSA hsa_status_t hsa_amd_enable_logging(uint8_t*, void*) {
  return entry([] { return HSA_STATUS_SUCCESS; });
}

SOFTGPU_HSA hsa_status_t
hsa_amd_register_system_event_handler(hsa_amd_system_event_callback_t callback, void*) {
  return entry([&] {
    // Faults are reported to the queue that they happen in; there are no others.
    return callback == nullptr ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
  });
}
