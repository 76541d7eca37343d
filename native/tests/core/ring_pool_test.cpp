// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/ring_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "../repetitions.h"
#include "core.h"
#include "core/java/control.h"
#include "drainer.h"

namespace rocjfr::test {
namespace {

uint64_t RingBytes() {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < g_control.ring_count.load(); ++i) {
    uint64_t bytes = 0;
    EXPECT_NE(rocjfr_ring(i, &bytes), nullptr);
    sum += bytes - ROCJFR_RING_HEADER_BYTES;
  }
  return sum;
}

TEST(RingPool, StaysWithinItsMemory) {
  Initialize({4096, 64u << 10});
  std::set<Ring*> rings;
  while (Ring* ring = AcquireRing()) rings.insert(ring);
  EXPECT_EQ(rings.size(), 16u);
  EXPECT_EQ(RingBytes(), 64u << 10);
  EXPECT_EQ(rocjfr_ring(16, nullptr), nullptr);
}

TEST(RingPool, RingsShrinkTowardsTheBound) {
  Initialize({256u << 10, 1u << 20});
  std::vector<uint64_t> slots;
  while (Ring* ring = AcquireRing()) slots.push_back(ring->slots());
  EXPECT_EQ(slots.front() * ROCJFR_SLOT_BYTES, 256u << 10);
  EXPECT_EQ(slots.back() * ROCJFR_SLOT_BYTES, 16384u) << "smaller ones are not worth having";
  EXPECT_TRUE(std::is_sorted(slots.rbegin(), slots.rend()));
  EXPECT_GE(slots.size(), 16u);
  EXPECT_LE(RingBytes(), 1u << 20);
  EXPECT_GT(RingBytes(), (1u << 20) - 16384u) << "the bound is used";
}

TEST(RingPool, ARingIsReusedOnceItIsDrained) {
  Initialize({4096, 4096});
  Ring* ring = AcquireRing();
  ASSERT_NE(ring, nullptr);
  uint32_t cause = 0;
  ASSERT_TRUE(ring->Reserve(1, false, &cause));
  static_cast<rocjfr_record_t*>(ring->Slot(0))->meta = 1;
  EXPECT_EQ(rocjfr_any_unread(), 0u);
  ring->Publish(1);
  EXPECT_EQ(rocjfr_any_unread(), 1u);
  ReleaseRing(ring);
  EXPECT_EQ(AcquireRing(), nullptr) << "it still holds a record";
  std::vector<Activity> taken;
  Drainer().Drain(&taken);
  EXPECT_EQ(taken.size(), 1u);
  EXPECT_EQ(AcquireRing(), ring);
}

TEST(RingPool, UnknownRingsAreNull) {
  uint64_t bytes = 7;
  EXPECT_EQ(rocjfr_ring(0, &bytes), nullptr);
  EXPECT_EQ(rocjfr_ring(UINT32_MAX, nullptr), nullptr);
}

// Threads that come and go, eight at a time; each records kMarks marks, and a consumer takes them.
class ShortLivedThreads : public testing::Test {
 protected:
  static constexpr int kThreads = Repetitions(10000);
  static constexpr int kMarks = 3;

  void Run(int drain_pause_ms) {
    ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
    std::atomic<bool> done{false};
    std::thread consumer([&] {
      Drainer drainer;
      while (!done.load()) {
        drainer.Drain(&taken_);
        if (drain_pause_ms > 0) SleepMs(drain_pause_ms);
      }
      drainer.Drain(&taken_);
    });
    std::vector<std::thread> makers;
    for (int maker = 0; maker < 8; ++maker) {
      makers.emplace_back([maker] {
        for (int i = maker; i < kThreads; i += 8) {
          std::thread([i] {
            for (int mark = 0; mark < kMarks; ++mark) {
              rocjfr_roctx_mark((std::to_string(i) + "." + std::to_string(mark)).c_str());
            }
          }).join();
        }
      });
    }
    for (auto& maker : makers) maker.join();
    done.store(true);
    consumer.join();
    for (const Activity& activity : taken_) EXPECT_TRUE(seen_.insert(activity.message).second);
    EXPECT_LE(RingBytes(), 64u << 10);
  }

  std::vector<Activity> taken_;
  std::set<std::string> seen_;
};

TEST_F(ShortLivedThreads, LoseNothingInLosslessMode) {
  Initialize({4096, 64u << 10, true, 10000});
  Run(0);
  EXPECT_EQ(seen_.size(), size_t{kThreads} * kMarks);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_ROCTX), 0u);
}

TEST_F(ShortLivedThreads, AreAccountedForInDropMode) {
  Initialize({4096, 8192});
  Run(5);
  EXPECT_EQ(seen_.size() + Lost(ROCJFR_DOMAIN_ROCTX), size_t{kThreads} * kMarks);
  EXPECT_GT(rocjfr_lost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_THREAD_LIMIT), 0u);
  EXPECT_GT(seen_.size(), 0u);
}

}  // namespace
}  // namespace rocjfr::test
