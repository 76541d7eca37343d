// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "stream_end.h"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <iterator>

#include "clock.h"
#include "streams.h"

namespace rocjfr {
namespace {

// A thread that is ready runs before, unless the machine is beyond help; records that never come
// cost a stream's end no more.
constexpr uint64_t kPatienceNs = 250'000'000;
constexpr long kPauseNs = 100'000;

struct Marker {
  std::atomic<uint64_t> key{0};  // 0: free
  std::atomic<int32_t> stream{0};
};
constexpr int32_t kAnyStream = INT32_MIN;
constexpr uint32_t kMarkers = 256;
Marker g_markers[kMarkers];
std::atomic<uint32_t> g_next_marker{0};

bool IsOn(const Marker& marker, int32_t stream) noexcept {
  if (marker.key.load(std::memory_order_acquire) == 0) return false;
  return stream == kAnyStream || marker.stream.load(std::memory_order_relaxed) == stream;
}

bool MarkerOn(int32_t stream) noexcept {
  return std::any_of(std::begin(g_markers), std::end(g_markers),
                     [stream](const Marker& marker) { return IsOn(marker, stream); });
}

}  // namespace

void ExpectMarker(uint64_t key, int32_t stream) noexcept {
  if (key == 0 || stream == kNoStream) return;
  Marker& marker = g_markers[g_next_marker.fetch_add(1, std::memory_order_relaxed) % kMarkers];
  marker.key.store(0, std::memory_order_relaxed);
  marker.stream.store(stream, std::memory_order_relaxed);
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
  if (!MarkerOn(stream)) return false;
  const uint64_t begin_ns = NowNs();
  do {
    const timespec pause = {0, kPauseNs};
    nanosleep(&pause, nullptr);
  } while (MarkerOn(stream) && NowNs() - begin_ns < kPatienceNs);
  for (Marker& marker : g_markers) {
    if (IsOn(marker, stream)) marker.key.store(0, std::memory_order_relaxed);
  }
  return true;
}

}  // namespace rocjfr
