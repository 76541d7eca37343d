// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The table of what is allocated, and its totals.
#include "core/site/allocations.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <thread>
#include <vector>

namespace rocjfr::test {
namespace {

rocjfr_allocation_t Allocation(uint64_t address, uint64_t bytes, int32_t device = 0,
                               MemoryKind kind = MemoryKind::kDevice) {
  rocjfr_allocation_t a = {};
  a.id = NewAllocationId();
  a.address = address;
  a.bytes = bytes;
  a.device = device;
  a.kind = static_cast<uint8_t>(kind);
  return a;
}

rocjfr_memory_t Row(int32_t device, MemoryKind kind) {
  std::vector<rocjfr_memory_t> rows(500);
  rows.resize(rocjfr_memory(rows.data(), 500));
  for (const auto& row : rows) {
    if (row.device == device && row.kind == static_cast<uint32_t>(kind)) return row;
  }
  return {};
}

void Unmap(uint64_t address) {
  UnmapHandle(address, AllocationAt(AddressOf::kMapping, address));
}

std::map<uint64_t, rocjfr_allocation_t> Live() {
  std::map<uint64_t, rocjfr_allocation_t> live;
  uint64_t cursor = 0;
  rocjfr_allocation_t some[100];
  while (const uint32_t count = rocjfr_live_allocations(&cursor, some, 100)) {
    for (uint32_t i = 0; i < count; ++i) live[some[i].address] = some[i];
  }
  return live;
}

TEST(Allocations, AreCountedUntilTheyAreFreed) {
  BeginTracking();
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x1000, 100)));
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x2000, 50)));
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x3000, 7, 1, MemoryKind::kHost)));
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 150u);
  EXPECT_TRUE(RemoveAllocation(AddressOf::kMemory, 0x1000, true));
  const rocjfr_memory_t row = Row(0, MemoryKind::kDevice);
  EXPECT_EQ(row.bytes, 50u);
  EXPECT_EQ(row.count, 1u);
  EXPECT_EQ(row.peak_bytes, 150u);
  EXPECT_GT(row.tracked_since_ms, 0u);
  EXPECT_EQ(Row(1, MemoryKind::kHost).bytes, 7u);
  EXPECT_EQ(Live().size(), 2u);
  EXPECT_EQ(Live()[0x2000].bytes, 50u);
}

TEST(Allocations, AnUnknownFreeIsCountedAndTakesNothingAway) {
  BeginTracking();
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x1000, 100)));
  EXPECT_FALSE(RemoveAllocation(AddressOf::kMemory, 0x5000, true));
  EXPECT_FALSE(RemoveAllocation(AddressOf::kArray, 0x1000, true)) << "another name space";
  EXPECT_EQ(Row(0, MemoryKind::kDevice).unknown_frees, 2u);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 100u);
}

TEST(Allocations, AFreeRemovesWhatWasThereWhenItBegan) {
  BeginTracking();
  const rocjfr_allocation_t first = Allocation(0x1000, 100);
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, first));
  EXPECT_EQ(AllocationAt(AddressOf::kMemory, 0x1000), first.id);
  EXPECT_EQ(AllocationAt(AddressOf::kMemory, 0x2000), 0u);
  EXPECT_EQ(AllocationAt(AddressOf::kArray, 0x1000), 0u);
  // Before that free is told to have ended the address is another thread's.
  const rocjfr_allocation_t second = Allocation(0x1000, 30);
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, second));
  FreeAllocation(AddressOf::kMemory, 0x1000, first.id);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 30u);
  EXPECT_EQ(AllocationAt(AddressOf::kMemory, 0x1000), second.id);
  FreeAllocation(AddressOf::kMemory, 0x1000, second.id);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 0u);
  // Another thread was first.
  FreeAllocation(AddressOf::kMemory, 0x1000, second.id);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).unknown_frees, 0u);
  FreeAllocation(AddressOf::kMemory, 0x1000, 0);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).unknown_frees, 1u);
}

TEST(Allocations, AnAddressThatWasFreedUnseenIsReplaced) {
  BeginTracking();
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x1000, 100)));
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x1000, 30)));
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 30u);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).count, 1u);
}

TEST(Allocations, AResetOfADeviceTakesItsOwn) {
  BeginTracking();
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x1000, 100)));
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x2000, 10, 0, MemoryKind::kHost)));
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x3000, 1, 1)));
  RemoveAllocationsOf(0, NextAllocationId());
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 0u);
  EXPECT_EQ(Row(0, MemoryKind::kHost).bytes, 10u);
  EXPECT_EQ(Row(1, MemoryKind::kDevice).bytes, 1u);
}

