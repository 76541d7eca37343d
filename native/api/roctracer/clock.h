// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clock of the records that leave this library: the GPU's, as HIP_OPS records have it. API
// calls are timed by CLOCK_MONOTONIC. How far the two are apart changes while the machine sleeps:
// so it is looked at each millisecond in which there are records, and added when a record is
// written. Those of before HSA's clock was known get it when the buffer is handed over.
#ifndef ROCJFR_API_ROCTRACER_CLOCK_H_
#define ROCJFR_API_ROCTRACER_CLOCK_H_

#include <atomic>
#include <cstdint>

#include "rocjfr/client.h"

namespace rocjfr::roctracer {

// The core's, which times calls.
inline uint64_t MonotonicNs() noexcept {
  return rocjfr_call_clock_ns();
}
// Now, on the clock of records.
uint64_t RecordClockNs() noexcept;

// GPU minus monotonic. Changes only when a sample contradicts it, so that with clocks that keep
// step all times of a process are converted alike. Until then it holds; 0: it is not known.
extern std::atomic<int64_t> g_offset_ns;
extern std::atomic<uint64_t> g_offset_until_ns;
// Looks whether it still holds. False: it is not known.
[[gnu::cold]] bool LookAtOffset(uint64_t now, uint64_t* offset) noexcept;
inline bool RecordOffset(uint64_t now, uint64_t* offset) noexcept {
  if (__builtin_expect(now >= g_offset_until_ns.load(std::memory_order_relaxed), false)) {
    return LookAtOffset(now, offset);
  }
  *offset = static_cast<uint64_t>(g_offset_ns.load(std::memory_order_relaxed));
  return true;
}
// In a record's queue_id, as long as it is ours: its times are by the clock of records.
constexpr uint64_t kOnRecordClock = 1;
// Converts the times of the HIP_API and HSA_API records in a buffer that are not yet.
void PutOnRecordClock(char* begin, char* end) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_CLOCK_H_
