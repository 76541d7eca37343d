// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "agents.h"

#include <dirent.h>
#include <dlfcn.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "base/loaded_library.h"
#include "base/never_destroyed.h"
#include "rocjfr/hsa_client.h"
#include "rocjfr/rocjfr.h"
#include "runtimes.h"

namespace rocjfr::sdk {
namespace {

constexpr const char* kTopology = "/sys/class/kfd/kfd/topology/nodes";

// Handles are made of the driver's node, so that a record can name an agent before anybody has
// looked.
constexpr uint64_t kFirstHandle = 0x4167656E740000;
rocprofiler_agent_id_t HandleOfNode(uint32_t node) noexcept {
  return {kFirstHandle + node};
}

// Names live as long as the process.
const char* Keep(const std::string& text) {
  const char* kept = strdup(text.c_str());
  return kept == nullptr ? "" : kept;
}

rocprofiler_agent_t MakeAgent(uint32_t node, bool gpu) {
  rocprofiler_agent_t agent = {};
  agent.size = sizeof(agent);
  agent.id = HandleOfNode(node);
  agent.type = gpu ? ROCPROFILER_AGENT_TYPE_GPU : ROCPROFILER_AGENT_TYPE_CPU;
  agent.node_id = node;
  agent.name = agent.vendor_name = agent.product_name = agent.model_name = "";
  agent.runtime_visibility.hsa = 1;
  agent.runtime_visibility.hip = gpu ? 1 : 0;
  return agent;
}

std::string CpuName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const size_t colon = line.find(": ");
    if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "CPU";
}

rocprofiler_agent_t MakeCpu(uint32_t node, uint32_t cores) {
  rocprofiler_agent_t agent = MakeAgent(node, false);
  agent.cpu_cores_count = cores;
  agent.name = agent.product_name = Keep(CpuName());
  agent.vendor_name = "CPU";
  return agent;
}

// --- the driver's list ---

using Properties = std::map<std::string, uint64_t>;
Properties ReadProperties(const std::string& path) {
  Properties properties;
  std::ifstream file(path);
  std::string name;
  for (uint64_t value; file >> name >> value;) properties[name] = value;
  return properties;
}

rocprofiler_agent_t FromTopology(uint32_t node, const std::string& folder) {
  const Properties p = ReadProperties(folder + "/properties");
  const auto get = [&p](const char* name) {
    const auto found = p.find(name);
    return found == p.end() ? 0 : static_cast<uint32_t>(found->second);
  };
  if (get("simd_count") == 0) return MakeCpu(node, get("cpu_cores_count"));
  rocprofiler_agent_t agent = MakeAgent(node, true);
  agent.cpu_cores_count = get("cpu_cores_count");
  agent.simd_count = get("simd_count");
  agent.max_waves_per_simd = get("max_waves_per_simd");
  agent.lds_size_in_kb = get("lds_size_in_kb");
  agent.wave_front_size = get("wave_front_size");
  agent.simd_per_cu = std::max(get("simd_per_cu"), 1u);
  agent.cu_count = agent.simd_count / agent.simd_per_cu;
  agent.max_waves_per_cu = agent.max_waves_per_simd * agent.simd_per_cu;
  agent.gfx_target_version = get("gfx_target_version");
  agent.vendor_id = static_cast<uint16_t>(get("vendor_id"));
  agent.device_id = static_cast<uint16_t>(get("device_id"));
  agent.location_id = get("location_id");
  agent.domain = get("domain");
  agent.drm_render_minor = get("drm_render_minor");
  std::ifstream(folder + "/gpu_id") >> agent.gpu_id;
  // 100306 is gfx1036, 90010 gfx90a: the last two digits are hexadecimal.
  const uint32_t v = agent.gfx_target_version;
  char name[32];
  snprintf(name, sizeof(name), "gfx%u%x%x", v / 10000, v / 100 % 100, v % 100);
  std::string product;
  std::getline(std::ifstream(folder + "/name") >> std::ws, product);
  agent.name = Keep(name);
  agent.model_name = Keep(product);
  agent.product_name = agent.model_name;
  agent.vendor_name = "AMD";
  return agent;
}

std::vector<rocprofiler_agent_t> DriverAgents() {
  std::vector<uint32_t> nodes;
  if (DIR* folder = opendir(kTopology)) {
    while (const dirent* entry = readdir(folder)) {
      if (entry->d_name[0] != '.') nodes.push_back(strtoul(entry->d_name, nullptr, 10));
    }
    closedir(folder);
  }
  std::sort(nodes.begin(), nodes.end());
  std::vector<rocprofiler_agent_t> agents;
  for (const uint32_t node : nodes) {
    agents.push_back(FromTopology(node, std::string(kTopology) + "/" + std::to_string(node)));
  }
  return agents;
}

// --- an HSA runtime's list ---

struct Hsa {
  decltype(&hsa_init) init = nullptr;
  decltype(&hsa_shut_down) shut_down = nullptr;
  decltype(&hsa_iterate_agents) iterate = nullptr;
  decltype(&hsa_agent_get_info) info = nullptr;
};

bool FindHsa(Hsa* hsa) {
  const std::string path = FindLoadedLibrary("libhsa-runtime64");
  void* handle = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (handle == nullptr) return false;
  hsa->init = reinterpret_cast<decltype(&hsa_init)>(dlsym(handle, "hsa_init"));
  hsa->shut_down = reinterpret_cast<decltype(&hsa_shut_down)>(dlsym(handle, "hsa_shut_down"));
  hsa->iterate =
      reinterpret_cast<decltype(&hsa_iterate_agents)>(dlsym(handle, "hsa_iterate_agents"));
  hsa->info = reinterpret_cast<decltype(&hsa_agent_get_info)>(dlsym(handle, "hsa_agent_get_info"));
  return hsa->init != nullptr && hsa->shut_down != nullptr && hsa->iterate != nullptr &&
         hsa->info != nullptr;
}

struct Collecting {
  const Hsa& hsa;
  std::vector<rocprofiler_agent_t> agents;

