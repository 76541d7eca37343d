// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the records of each kind hold, under both generations of the runtime's hook.
#include "fixture.h"
#include "rocprofiler-sdk-roctx/roctx.h"
#include "rocprofiler-sdk/rocjfr.h"

namespace rocjfr::test {
namespace {

class KindsTest : public StubTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { Load(GetParam()); }
  // HIP 5.2 says an ordinal, whose agent the stub does not tell; later ones the driver's node.
  static void ExpectGpu(rocprofiler_agent_id_t agent) {
    EXPECT_EQ(agent.handle != 0, std::string(GetParam()) == "tracer");
  }
};
INSTANTIATE_TEST_SUITE_P(Hooks, KindsTest, testing::Values("tracer", "register"));

TEST_P(KindsTest, HipRuntimeApi) {
  rocprofiler_timestamp_t before = 0, after = 0;
  Trace(kApi);
  EXPECT_OK(rocprofiler_get_timestamp(&before));
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&] { Call(1, STUBHIP_hipGetDevice); });
  EXPECT_OK(rocprofiler_get_timestamp(&after));
  collector_.Flush();
  const auto all = collector_.All();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].category, static_cast<uint32_t>(ROCPROFILER_BUFFER_CATEGORY_TRACING));
  EXPECT_EQ(all[0].kind, static_cast<uint32_t>(kApi));
  // The inner call ends first.
  const auto inner = all[0].As<ApiRecord>(), outer = all[1].As<ApiRecord>();
  EXPECT_EQ(inner.operation, ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice);
  EXPECT_EQ(outer.operation, ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc);
  for (const ApiRecord& record : {inner, outer}) {
    EXPECT_EQ(record.size, sizeof(record));
    EXPECT_EQ(record.kind, kApi);
    EXPECT_EQ(record.thread_id, ThreadId());
    EXPECT_NE(record.correlation_id.internal, 0u);
    EXPECT_GE(record.start_timestamp + 1000, before);
    EXPECT_LE(record.start_timestamp, record.end_timestamp);
    EXPECT_LE(record.end_timestamp, after + 1000);
  }
  EXPECT_EQ(outer.correlation_id.ancestor, 0u);
  EXPECT_EQ(inner.correlation_id.ancestor, outer.correlation_id.internal);
  EXPECT_GT(inner.correlation_id.internal, outer.correlation_id.internal);
}

TEST_P(KindsTest, FunctionsThatTheSdkDoesNotListHaveNumbersAfterIt) {
  Trace(kApi);
  Call(1, 300);  // hipStub300
  Call(1, 301);
  Call(1, 300);
  collector_.Flush();
  const auto calls = collector_.Calls();
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_GE(calls[0].operation, ROCPROFILER_HIP_RUNTIME_API_ID_LAST);
  EXPECT_EQ(calls[0].operation, calls[2].operation);
  EXPECT_EQ(NameOf(kApi, calls[0].operation), "hipStub300");
  EXPECT_EQ(NameOf(kApi, calls[1].operation), "hipStub301");
}

TEST_P(KindsTest, KernelDispatch) {
  TraceAll({kApi, kDispatch});
  const stubhip_command_t commands[] = {Launch("one"), Launch("two"), Launch("one")};
  std::thread([&] {
    for (const auto& command : commands) EXPECT_TRUE(stub().Complete(command, kKernelWork));
  }).join();
  collector_.Flush();
  const auto calls = collector_.Calls();
  const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
  ASSERT_EQ(calls.size(), 3u);
  ASSERT_EQ(dispatches.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    const DispatchRecord& record = dispatches[i];
    EXPECT_EQ(record.size, sizeof(record));
    EXPECT_EQ(record.kind, kDispatch);
    EXPECT_EQ(record.operation, ROCPROFILER_KERNEL_DISPATCH_COMPLETE);
    EXPECT_EQ(record.correlation_id.internal, calls[i].correlation_id.internal);
    EXPECT_EQ(record.thread_id, ThreadId()) << "the thread that submitted it";
    EXPECT_EQ(record.end_timestamp - record.start_timestamp, 1000u);
    const auto& info = record.dispatch_info;
    EXPECT_EQ(info.size, 72u) << "without the padding, as AMD's";
    ExpectGpu(info.agent_id);
    EXPECT_EQ(info.queue_id.handle, 3u);
    EXPECT_EQ(info.dispatch_id, dispatches[0].dispatch_info.dispatch_id + i);
    EXPECT_EQ(info.group_segment_size, 128u);
    EXPECT_EQ(info.workgroup_size.x, 64u);
    EXPECT_EQ(info.workgroup_size.y, 1u);
    EXPECT_EQ(info.grid_size.x, 256u) << "work-items";
    EXPECT_EQ(info.grid_size.y, 2u);
    EXPECT_EQ(info.grid_size.z, 1u);
  }
  EXPECT_STREQ(rocprofiler_rocjfr_kernel_name(dispatches[0].dispatch_info.kernel_id), "one");
  EXPECT_STREQ(rocprofiler_rocjfr_kernel_name(dispatches[1].dispatch_info.kernel_id), "two");
  EXPECT_NE(dispatches[0].dispatch_info.kernel_id, dispatches[1].dispatch_info.kernel_id);
  EXPECT_EQ(dispatches[0].dispatch_info.kernel_id, dispatches[2].dispatch_info.kernel_id);
}

