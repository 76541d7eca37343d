// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The result of a HIP call. The hook does not get it. But the runtime has set the thread's last
// error before it calls us at the end of a call, so we can ask for it there.
//
// Runtimes differ in the way, and only a test shows it. The first call whose result is wanted makes
// a call fail and another one succeed, on its own thread before it begins, where that leaves no
// trace. Then it looks at the runtime's answers.
#ifndef ROCJFR_CORE_RECORD_CALL_RESULT_H_
#define ROCJFR_CORE_RECORD_CALL_RESULT_H_

#include <atomic>
#include <cstdint>

#include "core/runtime/runtime.h"
#include "thread_state.h"

namespace rocjfr {

// How a call's result is had of the runtime.
enum class ResultWay : uint8_t {
  kUntold,  // not tried yet
  kPeek,  // each call sets the last error, also to success: hipPeekAtLastError says the last one's
  // The last error stays until it is fetched. hipExtGetLastError says the last call's, and
  // hipPeekAtLastError after it puts back what it took, but for hipErrorNotReady.
  kExtended,
  kNone,  // the runtime says something else: no result is known
};
extern std::atomic<ResultWay> g_result_way;

// Whether a function's result may be asked for: the catalogue.
bool TellsResult(const char* function) noexcept;
// Whether a stream's capture begins or may end with this function: these have to be followed.
bool Captures(const char* function) noexcept;
// Sorts out a runtime's functions by their names.
void PrepareResults(const Runtime& runtime) noexcept;
// HIP may have been in use before anybody looked: then captures may be open.
extern std::atomic<bool> g_hip_was_used;
// Captures are seen to begin from now on.
void FollowCaptures() noexcept;
// They, and their ends, were not until now.
void CapturesMayBeOpen() noexcept;

// A call that will be asked for begins on this thread. Returns the error that stands there, where
// that has to be known (Call::error_before); else kNotAsked.
constexpr int kNotAsked = -1;
int BeginResult(ThreadState& thread, uint32_t op) noexcept;
// It ends: its result as rocjfr_record_t.kind has it.
uint32_t EndResult(ThreadState& thread, const Call& call) noexcept;
// It never does.
void LeaveResult(const Call& call) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_CALL_RESULT_H_
