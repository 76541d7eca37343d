// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA: records of its calls, of memory that is allocated and of scratch memory.
#ifndef ROCJFR_API_ROCPROFILER_HSA_SINK_H_
#define ROCJFR_API_ROCPROFILER_HSA_SINK_H_

#include <cstdint>
#include <vector>

#include "rocjfr/hsa_client.h"

namespace rocjfr::sdk {

extern const rocjfr_hsa_client_t kHsaSink;

// The functions of one of HSA's tables (ROCJFR_HSA_*), by operation.
std::vector<const char*> HsaOperations(uint32_t table);
// Tells the core what the active contexts want of HSA.
void UpdateHsa() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_HSA_SINK_H_
