// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP calls of whose work not everything was told yet.
#ifndef ROCJFR_CLIENT_CALLS_IN_FLIGHT_H_
#define ROCJFR_CLIENT_CALLS_IN_FLIGHT_H_

#include <cstdint>
#include <vector>

#include "rocjfr/client.h"

namespace rocjfr {

// As rocjfr_each_in_flight visits them. Throws bad_alloc.
std::vector<rocjfr_call_in_flight_t> CallsInFlight();

// Waits for the records of the work in flight, as long as some of it has finished and HIP has yet
// to report that. It waits at most timeout_ms, and at most idle_ms without a record. Time in which
// the calling thread waited for a core does not count. It does not wait for work that is submitted
// meanwhile.
void AwaitReports(uint32_t timeout_ms, uint32_t idle_ms) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CLIENT_CALLS_IN_FLIGHT_H_
