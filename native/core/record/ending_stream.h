// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program's thread ends a stream (hipStreamDestroy), and it is not clear whether records of it
// are still to come: stream_end.h. Then the thread itself synchronises the stream first.
// hipStreamDestroy waits for the same work in any case.
#ifndef ROCJFR_CORE_RECORD_ENDING_STREAM_H_
#define ROCJFR_CORE_RECORD_ENDING_STREAM_H_

#include <cstdint>

#include "stream_end.h"
#include "thread_state.h"

namespace rocjfr {

// The call that ends streams begins. `handle`: of the one stream, as the program gave it; 0: of
// several, or unknown. Returns the nanoseconds that it has waited for records, not those of the
// synchronisation: HIP would have waited as long. Changes neither the last error nor a capture.
uint64_t AwaitEnding(ThreadState& thread, const Ending& ending, uint64_t handle);

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_ENDING_STREAM_H_
