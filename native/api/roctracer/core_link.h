// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Between this library and the tracer core: one core in a process, whoever brings it.
#ifndef ROCJFR_API_ROCTRACER_CORE_LINK_H_
#define ROCJFR_API_ROCTRACER_CORE_LINK_H_

#include <atomic>
#include <cstdint>

#include "client/core_start.h"
#include "thread.h"

namespace rocjfr::roctracer {

// As CoreProblem, after having started the core or joined the one that is there.
const char* ConnectCore() noexcept;

// Lets what is registered take effect. In a callback on HIP 5.2, whose hooks cannot be changed
// there, that is done by the helper thread, for which an enabling waits briefly.
void UpdateCore(const Thread& thread, bool enabling) noexcept;
// What UpdateCore does, on the thread that may do it.
void UpdateCoreNow() noexcept;
// Whether a library is wanted that has not been loaded yet, so that somebody has to look for it.
bool SomethingToFind() noexcept;

// Waits until the work that was submitted has been reported; at most 200 ms, 20 ms without
// progress. In a callback, which may be what the work waits for, not at all.
void WaitForWorkInFlight() noexcept;
// The same, 100 ms without progress: there is no later chance.
void WaitForWorkInFlightAtExit() noexcept;
// The same within a flush, which happens more often: at most 100 ms, 10 ms without progress.
void WaitForWorkInFlightBriefly() noexcept;

// roctracer_stop was called, and not roctracer_start since.
extern std::atomic<bool> g_stopped;
// HIP_OPS records have correlation ids: API calls were traced while work was submitted.
extern std::atomic<bool> g_correlated;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_CORE_LINK_H_
