// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "urged_streams.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>

#include "stream_end.h"

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
std::atomic<bool> g_program_has_some{false};  // host functions of its own

// HIP tells of all before it on a thread of its own: who ends the stream then waits for that.
void Ran(void* place) noexcept {
  const int64_t stream = static_cast<Place*>(place)->stream.exchange(kFree);
  if (stream != kFree) NoteOurSynchronisation(static_cast<int32_t>(stream));
}

bool IsUrged(int32_t number) noexcept {
  return std::any_of(std::begin(g_places), std::end(g_places),
                     [number](const Place& place) { return place.stream.load() == number; });
}

// nullptr: none is free.
Place* Take(int32_t number) noexcept {
  for (Place& place : g_places) {
    int64_t free = kFree;
    if (place.stream.compare_exchange_strong(free, number)) return &place;
  }
  return nullptr;
}

}  // namespace

void NoteHostFunction() noexcept {
  g_program_has_some.store(true, std::memory_order_relaxed);
}

bool UrgeStream(const Runtime& runtime, int32_t number, void* stream) {
  if (g_program_has_some.load(std::memory_order_relaxed)) return false;
  Place* const place = IsUrged(number) ? nullptr : Take(number);
  if (place == nullptr) return false;
  if (runtime.launch_host_function(stream, &Ran, place) == 0) return true;
  place->stream.store(kFree);
  return false;
}

}  // namespace rocjfr
