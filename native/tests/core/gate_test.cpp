// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which calls are picked: each with the probability that its weight says, whatever their pattern.
#include "core/site/gate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "../repetitions.h"

namespace rocjfr::test {
namespace {

constexpr uint64_t kSeed = 20261123;

struct Picked {
  uint64_t calls = 0;
  double weight = 0;
};

TEST(Gate, WithRateZeroEachCallIsPickedWithWeightOne) {
  SetRate(kSites, 0);
  auto gate = std::make_unique<Gate>();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(Pick(*gate, kSites));
    ASSERT_EQ(gate->weight, 1);
  }
  EXPECT_EQ(gate->passed.load(), 0u);
}

// A window that ends while the rate is set stores what it had read before.
TEST(Gate, WithRateZeroAMeanOfBeforeDoesNotCount) {
  SetRate(kSites, UINT32_MAX);
  SetRate(kSites, 0);
  g_sampling[kSites].mean = 50;
  auto gate = std::make_unique<Gate>();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(Pick(*gate, kSites));
    ASSERT_EQ(gate->weight, 1);
  }
}

// The mean is held: what it follows is time.
TEST(Gate, APeriodicPatternShowsNoBias) {
  SeedGates(kSeed);
  SetRate(kSites, UINT32_MAX);  // no window is ever full
  g_sampling[kSites].mean = 10;
  g_sampling[kSites].window_begin_ns = UINT64_MAX / 2;
  g_sampling[kSites].epoch.fetch_add(1);
  auto gate = std::make_unique<Gate>();
  for (const int period : {2, 4, 10, 20}) {
    constexpr int kCalls = 1000000;
    Picked of[20];
    for (int i = 0; i < kCalls; ++i) {
      if (Pick(*gate, kSites)) {
        ++of[i % period].calls;
        of[i % period].weight += gate->weight;
      }
    }
    for (int i = 0; i < period; ++i) {
      const double expected = kCalls / period;
      // Binomial: 5 standard errors of the estimate.
      EXPECT_NEAR(of[i].weight, expected, 5 * 10 * std::sqrt(expected * 0.1 * 0.9))
          << "place " << i << " of " << period << ", seed " << kSeed;
    }
  }
}

TEST(Gate, WeightsAddUpToTheCallsWhileTheMeanChanges) {
  SeedGates(kSeed);
  SetRate(kSites, UINT32_MAX);
  auto gate = std::make_unique<Gate>();
  double weight = 0, variance = 0;
  uint64_t calls = 0;
  for (int round = 0; round < 200; ++round) {
    const double mean = round % 3 == 0 ? 2 : round % 3 == 1 ? 50 : 400;
    g_sampling[kSites].mean = mean;
    g_sampling[kSites].window_begin_ns = UINT64_MAX / 2;
    if (round % 2 == 0) g_sampling[kSites].epoch.fetch_add(1);  // gaps are drawn anew
    for (int i = 0; i < 20000; ++i, ++calls) {
      if (!Pick(*gate, kSites)) continue;
      weight += gate->weight;
      variance += gate->weight * (gate->weight - 1);
    }
  }
  EXPECT_NEAR(weight, static_cast<double>(calls), 5 * std::sqrt(variance)) << "seed " << kSeed;
}

TEST(Gate, TheMeanFollowsTheRateOfCalls) {
  SeedGates(kSeed);
  SetRate(kSites, 1000);
  auto gate = std::make_unique<Gate>();
  uint64_t picked = 0;
  constexpr uint64_t kCalls = Repetitions(20000000);
  for (uint64_t i = 0; i < kCalls; ++i) picked += Pick(*gate, kSites);
  // However quick this machine is: far fewer than all, in well under a minute.
  EXPECT_LT(picked, 100000u);
  EXPECT_GT(g_sampling[kSites].mean.load(), 1);
}

TEST(Gate, WhatIsRareAfterABurstIsPickedAgain) {
  SeedGates(kSeed);
  SetRate(kSites, 1000);
  auto gate = std::make_unique<Gate>();
  g_sampling[kSites].mean = 1e6;
  g_sampling[kSites].epoch.fetch_add(1);
  while (Pick(*gate, kSites)) {
  }
  EXPECT_GT(gate->gap, 0);
  // Windows without a pick, each of 100 ms that are long over.
  for (int i = 0; i < 10 && g_sampling[kSites].mean.load() > 1; ++i) {
    g_sampling[kSites].window_begin_ns = 1;
    SteerGates();
  }
  EXPECT_EQ(g_sampling[kSites].mean.load(), 1);
  EXPECT_TRUE(Pick(*gate, kSites)) << "the gap of before is forgotten";
}

TEST(Gate, ABurstOfAllocationsIsPickedWhole) {
  SeedGates(kSeed);
  SetRate(kAllocations, 1000);
  g_sampling[kAllocations].window_begin_ns = UINT64_MAX / 2;  // no second goes by
  auto gate = std::make_unique<Gate>();
  for (int i = 0; i < 1500; ++i) ASSERT_TRUE(Pick(*gate, kAllocations)) << i;
}

TEST(Gate, WhatBecameOfPickedCallsIsCounted) {
  CountPicked(kAllocations, Upcalled::kDone, 3);
  CountPicked(kAllocations, Upcalled::kEndOfStack, 2.5);
  const Sampling& sampling = g_sampling[kAllocations];
  EXPECT_EQ(sampling.became[static_cast<int>(Upcalled::kDone)].load(), 1u);
  EXPECT_EQ(sampling.became[static_cast<int>(Upcalled::kEndOfStack)].load(), 1u);
  EXPECT_EQ(sampling.refused_weight.load(), 640u) << "in 256ths";
}

}  // namespace
}  // namespace rocjfr::test
