// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA's headers, of any release from ROCm 5.2 on. What is newer stands in functions.inc alone.
#ifndef ROCJFR_HSA_HSA_HEADERS_H_
#define ROCJFR_HSA_HSA_HEADERS_H_

#include <hsa/amd_hsa_signal.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ven_amd_loader.h>

#include <cstdint>

namespace rocjfr::hsa {

// hsa_api_trace.h's, for tools.
using PacketWriter = void (*)(const void* packets, uint64_t count);
using PacketHandler = void (*)(const void* packets, uint64_t count, uint64_t index, void* data,
                               PacketWriter writer);

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_HSA_HEADERS_H_
