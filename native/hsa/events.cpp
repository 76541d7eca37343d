// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA_EVT of memory: what is allocated and freed, given to devices, copied by the host. Told after
// the call has succeeded; a free before it, since somebody else may have the address afterwards.
#include "behaviours.h"
#include "core/record/whereabouts.h"
#include "machine.h"
#include "roctracer/roctracer_hsa.h"
#include "tables.h"
#include "wanted.h"

namespace rocjfr::hsa {
namespace {

void TellDevice(const Agent& agent, const void* at) {
  hsa_evt_data_t data = {};
  data.device.type = agent.type;
  data.device.id = agent.id;
  data.device.agent = agent.handle;
  data.device.ptr = at;
  TellEvent(HSA_EVT_ID_DEVICE, &data);
}

// To those that may use the pool without being asked.
void TellDevicesOf(hsa_amd_memory_pool_t pool, const void* at) {
  const auto get = ROCJFR_HSA_REAL(hsa_amd_agent_memory_pool_get_info);
  for (const Agent& agent : Agents()) {
    hsa_amd_memory_pool_access_t access = HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED;
    if (get(agent.handle, pool, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, &access) ==
            HSA_STATUS_SUCCESS &&
        access == HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT) {
      TellDevice(agent, at);
    }
  }
}

}  // namespace

hsa_status_t MemoryAllocate(hsa_region_t region, size_t size, void** at) {
  const hsa_status_t status = ROCJFR_HSA_REAL(hsa_memory_allocate)(region, size, at);
  if (status == HSA_STATUS_SUCCESS) HsaHasGiven(*at, size);
  if (status != HSA_STATUS_SUCCESS || !WantsEvent(HSA_EVT_ID_ALLOCATE)) return status;
  const auto get = ROCJFR_HSA_REAL(hsa_region_get_info);
  hsa_evt_data_t data = {};
  data.allocate.ptr = *at;
  data.allocate.size = size;
  get(region, HSA_REGION_INFO_SEGMENT, &data.allocate.segment);
  get(region, HSA_REGION_INFO_GLOBAL_FLAGS, &data.allocate.global_flag);
  TellEvent(HSA_EVT_ID_ALLOCATE, &data);
  return status;
}

hsa_status_t MemoryAssignAgent(void* at, hsa_agent_t handle, hsa_access_permission_t access) {
  const hsa_status_t status = ROCJFR_HSA_REAL(hsa_memory_assign_agent)(at, handle, access);
  const Agent* agent = FindAgent(handle);
  if (status != HSA_STATUS_SUCCESS || agent == nullptr) return status;
  if (WantsEvent(HSA_EVT_ID_DEVICE)) TellDevice(*agent, at);
  return status;
}

hsa_status_t MemoryCopy(void* to, const void* from, size_t size) {
  const hsa_status_t status = ROCJFR_HSA_REAL(hsa_memory_copy)(to, from, size);
  if (status != HSA_STATUS_SUCCESS || !WantsEvent(HSA_EVT_ID_MEMCOPY)) return status;
  hsa_evt_data_t data = {};
  data.memcopy.dst = to;
  data.memcopy.src = from;
  data.memcopy.size = size;
  TellEvent(HSA_EVT_ID_MEMCOPY, &data);
  return status;
}

hsa_status_t PoolAllocate(hsa_amd_memory_pool_t pool, size_t size, uint32_t flags, void** at) {
  const hsa_status_t status = ROCJFR_HSA_REAL(hsa_amd_memory_pool_allocate)(pool, size, flags, at);
  if (status != HSA_STATUS_SUCCESS || size == 0) return status;
  const void* const where = *at;
  HsaHasGiven(where, size);
  if (WantsEvent(HSA_EVT_ID_ALLOCATE)) {
    const auto get = ROCJFR_HSA_REAL(hsa_amd_memory_pool_get_info);
    hsa_evt_data_t data = {};
    data.allocate.ptr = where;
    data.allocate.size = size;
    get(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &data.allocate.segment);
    get(pool, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &data.allocate.global_flag);
    TellEvent(HSA_EVT_ID_ALLOCATE, &data);
  }
  if (WantsEvent(HSA_EVT_ID_DEVICE)) TellDevicesOf(pool, where);
  return status;
}

// A free of nothing is none.
hsa_status_t PoolFree(void* at) {
  if (at != nullptr && WantsEvent(HSA_EVT_ID_ALLOCATE)) {
    hsa_evt_data_t data = {};
    data.allocate.ptr = at;
    TellEvent(HSA_EVT_ID_ALLOCATE, &data);
  }
  const HsaFree free(at);
  const hsa_status_t status = ROCJFR_HSA_REAL(hsa_amd_memory_pool_free)(at);
  free.End(status == HSA_STATUS_SUCCESS);
  return status;
}

hsa_status_t AgentsAllowAccess(uint32_t count, const hsa_agent_t* agents, const uint32_t* flags,
                               const void* at) {
  const hsa_status_t status =
      ROCJFR_HSA_REAL(hsa_amd_agents_allow_access)(count, agents, flags, at);
  if (status != HSA_STATUS_SUCCESS || !WantsEvent(HSA_EVT_ID_DEVICE)) return status;
  for (uint32_t i = 0; i < count; ++i) {
    if (const Agent* agent = FindAgent(agents[i])) TellDevice(*agent, at);
  }
  return status;
}

}  // namespace rocjfr::hsa
