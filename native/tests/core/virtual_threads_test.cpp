// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/virtual_threads.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

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

TEST(VirtualStates, AreTakenAndKeptAndTheOldestGoes) {
  VirtualStates<std::string> states(2);
  EXPECT_EQ(states.Take(1), "");
  EXPECT_EQ(states.Put(1, "one"), "");
  EXPECT_EQ(states.Put(2, "two"), "");
  EXPECT_EQ(states.Put(1, states.Take(1) + "!"), "") << "now the younger one";
  EXPECT_EQ(states.Put(3, "three"), "two");
  const auto copy = [](const std::string& state) { return state; };
  EXPECT_EQ(states.Peek(1, copy), "one!");
  EXPECT_EQ(states.Peek(2, copy), "");
  EXPECT_EQ(states.Take(3), "three");
  EXPECT_EQ(states.Take(3), "");
}

}  // namespace
}  // namespace rocjfr::test
