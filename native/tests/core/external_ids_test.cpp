// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>

#include "core.h"
#include "core/record/thread_state.h"

namespace rocjfr::test {
namespace {

uint64_t Top(uint32_t client) {
  return CurrentThread()->OwnExternalId(client);
}

uint64_t Pop(uint32_t client) {
  uint64_t id = 0;
  EXPECT_EQ(rocjfr_pop_external_id(client, &id), ROCJFR_STATUS_SUCCESS);
  return id;
}

TEST(ExternalIds, AreAStackForEachClient) {
  EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 0u);
  ASSERT_EQ(rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 11), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(rocjfr_push_external_id(ROCJFR_CLIENT_ROCTRACER, 21), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 12), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 12u);
  EXPECT_EQ(Top(ROCJFR_CLIENT_ROCTRACER), 21u);
  EXPECT_EQ(Pop(ROCJFR_CLIENT_JAVA), 12u);
  EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 11u);
  EXPECT_EQ(Pop(ROCJFR_CLIENT_JAVA), 11u);
  EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 0u);
  EXPECT_EQ(Top(ROCJFR_CLIENT_ROCTRACER), 21u);
}

TEST(ExternalIds, PopOfAnEmptyStackSaysSo) {
  uint64_t id = 5;
  EXPECT_EQ(rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, &id), ROCJFR_STATUS_NOT_FOUND);
  EXPECT_EQ(id, 0u);
  EXPECT_EQ(rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, nullptr), ROCJFR_STATUS_NOT_FOUND);
  EXPECT_EQ(rocjfr_external_stack(ROCJFR_CLIENT_JAVA)->depth, 0);
}

TEST(ExternalIds, UnknownClientsAreRefused) {
  uint64_t id = 5;
  EXPECT_EQ(rocjfr_external_stack(ROCJFR_CLIENTS), nullptr);
  EXPECT_EQ(rocjfr_push_external_id(ROCJFR_CLIENTS, 1), ROCJFR_STATUS_INVALID_ARGUMENT);
  EXPECT_EQ(rocjfr_pop_external_id(ROCJFR_CLIENTS, &id), ROCJFR_STATUS_INVALID_ARGUMENT);
  EXPECT_EQ(id, 0u);
}

TEST(ExternalIds, BeyondTheStackThereIsNoneAndAllBelowStay) {
  constexpr uint64_t kDeep = 100;
  for (uint64_t id = 1; id <= kDeep; ++id) {
    rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, id);
    EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), id <= ROCJFR_EXTERNAL_IDS ? id : 0);
  }
  EXPECT_EQ(rocjfr_external_stack(ROCJFR_CLIENT_JAVA)->depth, static_cast<int64_t>(kDeep));
  for (uint64_t id = kDeep; id >= 1; --id) {
    EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), id <= ROCJFR_EXTERNAL_IDS ? id : 0);
    EXPECT_EQ(Pop(ROCJFR_CLIENT_JAVA), id <= ROCJFR_EXTERNAL_IDS ? id : 0);
  }
  EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 0u);
}

TEST(ExternalIds, JavaWritesTheSameMemory) {
  rocjfr_external_stack_t* stack = rocjfr_external_stack(ROCJFR_CLIENT_JAVA);
  stack->id[0] = 77;
  stack->depth = 1;
  EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 77u);
  EXPECT_EQ(Pop(ROCJFR_CLIENT_JAVA), 77u);
  EXPECT_EQ(stack->depth, 0);
}

// Looking for a JVM takes long, and each look would give the thread another ref.
TEST(ExternalIds, PushingAndPoppingAsksNobodyWhoActs) {
  const uint32_t ref = CurrentThread()->FindActor().ref;
  for (uint64_t id = 1; id <= 10; ++id) {
    rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, id);
    Pop(ROCJFR_CLIENT_JAVA);
  }
  EXPECT_NE(ref, 0u);
  EXPECT_EQ(CurrentThread()->FindActor().ref, ref);
}

TEST(ExternalIds, EveryThreadHasItsOwnAndLeavesNone) {
  rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 1);
  std::thread([] {
    EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 0u);
    rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 2);
  }).join();
  std::thread([] {
    EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 0u) << "what the thread before left behind";
  }).join();
  EXPECT_EQ(Top(ROCJFR_CLIENT_JAVA), 1u);
}

}  // namespace
}  // namespace rocjfr::test
