// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory pools: three of each CPU, two of each GPU. A handle encodes which.

#ifndef ROCJFR_SOFTGPU_POOL_H_
#define ROCJFR_SOFTGPU_POOL_H_

#include <cstdint>

#include "agent.h"
#include "hsa_compat.h"

namespace rocjfr::softgpu {

struct Pool {
  enum Kind : uint32_t { kNone, kCpuFine, kCpuKernarg, kCpuCoarse, kGpuMemory, kGpuGroup };

  Kind kind = kNone;
  int gpu = 0;  // of a CPU's pool: the socket

  static Pool of_handle(hsa_amd_memory_pool_t handle) {
    uint64_t kind = handle.handle & 15;
    uint64_t gpu = handle.handle >> 4;
    bool good = kind >= kCpuFine && kind <= kGpuGroup &&
                gpu < static_cast<uint64_t>(kind >= kGpuMemory ? config().gpus : config().sockets);
    return good ? Pool{static_cast<Kind>(kind), static_cast<int>(gpu)} : Pool{};
  }

  hsa_amd_memory_pool_t handle() const { return {kind + 16 * static_cast<uint64_t>(gpu)}; }
  bool valid() const { return kind != kNone; }
  bool on_gpu() const { return kind >= kGpuMemory; }
  hsa_agent_t owner() const { return on_gpu() ? gpu_agent(gpu) : cpu_agent(gpu); }
  bool belongs_to(hsa_agent_t agent) const { return owner().handle == agent.handle; }

  uint32_t global_flags() const {
    switch (kind) {
      case kCpuFine:
        return HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED;
      case kCpuKernarg:
        return HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED |
               HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT;
      case kCpuCoarse:
      case kGpuMemory:
        return HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED;
      default:
        return 0;
    }
  }
};

constexpr size_t kGroupBytes = 65536;  // of one work-group

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_POOL_H_
