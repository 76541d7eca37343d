// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When correlation ids retire, under both generations of the runtime's hook.
#include <condition_variable>
#include <mutex>
#include <thread>

#include "fixture.h"
#include "rocjfr/client.h"
#include "rocprofiler-sdk/rocjfr.h"

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
  // Of several lines. Later hooks are asked for a kernel when it is made and when it is submitted,
  // and for two markers.
  void LaunchGraph() {
    stub().Call(STUBHIP_hipGraphLaunch, GraphArguments{}, [&] {
      for (auto& command : graph_) {
        if (!IsOld()) stub().Submit(0);
        command = stub().Submit(0);
      }
      for (int i = 0; !IsOld() && i < 2; ++i) stub().Submit(2);
    });
  }
  int Retired(uint64_t correlation_id) const { return collector_.Retired()[correlation_id]; }

  stubhip_command_t graph_[3];
};
INSTANTIATE_TEST_SUITE_P(Hooks, GraphsTest, testing::Values("tracer", "register"));

TEST_P(GraphsTest, RetireWithTheLastRecord) {
  TraceAll({kDispatch, kRetirement});
  LaunchGraph();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(collector_.Retired().size(), 0u);
    Complete(graph_[i]);
  }
  const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
  ASSERT_EQ(dispatches.size(), 3u);
  EXPECT_EQ(Retired(dispatches[0].correlation_id.internal), 1);
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  EXPECT_EQ(collector_.Retired().size(), 1u);
  EXPECT_EQ(Retired(dispatches[0].correlation_id.internal), 1) << "once";
}

TEST_P(GraphsTest, RetireWhereAllRecordsComeWithinTheLaunch) {
  TraceAll({kApi, kDispatch, kRetirement});
  stub().Call(STUBHIP_hipGraphLaunch, GraphArguments{}, [&] {
    for (int i = 0; i < 3; ++i) {
      if (!IsOld()) stub().Submit(0);
      EXPECT_TRUE(stub().Complete(stub().Submit(0), kKernelWork));
    }
    for (int i = 0; !IsOld() && i < 2; ++i) stub().Submit(2);
  });
  collector_.Flush();
  const auto all = collector_.All();
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all.back().kind, static_cast<uint32_t>(kRetirement));
}

TEST_P(GraphsTest, EachPieceThatIsGivenUpIsADrop) {
  TraceAll({kApi, kDispatch});
  LaunchGraph();
  Launch();
  EXPECT_TRUE(stub().Complete(graph_[0], kKernelWork));
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_OK(rocprofiler_rocjfr_release_context(context_));
  while (rocjfr_wanted() != 0) std::this_thread::yield();
  collector_.Flush();
  EXPECT_EQ(collector_.Of<DispatchRecord>(kDispatch).size(), 1u);
  EXPECT_EQ(collector_.Drops(), 3u) << "two of the graph's three, and a kernel";
}

TEST_P(GraphsTest, RetireAtTheLatestWhenTheContextIsGivenUp) {
  TraceAll({kDispatch, kRetirement});
  LaunchGraph();
  for (int i = 0; i < 2; ++i) Complete(graph_[i]);
  EXPECT_EQ(collector_.Retired().size(), 0u);
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  EXPECT_EQ(collector_.Retired().size(), 0u) << "the rest may come";
  EXPECT_OK(rocprofiler_rocjfr_release_context(context_));
  collector_.Flush();
  EXPECT_EQ(collector_.Retired().size(), 1u);
}

// HIP 7.2: a thread that waits in HIP reports what it finds finished while the runtime's own thread
// has not reported a graph that the stream ran before.
TEST_P(GraphsTest, RetireAfterTheirRecordsWhereLaterWorkIsReportedFirst) {
  TraceAll({kDispatch, kRetirement});
  LaunchGraph();
  stub().Call(STUBHIP_hipStreamSynchronize, StreamArgument{0x5000}, [] {});
  Complete(Launch("after", 0x5000));
  EXPECT_EQ(collector_.Retired().size(), 2u) << "the synchronisation and the launch";
  for (const auto& command : graph_) Complete(command);
  const auto all = collector_.All();
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(all.back().kind, static_cast<uint32_t>(kRetirement));
}

// The thread that reports one of a call's pieces is in a callback before it has written its record,
// while another one reports the rest.
TEST_P(RetirementTest, ACallRetiresAfterARecordThatIsBeingMade) {
  if (IsOld()) GTEST_SKIP() << "it names each piece of work by an id";
  struct Gate {
    std::mutex mutex;
    std::condition_variable changed;
    bool inside = false, open = false;
    void Enter() {
      std::unique_lock<std::mutex> lock(mutex);
      inside = true;
      changed.notify_all();
      changed.wait(lock, [this] { return open; });
    }
    void Await() {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [this] { return inside; });
    }
    void Open() {
      std::lock_guard<std::mutex> lock(mutex);
      open = true;
      changed.notify_all();
    }
  } gate;
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_, 0x10000, 0x10000);
    for (const auto kind : {kDispatch, kRetirement}) collector_.Configure(kind);
    ASSERT_OK(rocprofiler_configure_callback_tracing_service(
        context_, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, nullptr, 0,
        [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void* data) {
          if (record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD ||
              record.operation != ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER) {
            return;
          }
          const auto* symbol = static_cast<
              const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t*>(
              record.payload);
          if (std::string(symbol->kernel_name) == "held") static_cast<Gate*>(data)->Enter();
        },
        &gate));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  struct {
    uint64_t parameters[8] = {};
    uint32_t devices = 3;
  } arguments;
  std::vector<stubhip_command_t> kernels;
  stub().Call(STUBHIP_hipExtLaunchMultiKernelMultiDevice, arguments, [&] {
    for (uint32_t device = 0; device < 3; ++device) {
      for (int i = 0; i < 2; ++i) stub().Submit(0);
      kernels.push_back(stub().Submit(0));
    }
  });
  std::thread other([&] {
    stubhip_work_t work = kKernelWork;
    work.kernel = "held";
    EXPECT_TRUE(stub().Complete(kernels[0], work));
  });
  gate.Await();
  for (int i = 1; i < 3; ++i) EXPECT_TRUE(stub().Complete(kernels[i], kKernelWork));
  collector_.Flush();
  EXPECT_EQ(collector_.Retired().size(), 0u);
  gate.Open();
  other.join();
  collector_.Flush();
  const auto all = collector_.All();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all.back().kind, static_cast<uint32_t>(kRetirement));
}

}  // namespace
}  // namespace rocjfr::test
