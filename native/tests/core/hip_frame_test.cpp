// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's own runtimes: the frame of each is measured inside the program's first call, whatever that
// is and wherever it comes from, and the program notices nothing.
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#include <atomic>
#include <cstring>
#include <functional>
#include <thread>
#include <tuple>

#include "hip_fixture.h"
#include "own_stack_calls.h"
#include "rocjfr/client.h"

namespace rocjfr::test {
namespace {

class HipFrame : public HipTest {
 protected:
  // The runtime is there and has not been used.
  void Load() {
    Initialize();
    hip_ = std::make_unique<Hip>();
  }
  bool HasFrame() const { return std::string(RuntimeInfo().hook) == "tracer callback (5.3+)"; }
  void ExpectKnownSize() const {
    const uint32_t measured = rocjfr_api_data_bytes();
    const uint32_t known = IsVersion(5, 7)                      ? 840
                           : IsVersion(6, 4) || IsVersion(7, 2) ? 1520
                                                                : measured;
    EXPECT_EQ(measured, known);
    EXPECT_GT(measured, 0u);
    EXPECT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_ON}) << RuntimeInfo().message;
    EXPECT_STREQ(RuntimeInfo().message, "");
  }
  std::vector<std::string> TakenCalls() {
    std::vector<std::string> names;
    for (const Activity& call : Taken()) names.push_back(rocjfr_api_name(call.record.op));
    return names;
  }
};

TEST_F(HipFrame, IsMeasuredInTheFirstCallWhichIsRecorded) {
  Load();
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  if (!HasFrame()) GTEST_SKIP() << "HIP 5.2's frame is the tool's";
  EXPECT_EQ(rocjfr_api_data_bytes(), 0u);
  hip().Do("hipInit", 0u);
  EXPECT_EQ(TakenCalls(), std::vector<std::string>{"hipInit"});
  ExpectKnownSize();
}

TEST_F(HipFrame, IsMeasuredOnASmallStackUnderAProfilingSignal) {
  Load();
  hip().Do("hipInit", 0u);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  if (!HasFrame()) GTEST_SKIP() << "HIP 5.2's frame is the tool's";
  static std::atomic<uint64_t> signals{0};
  signal(SIGPROF, [](int) {
    volatile char used[1024];
    memset(const_cast<char*>(used), 0x5A, sizeof(used));
    ++signals;
  });
  const itimerval often = {{0, 100}, {0, 100}}, never = {};
  setitimer(ITIMER_PROF, &often, nullptr);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64u << 10);
  std::function<void()> body = [this] {
    while (signals.load() < 5) {  // until the timer runs
    }
    int device = -1;
    for (int i = 0; i < 3; ++i) hip().Do("hipGetDevice", &device);
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* function) -> void* {
                  (*static_cast<std::function<void()>*>(function))();
                  return nullptr;
                },
                &body),
            0);
  pthread_join(thread, nullptr);
  setitimer(ITIMER_PROF, &never, nullptr);
  EXPECT_EQ(TakenCalls(), (std::vector<std::string>(3, "hipGetDevice")));
  ExpectKnownSize();
}

// One that comes when the stack is made is kept back until it is removed.
TEST_F(HipFrame, ASignalThatComesMeanwhileIsHandledAfterwards) {
  Load();
  hip().Do("hipInit", 0u);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  if (!HasFrame()) GTEST_SKIP() << "HIP 5.2's frame is the tool's";
  static std::atomic<int> raised{0}, handled{0}, handled_within{-1};
  static std::atomic<bool> pending{false};
  signal(SIGPROF, [](int) { ++handled; });
  std::thread([this] {
    t_at_guard = [] {
      ++raised;
      pthread_kill(pthread_self(), SIGPROF);
      return true;
    };
    t_at_unmap = [] {
      sigset_t waiting;
      sigpending(&waiting);
      pending = sigismember(&waiting, SIGPROF) == 1;
      handled_within = handled.load();
    };
    int device = -1;
    hip().Do("hipGetDevice", &device);
    t_at_guard = nullptr;
    t_at_unmap = nullptr;
  }).join();
  EXPECT_EQ(raised.load(), 1);
  EXPECT_EQ(handled_within.load(), 0);
  EXPECT_TRUE(pending.load());
  EXPECT_EQ(handled.load(), 1);
  EXPECT_EQ(TakenCalls(), std::vector<std::string>{"hipGetDevice"});
  ExpectKnownSize();
}

TEST_F(HipFrame, ManyThreadsMayComeFirst) {
  constexpr int kThreads = 8, kCalls = 20;
  Load();
  hip().Do("hipInit", 0u);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  std::atomic<int> waiting{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      ++waiting;
      while (waiting.load() < kThreads) std::this_thread::yield();
      int device = -1;
      for (int i = 0; i < kCalls; ++i) hip().Do("hipGetDevice", &device);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(TakenCalls(), (std::vector<std::string>(kThreads * kCalls, "hipGetDevice")));
  if (HasFrame()) {
    ExpectKnownSize();
  }
}

// What a program's last error is, by all ways to ask, is the same where the first traced call
// measures the frame.
class HipFrameErrors : public HipFrame,
                       public testing::WithParamInterface<std::tuple<int, const char*>> {
 protected:
  // What the program hears that begins to be traced after it got into state `before`.
  std::vector<int> Answers(int before, const char* first, bool traced) const {
    std::vector<int> answers;
    // The state is the thread's own.
    std::thread([&] {
      int device = -1;
      void* memory = nullptr;
      if (before >= 1) hip()("hipSetDevice", 99);
      if (before == 2) hip().Do("hipGetDevice", &device);
      if (before == 3) hip()("hipGetLastError");
      if (before == 4) hip()("hipMalloc", &memory, size_t{1} << 50);
      EXPECT_EQ(rocjfr_set_wanted(traced ? kApi : 0), ROCJFR_STATUS_SUCCESS);
      if (strcmp(first, "hipGetDevice") == 0) {
        answers.push_back(hip()(first, &device));
      } else {
        answers.push_back(Ask(first));
      }
      for (const char* function : {"hipExtGetLastError", "hipPeekAtLastError", "hipGetLastError",
                                   "hipExtGetLastError", "hipGetLastError"}) {
        answers.push_back(Ask(function));
      }
    }).join();
    return answers;
  }
  // -1: an older runtime does not have it.
  int Ask(const char* function) const {
    try {
      return hip()(function);
    } catch (const std::runtime_error&) {
      return -1;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(After, HipFrameErrors,
                         testing::Combine(testing::Range(0, 5),
                                          testing::Values("hipGetDevice", "hipGetLastError",
                                                          "hipPeekAtLastError",
                                                          "hipExtGetLastError")));

TEST_P(HipFrameErrors, StayAsTheyAre) {
  const auto [before, first] = GetParam();
  Load();
  hip().Do("hipInit", 0u);
  const auto untraced = Answers(before, first, false);
  const auto traced = Answers(before, first, true);
  EXPECT_EQ(traced, untraced);
  const bool measures = HasFrame() && strcmp(first, "hipGetDevice") == 0;
  EXPECT_EQ(rocjfr_api_data_bytes() != 0, measures);
}

}  // namespace
}  // namespace rocjfr::test
