// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks of HIP calls: HIP_RUNTIME_API and HIP_COMPILER_API with arguments and results; and the
// buffer kinds with the same (HIP_RUNTIME_API_EXT, HIP_COMPILER_API_EXT).
#ifndef ROCJFR_API_ROCPROFILER_HIP_CALLBACKS_H_
#define ROCJFR_API_ROCPROFILER_HIP_CALLBACKS_H_

#include "contexts.h"
#include "rocjfr/client.h"

namespace rocjfr::sdk {

// Whether somebody may have to be told in the middle of HIP calls, of anything: one look on the hot
// path. Counted by Context as its services become active.
extern std::atomic<uint32_t> g_hip_callbacks;
inline bool AnyHipCallbacks() noexcept {
  return g_hip_callbacks.load(std::memory_order_relaxed) != 0;
}
// Of this library's services those that AnyHipCallbacks is for.
bool IsHipCallback(uint32_t callback_kind) noexcept;
bool HasHipArguments(uint32_t buffer_kind) noexcept;
// A service wants the arguments, or the result, of this function.
bool WantsArguments(const HipFunction& function) noexcept;

// While AnyHipCallbacks; they tell code objects and streams, too. May call the user.
void HipCallbacksOnEnter(Thread& thread, const rocjfr_call_t& call, const HipFunction& function);
// The same; and while the thread has exits due.
void HipCallbacksOnExit(Thread& thread, const rocjfr_call_t& call, const HipFunction& function);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_HIP_CALLBACKS_H_
