// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "stream_end.h"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <iterator>

#include "clock.h"
#include "flight.h"
#include "streams.h"
#include "submissions.h"

namespace rocjfr {
namespace {

// On a machine with hundreds of threads that are ready HIP's own got no processor for 250 ms, and
// 7.2.4 used a stream that was gone. Records that never come cost a stream's end no more.
constexpr uint64_t kPatienceNs = 5'000'000'000;
constexpr long kPauseNs = 100'000;

// The stream has got no work since: the records of what it had come by themselves.
bool IsSynchronised(int32_t stream) noexcept {
  const auto& worked = g_worked[static_cast<uint32_t>(stream) % kWorkPlaces];
  return worked.load(std::memory_order_relaxed) !=
         g_synchronisations.load(std::memory_order_relaxed);
}

constexpr int32_t kAnyStream = INT32_MIN;

struct Marker {
  std::atomic<uint64_t> key{0};  // 0: free
  std::atomic<int32_t> stream{0};
  std::atomic<bool> of_query{false};
};
constexpr uint32_t kMarkers = 256;
Marker g_markers[kMarkers];
std::atomic<uint32_t> g_next_marker{0};

bool IsOn(const Marker& marker, int32_t stream) noexcept {
  if (marker.key.load(std::memory_order_acquire) == 0) return false;
  const int32_t on = marker.stream.load(std::memory_order_relaxed);
  // One that was made for the default stream may be on each that it waits for.
  if (stream != kAnyStream && on != stream && on != kDefaultStream) return false;
  return marker.of_query.load(std::memory_order_relaxed) ||
         IsSynchronised(stream == kAnyStream ? on : stream);
}

bool MarkerOn(int32_t stream) noexcept {
  return std::any_of(std::begin(g_markers), std::end(g_markers),
                     [stream](const Marker& marker) { return IsOn(marker, stream); });
}

bool IsToBeTold(const InFlightCall& call, void* of) noexcept {
  const int32_t stream = *static_cast<const int32_t*>(of);
  return (stream == kAnyStream || call.stream == stream) && IsSynchronised(call.stream);
}

bool RecordsToCome(int32_t stream) noexcept {
  if (MarkerOn(stream)) return true;
  // The table is large; mostly nothing is in flight.
  return (stream == kAnyStream || IsSynchronised(stream)) && InFlight() != 0 &&
         AnyInFlight(&IsToBeTold, &stream);
}

}  // namespace

std::atomic<uint32_t> g_worked[kWorkPlaces];
std::atomic<uint32_t> g_synchronisations{1};
std::atomic<bool> g_announces{false};

void NoteSynchronisation(int32_t stream) noexcept {
  if (stream == kNoStream) {
    g_synchronisations.fetch_add(1, std::memory_order_relaxed);
  } else {
    g_worked[static_cast<uint32_t>(stream) % kWorkPlaces].store(0, std::memory_order_relaxed);
  }
}

void ExpectMarker(uint64_t key, int32_t stream, bool of_query) noexcept {
  if (key == 0 || stream == kNoStream) return;
  Marker& marker = g_markers[g_next_marker.fetch_add(1, std::memory_order_relaxed) % kMarkers];
  marker.key.store(0, std::memory_order_relaxed);
  marker.stream.store(stream, std::memory_order_relaxed);
  marker.of_query.store(of_query, std::memory_order_relaxed);
  marker.key.store(key, std::memory_order_release);
}

void FinishMarker(uint64_t key) noexcept {
  if (key == 0 || g_next_marker.load(std::memory_order_relaxed) == 0) return;
  for (Marker& marker : g_markers) {
    uint64_t expected = key;
    if (marker.key.load(std::memory_order_relaxed) == key &&
        marker.key.compare_exchange_strong(expected, 0, std::memory_order_acq_rel)) {
      return;
    }
  }
}

bool AwaitRecords(Effect effect, int32_t stream) noexcept {
  if (effect != Effect::kStreamDestroy) stream = kAnyStream;
  if (!g_announces.load(std::memory_order_relaxed) || !RecordsToCome(stream)) return false;
  const uint64_t begin_ns = NowNs();
  do {
    const timespec pause = {0, kPauseNs};
    nanosleep(&pause, nullptr);
  } while (RecordsToCome(stream) && NowNs() - begin_ns < kPatienceNs);
  for (Marker& marker : g_markers) {
    uint64_t key = marker.key.load(std::memory_order_relaxed);
    if (IsOn(marker, stream)) marker.key.compare_exchange_strong(key, 0);
  }
  return true;
}

}  // namespace rocjfr
