// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "agents.h"

#include <dlfcn.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#include "base/leaky_singleton.h"
#include "base/loaded_library.h"
#include "rocjfr/hsa_client.h"
#include "rocjfr/rocjfr.h"
#include "runtimes.h"
#include "topology.h"

namespace rocjfr::sdk {
namespace {

// Handles are made of the driver's node, so that a record can name an agent before anybody has
// looked.
constexpr uint64_t kFirstHandle = 0x4167656E740000;

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
  const auto clock = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY);
  if (type != HSA_DEVICE_TYPE_GPU) {
    to.agents.push_back(MakeCpu(node, units, 0));
    to.agents.back().max_engine_clk_ccompute = clock;
    return HSA_STATUS_SUCCESS;
  }
  rocprofiler_agent_t agent = MakeAgent(node, true);
  char name[64] = "", vendor[64] = "", product[64] = "";
  to.hsa.info(hsa_agent, HSA_AGENT_INFO_NAME, name);
  to.hsa.info(hsa_agent, HSA_AGENT_INFO_VENDOR_NAME, vendor);
  to.hsa.info(hsa_agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_PRODUCT_NAME), product);
  agent.name = KeepName(name);
  agent.vendor_name = KeepName(vendor);
  agent.product_name = agent.model_name = KeepName(product);
  agent.gfx_target_version = TargetOfName(name);
  agent.simd_per_cu = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU);
  agent.simd_count = units * agent.simd_per_cu;
  const auto waves = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU);
  agent.max_waves_per_simd = agent.simd_per_cu == 0 ? 0 : waves / agent.simd_per_cu;
  agent.simd_arrays_per_engine =
      to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE);
  agent.array_count = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES) *
                      agent.simd_arrays_per_engine;
  agent.cu_per_simd_array = agent.array_count == 0 ? 0 : units / agent.array_count;
  agent.max_engine_clk_fcompute = clock;
  agent.domain = to.Get<uint32_t>(hsa_agent, HSA_AMD_AGENT_INFO_DOMAIN);
  // Newer ones, 0 of an HSA that does not know them. By number: so may be the installed header.
  constexpr int kFamily = 0xA107, kVersion = 0xA108, kSdmaVersion = 0xA109, kSdmaEngines = 0xA10A,
                kXgmiEngines = 0xA10B, kXccs = 0xA111;
  agent.family_id = to.Get<uint32_t>(hsa_agent, kFamily);
  agent.fw_version.Value = to.Get<uint32_t>(hsa_agent, kVersion);
  agent.sdma_fw_version.Value = to.Get<uint32_t>(hsa_agent, kSdmaVersion);
  agent.num_sdma_engines = to.Get<uint32_t>(hsa_agent, kSdmaEngines);
  agent.num_sdma_xgmi_engines = to.Get<uint32_t>(hsa_agent, kXgmiEngines);
  agent.num_xcc = to.Get<uint32_t>(hsa_agent, kXccs);
  char uuid[64] = "";
  to.hsa.info(hsa_agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_UUID), uuid);
  const uint64_t unique_id = strncmp(uuid, "GPU-", 4) == 0 ? strtoull(uuid + 4, nullptr, 16) : 0;
  memcpy(agent.uuid.bytes, &unique_id, sizeof(unique_id));
  AddUp(&agent);
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

std::vector<rocprofiler_agent_t> AgentsOfHsa() {
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
  return LeakySingleton<Known>();
}

void Learn(Known& known, std::vector<rocprofiler_agent_t> found) {
  known.complete = !found.empty();
  if (found.empty()) {
    if (!known.agents.empty()) return;
    found.push_back(MakeCpu(0, static_cast<uint32_t>(sysconf(_SC_NPROCESSORS_ONLN)), 0));
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

rocprofiler_agent_id_t HandleOfNode(uint32_t node) noexcept {
  return {kFirstHandle + node};
}

std::vector<const rocprofiler_agent_t*> AllAgents() {
  Known& known = TheKnown();
  {
    std::lock_guard<std::mutex> lock(known.mutex);
    if (known.complete) return known.agents;
  }
  // Without the lock: HSA may start for this, and configure tools that ask, too.
  std::vector<rocprofiler_agent_t> found = AgentsOfDriver();
  const bool by_driver = !found.empty();
  if (!by_driver) {
    rocjfr_hsa_own_calls(1);
    found = AgentsOfHsa();
    rocjfr_hsa_own_calls(0);
  }
  SetVisibility(&found, !by_driver);
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
