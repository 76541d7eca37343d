// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A library of the program's that is called by a thread of ours while the process ends.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "base/exit.h"

namespace rocjfr::test {
namespace {

std::atomic<bool> g_ends{false}, g_returned{false};

// Exit handlers run in reverse order.
void EndWithinACall() {
  atexit([] { _exit(!g_returned ? 9 : CallsBeforeExit::Begin() ? 8 : 0); });  // the library's
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

TEST(CallsBeforeExit, AreWaitedForAndNotMadeAfterwards) {
  constexpr const char* kIsChild = "ROCJFR_TEST_ENDS_WITHIN_A_CALL";
  if (getenv(kIsChild) != nullptr) EndWithinACall();
  const pid_t child = fork();
  if (child == 0) {
    setenv(kIsChild, "1", 1);
    execl("/proc/self/exe", "test",
          "--gtest_filter=CallsBeforeExit.AreWaitedForAndNotMadeAfterwards", nullptr);
    _exit(5);
  }
  int status = -1;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace rocjfr::test
