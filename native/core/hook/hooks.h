// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The two generations of the runtime's hook. Register and Remove are called under one lock
// (hook.cpp) and never from a callback.
#ifndef ROCJFR_CORE_HOOK_HOOKS_H_
#define ROCJFR_CORE_HOOK_HOOKS_H_

#include <cstdint>

#include "core/runtime/runtime.h"

namespace rocjfr {

struct ThreadState;

// A thread that must not wait has changed what the hook depends on. This updates the hook, or
// leaves that to the thread that is updating it. False: another thread will do it, and may not have
// begun.
bool UpdateHookSoon() noexcept;
// HSA has not called us back on the thread that reports finished work: what it reports before it
// does is not recorded.
bool MissesFinishedWork() noexcept;
// How often hooks were registered.
uint64_t Registrations() noexcept;
// Learns what can be learnt of the machine once the program has initialised HIP; of HIP only on a
// thread whose calls make no records.
void LearnMachine() noexcept;

// 5.3 and later: one callback for everything. Where it is shared (chained_hook.h), registering it
// takes over whose callback is in the slot, and removing it puts that back.
void RegisterTracerHook(const Runtime& runtime) noexcept;
void RemoveTracerHook(const Runtime& runtime) noexcept;
// Whose callback the slot holds, where that can be read.
enum class SlotOwner { kUnreadable, kNobody, kUs, kOther };
SlotOwner TracerSlotOwner(const Runtime& runtime) noexcept;
// The callback is the runtime's own: it has a profiler of its own since 2026. That tells no API
// calls, and of finished work whoever was in the slot before it, by correlation ids of its own.
bool HeldByItsProfiler(const Runtime& runtime) noexcept;
// Whether a callback is code of the runtime's library.
bool IsOfRuntime(const Runtime& runtime, TracerCallback callback) noexcept;

// Of the first calls, while g_frame_bytes is 0: the size for this one, which may use it to measure;
// 0: it is not traced.
uint32_t FrameBytesAtFirst(ThreadState& thread, uint32_t op) noexcept;
// From within a call: the frame cannot be measured, API calls will not be traced.
void NoteFrameUnreadable() noexcept;

// 5.2: a pair of callbacks for each function of which something is wanted (api_flags.h), and one
// for ops. Registers and removes what that changes; not wanted: removes all.
void UpdateCallbackHooks(const Runtime& runtime, bool wanted) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_HOOKS_H_
