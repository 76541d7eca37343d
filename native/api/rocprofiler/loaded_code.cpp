// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "loaded_code.h"

#include <dlfcn.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ven_amd_loader.h>

#include <cstring>

#include "agents.h"
#include "base/loaded_library.h"
#include "rocjfr/hsa_client.h"
#include "topology.h"

namespace rocjfr::sdk {
namespace {

struct Hsa {
  decltype(&hsa_system_get_major_extension_table) extension = nullptr;
  decltype(&hsa_executable_iterate_agent_symbols) each_symbol = nullptr;
  decltype(&hsa_executable_symbol_get_info) symbol = nullptr;
  decltype(&hsa_agent_get_info) agent = nullptr;
  hsa_ven_amd_loader_1_01_pfn_t loader = {};
};

template <typename Function>
bool Look(void* handle, const char* name, Function* function) noexcept {
  *function = reinterpret_cast<Function>(dlsym(handle, name));
  return *function != nullptr;
}

// Null: HSA has not what is needed.
const Hsa* TheHsa() {
  static const Hsa* const hsa = []() -> const Hsa* {
    const std::string path = FindLoadedLibrary("libhsa-runtime64");
    void* handle = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    auto* found = new Hsa();
    if (handle != nullptr &&
        Look(handle, "hsa_system_get_major_extension_table", &found->extension) &&
        Look(handle, "hsa_executable_iterate_agent_symbols", &found->each_symbol) &&
        Look(handle, "hsa_executable_symbol_get_info", &found->symbol) &&
        Look(handle, "hsa_agent_get_info", &found->agent) &&
        found->extension(HSA_EXTENSION_AMD_LOADER, 1, sizeof(found->loader), &found->loader) ==
            HSA_STATUS_SUCCESS) {
      return found;
    }
    delete found;
    return nullptr;
  }();
  return hsa;
}

struct Collecting {
  const Hsa& hsa;
  uint64_t executable;
  std::vector<std::shared_ptr<LoadedObject>> objects;
  std::string target;  // of the agent whose symbols are read
};

template <typename Value>
bool ObjectInfo(const Hsa& hsa, hsa_loaded_code_object_t object, int attribute, Value* value) {
  return hsa.loader.hsa_ven_amd_loader_loaded_code_object_get_info(
             object, static_cast<hsa_ven_amd_loader_loaded_code_object_info_t>(attribute), value) ==
         HSA_STATUS_SUCCESS;
}

// An exception must not cross HSA: where memory is short the object is left out.
hsa_status_t OnObject(hsa_executable_t, hsa_loaded_code_object_t object, void* data) try {
  auto& collecting = *static_cast<Collecting*>(data);
  const auto get = [&](int attribute, auto* value) {
    return ObjectInfo(collecting.hsa, object, attribute, value);
  };
  auto loaded = std::make_shared<LoadedObject>();
  loaded->executable = collecting.executable;
  hsa_agent_t agent = {0};
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_AGENT, &agent);
  loaded->hsa_agent = agent.handle;
  const int32_t node = rocjfr_hsa_node_of_agent(agent.handle);
  if (node >= 0) loaded->agent = HandleOfNode(static_cast<uint32_t>(node));
  uint32_t storage = 0;
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_TYPE, &storage);
  if (storage == HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_FILE) {
    loaded->storage = ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE;
    get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_FILE, &loaded->file);
  } else if (storage == HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY) {
    loaded->storage = ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY;
    get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_BASE,
        &loaded->memory_base);
    get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_MEMORY_SIZE,
        &loaded->memory_size);
  }
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_BASE, &loaded->load_base);
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_SIZE, &loaded->load_size);
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_DELTA, &loaded->load_delta);
  uint32_t length = 0;
  get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI_LENGTH, &length);
  loaded->uri.resize(length);
  if (length != 0) get(HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI, &loaded->uri[0]);
  collecting.objects.push_back(std::move(loaded));
  return HSA_STATUS_SUCCESS;
} catch (...) {
  return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

// In HSA's copy on the host: that on the device cannot be read everywhere.
void ReadDescriptor(const Collecting& collecting, LoadedKernel* kernel) {
  const void* host = nullptr;
  if (collecting.hsa.loader.hsa_ven_amd_loader_query_host_address(
          reinterpret_cast<const void*>(kernel->object), &host) != HSA_STATUS_SUCCESS ||
      host == nullptr) {
    return;
  }
  constexpr size_t kEntryAt = 16;
  unsigned char descriptor[kDescriptorBytes];
  memcpy(descriptor, host, sizeof(descriptor));
  memcpy(&kernel->entry_offset, descriptor + kEntryAt, sizeof(kernel->entry_offset));
  kernel->registers = RegistersOf(descriptor, collecting.target);
}

std::string NameOf(const Hsa& hsa, hsa_executable_symbol_t symbol) {
  uint32_t length = 0;
  hsa.symbol(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &length);
  std::string name(length, '\0');
  if (length != 0) hsa.symbol(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, &name[0]);
  constexpr char kSuffix[] = ".kd";
  constexpr size_t kBytes = sizeof(kSuffix) - 1;
  if (name.size() > kBytes && name.compare(name.size() - kBytes, kBytes, kSuffix) == 0) {
    name.resize(name.size() - kBytes);
  }
  return name;
}

LoadedObject* ObjectAt(const Collecting& collecting, uint64_t address, uint64_t agent) {
  LoadedObject* of_agent = nullptr;
  for (const auto& object : collecting.objects) {
    if (address >= object->load_base && address - object->load_base < object->load_size) {
      return object.get();
    }
    if (object->hsa_agent == agent) of_agent = object.get();
  }
  return of_agent;
}

hsa_status_t OnSymbol(hsa_executable_t, hsa_agent_t agent, hsa_executable_symbol_t symbol,
                      void* data) try {
  auto& collecting = *static_cast<Collecting*>(data);
  const auto get = [&](hsa_executable_symbol_info_t attribute, auto* value) {
    return collecting.hsa.symbol(symbol, attribute, value) == HSA_STATUS_SUCCESS;
  };
  hsa_symbol_kind_t kind = HSA_SYMBOL_KIND_VARIABLE;
  LoadedKernel kernel;
  if (!get(HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &kind) || kind != HSA_SYMBOL_KIND_KERNEL ||
      !get(HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel.object)) {
    return HSA_STATUS_SUCCESS;
  }
  get(HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, &kernel.kernarg_bytes);
  get(HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT, &kernel.kernarg_alignment);
  get(HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &kernel.group_bytes);
  get(HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &kernel.private_bytes);
  ReadDescriptor(collecting, &kernel);
  LoadedObject* object = ObjectAt(collecting, kernel.object, agent.handle);
  if (object != nullptr) object->kernels[NameOf(collecting.hsa, symbol)] = kernel;
  return HSA_STATUS_SUCCESS;
} catch (...) {
  return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

void ReadSymbols(Collecting* collecting, uint64_t agent) {
  char name[64] = "";
  collecting->hsa.agent({agent}, HSA_AGENT_INFO_NAME, name);
  collecting->target = name;
  collecting->hsa.each_symbol({collecting->executable}, {agent}, &OnSymbol, collecting);
}

uint32_t WordAt(const unsigned char* bytes) noexcept {
  uint32_t word;
  memcpy(&word, bytes, sizeof(word));
  return word;
}

}  // namespace

std::vector<LoadedObjectPtr> LoadedObjectsOf(uint64_t executable) {
  const Hsa* hsa = TheHsa();
  if (hsa == nullptr) return {};
  struct OwnCalls {
    OwnCalls() { rocjfr_hsa_own_calls(1); }
    ~OwnCalls() { rocjfr_hsa_own_calls(0); }
  } const own;
  Collecting collecting{*hsa, executable, {}, {}};
  hsa->loader.hsa_ven_amd_loader_executable_iterate_loaded_code_objects({executable}, &OnObject,
                                                                        &collecting);
  std::vector<uint64_t> agents;
  for (const auto& object : collecting.objects) {
    bool known = false;
    for (const uint64_t agent : agents) known = known || agent == object->hsa_agent;
    if (!known) agents.push_back(object->hsa_agent);
  }
  for (const uint64_t agent : agents) ReadSymbols(&collecting, agent);
  return {collecting.objects.begin(), collecting.objects.end()};
}

// Places and steps: LLVM's guide for AMDGPU, "Code Object V3 Kernel Descriptor".
Registers RegistersOf(const unsigned char (&descriptor)[kDescriptorBytes],
                      const std::string& target) noexcept {
  constexpr size_t kThirdAt = 44, kFirstAt = 48, kPropertiesAt = 56;
  constexpr uint32_t kOfSix = 0x3F, kOfFour = 0xF, kWave32 = 1u << 10;
  Registers registers;
  const uint32_t version = TargetOfName(target);
  if (version < 90000) return registers;
  const uint32_t first = WordAt(descriptor + kFirstAt);
  const uint32_t vgprs = (first & kOfSix) + 1, sgprs = first >> 6 & kOfFour;
  // From gfx10 on each wavefront has as many.
  registers.sgpr = version >= 100000 ? 128 : (sgprs / 2 + 1) * 16;
  const bool unified = version == 90010 || (version >= 90400 && version < 100000);
  if (unified) {
    registers.arch_vgpr = ((WordAt(descriptor + kThirdAt) & kOfSix) + 1) * 4;
    const uint32_t all = vgprs * 8;
    registers.accum_vgpr = all > registers.arch_vgpr ? all - registers.arch_vgpr : 0;
    return registers;
  }
  const bool wave32 = (WordAt(descriptor + kPropertiesAt) & kWave32) != 0;
  registers.arch_vgpr = vgprs * (wave32 ? 8 : 4);
  if (version == 90008) registers.accum_vgpr = registers.arch_vgpr;
  return registers;
}

}  // namespace rocjfr::sdk
