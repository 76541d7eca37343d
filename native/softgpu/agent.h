// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Agents: the CPU of each socket, and as many GPUs as configured. A handle is a small number, not a
// pointer. The driver's nodes are the sockets and then the machine's GPUs.

#ifndef ROCJFR_SOFTGPU_AGENT_H_
#define ROCJFR_SOFTGPU_AGENT_H_

#include "config.h"
#include "hsa_compat.h"

namespace rocjfr::softgpu {

constexpr uint64_t kCpuAgent = 0x100;
constexpr uint64_t kFirstGpuAgent = 0x200;
constexpr uint64_t kIsa = 0x300;  // exactly one for each GPU: the runtime asserts it

constexpr uint32_t kQueueMinPackets = 64;
constexpr uint32_t kQueueMaxPackets = 131072;

inline hsa_agent_t cpu_agent(int socket = 0) {
  return {kCpuAgent + static_cast<uint64_t>(socket)};
}
inline hsa_agent_t gpu_agent(int gpu) {
  return {kFirstGpuAgent + static_cast<uint64_t>(gpu)};
}

inline bool is_cpu(hsa_agent_t agent) {
  return agent.handle - kCpuAgent < static_cast<uint64_t>(config().sockets);
}
inline bool is_gpu(hsa_agent_t agent) {
  return agent.handle - kFirstGpuAgent < static_cast<uint64_t>(config().gpus);
}
inline bool is_agent(hsa_agent_t agent) {
  return is_cpu(agent) || is_gpu(agent);
}

/// Of a GPU's agent.
inline int gpu_number(hsa_agent_t agent) {
  return static_cast<int>(agent.handle - kFirstGpuAgent);
}
/// Of a CPU's agent.
inline int socket_number(hsa_agent_t agent) {
  return static_cast<int>(agent.handle - kCpuAgent);
}

/// Which of the machine's GPUs this is: the others may be hidden.
inline int place_of(int gpu) {
  return config().places[static_cast<size_t>(gpu)];
}
inline uint32_t node_of_gpu(int gpu) {
  return static_cast<uint32_t>(config().sockets + place_of(gpu));
}

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_AGENT_H_
