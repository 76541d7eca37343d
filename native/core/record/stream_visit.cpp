// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "stream_visit.h"

#include <algorithm>
#include <ctime>
#include <iterator>

#include "base/fork.h"
#include "clock.h"
#include "streams.h"

namespace rocjfr {
namespace {

constexpr int32_t kNowhere = INT32_MAX;
constexpr uint64_t kAnyHandle = UINT64_MAX;  // the visitor has yet to find it

// Where the visitors are. They say so first and then look whether they may; others forbid it first
// and then look where they are.
struct Visited {
  std::atomic<int32_t> stream{kNowhere};
  std::atomic<uint64_t> handle{kAnyHandle};
  std::atomic<int32_t> device{-1};          // -1: unknown
  std::atomic<uint64_t> waits_since_ns{0};  // 0: it asks
};
Visited g_visited[kVisitors];
__thread bool t_visits __attribute__((tls_model("initial-exec"))) = false;

// How many calls forbid visits to a stream, of which some may share a place; and to all.
constexpr uint32_t kPlaces = 1024;
std::atomic<uint32_t> g_forbidden[kPlaces];
std::atomic<uint32_t> g_all_forbidden{0};

std::atomic<uint32_t>& ForbiddenTimes(int32_t stream) noexcept {
  return stream == kAllStreams ? g_all_forbidden
                               : g_forbidden[static_cast<uint32_t>(stream) % kPlaces];
}

bool MayVisit(int32_t stream) noexcept {
  return g_all_forbidden.load() == 0 && ForbiddenTimes(stream).load() == 0;
}

// Longer than HIP takes to look for a capture, on a busy machine too.
constexpr uint64_t kAsksNs = 50'000'000;

bool Asks(const Visited& place) noexcept {
  const uint64_t since_ns = place.waits_since_ns.load();
  return since_ns == 0 || NowNs() - since_ns < kAsksNs;
}

bool IsVisited(int32_t stream, Visits which) noexcept {
  return std::any_of(std::begin(g_visited), std::end(g_visited), [&](const Visited& place) {
    const int32_t visited = place.stream.load();
    if (visited == kNowhere || (stream != kAllStreams && visited != stream)) return false;
    return which == Visits::kAll || Asks(place);
  });
}

// Waits while `visited` is true: `patience_ns`, and then as long as it is of one who waits for his
// stream. For nobody on a visitor's thread: a client's callback may have called the program there.
template <typename Visited>
void Await(uint64_t patience_ns, Visited visited) noexcept {
  if (t_visits || !visited(false)) return;
  constexpr long kPauseNs = 20'000;
  const uint64_t begin_ns = NowNs();
  do {
    const timespec pause = {0, kPauseNs};
    nanosleep(&pause, nullptr);
  } while (!Forked() && visited(NowNs() - begin_ns >= patience_ns));
}

// `waiting`: only those who wait for their stream count.
template <typename Fits>
bool AnyPlace(bool waiting, Fits fits) noexcept {
  return std::any_of(std::begin(g_visited), std::end(g_visited), [&](const Visited& place) {
    return place.stream.load() != kNowhere && (!waiting || place.waits_since_ns.load() != 0) &&
           fits(place);
  });
}

}  // namespace

std::atomic<bool> g_visits{false};
std::atomic<bool> g_visits_outlast{false};

StreamVisit::StreamVisit(int32_t number, uint32_t visitor, int32_t device) noexcept
    : visitor_(visitor) {
  Visited& place = g_visited[visitor];
  place.waits_since_ns.store(0);
  place.handle.store(kAnyHandle);
  place.device.store(device);
  place.stream.store(number);
  t_visits = true;
  if (!MayVisit(number)) return;
  const uint64_t handle =
      number == kDefaultStream ? kLegacyHandle : HandleOfStream(number, &device);
  place.handle.store(handle);
  place.device.store(device);
  stream_ = reinterpret_cast<void*>(handle);
}

StreamVisit::~StreamVisit() {
  t_visits = false;
  g_visited[visitor_].stream.store(kNowhere);
}

void StreamVisit::Waits() noexcept {
  g_visited[visitor_].waits_since_ns.store(NowNs());
}

bool AnyVisit() noexcept {
  return IsVisited(kAllStreams, Visits::kAll);
}

void AwaitVisit(int32_t stream, uint64_t patience_ns, Visits which) noexcept {
  Await(patience_ns, [&](bool late) { return !late && IsVisited(stream, which); });
}

void ForbidVisits(int32_t stream, uint64_t patience_ns, Visits which) noexcept {
  ForbiddenTimes(stream).fetch_add(1);
  AwaitVisit(stream, patience_ns, which);
}

void AllowVisits(int32_t stream) noexcept {
  ForbiddenTimes(stream).fetch_sub(1);
}

void AwaitVisitsTo(uint64_t handle, uint64_t patience_ns) noexcept {
  Await(patience_ns, [&](bool late) {
    return AnyPlace(late, [&](const Visited& place) {
      const uint64_t visited = place.handle.load();
      return visited == handle || visited == kAnyHandle;
    });
  });
}

void ForbidVisitsOf(int32_t device, uint64_t patience_ns) noexcept {
  g_all_forbidden.fetch_add(1);
  Await(patience_ns, [&](bool late) {
    return AnyPlace(late, [&](const Visited& place) {
      const int32_t visited = place.device.load();
      return !late || (device >= 0 && (visited == device || visited < 0));
    });
  });
}

}  // namespace rocjfr
