// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clock of all records: CLOCK_BOOTTIME, which is also that of AMD's GPUs. The core times calls
// by CLOCK_MONOTONIC and work by the GPU's clock, whatever that is.
#ifndef ROCJFR_API_ROCPROFILER_CLOCK_H_
#define ROCJFR_API_ROCPROFILER_CLOCK_H_

#include <cstdint>

namespace rocjfr::sdk {

uint64_t MonotonicNs() noexcept;
uint64_t RecordClockNs() noexcept;
uint64_t FromMonotonic(uint64_t monotonic_ns) noexcept;
// The distance of the clocks is looked at every 10 ms at most.
uint64_t FromGpu(uint64_t gpu_ns) noexcept;
// Looks how far the first two are apart: that changes when the machine sleeps.
void CompareClocks() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CLOCK_H_