TEST(Allocations, AHandlesMemoryLivesAsLongAsItIsMapped) {
  BeginTracking();
  ASSERT_TRUE(EnterAllocation(AddressOf::kHandle, Allocation(0x77, 4096, 0, MemoryKind::kVirtual)));
  MapHandle(0x77, 0x100000);
  MapHandle(0x77, 0x200000);
  ReleaseHandle(0x77, AllocationAt(AddressOf::kHandle, 0x77));
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 4096u);
  EXPECT_EQ(Live().size(), 1u) << "mappings are no memory";
  Unmap(0x100000);
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 4096u);
  Unmap(0x200000);
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 0u);
  ASSERT_TRUE(EnterAllocation(AddressOf::kHandle, Allocation(0x78, 4096, 0, MemoryKind::kVirtual)));
  ReleaseHandle(0x78, AllocationAt(AddressOf::kHandle, 0x78));
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 0u) << "never mapped";
}

// Its memory does not stay for ever, and does not go while it is mapped.
TEST(Allocations, AMappingThatCannotBeFollowedIsCounted) {
  BeginTracking();
  ASSERT_TRUE(EnterAllocation(AddressOf::kHandle, Allocation(0x77, 4096, 0, MemoryKind::kVirtual)));
  MapHandle(0x77, 0x100000);
  HoldAllocation(AddressOf::kMapping, 0x100000, true);
  MapHandle(0x77, 0x100000);
  HoldAllocation(AddressOf::kMapping, 0x100000, false);
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).not_tracked, 1u);
  Unmap(0x100000);
  ReleaseHandle(0x77, AllocationAt(AddressOf::kHandle, 0x77));
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 0u);

  BeginTracking();
  constexpr uint64_t kMappings = 70000;
  ASSERT_TRUE(EnterAllocation(AddressOf::kHandle, Allocation(0x77, 4096, 0, MemoryKind::kVirtual)));
  for (uint64_t i = 1; i <= kMappings; ++i) MapHandle(0x77, i << 16);
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).not_tracked, kMappings - UINT16_MAX);
  ReleaseHandle(0x77, AllocationAt(AddressOf::kHandle, 0x77));
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 4096u);
  for (uint64_t i = 1; i <= kMappings; ++i) Unmap(i << 16);
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 0u);
}

TEST(Allocations, TrackingThatBeginsAgainKnowsNothingOfBefore) {
  BeginTracking();
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x1000, 100)));
  BeginTracking();
  EXPECT_TRUE(Live().empty());
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 0u);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).peak_bytes, 0u);
}

TEST(Allocations, WhatDoesNotFitIsCounted) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "one thread fills the table, which takes ThreadSanitizer 5 s";
#endif
  BeginTracking();
  uint64_t entered = 0, refused = 0;
  for (uint64_t i = 1; i <= 300000; ++i) {
    (EnterAllocation(AddressOf::kMemory, Allocation(i << 12, 1)) ? entered : refused)++;
  }
  EXPECT_GT(entered, 230000u) << "of 262144 places";
  const rocjfr_memory_t row = Row(0, MemoryKind::kDevice);
  EXPECT_EQ(row.bytes, entered);
  EXPECT_EQ(row.not_tracked, refused);
  EXPECT_EQ(Live().size(), entered);
  for (uint64_t i = 1; i <= 300000; ++i) RemoveAllocation(AddressOf::kMemory, i << 12, true);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 0u);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).unknown_frees, refused);
}

// A thread that got no core while it changes an address: who looks for others, of which some would
// have the same places, neither waits for it nor counts anything.
TEST(Allocations, StrangersAreNotWaitedFor) {
  BeginTracking();
  ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(0x1000, 100)));
  HoldAllocation(AddressOf::kMemory, 0x1000, true);
  for (uint64_t i = 2; i <= 100000; ++i) EXPECT_EQ(AllocationAt(AddressOf::kMemory, i << 12), 0u);
  HoldAllocation(AddressOf::kMemory, 0x1000, false);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).not_tracked, 0u);
  EXPECT_EQ(Live().size(), 1u);
}

// It is not waited for without end; what is not done therefore is counted, once.
TEST(Allocations, GivingUpIsCountedOnce) {
  const rocjfr_allocation_t memory = Allocation(0x1000, 100);
  const auto counted = [&](auto&& act) {
    BeginTracking();
    EXPECT_TRUE(EnterAllocation(AddressOf::kMemory, memory));
    EXPECT_TRUE(EnterAllocation(AddressOf::kHandle, Allocation(0x77, 4096)));
    MapHandle(0x77, 0x100000);
    for (const bool hold : {true, false}) {
      HoldAllocation(AddressOf::kMemory, 0x1000, hold);
      HoldAllocation(AddressOf::kHandle, 0x77, hold);
      if (hold) act();
    }
    const rocjfr_memory_t row = Row(0, MemoryKind::kDevice);
    return row.not_tracked + row.unknown_frees;
  };
  EXPECT_EQ(counted([&] { RemoveAllocation(AddressOf::kMemory, 0x1000, true); }), 1u);
  EXPECT_EQ(counted([&] { RemoveAllocation(AddressOf::kMemory, 0x1000, false); }), 1u);
  EXPECT_EQ(counted([&] { FreeAllocation(AddressOf::kMemory, 0x1000, memory.id); }), 1u);
  EXPECT_EQ(counted([&] {
              FreeAllocation(AddressOf::kMemory, 0x1000, AllocationAt(AddressOf::kMemory, 0x1000));
            }),
            1u);
  EXPECT_EQ(counted([&] { EnterAllocation(AddressOf::kMemory, Allocation(0x1000, 1)); }), 1u);
  EXPECT_EQ(counted([&] { MapHandle(0x77, 0x200000); }), 1u);
  EXPECT_EQ(counted([&] { Unmap(0x100000); }), 1u);
}

