// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Between this library and the tracer core: one core in a process, whoever brings it.
#ifndef ROCJFR_API_ROCPROFILER_CORE_LINK_H_
#define ROCJFR_API_ROCPROFILER_CORE_LINK_H_

#include "thread.h"

namespace rocjfr::sdk {

// nullptr, or why nothing can be traced; after having started the core or joined the one that is
// there. From then on OnHsaStart is called when HSA is initialised.
const char* ConnectCore() noexcept;
// To standard error, once for each text.
void TellProblem(const char* problem) noexcept;

// Lets what is active take effect. In a callback on HIP 5.2, whose hooks cannot be changed there,
// that is done by the default callback thread, for which a start waits briefly.
void UpdateCore(const Thread& thread, bool starting) noexcept;
// What UpdateCore does, on the thread that may do it.
void UpdateCoreNow() noexcept;
// Whether a library is wanted that has not been loaded yet, so that somebody has to look for it.
bool SomethingToFind() noexcept;

// Waits until the work that was submitted has been reported; at most 200 ms, 20 ms without
// progress. In a callback, which may be what the work waits for, not at all.
void WaitForWorkInFlight(const Thread& thread) noexcept;
// The same, 100 ms without progress: there is no later chance.
void WaitForWorkInFlightAtExit(const Thread& thread) noexcept;
// The same within a flush, which happens more often: at most 100 ms, 10 ms without progress.
void WaitForWorkInFlightBriefly(const Thread& thread) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CORE_LINK_H_
