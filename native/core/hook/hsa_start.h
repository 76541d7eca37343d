// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA starts and calls us: the moment to register hooks, inside the program's first HIP call.
#ifndef ROCJFR_CORE_HOOK_HSA_START_H_
#define ROCJFR_CORE_HOOK_HSA_START_H_

#include <cstdint>

namespace rocjfr {

// A start of HSA has us in OnLoad; and how many had.
bool HsaIsStarting() noexcept;
uint32_t HsaStarts() noexcept;
// On the thread that does it, also while the client is told.
bool ThisThreadStartsHsa() noexcept;
// Before hooks are registered: where HIP is in use by then, captures may be open.
void LookWhetherHipIsUsed() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_HSA_START_H_
