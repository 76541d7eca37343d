// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "code.h"

#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/leaky_singleton.h"
#include "behaviours.h"
#include "queues.h"
#include "roctracer/roctracer_hsa.h"
#include "tables.h"
#include "wanted.h"

namespace rocjfr::hsa {
namespace {

// A program that compiles kernels at run time can make names without end: beyond these bounds
// kernels have no name.
constexpr size_t kMostNames = 1u << 20;
constexpr size_t kMostBytes = 64u << 20;

struct Kernels {
  std::mutex mutex;
  std::unordered_set<std::string> names;  // each once, for ever
  size_t bytes = 0;                       // of them
  std::unordered_map<uint64_t, const char*> by_object;
};
Kernels& TheKernels() {
  return LeakySingleton<Kernels>();
}

// Records that are under way keep the name; another executable may get the address.
const char* Keep(uint64_t object, std::string name) {
  Kernels& kernels = TheKernels();
  std::lock_guard<std::mutex> lock(kernels.mutex);
  auto known = kernels.names.find(name);
  if (known == kernels.names.end()) {
    if (kernels.names.size() >= kMostNames || kernels.bytes + name.size() > kMostBytes) {
      kernels.by_object.erase(object);
      return "";
    }
    kernels.bytes += name.size();
    known = kernels.names.insert(std::move(name)).first;
  }
  kernels.by_object[object] = known->c_str();
  return known->c_str();
}

void Forget(uint64_t object) {
  Kernels& kernels = TheKernels();
  std::lock_guard<std::mutex> lock(kernels.mutex);
  kernels.by_object.erase(object);
}

bool EndsWith(const std::string& text, const char* end) {
  const std::string suffix = end;
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

// Without the suffix by which the code object names a kernel's descriptor.
std::string NameOf(hsa_executable_symbol_t symbol) {
  const auto get = ROCJFR_HSA_REAL(hsa_executable_symbol_get_info);
  uint32_t bytes = 0;
  if (get(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &bytes) != HSA_STATUS_SUCCESS) return "";
  std::string name(bytes, '\0');
  if (bytes == 0 || get(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, &name[0]) != HSA_STATUS_SUCCESS) {
    return "";
  }
  if (EndsWith(name, ".kd")) name.resize(name.size() - 3);
  return name;
}

hsa_status_t OnSymbol(hsa_executable_t, hsa_executable_symbol_t symbol, void* data) {
  const bool unload = *static_cast<bool*>(data);
  const auto get = ROCJFR_HSA_REAL(hsa_executable_symbol_get_info);
  hsa_symbol_kind_t kind = HSA_SYMBOL_KIND_VARIABLE;
  uint64_t object = 0;
  if (get(symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &kind) != HSA_STATUS_SUCCESS ||
      kind != HSA_SYMBOL_KIND_KERNEL ||
      get(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object) != HSA_STATUS_SUCCESS) {
    return HSA_STATUS_SUCCESS;
  }
  try {
    const char* name = Keep(object, NameOf(symbol));
    if (WantsEvent(HSA_EVT_ID_KSYMBOL)) {
      hsa_evt_data_t event = {};
      event.ksymbol.object = object;
      event.ksymbol.name = name;
      event.ksymbol.name_length = static_cast<uint32_t>(std::char_traits<char>::length(name));
      event.ksymbol.unload = unload ? 1 : 0;
      TellEvent(HSA_EVT_ID_KSYMBOL, &event);
    }
    if (unload) Forget(object);
  } catch (const std::bad_alloc&) {
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  }
  return HSA_STATUS_SUCCESS;
}

const hsa_ven_amd_loader_1_01_pfn_t* Loader() {
  static const auto* loader = []() -> const hsa_ven_amd_loader_1_01_pfn_t* {
    auto* table = new hsa_ven_amd_loader_1_01_pfn_t();
    const auto get = ROCJFR_HSA_REAL(hsa_system_get_major_extension_table);
    if (get != nullptr &&
        get(HSA_EXTENSION_AMD_LOADER, 1, sizeof(*table), table) == HSA_STATUS_SUCCESS) {
      return table;
    }
    delete table;
    return nullptr;
  }();
  return loader;
}

hsa_status_t OnCodeObject(hsa_executable_t, hsa_loaded_code_object_t object, void* data) {
  const auto get = [object](auto attribute, auto* value) {
    return Loader()->hsa_ven_amd_loader_loaded_code_object_get_info(object, attribute, value) ==
           HSA_STATUS_SUCCESS;
  };
  hsa_evt_data_t event = {};
  auto& code = event.codeobj;
  if (!get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_TYPE,
           &code.storage_type)) {
    return HSA_STATUS_SUCCESS;
  }
  code.storage_file = -1;
  if (code.storage_type == HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_FILE) {
    get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_FILE, &code.storage_file);
  } else if (code.storage_type == HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY) {
    get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_BASE,
        &code.memory_base);
    get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_SIZE,
        &code.memory_size);
  } else {
    return HSA_STATUS_SUCCESS;  // nowhere: AMD's library tells of none such
  }
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_BASE, &code.load_base);
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_SIZE, &code.load_size);
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_DELTA, &code.load_delta);
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI_LENGTH, &code.uri_length);
  try {
    std::string uri(code.uri_length, '\0');
    if (!uri.empty()) get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI, &uri[0]);
    code.uri = uri.c_str();
    code.unload = *static_cast<bool*>(data) ? 1 : 0;
    TellEvent(HSA_EVT_ID_CODEOBJ, &event);
  } catch (const std::bad_alloc&) {
  }
  return HSA_STATUS_SUCCESS;
}

void Tell(hsa_executable_t executable, bool unload) {
  if (WantsEvent(HSA_EVT_ID_CODEOBJ) && Loader() != nullptr) {
    Loader()->hsa_ven_amd_loader_executable_iterate_loaded_code_objects(executable, &OnCodeObject,
                                                                        &unload);
  }
  if (WantsEvent(HSA_EVT_ID_KSYMBOL) || InterceptsQueues()) {
    ROCJFR_HSA_REAL(hsa_executable_iterate_symbols)(executable, &OnSymbol, &unload);
  }
}

}  // namespace

const char* KernelName(uint64_t object) noexcept {
  Kernels& kernels = TheKernels();
  std::lock_guard<std::mutex> lock(kernels.mutex);
  const auto found = kernels.by_object.find(object);
  return found == kernels.by_object.end() ? nullptr : found->second;
}

hsa_status_t ExecutableFreeze(hsa_executable_t executable, const char* options) {
  const hsa_status_t status = ROCJFR_HSA_REAL(hsa_executable_freeze)(executable, options);
  if (status == HSA_STATUS_SUCCESS) Tell(executable, false);
  return status;
}

hsa_status_t ExecutableDestroy(hsa_executable_t executable) {
  Tell(executable, true);
  return ROCJFR_HSA_REAL(hsa_executable_destroy)(executable);
}

}  // namespace rocjfr::hsa
