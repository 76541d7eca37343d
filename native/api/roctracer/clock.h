// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clock of the records that leave this library: the GPU's, as HIP_OPS records have it. API
// calls are timed by CLOCK_MONOTONIC; how far the two are apart is looked at whenever a buffer is
// handed over, so that it costs the calls nothing.
#ifndef ROCJFR_API_ROCTRACER_CLOCK_H_
#define ROCJFR_API_ROCTRACER_CLOCK_H_

#include <cstdint>

#include "rocjfr/client.h"

namespace rocjfr::roctracer {

// The core's, which times calls.
inline uint64_t MonotonicNs() noexcept {
  return rocjfr_call_clock_ns();
}
// Now, on the clock of records.
uint64_t RecordClockNs() noexcept;
// Converts the times of the HIP_API records in a buffer.
void PutOnRecordClock(char* begin, char* end) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_CLOCK_H_
