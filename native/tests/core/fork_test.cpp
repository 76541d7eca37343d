// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "base/fork.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "core.h"
#include "core/record/thread_state.h"
#include "core/record/thread_table.h"
#include "drainer.h"
#include "os_thread.h"

namespace rocjfr::test {
namespace {

constexpr unsigned kHangSeconds = 300;

// Exit code of a child that runs `body`, or -1 where it hung or crashed.
template <typename Body>
int InChild(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(kHangSeconds);
    _exit(body());
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

uint64_t Records() {
  std::vector<Activity> activities;
  Drainer().Drain(&activities);
  return activities.size();
}

int UseRoctx() {
  rocjfr_roctx_mark("mark");
  rocjfr_roctx_range_push("range");
  rocjfr_roctx_range_pop();
  rocjfr_roctx_range_stop(rocjfr_roctx_range_start("started"));
  rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 1);
  rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, nullptr);
  rocjfr_poll();
  return 0;
}

TEST(Fork, AChildRecordsNothingAndRefusesTo) {
  Initialize();
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  rocjfr_roctx_mark("of the parent");
  EXPECT_EQ(Records(), 1u);
  EXPECT_EQ(InChild([] {
              UseRoctx();
              if (rocjfr_set_wanted(kRoctx) != ROCJFR_STATUS_UNSUPPORTED) return 2;
              UseRoctx();
              return Records() == 0 ? 0 : 3;
            }),
            0);
  rocjfr_roctx_mark("of the parent");
  EXPECT_EQ(Records(), 1u) << "the parent goes on";
}

// Who acts on it had to be asked, which takes the lock of the table of threads.
TEST(Fork, AChildAsksNobodyWhoActs) {
  static std::promise<void> inside, leave;
  constexpr int kNewLocalRef = 25;
  static const void* table[kNewLocalRef + 1];
  static const void** env = table;
  table[kNewLocalRef] = reinterpret_cast<const void*>(+[](void*, void*) -> void* {
    inside.set_value();
    leave.get_future().wait();
    return nullptr;
  });
  Initialize();
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  JavaThread java;
  java.id = 17;
  java.weak = &java;
  const uint32_t known = AddThread(1, java, true);
  std::thread holds([known] { rocjfr_thread_object(&env, known); });
  inside.get_future().wait();
  ASSERT_NE(CurrentThread(), nullptr);
  CurrentThread()->actor = {};
  EXPECT_EQ(InChild(UseRoctx), 0);
  EXPECT_EQ(InChild([] {
              if (rocjfr_roctx_range_push("outer") != 0) return 2;
              if (rocjfr_roctx_range_push("inner") != 1) return 3;
              return rocjfr_roctx_range_pop() == 1 ? 0 : 4;
            }),
            0);
  leave.set_value();
  holds.join();
}

TEST(Fork, AChildDoesNotHangOnWhatOtherThreadsHeld) {
  Initialize();
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  std::atomic<bool> done{false};
  std::vector<std::thread> busy;
  for (int i = 0; i < 2; ++i) {
    busy.emplace_back([&] {
      while (!done.load()) {
        std::thread(UseRoctx).join();  // makes a thread's state and ring
        for (int j = 0; j < 20; ++j) UseRoctx();
      }
    });
  }
  busy.emplace_back([&] {
    Drainer drainer;
    while (!done.load()) drainer.Drain(nullptr);
  });
  for (int i = 0; i < (kSanitized ? 30 : 150); ++i) {
    // From threads that the core has not seen, too: they would have to be made known.
    int code = -1;
    std::thread([&] { code = InChild(UseRoctx); }).join();
    EXPECT_EQ(code, 0) << "fork " << i;
    EXPECT_EQ(InChild(UseRoctx), 0) << "fork " << i;
    if (HasFailure()) break;
  }
  done.store(true);
  for (auto& thread : busy) thread.join();
}

// A fork waits for whoever holds a lock of libc that nobody would free in the child.
TEST(ForkHold, AForkWaitsForIt) {
  static std::atomic<bool> goes_on{false};
  // Registered first: it runs after ours, which waits.
  pthread_atfork([] { goes_on = true; }, nullptr, nullptr);
  WatchForks();
  std::atomic<pid_t> forker{0};
  std::thread other;
  {
    const ForkHold hold;
    other = std::thread([&] {
      forker = gettid();
      EXPECT_EQ(InChild([] { return 7; }), 7);
    });
    while (forker == 0) std::this_thread::yield();
    for (int asleep = 0; asleep < 20 && !goes_on;) asleep += StateOf(forker) == 'S' ? 1 : 0;
    EXPECT_FALSE(goes_on);
  }
  other.join();
  EXPECT_TRUE(goes_on);
}

// What takes such a lock while a fork is under way is done after it, in the parent alone.
TEST(ForkHold, ATaskIsDoneAfterTheForkThatIsUnderWay) {
  static std::atomic<int> done{0}, done_before{-1};
  // Registered first: it runs after ours, which has closed the way.
  pthread_atfork(
      [] {
        std::thread([] { RunOutsideForks([] { ++done; }); }).join();
        done_before = done.load();
      },
      nullptr, nullptr);
  WatchForks();
  EXPECT_EQ(InChild([] { return done.load(); }), 0);
  EXPECT_EQ(done_before, 0);
  EXPECT_EQ(done, 1);
  RunOutsideForks([] { ++done; });
  EXPECT_EQ(done, 2);
}

}  // namespace
}  // namespace rocjfr::test
