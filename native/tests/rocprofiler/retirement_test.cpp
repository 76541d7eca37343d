// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When correlation ids retire, under both generations of the runtime's hook.
#include "fixture.h"

namespace rocjfr::test {
namespace {

class RetirementTest : public StubTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { Load(GetParam()); }
  bool IsOld() const { return GetParam() == std::string("register"); }
};
INSTANTIATE_TEST_SUITE_P(Hooks, RetirementTest, testing::Values("tracer", "register"));

TEST_P(RetirementTest, EveryCorrelationIdRetiresOnceAndAfterItsRecords) {
  TraceAll({kApi, kDispatch, kCopy, kRetirement});
  Call(10);
  const stubhip_command_t early = Copy(1);
  EXPECT_TRUE(stub().Complete(early, kCopyWork));
  const stubhip_command_t late = Launch();
  // Blocking: its work is finished before it returns.
  stub().Call(STUBHIP_hipMemcpy, CopyArguments{nullptr, nullptr, 8, 1, 0, 0},
              [&] { EXPECT_TRUE(stub().Complete(stub().Submit(1), kCopyWork)); });
  collector_.Flush();
  const auto calls = collector_.Calls();
  ASSERT_EQ(calls.size(), 13u);
  auto retired = collector_.Retired();
  EXPECT_EQ(retired.size(), 12u);
  EXPECT_EQ(retired.count(calls[11].correlation_id.internal), 0u) << "the launch is in flight";
  EXPECT_TRUE(stub().Complete(late, kKernelWork));
  collector_.Flush();
  retired = collector_.Retired();
  EXPECT_EQ(retired.size(), 13u);
  std::set<uint64_t> gone;
  for (const Kept& one : collector_.All()) {
    if (one.kind == kRetirement) {
      const auto record = one.As<RetirementRecord>();
      EXPECT_EQ(record.size, sizeof(record));
      EXPECT_NE(record.timestamp, 0u);
      EXPECT_TRUE(gone.insert(record.internal_correlation_id).second) << "twice";
    } else {
      const uint64_t id = one.kind == static_cast<uint32_t>(kApi)
                              ? one.As<ApiRecord>().correlation_id.internal
                          : one.kind == static_cast<uint32_t>(kDispatch)
                              ? one.As<DispatchRecord>().correlation_id.internal
                              : one.As<CopyRecord>().correlation_id.internal;
      EXPECT_EQ(gone.count(id), 0u) << "a record after the retirement";
    }
  }
}

// The record of a runtime's thread finds no room and is put beside the buffer; in the buffer there
// is room for the retirement, which is smaller.
TEST_P(RetirementTest, ARetirementDoesNotOvertakeARecordThatFoundNoRoom) {
  constexpr size_t kInAPage = 4096 / sizeof(DispatchRecord);
  static_assert(4096 - kInAPage * sizeof(DispatchRecord) >= sizeof(RetirementRecord));
  std::mutex gate;
  std::unique_lock<std::mutex> closed(gate);
  collector_.on_batch = [&](rocprofiler_buffer_id_t) { std::lock_guard<std::mutex> pass(gate); };
  rocprofiler_context_id_t second{};
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    ASSERT_OK(rocprofiler_create_context(&second));
    collector_.Create(context_, 4096, 4096);
    collector_.Configure(kDispatch);
    ASSERT_OK(rocprofiler_configure_buffer_tracing_service(second, kRetirement, nullptr, 0,
                                                           collector_.id()));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  for (size_t i = 0; i < 2 * kInAPage; ++i) EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  ASSERT_OK(rocprofiler_start_context(second));
  LaunchArguments arguments;
  arguments.function = "kernel";
  stub().Call(STUBHIP_hipModuleLaunchKernel, arguments,
              [&] { EXPECT_TRUE(stub().Complete(stub().Submit(0), kKernelWork)); });
  closed.unlock();
  collector_.Flush();
  const auto all = collector_.All();
  ASSERT_EQ(all.size(), 2 * kInAPage + 2);
  EXPECT_EQ(collector_.Drops(), 0u);
  EXPECT_EQ(all.back().kind, static_cast<uint32_t>(kRetirement));
  EXPECT_EQ(all.back().As<RetirementRecord>().internal_correlation_id,
            all[2 * kInAPage].As<DispatchRecord>().correlation_id.internal);
}

TEST_P(RetirementTest, ACallWithSeveralCopiesRetiresAfterTheLast) {
  TraceAll({kCopy, kRetirement});
  stubhip_command_t copies[3];
  stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{nullptr, nullptr, 64, 1, 0, 0x1000}, [&] {
    for (auto& copy : copies) copy = stub().Submit(1);
  });
  for (const auto& copy : copies) EXPECT_TRUE(stub().Complete(copy, kCopyWork));
  collector_.Flush();
  const auto all = collector_.All();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all.back().kind, static_cast<uint32_t>(kRetirement));
}

