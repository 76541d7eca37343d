// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/virtual_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <thread>
#include <vector>

#include "base/virtual_states.h"
#include "core.h"
#include "core/record/thread_state.h"

namespace rocjfr::test {
namespace {

constexpr int64_t kThread = 4711, kOther = 4712;

uint64_t Guard(uint64_t id, int64_t owner) {
  return id ^ static_cast<uint64_t>(owner) * ROCJFR_VIRTUAL_MULTIPLIER;
}

rocjfr_virtual_entry_t Entry(int64_t owner, uint64_t id) {
  return {static_cast<uint64_t>(owner), id, Guard(id, owner), 1};
}

// The set that Java claims an entry of: the upper bits of the product.
rocjfr_virtual_entry_t* SetOf(rocjfr_virtual_entry_t* table, int64_t thread) {
  const uint64_t product = static_cast<uint64_t>(thread) * ROCJFR_VIRTUAL_MULTIPLIER;
  return table + (product >> 50) * ROCJFR_VIRTUAL_WAYS;
}

TEST(VirtualThreads, AnEntryIsFoundWhereJavaHasPutIt) {
  EXPECT_EQ(FindVirtualThread(kThread), nullptr) << "there is no table yet";
  rocjfr_virtual_entry_t* table = MapVirtualThreads();
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(MapVirtualThreads(), table);
  EXPECT_EQ(FindVirtualThread(kThread), nullptr);
  for (uint32_t way = 0; way < ROCJFR_VIRTUAL_WAYS; ++way) {
    rocjfr_virtual_entry_t& entry = SetOf(table, kThread)[way];
    entry = Entry(kThread, 99);
    ASSERT_EQ(FindVirtualThread(kThread), &entry);
    EXPECT_EQ(ExternalIdOf(entry, kThread), 99u);
    entry = {};
  }
}

TEST(VirtualThreads, WhatIsNotProvenToBeTheOwnersDoesNotCount) {
  rocjfr_virtual_entry_t entry = Entry(kThread, 99);
  EXPECT_EQ(ExternalIdOf(entry, kOther), 0u);
  entry.virtual_external_id = 98;  // of one that was robbed: half of it
  EXPECT_EQ(ExternalIdOf(entry, kThread), 0u);
  entry.virtual_guard = Guard(98, kOther);  // all of it
  EXPECT_EQ(ExternalIdOf(entry, kThread), 0u);
  entry.virtual_external_id = 99;  // the owner comes in between
  EXPECT_EQ(ExternalIdOf(entry, kThread), 0u);
  entry.virtual_guard = Guard(99, kThread);
  EXPECT_EQ(ExternalIdOf(entry, kThread), 99u);
}

TEST(VirtualThreads, WithoutAJvmNothingIsTold) {
  Initialize();
  uint64_t bytes = 0;
  EXPECT_EQ(rocjfr_virtual_threads(&bytes), nullptr);
  EXPECT_FALSE(TellsVirtualThreads());
  EXPECT_EQ(rocjfr_set_thread_query(nullptr, nullptr), ROCJFR_STATUS_INVALID_ARGUMENT);
  EXPECT_EQ(CurrentThread()->FindActor().virtual_id, 0);
}

using Stack = std::vector<uint64_t>;
using States = VirtualStates<Stack>;

std::optional<uint64_t> Top(const Stack& stack) {
  return stack.empty() ? std::nullopt : std::optional<uint64_t>(stack.back());
}
bool Push(States& states, int64_t thread, uint64_t id, std::unique_ptr<Stack>* evicted = nullptr) {
  const auto push = [id](Stack& stack) {
    stack.push_back(id);
    return Top(stack);
  };
  return states.Act(thread, true, push, evicted);
}
uint64_t Pop(States& states, int64_t thread) {
  uint64_t id = 0;
  states.Act(thread, false, [&id](Stack& stack) {
    id = stack.back();
    stack.pop_back();
    return Top(stack);
  });
  return id;
}
uint64_t Look(const States& states, int64_t thread) {
  uint64_t id = 0;
  return states.Look(thread, &id) ? id : 0;
}

TEST(VirtualStates, AreEachThreadsOwn) {
  States states;
  EXPECT_EQ(Look(states, 1), 0u) << "there is no table yet";
  EXPECT_EQ(Pop(states, 1), 0u);
  constexpr int64_t kThreads = 20000;
  for (int64_t thread = 1; thread <= kThreads; ++thread) {
    ASSERT_TRUE(Push(states, thread, 10 * static_cast<uint64_t>(thread)));
    ASSERT_TRUE(Push(states, thread, 10 * static_cast<uint64_t>(thread) + 1));
  }
  for (int64_t thread = 1; thread <= kThreads; ++thread) {
    const uint64_t outer = 10 * static_cast<uint64_t>(thread);
    ASSERT_EQ(Look(states, thread), outer + 1);
    ASSERT_EQ(Pop(states, thread), outer + 1);
    ASSERT_EQ(Look(states, thread), outer);
    ASSERT_EQ(Pop(states, thread), outer);
    ASSERT_EQ(Look(states, thread), 0u);
  }
  EXPECT_FALSE(Push(states, int64_t{1} << 50, 1)) << "no JVM gets there";
  EXPECT_EQ(Look(states, int64_t{1} << 50), 0u);
}

TEST(VirtualStates, TheOldestGoesWhereThereIsNoRoom) {
  States states(0);  // one set
  std::unique_ptr<Stack> evicted;
  for (int64_t thread = 1; thread <= 8; ++thread) {
    ASSERT_TRUE(Push(states, thread, 100 + static_cast<uint64_t>(thread), &evicted));
    ASSERT_EQ(evicted, nullptr);
  }
  ASSERT_TRUE(Push(states, 9, 109, &evicted));
  ASSERT_NE(evicted, nullptr);
  EXPECT_EQ(*evicted, Stack{101});
  EXPECT_EQ(Look(states, 1), 0u);
  EXPECT_EQ(Look(states, 2), 102u);
  EXPECT_EQ(Look(states, 9), 109u);
  EXPECT_EQ(Pop(states, 5), 105u);
  ASSERT_TRUE(Push(states, 10, 110, &evicted));
  EXPECT_EQ(Look(states, 2), 102u) << "there was a free place";
}

TEST(VirtualStates, AChangeThatFailsChangesNothing) {
  States states;
  const auto fail = [](Stack&) -> std::optional<uint64_t> { throw std::bad_alloc(); };
  EXPECT_THROW(states.Act(1, true, fail), std::bad_alloc);
  EXPECT_EQ(Look(states, 1), 0u);
  ASSERT_TRUE(Push(states, 1, 11));
  EXPECT_THROW(states.Act(1, true, fail), std::bad_alloc);
  EXPECT_EQ(Look(states, 1), 11u);
  EXPECT_EQ(Pop(states, 1), 11u);
}

// Threads that have no room rob each other all the time: what one finds is its own, or nothing.
TEST(VirtualStates, NobodyFindsAnothers) {
  States states(1);  // 16 places
  constexpr int kWorkers = 6, kIds = 8;
  constexpr uint64_t kRounds = kSanitized ? 20000 : 200000;
  std::atomic<uint64_t> wrong{0}, found{0}, went{0};
  std::vector<std::thread> workers;
  for (int worker = 0; worker < kWorkers; ++worker) {
    workers.emplace_back([&, worker] {
      for (uint64_t round = 1; round <= kRounds; ++round) {
        const int64_t thread = 1 + worker * kIds + static_cast<int64_t>(round % kIds);
        const uint64_t mine = static_cast<uint64_t>(thread) << 32 | round;
        std::unique_ptr<Stack> evicted;
        const auto keeps = [thread](uint64_t id) {
          return id >> 32 == static_cast<uint64_t>(thread);
        };
        if (!Push(states, thread, mine, &evicted)) continue;  // all places are in use at the moment
        if (evicted != nullptr && !evicted->empty()) went.fetch_add(1);
        const uint64_t looked = Look(states, thread);
        const uint64_t popped = Pop(states, thread);
        if ((looked != 0 && looked != mine) || (popped != 0 && popped != mine)) wrong.fetch_add(1);
        if (popped != 0) found.fetch_add(1);
        // Some stay open, and are robbed or found again.
        if (round % 3 == 0) Push(states, thread, mine);
        if (round % 6 == 0) {
          const uint64_t old = Pop(states, thread);
          if (old != 0 && !keeps(old)) wrong.fetch_add(1);
        }
      }
    });
  }
  for (auto& worker : workers) worker.join();
  EXPECT_EQ(wrong.load(), 0u);
  EXPECT_GT(found.load(), kRounds);
  EXPECT_GT(went.load(), 0u) << "nobody was robbed: this shows nothing";
}

// Another thread changes what one looks at (the SDK's push for a thread): one of its values is
// found.
TEST(VirtualStates, ALookBesideAChangeFindsOneOfTheValues) {
  States states;
  constexpr uint64_t kFirst = 0x1111111111111111, kSecond = 0x2222222222222222;
  ASSERT_TRUE(Push(states, 7, kFirst));
  std::atomic<bool> done{false};
  std::atomic<uint64_t> wrong{0};
  std::thread reader([&] {
    while (!done.load()) {
      const uint64_t looked = Look(states, 7);
      if (looked != kFirst && looked != kSecond) wrong.fetch_add(1);
    }
  });
  for (int i = 0; i < 100000; ++i) {
    Push(states, 7, kSecond);
    Pop(states, 7);
  }
  done.store(true);
  reader.join();
  EXPECT_EQ(wrong.load(), 0u);
}

}  // namespace
}  // namespace rocjfr::test
