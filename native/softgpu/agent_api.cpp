// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entry points for agents: which there are, and what they say of themselves.

#include <climits>
#include <cstring>

#include "agent.h"
#include "api.h"
#include "clock.h"
#include "device_memory.h"
#include "log.h"

namespace rocjfr::softgpu {
namespace {

/// Of all wavefronts, gfx9 has the wide ones.
uint32_t wavefront_size() {
  return config().gfx[3] == '9' ? 64 : 32;
}

std::string isa_name() {
  return "amdgcn-amd-amdhsa--" + config().gfx;
}

/// What HSA itself defines, for both kinds of agent.
bool describe_common(bool gpu, int number, int attribute, void* value) {
  switch (attribute) {
    case HSA_AGENT_INFO_NAME:
      return put_text(value, gpu ? config().gfx : "Software CPU"), true;
    case HSA_AGENT_INFO_VENDOR_NAME:
      return put_text(value, gpu ? "AMD" : "CPU"), true;
    case HSA_AGENT_INFO_FEATURE:
      return put<uint32_t>(value, gpu ? HSA_AGENT_FEATURE_KERNEL_DISPATCH : 0), true;
    case HSA_AGENT_INFO_MACHINE_MODEL:
      return put<uint32_t>(value, HSA_MACHINE_MODEL_LARGE), true;
    case HSA_AGENT_INFO_PROFILE:
      return put<uint32_t>(value, gpu ? HSA_PROFILE_BASE : HSA_PROFILE_FULL), true;
    case HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
      return put<uint32_t>(value, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR), true;
    case HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
      return put<uint32_t>(value, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR), true;
    case HSA_AGENT_INFO_FAST_F16_OPERATION:
      return put<bool>(value, true), true;
    case HSA_AGENT_INFO_WAVEFRONT_SIZE:
      return put<uint32_t>(value, wavefront_size()), true;
    case HSA_AGENT_INFO_WORKGROUP_MAX_DIM: {
      struct {
        uint16_t size[3];
      } limits{{1024, 1024, 1024}};
      return put(value, limits), true;
    }
    case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE:
      return put<uint32_t>(value, 1024), true;
    case HSA_AGENT_INFO_GRID_MAX_DIM:
      return put(value, hsa_dim3_t{INT32_MAX, INT32_MAX, INT32_MAX}), true;
    case HSA_AGENT_INFO_GRID_MAX_SIZE:
      return put<uint32_t>(value, UINT32_MAX), true;
    case HSA_AGENT_INFO_FBARRIER_MAX_SIZE:
      return put<uint32_t>(value, 32), true;
    case HSA_AGENT_INFO_QUEUES_MAX:
      return put<uint32_t>(value, gpu ? 128 : 0), true;
    case HSA_AGENT_INFO_QUEUE_MIN_SIZE:
      return put<uint32_t>(value, gpu ? kQueueMinPackets : 0), true;
    case HSA_AGENT_INFO_QUEUE_MAX_SIZE:
      return put<uint32_t>(value, gpu ? kQueueMaxPackets : 0), true;
    case HSA_AGENT_INFO_QUEUE_TYPE:
      return put<uint32_t>(value, HSA_QUEUE_TYPE_MULTI), true;
    case HSA_AGENT_INFO_NODE:
    case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID:
      return put<uint32_t>(value, gpu ? node_of_gpu(number) : static_cast<uint32_t>(number)), true;
    case HSA_AGENT_INFO_DEVICE:
      return put<uint32_t>(value, gpu ? HSA_DEVICE_TYPE_GPU : HSA_DEVICE_TYPE_CPU), true;
    case HSA_AGENT_INFO_CACHE_SIZE: {
      struct {
        uint32_t bytes[4];
      } caches{{16384, 4u << 20, 0, 0}};
      return put(value, caches), true;
    }
    case HSA_AGENT_INFO_ISA:
      return put<uint64_t>(value, gpu ? kIsa : 0), true;
    case HSA_AGENT_INFO_EXTENSIONS: {
      // Images have to be claimed, else hipMallocPitch and its like fail.
      struct {
        uint8_t bits[128];
      } extensions{};
      extensions.bits[0] = gpu ? 1 << HSA_EXTENSION_IMAGES : 0;
      return put(value, extensions), true;
    }
    case HSA_AGENT_INFO_VERSION_MAJOR:
    case HSA_AGENT_INFO_VERSION_MINOR:
      return put<uint16_t>(value, 1), true;
    default:
      return false;
  }
}

/// Limits of images. There are none here, but the runtime derives those of pitched memory from
/// them.
bool describe_images(int attribute, void* value) {
  struct Size {
    uint32_t side[3];
  };
  switch (attribute) {
    case HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS:
    case HSA_EXT_AGENT_INFO_IMAGE_1DA_MAX_ELEMENTS:
      return put<uint32_t>(value, 16384), true;
    case HSA_EXT_AGENT_INFO_IMAGE_1DB_MAX_ELEMENTS:
      return put<uint32_t>(value, 1u << 27), true;
    case HSA_EXT_AGENT_INFO_IMAGE_2D_MAX_ELEMENTS:
    case HSA_EXT_AGENT_INFO_IMAGE_2DA_MAX_ELEMENTS: {
      struct {
        uint32_t side[2];
      } size{{16384, 16384}};
      return put(value, size), true;
    }
    case HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS:
      return put(value, Size{{16384, 16384, 8192}}), true;
    case HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS:
      return put<uint32_t>(value, 8192), true;
    case HSA_EXT_AGENT_INFO_MAX_IMAGE_RD_HANDLES:
      return put<uint32_t>(value, 128), true;
    case HSA_EXT_AGENT_INFO_MAX_IMAGE_RORW_HANDLES:
      return put<uint32_t>(value, 64), true;
    case HSA_EXT_AGENT_INFO_MAX_SAMPLER_HANDLERS:
      return put<uint32_t>(value, 16), true;
    default:
      return false;
  }
}

/// What AMD adds.
bool describe_amd(bool gpu, int number, int attribute, void* value) {
  switch (attribute) {
    case HSA_AMD_AGENT_INFO_CHIP_ID:
      return put<uint32_t>(value, 0x73bf), true;
    case HSA_AMD_AGENT_INFO_CACHELINE_SIZE:
      return put<uint32_t>(value, 64), true;
    case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
    case HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT:
      return put<uint32_t>(value, 8), true;
    case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY:
    case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY:
      return put<uint32_t>(value, 1000), true;
    case HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS:
      return put<uint32_t>(value, 4), true;
    case HSA_AMD_AGENT_INFO_BDFID:
      return put<uint32_t>(value, static_cast<uint32_t>(3 + (gpu ? place_of(number) : 0)) << 8),
             true;
    case HSA_AMD_AGENT_INFO_DOMAIN:
      return put<uint32_t>(value, 0), true;
    case HSA_AMD_AGENT_INFO_MEMORY_WIDTH:
      return put<uint32_t>(value, 256), true;
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
      return put_text(value, gpu ? "Software GPU (rocjfr)" : "Software CPU"), true;
    case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU:
      return put<uint32_t>(value, 32), true;
    case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU:
      return put<uint32_t>(value, 2), true;
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES:
    case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE:
    case HSA_AMD_AGENT_INFO_ASIC_REVISION:
      return put<uint32_t>(value, 1), true;
    case HSA_AMD_AGENT_INFO_HDP_FLUSH:
      return put(value, hsa_amd_hdp_flush_t{}), true;
    case HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES:
      return put<bool>(value, true), true;
    case HSA_AMD_AGENT_INFO_UUID:
      return put_text(value, gpu ? uuid_of(place_of(number)) : "CPU-XX"), true;
    case HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS:
      return put<bool>(value, false), true;
    default:
      return false;
  }
}

/// What newer runtimes ask for.
bool describe_newer(bool gpu, int number, int attribute, void* value) {
  switch (attribute) {
    case compat::kAgentMemoryAvail: {
      uint64_t used = gpu ? Memory::instance().used_bytes(number) : 0;
      return put<uint64_t>(value, config().vram_bytes - used), true;
    }
    case compat::kAgentTimestampFrequency:
      return put<uint64_t>(value, Clock::kFrequency), true;
    case compat::kAgentAsicFamilyId:
      return put<uint32_t>(value, 143), true;
    case compat::kAgentUcodeVersion:
    case compat::kAgentSdmaUcodeVersion:
    case compat::kAgentNumXcc:
      return put<uint32_t>(value, 1), true;
    case compat::kAgentDriverUid:
      return put<uint32_t>(value, static_cast<uint32_t>(number)), true;
    case compat::kAgentNumSdmaEngines:
      return put<uint32_t>(value, gpu ? 2 : 0), true;
    case compat::kAgentNumSdmaXgmiEngines:
    case compat::kAgentIommuSupport:
      return put<uint32_t>(value, 0), true;
    case compat::kAgentNearestCpu:
      return put(value, cpu_agent(gpu ? place_of(number) % config().sockets : number)), true;
    case compat::kAgentMemoryProperties:
    case compat::kAgentAqlExtensions:
      return put<uint64_t>(value, 0), true;
    case compat::kAgentScratchLimitMax:
    case compat::kAgentScratchLimit:
      return put<uint64_t>(value, 1ull << 30), true;
    case compat::kAgentClockCounters: {
      uint64_t monotonic = monotonic_ns();
      uint64_t device = Clock::device_ns(monotonic);
      return put(value, compat::ClockCounters{device, monotonic, device, Clock::kFrequency}), true;
    }
    default:
      return false;
  }
}

}  // namespace
}  // namespace rocjfr::softgpu

