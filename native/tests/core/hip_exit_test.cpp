// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program ends while its work runs: it ends as it does without us.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

class HipExit : public HipTest {
 protected:
  static constexpr const char* kIsChild = "ROCJFR_TEST_ENDS_WITH_WORK";

  // Runs the test once more, in a process that gets to its end by itself.
  static void ExpectEndsWell() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    const std::string filter = std::string("--gtest_filter=HipExit.") + test->name();
    const pid_t child = fork();
    if (child == 0) {
      setenv(kIsChild, "1", 1);
      execl("/proc/self/exe", "test", filter.c_str(), nullptr);
      _exit(5);
    }
    int status = -1;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  static bool IsChild() { return getenv(kIsChild) != nullptr; }

  // As an agent does that is there before HIP: it has looked for a runtime already.
  void StartBeforeHip() {
    Initialize({});
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    rocjfr_poll();
    LoadHip();
    rocjfr_poll();
    ASSERT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_ON}) << RuntimeInfo().message;
  }
  void SpinUs(unsigned us) const {
    void* arguments[] = {&us};
    Hip::Stream stream = nullptr;
    hip().Do("hipStreamCreateWithFlags", &stream, 1u);
    hip().Launch(SpinKernel(), 1, 64, 0, stream, arguments);
  }
};

TEST_F(HipExit, WithAKernelThatRuns) {
  if (!IsChild()) return ExpectEndsWell();
  StartBeforeHip();
  SpinUs(1'500'000);
  exit(0);
}

TEST_F(HipExit, WithAKernelThatRunsAndARecordingThatHasEnded) {
  if (!IsChild()) return ExpectEndsWell();
  StartBeforeHip();
  SpinUs(1'500'000);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  exit(0);
}

// The reporter has had no time to see it.
TEST_F(HipExit, WithItsOnlyCallJustMade) {
  if (!IsChild()) return ExpectEndsWell();
  StartBeforeHip();
  SpinUs(0);
  exit(0);
}

}  // namespace
}  // namespace rocjfr::test
