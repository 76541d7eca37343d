// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hook of 5.3 and later, shared with another tool. The user asks for it by preloading this
// library (LD_PRELOAD). The slot then holds a callback that also hands everything to the tool's
// callback.
//
// A frame has one correlation id. Where the tool traces the call it is the tool's; where it does
// not, it is ours, marked, and the tool is told of work without an id. The tool's callbacks run
// before ours begin to count time.
#ifndef ROCJFR_CORE_HOOK_CHAINED_HOOK_H_
#define ROCJFR_CORE_HOOK_CHAINED_HOOK_H_

#include "core/runtime/runtime.h"

namespace rocjfr {

// Whether this library was preloaded, and so shares the hook. Does not change.
bool Chains() noexcept;
// The callback to register in place of the plain one.
TracerCallback ChainedCallback() noexcept;
// The tool's callback that gets what ours gets; null: there is none.
TracerCallback ChainedTool() noexcept;
void SetChainedTool(TracerCallback tool) noexcept;
// The tool called hipRegisterTracerCallback, which was ours: true once for each time, and its
// callback is ChainedTool() from then on.
bool TakeRegistration() noexcept;
// Puts it into the slot, where that holds the tool's.
void PassOnRegistration(const Runtime& runtime, TracerCallback callback) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_CHAINED_HOOK_H_
