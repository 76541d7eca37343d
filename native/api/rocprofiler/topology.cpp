// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "topology.h"

#include <dirent.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <map>
#include <mutex>
#include <utility>

#include "agents.h"
#include "base/leaky_singleton.h"
#include "gpu_family.h"

namespace rocjfr::sdk {
namespace {

using Properties = std::map<std::string, uint64_t>;
Properties ReadProperties(const std::string& folder) {
  Properties properties;
  std::ifstream file(folder + "/properties");
  std::string name;
  for (uint64_t value; file >> name >> value;) properties[name] = value;
  return properties;
}

// 0 of what this driver does not list.
template <typename T>
void Set(const Properties& properties, const char* name, T* value) {
  const auto found = properties.find(name);
  *value = found == properties.end() ? T{} : static_cast<T>(found->second);
}

// An agent and all it points at stay for good: a tool may read them at its very end.
template <typename T>
const typename T::value_type* KeepForGood(T values) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  auto& kept = LeakySingleton<std::deque<T>>();  // its elements never move
  return kept.emplace_back(std::move(values)).data();
}

// `count` of a node's parts, as many as can be read. `fill` gets the properties of each.
template <typename Part, typename Fill>
const Part* ReadParts(const std::string& folder, uint32_t* count, Fill fill) {
  std::vector<Part> parts;
  while (parts.size() < *count) {
    const Properties properties = ReadProperties(folder + "/" + std::to_string(parts.size()));
    if (properties.empty()) break;
    Part part = {};
    fill(properties, &part);
    parts.push_back(part);
  }
  *count = static_cast<uint32_t>(parts.size());
  if (parts.empty()) return nullptr;
  return KeepForGood(std::move(parts));
}

void AddMemory(const Properties& p, rocprofiler_agent_mem_bank_t* bank) {
  Set(p, "heap_type", &bank->heap_type);
  Set(p, "size_in_bytes", &bank->size_in_bytes);
  Set(p, "flags", &bank->flags.MemoryProperty);
  Set(p, "width", &bank->width);
  Set(p, "mem_clk_max", &bank->mem_clk_max);
}

void AddCache(const Properties& p, rocprofiler_agent_cache_t* cache) {
  Set(p, "processor_id_low", &cache->processor_id_low);
  Set(p, "level", &cache->level);
  Set(p, "size", &cache->size);
  Set(p, "cache_line_size", &cache->cache_line_size);
  Set(p, "cache_lines_per_tag", &cache->cache_lines_per_tag);
  Set(p, "association", &cache->association);
  Set(p, "latency", &cache->latency);
  Set(p, "type", &cache->type.Value);
}

void AddLink(const Properties& p, rocprofiler_agent_io_link_t* link) {
  Set(p, "type", &link->type);
  Set(p, "version_major", &link->version_major);
  Set(p, "version_minor", &link->version_minor);
  Set(p, "node_from", &link->node_from);
  Set(p, "node_to", &link->node_to);
  Set(p, "weight", &link->weight);
  Set(p, "min_latency", &link->min_latency);
  Set(p, "max_latency", &link->max_latency);
  Set(p, "min_bandwidth", &link->min_bandwidth);
  Set(p, "max_bandwidth", &link->max_bandwidth);
  Set(p, "recommended_transfer_size", &link->recommended_transfer_size);
  Set(p, "flags", &link->flags.LinkProperty);
}

// What nodes of both types list.
void AddCommon(const Properties& p, const std::string& folder, rocprofiler_agent_t* agent) {
  Set(p, "cpu_cores_count", &agent->cpu_cores_count);
  Set(p, "simd_count", &agent->simd_count);
  Set(p, "cpu_core_id_base", &agent->cpu_core_id_base);
  Set(p, "simd_id_base", &agent->simd_id_base);
  Set(p, "max_engine_clk_ccompute", &agent->max_engine_clk_ccompute);
  Set(p, "mem_banks_count", &agent->mem_banks_count);
  Set(p, "caches_count", &agent->caches_count);
  Set(p, "io_links_count", &agent->io_links_count);
  agent->mem_banks = ReadParts<rocprofiler_agent_mem_bank_t>(folder + "/mem_banks",
                                                             &agent->mem_banks_count, AddMemory);
  agent->caches =
      ReadParts<rocprofiler_agent_cache_t>(folder + "/caches", &agent->caches_count, AddCache);
  agent->io_links =
      ReadParts<rocprofiler_agent_io_link_t>(folder + "/io_links", &agent->io_links_count, AddLink);
}

void AddGpu(const Properties& p, rocprofiler_agent_t* agent) {
  Set(p, "max_waves_per_simd", &agent->max_waves_per_simd);
  Set(p, "lds_size_in_kb", &agent->lds_size_in_kb);
  Set(p, "gds_size_in_kb", &agent->gds_size_in_kb);
  Set(p, "num_gws", &agent->num_gws);
  Set(p, "wave_front_size", &agent->wave_front_size);
  Set(p, "num_xcc", &agent->num_xcc);
  Set(p, "array_count", &agent->array_count);
  Set(p, "simd_arrays_per_engine", &agent->simd_arrays_per_engine);
  Set(p, "cu_per_simd_array", &agent->cu_per_simd_array);
  Set(p, "simd_per_cu", &agent->simd_per_cu);
  Set(p, "max_slots_scratch_cu", &agent->max_slots_scratch_cu);
  Set(p, "gfx_target_version", &agent->gfx_target_version);
  Set(p, "vendor_id", &agent->vendor_id);
  Set(p, "device_id", &agent->device_id);
  Set(p, "location_id", &agent->location_id);
  Set(p, "domain", &agent->domain);
  Set(p, "drm_render_minor", &agent->drm_render_minor);
  Set(p, "hive_id", &agent->hive_id);
  Set(p, "num_sdma_engines", &agent->num_sdma_engines);
  Set(p, "num_sdma_xgmi_engines", &agent->num_sdma_xgmi_engines);
  Set(p, "num_sdma_queues_per_engine", &agent->num_sdma_queues_per_engine);
  Set(p, "num_cp_queues", &agent->num_cp_queues);
  Set(p, "max_engine_clk_fcompute", &agent->max_engine_clk_fcompute);
  Set(p, "local_mem_size", &agent->local_mem_size);
  Set(p, "capability", &agent->capability.Value);
  // The versions' low ten bits; what stands above says which engine.
  constexpr uint32_t kVersion = 0x3FF;
  uint32_t version = 0;
  Set(p, "fw_version", &version);
  agent->fw_version.Value = version & kVersion;
  Set(p, "sdma_fw_version", &version);
  agent->sdma_fw_version.Value = version & kVersion;
  uint64_t unique_id = 0;
  Set(p, "unique_id", &unique_id);
  memcpy(agent->uuid.bytes, &unique_id, sizeof(unique_id));
}

// 0x1234 of "0x1234\n".
uint32_t ReadHex(const std::string& path) {
  std::string text;
  std::ifstream(path) >> text;
  return static_cast<uint32_t>(strtoul(text.c_str(), nullptr, 16));
}

// As libdrm's list of names has it: lines of "device, revision, name". Empty where it has none.
std::string MarketingName(const rocprofiler_agent_t& agent) {
  const std::string device =
      "/sys/class/drm/renderD" + std::to_string(agent.drm_render_minor) + "/device";
  const uint32_t revision = ReadHex(device + "/revision");
  for (const char* path : {"/usr/share/libdrm/amdgpu.ids", "/opt/amdgpu/share/libdrm/amdgpu.ids"}) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      unsigned device_id = 0, revision_id = 0;
      int name = 0;
      if (sscanf(line.c_str(), "%x, %x, %n", &device_id, &revision_id, &name) == 2 && name != 0 &&
          device_id == agent.device_id && revision_id == revision) {
        return line.substr(static_cast<size_t>(name));
      }
    }
  }
  return "";
}

