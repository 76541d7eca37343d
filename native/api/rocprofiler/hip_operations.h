// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The operations of HIP_RUNTIME_API: AMD's list, then functions that AMD's list lacks, each with
// the next free number from the moment that it is known.
#ifndef ROCJFR_API_ROCPROFILER_HIP_OPERATIONS_H_
#define ROCJFR_API_ROCPROFILER_HIP_OPERATIONS_H_

#include <cstdint>
#include <vector>

namespace rocjfr::sdk {

std::vector<const char*> HipOperationNames();
// nullptr where there is none.
const char* HipOperationName(int32_t operation) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_HIP_OPERATIONS_H_
