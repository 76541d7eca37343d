// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The operations of HSA_API. They are the functions in the order of the loaded release's tables:
// core, AMD's extensions, images. AMD's roctracer of that release has the same numbers. While HSA
// has not started, the order is that of the installed release.
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