  template <typename T>
  T Get(hsa_agent_t agent, int what) const {
    T value = {};
    hsa.info(agent, static_cast<hsa_agent_info_t>(what), &value);
    return value;
  }
};

hsa_status_t CollectAgent(hsa_agent_t hsa_agent, void* arg) {
  auto& to = *static_cast<Collecting*>(arg);
  const auto type = to.Get<hsa_device_type_t>(hsa_agent, HSA_AGENT_INFO_DEVICE);
  const auto node = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_DRIVER_NODE_ID);
  const auto units = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT);
  if (type != HSA_DEVICE_TYPE_GPU) {
    to.agents.push_back(MakeCpu(node, units));
    return HSA_STATUS_SUCCESS;
  }
  rocprofiler_agent_t agent = MakeAgent(node, true);
  char name[64] = "", vendor[64] = "", product[64] = "";
  to.hsa.info(hsa_agent, HSA_AGENT_INFO_NAME, name);
  to.hsa.info(hsa_agent, HSA_AGENT_INFO_VENDOR_NAME, vendor);
  to.hsa.info(hsa_agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_PRODUCT_NAME), product);
  agent.name = Keep(name);
  agent.vendor_name = Keep(vendor);
  agent.product_name = agent.model_name = Keep(product);
  agent.cu_count = units;
  agent.simd_per_cu = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU);
  agent.simd_count = agent.cu_count * agent.simd_per_cu;
  agent.max_waves_per_cu = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU);
  agent.max_waves_per_simd =
      agent.simd_per_cu == 0 ? 0 : agent.max_waves_per_cu / agent.simd_per_cu;
  agent.wave_front_size = to.Get<uint32_t>(hsa_agent, HSA_AGENT_INFO_WAVEFRONT_SIZE);
  agent.workgroup_max_size = to.Get<uint32_t>(hsa_agent, HSA_AGENT_INFO_WORKGROUP_MAX_SIZE);
  agent.grid_max_size = to.Get<uint32_t>(hsa_agent, HSA_AGENT_INFO_GRID_MAX_SIZE);
  uint16_t group[3] = {};
  to.hsa.info(hsa_agent, HSA_AGENT_INFO_WORKGROUP_MAX_DIM, group);
  agent.workgroup_max_dim = {group[0], group[1], group[2]};
  const auto grid = to.Get<hsa_dim3_t>(hsa_agent, HSA_AGENT_INFO_GRID_MAX_DIM);
  agent.grid_max_dim = {grid.x, grid.y, grid.z};
  agent.device_id = static_cast<uint16_t>(to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_CHIP_ID));
  agent.location_id = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_BDFID);
  to.agents.push_back(agent);
  return HSA_STATUS_SUCCESS;
}

