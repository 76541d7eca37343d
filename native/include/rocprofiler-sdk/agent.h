// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Agents: the processors of the machine.
#ifndef ROCPROFILER_SDK_AGENT_H_
#define ROCPROFILER_SDK_AGENT_H_

#include <stdint.h>

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"
#if __has_include(<hsakmt/hsakmttypes.h>)
#include <hsakmt/hsakmttypes.h>
#else
#include "rocprofiler-sdk/agent_kmt.h"
#endif

ROCPROFILER_EXTERN_C_INIT

typedef enum rocprofiler_agent_version_t {
  ROCPROFILER_AGENT_INFO_VERSION_NONE = 0,
  ROCPROFILER_AGENT_INFO_VERSION_0 = 1,
  ROCPROFILER_AGENT_INFO_VERSION_LAST,
} rocprofiler_agent_version_t;

typedef struct rocprofiler_agent_cache_t {
  uint64_t processor_id_low;
  uint64_t size;  // KiB
  uint32_t level;
  uint32_t cache_line_size;
  uint32_t cache_lines_per_tag;
  uint32_t association;
  uint32_t latency;
  HsaCacheType type;
} rocprofiler_agent_cache_t;

typedef struct rocprofiler_agent_io_link_t {
  HSA_IOLINKTYPE type;
  uint32_t version_major;
  uint32_t version_minor;
  uint32_t node_from;
  uint32_t node_to;
  uint32_t weight;
  uint32_t min_latency;
  uint32_t max_latency;
  uint32_t min_bandwidth;
  uint32_t max_bandwidth;
  uint32_t recommended_transfer_size;
  HSA_LINKPROPERTY flags;
} rocprofiler_agent_io_link_t;

typedef struct rocprofiler_agent_mem_bank_t {
  HSA_HEAPTYPE heap_type;
  HSA_MEMORYPROPERTY flags;
  uint32_t width;
  uint32_t mem_clk_max;
  uint64_t size_in_bytes;
} rocprofiler_agent_mem_bank_t;

typedef struct rocprofiler_agent_runtime_visiblity_t {
  uint32_t hsa : 1;
  uint32_t hip : 1;
  uint32_t rccl : 1;
  uint32_t rocdecode : 1;
  uint32_t reserved : 28;
} rocprofiler_agent_runtime_visiblity_t;

// All that the driver lists, what follows from it, and the runtime's limits of workgroups and
// grids. family_id of a GPU is 0 if the process may not open its render node. On a machine without
// the driver, what HSA tells: no memory banks, caches, links and queues; the family, SDMA engines,
// versions and num_xcc only if that HSA knows them.
typedef struct rocprofiler_agent_v0_t {
  uint64_t size;
  rocprofiler_agent_id_t id;
  rocprofiler_agent_type_t type;
  uint32_t cpu_cores_count;
  uint32_t simd_count;
  uint32_t mem_banks_count;
  uint32_t caches_count;
  uint32_t io_links_count;
  uint32_t cpu_core_id_base;
  uint32_t simd_id_base;
  uint32_t max_waves_per_simd;
  uint32_t lds_size_in_kb;
  uint32_t gds_size_in_kb;
  uint32_t num_gws;
  uint32_t wave_front_size;
  uint32_t num_xcc;
  uint32_t cu_count;
  uint32_t array_count;
  uint32_t num_shader_banks;
  uint32_t simd_arrays_per_engine;
  uint32_t cu_per_simd_array;
  uint32_t simd_per_cu;
  uint32_t max_slots_scratch_cu;
  uint32_t gfx_target_version;
  uint16_t vendor_id;
  uint16_t device_id;
  uint32_t location_id;
  uint32_t domain;
  uint32_t drm_render_minor;
  uint32_t num_sdma_engines;
  uint32_t num_sdma_xgmi_engines;
  uint32_t num_sdma_queues_per_engine;
  uint32_t num_cp_queues;
  uint32_t max_engine_clk_ccompute;
  uint32_t max_engine_clk_fcompute;
  HSA_ENGINE_VERSION sdma_fw_version;
  HSA_ENGINE_ID fw_version;
  HSA_CAPABILITY capability;
  uint32_t cu_per_engine;
  uint32_t max_waves_per_cu;
  uint32_t family_id;
  uint32_t workgroup_max_size;
  uint32_t grid_max_size;
  uint64_t local_mem_size;
  uint64_t hive_id;
  uint64_t gpu_id;
  rocprofiler_dim3_t workgroup_max_dim;
  rocprofiler_dim3_t grid_max_dim;
  const rocprofiler_agent_mem_bank_t* mem_banks;
  const rocprofiler_agent_cache_t* caches;
  const rocprofiler_agent_io_link_t* io_links;
  const char* name;  // of a GPU gfx...
  const char* vendor_name;
  const char* product_name;
  const char* model_name;
  uint32_t node_id;  // the driver's
  int32_t logical_node_id;
  int32_t logical_node_type_id;  // counted among the agents of its type
  rocprofiler_agent_runtime_visiblity_t runtime_visibility;
  rocprofiler_uuid_t uuid;
} rocprofiler_agent_v0_t;
typedef rocprofiler_agent_v0_t rocprofiler_agent_t;

typedef rocprofiler_status_t (*rocprofiler_query_available_agents_cb_t)(
    rocprofiler_agent_version_t version, const void** agents, size_t num_agents, void* user_data);

// Calls `callback` once, before it returns, with all agents, and returns what it returns. The
// agents live as long as the process. agent_size: sizeof(rocprofiler_agent_t) of the caller;
// INCOMPATIBLE_ABI where that is more than the library's (fields were added behind),
// INVALID_ARGUMENT for versions other than VERSION_0. They are the driver's agents. On a machine
// without the driver they are those of a loaded HSA runtime, which is initialised for that. Without
// one, the CPU is the only agent.
rocprofiler_status_t rocprofiler_query_available_agents(
    rocprofiler_agent_version_t version, rocprofiler_query_available_agents_cb_t callback,
    size_t agent_size, void* user_data) ROCPROFILER_API ROCPROFILER_NONNULL(2);

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_AGENT_H_