rocprofiler_agent_t AgentOfNode(uint32_t node, const std::string& folder, const Properties& p) {
  uint32_t simds = 0;
  Set(p, "simd_count", &simds);
  if (simds == 0) {
    uint32_t cores = 0, first_core = 0;
    Set(p, "cpu_cores_count", &cores);
    Set(p, "cpu_core_id_base", &first_core);
    rocprofiler_agent_t cpu = MakeCpu(node, cores, first_core);
    AddCommon(p, folder, &cpu);
    return cpu;
  }
  rocprofiler_agent_t gpu = MakeAgent(node, true);
  AddCommon(p, folder, &gpu);
  AddGpu(p, &gpu);
  std::ifstream(folder + "/gpu_id") >> gpu.gpu_id;
  // The runtime's own constants.
  constexpr uint32_t kGroup = 1024, kGrid = UINT32_MAX;
  gpu.workgroup_max_size = kGroup;
  gpu.workgroup_max_dim = {kGroup, kGroup, kGroup};
  gpu.grid_max_size = kGrid;
  gpu.grid_max_dim = {kGrid, kGrid, kGrid};
  AddUp(&gpu);
  gpu.family_id = FamilyOfGpu("/dev/dri/renderD" + std::to_string(gpu.drm_render_minor));
  std::string model;
  std::getline(std::ifstream(folder + "/name") >> std::ws, model);
  const std::string product = MarketingName(gpu);
  gpu.name = KeepName(NameOfTarget(gpu.gfx_target_version));
  gpu.model_name = KeepName(model);
  gpu.product_name = product.empty() ? gpu.model_name : KeepName(product);
  gpu.vendor_name = "AMD";
  return gpu;
}

