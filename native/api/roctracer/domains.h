// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The domains and how many operations each has.
#ifndef ROCJFR_API_ROCTRACER_DOMAINS_H_
#define ROCJFR_API_ROCTRACER_DOMAINS_H_

#include <cstdint>

namespace rocjfr::roctracer {

// HIP's ids are below this in all known versions.
constexpr uint32_t kMaxHipApis = 1024;
constexpr uint32_t kHipOps = 3;
constexpr uint32_t kRoctxOps = 5;
constexpr uint32_t kHsaOps = 4;
constexpr uint32_t kHsaEvents = 6;

// One past the last operation; 0 for EXT_API, which has none to enable.
uint32_t OpEnd(uint32_t domain) noexcept;
// KFD_API does not, nor does anything else.
bool DomainExists(uint32_t domain) noexcept;
// Those that HSA's tables are needed for.
bool DomainIsHsa(uint32_t domain) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_DOMAINS_H_
