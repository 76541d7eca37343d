// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "domains.h"

#include <algorithm>

#include "op_names.h"
#include "rocjfr/rocjfr.h"
#include "roctracer/roctracer.h"

namespace rocjfr::roctracer {

uint32_t OpEnd(uint32_t domain) noexcept {
  switch (domain) {
    case ACTIVITY_DOMAIN_HSA_API:
      return HsaApis();
    case ACTIVITY_DOMAIN_HSA_OPS:
      return kHsaOps;
    case ACTIVITY_DOMAIN_HSA_EVT:
      return kHsaEvents;
    case ACTIVITY_DOMAIN_HIP_OPS:
      return kHipOps;
    case ACTIVITY_DOMAIN_HIP_API: {
      const uint32_t last = rocjfr_api_last();
      return last == 0 ? kMaxHipApis : std::min(last + 1, kMaxHipApis);
    }
    case ACTIVITY_DOMAIN_ROCTX:
      return kRoctxOps;
    default:
      return 0;
  }
}

bool DomainExists(uint32_t domain) noexcept {
  return domain < ACTIVITY_DOMAIN_NUMBER && domain != ACTIVITY_DOMAIN_KFD_API;
}

bool DomainIsHsa(uint32_t domain) noexcept {
  return domain == ACTIVITY_DOMAIN_HSA_API || domain == ACTIVITY_DOMAIN_HSA_OPS ||
         domain == ACTIVITY_DOMAIN_HSA_EVT;
}

}  // namespace rocjfr::roctracer
