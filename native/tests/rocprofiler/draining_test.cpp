// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work that still runs when its context is stopped is recorded when it ends, as AMD's header says.
#include <thread>
#include <vector>

#include "fixture.h"
#include "rocjfr/client.h"
#include "rocprofiler-sdk/rocjfr.h"

namespace rocjfr::test {
namespace {

constexpr auto kApi = ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API;
constexpr auto kDispatch = ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH;
constexpr auto kCopy = ROCPROFILER_BUFFER_TRACING_MEMORY_COPY;
using DispatchRecord = rocprofiler_buffer_tracing_kernel_dispatch_record_t;

class DrainingTest : public StubTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { Load(GetParam()); }
  void Complete(const stubhip_command_t& command) const { stub().Complete(command, kKernelWork); }
  void Start() const { EXPECT_OK(rocprofiler_start_context(context_)); }
  void Stop() const { EXPECT_OK(rocprofiler_stop_context(context_)); }
  size_t Dispatches() {
    collector_.Flush();
    return collector_.Of<DispatchRecord>(kDispatch).size();
  }
  size_t Calls() { return collector_.Calls().size(); }
  static void AwaitEnd() {
    while (rocjfr_wanted() != 0) std::this_thread::yield();
  }
};
INSTANTIATE_TEST_SUITE_P(Hooks, DrainingTest, testing::Values("tracer", "register"));

TEST_P(DrainingTest, RecordsWhatWasSubmittedBefore) {
  TraceAll({kApi, kDispatch});
  const stubhip_command_t before = Launch();
  Stop();
  const stubhip_command_t after = Launch();
  EXPECT_EQ(Dispatches(), 0u);
  Complete(after);
  Complete(before);
  EXPECT_EQ(Dispatches(), 1u);
  EXPECT_EQ(Calls(), 1u) << "of before the stop";
  int active = 1;
  EXPECT_OK(rocprofiler_context_is_active(context_, &active));
  EXPECT_EQ(active, 0);
}

TEST_P(DrainingTest, EndsWithItsWork) {
  TraceAll({kApi, kDispatch, kCopy});
  const stubhip_command_t kernel = Launch(), copy = Copy(1);
  Stop();
  EXPECT_NE(rocjfr_wanted(), 0u);
  Complete(kernel);
  stub().Complete(copy, kCopyWork);
  AwaitEnd();
  EXPECT_EQ(Dispatches(), 1u);
  EXPECT_EQ(rocjfr_hip_in_flight(), 0u);
}

TEST_P(DrainingTest, GoesOnAfterOtherStarts) {
  TraceAll({kApi, kDispatch});
  const stubhip_command_t first = Launch();
  Stop();
  const stubhip_command_t between = Launch();
  Start();
  const stubhip_command_t second = Launch();
  Stop();
  Start();
  for (const auto& command : {second, between, first}) Complete(command);
  EXPECT_EQ(Dispatches(), 2u);
  EXPECT_EQ(Calls(), 2u);
  Stop();
  AwaitEnd();
  Start();
  Complete(Launch());
  EXPECT_EQ(Dispatches(), 3u) << "it starts as before";
}

// Each context has what is its own.
TEST_P(DrainingTest, IsOfOneContext) {
  rocprofiler_context_id_t other{};
  Collector others;
  Tool::Run([&] {
    const auto trace = [](rocprofiler_context_id_t* context, Collector* collector) {
      ASSERT_OK(rocprofiler_create_context(context));
      collector->Create(*context, 0x10000, 0x10000, ROCPROFILER_BUFFER_POLICY_LOSSLESS);
      collector->Configure(kDispatch);
      ASSERT_OK(rocprofiler_start_context(*context));
    };
    trace(&context_, &collector_);
    trace(&other, &others);
  });
  const stubhip_command_t of_both = Launch();
  Stop();
  const stubhip_command_t of_the_other = Launch();
  Complete(of_both);
  Complete(of_the_other);
  EXPECT_EQ(Dispatches(), 1u);
  others.Flush();
  EXPECT_EQ(others.Of<DispatchRecord>(kDispatch).size(), 2u);
}

// A few stretches are remembered: what is older gives way.
TEST_P(DrainingTest, CountsWhatManyStartsGiveUp) {
  TraceAll({kDispatch});
  const stubhip_command_t first = Launch();
  std::vector<stubhip_command_t> later;
  for (int i = 0; i < 9; ++i) {
    Stop();
    Start();
    later.push_back(Launch());
  }
  Complete(first);
  for (const auto& command : later) Complete(command);
  EXPECT_EQ(Dispatches(), later.size());
  EXPECT_EQ(collector_.Drops(), 1u);
}

TEST_P(DrainingTest, CountsWhatIsGivenUp) {
  TraceAll({kApi, kDispatch});
  const stubhip_command_t never = Launch();
  Launch();
  Stop();
  EXPECT_OK(rocprofiler_rocjfr_release_context(context_));
  AwaitEnd();
  collector_.Flush();
  EXPECT_EQ(collector_.Drops(), 2u);
  Complete(never);
  EXPECT_EQ(Dispatches(), 0u);
}

// No record comes that a callback could tell them with.
TEST_P(DrainingTest, SaysWhatNoCallbackTells) {
  TraceAll({kDispatch});
  Launch();
  Launch();
  Stop();
  collector_.Flush();
  EXPECT_OK(rocprofiler_rocjfr_release_context(context_));
  AwaitEnd();
  collector_.Flush();
  EXPECT_EQ(collector_.Drops(), 0u);
  testing::internal::CaptureStderr();
  EXPECT_OK(rocprofiler_destroy_buffer(collector_.id()));
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find(": 2 records were dropped after its last callback"), std::string::npos)
      << said;
}

}  // namespace
}  // namespace rocjfr::test
