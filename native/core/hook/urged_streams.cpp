// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "urged_streams.h"

#include <atomic>
#include <cstddef>

#include "core/record/stream_end.h"

namespace rocjfr {
namespace {

constexpr int64_t kFree = INT64_MIN;
constexpr size_t kMost = 1024;

// The stream that a host function has yet to run in. They live as long as the process: HIP may run
// one late, or never.
struct Place {
  std::atomic<int64_t> stream{kFree};
};
Place g_places[kMost];

// HIP tells of all before it on a thread of its own: who ends the stream then waits for that.
void Ran(void* place) noexcept {
  const int64_t stream = static_cast<Place*>(place)->stream.exchange(kFree);
  if (stream != kFree) NoteOurSynchronisation(static_cast<int32_t>(stream));
}

}  // namespace

bool UrgeStream(const Runtime& runtime, int32_t number, void* stream) {
  Place* free = nullptr;
  for (Place& place : g_places) {
    const int64_t urged = place.stream.load();
    if (urged == number) return false;
    if (urged == kFree && free == nullptr) free = &place;
  }
  if (free == nullptr) return false;
  free->stream.store(number);
  if (runtime.launch_host_function(stream, &Ran, free) == 0) return true;
  free->stream.store(kFree);
  return false;
}

}  // namespace rocjfr
