// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clock of all records: CLOCK_BOOTTIME, which is also that of AMD's GPUs. The core times calls
// by CLOCK_MONOTONIC and work by the GPU's clock, whatever that is.
#ifndef ROCJFR_API_ROCPROFILER_CLOCK_H_
#define ROCJFR_API_ROCPROFILER_CLOCK_H_

#include <cstdint>

namespace rocjfr::sdk {

// For how long something is waited for.
uint64_t MonotonicNs() noexcept;
// The core's clock of calls, which whatever is compared or recorded with them is timed by.
uint64_t CallClockNs() noexcept;
// Now, as a call's record would have it.
uint64_t RecordClockNs() noexcept;
uint64_t FromCallClock(uint64_t call_ns) noexcept;
// A begin and its end, converted alike: how far the clocks are apart may be looked at anew at any
// moment, but not between the two. The end is not before the begin.
struct Times {
  uint64_t start, end;
};
Times FromCallClock(uint64_t begin_ns, uint64_t end_ns) noexcept;
// How far the GPU's clock is away is looked at every 10 ms, as these times say.
Times FromGpu(uint64_t begin_ns, uint64_t end_ns) noexcept;
// Looks how far the first two are apart: that changes when the machine sleeps.
void CompareClocks() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CLOCK_H_
