// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "expected_work.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/record/flight.h"

namespace rocjfr {
namespace {

// The number of looks at a ready stream after which work that was in flight at the first look is no
// longer expected. And the number of ticks after which it then counts as lost.
constexpr uint32_t kLooksInVain = 1000;
constexpr uint64_t kLostAfterTicks = 50;

}  // namespace

ExpectedWork::ByStream ExpectedWork::Gather() {
  struct Gathered {
    const std::unordered_map<uint64_t, uint64_t>& before;
    ByStream streams;
    std::unordered_map<uint64_t, uint64_t> given_up;  // that is still in flight
  } gathered{given_up_, {}, {}};
  AnyInFlight(
      [](const InFlightCall& call, void* argument) {
        auto& all = *static_cast<Gathered*>(argument);
        StreamWork& work = all.streams[call.stream];
        work.calls.push_back(call.correlation_id);
        if (!call.copies) work.launches.push_back(call.correlation_id);
        const auto before = all.before.find(call.correlation_id);
        if (before != all.before.end()) {
          all.given_up.insert(*before);
        } else if (call.correlation_id <= work.oldest) {
          const bool again = call.correlation_id == work.oldest;  // HIP 5.2's pieces of a call
          work.pieces = call.pieces + (again ? work.pieces : 0);
          work.oldest = call.correlation_id;
          work.copies = call.copies;
        }
        return false;
      },
      &gathered);
  given_up_.swap(gathered.given_up);
  for (auto& stream : gathered.streams) {
    std::sort(stream.second.calls.begin(), stream.second.calls.end());
    std::sort(stream.second.launches.begin(), stream.second.launches.end());
  }
  for (auto oldest = oldest_.begin(); oldest != oldest_.end();) {
    const bool has_work = gathered.streams.count(oldest->first) != 0;
    oldest = has_work ? std::next(oldest) : oldest_.erase(oldest);
  }
  return std::move(gathered.streams);
}

bool ExpectedWork::MayCome(int32_t stream, const StreamWork& work) {
  if (work.oldest == UINT64_MAX) return false;
  Oldest& oldest = oldest_[stream];
  if (oldest.call != work.oldest || oldest.pieces != work.pieces) {
    oldest = {work.oldest, work.pieces, 0, work.launches};
  }
  if (++oldest.looks < kLooksInVain) return true;
  GiveUp(work, oldest);
  return false;
}

// Copies may run on another device, of which only the oldest one's is asked.
void ExpectedWork::GiveUp(const StreamWork& work, const Oldest& oldest) {
  given_up_.emplace(work.oldest, ticks_);
  for (const uint64_t call : work.launches) {
    // Ids do not tell: a call with a lower one may have submitted its work later.
    if (std::binary_search(oldest.launches.begin(), oldest.launches.end(), call)) {
      given_up_.emplace(call, ticks_);
    }
  }
}

bool ExpectedWork::OldestIsLateCopy(int32_t stream, const StreamWork& work) const {
  const auto oldest = oldest_.find(stream);
  return work.copies && oldest != oldest_.end() && oldest->second.call == work.oldest &&
         oldest->second.looks > 1;
}

bool ExpectedWork::IsLost(uint64_t call) const noexcept {
  const auto given_up = given_up_.find(call);
  return given_up != given_up_.end() && given_up->second + kLostAfterTicks <= ticks_;
}

void ExpectedWork::LoseGivenUp() noexcept {
  const auto is_lost = [this](const auto& call) { return IsLost(call.first); };
  if (std::none_of(given_up_.begin(), given_up_.end(), is_lost)) return;
  LoseInFlight(
      [](const InFlightCall& call, void* argument) {
        return static_cast<const ExpectedWork*>(argument)->IsLost(call.correlation_id);
      },
      this);
}

}  // namespace rocjfr
