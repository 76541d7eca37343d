// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a HIP call submits, as the runtime asks about it while the call runs; kept in the table of
// submissions.
#ifndef ROCJFR_CORE_RECORD_CALL_WORK_H_
#define ROCJFR_CORE_RECORD_CALL_WORK_H_

#include <cstdint>

#include "api_flags.h"
#include "thread_state.h"
#include "work_epoch.h"

namespace rocjfr {

// Its work is followed.
inline bool Follows(const Call& call) noexcept {
  return (call.epoch & kEpochFollows) != 0;
}

// The same, or it began just before its work was wanted, of a runtime to which the answer does not
// have to be the same throughout a call.
inline bool FollowsNow(const Call& call) noexcept {
  return Follows(call) || (WorkEpoch() & (kEpochFollows | kEpochAsksTwice)) == kEpochFollows;
}

// How much work it submits is known when it ends.
inline bool SubmitsMany(const Call& call) noexcept {
  return (call.flags & (kApiGraph | kApiDevices)) != 0;
}
// Fills in what is known of any call, without its arguments.
void FillCaller(ThreadState& thread, Call& call) noexcept;
// The call returns, or is given up, that stands in the table of submissions.
void EndWork(ThreadState& thread, Call& call) noexcept;

// The innermost call of this thread was asked about a piece of work that it makes or submits, and
// answered "yes".
void NoteSubmission(ThreadState& thread, uint32_t op);
// 7.2 and later: it has made a piece of work, or several in one, of which records will come.
void NoteAnnouncement(ThreadState& thread, uint32_t op) noexcept;
// The same where the runtime names its commands by record ids of their own (5.2).
void NoteRecordId(ThreadState& thread, uint64_t record_id);

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_CALL_WORK_H_
