// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 7.2.4 tells of finished work on a thread of its own, and reads there which queue the work's
// stream has. A hipStreamQuery that finds the stream busy marks it and leaves it to that thread to
// tell of the marker and of what is before it, for which a synchronisation does not wait;
// hipStreamDestroy takes the queue away: where the thread comes late, as on a busy machine, the
// process ends by SIGSEGV, whoever holds the hook. So a stream's end waits, in our callback, for
// the records of the markers of such queries. Not for those of other work: where the program did
// not synchronise, they come within the call itself.
#ifndef ROCJFR_CORE_RECORD_STREAM_END_H_
#define ROCJFR_CORE_RECORD_STREAM_END_H_

#include <cstdint>

#include "core/runtime/arguments.h"

namespace rocjfr {

// Calls with this effect take queues away.
inline bool EndsStreams(Effect effect) noexcept {
  return effect == Effect::kStreamDestroy || effect == Effect::kStreamsGone ||
         effect == Effect::kDeviceReset;
}

// A record of a query's marker will come, on this stream, with this key (submissions.h); and has
// come. A few hundred are remembered; of more the oldest are not waited for. Lock-free.
void ExpectMarker(uint64_t key, int32_t stream) noexcept;
void FinishMarker(uint64_t key) noexcept;

// A call that ends streams begins: waits for the records of this stream's markers (kStreamDestroy),
// or of all, a moment at most. True: it had to.
bool AwaitRecords(Effect effect, int32_t stream) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_STREAM_END_H_
