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
#include "globs.h"

namespace rocjfr {

// What is wanted of one HIP function.
enum ApiFlags : uint16_t {
  kApiRecord = 1,        // a record of the call
  kApiArguments = 2,     // its arguments, read when it begins
  kApiFollow = 4,        // a correlation id for the work that it submits
  kApiTell = 8,          // a client is told of its end
  kApiTellEnter = 32,    // and a client of its begin
  kApiWaits = 16,        // it only waits for work of before: see IsWanted
  kApiResult = 64,       // what it returned is asked of the runtime
  kApiGraph = 128,       // it launches a graph: many pieces of work
  kApiMakes = 256,       // it makes a graph's work, which launches submit
  kApiTimes = 512,       // when it begins and ends
  kApiSite = 1024,       // where in Java it is called: core/site
  kApiPicked = 2048,     // of a call: that is asked of this one
  kApiMemory = 4096,     // it allocates or frees memory that is followed
  kApiDevices = 8192,    // it launches a kernel on several devices
  kApiLaunches = 16384,  // by its name it launches a kernel
  kApiKeepsOff = 32768,  // of a call: the reporter keeps off its stream, or all (stream_visit.h)
};
// Works out the functions' flags from what is wanted; called when that or the runtime changes.
void UpdateApiFlags() noexcept;
// While it lives, and until work is followed, calls make no records: a recording that begins would
// have calls without their work. It updates the flags itself.
class RecordsHeld {
 public:
  explicit RecordsHeld(bool held) noexcept;
  ~RecordsHeld();
  RecordsHeld(const RecordsHeld&) = delete;
  RecordsHeld& operator=(const RecordsHeld&) = delete;

 private:
  const bool held_;
};
// For a forked child, where a lock may be held for ever.
void WantNoFunctions() noexcept;
// The functions of whose calls is asked where in Java they are made. Throws std::bad_alloc.
void SetSites(const Globs& functions);
// Our callback is to be called when the arguments are there.
constexpr uint16_t kApiEnters = kApiArguments | kApiTellEnter | kApiPicked | kApiMemory;
extern std::atomic<uint16_t> g_api_flags[kMaxApis];
// The functions 64 * word and following of which anything is wanted.
extern std::atomic<uint64_t> g_wanted_functions[kMaxApis / 64];
inline uint16_t ApiFlagsOf(uint32_t op) noexcept {
  return op < kMaxApis ? g_api_flags[op].load(std::memory_order_relaxed) : 0;
}

// Of the filter: calls that took less make no record for Java, barriers do only with `g_barriers`.
extern std::atomic<uint64_t> g_threshold_ns;
extern std::atomic<bool> g_barriers;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_API_FLAGS_H_