struct Processor {
  std::string name;
  uint32_t family = 0;
};
// The one with this number, else the first.
Processor FindProcessor(uint32_t number) {
  Processor found, current;
  bool any = false;
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const size_t colon = line.find(": ");
    const std::string value = colon == std::string::npos ? "" : line.substr(colon + 2);
    if (line.compare(0, 10, "model name") == 0) current.name = value;
    if (line.compare(0, 10, "cpu family") == 0) {
      current.family = static_cast<uint32_t>(strtoul(value.c_str(), nullptr, 10));
    }
    if (line.compare(0, 6, "apicid") != 0) continue;
    const bool same = strtoul(value.c_str(), nullptr, 10) == number;
    if (same || !any) found = current;
    any = true;
    if (same) return found;
  }
  return any ? found : current;
}

// A list of ordinals, and of GPU- and the hexadecimal unique id. What is not one ends it.
std::vector<size_t> ReadVisible(const char* list, const std::vector<rocprofiler_agent_t*>& gpus) {
  std::vector<size_t> visible;
  std::string text = list;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string one = text.substr(begin, end - begin);
    begin = end + 1;
    size_t place = gpus.size();
    if (one.compare(0, 4, "GPU-") == 0) {
      const uint64_t id = strtoull(one.c_str() + 4, nullptr, 16);
      for (place = 0; place < gpus.size(); ++place) {
        if (id != 0 && memcmp(gpus[place]->uuid.bytes, &id, sizeof(id)) == 0) break;
      }
    } else if (!one.empty() && one.find_first_not_of("0123456789") == std::string::npos) {
      place = strtoul(one.c_str(), nullptr, 10);
    }
    if (place >= gpus.size()) break;
    visible.push_back(place);
  }
  return visible;
}

const char* SetVariable(std::initializer_list<const char*> names) noexcept {
  for (const char* name : names) {
    const char* value = getenv(name);
    if (value != nullptr && value[0] != '\0') return value;
  }
  return nullptr;
}

std::vector<rocprofiler_agent_t*> Filter(const std::vector<rocprofiler_agent_t*>& gpus,
                                         const char* list) {
  if (list == nullptr) return gpus;
  std::vector<rocprofiler_agent_t*> left;
  for (const size_t place : ReadVisible(list, gpus)) left.push_back(gpus[place]);
  return left;
}

}  // namespace

const char* KeepName(std::string text) {
  return KeepForGood(std::move(text));
}

rocprofiler_agent_t MakeAgent(uint32_t node, bool gpu) {
  rocprofiler_agent_t agent = {};
  agent.size = sizeof(agent);
  agent.id = HandleOfNode(node);
  agent.type = gpu ? ROCPROFILER_AGENT_TYPE_GPU : ROCPROFILER_AGENT_TYPE_CPU;
  agent.node_id = node;
  agent.name = agent.vendor_name = agent.product_name = agent.model_name = "";
  agent.num_xcc = 1;
  agent.runtime_visibility.hsa = agent.runtime_visibility.hip = 1;
  agent.runtime_visibility.rccl = agent.runtime_visibility.rocdecode = 1;
  return agent;
}

