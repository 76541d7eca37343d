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

uint64_t BytesOf(const Ring* ring) {
  return ring->slots() * ROCJFR_SLOT_BYTES;
}

void Put(Ring* ring, uint64_t records) {
  uint32_t cause = 0;
  for (uint64_t i = 0; i < records; ++i) {
    ASSERT_TRUE(ring->Reserve(1, false, &cause));
    static_cast<rocjfr_record_t*>(ring->Slot(0))->meta = 1;
    ring->Publish(1);
  }
}

TEST(RingPool, FirstRingsShrinkTowardsTheBound) {
  Initialize({256u << 10, 64u << 20});
  std::vector<uint64_t> bytes;
  while (Ring* ring = AcquireRing()) bytes.push_back(BytesOf(ring));
  EXPECT_EQ(bytes.front(), 32768u);
  EXPECT_EQ(bytes.back(), 4096u) << "smaller ones are not worth having";
  EXPECT_TRUE(std::is_sorted(bytes.rbegin(), bytes.rend()));
  EXPECT_GE(bytes.size(), 5000u);
  EXPECT_LE(RingBytes(), 64u << 20);
  EXPECT_GT(RingBytes(), (64u << 20) - 4096u) << "the bound is used";
}

TEST(RingPool, TenThousandThreadsHaveOneAtOnceByDefault) {
  Initialize();
  int rings = 0;
  while (rings < 10000 && AcquireRing() != nullptr) ++rings;
  EXPECT_EQ(rings, 10000);
}

TEST(RingPool, GrowsUpToTheOption) {
  Initialize({1u << 20, 64u << 20});
  Ring* ring = AcquireRing();
  std::vector<uint64_t> bytes;
  for (; ring != nullptr; ring = GrowRing(ring)) bytes.push_back(BytesOf(ring));
  EXPECT_EQ(bytes, (std::vector<uint64_t>{32u << 10, 256u << 10, 1u << 20}));
}

TEST(RingPool, GrownRingsLeaveHalfOfTheMemoryToLaterThreads) {
  Initialize({4u << 20, 64u << 20});
  for (int i = 0; i < 100; ++i) {
    Ring* ring = AcquireRing();
    ASSERT_NE(ring, nullptr);
    while (Ring* larger = GrowRing(ring)) ring = larger;
  }
  EXPECT_LE(RingBytes(), (32u << 20) + 100 * 32768u);
  EXPECT_GT(RingBytes(), 30u << 20);
  int later = 0;
  while (AcquireRing() != nullptr) ++later;
  EXPECT_GE(later, 2000);
}

TEST(RingPool, ALaterThreadGrowsIntoWhatOthersHaveLeft) {
  Initialize({4u << 20, 64u << 20});
  std::vector<Ring*> grown;
  for (int i = 0; i < 100; ++i) {
    Ring* ring = AcquireRing();
    while (Ring* larger = GrowRing(ring)) ring = larger;
    grown.push_back(ring);
  }
  const auto largest = std::max_element(grown.begin(), grown.end(),
                                        [](auto* a, auto* b) { return a->slots() < b->slots(); });
  ReleaseRing(*largest);
  Ring* later = AcquireRing();
  EXPECT_LT(later->slots(), (*largest)->slots());
  EXPECT_EQ(GrowRing(later), *largest);
}

TEST(RingPool, LargerOnesAreReadyBeforeTheyAreWanted) {
  Initialize({1u << 20, 64u << 20});
  MakeRingsReady();
  EXPECT_EQ(g_control.ring_count.load(), 0u) << "nothing is recorded yet";
  Ring* ring = AcquireRing();
  MakeRingsReady();
  EXPECT_EQ(g_control.ring_count.load(), 3u);
  ring = GrowRing(ring);
  MakeRingsReady();
  EXPECT_EQ(g_control.ring_count.load(), 4u);
  EXPECT_EQ(BytesOf(GrowRing(ring)), 1u << 20);
  EXPECT_EQ(g_control.ring_count.load(), 4u);
}

TEST(RingPool, ALargerOneIsReadAfterWhatItsThreadHadWritten) {
  Initialize();
  Ring* first = AcquireRing();
  Put(first, 7);
  Ring* larger = GrowRing(first);
  ASSERT_NE(larger, nullptr);
  EXPECT_EQ(rocjfr_ring(larger->header()->after_ring - 1, nullptr), first->header());
  EXPECT_EQ(larger->header()->after_tail, 7u);
}

TEST(RingPool, AFullOneAsksForALargerOneOnce) {
  Initialize();
  uint32_t cause = 0;
  Ring* ring = AcquireRing();
  Put(ring, ring->slots() / 4 * 3);
  EXPECT_FALSE(ring->TooSmall());
  EXPECT_TRUE(ring->HasRoom(1));
  while (!ring->TooSmall() && ring->HasRoom(1)) Put(ring, 1);
  EXPECT_TRUE(ring->TooSmall());
  EXPECT_FALSE(ring->HasRoom(1)) << "so that its thread looks";
  ring->StaysSmall();
  while (ring->Reserve(1, false, &cause)) Put(ring, 1);
  EXPECT_FALSE(ring->TooSmall()) << "not before it was filled once more";
  EXPECT_EQ(cause, ROCJFR_LOST_RING_FULL);
}

TEST(RingPool, ARingIsLentAgainWhileItHoldsRecords) {
  Initialize({4096, 4096});
  Ring* ring = AcquireRing();
  ASSERT_NE(ring, nullptr);
  EXPECT_EQ(rocjfr_any_unread(), 0u);
  Put(ring, 1);
  EXPECT_EQ(rocjfr_any_unread(), 1u);
  ReleaseRing(ring);
  ASSERT_EQ(AcquireRing(), ring);
  Put(ring, ring->slots() / 2);
  ReleaseRing(ring);
  EXPECT_EQ(AcquireRing(), nullptr) << "less than half of it is left";
  std::vector<Activity> taken;
  Drainer().Drain(&taken);
  EXPECT_EQ(taken.size(), 33u);
  EXPECT_EQ(AcquireRing(), ring);
}

// What a thread with 100,000 launches a second makes while its consumer is held off for 200 ms: a
// call and a dispatch of each, and one slot more.
TEST(RingPool, KeepsWhatComesWhileTheConsumerIsHeldOffAndItsOrder) {
  constexpr int kMarks = 20000;
  constexpr int kTimes = 5;
  Initialize();
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  const std::string tail(64, 't');
  std::vector<Activity> taken;
  Drainer drainer;
  for (int time = 0; time < kTimes; ++time) {
    for (int i = 0; i < kMarks; ++i) {
      rocjfr_roctx_mark((std::to_string(time * kMarks + i) + tail).c_str());
    }
    drainer.Drain(&taken);
  }
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_ROCTX), 0u);
  ASSERT_EQ(taken.size(), static_cast<size_t>(kTimes * kMarks));
  for (size_t i = 0; i < taken.size(); ++i) {
    ASSERT_EQ(taken[i].message, std::to_string(i) + tail);
    ASSERT_EQ(taken[i].record.meta & 0xFF, 3u) << "slots";
  }
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
