// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The operations of HSA_API: functions in the order of HSA's tables (core, AMD's extensions,
// images) as the loaded release has them, which is how AMD's roctracer of that release numbers
// them; while HSA has not started, as the installed one has them.
#ifndef ROCJFR_API_ROCTRACER_HSA_OPS_H_
#define ROCJFR_API_ROCTRACER_HSA_OPS_H_

#include <cstdint>

namespace rocjfr::roctracer {

// Operations of all releases are below this.
constexpr uint32_t kMaxHsaApis = 256;

struct HsaOps {
  const HsaOps* former = nullptr;      // that readers may have; so it is never lost
  uint32_t count = 0;                  // one more is what AMD calls DISPATCH, which no call has
  uint16_t number_of_op[kMaxHsaApis];  // the core's; kMaxHsaApis: none
  uint16_t op_of_number[kMaxHsaApis];  // kMaxHsaApis: none
};
// For the life of the process; others once HSA has started.
const HsaOps& TheHsaOps() noexcept;
// HSA has started.
void RenewHsaOps() noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_HSA_OPS_H_
