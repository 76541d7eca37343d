// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A library's helper thread: how often it looks.
#include "base/helper.h"

#include <gtest/gtest.h>

#include <atomic>

#include "base/look_pace.h"
#include "core.h"

namespace rocjfr::test {
namespace {

TEST(LookPaces, OftenForASecondThenThreeTimesASecond) {
  LookPace pace;
  uint64_t waited_us = 0;
  for (uint32_t i = 0; i < LookPace::kOften; ++i) {
    const uint32_t us = pace.NextUs(i == 0);
    EXPECT_EQ(us, LookPace::kOftenUs);
    waited_us += us;
  }
  EXPECT_EQ(waited_us, 1000000u);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(pace.NextUs(false), LookPace::kSeldomUs);
  EXPECT_EQ(1000000 / LookPace::kSeldomUs, 3u);
}

TEST(LookPaces, OftenAgainAfterNews) {
  LookPace pace;
  for (uint32_t i = 0; i < 2 * LookPace::kOften; ++i) pace.NextUs(false);
  for (uint32_t i = 0; i < LookPace::kOften; ++i) {
    ASSERT_EQ(pace.NextUs(i == 0), LookPace::kOftenUs);
  }
  EXPECT_EQ(pace.NextUs(false), LookPace::kSeldomUs);
  // News that keep coming keep it looking.
  for (uint32_t i = 0; i < 3 * LookPace::kOften; ++i) {
    ASSERT_EQ(pace.NextUs(i % LookPace::kOften == 0), LookPace::kOftenUs);
  }
}

std::atomic<int> g_looks{0};

// Until it has looked more often; the runner ends a test that waits in vain.
void WaitForLookAfter(int looks) {
  while (g_looks.load() <= looks) SleepMs(1);
}

// One that has nothing to look for sleeps until it is told that there may be something.
TEST(Helpers, LooksAtOnceWhenItIsTold) {
  static Helper helper({"test-helper", [] {},
                        [] {
                          g_looks.fetch_add(1);
                          return false;
                        },
                        nullptr});
  helper.LookSoon();
  EXPECT_EQ(g_looks.load(), 0) << "there was nothing to look for yet";
  ASSERT_TRUE(helper.Wake());
  WaitForLookAfter(0);
  for (int i = 0; i < 3; ++i) {
    const int before = g_looks.load();
    helper.LookSoon();
    WaitForLookAfter(before);
  }
}

}  // namespace
}  // namespace rocjfr::test