using namespace rocjfr::softgpu;  // NOLINT: the entry points of a C API follow

SOFTGPU_HSA hsa_status_t hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t, void*),
                                            void* data) {
  return entry([&] {
    if (callback == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    hsa_status_t status = HSA_STATUS_SUCCESS;
    for (int socket = 0; status == HSA_STATUS_SUCCESS && socket < config().sockets; ++socket) {
      status = callback(cpu_agent(socket), data);
    }
    for (int gpu = 0; status == HSA_STATUS_SUCCESS && gpu < config().gpus; ++gpu) {
      status = callback(gpu_agent(gpu), data);
    }
    return status;
  });
}

SOFTGPU_HSA hsa_status_t hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t attribute,
                                            void* value) {
  return entry([&] {
    if (!is_agent(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    int a = number_of(attribute);
    log(LogLevel::kQuery, "agent 0x%lx: attribute 0x%x", agent.handle, a);
    bool gpu = is_gpu(agent);
    int number = gpu ? gpu_number(agent) : socket_number(agent);
    bool known = describe_common(gpu, number, a, value) || describe_images(a, value) ||
                 describe_amd(gpu, number, a, value) || describe_newer(gpu, number, a, value);
    if (known) return HSA_STATUS_SUCCESS;
    log(LogLevel::kCall, "agents have no attribute 0x%x", a);
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  });
}

SOFTGPU_HSA hsa_status_t hsa_agent_extension_supported(uint16_t, hsa_agent_t agent, uint16_t,
                                                       uint16_t, bool* result) {
  return entry([&] {
    if (!is_agent(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (result == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *result = false;
    return HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_agent_iterate_isas(hsa_agent_t agent,
                                                hsa_status_t (*callback)(hsa_isa_t, void*),
                                                void* data) {
  return entry([&] {
    if (!is_agent(agent)) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (callback == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return is_gpu(agent) ? callback(hsa_isa_t{kIsa}, data) : HSA_STATUS_SUCCESS;
  });
}

SOFTGPU_HSA hsa_status_t hsa_isa_get_info_alt(hsa_isa_t isa, hsa_isa_info_t attribute,
                                              void* value) {
  return entry([&] {
    if (isa.handle != kIsa) return HSA_STATUS_ERROR_INVALID_ISA;
    if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch (number_of(attribute)) {
      case HSA_ISA_INFO_NAME_LENGTH:
        return put<uint32_t>(value, static_cast<uint32_t>(isa_name().size()));
      case HSA_ISA_INFO_NAME:  // without a NUL, as HSA defines it
        std::memcpy(value, isa_name().data(), isa_name().size());
        return HSA_STATUS_SUCCESS;
      default:
        log(LogLevel::kCall, "instruction sets have no attribute 0x%x", number_of(attribute));
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
  });
}

// Newer than the oldest headers.
SOFTGPU_HSA hsa_status_t hsa_amd_agent_set_async_scratch_limit(hsa_agent_t agent, size_t) {
  return entry([&] { return is_gpu(agent) ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_AGENT; });
}
