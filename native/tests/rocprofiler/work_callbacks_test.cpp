// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks of work: when it is submitted and when it has run.
#include "callbacks.h"
#include "rocprofiler-sdk/external_correlation.h"
#include "rocprofiler-sdk/rocjfr.h"

namespace rocjfr::test {
namespace {

using Dispatch = rocprofiler_callback_tracing_kernel_dispatch_data_t;
using CopyData = rocprofiler_callback_tracing_memory_copy_data_t;
constexpr auto kDispatches = ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH;
constexpr auto kCopies = ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY;
constexpr auto kEnter = ROCPROFILER_CALLBACK_PHASE_ENTER;
constexpr auto kExit = ROCPROFILER_CALLBACK_PHASE_EXIT;

class WorkCallbacksTest : public StubTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { Load(GetParam()); }
  void Run(std::vector<rocprofiler_buffer_tracing_kind_t> buffered = {}) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_);
      callbacks_.Configure(context_, kDispatches);
      callbacks_.Configure(context_, kCopies);
      for (const auto kind : buffered) collector_.Configure(kind);
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  CallbackCollector callbacks_;
  int without_ = 0;
};

TEST_P(WorkCallbacksTest, ADispatchIsToldWhenItIsSubmittedAndWhenItHasRun) {
  Run({kDispatch});
  const auto first = Launch(), second = Launch();
  ASSERT_EQ(callbacks_.All().size(), 4u) << "on the thread that submits";
  EXPECT_TRUE(stub().Complete(second, kKernelWork));
  EXPECT_TRUE(stub().Complete(first, kKernelWork));
  collector_.Flush();
  const auto told = callbacks_.All();
  const auto records = collector_.Of<DispatchRecord>(kDispatch);
  ASSERT_EQ(told.size(), 6u);
  ASSERT_EQ(records.size(), 2u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(told[i].record.operation, ROCPROFILER_KERNEL_DISPATCH_ENQUEUE);
    EXPECT_EQ(told[i].record.phase, i % 2 == 0 ? kEnter : kExit);
    const auto dispatch = told[i].As<Dispatch>();
    EXPECT_EQ(dispatch.start_timestamp, 0u);
    EXPECT_NE(dispatch.dispatch_info.kernel_id, 0u);
    EXPECT_EQ(dispatch.dispatch_info.workgroup_size.x, 64u);
    EXPECT_EQ(dispatch.dispatch_info.grid_size.x, 256u);
    EXPECT_EQ(dispatch.dispatch_info.group_segment_size, 128u);
    EXPECT_EQ(dispatch.dispatch_info.size, 72u) << "as AMD's: without the padding";
  }
  for (int i = 0; i < 2; ++i) {
    const Told& submitted = told[2 - 2 * i];  // the second one first
    const Told& run = told[4 + i];
    EXPECT_EQ(run.record.operation, ROCPROFILER_KERNEL_DISPATCH_COMPLETE);
    EXPECT_EQ(run.record.phase, ROCPROFILER_CALLBACK_PHASE_NONE);
    EXPECT_EQ(run.word, submitted.word + 4u - 2 * static_cast<uint64_t>(i))
        << "what the tool kept at the EXIT of the submission";
    EXPECT_EQ(run.record.correlation_id.internal, submitted.record.correlation_id.internal);
    EXPECT_EQ(run.As<Dispatch>().dispatch_info.dispatch_id,
              submitted.As<Dispatch>().dispatch_info.dispatch_id);
    EXPECT_EQ(run.As<Dispatch>().dispatch_info.dispatch_id, records[i].dispatch_info.dispatch_id);
    EXPECT_EQ(run.As<Dispatch>().dispatch_info.size, 72u);
    EXPECT_EQ(records[i].dispatch_info.size, 72u);
    EXPECT_EQ(run.As<Dispatch>().start_timestamp, records[i].start_timestamp);
    EXPECT_EQ(run.As<Dispatch>().end_timestamp, records[i].end_timestamp);
  }
}