// It is told late, again and again, that an address was freed, while that is allocated anew.
TEST(Allocations, AFreeThatIsToldLateHidesNothing) {
  BeginTracking();
  constexpr uint64_t kAddress = 0x7000;
  const uint64_t stale = NewAllocationId();
  std::atomic<bool> stop{false}, begun{false};
  std::thread late([&] {
    for (; !stop; begun = true) FreeAllocation(AddressOf::kMemory, kAddress, stale);
  });
  while (!begun) std::this_thread::yield();
  uint64_t hidden = 0;
  for (int i = 0; i < 300000; ++i) {
    const rocjfr_allocation_t a = Allocation(kAddress, 100);
    ASSERT_TRUE(EnterAllocation(AddressOf::kMemory, a));
    const uint64_t id = AllocationAt(AddressOf::kMemory, kAddress);
    hidden += id != a.id;
    FreeAllocation(AddressOf::kMemory, kAddress, a.id);
  }
  stop = true;
  late.join();
  EXPECT_EQ(hidden, 0u);
  EXPECT_EQ(Live().size(), 0u);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, 0u);
}

// Threads map and unmap one handle: none of it is missed because another thread is at the handle's
// place.
TEST(Allocations, ThreadsThatShareAHandleMissNothing) {
  constexpr uint64_t kThreads = 4, kRounds = 20000;
  BeginTracking();
  const rocjfr_allocation_t a = Allocation(0x77, 4096, 0, MemoryKind::kVirtual);
  ASSERT_TRUE(EnterAllocation(AddressOf::kHandle, a));
  std::vector<std::thread> threads;
  std::atomic<uint64_t> ready{0}, unknown{0};
  for (uint64_t t = 1; t <= kThreads; ++t) {
    threads.emplace_back([&, address = t << 20] {
      for (++ready; ready < kThreads;) std::this_thread::yield();
      for (uint64_t i = 0; i < kRounds; ++i) {
        MapHandle(0x77, address);
        unknown += AllocationAt(AddressOf::kHandle, 0x77) != a.id;
        Unmap(address);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(unknown, 0u);
  ASSERT_EQ(Live().size(), 1u);
  EXPECT_EQ(Live()[0x77].shares, 0u);
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 4096u);
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).not_tracked, 0u);
  ReleaseHandle(0x77, a.id);
  EXPECT_EQ(Row(0, MemoryKind::kVirtual).bytes, 0u);
}

// Threads allocate and free, some of what others have allocated, while one looks.
TEST(Allocations, TotalsHoldWithManyThreads) {
  BeginTracking();
  constexpr int kThreads = 4, kRounds = 20000;
  std::vector<std::thread> threads;
  std::vector<uint64_t> left(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([t, &left] {
      std::mt19937_64 random(static_cast<uint64_t>(t) + 1);
      std::map<uint64_t, uint64_t> mine;
      for (uint64_t i = 1; i <= kRounds; ++i) {
        const uint64_t address = (static_cast<uint64_t>(t) << 40) + (i % 512 + 1) * 4096;
        if (mine.count(address) != 0) {
          EXPECT_TRUE(RemoveAllocation(AddressOf::kMemory, address, true));
          mine.erase(address);
        } else {
          mine[address] = random() % 100 + 1;
          EXPECT_TRUE(EnterAllocation(AddressOf::kMemory, Allocation(address, mine[address])));
        }
      }
      for (const auto& [address, bytes] : mine) left[static_cast<size_t>(t)] += bytes;
    });
  }
  for (int i = 0; i < 50; ++i) {
    for (const auto& [address, a] : Live()) EXPECT_EQ(a.address, address);
  }
  for (auto& thread : threads) thread.join();
  uint64_t expected = 0, live = 0;
  for (const uint64_t bytes : left) expected += bytes;
  for (const auto& [address, a] : Live()) live += a.bytes;
  EXPECT_EQ(live, expected);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).bytes, expected);
  EXPECT_EQ(Row(0, MemoryKind::kDevice).unknown_frees, 0u);
}

}  // namespace
}  // namespace rocjfr::test
