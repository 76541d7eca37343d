// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What this library tells the tracer core.
#ifndef ROCJFR_API_ROCTRACER_CORE_LINK_H_
#define ROCJFR_API_ROCTRACER_CORE_LINK_H_

#include <atomic>
#include <cstdint>

#include "client/core_link.h"
#include "thread.h"

namespace rocjfr::roctracer {

using rocjfr::CoreProblem;

// As CoreProblem, after having started the core or joined the one that is there.
const char* ConnectCore() noexcept;

// Applies the registrations. On HIP 5.2, a change of the hooks waits for the calls in progress. So
// a separate thread does it. The caller waits for that thread for a second at most. In callbacks it
// waits briefly for an enabling, and not at all for a disabling.
void UpdateCore(const Thread& thread, bool enabling) noexcept;
// What UpdateCore does, on the thread that may do it.
void UpdateCoreNow() noexcept;
bool IsConnected() noexcept;
// Has the helper call RenewDelivery (lifecycle.h).
void RenewDeliverySoon() noexcept;
// Has it looked soon whether late work has ended (hip_ops.h); any thread.
void LookSoon() noexcept;
// Whether a library is wanted that has not been loaded yet, so that somebody has to look for it.
bool SomethingToFind() noexcept;

// Wait until the work that was submitted has been reported, bounded (client/core_link.h).
void WaitForWorkInFlight() noexcept;
void WaitForWorkInFlightAtExit() noexcept;
void WaitForWorkInFlightBriefly() noexcept;

// Lets what is registered of HSA take effect. UpdateCore does it, too.
void UpdateHsa() noexcept;
// As the above, for work that HSA_OPS follows.
void WaitForHsaWork() noexcept;

// roctracer_stop was called, and not roctracer_start since.
extern std::atomic<bool> g_stopped;
// HIP_OPS records have correlation ids: API calls were traced while work was submitted.
extern std::atomic<bool> g_correlated;
// HSA's calls have been traced.
extern std::atomic<bool> g_hsa_correlated;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_CORE_LINK_H_