TEST_P(KindsTest, MemoryCopy) {
  TraceAll({kCopy});
  constexpr rocprofiler_memory_copy_operation_t kExpected[] = {
      ROCPROFILER_MEMORY_COPY_HOST_TO_HOST, ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE,
      ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST, ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE,
      ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE};  // by the work's kind, a write
  UseMemory();
  for (uint32_t kind = 0; kind < 5; ++kind) {
    stubhip_work_t work = CopyWork(kind);
    work.bytes = 0;  // as with pinned memory
    EXPECT_TRUE(stub().Complete(Copy(kind, 1000 + kind), work));
  }
  collector_.Flush();
  const auto copies = collector_.Of<CopyRecord>(kCopy);
  ASSERT_EQ(copies.size(), 5u);
  const uint64_t host = copies[0].src_agent_id.handle;
  const uint64_t gpu = copies[1].dst_agent_id.handle;
  EXPECT_NE(host, gpu);
  ExpectGpu(copies[1].dst_agent_id);
  for (uint32_t kind = 0; kind < 5; ++kind) {
    const CopyRecord& record = copies[kind];
    EXPECT_EQ(record.size, sizeof(record));
    EXPECT_EQ(record.operation, kExpected[kind]);
    EXPECT_EQ(record.bytes, 1000u + kind);
    EXPECT_EQ(record.dst_address.value, Destination(kind));
    EXPECT_EQ(record.src_address.value, Source(kind));
    EXPECT_EQ(record.thread_id, ThreadId());
    EXPECT_NE(record.correlation_id.internal, 0u);
    EXPECT_EQ(record.end_timestamp - record.start_timestamp, 1000u);
    const bool from_host = kExpected[kind] <= ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
    const bool to_host = kind == 0 || kind == 2;
    const bool between = kExpected[kind] == ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE;
    EXPECT_EQ(record.src_agent_id.handle, between ? 0 : from_host ? host : gpu) << "or not known";
    EXPECT_EQ(record.dst_agent_id.handle, between ? 0 : to_host ? host : gpu);
  }
}

TEST_P(KindsTest, CopiesByDirection) {
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kCopy, {ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST});
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  UseMemory();
  for (uint32_t kind = 0; kind < 4; ++kind) {
    EXPECT_TRUE(stub().Complete(Copy(kind), CopyWork(kind)));
  }
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), 1u);
}

// For AMD's library, which sees the packets, a fill is a dispatch of the runtime's own kernel.
TEST_P(KindsTest, AFillIsADispatchOfTheRuntimesKernel) {
  TraceAll({kCopy, kDispatch});
  struct {
    const void* dst = reinterpret_cast<const void*>(0x1000);
    uint32_t value = 0, padding = 0;
    uint64_t count = 100;
    uint64_t stream = 0;
  } arguments;
  stubhip_work_t work = kCopyWork;
  work.kind = 0x1207;
  work.bytes = 400;
  const auto command = stub().CallAndSubmit(STUBHIP_hipMemsetD32Async, arguments, 1);
  EXPECT_TRUE(stub().Complete(command, work));
  collector_.Flush();
  EXPECT_EQ(collector_.Of<CopyRecord>(kCopy).size(), 0u);
  const auto fills = collector_.Of<DispatchRecord>(kDispatch);
  ASSERT_EQ(fills.size(), 1u);
  ExpectGpu(fills[0].dispatch_info.agent_id);
  EXPECT_STREQ(rocprofiler_rocjfr_kernel_name(fills[0].dispatch_info.kernel_id),
               "__amd_rocclr_fillBufferAligned");
  EXPECT_EQ(fills[0].end_timestamp - fills[0].start_timestamp, 1000u);
}

