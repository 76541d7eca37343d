// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the tracer core tells, made into records of the active contexts.
#ifndef ROCJFR_API_ROCPROFILER_SINK_H_
#define ROCJFR_API_ROCPROFILER_SINK_H_

#include "contexts.h"
#include "rocjfr/client.h"

namespace rocjfr::sdk {

extern const rocjfr_client_t kSink;

// From now on the core tells when calls submit work, so that tools are asked for external ids.
void FollowSubmissions() noexcept;

// For a context that stops: retires the correlation ids of calls that have returned and whose work
// is not known to be finished. last: no other context is told of them later.
void RetirePending(Thread& thread, const Service& stopping, bool last) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_SINK_H_
