// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entry points for memory pools and their memory.

#include <unistd.h>

#include <algorithm>

#include "api.h"
#include "device_memory.h"
#include "log.h"
#include "pool.h"

namespace rocjfr::softgpu {
namespace {

constexpr hsa_status_t kInvalidPool =
    static_cast<hsa_status_t>(HSA_STATUS_ERROR_INVALID_MEMORY_POOL);

uint64_t host_memory_bytes() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

uint64_t pool_bytes(Pool pool) {
  if (pool.kind == Pool::kGpuGroup) return kGroupBytes;
  return pool.on_gpu() ? config().vram_bytes : host_memory_bytes();
}

hsa_status_t describe(Pool pool, int attribute, void* value) {
  switch (attribute) {
    case HSA_AMD_MEMORY_POOL_INFO_SEGMENT:
      return put<uint32_t>(
          value, pool.kind == Pool::kGpuGroup ? HSA_AMD_SEGMENT_GROUP : HSA_AMD_SEGMENT_GLOBAL);
    case HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS:
      return put<uint32_t>(value, pool.global_flags());
    case HSA_AMD_MEMORY_POOL_INFO_SIZE:
    case HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE:
      return put<size_t>(value, pool_bytes(pool));
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED:
      return put<bool>(value, pool.kind != Pool::kGpuGroup);
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE:
    case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT:
    case compat::kPoolRecommendedGranule:
      return put<size_t>(value, 4096);
    case HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL:
      return put<bool>(value, !pool.on_gpu());
    case compat::kPoolLocation:
      return put<uint32_t>(value,
                           pool.on_gpu() ? compat::kPoolLocationGpu : compat::kPoolLocationCpu);
    default:
      log(LogLevel::kCall, "memory pools have no attribute 0x%x", attribute);
      return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  }
}

// The CPU may not touch device memory, as on a GPU without a large BAR: so the runtime sends copies
// to the copy engines instead of copying by itself.
uint32_t access_of(hsa_agent_t agent, Pool pool) {
  if (pool.belongs_to(agent)) return HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT;
  if (is_cpu(agent) && !pool.on_gpu()) return HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT;
  return is_gpu(agent) ? HSA_AMD_MEMORY_POOL_ACCESS_DISALLOWED_BY_DEFAULT
                       : HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED;
}

}  // namespace
}  // namespace rocjfr::softgpu

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

SOFTGPU_HSA hsa_status_t hsa_amd_agent_iterate_memory_pools(
    hsa_agent_t agent, hsa_status_t (*callback)(hsa_amd_memory_pool_t, void*), void* data) {
  return entry([&] {
    if (!is_agent(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (callback == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    int gpu = is_gpu(agent) ? gpu_number(agent) : socket_number(agent);
    uint32_t first = is_gpu(agent) ? Pool::kGpuMemory : Pool::kCpuFine;
    uint32_t last = is_gpu(agent) ? Pool::kGpuGroup : Pool::kCpuCoarse;
    for (uint32_t kind = first; kind <= last; ++kind) {
      hsa_status_t status = callback(Pool{static_cast<Pool::Kind>(kind), gpu}.handle(), data);
      if (status != HSA_STATUS_SUCCESS) return status;
    }
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t handle,
                                                      hsa_amd_memory_pool_info_t attribute,
                                                      void* value) {
  return entry([&] {
    Pool pool = Pool::of_handle(handle);
    if (!pool.valid()) return kInvalidPool;
    if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return describe(pool, number_of(attribute), value);
  });
}

SOFTGPU_HSA hsa_status_t
hsa_amd_agent_memory_pool_get_info(hsa_agent_t agent, hsa_amd_memory_pool_t handle,
                                   hsa_amd_agent_memory_pool_info_t attribute, void* value) {
  return entry([&] {
    Pool pool = Pool::of_handle(handle);
    if (!is_agent(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (!pool.valid()) return kInvalidPool;
    if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    bool own = pool.belongs_to(agent);
    switch (number_of(attribute)) {
      case HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS:
        return put<uint32_t>(value, access_of(agent, pool));
      case HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS:
        return put<uint32_t>(value, own ? 0 : 1);
      case HSA_AMD_AGENT_MEMORY_POOL_INFO_LINK_INFO: {
        if (own) return HSA_STATUS_SUCCESS;  // no hops: nothing to write
        hsa_amd_memory_pool_link_info_t link{};
        link.link_type = HSA_AMD_LINK_INFO_TYPE_PCIE;
        link.numa_distance = 20;
        return put(value, link);
      }
      default:
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_pool_allocate(hsa_amd_memory_pool_t handle, size_t bytes,
                                                      uint32_t, void** out) {
  return entry([&] {
    Pool pool = Pool::of_handle(handle);
    if (!pool.valid()) return kInvalidPool;
    if (out == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return Memory::instance().allocate(pool, bytes, out);
  });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_pool_free(void* base) {
  return entry(
      [&] { return base == nullptr ? HSA_STATUS_SUCCESS : Memory::instance().free(base); });
}

// Of memory of pools as well, in AMD's, too.
SOFTGPU_HSA hsa_status_t hsa_memory_free(void* base) {
  return entry(
      [&] { return base == nullptr ? HSA_STATUS_SUCCESS : Memory::instance().free(base); });
}

SOFTGPU_HSA hsa_status_t hsa_amd_memory_pool_can_migrate(hsa_amd_memory_pool_t from,
                                                         hsa_amd_memory_pool_t to, bool* result) {
  return entry([&] {
    if (!Pool::of_handle(from).valid() || !Pool::of_handle(to).valid()) return kInvalidPool;
    if (result == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = false;
    return HSA_STATUS_SUCCESS;
  });
}
