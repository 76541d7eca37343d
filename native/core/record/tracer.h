// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From what the runtime's hook reports to records in rings: the same for both generations of hook.
// All functions run on the thread that the runtime calls us on; none blocks, but for lossless
// mode's bounded wait, and none throws. (A user's callback that ends its thread unwinds those that
// tell clients.)
#ifndef ROCJFR_CORE_RECORD_TRACER_H_
#define ROCJFR_CORE_RECORD_TRACER_H_

#include <atomic>
#include <cstdint>

#include "core/runtime/runtime.h"
#include "rocjfr/record.h"
#include "thread_state.h"
#include "work_epoch.h"

namespace rocjfr {

// What all versions' hip_api_data_t begins with; arguments follow at 16.
struct ApiData {
  uint64_t correlation_id;
  uint32_t phase;  // 0 ENTER, 1 EXIT
};

// What is wanted of one HIP function.
enum ApiFlags : uint8_t {
  kApiRecord = 1,      // a record of the call
  kApiArguments = 2,   // its arguments, read when it begins
  kApiFollow = 4,      // a correlation id for the work that it submits
  kApiTell = 8,        // a client is told of its end
  kApiTellEnter = 32,  // and a client of its begin
  kApiWaits = 16,      // it only waits for work of before: see IsWanted
  kApiResult = 64,     // what it returned is asked of the runtime
  kApiGraph = 128,     // it launches a graph: many pieces of work
};
// Works out all functions' flags from what is wanted; called when that or the runtime changes.
void UpdateApiFlags() noexcept;
extern std::atomic<uint8_t> g_api_flags[kMaxApis];
inline uint8_t ApiFlagsOf(uint32_t op) noexcept {
  return op < kMaxApis ? g_api_flags[op].load(std::memory_order_relaxed) : 0;
}

// A HIP call begins; nullptr: it is not traced.
Call* BeginCall(ThreadState& thread, uint32_t op) noexcept;
// One begins that is not traced for another reason.
void BeginUntracedCall(ThreadState& thread) noexcept;
// The runtime has filled its hip_api_data_t with the innermost call's arguments.
void EnterCall(ThreadState& thread, void* api_data);
// The call of this hip_api_data_t returns.
void EndCall(ThreadState& thread, void* api_data);

// The innermost call of this thread was asked about a piece of work that it makes or submits, and
// answered "yes".
void NoteSubmission(ThreadState& thread, uint32_t op);
// 7.2 and later: it has made a piece of work, or several in one, of which records will come.
void NoteAnnouncement(ThreadState& thread, uint32_t op) noexcept;
// The same where the runtime names its commands by record ids of their own (5.2).
void NoteRecordId(ThreadState& thread, uint64_t record_id);

// The runtime reports finished work, by its own record: of a dispatch, `bytes` is no size, and with
// a submission key of 5.2 `correlation_id` is no correlation id. `submission_key` finds the call
// that submitted it; `kernel_name` may be null.
void RecordOp(ThreadState& thread, const rocjfr_record_t& reported, uint64_t submission_key,
              const char* kernel_name) noexcept;

// See rocjfr_in_flight.
uint64_t InFlight() noexcept;
// Whether the runtime still has records to report, as far as it can tell: true where it cannot.
bool RuntimeHasPending() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_TRACER_H_
