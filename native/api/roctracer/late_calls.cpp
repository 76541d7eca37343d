// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "late_calls.h"

#include <algorithm>

namespace rocjfr::roctracer {

bool OpsRoute::GoesAnywhere() const noexcept {
  return std::any_of(std::begin(pools), std::end(pools),
                     [](const Pool* pool) { return pool != nullptr; });
}

bool OpsRoute::GoesTo(const Pool* pool) const noexcept {
  return std::find(std::begin(pools), std::end(pools), pool) != std::end(pools);
}

uint32_t LateCalls::TakeSlot(const OpsRoute& route, uint64_t end_ns) {
  auto slot =
      std::find_if(slots_.begin(), slots_.end(), [](const Slot& one) { return one.calls == 0; });
  if (slot == slots_.end()) slot = slots_.insert(slot, Slot());
  slot->route = route;
  slot->end_ns = end_ns;
  return static_cast<uint32_t>(slot - slots_.begin());
}

void LateCalls::Update(const std::vector<rocjfr_call_in_flight_t>& in_flight, const OpsRoute* route,
                       uint64_t end_ns) {
  const uint64_t update = ++updates_;
  constexpr uint32_t kNone = UINT32_MAX;
  uint32_t slot = kNone;
  for (const rocjfr_call_in_flight_t& one : in_flight) {
    auto known = calls_.find(one.correlation_id);
    if (known == calls_.end()) {
      if (route == nullptr) continue;
      if (slot == kNone) slot = TakeSlot(*route, end_ns);
      known = calls_.emplace(one.correlation_id, Call{slot, one.op, 0, 0}).first;
      ++slots_[slot].calls;
    }
    Call& call = known->second;
    // It may stand there several times: HIP 5.2's pieces of a call do.
    call.pieces = one.pieces + (call.update == update ? call.pieces : 0);
    call.update = update;
  }
  missing_ = 0;
  for (auto call = calls_.begin(); call != calls_.end();) {
    if (call->second.update == update) {
      missing_ += call->second.pieces != 0 ? 1 : 0;
      ++call;
    } else {
      --slots_[call->second.slot].calls;
      call = calls_.erase(call);
    }
  }
}

const OpsRoute* LateCalls::Find(uint64_t correlation_id, bool finishes) noexcept {
  const auto found = calls_.find(correlation_id);
  if (found == calls_.end()) return nullptr;
  Call& call = found->second;
  if (finishes && call.pieces != 0 && --call.pieces == 0) --missing_;
  return &slots_[call.slot].route;
}

bool LateCalls::GoAnywhere() const noexcept {
  return std::any_of(slots_.begin(), slots_.end(),
                     [](const Slot& slot) { return slot.calls != 0 && slot.route.GoesAnywhere(); });
}

bool LateCalls::GoTo(const Pool* pool) const noexcept {
  return std::any_of(slots_.begin(), slots_.end(), [pool](const Slot& slot) {
    return slot.calls != 0 && slot.route.GoesTo(pool);
  });
}

uint64_t LateCalls::EndNs() const noexcept {
  uint64_t end_ns = 0;
  for (const Slot& slot : slots_) {
    if (slot.calls != 0) end_ns = std::max(end_ns, slot.end_ns);
  }
  return end_ns;
}

}  // namespace rocjfr::roctracer
