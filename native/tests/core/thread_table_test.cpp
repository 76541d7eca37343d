// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/thread_table.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "core.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kPlaces = 65536;

uint32_t Add(uint32_t os_thread_id, const char* name = "", int64_t java_id = -1) {
  JavaThread java;
  java.id = java_id;
  strncpy(java.name, name, sizeof(java.name) - 1);
  return AddThread(os_thread_id, java, java_id != -1);
}

TEST(ThreadTable, TellsWhoAThreadWas) {
  const uint32_t native = Add(100, "worker");
  const uint32_t java = Add(200, "main", 1);
  rocjfr_thread_info_t info;
  ASSERT_EQ(rocjfr_thread(native, &info), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(info.os_thread_id, 100u);
  EXPECT_EQ(info.attached, 0u);
  EXPECT_EQ(info.java_thread_id, -1);
  EXPECT_STREQ(info.name, "worker");
  ASSERT_EQ(rocjfr_thread(java, &info), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(info.os_thread_id, 200u);
  EXPECT_EQ(info.attached, 1u);
  EXPECT_EQ(info.java_thread_id, 1);
  EXPECT_STREQ(info.name, "main");
}

// As a virtual thread that calls HIP where the JVM cannot be asked, on several carriers.
TEST(ThreadTable, AThreadThatIsNamedUnderAnotherRefHasThatName) {
  const auto add_unnamed = [](uint32_t os_thread_id, int64_t java_id) {
    JavaThread java;
    java.id = java_id;
    java.named = false;
    return AddThread(os_thread_id, java, java_id != -1);
  };
  const uint32_t before = add_unnamed(100, 7);
  const uint32_t nobody = add_unnamed(100, -1), other = add_unnamed(100, 8);
  const uint32_t named = Add(200, "seven", 7);
  const uint32_t after = add_unnamed(300, 7);
  Add(300, "native");
  rocjfr_thread_info_t info;
  for (const uint32_t ref : {before, after}) {
    ASSERT_EQ(rocjfr_thread(ref, &info), ROCJFR_STATUS_SUCCESS);
    EXPECT_STREQ(info.name, "seven");
    EXPECT_EQ(info.named, 1u);
    EXPECT_EQ(info.object_ref, named);
    EXPECT_EQ(info.os_thread_id, ref == before ? 100u : 300u) << "its own";
  }
  for (const uint32_t ref : {nobody, other}) {
    ASSERT_EQ(rocjfr_thread(ref, &info), ROCJFR_STATUS_SUCCESS);
    EXPECT_STREQ(info.name, "");
    EXPECT_EQ(info.named, 0u);
    EXPECT_EQ(info.object_ref, ref);
  }
}

TEST(ThreadTable, UnknownRefsAreNotFound) {
  Add(1);
  rocjfr_thread_info_t info;
  EXPECT_EQ(rocjfr_thread(0, &info), ROCJFR_STATUS_NOT_FOUND);
  EXPECT_EQ(rocjfr_thread(2, &info), ROCJFR_STATUS_NOT_FOUND);
  EXPECT_EQ(rocjfr_thread(1 + kPlaces, &info), ROCJFR_STATUS_NOT_FOUND) << "a later generation";
  EXPECT_EQ(rocjfr_thread(UINT32_MAX, &info), ROCJFR_STATUS_NOT_FOUND);
  EXPECT_EQ(rocjfr_thread(1, nullptr), ROCJFR_STATUS_INVALID_ARGUMENT);
  EXPECT_EQ(rocjfr_thread_object(nullptr, 1), nullptr);
}

TEST(ThreadTable, APlaceThatWasReusedIsToldFromItsFormerThread) {
  const uint32_t first = Add(1);
  uint32_t last = 0;
  for (uint32_t i = 0; i < kPlaces; ++i) last = Add(1000 + i);
  EXPECT_EQ(last & (kPlaces - 1), first & (kPlaces - 1));
  EXPECT_NE(last, first);
  rocjfr_thread_info_t info;
  EXPECT_EQ(rocjfr_thread(first, &info), ROCJFR_STATUS_NOT_FOUND);
  ASSERT_EQ(rocjfr_thread(last, &info), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(info.os_thread_id, 1000 + kPlaces - 1);
}

// A thread that lives long, among many that do not.
TEST(ThreadTable, APlaceIsNotReusedWhileItsRefIsHeld) {
  const uint32_t first = Add(1, "lives", 7);
  HeldRef held;
  held = first;
  {
    HeldRef another;
    another = held;  // by two
  }
  for (uint32_t i = 0; i < 3 * kPlaces; ++i) ASSERT_NE(Add(1000 + i), 0u);
  rocjfr_thread_info_t info;
  ASSERT_EQ(rocjfr_thread(first, &info), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(info.os_thread_id, 1u);
  EXPECT_STREQ(info.name, "lives");
  EXPECT_TRUE(IsRefOf(first, 7));
  EXPECT_FALSE(IsRefOf(first, 8));
  held = {};
  for (uint32_t i = 0; i < kPlaces; ++i) Add(i);
  EXPECT_EQ(rocjfr_thread(first, &info), ROCJFR_STATUS_NOT_FOUND);
  EXPECT_FALSE(IsRefOf(first, 7));
}

TEST(ThreadTable, WhereAllPlacesAreHeldAThreadHasNone) {
  std::vector<HeldRef> held(kPlaces);
  for (uint32_t i = 1; i < kPlaces; ++i) {
    held[i] = Add(i);
    ASSERT_NE(held[i], 0u);
  }
  held[0] = Add(kPlaces);  // place 0 has no ref of generation 0
  ASSERT_NE(held[0], 0u);
  EXPECT_EQ(Add(1), 0u);
  held[100] = 0;
  EXPECT_NE(Add(1), 0u);
}

TEST(ThreadTable, RefsFit24BitsAndAreNever0) {
  if (kSanitized) GTEST_SKIP() << "16.7 million threads take too long under a sanitizer";
  uint32_t all = 0;
  for (uint32_t i = 0; i < (1u << 24) + 10; ++i) {
    const uint32_t ref = Add(i);
    ASSERT_NE(ref, 0u);
    all |= ref;
  }
  EXPECT_EQ(all, 0xFFFFFFu);
}

TEST(ThreadTable, ThreadsGetRefsOfTheirOwn) {
  constexpr int kThreads = 4, kAdds = 5000;
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([t] {
      for (uint32_t i = 0; i < kAdds; ++i) {
        const uint32_t id = t * kAdds + i;
        const uint32_t ref = Add(id);
        rocjfr_thread_info_t info;
        ASSERT_EQ(rocjfr_thread(ref, &info), ROCJFR_STATUS_SUCCESS);
        ASSERT_EQ(info.os_thread_id, id);
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace rocjfr::test
