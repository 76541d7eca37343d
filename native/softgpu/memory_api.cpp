// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entry points about memory that is already there: locks, access, pointers, copies by the host.

#include <algorithm>
#include <cstring>

#include "agent.h"
#include "api.h"
#include "device_memory.h"

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

SOFTGPU_HSA hsa_status_t hsa_amd_agents_allow_access(uint32_t count, const hsa_agent_t* agents,
                                                     const uint32_t* flags, const void* address) {
  return entry([&] {
    if (count == 0 || agents == nullptr || flags != nullptr || address == nullptr) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (!is_agent(agents[i])) return HSA_STATUS_ERROR_INVALID_AGENT;
    }
    if (Memory::instance().find(address).type == HSA_EXT_POINTER_TYPE_UNKNOWN) {
      return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    }
    return HSA_STATUS_SUCCESS;  // all memory is one here
  });
}

// Not declared by name in all versions of the headers, therefore with the type of flags spelt out.
SOFTGPU_HSA hsa_status_t hsa_amd_memory_lock_to_pool(void* host, size_t bytes, hsa_agent_t* agents,
                                                     int count, hsa_amd_memory_pool_t handle,
                                                     uint32_t, void** agent_address) {
  return entry([&] {
    Pool pool = Pool::of_handle(handle);
    if (!pool.valid() || pool.on_gpu()) {
      return static_cast<hsa_status_t>(HSA_STATUS_ERROR_INVALID_MEMORY_POOL);
    }
    if ((agents == nullptr) != (count == 0)) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    for (int i = 0; i < count; ++i) {
      if (!is_agent(agents[i])) return HSA_STATUS_ERROR_INVALID_AGENT;
    }
    return Memory::instance().lock(host, bytes, pool, agent_address);
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_lock(void* host, size_t bytes, hsa_agent_t* agents,
                                             int count, void** agent_address) {
  return hsa_amd_memory_lock_to_pool(host, bytes, agents, count, Pool{Pool::kCpuFine, 0}.handle(),
                                     0, agent_address);
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_unlock(void* host) {
  return entry([&] { return Memory::instance().unlock(host); });
}

SOFTGPU_HSA hsa_status_t hsa_amd_pointer_info(const void* address, hsa_amd_pointer_info_t* info,
                                              void* (*allocate)(size_t), uint32_t* agent_count,
                                              hsa_agent_t** agents) {
  return entry([&] {
    if (address == nullptr || info == nullptr || info->size == 0) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    MemoryInfo known = Memory::instance().find(address);
    hsa_amd_pointer_info_t answer{};
    answer.size = std::min<uint32_t>(info->size, sizeof answer);
    answer.type = known.type;
    bool exists = known.type != HSA_EXT_POINTER_TYPE_UNKNOWN;
    if (exists) {
      answer.agentBaseAddress = known.agent_base;
      answer.hostBaseAddress = known.host_base;
      answer.sizeInBytes = known.bytes;
      answer.userData = known.user_data;
      answer.agentOwner = known.pool.owner();
      answer.global_flags = known.pool.global_flags();
    }
    std::memcpy(info, &answer, answer.size);
    if (agent_count == nullptr || agents == nullptr || allocate == nullptr) {
      return HSA_STATUS_SUCCESS;
    }
    *agent_count = 0;
    *agents = nullptr;
    if (!exists) return HSA_STATUS_SUCCESS;
    uint32_t gpus = static_cast<uint32_t>(config().gpus);
    bool cpu_too = !known.pool.on_gpu();
    *agents = static_cast<hsa_agent_t*>(allocate((gpus + kMaxSockets) * sizeof(hsa_agent_t)));
    if (*agents == nullptr) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    for (int socket = 0; cpu_too && socket < config().sockets; ++socket) {
      (*agents)[(*agent_count)++] = cpu_agent(socket);
    }
    for (uint32_t gpu = 0; gpu < gpus; ++gpu) {
      (*agents)[(*agent_count)++] = gpu_agent(static_cast<int>(gpu));
    }
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_pointer_info_set_userdata(const void* address, void* user_data) {
  return entry([&] {
    if (address == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return Memory::instance().set_user_data(address, user_data);
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_fill(void* address, uint32_t value, size_t count) {
  return entry([&] {
    if (address == nullptr || reinterpret_cast<uintptr_t>(address) % 4 != 0) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    Memory& memory = Memory::instance();
    if (count > SIZE_MAX / 4 || memory.overruns(address, count * 4)) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    auto* to = static_cast<char*>(memory.translate(address));
    for (size_t i = 0; i < count; ++i) std::memcpy(to + 4 * i, &value, 4);
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_memory_copy(void* to, const void* from, size_t bytes) {
  return entry([&] {
    if (to == nullptr || from == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    Memory& memory = Memory::instance();
    if (memory.overruns(to, bytes) || memory.overruns(from, bytes)) {
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    std::memmove(memory.translate(to), memory.translate(from), bytes);
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_memory_register(void* address, size_t bytes) {
  return entry([&] {
    return address == nullptr && bytes != 0 ? HSA_STATUS_ERROR_INVALID_ARGUMENT
                                            : HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_memory_deregister(void*, size_t) {
  return entry([&] { return HSA_STATUS_SUCCESS; });
}

SOFTGPU_HSA hsa_status_t hsa_amd_coherency_set_type(hsa_agent_t agent, hsa_amd_coherency_type_t) {
  return entry([&] { return is_gpu(agent) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_AGENT; });
}

SOFTGPU_HSA hsa_status_t hsa_amd_coherency_get_type(hsa_agent_t agent,
                                                    hsa_amd_coherency_type_t* type) {
  return entry([&] {
    if (!is_gpu(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (type == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *type = HSA_AMD_COHERENCY_TYPE_COHERENT;
    return HSA_STATUS_SUCCESS;
  });
}
