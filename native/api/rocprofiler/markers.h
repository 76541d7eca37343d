// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// roctx calls and ranges, made into records.
#ifndef ROCJFR_API_ROCPROFILER_MARKERS_H_
#define ROCJFR_API_ROCPROFILER_MARKERS_H_

#include <cstdint>

namespace rocjfr::sdk {

// As rocjfr_client_t has it.
void OnRoctx(uint32_t op, const char* message, uint64_t id);
// roctx is wanted again after it was not: ranges that were open may have ended.
void ForgetRanges() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_MARKERS_H_
