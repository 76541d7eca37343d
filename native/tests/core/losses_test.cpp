// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/losses.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core.h"

namespace rocjfr::test {
namespace {

TEST(Losses, CausesHaveDifferentNames) {
  std::set<std::string> names;
  for (uint32_t cause = 0; cause < ROCJFR_LOST_CAUSES; ++cause) {
    ASSERT_NE(rocjfr_lost_cause_name(cause), nullptr);
    names.insert(rocjfr_lost_cause_name(cause));
  }
  EXPECT_EQ(names, (std::set<std::string>{"ringFull", "threadLimit", "inFlight", "losslessWait",
                                          "rangeLimit", "exit", "failed"}));
  EXPECT_EQ(rocjfr_lost_cause_name(ROCJFR_LOST_CAUSES), nullptr);
}

TEST(Losses, AreCountedByDomainAndCause) {
  CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_RING_FULL, 3);
  CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_EXIT, 2);
  CountLost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RING_FULL, 1);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_RING_FULL), 3u);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_EXIT), 2u);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RING_FULL), 1u);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_RING_FULL), 0u);
}

TEST(Losses, UnknownDomainsAndCausesAreIgnored) {
  CountLost(1000, 0, 1);
  CountLost(ROCJFR_DOMAIN_HIP_API, 1000, 1);
  EXPECT_EQ(rocjfr_lost(1000, 0), 0u);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_API, 1000), 0u);
}

TEST(Losses, NoneIsForgottenBetweenThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int j = 0; j < 10000; ++j) CountLost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_EXIT, 1);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_EXIT), 40000u);
}

}  // namespace
}  // namespace rocjfr::test
