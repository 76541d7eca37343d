// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "gate.h"

#include <time.h>

#include <algorithm>
#include <cmath>

namespace rocjfr {
namespace {

constexpr uint64_t kSecondNs = 1000000000;
// Of the mean: in one window, and where a window is cut short. More than twice then, and bursts
// would have it overshoot: few samples of great weight tell little.
constexpr double kMostChange = 4, kMostAtOnce = 2;

std::atomic<uint64_t> g_seed{0};
std::atomic<bool> g_seeded{false};

// How often the mean is looked at. Allocations come in bursts, of which none shall be missed while
// they are no more than the rate allows in a second.
uint64_t WindowNs(const Sampling& sampling) noexcept {
  return &sampling == &g_sampling[kAllocations] ? kSecondNs : kSecondNs / 10;
}

bool WindowIsOver(const Sampling& sampling, uint64_t now_ns) noexcept {
  const uint64_t begin_ns = sampling.window_begin_ns.load(std::memory_order_relaxed);
  return now_ns >= begin_ns && now_ns - begin_ns >= WindowNs(sampling);
}

uint64_t CoarseNs() noexcept {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

uint64_t FineNs() noexcept {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

uint64_t Mix(uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

// Above 0, at most 1.
double Random(Gate& gate) noexcept {
  if (gate.random == 0) {
    const uint64_t seed = g_seed.fetch_add(1, std::memory_order_relaxed);
    gate.random = Mix(g_seeded.load(std::memory_order_relaxed) ? seed : seed ^ FineNs()) | 1;
  }
  uint64_t& x = gate.random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return static_cast<double>((Mix(x) >> 11) + 1) * 0x1p-53;
}

void Draw(Gate& gate, const Sampling& sampling) noexcept {
  // A window that ended while the rate became 0 has left its mean.
  const bool all = sampling.rate.load(std::memory_order_relaxed) == 0;
  const double mean = all ? 1 : sampling.mean.load(std::memory_order_relaxed);
  gate.drawn = mean;
  if (mean <= 1) {
    gate.gap = 0;
    return;
  }
  constexpr double kMostGap = 1e15;
  const double gap = std::log(Random(gate)) / std::log1p(-1 / mean);
  gate.gap = static_cast<int64_t>(std::min(gap, kMostGap));
}

// A window ends.
void Steer(Sampling& sampling, uint64_t now_ns, double most) noexcept {
  uint64_t begin_ns = sampling.window_begin_ns.load(std::memory_order_relaxed);
  if (!sampling.window_begin_ns.compare_exchange_strong(begin_ns, now_ns)) return;
  const uint32_t picks = sampling.window_picks.exchange(0, std::memory_order_relaxed);
  const uint32_t rate = sampling.rate.load(std::memory_order_relaxed);
  if (begin_ns == 0 || rate == 0) return;
  const auto elapsed_s = static_cast<double>(now_ns > begin_ns ? now_ns - begin_ns : 1) * 1e-9;
  const double change = std::clamp(picks / (rate * elapsed_s), 1 / most, most);
  const double mean = sampling.mean.load(std::memory_order_relaxed);
  const double next = std::max(1.0, mean * change);
  sampling.mean.store(next, std::memory_order_relaxed);
  // What threads have drawn of a larger mean could last for ever. A gap has no memory: to draw it
  // anew favours no call.
  if (next < mean / 2) sampling.epoch.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

Sampling g_sampling[kGates];

bool PickSlow(Gate& gate, Sampling& sampling) noexcept {
  const uint32_t epoch = sampling.epoch.load(std::memory_order_relaxed);
  if (gate.epoch != epoch) {
    gate.epoch = epoch;
    Draw(gate, sampling);
    if (gate.gap > 0) {
      --gate.gap;
      CountPassed(gate);
      return false;
    }
  }
  gate.weight = gate.drawn;
  const uint32_t rate = sampling.rate.load(std::memory_order_relaxed);
  if (rate != 0) {
    const uint32_t picks = sampling.window_picks.fetch_add(1, std::memory_order_relaxed) + 1;
    // Far too many already; or nobody else ends windows.
    const uint64_t quota = std::max<uint64_t>(1, rate * WindowNs(sampling) / kSecondNs);
    if (picks % (2 * quota) == 0) {
      Steer(sampling, FineNs(), kMostAtOnce);
    } else if (WindowIsOver(sampling, CoarseNs())) {
      Steer(sampling, FineNs(), kMostChange);
    }
  }
  Draw(gate, sampling);
  return true;
}

void CountPicked(GateKind kind, Upcalled what, double weight) noexcept {
  Sampling& sampling = g_sampling[kind];
  if (what != Upcalled::kDone) {
    sampling.refused_weight.fetch_add(static_cast<uint64_t>(weight * 256 + 0.5),
                                      std::memory_order_relaxed);
  }
  sampling.became[static_cast<uint32_t>(what)].fetch_add(1, std::memory_order_relaxed);
}

void SetRate(GateKind kind, uint32_t rate) noexcept {
  Sampling& sampling = g_sampling[kind];
  if (sampling.rate.exchange(rate) == rate) return;
  sampling.mean.store(1);
  sampling.window_picks.store(0);
  sampling.window_begin_ns.store(0);
  sampling.epoch.fetch_add(1);
}

void SteerGates() noexcept {
  const uint64_t now_ns = FineNs();
  for (Sampling& sampling : g_sampling) {
    if (WindowIsOver(sampling, now_ns)) {
      Steer(sampling, now_ns, kMostChange);
    }
  }
}

void SeedGates(uint64_t seed) noexcept {
  g_seed.store(seed);
  g_seeded.store(true);
}

}  // namespace rocjfr
