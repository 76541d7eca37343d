// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The library's own list of late calls, with a clock and calls of the test's.
#include "../../api/roctracer/late_calls.h"

#include <gtest/gtest.h>

#include <map>

namespace rocjfr::test {
namespace {

using roctracer::LateCalls;
using roctracer::OpsRoute;
using roctracer::Pool;

constexpr uint64_t kEndNs = 1000;

class LateCallsTest : public testing::Test {
 protected:
  static rocjfr_call_in_flight_t Call(uint64_t id, uint64_t pieces = 1,
                                      uint32_t op = ROCJFR_OP_COPY) {
    return {id, pieces, op, 0};
  }
  // Never used: only told apart.
  Pool* PoolOf(size_t i) { return reinterpret_cast<Pool*>(&places_[i]); }
  OpsRoute To(size_t i) {
    OpsRoute route;
    for (Pool*& pool : route.pools) pool = PoolOf(i);
    return route;
  }
  auto Losses() {
    return [this](Pool* pool, uint64_t pieces) { lost_[pool] += pieces; };
  }
  Pool* FoundPool(uint64_t id) {
    const OpsRoute* route = calls_.Find(id, false);
    return route == nullptr ? nullptr : route->pools[ROCJFR_OP_COPY];
  }

  LateCalls calls_;
  char places_[4] = {};
  std::map<Pool*, uint64_t> lost_;
};

TEST_F(LateCallsTest, KeepTheRouteThatTheyGotFirst) {
  const OpsRoute first = To(0), second = To(1);
  calls_.Update({Call(1), Call(2)}, &first, kEndNs);
  calls_.Update({Call(2), Call(3)}, &second, kEndNs);
  EXPECT_EQ(FoundPool(1), nullptr) << "it is in flight no more";
  EXPECT_EQ(FoundPool(2), PoolOf(0));
  EXPECT_EQ(FoundPool(3), PoolOf(1));
  calls_.Update({Call(3), Call(4)}, nullptr, 0);
  EXPECT_EQ(calls_.Find(4, false), nullptr);
  EXPECT_TRUE(calls_.GoTo(PoolOf(1)));
  EXPECT_FALSE(calls_.GoTo(PoolOf(0)));
  calls_.Update({}, nullptr, 0);
  EXPECT_TRUE(calls_.Empty());
  EXPECT_FALSE(calls_.GoAnywhere());
}

TEST_F(LateCallsTest, MayBeOverWhenAllPiecesAreTold) {
  const OpsRoute route = To(0);
  // One is being told, the pieces of another stand there one by one.
  calls_.Update({Call(1, 2), Call(2, 0), Call(3), Call(3)}, &route, kEndNs);
  EXPECT_FALSE(calls_.MayBeOver());
  for (int i = 0; i < 2; ++i) {
    calls_.Find(1, true);
    EXPECT_FALSE(calls_.MayBeOver());
    calls_.Find(3, false);  // finishes nothing
  }
  calls_.Find(3, true);
  EXPECT_FALSE(calls_.MayBeOver());
  calls_.Find(3, true);
  EXPECT_TRUE(calls_.MayBeOver());
  calls_.Find(3, true);  // more than was known
  EXPECT_NE(calls_.Find(3, true), nullptr);
  calls_.Update({Call(3, 2)}, nullptr, 0);
  EXPECT_FALSE(calls_.MayBeOver());
}

// What comes later still goes nowhere: not to whoever is enabled by then.
TEST_F(LateCallsTest, AreGivenUpWhenTheTimeIsOver) {
  const OpsRoute first = To(0), second = To(1);
  calls_.Update({Call(1, 3), Call(2)}, &first, kEndNs);
  calls_.Update({Call(1, 2), Call(2), Call(3)}, &second, 2 * kEndNs);
  EXPECT_EQ(calls_.EndNs(), 2 * kEndNs);
  calls_.EndUntil(kEndNs - 1, Losses());
  EXPECT_TRUE(lost_.empty());
  calls_.EndUntil(kEndNs, Losses());
  EXPECT_EQ(lost_, (std::map<Pool*, uint64_t>{{PoolOf(0), 3}}));
  calls_.EndUntil(2 * kEndNs - 1, Losses());
  EXPECT_EQ(lost_[PoolOf(0)], 3u) << "once";
  EXPECT_NE(calls_.Find(1, false), nullptr);
  EXPECT_EQ(FoundPool(1), nullptr);
  EXPECT_EQ(FoundPool(3), PoolOf(1));
  EXPECT_TRUE(calls_.GoAnywhere());
  calls_.EndUntil(2 * kEndNs, Losses());
  EXPECT_EQ(lost_[PoolOf(1)], 1u);
  EXPECT_FALSE(calls_.GoAnywhere());
  EXPECT_FALSE(calls_.Empty());
}

TEST_F(LateCallsTest, AreLostWithTheirPool) {
  OpsRoute route = To(0);
  route.pools[ROCJFR_OP_DISPATCH] = PoolOf(1);
  calls_.Update({Call(1, 3), Call(2, 4, ROCJFR_OP_DISPATCH)}, &route, kEndNs);
  calls_.Drop(PoolOf(2), Losses());
  EXPECT_TRUE(lost_.empty());
  calls_.Drop(PoolOf(0), Losses());
  EXPECT_EQ(lost_, (std::map<Pool*, uint64_t>{{PoolOf(0), 3}}));
  EXPECT_TRUE(calls_.GoAnywhere());
  calls_.Drop(PoolOf(1), Losses());
  EXPECT_EQ(lost_[PoolOf(1)], 4u);
  EXPECT_FALSE(calls_.GoAnywhere());
}

// However often it is disabled and enabled: what has ended keeps no place.
TEST_F(LateCallsTest, AreAsManyAsAreInFlight) {
  const OpsRoute route = To(0);
  for (uint64_t i = 0; i < 100000; ++i) calls_.Update({Call(0), Call(i + 1)}, &route, kEndNs + i);
  EXPECT_EQ(FoundPool(0), PoolOf(0));
  EXPECT_EQ(FoundPool(99999), nullptr);
  EXPECT_EQ(FoundPool(100000), PoolOf(0));
  EXPECT_EQ(calls_.EndNs(), kEndNs + 99999);
  EXPECT_LE(calls_.Slots(), 3u);
}

}  // namespace
}  // namespace rocjfr::test
