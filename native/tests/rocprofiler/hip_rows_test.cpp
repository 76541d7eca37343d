// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What AMD's own library does differently, or did (docs/rocprofiler-sdk.md, "Differences"): on a
// real runtime what does not follow from the library alone.
#include <chrono>
#include <functional>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

using Record = rocprofiler_callback_tracing_record_t;
using Dispatch = rocprofiler_callback_tracing_kernel_dispatch_data_t;
using Call = rocprofiler_callback_tracing_hip_api_data_t;

class RocprofilerHipRows : public RocprofilerHip {
 protected:
  // Kernels run so long.
  static void MakeKernelsTake(const char* microseconds) {
    setenv("SOFTGPU_KERNEL_US", microseconds, 1);
  }
  // Records of these, and callbacks of that.
  void ConfigureAndStart(std::initializer_list<rocprofiler_buffer_tracing_kind_t> kinds,
                         rocprofiler_callback_tracing_kind_t told) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_);
      for (const auto kind : kinds) collector_.Configure(kind);
      kernels_.Configure(context_);
      ASSERT_OK(rocprofiler_configure_callback_tracing_service(
          context_, told, nullptr, 0,
          [](Record record, rocprofiler_user_data_t*, void* data) {
            (*static_cast<std::function<void(const Record&)>*>(data))(record);
          },
          &on_call_));
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  static void* EmptyKernel(const Hip& hip) {
    return hip.Compile("extern \"C\" __global__ void empty() {}", "empty");
  }
  static void Launch(const Hip& hip, void* kernel, Hip::Stream stream) {
    void* arguments[1] = {};
    hip.Launch(kernel, 1, 64, 0, stream, arguments);
  }
  size_t Dispatches() const { return collector_.Of<DispatchRecord>(kDispatch).size(); }

  // Told until the process has ended.
  std::function<void(const Record&)>& on_call_ = *new std::function<void(const Record&)>();
};

// Row 1.
TEST_F(RocprofilerHipRows, AKernelUnderWayAtTheStopComesWhenItHasRun) {
  MakeKernelsTake("200000");
  const Hip hip;
  void* kernel = EmptyKernel(hip);
  Configure({kDispatch, kRetirement});
  Launch(hip, kernel, nullptr);
  EXPECT_OK(rocprofiler_stop_context(context_));
  hip.Do("hipDeviceSynchronize");
  collector_.Flush();
  EXPECT_EQ(Dispatches(), 1u);
  EXPECT_EQ(collector_.Of<RetirementRecord>(kRetirement).size(), 1u);
  EXPECT_EQ(collector_.Drops(), 0u);
}

// Rows 2 and 3: while the program makes no other call of HIP.
TEST_F(RocprofilerHipRows, AKernelThatNobodyWaitsForComes) {
  const Hip hip;
  void* kernel = EmptyKernel(hip);
  const Hip::Stream stream = hip.NewStream();
  Configure({kDispatch});
  Launch(hip, kernel, stream);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (Dispatches() == 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    collector_.Flush();
  }
  EXPECT_EQ(Dispatches(), 1u);
}

// Row 6.
TEST_F(RocprofilerHipRows, AgentsHaveTheLimitsOfWorkgroupsAndGrids) {
  const Hip hip;
  hip.Do("hipFree", hip.Malloc(4096));
  Configure({kDispatch});
  size_t gpus = 0;
  EXPECT_OK(rocprofiler_query_available_agents(
      ROCPROFILER_AGENT_INFO_VERSION_0,
      [](rocprofiler_agent_version_t, const void** list, size_t count, void* data) {
        for (size_t i = 0; i < count; ++i) {
          const auto& agent = *static_cast<const rocprofiler_agent_t*>(list[i]);
          EXPECT_NE(agent.cu_count, 0u);
          EXPECT_EQ(agent.runtime_visibility.hip, 1u);
          if (agent.type != ROCPROFILER_AGENT_TYPE_GPU) continue;
          ++*static_cast<size_t*>(data);
          EXPECT_EQ(agent.workgroup_max_size, 1024u);
          EXPECT_EQ(agent.workgroup_max_dim.x, 1024u);
          EXPECT_EQ(agent.grid_max_size, UINT32_MAX);
          EXPECT_NE(agent.array_count, 0u);
          EXPECT_NE(agent.max_engine_clk_fcompute, 0u);
          EXPECT_NE(agent.num_xcc, 0u);
        }
        return ROCPROFILER_STATUS_SUCCESS;
      },
      sizeof(rocprofiler_agent_t), &gpus));
  EXPECT_NE(gpus, 0u);
}

