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

// For records of the stream that ends and that are sure to come. On a machine with hundreds of
// threads that are ready HIP's own got no processor for 250 ms, and 7.2.4 used a stream that was
// gone.
constexpr uint64_t kPatienceNs = 5'000'000'000;
// For those that may never come, or only when another stream has done its work: no thread of the
// program waits longer for another's kernel.
constexpr uint64_t kDoubtNs = 250'000'000;
constexpr long kPauseNs = 100'000;

struct Marker {
  std::atomic<uint64_t> key{0};  // 0: free
  std::atomic<int32_t> stream{0};
  std::atomic<int32_t> device{-1};
  std::atomic<bool> of_query{false};
};
constexpr uint32_t kMarkers = 256;
Marker g_markers[kMarkers];
std::atomic<uint32_t> g_next_marker{0};

bool IsOne(const Ending& ending) noexcept {
  return ending.effect == Effect::kStreamDestroy;
}

// One that was made for the default stream may be on each stream that waits for it.
bool MayBeOn(const Marker& marker, int32_t on, const Ending& ending) noexcept {
  if (!IsOne(ending) || on == ending.stream) return true;
  if (on != kDefaultStream || ending.apart) return false;
  const int32_t device = marker.device.load(std::memory_order_relaxed);
  return device < 0 || ending.device < 0 || device == ending.device;
}

Comes RecordOf(const Marker& marker, const Ending& ending) noexcept {
  if (marker.key.load(std::memory_order_acquire) == 0) return Comes::kNo;
  const int32_t on = marker.stream.load(std::memory_order_relaxed);
  if (!MayBeOn(marker, on, ending)) return Comes::kNo;
  const bool of_query = marker.of_query.load(std::memory_order_relaxed);
  const Comes comes = of_query ? Comes::kSurely : WorkOf(IsOne(ending) ? ending.stream : on);
  return IsOne(ending) && on == ending.stream ? comes : std::min(comes, Comes::kPerhaps);
}

struct Coming {
  const Ending& ending;
  Comes comes;
};

// True: nothing more can be found.
bool LookAt(const InFlightCall& call, void* of) noexcept {
  auto* found = static_cast<Coming*>(of);
  if (call.correlation_id < found->ending.first_call) return false;
  if (!IsOne(found->ending)) {  // another device's may be busy
    found->comes = std::max(found->comes, std::min(WorkOf(call.stream), Comes::kPerhaps));
  } else if (call.stream == found->ending.stream) {
    found->comes = std::max(found->comes, WorkOf(call.stream));
  }
  return found->comes == Comes::kSurely;
}

}  // namespace

std::atomic<uint64_t> g_worked[kWorkPlaces];
std::atomic<uint32_t> g_synchronisations{1};
std::atomic<bool> g_announces{false};

Comes WorkOf(int32_t stream) noexcept {
  const auto number = static_cast<uint32_t>(stream);
  const uint64_t worked = g_worked[number % kWorkPlaces].load(std::memory_order_relaxed);
  const auto what = static_cast<uint32_t>(worked);
  if (worked >> 32 != number || what == kByUs) return Comes::kPerhaps;
  return what == g_synchronisations.load(std::memory_order_relaxed) ? Comes::kNo : Comes::kSurely;
}

void NoteSynchronisation(int32_t stream) noexcept {
  if (stream == kNoStream) {
    g_synchronisations.fetch_add(1, std::memory_order_relaxed);
  } else {
    NoteOf(stream, kByProgram);
  }
}

void NoteOurSynchronisation(int32_t stream) noexcept {
  if (WorkOf(stream) == Comes::kNo) NoteOf(stream, kByUs);
}

void ExpectMarker(uint64_t key, int32_t stream, int32_t device, bool of_query) noexcept {
  if (key == 0 || stream == kNoStream) return;
  Marker& marker = g_markers[g_next_marker.fetch_add(1, std::memory_order_relaxed) % kMarkers];
  marker.key.store(0, std::memory_order_relaxed);
  marker.stream.store(stream, std::memory_order_relaxed);
  marker.device.store(device, std::memory_order_relaxed);
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

Comes RecordsToCome(const Ending& ending) noexcept {
  if (!g_announces.load(std::memory_order_relaxed)) return Comes::kNo;
  Coming found = {ending, Comes::kNo};
  for (const Marker& marker : g_markers) {
    found.comes = std::max(found.comes, RecordOf(marker, ending));
  }
  // The table is large; mostly nothing is in flight.
  const bool more = IsOne(ending) ? WorkOf(ending.stream) > found.comes : found.comes == Comes::kNo;
  if (more && InFlight() != 0) AnyInFlight(&LookAt, &found);
  return found.comes;
}

Awaited AwaitRecords(const Ending& ending) noexcept {
  Comes comes = RecordsToCome(ending);
  if (comes == Comes::kNo) return {};
  const uint64_t begin_ns = NowNs();
  do {
    const timespec pause = {0, kPauseNs};
    nanosleep(&pause, nullptr);
    comes = RecordsToCome(ending);
  } while (comes != Comes::kNo &&
           NowNs() - begin_ns < (comes == Comes::kSurely ? kPatienceNs : kDoubtNs));
  for (Marker& marker : g_markers) {
    uint64_t key = marker.key.load(std::memory_order_relaxed);
    if (RecordOf(marker, ending) != Comes::kNo) marker.key.compare_exchange_strong(key, 0);
  }
  return {NowNs() - begin_ns, comes != Comes::kNo};
}

}  // namespace rocjfr
