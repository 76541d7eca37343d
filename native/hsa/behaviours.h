// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What ours do beside calling the original: events, following work, and following memory. With the
// originals' signatures.
#ifndef ROCJFR_HSA_BEHAVIOURS_H_
#define ROCJFR_HSA_BEHAVIOURS_H_

#include "hsa_headers.h"

namespace rocjfr::hsa {

// X(function, in its place)
#define ROCJFR_HSA_BEHAVIOURS(X)                                   \
  X(hsa_memory_allocate, MemoryAllocate)                           \
  X(hsa_memory_assign_agent, MemoryAssignAgent)                    \
  X(hsa_memory_copy, MemoryCopy)                                   \
  X(hsa_amd_memory_pool_allocate, PoolAllocate)                    \
  X(hsa_amd_memory_pool_free, PoolFree)                            \
  X(hsa_memory_free, MemoryFree)                                   \
  X(hsa_amd_ipc_memory_attach, IpcMemoryAttach)                    \
  X(hsa_amd_ipc_memory_detach, IpcMemoryDetach)                    \
  X(hsa_amd_interop_map_buffer, InteropMapBuffer)                  \
  X(hsa_amd_interop_unmap_buffer, InteropUnmapBuffer)              \
  X(hsa_amd_vmem_map, VmemMap)                                     \
  X(hsa_amd_vmem_unmap, VmemUnmap)                                 \
  X(hsa_amd_agents_allow_access, AgentsAllowAccess)                \
  X(hsa_executable_freeze, ExecutableFreeze)                       \
  X(hsa_executable_destroy, ExecutableDestroy)                     \
  X(hsa_amd_memory_async_copy, AsyncCopy)                          \
  X(hsa_amd_memory_async_copy_on_engine, AsyncCopyOnEngine)        \
  X(hsa_amd_memory_async_copy_rect, AsyncCopyRect)                 \
  X(hsa_amd_profiling_async_copy_enable, ProfilingAsyncCopyEnable) \
  X(hsa_amd_profiling_get_async_copy_time, AsyncCopyTime)          \
  X(hsa_queue_create, QueueCreate)                                 \
  X(hsa_queue_destroy, QueueDestroy)                               \
  X(hsa_amd_profiling_set_profiler_enabled, SetProfilerEnabled)    \
  X(hsa_amd_signal_async_handler, SignalAsyncHandler)

// events.cpp
hsa_status_t MemoryAllocate(hsa_region_t region, size_t size, void** at);
hsa_status_t MemoryAssignAgent(void* at, hsa_agent_t agent, hsa_access_permission_t access);
hsa_status_t MemoryCopy(void* to, const void* from, size_t size);
hsa_status_t PoolAllocate(hsa_amd_memory_pool_t pool, size_t size, uint32_t flags, void** at);
hsa_status_t PoolFree(void* at);
hsa_status_t AgentsAllowAccess(uint32_t count, const hsa_agent_t* agents, const uint32_t* flags,
                               const void* at);
// memory.cpp
hsa_status_t MemoryFree(void* at);
hsa_status_t IpcMemoryAttach(const void* handle, size_t size, uint32_t count, const void* agents,
                             void** at);
hsa_status_t IpcMemoryDetach(void* at);
hsa_status_t InteropMapBuffer(uint32_t count, void* agents, int handle, uint32_t flags,
                              size_t* size, void** at, size_t* metadata_size,
                              const void** metadata);
hsa_status_t InteropUnmapBuffer(void* at);
hsa_status_t VmemMap(void* at, size_t size, size_t offset, uint64_t handle, uint64_t flags);
hsa_status_t VmemUnmap(void* at, size_t size);
// code.cpp
hsa_status_t ExecutableFreeze(hsa_executable_t executable, const char* options);
hsa_status_t ExecutableDestroy(hsa_executable_t executable);
// copies.cpp
hsa_status_t AsyncCopy(void* to, hsa_agent_t to_agent, const void* from, hsa_agent_t from_agent,
                       size_t size, uint32_t count, const hsa_signal_t* dependencies,
                       hsa_signal_t completion);
hsa_status_t AsyncCopyOnEngine(void* to, hsa_agent_t to_agent, const void* from,
                               hsa_agent_t from_agent, size_t size, uint32_t count,
                               const hsa_signal_t* dependencies, hsa_signal_t completion,
                               uint32_t engine, bool force);
hsa_status_t AsyncCopyRect(const hsa_pitched_ptr_t* to, const hsa_dim3_t* to_offset,
                           const hsa_pitched_ptr_t* from, const hsa_dim3_t* from_offset,
                           const hsa_dim3_t* range, hsa_agent_t agent,
                           hsa_amd_copy_direction_t direction, uint32_t count,
                           const hsa_signal_t* dependencies, hsa_signal_t completion);
hsa_status_t AsyncCopyTime(hsa_signal_t signal, hsa_amd_profiling_async_copy_time_t* time);
hsa_status_t ProfilingAsyncCopyEnable(bool enable);
// queues.cpp
hsa_status_t QueueCreate(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type,
                         void (*on_error)(hsa_status_t, hsa_queue_t*, void*), void* data,
                         uint32_t private_bytes, uint32_t group_bytes, hsa_queue_t** queue);
hsa_status_t QueueDestroy(hsa_queue_t* queue);
hsa_status_t SetProfilerEnabled(hsa_queue_t* queue, int enable);
// handlers.cpp
hsa_status_t SignalAsyncHandler(hsa_signal_t signal, hsa_signal_condition_t condition,
                                hsa_signal_value_t value, hsa_amd_signal_handler handler,
                                void* data);

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_BEHAVIOURS_H_