TEST_P(WorkCallbacksTest, AFillIsToldInItsCallAndWhenItHasRun) {
  Run({kDispatch});
  struct {
    const void* dst = reinterpret_cast<const void*>(0x1000);
    uint32_t value = 0, padding = 0;
    uint64_t count = 100;
    uint64_t stream = 0;
  } arguments;
  const auto command = stub().CallAndSubmit(STUBHIP_hipMemsetD32Async, arguments, 1);
  ASSERT_EQ(callbacks_.All().size(), 2u) << "in the call";
  stubhip_work_t work = kCopyWork;
  work.kind = 0x1207;
  std::thread([&] { EXPECT_TRUE(stub().Complete(command, work)); }).join();
  collector_.Flush();
  const auto told = callbacks_.All();
  ASSERT_EQ(told.size(), 3u);
  const auto records = collector_.Of<DispatchRecord>(kDispatch);
  ASSERT_EQ(records.size(), 1u);
  constexpr int kOperations[] = {ROCPROFILER_KERNEL_DISPATCH_ENQUEUE,
                                 ROCPROFILER_KERNEL_DISPATCH_ENQUEUE,
                                 ROCPROFILER_KERNEL_DISPATCH_COMPLETE};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(told[i].record.operation, kOperations[i]);
    EXPECT_EQ(told[i].record.thread_id, ThreadId());
    const auto& info = told[i].As<Dispatch>().dispatch_info;
    EXPECT_EQ(info.dispatch_id, records[0].dispatch_info.dispatch_id);
    EXPECT_EQ(info.kernel_id, records[0].dispatch_info.kernel_id);
    EXPECT_STREQ(rocprofiler_rocjfr_kernel_name(info.kernel_id), "__amd_rocclr_fillBufferAligned");
  }
}

TEST_P(WorkCallbacksTest, ACopyIsToldFromItsSubmissionToItsEnd) {
  Run({kCopy});
  UseMemory();
  const auto command = Copy(1);
  ASSERT_EQ(callbacks_.All().size(), 1u);
  EXPECT_TRUE(stub().Complete(command, kCopyWork));
  collector_.Flush();
  const auto told = callbacks_.All();
  const auto records = collector_.Of<CopyRecord>(kCopy);
  ASSERT_EQ(told.size(), 2u);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(told[0].record.phase, kEnter);
  EXPECT_EQ(told[1].record.phase, kExit);
  EXPECT_EQ(told[1].word, 1u);
  for (const Told& one : told) {
    EXPECT_EQ(one.record.operation, ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE);
    EXPECT_EQ(one.record.correlation_id.internal, records[0].correlation_id.internal);
  }
  EXPECT_EQ(told[0].As<CopyData>().start_timestamp, 0u);
  EXPECT_EQ(told[1].As<CopyData>().start_timestamp, records[0].start_timestamp);
  EXPECT_EQ(told[1].As<CopyData>().bytes, 4096u);
  EXPECT_EQ(told[1].As<CopyData>().dst_address.value, 0x1000u);
}

// What the arguments do not say is told as a whole, when it is known.
TEST_P(WorkCallbacksTest, ACopyOfUnknownDirectionIsToldWhenItHasRun) {
  Run();
  UseMemory();
  const auto command = Copy(4);
  EXPECT_EQ(callbacks_.All().size(), 0u);
  EXPECT_TRUE(stub().Complete(command, kCopyWork));
  const auto told = callbacks_.All();
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].record.phase, kEnter);
  EXPECT_EQ(told[1].record.phase, kExit);
  EXPECT_EQ(told[0].record.operation, ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE);
}

// Such as memory that HSA gave, which was taken for pageable memory: EXIT has ENTER's operation.
TEST_P(WorkCallbacksTest, ACopyThatTurnsOutOtherwiseIsToldToItsEnd) {
  Run({kCopy});
  stub().Malloc(kDeviceMemory, 0x1000);
  const auto command = Copy(4);
  ASSERT_EQ(callbacks_.All().size(), 1u);
  EXPECT_TRUE(stub().Complete(command, CopyWork(3)));
  collector_.Flush();
  const auto told = callbacks_.All();
  ASSERT_EQ(told.size(), 2u);
  for (const Told& one : told) {
    EXPECT_EQ(one.record.operation, ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE);
  }
  EXPECT_EQ(told[1].record.phase, kExit);
  const auto records = collector_.Of<CopyRecord>(kCopy);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].operation, ROCPROFILER_MEMORY_COPY_NONE);
  EXPECT_EQ(records[0].src_agent_id.handle, 0u);
  EXPECT_EQ(records[0].dst_agent_id.handle, 0u);
}

