// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which calls are picked, so that so many a second are, whatever pattern the calls follow.
//
// Each thread draws at random how many calls it lets pass before the next pick (geometrically, with
// a mean that all threads share). So each call is picked with the same probability, independently
// of all others. A call that is not picked costs one count. The mean follows the rate of calls.
#ifndef ROCJFR_CORE_SITE_GATE_H_
#define ROCJFR_CORE_SITE_GATE_H_

#include <atomic>
#include <cstdint>

#include "core/java/upcall.h"

namespace rocjfr {

// Of what calls are picked.
enum GateKind : uint32_t { kSites, kAllocations };
constexpr uint32_t kGates = 2;

// A thread's.
struct Gate {
  int64_t gap = 0;    // calls that still pass
  double weight = 0;  // of the call that is picked then; after Pick: of the one that was
  double drawn = 0;
  uint64_t random = 0;
  uint32_t epoch = 0;
  std::atomic<uint64_t> passed{0};  // calls that were not picked; written by the thread alone
};

// Of all threads.
struct Sampling {
  std::atomic<uint32_t> epoch{1};  // changes where threads are to draw anew
  std::atomic<uint32_t> rate{1000};
  std::atomic<double> mean{1};  // calls for one that is picked
  std::atomic<uint64_t> window_begin_ns{0};
  std::atomic<uint32_t> window_picks{0};
  std::atomic<uint64_t> became[kUpcallCauses] = {};  // of those that were picked
  std::atomic<uint64_t> refused_weight{0};           // in 256ths
};
extern Sampling g_sampling[kGates];

inline void CountPassed(Gate& gate) noexcept {
  gate.passed.store(gate.passed.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}
[[gnu::noinline]] bool PickSlow(Gate& gate, Sampling& sampling) noexcept;
// Whether this call is picked; then gate.weight is its weight.
inline bool Pick(Gate& gate, GateKind kind) noexcept {
  Sampling& sampling = g_sampling[kind];
  if (__builtin_expect(gate.gap > 0 && gate.epoch == sampling.epoch.load(std::memory_order_relaxed),
                       true)) {
    --gate.gap;
    CountPassed(gate);
    return false;
  }
  return PickSlow(gate, sampling);
}
// What became of a call that was picked.
void CountPicked(GateKind kind, Upcalled what, double weight) noexcept;

// 0: all are picked.
void SetRate(GateKind kind, uint32_t rate) noexcept;
// Now and then: where calls have become rare, nobody else would notice.
void SteerGates() noexcept;
// For tests: what threads draw from now on.
void SeedGates(uint64_t seed) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_SITE_GATE_H_
