// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core.h"
#include "core/java/control.h"
#include "core/record/ring_pool.h"
#include "drainer.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kLongMs = 100000;  // a wait that lasts this long was never woken
constexpr double kSoonMs = 60000;

TEST(DrainSignal, AWaitEndsByItself) {
  const Stopwatch watch;
  rocjfr_wait(50);
  EXPECT_GE(watch.Ms(), 49);
  EXPECT_LT(watch.Ms(), kSoonMs);
}

TEST(DrainSignal, AWakeEndsAWait) {
  std::thread waker([] {
    while (g_control.drain_asleep.load() == 0) std::this_thread::yield();
    rocjfr_wake();
  });
  const Stopwatch watch;
  rocjfr_wait(kLongMs);
  EXPECT_LT(watch.Ms(), kSoonMs);
  EXPECT_EQ(g_control.drain_asleep.load(), 0u);
  waker.join();
}

TEST(DrainSignal, AWakeBeforeTheWaitIsNotLost) {
  rocjfr_wake();
  const Stopwatch watch;
  rocjfr_wait(kLongMs);
  EXPECT_LT(watch.Ms(), kSoonMs) << "whoever wakes has said why before: the wait must not sleep";
  rocjfr_wait(20);
  EXPECT_GE(watch.Ms(), 19) << "one wake ends one wait";
}

TEST(DrainSignal, AProducerWakesAtAQuarter) {
  Initialize({4096, 1u << 20});
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  rocjfr_roctx_mark("");  // else the producer's first one would end the wait soon
  std::thread producer([] {
    while (g_control.drain_asleep.load() == 0) std::this_thread::yield();
    for (int i = 0; i < 16; ++i) rocjfr_roctx_mark("");
    SleepMs(30);
    EXPECT_EQ(g_control.drain_asleep.load(), 1u) << "16 of 64 slots: not more than a quarter";
    rocjfr_roctx_mark("");
  });
  const Stopwatch watch;
  rocjfr_wait(kLongMs);
  EXPECT_LT(watch.Ms(), kSoonMs);
  producer.join();
}

TEST(DrainSignal, ARecordEndsAQuietWaitSoon) {
  Initialize({4096, 1u << 20});
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  std::thread producer([] {
    while (g_control.drain_asleep.load() == 0) std::this_thread::yield();
    rocjfr_roctx_mark("");
  });
  const Stopwatch watch;
  rocjfr_wait(kLongMs);
  EXPECT_LT(watch.Ms(), kSoonMs);
  producer.join();
}

TEST(DrainSignal, ARingThatIsQuarterFullAlreadyNeedsNoWait) {
  Initialize({4096, 1u << 20});
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  for (int i = 0; i < 17; ++i) rocjfr_roctx_mark("");
  const Stopwatch watch;
  rocjfr_wait(kLongMs);
  EXPECT_LT(watch.Ms(), kSoonMs);
}

// The consumer took `published` back when the last record was not to be seen yet (models/ring.pml).
TEST(DrainSignal, ARingPastItsWatermarkIsNotTakenForQuiet) {
  Initialize({4096, 1u << 20});
  Ring* ring = AcquireRing();
  ASSERT_NE(ring, nullptr);
  uint32_t cause = 0;
  for (int i = 0; i < 17; ++i) {
    ASSERT_TRUE(ring->Reserve(1, false, &cause));
    ring->Publish(1);
  }
  g_control.published.store(0);
  ring->StaysSmall();  // its thread looks whether the consumer sleeps: not yet
  const Stopwatch watch;
  rocjfr_wait(kLongMs);
  EXPECT_LT(watch.Ms(), kSoonMs);
}

// A producer that fills half a ring and then waits for the consumer to have taken it: one wake-up
// lost between the consumer's last look and its sleep, and the round takes the whole timeout.
TEST(DrainSignal, NoWakeUpIsLost) {
  constexpr int kRounds = kSanitized ? 3000 : 20000;
  Initialize({4096, 1u << 20});
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  std::atomic<uint64_t> taken{0};
  std::atomic<bool> done{false};
  std::thread consumer([&] {
    Drainer drainer;
    while (!done.load()) {
      std::vector<Activity> activities;
      drainer.Drain(&activities);
      taken.fetch_add(activities.size());
      rocjfr_wait(kLongMs);
    }
  });
  const Stopwatch watch;
  for (uint64_t round = 1; round <= kRounds; ++round) {
    for (int i = 0; i < 20; ++i) rocjfr_roctx_mark("");
    const Stopwatch one;
    // The last few may stay below the quarter until the next round. Where the consumer was awake
    // as the ring came past it, and had taken a part, the thread looks again four slots later.
    while (taken.load() + 20 < round * 20 && one.Ms() < kSoonMs) std::this_thread::yield();
    ASSERT_LT(one.Ms(), kSoonMs) << "round " << round;
  }
  done.store(true);
  rocjfr_wake();
  consumer.join();
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_ROCTX), 0u);
}

TEST(DrainSignal, AWatchEndsByItselfAndWhenItIsEnded) {
  const Stopwatch watch;
  rocjfr_watch(50);
  EXPECT_GE(watch.Ms(), 49);
  std::thread ender([] { rocjfr_end_watch(); });
  rocjfr_watch(kLongMs);
  ender.join();
  EXPECT_LT(watch.Ms(), kSoonMs);
}

TEST(DrainSignal, AnEndBeforeTheWatchIsNotLost) {
  rocjfr_end_watch();
  const Stopwatch watch;
  rocjfr_watch(kLongMs);
  EXPECT_LT(watch.Ms(), kSoonMs);
  rocjfr_watch(20);
  EXPECT_GE(watch.Ms(), 19) << "one end ends one watch";
}

}  // namespace
}  // namespace rocjfr::test
