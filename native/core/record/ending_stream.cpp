// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "ending_stream.h"

#include "core/runtime/runtime.h"
#include "reporter_calls.h"
#include "streams.h"

namespace rocjfr {
namespace {

constexpr int kSuccess = 0;
constexpr unsigned kNonBlocking = 1;  // hipStreamNonBlocking

bool IsApart(const Runtime& runtime, void* stream) {
  unsigned flags = 0;
  return runtime.stream_flags != nullptr && runtime.stream_flags(stream, &flags) == kSuccess &&
         (flags & kNonBlocking) != 0;
}

bool IsCaptured(const Runtime& runtime, void* stream) {
  int capture = 0;
  return runtime.is_capturing == nullptr || runtime.is_capturing(stream, &capture) != kSuccess ||
         capture != 0;
}

// All that the stream has is reported behind this, as behind the program's own synchronisation:
// hipStreamDestroy waits for none of it any more. An error that this leaves is not the program's.
void Synchronise(const Runtime& runtime, void* stream, int32_t number) {
  if (runtime.synchronize_stream == nullptr || runtime.exchange_capture_mode == nullptr) return;
  const RelaxedCaptures relaxed(runtime);
  if (!relaxed.AreSo() || IsCaptured(runtime, stream)) return;
  NoteSynchronisation(number);
  if (runtime.synchronize_stream(stream) != kSuccess) runtime.fetch_error();
}

}  // namespace

uint64_t AwaitEnding(ThreadState& thread, const Ending& ending, uint64_t handle) {
  if (RecordsToCome(ending) != Comes::kPerhaps || handle <= kPerThreadHandle || thread.IsOurs()) {
    return AwaitRecords(ending).ns;
  }
  const Runtime& runtime = *TheRuntime();
  auto* const stream = reinterpret_cast<void*>(handle);
  Ending known = ending;
  {
    const AsReporter ours(thread);
    // An error that the program has not fetched stays: successful calls would clear it.
    if (runtime.peek_error != nullptr && runtime.fetch_error != nullptr &&
        ending.stream != kNoStream && runtime.peek_error() == kSuccess) {
      known.apart = IsApart(runtime, stream);
      // Not where only a marker of the default stream may come: HIP itself waits for such a stream.
      const bool doubt = WorkOf(ending.stream) == Comes::kPerhaps;
      if (doubt && RecordsToCome(known) == Comes::kPerhaps) {
        Synchronise(runtime, stream, ending.stream);
      }
    }
  }
  return AwaitRecords(known).ns;
}

}  // namespace rocjfr