// No graph: its grid was not in what could be read.
TEST_P(RetirementTest, ALaunchWithoutAGridRetiresWithItsRecord) {
  TraceAll({kDispatch, kRetirement});
  LaunchArguments arguments;
  arguments.function = "kernel";
  arguments.grid[0] = 0;
  const auto command = stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, arguments, 0);
  EXPECT_TRUE(stub().Complete(command, kKernelWork));
  collector_.Flush();
  EXPECT_EQ(collector_.Retired().size(), 1u);
}

struct GraphArguments {
  uint64_t graph = 1, stream = 0x5000;
};

class GraphsTest : public RetirementTest {
 protected:
  void Complete(const stubhip_command_t& command) {
    EXPECT_TRUE(stub().Complete(command, kKernelWork));
    collector_.Flush();
  }
  void LaunchGraph() {
    stub().Call(STUBHIP_hipGraphLaunch, GraphArguments{}, [&] {
      for (auto& command : graph_) command = stub().Submit(0);
    });
  }
  void Synchronize(uint64_t stream) const {
    stub().Call(STUBHIP_hipStreamSynchronize, StreamArgument{stream}, [] {});
  }
  // That of the graph, by its first kernel; the others' kernels have other ids.
  int GraphRetired() const {
    const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
    return dispatches.empty() ? 0 : collector_.Retired()[dispatches[0].correlation_id.internal];
  }

  stubhip_command_t graph_[3];
};
INSTANTIATE_TEST_SUITE_P(Hooks, GraphsTest, testing::Values("tracer", "register"));

// HIP 5.2 counts a graph's pieces; with later hooks nobody knows which record is the last.
TEST_P(GraphsTest, RetireWithTheLastRecordOrWhenTheContextStops) {
  TraceAll({kDispatch, kRetirement});
  LaunchGraph();
  for (int i = 0; i < 3; ++i) {
    Complete(graph_[i]);
    EXPECT_EQ(GraphRetired(), IsOld() && i == 2 ? 1 : 0);
  }
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  ASSERT_EQ(collector_.Of<DispatchRecord>(kDispatch).size(), 3u);
  EXPECT_EQ(GraphRetired(), 1);
  EXPECT_EQ(collector_.Retired().size(), 1u);
}

// Until a synchronisation has waited for the graph and later work of its stream is reported.
TEST_P(GraphsTest, RetireWhenLaterWorkOfTheirStreamIsReported) {
  if (IsOld()) GTEST_SKIP() << "its graphs are counted";
  TraceAll({kDispatch, kRetirement});
  LaunchGraph();
  for (const auto& command : graph_) Complete(command);
  Complete(Launch("before", 0x5000));
  EXPECT_EQ(GraphRetired(), 0) << "nothing has waited for it";
  Synchronize(0x6000);
  Complete(Launch("another", 0x5000));
  EXPECT_EQ(GraphRetired(), 0) << "another stream was waited for";
  const stubhip_command_t overlapping = Launch("overlapping", 0x5000);
  Synchronize(0x5000);
  Complete(overlapping);
  EXPECT_EQ(GraphRetired(), 0) << "submitted before";
  Complete(Launch("elsewhere", 0x6000));
  EXPECT_EQ(GraphRetired(), 0) << "on another stream";
  Complete(Launch("after", 0x5000));
  EXPECT_EQ(GraphRetired(), 1);
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  EXPECT_EQ(GraphRetired(), 1) << "once";
  // Each of the calls, once.
  EXPECT_EQ(collector_.Retired().size(), 8u);
}

TEST_P(GraphsTest, RetireAfterADeviceSynchronisation) {
  if (IsOld()) GTEST_SKIP() << "its graphs are counted";
  TraceAll({kDispatch, kRetirement});
  LaunchGraph();
  for (const auto& command : graph_) Complete(command);
  Call(1, STUBHIP_hipDeviceSynchronize);
  EXPECT_EQ(GraphRetired(), 0);
  Complete(Launch("after", 0x5000));
  EXPECT_EQ(GraphRetired(), 1);
}

}  // namespace
}  // namespace rocjfr::test
