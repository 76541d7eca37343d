// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How many records were lost, by domain and cause.
#ifndef ROCJFR_CORE_RECORD_LOSSES_H_
#define ROCJFR_CORE_RECORD_LOSSES_H_

#include <cstdint>

namespace rocjfr {

// Any thread; one relaxed atomic addition.
void CountLost(uint32_t domain, uint32_t cause, uint64_t records) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_LOSSES_H_
