// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP calls whose work was in flight when what HIP_OPS' records go to changed, and where theirs go:
// to the pools that were enabled until then. Not locked.
#ifndef ROCJFR_API_ROCTRACER_LATE_CALLS_H_
#define ROCJFR_API_ROCTRACER_LATE_CALLS_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "domains.h"
#include "rocjfr/client.h"

namespace rocjfr::roctracer {

class Pool;

// Where HIP_OPS' records go.
struct OpsRoute {
  Pool* pools[kHipOps] = {};  // by op; nullptr: to none
  bool correlated = false;    // they get correlation ids

  bool GoesAnywhere() const noexcept;
  bool GoesTo(const Pool* pool) const noexcept;
};

class LateCalls {
 public:
  // Takes what is in flight now, all of it. A call keeps the route that it has; one that has none
  // gets `route` (nullptr: it stays unknown) until `end_ns`. What is in flight no more is
  // forgotten: so there are at most as many as the core follows. May throw bad_alloc: then some
  // have no route.
  void Update(const std::vector<rocjfr_call_in_flight_t>& in_flight, const OpsRoute* route,
              uint64_t end_ns);
  // The route of a call's work, a piece of which is told; nullptr: it is no late call's.
  // `finishes`: a piece is missing no more.
  const OpsRoute* Find(uint64_t correlation_id, bool finishes) noexcept;

  // Nothing more goes to the pool, or, from end_ns on, anywhere. Each returns how many pieces are
  // missing of what would have gone to a pool: `lost` is told.
  template <typename Lost>
  void Drop(const Pool* pool, Lost lost) noexcept {
    for (Slot& slot : slots_) GiveUp(slot, pool, lost);
  }
  template <typename Lost>
  void EndUntil(uint64_t now_ns, Lost lost) noexcept {
    for (Slot& slot : slots_) {
      if (slot.end_ns <= now_ns) GiveUp(slot, nullptr, lost);
    }
  }

  bool Empty() const noexcept { return calls_.empty(); }
  bool GoAnywhere() const noexcept;
  bool GoTo(const Pool* pool) const noexcept;
  // When the last of them is given up.
  uint64_t EndNs() const noexcept;
  // How many different ends and routes they have had at a time.
  size_t Slots() const noexcept { return slots_.size(); }
  // As far as is known nothing is missing: Update says.
  bool MayBeOver() const noexcept { return missing_ == 0; }

 private:
  struct Slot {
    OpsRoute route;
    uint64_t end_ns = 0;
    uint64_t calls = 0;  // that have it; 0: free
  };
  struct Call {
    uint32_t slot;
    uint32_t op;
    uint64_t pieces;  // that are missing
    uint64_t update;  // that found it last
  };

  uint32_t TakeSlot(const OpsRoute& route, uint64_t end_ns);

  // pool nullptr: all of them.
  template <typename Lost>
  void GiveUp(Slot& slot, const Pool* pool, Lost lost) noexcept {
    if (slot.calls == 0 || !slot.route.GoesAnywhere()) return;
    if (pool != nullptr && !slot.route.GoesTo(pool)) return;
    const auto index = static_cast<uint32_t>(&slot - slots_.data());
    uint64_t pieces[kHipOps] = {};
    for (const auto& call : calls_) {
      if (call.second.slot == index) pieces[call.second.op] += call.second.pieces;
    }
    for (uint32_t op = 0; op < kHipOps; ++op) {
      Pool*& of_op = slot.route.pools[op];
      if (of_op == nullptr || (pool != nullptr && of_op != pool)) continue;
      if (pieces[op] != 0) lost(of_op, pieces[op]);
      of_op = nullptr;
    }
  }

  std::unordered_map<uint64_t, Call> calls_;  // by correlation id
  std::vector<Slot> slots_;
  uint64_t updates_ = 0;
  uint64_t missing_ = 0;  // calls of which pieces are
};

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_LATE_CALLS_H_
