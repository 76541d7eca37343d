// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entry points for code object readers, executables and their symbols.

#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>

#include "agent.h"
#include "api.h"
#include "executable.h"
#include "log.h"

namespace rocjfr::softgpu {
namespace {

hsa_status_t describe(const CodeSymbol& s, int attribute, void* value) {
  switch (attribute) {
    case HSA_EXECUTABLE_SYMBOL_INFO_TYPE:
      return put<uint32_t>(value, s.is_kernel ? HSA_SYMBOL_KIND_KERNEL : HSA_SYMBOL_KIND_VARIABLE);
    case HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH:
      return put<uint32_t>(value, static_cast<uint32_t>(s.name.size()));
    case HSA_EXECUTABLE_SYMBOL_INFO_NAME:  // without a NUL, as HSA defines it
      std::memcpy(value, s.name.data(), s.name.size());
      return HSA_STATUS_SUCCESS;
    case HSA_EXECUTABLE_SYMBOL_INFO_LINKAGE:
      return put<uint32_t>(value, HSA_SYMBOL_LINKAGE_PROGRAM);
    case HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION:
      return put<bool>(value, true);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS:
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT:
      return put<uint64_t>(value, s.address);
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE:
      return put<uint32_t>(value, static_cast<uint32_t>(s.bytes));
    case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST:
      return put<bool>(value, s.is_const);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE:
      return put<uint32_t>(value, s.kernarg_bytes);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT:
      return put<uint32_t>(value, 64);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE:
      return put<uint32_t>(value, s.group_bytes);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE:
      return put<uint32_t>(value, s.private_bytes);
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK:
      return put<bool>(value, false);
    default:
      log(LogLevel::kCall, "symbols have no attribute 0x%x", attribute);
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  }
}

/// Runs f on the executable of a handle.
template <class F>
hsa_status_t with(hsa_executable_t handle, F f) {
  return entry([&] {
    auto executable = Executables::instance().find(handle);
    return executable == nullptr ? HSA_STATUS_ERROR_INVALID_EXECUTABLE : f(*executable);
  });
}

}  // namespace
}  // namespace rocjfr::softgpu

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

SOFTGPU_HSA hsa_status_t hsa_code_object_reader_create_from_memory(
    const void* image, size_t bytes, hsa_code_object_reader_t* reader) {
  return entry([&] {
    if (image == nullptr || bytes == 0 || reader == nullptr) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    *reader = Executables::instance().create_reader({static_cast<const char*>(image), bytes});
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_code_object_reader_create_from_file(hsa_file_t file,
                                                                 hsa_code_object_reader_t* reader) {
  return entry([&] {
    if (reader == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    auto content = std::make_shared<std::string>();
    char part[65536];
    ssize_t got = 0;
    while ((got = pread(file, part, sizeof(part), static_cast<off_t>(content->size()))) > 0) {
      content->append(part, static_cast<size_t>(got));
    }
    if (got < 0 || content->empty()) return HSA_STATUS_ERROR_INVALID_FILE;
    *reader = Executables::instance().create_reader({content->data(), content->size(), content});
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_code_object_reader_destroy(hsa_code_object_reader_t reader) {
  return entry([&] {
    return Executables::instance().destroy_reader(reader)
               ? HSA_STATUS_SUCCESS
               : HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_create_alt(hsa_profile_t, hsa_default_float_rounding_mode_t,
                                                   const char*, hsa_executable_t* executable) {
  return entry([&] {
    if (executable == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *executable = Executables::instance().create();
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_destroy(hsa_executable_t executable) {
  return entry([&] {
    return Executables::instance().destroy(executable) ? HSA_STATUS_SUCCESS
                                                       : HSA_STATUS_ERROR_INVALID_EXECUTABLE;
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_load_agent_code_object(
    hsa_executable_t handle, hsa_agent_t agent, hsa_code_object_reader_t reader_handle, const char*,
    hsa_loaded_code_object_t* loaded) {
  return with(handle, [&](Executable& executable) {
    CodeObjectReader reader;
    if (!is_gpu(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!Executables::instance().find_reader(reader_handle, &reader)) {
      return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
    }
    uint64_t code = 0;
    hsa_status_t status = executable.load(gpu_number(agent), reader.data, reader.bytes, &code);
    if (status == HSA_STATUS_SUCCESS && loaded != nullptr) loaded->handle = code;
    return status;
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_freeze(hsa_executable_t handle, const char*) {
  return with(handle, [](Executable& executable) { return executable.freeze(); });
}

SOFTGPU_HSA hsa_status_t hsa_executable_validate(hsa_executable_t handle, uint32_t* result) {
  return with(handle, [&](Executable&) {
    if (result == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = 0;
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_get_info(hsa_executable_t handle,
                                                 hsa_executable_info_t attribute, void* value) {
  return with(handle, [&](Executable& executable) {
    if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch (number_of(attribute)) {
      case HSA_EXECUTABLE_INFO_PROFILE:
        return put<uint32_t>(value, HSA_PROFILE_FULL);
      case HSA_EXECUTABLE_INFO_STATE:
        return put<uint32_t>(value, executable.frozen() ? HSA_EXECUTABLE_STATE_FROZEN
                                                        : HSA_EXECUTABLE_STATE_UNFROZEN);
      case HSA_EXECUTABLE_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
        return put<uint32_t>(value, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
      default:
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_agent_global_variable_define(hsa_executable_t handle,
                                                                     hsa_agent_t agent,
                                                                     const char* name,
                                                                     void* address) {
  return with(handle, [&](Executable& executable) {
    if (!is_gpu(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (name == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return executable.define(name, reinterpret_cast<uint64_t>(address));
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_get_symbol_by_name(hsa_executable_t handle,
                                                           const char* name,
                                                           const hsa_agent_t* agent,
                                                           hsa_executable_symbol_t* symbol) {
  return with(handle, [&](Executable& executable) {
    if (name == nullptr || symbol == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (agent != nullptr && !is_agent(*agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    uint64_t found = executable.find(name);
    if (found == 0) return HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
    symbol->handle = found;
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_iterate_symbols(
    hsa_executable_t handle,
    hsa_status_t (*callback)(hsa_executable_t, hsa_executable_symbol_t, void*), void* data) {
  return with(handle, [&](Executable& executable) {
    if (callback == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (uint64_t symbol : executable.all()) {
      hsa_status_t status = callback(handle, {symbol}, data);
      if (status != HSA_STATUS_SUCCESS) return status;
    }
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_iterate_agent_symbols(
    hsa_executable_t handle, hsa_agent_t agent,
    hsa_status_t (*callback)(hsa_executable_t, hsa_agent_t, hsa_executable_symbol_t, void*),
    void* data) {
  return with(handle, [&](Executable& executable) {
    if (!is_gpu(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (callback == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (uint64_t symbol : executable.all()) {
      hsa_status_t status = callback(handle, agent, {symbol}, data);
      if (status != HSA_STATUS_SUCCESS) return status;
    }
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_executable_symbol_get_info(hsa_executable_symbol_t handle,
                                                        hsa_executable_symbol_info_t attribute,
                                                        void* value) {
  return entry([&] {
    auto owner = Executables::instance().find_owner(handle);
    CodeSymbol symbol;
    if (owner == nullptr || !owner->get(handle.handle, &symbol)) {
      return HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL;
    }
    if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return describe(symbol, number_of(attribute), value);
  });
}
