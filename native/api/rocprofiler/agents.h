// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The processors of the machine.
#ifndef ROCJFR_API_ROCPROFILER_AGENTS_H_
#define ROCJFR_API_ROCPROFILER_AGENTS_H_

#include <vector>

#include "rocprofiler-sdk/agent.h"

namespace rocjfr::sdk {

// All agents, static storage; looked up once there is something to see.
std::vector<const rocprofiler_agent_t*> AllAgents();
// By what a record calls its device: the driver's node, or 0 for the first GPU (HIP 5.2).
rocprofiler_agent_id_t AgentOfGpu(uint32_t device) noexcept;
// The first CPU.
rocprofiler_agent_id_t AgentOfHost() noexcept;
// Of a HIP ordinal, as far as the core knows it.
rocprofiler_agent_id_t AgentOfDevice(int32_t device, rocprofiler_agent_id_t otherwise) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_AGENTS_H_
