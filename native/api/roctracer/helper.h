// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A thread that looks for HIP and roctx while they are wanted and not loaded, and that changes HIP
// 5.2's hooks for threads that must not. It is started when there is such a thing to do, and ends
// when there is none.
#ifndef ROCJFR_API_ROCTRACER_HELPER_H_
#define ROCJFR_API_ROCTRACER_HELPER_H_

#include <cstdint>

namespace rocjfr::roctracer {

void WakeHelper() noexcept;
// Has it call UpdateCoreNow, and waits for that, at most timeout_ms.
void LetHelperUpdate(uint32_t timeout_ms) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_HELPER_H_
