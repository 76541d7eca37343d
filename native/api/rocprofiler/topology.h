// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Agents as the driver lists them, in files.
#ifndef ROCJFR_API_ROCPROFILER_TOPOLOGY_H_
#define ROCJFR_API_ROCPROFILER_TOPOLOGY_H_

#include <string>
#include <vector>

#include "rocprofiler-sdk/agent.h"

namespace rocjfr::sdk {

constexpr const char* kTopology = "/sys/class/kfd/kfd/topology/nodes";

// Names of agents live as long as the process.
const char* KeepName(std::string text);
// What is the same for all agents of a node.
rocprofiler_agent_t MakeAgent(uint32_t node, bool gpu);
rocprofiler_agent_t MakeCpu(uint32_t node, uint32_t cores, uint32_t first_core);

// In the order of the nodes; of what the process may not read, nothing. Empty without the driver.
std::vector<rocprofiler_agent_t> AgentsOfDriver(const std::string& folder = kTopology);

// What can be computed of a GPU's other properties.
void AddUp(rocprofiler_agent_t* gpu) noexcept;
// By the names that HSA and the driver have: 90010 is gfx90a, 100306 gfx1036.
std::string NameOfTarget(uint32_t version);
uint32_t TargetOfName(const std::string& name) noexcept;  // 0: no such name

// Which of them HSA and HIP show to the program, by ROCR_VISIBLE_DEVICES and HIP's variables.
// seen_by_hsa: these are already only those that HSA shows, in its order.
void SetVisibility(std::vector<rocprofiler_agent_t>* agents, bool seen_by_hsa);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_TOPOLOGY_H_
