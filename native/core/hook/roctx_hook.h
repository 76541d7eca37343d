// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's libroctx64, if the program loaded it: its one callback, while roctx records are wanted.
#ifndef ROCJFR_CORE_HOOK_ROCTX_HOOK_H_
#define ROCJFR_CORE_HOOK_ROCTX_HOOK_H_

#include <string>

namespace rocjfr {

// Looks for the library when it was not there yet. Takes the loader's lock: never called with a
// lock of ours, for which a library's constructor may be waiting.
void FindRoctx() noexcept;
// Under the lock of hook.cpp.
void UpdateRoctxHook(bool wanted) noexcept;
bool RoctxFound() noexcept;
// The file whose callback keeps us from roctx's calls, "" where there is none.
std::string RoctxOtherTool();

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_ROCTX_HOOK_H_
