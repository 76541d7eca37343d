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

// Where the visitors are. They say so first and then look whether they may; others forbid it first
// and then look where they are.
struct Visited {
  std::atomic<int32_t> stream{kNowhere};
  std::atomic<uint64_t> waits_since_ns{0};  // 0: it asks
  std::atomic<uint32_t> numbering{0};       // of the streams
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

// Once all numbers were given anew, a stream that was visited before may be any.
bool IsAt(const Visited& place, int32_t stream) noexcept {
  const int32_t visited = place.stream.load();
  if (visited == kNowhere) return false;
  return stream == kAllStreams || visited == stream ||
         (visited != kDefaultStream && place.numbering.load() != StreamNumbering());
}

bool IsVisited(int32_t stream, Visits which) noexcept {
  return std::any_of(std::begin(g_visited), std::end(g_visited), [&](const Visited& place) {
    return IsAt(place, stream) && (which != Visits::kThatAsk || Asks(place));
  });
}

bool IsWaitedFor(int32_t stream) noexcept {
  return std::any_of(std::begin(g_visited), std::end(g_visited), [&](const Visited& place) {
    return IsAt(place, stream) && place.waits_since_ns.load() != 0;
  });
}

}  // namespace

std::atomic<bool> g_visits{false};
std::atomic<bool> g_visits_outlast{false};

StreamVisit::StreamVisit(int32_t number, uint32_t visitor) noexcept : visitor_(visitor) {
  g_visited[visitor].waits_since_ns.store(0);
  g_visited[visitor].numbering.store(StreamNumbering());
  g_visited[visitor].stream.store(number);
  t_visits = true;
  if (!MayVisit(number)) return;
  const uint64_t handle = number == kDefaultStream ? kLegacyHandle : HandleOfStream(number);
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
  // A client's callback may have called the program on the visitor's thread.
  if (t_visits || !IsVisited(stream, which)) return;
  constexpr long kPauseNs = 20'000;
  const uint64_t begin_ns = NowNs();
  do {
    const timespec pause = {0, kPauseNs};
    nanosleep(&pause, nullptr);
  } while (IsVisited(stream, which) &&
           (NowNs() - begin_ns < patience_ns ||
            (which == Visits::kToTheirEnd && IsWaitedFor(stream) && !Forked())));
}

void ForbidVisits(int32_t stream, uint64_t patience_ns, Visits which) noexcept {
  ForbiddenTimes(stream).fetch_add(1);
  AwaitVisit(stream, patience_ns, which);
}

void AllowVisits(int32_t stream) noexcept {
  ForbiddenTimes(stream).fetch_sub(1);
}

}  // namespace rocjfr
