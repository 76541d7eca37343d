// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A library of the program's that is called by a thread of ours while the process ends.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "base/exit.h"

namespace rocjfr::test {
namespace {

std::atomic<bool> g_ends{false}, g_returned{false};

// Exit handlers run in reverse order.
void LoadLibrary() {
  atexit([] { _exit(!g_returned ? 9 : CallsBeforeExit::Begin() ? 8 : 0); });
}

void EndWithinACall() {
  std::atomic<bool> begun{false};
  std::thread([&begun] {
    if (!CallsBeforeExit::Begin()) _exit(7);
    begun = true;
    while (!g_ends) std::this_thread::yield();
    usleep(50000);
    g_returned = true;
    CallsBeforeExit::End();
  }).detach();
  while (!begun) std::this_thread::yield();
  atexit([] { g_ends = true; });
  exit(6);
}

void Call() {
  if (!CallsBeforeExit::Begin()) _exit(4);
  CallsBeforeExit::End();
}

// Runs `ends` in a process of its own, where the test is started again.
void ExpectEndsWell(void (*ends)()) {
  constexpr const char* kIsChild = "ROCJFR_TEST_ENDS_WITHIN_A_CALL";
  if (getenv(kIsChild) != nullptr) ends();
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string filter = std::string("--gtest_filter=CallsBeforeExit.") + test->name();
  const pid_t child = fork();
  if (child == 0) {
    setenv(kIsChild, "1", 1);
    execl("/proc/self/exe", "test", filter.c_str(), nullptr);
    _exit(5);
  }
  int status = -1;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(CallsBeforeExit, AreWaitedForAndNotMadeAfterwards) {
  ExpectEndsWell([] {
    LoadLibrary();
    EndWithinACall();
  });
}

// Calls that find no library are made before.
TEST(CallsBeforeExit, AreWaitedForWhenTheLibraryIsLoadedLater) {
  ExpectEndsWell([] {
    Call();
    LoadLibrary();
    EndWithinACall();
  });
}

// A library registers handlers of its own again and again.
TEST(CallsBeforeExit, ComeBeforeTheLastHandlerHoweverManyThereAre) {
  ExpectEndsWell([] {
    for (int i = 0; i < 10000; ++i) {
      Call();
      if (i % 100 == 0) LoadLibrary();
    }
    EndWithinACall();
  });
}

// The end begins while another thread begins and ends calls.
TEST(CallsBeforeExit, AreNotMadeAfterAnEndThatBeginsAtAnyMoment) {
  for (int round = 0; round < 20; ++round) {
    ExpectEndsWell([] {
      static std::atomic<uint64_t> calls{0};
      static std::atomic<bool> gone{false}, wrong{false};
      atexit([] {
        gone = true;
        usleep(2000);
        _exit(wrong ? 3 : 0);
      });
      std::thread([] {
        for (;; ++calls) {
          if (!CallsBeforeExit::Begin()) continue;
          if (gone) wrong = true;
          CallsBeforeExit::End();
        }
      }).detach();
      while (calls < 100) std::this_thread::yield();
      exit(6);
    });
  }
}

}  // namespace
}  // namespace rocjfr::test