// Rows 8, 9 and 14.
TEST_F(RocprofilerHipRows, CallsHaveAncestorsAndTheWholeSize) {
  const Hip hip;
  hip.Do("hipFree", hip.Malloc(4096));
  size_t told = 0;
  on_call_ = [&](const Record& record) {
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_ENTER) return;
    ++told;
    EXPECT_EQ(static_cast<const Call*>(record.payload)->size, sizeof(Call)) << "at ENTER";
    int device = -1;
    if (record.operation == ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc) {
      hip.Do("hipGetDevice", &device);
    }
  };
  ConfigureAndStart({kApi, kRange}, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API);
  roctxRangePushA("range");
  void* memory = hip.Malloc(4096);
  roctxRangePop();
  hip.Do("hipFree", memory);
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  const auto ranges = collector_.Of<rocprofiler_buffer_tracing_marker_api_record_t>(kRange);
  ASSERT_EQ(ranges.size(), 1u);
  std::map<std::string, ApiRecord> calls;
  for (const ApiRecord& call : collector_.Calls()) calls[NameOf(kApi, call.operation)] = call;
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_EQ(calls["hipMalloc"].correlation_id.ancestor, ranges[0].correlation_id.internal);
  EXPECT_EQ(calls["hipGetDevice"].correlation_id.ancestor,
            calls["hipMalloc"].correlation_id.internal);
  EXPECT_EQ(calls["hipFree"].correlation_id.ancestor, 0u) << "behind the range";
  EXPECT_EQ(told, 3u);
}

// Rows 10 to 13 and 21.
TEST_F(RocprofilerHipRows, FillsSmallCopiesAndKernelNames) {
  const Hip hip;
  const Transpose transpose(hip);
  std::atomic<size_t> enqueued{0};
  on_call_ = [&](const Record& record) {
    EXPECT_EQ(static_cast<const Dispatch*>(record.payload)->dispatch_info.size, 72u);
    if (record.operation != ROCPROFILER_KERNEL_DISPATCH_ENQUEUE) return;
    EXPECT_EQ(record.thread_id, ThreadId());
    enqueued += record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER ? 1 : 0;
  };
  ConfigureAndStart({kDispatch, kCopy}, ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH);
  // From now on, since where memory from before lies may be unknown.
  void *from = hip.Malloc(4096), *to = hip.Malloc(4096);
  const Hip::Stream none = nullptr;
  hip.Do("hipMemsetAsync", from, 1, size_t{4096}, none);
  EXPECT_EQ(enqueued, 1u) << "a fill's, in the call";
  ASSERT_TRUE(transpose.Run());
  EXPECT_EQ(enqueued, 2u);
  hip.Do("hipMemcpyDtoD", to, from, size_t{4096});
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  std::map<std::string, rocprofiler_kernel_dispatch_info_t> kernels;
  for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
    EXPECT_EQ(record.dispatch_info.size, 72u);
    kernels[kernels_.names.at(record.dispatch_info.kernel_id)] = record.dispatch_info;
  }
  ASSERT_EQ(kernels.size(), 2u) << "and no kernel of a copy";
  EXPECT_EQ(kernels.at("matrixTranspose").grid_size.x, 64u) << "without .kd";
  EXPECT_EQ(kernels.at("__amd_rocclr_fillBufferAligned").grid_size.x, 0u) << "not known";
  size_t within = 0;
  for (const auto& record : collector_.Of<CopyRecord>(kCopy)) {
    if (record.operation != ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE) continue;
    ++within;
    EXPECT_EQ(record.bytes, 4096u);
  }
  EXPECT_EQ(within, 1u);
}

// Row 25: of the kind that nobody asked for nothing comes.
TEST_F(RocprofilerHipRows, CopiesWithoutKernelsAndKernelsWithoutCopies) {
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  Configure({kCopy});
  ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  EXPECT_EQ(collector_.Of<CopyRecord>(kCopy).size(), 2u);
  EXPECT_EQ(Dispatches(), 0u);
}

}  // namespace
}  // namespace rocjfr::test
