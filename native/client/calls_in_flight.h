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

// Waits for the records of what is in flight now, as long as some of it has finished and HIP has
// yet to report that: at most timeout_ms, at most idle_ms in which none comes (time in which the
// calling thread had to wait for a core is not counted as such). What is submitted meanwhile is not
// waited for.
void AwaitReports(uint32_t timeout_ms, uint32_t idle_ms) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CLIENT_CALLS_IN_FLIGHT_H_
