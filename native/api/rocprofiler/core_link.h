// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What this library tells the tracer core.
#ifndef ROCJFR_API_ROCPROFILER_CORE_LINK_H_
#define ROCJFR_API_ROCPROFILER_CORE_LINK_H_

#include <string>

#include "thread.h"

namespace rocjfr::sdk {

// nullptr, or why nothing can be traced; after having started the core or joined the one that is
// there. From then on OnHsaStart is called when HSA is initialised.
const char* ConnectCore() noexcept;
// To standard error, once for each text.
void TellProblem(const char* problem) noexcept;
// Within a catch: that `what` threw an exception, and the exception's text.
void TellThrown(const std::string& what, const std::string& then = {}) noexcept;

// Applies the active services. On HIP 5.2, a change of the hooks waits for the calls in progress.
// So a separate thread does it. The caller waits for that thread for a second at most. In callbacks
// it waits briefly for a start, and not at all for a stop.
void UpdateCore(const Thread& thread, bool starting) noexcept;
// What UpdateCore does, on the thread that may do it.
void UpdateCoreNow() noexcept;
// Whether a library is wanted that has not been loaded yet, so that somebody has to look for it.
bool SomethingToFind() noexcept;
// Has the helper call RenewDelivery (lifecycle.h).
void RenewDeliverySoon() noexcept;
// It may have been loaded just now.
void LookSoon() noexcept;
// A context drains: a thread of the library's looks when that is over.
void DrainLater() noexcept;
// HIP has made its first call: which agents its devices are is learnt soon.
void NoteHipWorks() noexcept;

// Wait until the work that was submitted has been reported, bounded (client/core_link.h).
void WaitForWorkInFlight(const Thread& thread) noexcept;
void WaitForWorkInFlightAtExit(const Thread& thread) noexcept;
void WaitForWorkInFlightBriefly(const Thread& thread) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CORE_LINK_H_
