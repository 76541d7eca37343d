// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/ring.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "core.h"
#include "core/java/control.h"

namespace rocjfr::test {
namespace {

// A ring in memory of its own, and its consumer.
long TimesThisThreadSlept() {
  rusage usage = {};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

class RingTest : public testing::Test {
 protected:
  static constexpr uint64_t kSlots = 64;

  RingTest() {
    const size_t bytes = sizeof(RingHeader) + kSlots * ROCJFR_SLOT_BYTES;
    memory_.reset(aligned_alloc(64, bytes));
    memset(memory_.get(), 0, bytes);
    ring_ = std::make_unique<Ring>(memory_.get(), kSlots, 0, false);
  }

  // Every word of the group tells which group it belongs to.
  static void Fill(Ring& ring, uint32_t slots, uint64_t stamp) {
    for (uint32_t i = 0; i < slots; ++i) {
      auto* words = static_cast<uint64_t*>(ring.Slot(i));
      words[0] = slots;
      for (uint32_t word = 1; word < 8; ++word) words[word] = stamp << 8 | i;
    }
  }
  bool Put(uint32_t slots, uint64_t stamp) {
    uint32_t cause = UINT32_MAX;
    if (!ring_->Reserve(slots, false, &cause)) return false;
    Fill(*ring_, slots, stamp);
    ring_->Publish(slots);
    return true;
  }
  // Takes one group and checks every word of it. False: there is none.
  bool Take(uint64_t stamp) {
    RingHeader* header = ring_->header();
    const uint64_t head = header->head.load(std::memory_order_relaxed);
    if (head == header->tail.load(std::memory_order_acquire)) return false;
    const char* base = reinterpret_cast<const char*>(header) + sizeof(RingHeader);
    const auto slot = [&](uint64_t count) {
      return reinterpret_cast<const uint64_t*>(base + (count & (kSlots - 1)) * ROCJFR_SLOT_BYTES);
    };
    const uint64_t slots = slot(head)[0];
    for (uint64_t i = 0; i < slots; ++i) {
      for (uint32_t word = 1; word < 8; ++word) {
        const uint64_t expected = stamp << 8 | i;
        if (slot(head + i)[word] != expected) {
          ADD_FAILURE() << "group " << stamp << " slot " << i << " word " << word;
          return false;
        }
      }
    }
    header->head.store(head + slots, std::memory_order_release);
    return true;
  }
  void FillUp() {
    for (uint64_t i = 0; i < kSlots; ++i) ASSERT_TRUE(Put(1, i));
  }

  struct Free {
    void operator()(void* memory) const { free(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  std::unique_ptr<Ring> ring_;
};

TEST_F(RingTest, GroupsWrapBetweenSlots) {
  // 7 does not divide 64: in time a group starts at every place.
  for (uint64_t stamp = 1; stamp <= 1000; ++stamp) {
    ASSERT_TRUE(Put(7, stamp));
    ASSERT_TRUE(Take(stamp));
  }
  EXPECT_TRUE(ring_->Empty());
  EXPECT_EQ(ring_->header()->tail.load(), 7000u);
}

TEST_F(RingTest, TakesExactlyItsSlotsAndOverwritesNothing) {
  for (uint64_t stamp = 1; stamp <= 4; ++stamp) ASSERT_TRUE(Put(16, stamp));
  EXPECT_FALSE(Put(1, 5));
  ASSERT_TRUE(Take(1));
  EXPECT_FALSE(Put(16, 5) && Put(1, 6)) << "room for 16 only";
  for (uint64_t stamp = 2; stamp <= 5; ++stamp) EXPECT_TRUE(Take(stamp));
  EXPECT_FALSE(Take(6));
}

TEST_F(RingTest, NothingIsSeenBeforeItIsPublished) {
  uint32_t cause = 0;
  ASSERT_TRUE(ring_->Reserve(3, false, &cause));
  Fill(*ring_, 3, 1);
  EXPECT_TRUE(ring_->Empty());
  ring_->Publish(3);
  EXPECT_FALSE(ring_->Empty());
  EXPECT_TRUE(Take(1));
}

TEST_F(RingTest, FullDropsAtOnceByDefault) {
  FillUp();
  g_settings.lossless_wait_ms = 60000;
  uint32_t cause = UINT32_MAX;
  const Stopwatch watch;
  EXPECT_FALSE(ring_->Reserve(1, true, &cause));
  EXPECT_LT(watch.Ms(), 60000) << "it has not waited";
  EXPECT_EQ(cause, uint32_t{ROCJFR_LOST_RING_FULL});
}

TEST_F(RingTest, LosslessWaitEndsAndIsNotRepeatedInVain) {
  g_settings.lossless = true;
  g_settings.lossless_wait_ms = 100;
  FillUp();
  uint32_t cause = UINT32_MAX;
  const Stopwatch first;
  EXPECT_FALSE(ring_->Reserve(2, true, &cause));
  EXPECT_GE(first.Ms(), 100);
  EXPECT_EQ(cause, uint32_t{ROCJFR_LOST_LOSSLESS_WAIT});
  constexpr int kTries = 100;
  const long slept = TimesThisThreadSlept();
  for (int i = 0; i < kTries; ++i) EXPECT_FALSE(ring_->Reserve(2, true, &cause));
  EXPECT_LT(TimesThisThreadSlept() - slept, kTries) << "the consumer has not moved";
  ASSERT_TRUE(Take(0));
  const Stopwatch third;
  EXPECT_FALSE(ring_->Reserve(2, true, &cause)) << "one slot is free";
  EXPECT_GE(third.Ms(), 100) << "the consumer moved: it is worth waiting for";
}

TEST_F(RingTest, LosslessWaitEndsWhenThereIsRoom) {
  g_settings.lossless = true;
  g_settings.lossless_wait_ms = 60000;
  FillUp();
  std::thread consumer([&] {
    SleepMs(20);
    Take(0);
  });
  uint32_t cause = 0;
  const Stopwatch watch;
  EXPECT_TRUE(ring_->Reserve(1, true, &cause));
  EXPECT_LT(watch.Ms(), 60000);
  consumer.join();
}

TEST_F(RingTest, TheConsumersOwnThreadNeverWaits) {
  g_settings.lossless = true;
  g_settings.lossless_wait_ms = 60000;
  FillUp();
  uint32_t cause = 0;
  const Stopwatch watch;
  EXPECT_FALSE(ring_->Reserve(1, false, &cause));
  EXPECT_LT(watch.Ms(), 60000) << "it has not waited";
  EXPECT_EQ(cause, uint32_t{ROCJFR_LOST_RING_FULL});
}

TEST_F(RingTest, NobodyWaitsWhileTheJvmExits) {
  g_settings.lossless = true;
  g_settings.lossless_wait_ms = 60000;
  FillUp();
  const Stopwatch watch;
  std::thread exit([] {
    SleepMs(20);
    g_exiting.store(true);
  });
  uint32_t cause = 0;
  EXPECT_FALSE(ring_->Reserve(1, true, &cause)) << "begun before the exit, ended by it";
  exit.join();
  EXPECT_FALSE(ring_->Reserve(1, true, &cause));
  EXPECT_EQ(cause, uint32_t{ROCJFR_LOST_EXIT});
  EXPECT_LT(watch.Ms(), 60000);
}

// The consumer must never see a slot before all of its group's words: with the publication order
// wrong this fails by value on weakly ordered machines, and in the ThreadSanitizer build
// everywhere.
TEST_F(RingTest, PublishesAGroupAsAWhole) {
  constexpr uint64_t kGroups = 50000;
  const auto size_of = [](uint64_t stamp) { return static_cast<uint32_t>(stamp * 7 % 16 + 1); };
  std::thread producer([&] {
    for (uint64_t stamp = 1; stamp <= kGroups; ++stamp) {
      while (!Put(size_of(stamp), stamp)) std::this_thread::yield();
    }
  });
  for (uint64_t stamp = 1; stamp <= kGroups && !HasFailure();) {
    if (Take(stamp)) {
      ++stamp;
    } else {
      std::this_thread::yield();
    }
  }
  if (HasFailure()) _exit(1);  // the producer would wait for a consumer
  producer.join();
  EXPECT_TRUE(ring_->Empty());
}

}  // namespace
}  // namespace rocjfr::test