TEST_P(WorkCallbacksTest, EachKernelOfACallIsToldOfItsSubmission) {
  Run({kDispatch});
  LaunchArguments arguments;
  arguments.function = "kernel";
  stubhip_command_t kernels[3];
  stub().Call(STUBHIP_hipModuleLaunchKernel, arguments, [&] {
    for (auto& kernel : kernels) kernel = stub().Submit(0);
  });
  for (const auto& kernel : kernels) EXPECT_TRUE(stub().Complete(kernel, kKernelWork));
  std::map<uint64_t, std::string> phases;
  for (const Told& one : callbacks_.All()) {
    phases[one.As<Dispatch>().dispatch_info.dispatch_id] +=
        std::to_string(one.record.operation) + "," + std::to_string(one.record.phase) + " ";
    if (one.record.operation == ROCPROFILER_KERNEL_DISPATCH_COMPLETE) {
      EXPECT_NE(one.word, 0u) << "what the tool kept";
    }
  }
  collector_.Flush();
  ASSERT_EQ(collector_.Of<DispatchRecord>(kDispatch).size(), 3u);
  for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
    EXPECT_EQ(phases[record.dispatch_info.dispatch_id], "1,1 1,2 2,0 ");
  }
}

TEST_P(WorkCallbacksTest, AKernelThatRunsLongKeepsWhatTheToolKept) {
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    ASSERT_OK(rocprofiler_configure_callback_tracing_service(
        context_, kDispatches, nullptr, 0,
        [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* word,
           void* without) {
          if (record.operation == ROCPROFILER_KERNEL_DISPATCH_ENQUEUE) word->value = 42;
          if (record.operation == ROCPROFILER_KERNEL_DISPATCH_COMPLETE && word->value != 42) {
            ++*static_cast<int*>(without);
          }
        },
        &without_));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  const auto long_one = Launch();
  const uint64_t evicted = rocprofiler_rocjfr_evicted_calls();
  for (int i = 0; i < 66000; ++i) stub().Complete(Launch(), kKernelWork);
  EXPECT_TRUE(stub().Complete(long_one, kKernelWork));
  EXPECT_EQ(without_, 0);
  EXPECT_EQ(rocprofiler_rocjfr_evicted_calls(), evicted);
}

// Of a context without a buffer: what was pushed, and what a tool says that is asked.
TEST_P(WorkCallbacksTest, CallbacksWithoutABufferHaveExternalIds) {
  bool asks = false;
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    callbacks_.Configure(context_, kDispatches);
    callbacks_.Configure(context_, kCopies);
    ASSERT_OK(rocprofiler_configure_external_correlation_id_request_service(
        context_, nullptr, 0,
        [](rocprofiler_thread_id_t, rocprofiler_context_id_t,
           rocprofiler_external_correlation_id_request_kind_t, rocprofiler_tracing_operation_t,
           uint64_t, rocprofiler_user_data_t* id, void* asks_now) {
          id->value = 99;
          return *static_cast<bool*>(asks_now) ? 0 : 1;
        },
        &asks));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  rocprofiler_user_data_t id;
  id.value = 7;
  EXPECT_OK(rocprofiler_push_external_correlation_id(context_, ThreadId(), id));
  EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  EXPECT_TRUE(stub().Complete(Copy(1), kCopyWork));
  const size_t pushed = callbacks_.All().size();
  asks = true;
  EXPECT_TRUE(stub().Complete(Launch(), kKernelWork));
  EXPECT_TRUE(stub().Complete(Copy(1), kCopyWork));
  const auto told = callbacks_.All();
  EXPECT_EQ(pushed, 5u);
  ASSERT_EQ(told.size(), 10u);
  for (size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].record.correlation_id.external.value, i < pushed ? 7u : 99u) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Hooks, WorkCallbacksTest, testing::Values("tracer", "register"));

}  // namespace
}  // namespace rocjfr::test