TEST_P(KindsTest, Markers) {
  constexpr auto kControl = ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API;
  constexpr auto kName = ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API;
  using MarkerRecord = rocprofiler_buffer_tracing_marker_api_record_t;
  TraceAll({kMarker, kControl, kName, kRetirement});
  roctxMarkA("mark");
  EXPECT_EQ(roctxRangePushA("outer"), 0);
  EXPECT_EQ(roctxRangePop(), 0);
  const roctx_range_id_t range = roctxRangeStartA("range");
  roctxRangeStop(range);
  roctx_thread_id_t thread = 0;
  EXPECT_EQ(roctxGetThreadId(&thread), 0);
  EXPECT_EQ(thread, ThreadId());
  EXPECT_EQ(roctxProfilerPause(0), 0);
  EXPECT_EQ(roctxProfilerResume(0), 0);
  EXPECT_EQ(roctxNameOsThread("main"), 0);
  EXPECT_EQ(roctxNameHsaAgent("agent", nullptr), 0);
  EXPECT_EQ(roctxNameHipDevice("device", 0), 0);
  EXPECT_EQ(roctxNameHipStream("stream", nullptr), 0);
  collector_.Flush();
  const auto names = [&](rocprofiler_buffer_tracing_kind_t kind) {
    std::vector<std::string> all;
    for (const auto& record : collector_.Of<MarkerRecord>(kind)) {
      EXPECT_EQ(record.thread_id, ThreadId());
      EXPECT_NE(record.correlation_id.internal, 0u);
      EXPECT_EQ(record.start_timestamp, record.end_timestamp);
      all.push_back(NameOf(kind, record.operation));
    }
    return all;
  };
  EXPECT_EQ(names(kMarker),
            (std::vector<std::string>{"roctxMarkA", "roctxRangePushA", "roctxRangePop",
                                      "roctxRangeStartA", "roctxRangeStop", "roctxGetThreadId"}));
  EXPECT_EQ(names(kControl),
            (std::vector<std::string>{"roctxProfilerPause", "roctxProfilerResume"}));
  EXPECT_EQ(names(kName), (std::vector<std::string>{"roctxNameOsThread", "roctxNameHsaAgent",
                                                    "roctxNameHipDevice", "roctxNameHipStream"}));
  EXPECT_EQ(collector_.Retired().size(), 12u);
}

struct Told {
  rocprofiler_tracing_operation_t operation;
  rocprofiler_callback_phase_t phase;
  uint64_t id;
  std::string text;
};

TEST_P(KindsTest, CodeObjectsTellKernelsBeforeTheirRecords) {
  std::vector<Told> told;
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kDispatch);
    const rocprofiler_tracing_operation_t operation =
        ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER;
    ASSERT_OK(rocprofiler_configure_callback_tracing_service(
        context_, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, &operation, 1,
        [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data,
           void* data) {
          using Symbol = rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t;
          EXPECT_EQ(record.kind, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT);
          const auto* symbol = static_cast<const Symbol*>(record.payload);
          EXPECT_EQ(symbol->size, sizeof(*symbol));
          if (record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD) {
            user_data->value = symbol->kernel_id + 100;
          } else {
            EXPECT_EQ(user_data->value, symbol->kernel_id + 100);
          }
          static_cast<std::vector<Told>*>(data)->push_back(
              {record.operation, record.phase, symbol->kernel_id, symbol->kernel_name});
        },
        &told));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  EXPECT_TRUE(stub().Complete(Launch("first"), kKernelWork));
  EXPECT_TRUE(stub().Complete(Launch("second"), kKernelWork));
  EXPECT_TRUE(stub().Complete(Launch("first"), kKernelWork));
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].text, "first");
  EXPECT_EQ(told[1].text, "second");
  collector_.Flush();
  const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
  ASSERT_EQ(dispatches.size(), 3u);
  EXPECT_EQ(dispatches[0].dispatch_info.kernel_id, told[0].id);
  EXPECT_EQ(dispatches[1].dispatch_info.kernel_id, told[1].id);
  Tool::end(*Tool::id);
  ASSERT_EQ(told.size(), 4u) << "unloaded at the end";
  EXPECT_EQ(told[3].phase, ROCPROFILER_CALLBACK_PHASE_UNLOAD);
}

}  // namespace
}  // namespace rocjfr::test
