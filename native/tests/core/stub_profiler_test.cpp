// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The runtime's own profiler (since 2026), which takes the slot of the hook.
#include <cstdlib>

#include "future_fixture.h"

namespace rocjfr::test {
namespace {

class StubProfiler : public FutureTest {
 protected:
  void Enable() const { stub().Symbol<int (*)()>("hipProfilerEnableExt")(); }
  void Disable() const { stub().Symbol<int (*)()>("hipProfilerDisableExt")(); }
  static void ExpectNamed(const std::string& message) {
    const auto info = RuntimeInfo();
    EXPECT_NE(std::string(info.other_tools).find("HIP's own profiler"), std::string::npos);
    EXPECT_NE(std::string(info.message).find(message), std::string::npos) << info.message;
  }
};
ROCJFR_FUTURE(StubProfiler);

TEST_P(StubProfiler, ThatComesLaterHandsOnFinishedWork) {
  StartWith(1584);
  // In flight: its id is the one that the profiler gives first.
  const auto command =
      stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  ASSERT_EQ(Taken().size(), 1u);
  Enable();
  Copy(4096);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  ExpectNamed("kernels and copies are recorded, API calls are not");
  Copy(4096);
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  for (const Activity& work : taken) {
    EXPECT_EQ(work.record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
    EXPECT_FALSE(work.has_submit) << "of no call that we know";
    EXPECT_EQ(work.record.correlation_id, 0u);
  }
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  Copy(4096);
  EXPECT_TRUE(Taken().empty());
  EXPECT_EQ(stub().Callbacks(), 1u) << "the profiler's";
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  Copy(4096);
  EXPECT_EQ(Taken().size(), 1u);
  Disable();
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  EXPECT_STREQ(RuntimeInfo().message, "");
  EXPECT_STREQ(RuntimeInfo().other_tools, "");
  Copy(1);
  ExpectCopies(1);
  stub().Complete(command, kCopyWork);
}

TEST_P(StubProfiler, ThatWasThereFirstKeepsTheHook) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  Enable();
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  ExpectNamed("it took the hook first");
  Copy(4096);
  EXPECT_TRUE(Taken().empty());
  Disable();
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
}

TEST_P(StubProfiler, IsNamedBeforeItTakesTheHook) {
  setenv("GPU_CLR_PROFILE_OUTPUT", "trace.json", 1);
  StartWith(1584);
  EXPECT_NE(std::string(RuntimeInfo().other_tools).find("HIP's own profiler"), std::string::npos);
  EXPECT_STREQ(RuntimeInfo().message, "");
}

// Its own ids would be lost to it if ours came between.
TEST_P(StubProfiler, IsNotSharedByThePreload) {
  setenv("LD_PRELOAD", "/somewhere/librocjfr.so", 1);
  StartWith(1584);
  Copy(1);
  ExpectCopies(1);
  Enable();
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  Copy(4096);
  EXPECT_EQ(Taken().size(), 1u);
}

}  // namespace
}  // namespace rocjfr::test
