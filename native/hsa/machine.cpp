// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include <atomic>

#include "base/leaky_singleton.h"
#include "tables.h"

namespace rocjfr::hsa {
namespace {

struct Machine {
  std::vector<Agent> agents;
  uint64_t frequency = 0;
};
// Published once; HSA's agents are the same each time it starts in a process.
std::atomic<const Machine*> g_machine{nullptr};

hsa_status_t AddPool(hsa_amd_memory_pool_t pool, void* agent) {
  try {
    static_cast<Agent*>(agent)->pools.push_back(pool);
  } catch (...) {
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  }
  return HSA_STATUS_SUCCESS;
}

hsa_status_t AddAgent(hsa_agent_t handle, void* to) {
  const auto get = ROCJFR_HSA_REAL(hsa_agent_get_info);
  auto& machine = *static_cast<Machine*>(to);
  Agent agent = {handle, HSA_DEVICE_TYPE_CPU, 0, 0, {}};
  get(handle, HSA_AGENT_INFO_DEVICE, &agent.type);
  const auto node = static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_DRIVER_NODE_ID);
  if (get(handle, node, &agent.node) != HSA_STATUS_SUCCESS) agent.node = 0;
  agent.id = agent.node;
  if (agent.type != HSA_DEVICE_TYPE_GPU) {
    agent.id = 0;
    for (const Agent& other : machine.agents) {
      if (other.type == agent.type) ++agent.id;
    }
  }
  try {
    const auto pools = ROCJFR_HSA_REAL(hsa_amd_agent_iterate_memory_pools);
    if (pools != nullptr) pools(handle, &AddPool, &agent);
    machine.agents.push_back(std::move(agent));
  } catch (...) {
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  }
  return HSA_STATUS_SUCCESS;
}

}  // namespace

void LearnMachine() noexcept {
  if (g_machine.load(std::memory_order_acquire) != nullptr) return;
  try {
    auto* machine = new Machine;
    const auto iterate = ROCJFR_HSA_REAL(hsa_iterate_agents);
    const auto get = ROCJFR_HSA_REAL(hsa_system_get_info);
    if (iterate == nullptr || get == nullptr || iterate(&AddAgent, machine) != HSA_STATUS_SUCCESS ||
        get(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &machine->frequency) != HSA_STATUS_SUCCESS) {
      delete machine;
      return;
    }
    const Machine* none = nullptr;
    if (!g_machine.compare_exchange_strong(none, machine)) delete machine;
  } catch (...) {
  }
}

namespace {
struct NoAgents : std::vector<Agent> {};
}  // namespace

const std::vector<Agent>& Agents() noexcept {
  const Machine* machine = g_machine.load(std::memory_order_acquire);
  if (machine != nullptr) return machine->agents;
  return LeakySingleton<NoAgents>();  // without a lock of the exit handlers
}

const Agent* FindAgent(hsa_agent_t handle) noexcept {
  for (const Agent& agent : Agents()) {
    if (agent.handle.handle == handle.handle) return &agent;
  }
  return nullptr;
}

uint64_t NsOfTicks(uint64_t ticks) noexcept {
  constexpr uint64_t kNsPerS = 1000000000;
  const Machine* machine = g_machine.load(std::memory_order_acquire);
  if (machine == nullptr || machine->frequency == 0 || machine->frequency == kNsPerS) return ticks;
  return static_cast<uint64_t>(static_cast<unsigned __int128>(ticks) * kNsPerS /
                               machine->frequency);
}

}  // namespace rocjfr::hsa
