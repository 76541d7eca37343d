// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A thread's own default stream (hipStreamPerThread). Only the thread itself can name it. If the
// reporter finds work that may be of such streams, their threads make HIP report it. They do so at
// the end of their next call, if the stream is ready by then.
#ifndef ROCJFR_CORE_RECORD_OWN_STREAM_H_
#define ROCJFR_CORE_RECORD_OWN_STREAM_H_

#include <atomic>
#include <cstdint>

#include "thread_state.h"

namespace rocjfr {

// Changes with each look of the reporter that found such work.
extern std::atomic<uint32_t> g_own_stream_round;

// The thread has used its own stream, and not had it reported in this round.
inline bool OwnStreamIsDue(const ThreadState& thread) noexcept {
  return thread.own_work != 0 &&
         thread.own_round != g_own_stream_round.load(std::memory_order_relaxed);
}

// At the end of a call of the thread's, in no other one. Waits for no work, but a moment for HIP to
// tell of it: the stream ends with its thread. Changes neither the last error nor a capture. A
// client's callback may end the thread in it.
void ReportOwnStream(ThreadState& thread);

// The same for the calling thread, which asks for all that has finished.
void ReportCallersOwnStream();

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_OWN_STREAM_H_
