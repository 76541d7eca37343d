// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Calls whose work is still to come, as many as are kept and more.
#include "fixture.h"
#include "rocprofiler-sdk/rocjfr.h"

namespace rocjfr::test {
namespace {

constexpr size_t kKept = 131072;  // as many as the core's submissions

class CallsTest : public StubTest {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "one thread fills the table, which takes ThreadSanitizer 10 s";
#endif
    TraceAll({kDispatch, kRetirement}, 1 << 20, 1 << 19);
    ASSERT_OK(rocprofiler_push_external_correlation_id(context_, ThreadId(), {4711}));
  }
  void LaunchAndComplete(size_t count) {
    std::vector<stubhip_command_t> commands;
    for (size_t i = 0; i < count; ++i) commands.push_back(Launch());
    for (const auto& command : commands) ASSERT_TRUE(stub().Complete(command, kKernelWork));
    collector_.Flush();
    collector_.Flush();
    uint64_t known = 0;
    const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
    for (const auto& dispatch : dispatches) {
      known += dispatch.correlation_id.external.value == 4711 ? 1 : 0;
    }
    const uint64_t evicted = rocprofiler_rocjfr_evicted_calls();
    EXPECT_EQ(dispatches.size(), count);
    EXPECT_EQ(known, count - evicted);
    EXPECT_EQ(collector_.Retired().size(), count - evicted);
    EXPECT_EQ(collector_.Drops(), evicted) << "a retirement that never comes";
  }
};

TEST_F(CallsTest, AsManyAreKeptAsTheCoreKeeps) {
  LaunchAndComplete(kKept - 1024);
  EXPECT_EQ(rocprofiler_rocjfr_evicted_calls(), 0u);
}

TEST_F(CallsTest, WhatGivesWayIsCounted) {
  LaunchAndComplete(kKept + 5000);
  EXPECT_GE(rocprofiler_rocjfr_evicted_calls(), 5000u);
  EXPECT_LE(rocprofiler_rocjfr_evicted_calls(), 6024u);
}

TEST_F(CallsTest, WhatSubmitsNothingOrIsDoneGivesWayUncounted) {
  for (size_t i = 0; i < 2 * kKept; ++i) {
    ASSERT_TRUE(stub().Complete(Launch(), kKernelWork));
    if (i % 4 == 0) stub().Call(STUBHIP_hipModuleLaunchKernel, LaunchArguments{}, [] {});
  }
  EXPECT_EQ(rocprofiler_rocjfr_evicted_calls(), 0u);
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
}

}  // namespace
}  // namespace rocjfr::test
