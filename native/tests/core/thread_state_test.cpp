// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/thread_state.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include "core.h"

namespace rocjfr::test {
namespace {

TEST(ThreadStates, CorrelationIdsRiseInAThreadAndAreUniqueInTheProcess) {
  constexpr int kThreads = 4, kIds = 5000;
  std::vector<std::vector<uint64_t>> ids(kThreads);
  std::vector<std::thread> threads;
  for (auto& mine : ids) {
    threads.emplace_back([&mine] {
      for (int i = 0; i < kIds; ++i) mine.push_back(CurrentThread()->NextCorrelationId());
    });
  }
  for (auto& thread : threads) thread.join();
  std::set<uint64_t> all;
  for (const auto& mine : ids) {
    EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    EXPECT_GT(mine.front(), 0u);
    all.insert(mine.begin(), mine.end());
  }
  EXPECT_EQ(all.size(), size_t{kThreads} * kIds);
}

TEST(ThreadStates, AnEndedThreadsStateIsReusedClean) {
  ThreadState* first = nullptr;
  uint64_t last_id = 0;
  std::thread([&] {
    first = CurrentThread();
    last_id = first->NextCorrelationId();
    first->drains = true;
    first->depth = 3;
    rocjfr_roctx_range_push("open when the thread ends");
  }).join();
  std::thread([&] {
    ThreadState* state = CurrentThread();
    ASSERT_EQ(state, first);
    EXPECT_FALSE(state->drains);
    EXPECT_EQ(state->depth, 0u);
    EXPECT_EQ(state->ranges.depth, 0u);
    EXPECT_EQ(state->os_thread_id, static_cast<uint32_t>(syscall(SYS_gettid)));
    EXPECT_GT(state->NextCorrelationId(), last_id) << "never reused";
  }).join();
}

TEST(ThreadStates, RefNamesTheNativeThread) {
  uint32_t refs[2] = {};
  for (int i = 0; i < 2; ++i) {
    std::thread([&] {
      pthread_setname_np(pthread_self(), i == 0 ? "gpu-feeder" : "other");
      refs[i] = CurrentThread()->FindActor().ref;
      EXPECT_EQ(CurrentThread()->FindActor().ref, refs[i]);
    }).join();
  }
  rocjfr_thread_info_t info;
  ASSERT_EQ(rocjfr_thread(refs[0], &info), ROCJFR_STATUS_SUCCESS);
  EXPECT_STREQ(info.name, "gpu-feeder");
  EXPECT_EQ(info.attached, 0u) << "there is no JVM";
  ASSERT_EQ(rocjfr_thread(refs[1], &info), ROCJFR_STATUS_SUCCESS);
  EXPECT_STREQ(info.name, "other") << "a reused state has a ref of its own";
}

TEST(ThreadStates, RefNamesAThreadHoweverManyComeAndGo) {
  constexpr uint32_t kMany = 2 * 65536;
  uint32_t ref = 0;
  rocjfr_thread_info_t info;
  std::thread([&] {
    pthread_setname_np(pthread_self(), "lives");
    ref = CurrentThread()->FindActor().ref;
    for (uint32_t i = 0; i < kMany; ++i) AddThread(i, {}, false);
    EXPECT_EQ(CurrentThread()->FindActor().ref, ref);
    ASSERT_EQ(rocjfr_thread(ref, &info), ROCJFR_STATUS_SUCCESS);
    EXPECT_STREQ(info.name, "lives");
  }).join();
  for (uint32_t i = 0; i < kMany; ++i) AddThread(i, {}, false);
  EXPECT_EQ(rocjfr_thread(ref, &info), ROCJFR_STATUS_NOT_FOUND) << "it has ended";
}

TEST(ThreadStates, TotalsCountEndedThreads) {
  for (int i = 0; i < 3; ++i) {
    std::thread([] {
      ThreadState::Increment(CurrentThread()->hook_calls);
      ThreadState::Increment(CurrentThread()->expected);
      ThreadState::Increment(CurrentThread()->delivered);
    }).join();
  }
  EXPECT_EQ(TotalHookCalls(), 3u);
  EXPECT_EQ(TotalExpected(), 3u);
  EXPECT_EQ(TotalDelivered(), 3u);
}

// A state that is taken over from a thread that ended within a call of ours.
TEST(ThreadStates, OfAThreadThatEndedSaysNothingOfTheNext) {
  Initialize();
  ThreadState* ended = nullptr;
  std::thread([&] {
    ended = CurrentThread();
    ended->asks = ended->op_finishes = true;
  }).join();
  std::thread([&] {
    EXPECT_EQ(CurrentThread(), ended);
    EXPECT_FALSE(CurrentThread()->asks);
    EXPECT_FALSE(CurrentThread()->op_finishes);
  }).join();
}

}  // namespace
}  // namespace rocjfr::test
