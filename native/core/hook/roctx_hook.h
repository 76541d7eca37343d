// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's libroctx64, if the program loaded it: its one callback, while roctx records are wanted.
#ifndef ROCJFR_CORE_HOOK_ROCTX_HOOK_H_
#define ROCJFR_CORE_HOOK_ROCTX_HOOK_H_

namespace rocjfr {

// Both are called under the lock of hook.cpp. Looks for the library when it was not there yet.
void UpdateRoctxHook(bool wanted) noexcept;
bool RoctxFound() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_ROCTX_HOOK_H_
