// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 7.2.4 reports finished work on a separate thread, which reads the queue of the work's stream.
// A synchronisation does not wait for that thread. Neither does the following hipStreamDestroy,
// which takes the queue away. If the thread comes late, as on a busy machine, the process ends by
// SIGSEGV, whoever holds the hook. The thread then still has to report the markers of queries that
// found the stream busy, and the work before them. It also has to report graphs, work that waited
// for other streams, and most of a thousand pieces of work. So a stream's end waits in our callback
// for these records: those of queries' markers, and those of work, with its markers, that the
// program has synchronised. It does not wait for those of other work, because hipStreamDestroy
// itself waits for that work, and the records come within it.
#ifndef ROCJFR_CORE_RECORD_STREAM_END_H_
#define ROCJFR_CORE_RECORD_STREAM_END_H_

#include <atomic>
#include <cstdint>

#include "core/runtime/arguments.h"
#include "streams.h"

namespace rocjfr {

// Calls with this effect take queues away.
inline bool EndsStreams(Effect effect) noexcept {
  return effect == Effect::kStreamDestroy || effect == Effect::kStreamsGone ||
         effect == Effect::kDeviceReset;
}

// Which streams have got work since they were last synchronised: the stream's number and, below it,
// the number of the last synchronisation of all, or one of these two. Streams may share a place;
// of one whose place another has taken it is not known.
constexpr uint32_t kWorkPlaces = 4096;
constexpr uint32_t kByProgram = 0;
constexpr uint32_t kByUs = UINT32_MAX;
extern std::atomic<uint64_t> g_worked[kWorkPlaces];
extern std::atomic<uint32_t> g_synchronisations;

inline void NoteOf(int32_t stream, uint32_t what) noexcept {
  const auto number = static_cast<uint32_t>(stream);
  std::atomic<uint64_t>& worked = g_worked[number % kWorkPlaces];
  const uint64_t now = uint64_t{number} << 32 | what;
  if (worked.load(std::memory_order_relaxed) != now) worked.store(now, std::memory_order_relaxed);
}

// Work is submitted to this stream.
inline void NoteWork(int32_t stream) noexcept {
  NoteOf(stream, g_synchronisations.load(std::memory_order_relaxed));
}

// The program begins to wait for this stream's work; kNoStream: for a device's.
void NoteSynchronisation(int32_t stream) noexcept;

// We do, or have asked for it. It is not certain that its records come by that. The program may
// have submitted more, and HIP may have put nothing behind the work.
void NoteOurSynchronisation(int32_t stream) noexcept;

// The runtime says that a record will come: only such a one is waited for.
extern std::atomic<bool> g_announces;
inline void NoteAnnounces() noexcept {
  if (!g_announces.load(std::memory_order_relaxed)) {
    g_announces.store(true, std::memory_order_relaxed);
  }
}

// A record of a marker will come that a query made, or work, of this stream, with this key
// (submissions.h); and has come. `device`: HIP's ordinal, -1: unknown. A few hundred are
// remembered; of more the oldest are not waited for. Lock-free.
void ExpectMarker(uint64_t key, int32_t stream, int32_t device, bool of_query) noexcept;
void FinishMarker(uint64_t key) noexcept;

// The end of one stream (kStreamDestroy), or of all.
struct Ending {
  Effect effect = Effect::kStreamDestroy;
  int32_t stream = kNoStream;
  int32_t device = -1;      // of the stream; -1: unknown
  bool apart = false;       // the stream is known not to wait for the default stream
  uint64_t first_call = 0;  // work of calls with lower correlation ids is not waited for
};

enum class Comes { kNo, kPerhaps, kSurely };

// Whether the records of the stream's last work come without another synchronisation of the stream.
Comes WorkOf(int32_t stream) noexcept;

// Which records the call that ends streams has to wait for.
Comes RecordsToCome(const Ending& ending) noexcept;

struct Awaited {
  uint64_t ns = 0;       // so long
  bool in_vain = false;  // not all have come
};
// A call that ends streams begins: waits for their records, a moment at most.
Awaited AwaitRecords(const Ending& ending) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_STREAM_END_H_
