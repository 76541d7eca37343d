// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 7.2.4 tells of finished work on a thread of its own, and reads there which queue the work's
// stream has. A synchronisation after a hipStreamQuery does not wait for that thread, and
// hipStreamDestroy takes the queue away: where the thread comes late, as on a busy machine, the
// process ends by SIGSEGV, whoever holds the hook. So a stream's end waits, in our callback, for
// the records of its work and of its markers.
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

// A record of a marker will come, on this stream, with this key (submissions.h); and has come. A
// few hundred are remembered; of more the oldest are not waited for. Lock-free.
void ExpectMarker(uint64_t key, int32_t stream) noexcept;
void FinishMarker(uint64_t key) noexcept;

// A call that ends streams begins: waits for the records of this stream (kStreamDestroy), or of
// all, a moment at most. True: it had to.
bool AwaitRecords(Effect effect, int32_t stream) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_STREAM_END_H_
