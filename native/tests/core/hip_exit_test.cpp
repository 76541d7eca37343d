// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program ends while its work runs: it ends as it does without us.
#include <cstdlib>

#include "hip_fixture.h"
#include "own_process.h"

namespace rocjfr::test {
namespace {

class HipExit : public HipTest {
 protected:
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
  if (!IsOwnProcess()) return RunInOwnProcess();
  StartBeforeHip();
  SpinUs(1'500'000);
  exit(0);
}

TEST_F(HipExit, WithAKernelThatRunsAndARecordingThatHasEnded) {
  if (!IsOwnProcess()) return RunInOwnProcess();
  StartBeforeHip();
  SpinUs(1'500'000);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  exit(0);
}

// The reporter has had no time to see it.
TEST_F(HipExit, WithItsOnlyCallJustMade) {
  if (!IsOwnProcess()) return RunInOwnProcess();
  StartBeforeHip();
  SpinUs(0);
  exit(0);
}

}  // namespace
}  // namespace rocjfr::test