rocprofiler_agent_t MakeCpu(uint32_t node, uint32_t cores, uint32_t first_core) {
  rocprofiler_agent_t agent = MakeAgent(node, false);
  const Processor processor = FindProcessor(first_core);
  agent.cpu_cores_count = agent.cu_count = cores;
  agent.cpu_core_id_base = first_core;
  agent.family_id = processor.family;
  agent.name = agent.product_name = processor.name.empty() ? "CPU" : KeepName(processor.name);
  agent.vendor_name = "CPU";
  return agent;
}

void AddUp(rocprofiler_agent_t* gpu) noexcept {
  gpu->simd_per_cu = std::max(gpu->simd_per_cu, 1u);
  gpu->num_xcc = std::max(gpu->num_xcc, 1u);
  gpu->cu_count = gpu->simd_count / gpu->simd_per_cu;
  gpu->max_waves_per_cu = gpu->max_waves_per_simd * gpu->simd_per_cu;
  if (gpu->simd_arrays_per_engine == 0) return;
  gpu->num_shader_banks = gpu->array_count / gpu->simd_arrays_per_engine;
  if (gpu->num_shader_banks != 0) gpu->cu_per_engine = gpu->cu_count / gpu->num_shader_banks;
}

std::string NameOfTarget(uint32_t version) {
  char name[32];
  snprintf(name, sizeof(name), "gfx%u%x%x", version / 10000, version / 100 % 100, version % 100);
  return name;
}

uint32_t TargetOfName(const std::string& name) noexcept {
  const size_t digits = name.compare(0, 3, "gfx") == 0 ? name.size() - 3 : 0;
  if (digits < 3 || name.find_first_not_of("0123456789abcdef", 3) != std::string::npos) return 0;
  const auto number = [&](size_t begin, size_t count, int base) {
    return static_cast<uint32_t>(strtoul(name.substr(begin, count).c_str(), nullptr, base));
  };
  return number(3, digits - 2, 10) * 10000 + number(name.size() - 2, 1, 16) * 100 +
         number(name.size() - 1, 1, 16);
}

void SetVisibility(std::vector<rocprofiler_agent_t>* agents, bool seen_by_hsa) {
  std::vector<rocprofiler_agent_t*> gpus;
  for (rocprofiler_agent_t& agent : *agents) {
    if (agent.type != ROCPROFILER_AGENT_TYPE_GPU) continue;
    gpus.push_back(&agent);
    agent.runtime_visibility = {};
  }
  if (!seen_by_hsa) gpus = Filter(gpus, SetVariable({"ROCR_VISIBLE_DEVICES"}));
  for (rocprofiler_agent_t* gpu : gpus) gpu->runtime_visibility.hsa = 1;
  for (rocprofiler_agent_t* gpu :
       Filter(gpus,
              SetVariable({"HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"}))) {
    gpu->runtime_visibility.hip = gpu->runtime_visibility.rccl = gpu->runtime_visibility.rocdecode =
        1;
  }
}

std::vector<rocprofiler_agent_t> AgentsOfDriver(const std::string& folder) {
  std::vector<uint32_t> nodes;
  if (DIR* opened = opendir(folder.c_str())) {
    while (const dirent* entry = readdir(opened)) {
      if (entry->d_name[0] != '.') {
        nodes.push_back(static_cast<uint32_t>(strtoul(entry->d_name, nullptr, 10)));
      }
    }
    closedir(opened);
  }
  std::sort(nodes.begin(), nodes.end());
  std::vector<rocprofiler_agent_t> agents;
  for (const uint32_t node : nodes) {
    const std::string place = folder + "/" + std::to_string(node);
    const Properties properties = ReadProperties(place);
    // A process in a container may not read those of other GPUs.
    if (!properties.empty()) agents.push_back(AgentOfNode(node, place, properties));
  }
  return agents;
}

}  // namespace rocjfr::sdk