std::vector<rocprofiler_agent_t> HsaAgents() {
  Hsa hsa;
  // Within its start it is open, and would wait for itself.
  const bool starting = WithinHsaStart();
  if (!FindHsa(&hsa) || (!starting && hsa.init() != HSA_STATUS_SUCCESS)) return {};
  Collecting collecting{hsa, {}};
  hsa.iterate(&CollectAgent, &collecting);
  if (!starting) hsa.shut_down();
  return collecting.agents;
}

// A record's device is this one, whatever its number; 0: there are several, or it is not known.
std::atomic<uint64_t> g_only_gpu{0};

struct Known {
  std::mutex mutex;
  bool complete = false;
  // Earlier lists stay valid.
  std::vector<const rocprofiler_agent_t*> agents;
};
Known& TheKnown() {
  return NeverDestroyed<Known>();
}

void Learn(Known& known, std::vector<rocprofiler_agent_t> found) {
  known.complete = !found.empty();
  if (found.empty()) {
    if (!known.agents.empty()) return;
    found.push_back(MakeCpu(0, static_cast<uint32_t>(sysconf(_SC_NPROCESSORS_ONLN))));
  }
  int32_t number = 0, cpus = 0, gpus = 0;
  uint64_t only = 0;
  known.agents.clear();
  for (rocprofiler_agent_t& agent : found) {
    agent.logical_node_id = number++;
    agent.logical_node_type_id = agent.type == ROCPROFILER_AGENT_TYPE_GPU ? gpus++ : cpus++;
    known.agents.push_back(new rocprofiler_agent_t(agent));
    if (agent.type == ROCPROFILER_AGENT_TYPE_GPU) only = gpus == 1 ? agent.id.handle : 0;
  }
  if (only != 0) g_only_gpu.store(only);
}

}  // namespace

std::vector<const rocprofiler_agent_t*> AllAgents() {
  Known& known = TheKnown();
  {
    std::lock_guard<std::mutex> lock(known.mutex);
    if (known.complete) return known.agents;
  }
  // Without the lock: HSA may start for this, and configure tools that ask, too.
  std::vector<rocprofiler_agent_t> found = DriverAgents();
  if (found.empty()) {
    rocjfr_hsa_own_calls(1);
    found = HsaAgents();
    rocjfr_hsa_own_calls(0);
  }
  std::lock_guard<std::mutex> lock(known.mutex);
  if (!known.complete) Learn(known, std::move(found));
  return known.agents;
}

namespace {

std::atomic<bool> g_learnt{false};

rocprofiler_agent_id_t AgentAt(int32_t node) noexcept {
  if (node < 0) return {g_only_gpu.load(std::memory_order_relaxed)};
  return HandleOfNode(static_cast<uint32_t>(node));
}

}  // namespace

std::atomic<bool> g_hip_has_worked{false};

bool HipAgentsAreKnown() noexcept {
  return g_learnt.load();
}

void LearnHipAgents() noexcept {
  if (g_learnt.load() || !g_hip_has_worked.load()) return;
  rocjfr_runtime_info_t info;
  if (rocjfr_runtime(&info) != ROCJFR_STATUS_SUCCESS || info.devices < 0) return;
  if (info.devices == 1) g_only_gpu.store(AgentOfDevice(0).handle);
  g_learnt.store(true);
}

rocprofiler_agent_id_t AgentOfGpu(uint32_t device) noexcept {
  return AgentAt(rocjfr_agent(device));
}

rocprofiler_agent_id_t AgentOfDevice(int32_t device) noexcept {
  return AgentAt(rocjfr_agent_of_device(device));
}

rocprofiler_agent_id_t AgentOfHost() noexcept {
  return HandleOfNode(0);
}

}  // namespace rocjfr::sdk
