// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is wanted of each HIP function, worked out beforehand: the wishes of Java and of clients,
// the filter (rocjfr_set_filter) and the functions whose results are wanted (rocjfr_set_results).
#ifndef ROCJFR_CORE_RECORD_API_FLAGS_H_
#define ROCJFR_CORE_RECORD_API_FLAGS_H_

#include <atomic>
#include <cstdint>

#include "core/runtime/runtime.h"

namespace rocjfr {

// What is wanted of one HIP function.
enum ApiFlags : uint16_t {
  kApiRecord = 1,      // a record of the call
  kApiArguments = 2,   // its arguments, read when it begins
  kApiFollow = 4,      // a correlation id for the work that it submits
  kApiTell = 8,        // a client is told of its end
  kApiTellEnter = 32,  // and a client of its begin
  kApiWaits = 16,      // it only waits for work of before: see IsWanted
  kApiResult = 64,     // what it returned is asked of the runtime
  kApiGraph = 128,     // it launches a graph: many pieces of work
  kApiMakes = 256,     // it makes a graph's work, which launches submit
  kApiTimes = 512,     // when it begins and ends
};
// Works out all functions' flags from what is wanted; called when that or the runtime changes.
void UpdateApiFlags() noexcept;
extern std::atomic<uint16_t> g_api_flags[kMaxApis];
inline uint16_t ApiFlagsOf(uint32_t op) noexcept {
  return op < kMaxApis ? g_api_flags[op].load(std::memory_order_relaxed) : 0;
}

// Of the filter: calls that took less make no record for Java, barriers do only with `g_barriers`.
extern std::atomic<uint64_t> g_threshold_ns;
extern std::atomic<bool> g_barriers;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_API_FLAGS_H_
