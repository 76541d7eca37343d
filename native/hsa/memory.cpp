// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory that HSA's own functions end or bring: what is known of the address was of other memory.
// (hsa_amd_memory_unlock is not among them: what was locked stays the host's.)
#include "behaviours.h"
#include "core/record/whereabouts.h"
#include "tables.h"

namespace rocjfr::hsa {
namespace {

// Also of functions that older headers lack.
template <uint32_t number, typename... A>
hsa_status_t Real(A... arguments) {
  void* const function = g_real[number].load(std::memory_order_acquire);
  return reinterpret_cast<hsa_status_t (*)(A...)>(function)(arguments...);
}

template <uint32_t number, typename... A>
hsa_status_t End(void* at, A... more) {
  const HsaFree free(at);
  const hsa_status_t status = Real<number>(at, more...);
  free.End(status == HSA_STATUS_SUCCESS);
  return status;
}

}  // namespace

hsa_status_t MemoryFree(void* at) {
  return End<k_hsa_memory_free>(at);
}
hsa_status_t IpcMemoryDetach(void* at) {
  return End<k_hsa_amd_ipc_memory_detach>(at);
}
hsa_status_t InteropUnmapBuffer(void* at) {
  return End<k_hsa_amd_interop_unmap_buffer>(at);
}
hsa_status_t VmemUnmap(void* at, size_t size) {
  return End<k_hsa_amd_vmem_unmap>(at, size);
}

hsa_status_t IpcMemoryAttach(const void* handle, size_t size, uint32_t count, const void* agents,
                             void** at) {
  const hsa_status_t status = Real<k_hsa_amd_ipc_memory_attach>(handle, size, count, agents, at);
  if (status == HSA_STATUS_SUCCESS) HsaHasGiven(*at, size);
  return status;
}
hsa_status_t InteropMapBuffer(uint32_t count, void* agents, int handle, uint32_t flags,
                              size_t* size, void** at, size_t* metadata_size,
                              const void** metadata) {
  const hsa_status_t status = Real<k_hsa_amd_interop_map_buffer>(count, agents, handle, flags, size,
                                                                 at, metadata_size, metadata);
  if (status == HSA_STATUS_SUCCESS) HsaHasGiven(*at, *size);
  return status;
}
hsa_status_t VmemMap(void* at, size_t size, size_t offset, uint64_t handle, uint64_t flags) {
  const hsa_status_t status = Real<k_hsa_amd_vmem_map>(at, size, offset, handle, flags);
  if (status == HSA_STATUS_SUCCESS) HsaHasGiven(at, size);
  return status;
}

}  // namespace rocjfr::hsa
