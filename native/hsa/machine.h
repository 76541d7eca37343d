// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA's agents and the memory pools of each, as they are when HSA starts.
#ifndef ROCJFR_HSA_MACHINE_H_
#define ROCJFR_HSA_MACHINE_H_

#include <vector>

#include "hsa_headers.h"

namespace rocjfr::hsa {

struct Agent {
  hsa_agent_t handle;
  hsa_device_type_t type;
  uint32_t node;  // the driver's
  uint32_t id;    // AMD's roctracer's: of GPUs the node, of others a count
  std::vector<hsa_amd_memory_pool_t> pools;
};

// Asks HSA, which has started. What is known already is not asked again.
void LearnMachine() noexcept;
// nullptr: not known. For the life of the process.
const Agent* FindAgent(hsa_agent_t agent) noexcept;
const std::vector<Agent>& Agents() noexcept;
// Nanoseconds of HSA's clock.
uint64_t NsOfTicks(uint64_t ticks) noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_MACHINE_H_
