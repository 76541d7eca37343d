// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "stream_visit.h"

#include <algorithm>
#include <ctime>
#include <iterator>

#include "clock.h"
#include "streams.h"

namespace rocjfr {
namespace {

constexpr int32_t kNowhere = INT32_MAX;

// Where the visitors are. They say so first and then look whether they may; others forbid it first
// and then look where they are.
std::atomic<int32_t> g_visited[kVisitors] = {{kNowhere}, {kNowhere}};
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

bool IsVisited(int32_t stream) noexcept {
  return std::any_of(std::begin(g_visited), std::end(g_visited), [stream](const auto& place) {
    const int32_t visited = place.load();
    return stream == kAllStreams ? visited != kNowhere : visited == stream;
  });
}

}  // namespace

std::atomic<bool> g_visits{false};

StreamVisit::StreamVisit(int32_t number, Visitor visitor) noexcept : visitor_(visitor) {
  g_visited[static_cast<uint32_t>(visitor)].store(number);
  t_visits = true;
  if (!MayVisit(number)) return;
  const uint64_t handle = number == kDefaultStream ? kLegacyHandle : HandleOfStream(number);
  stream_ = reinterpret_cast<void*>(handle);
}

StreamVisit::~StreamVisit() {
  t_visits = false;
  g_visited[static_cast<uint32_t>(visitor_)].store(kNowhere);
}

void AwaitVisit(int32_t stream, uint64_t patience_ns) noexcept {
  // A client's callback may have called the program on the visitor's thread.
  if (t_visits || !IsVisited(stream)) return;
  constexpr long kPauseNs = 20'000;
  const uint64_t begin_ns = NowNs();
  do {
    const timespec pause = {0, kPauseNs};
    nanosleep(&pause, nullptr);
  } while (IsVisited(stream) && NowNs() - begin_ns < patience_ns);
}

void ForbidVisits(int32_t stream, uint64_t patience_ns) noexcept {
  ForbiddenTimes(stream).fetch_add(1);
  AwaitVisit(stream, patience_ns);
}

void AllowVisits(int32_t stream) noexcept {
  ForbiddenTimes(stream).fetch_sub(1);
}

}  // namespace rocjfr
