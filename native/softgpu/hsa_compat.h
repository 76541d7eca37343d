// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HSA headers, and the little that newer HIP runtimes ask for beyond what the oldest supported
// headers (ROCm 5.2.3, Debian bookworm) declare. Numbers and layouts are the ABI's; the names are
// ours, so that newer headers do not clash.

#ifndef ROCJFR_SOFTGPU_HSA_COMPAT_H_
#define ROCJFR_SOFTGPU_HSA_COMPAT_H_

#define HSA_EXPORT 1  // the headers declare what we define here: with default visibility
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>
#include <hsa/hsa_ven_amd_loader.h>

#include <cstdint>

// What programs call goes through HSA's tables (entry_points.cpp); what is defined here under the
// name of a function of HSA is impl_NAME.
#include "renamed.h"

namespace rocjfr::softgpu::compat {

// hsa_amd_agent_info_t
constexpr int kAgentMemoryAvail = 0xA015;         // uint64_t
constexpr int kAgentTimestampFrequency = 0xA016;  // uint64_t
constexpr int kAgentAsicFamilyId = 0xA107;        // uint32_t
constexpr int kAgentUcodeVersion = 0xA108;        // uint32_t
constexpr int kAgentSdmaUcodeVersion = 0xA109;    // uint32_t
constexpr int kAgentNumSdmaEngines = 0xA10A;      // uint32_t
constexpr int kAgentNumSdmaXgmiEngines = 0xA10B;  // uint32_t
constexpr int kAgentIommuSupport = 0xA110;        // uint32_t
constexpr int kAgentNumXcc = 0xA111;              // uint32_t
constexpr int kAgentDriverUid = 0xA112;           // uint32_t
constexpr int kAgentNearestCpu = 0xA113;          // hsa_agent_t
constexpr int kAgentMemoryProperties = 0xA114;    // uint8_t[8]
constexpr int kAgentAqlExtensions = 0xA115;       // uint8_t[8]
constexpr int kAgentScratchLimitMax = 0xA116;     // uint64_t
constexpr int kAgentScratchLimit = 0xA117;        // uint64_t
constexpr int kAgentClockCounters = 0xA118;       // ClockCounters

struct ClockCounters {
  uint64_t gpu;
  uint64_t cpu;
  uint64_t system;
  uint64_t system_frequency;
};

// hsa_system_info_t
constexpr int kSystemMwaitxEnabled = 0x203;           // bool
constexpr int kSystemDmabufSupported = 0x204;         // bool
constexpr int kSystemVirtualMemorySupported = 0x205;  // bool
constexpr int kSystemXnackEnabled = 0x206;            // bool
constexpr int kSystemExtVersionMajor = 0x207;         // uint16_t
constexpr int kSystemExtVersionMinor = 0x208;         // uint16_t

// hsa_amd_memory_pool_info_t
constexpr int kPoolLocation = 17;            // uint32_t
constexpr int kPoolRecommendedGranule = 18;  // size_t
constexpr uint32_t kPoolLocationCpu = 0;
constexpr uint32_t kPoolLocationGpu = 1;

}  // namespace rocjfr::softgpu::compat

// Before the definition of each function of the HSA API.
#define SOFTGPU_HSA extern "C" __attribute__((visibility("default")))

#endif  // ROCJFR_SOFTGPU_HSA_COMPAT_H_
