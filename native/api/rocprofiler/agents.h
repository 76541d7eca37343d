// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The processors of the machine.
#ifndef ROCJFR_API_ROCPROFILER_AGENTS_H_
#define ROCJFR_API_ROCPROFILER_AGENTS_H_

#include <atomic>
#include <vector>

#include "rocprofiler-sdk/agent.h"

namespace rocjfr::sdk {

// The agent of the driver's node of that number.
rocprofiler_agent_id_t HandleOfNode(uint32_t node) noexcept;
// All agents, static storage; looked up once there is something to see.
std::vector<const rocprofiler_agent_t*> AllAgents();
// HIP has made a call, so that it can be asked for its devices.
extern std::atomic<bool> g_hip_has_worked;
// Asks it, once. On a thread of ours that nothing of the program's waits for.
void LearnHipAgents() noexcept;
bool HipAgentsAreKnown() noexcept;
// By what a record calls its device: the driver's node, or from HIP 5.2 its ordinal. A handle of 0:
// which one that is is not known (yet).
rocprofiler_agent_id_t AgentOfGpu(uint32_t device) noexcept;
// Of a HIP ordinal; -1: of the only GPU, if there is but one. A handle of 0, too.
rocprofiler_agent_id_t AgentOfDevice(int32_t device) noexcept;
// The first CPU.
rocprofiler_agent_id_t AgentOfHost() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_AGENTS_H_
