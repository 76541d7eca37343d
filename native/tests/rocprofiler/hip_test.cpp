// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of calls, kernels and copies.
#include <dlfcn.h>
#include <sched.h>

#include <algorithm>

#include "hip_fixture.h"
#include "os_thread.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

struct Agents {
  std::set<uint64_t> cpus, gpus;
};
Agents AllAgents() {
  Agents agents;
  EXPECT_OK(rocprofiler_query_available_agents(
      ROCPROFILER_AGENT_INFO_VERSION_0,
      [](rocprofiler_agent_version_t, const void** list, size_t count, void* data) {
        auto* to = static_cast<Agents*>(data);
        for (size_t i = 0; i < count; ++i) {
          const auto* agent = static_cast<const rocprofiler_agent_t*>(list[i]);
          const bool gpu = agent->type == ROCPROFILER_AGENT_TYPE_GPU;
          (gpu ? to->gpus : to->cpus).insert(agent->id.handle);
          if (gpu) {
            EXPECT_EQ(std::string(agent->name).substr(0, 3), "gfx");
            EXPECT_GT(agent->cu_count, 0u);
            EXPECT_GT(agent->wave_front_size, 0u);
          }
        }
        return ROCPROFILER_STATUS_SUCCESS;
      },
      sizeof(rocprofiler_agent_t), &agents));
  return agents;
}

// Every record of everything around a known program.
TEST_F(RocprofilerHip, EveryCallKernelAndCopyOnce) {
  constexpr int kRuns = 20;
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());  // what the runtime does once is not counted
  hip.Do("hipDeviceSynchronize");
  const Agents agents =
      AllAgents();  // there is but one GPU: no record has to wait until HIP is asked
  ASSERT_EQ(agents.gpus.size(), 1u);

  Configure({kApi, kDispatch, kCopy, kMarker, kRetirement}, 0x4000, false);
  ASSERT_OK(rocprofiler_start_context(context_));
  rocprofiler_timestamp_t before = 0, after = 0;
  EXPECT_OK(rocprofiler_get_timestamp(&before));
  for (int i = 0; i < kRuns; ++i) {
    rocprofiler_user_data_t external;
    external.value = static_cast<uint64_t>(i) + 100;
    EXPECT_OK(rocprofiler_push_external_correlation_id(context_, ThreadId(), external));
    roctxMarkA("run");
    ASSERT_TRUE(transpose.Run());
    EXPECT_OK(rocprofiler_pop_external_correlation_id(context_, ThreadId(), nullptr));
  }
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_OK(rocprofiler_get_timestamp(&after));
  ASSERT_TRUE(transpose.Run()) << "and HIP goes on";
  collector_.Flush();

  const std::map<std::string, int> expected = {{"hipMalloc", 2 * kRuns},
                                               {"hipMemcpy", 2 * kRuns},
                                               {"hipModuleLaunchKernel", kRuns},
                                               {"hipFree", 2 * kRuns},
                                               {"hipDeviceSynchronize", 1}};
  EXPECT_EQ(CallNames(), expected);
  EXPECT_EQ(collector_.Drops(), 0u);
  EXPECT_EQ(rocjfr_adjusted_times(), 0u) << "markers included";
  ExpectOrder(collector_.Calls());
  std::map<uint64_t, ApiRecord> calls;
  for (const ApiRecord& record : collector_.Calls()) {
    calls[record.correlation_id.internal] = record;
    EXPECT_LE(before, record.start_timestamp + 1000);
    EXPECT_LE(record.start_timestamp, record.end_timestamp);
    EXPECT_LE(record.end_timestamp, after + 1000);
  }
  constexpr uint64_t kClockErrorNs =
      10000000;  // who reads two clocks may be kept waiting between them
  const auto expect_joined = [&](uint64_t id, uint64_t external, uint64_t thread, uint64_t start,
                                 uint64_t end, const char* function) {
    const auto call = calls.find(id);
    ASSERT_NE(call, calls.end());
    EXPECT_EQ(NameOf(kApi, call->second.operation), function);
    EXPECT_EQ(call->second.correlation_id.external.value, external);
    EXPECT_GE(external, 100u);
    EXPECT_EQ(thread, ThreadId());
    EXPECT_LE(start, end);
    EXPECT_LE(call->second.start_timestamp, start + kClockErrorNs) << "one clock";
    EXPECT_LE(end, after + kClockErrorNs);
  };
  int dispatches = 0;
  for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
    const auto& info = record.dispatch_info;
    if (!kernels_.Is(info.kernel_id, "matrixTranspose")) continue;
    ++dispatches;
    expect_joined(record.correlation_id.internal, record.correlation_id.external.value,
                  record.thread_id, record.start_timestamp, record.end_timestamp,
                  "hipModuleLaunchKernel");
    EXPECT_EQ(agents.gpus.count(info.agent_id.handle), 1u);
    EXPECT_EQ(info.grid_size.x, 64u);
    EXPECT_EQ(info.grid_size.y, 64u);
    EXPECT_EQ(info.workgroup_size.x, 16u);
  }
  EXPECT_EQ(dispatches, kRuns);
  uint64_t to_device = 0, to_host = 0;
  for (const auto& record : collector_.Of<CopyRecord>(kCopy)) {
    expect_joined(record.correlation_id.internal, record.correlation_id.external.value,
                  record.thread_id, record.start_timestamp, record.end_timestamp, "hipMemcpy");
    EXPECT_EQ(record.bytes, Transpose::kBytes);
    EXPECT_NE(record.dst_address.value, 0u);
    const bool up = record.operation == ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
    ++(up ? to_device : to_host);
    EXPECT_EQ(agents.cpus.count((up ? record.src_agent_id : record.dst_agent_id).handle), 1u);
    EXPECT_EQ(agents.gpus.count((up ? record.dst_agent_id : record.src_agent_id).handle), 1u);
  }
  EXPECT_EQ(to_device, static_cast<uint64_t>(kRuns));
  EXPECT_EQ(to_host, static_cast<uint64_t>(kRuns));
  EXPECT_EQ(collector_.Of<rocprofiler_buffer_tracing_marker_api_record_t>(kMarker).size(),
            static_cast<size_t>(kRuns));
  // Every id of calls and marks retires once.
  std::set<uint64_t> retired;
  for (const auto& record : collector_.Of<RetirementRecord>(kRetirement)) {
    EXPECT_TRUE(retired.insert(record.internal_correlation_id).second);
  }
  EXPECT_EQ(retired.size(), calls.size() + kRuns);
  for (const auto& call : calls) EXPECT_EQ(retired.count(call.first), 1u);
}

// The GPU's clock goes on while the machine sleeps, that of calls does not.
TEST_F(RocprofilerHip, AfterASuspendAllTimesAreOfOneClock) {
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  void* hsa = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_NOLOAD);
  const auto suspend =
      reinterpret_cast<int (*)(uint64_t)>(hsa == nullptr ? nullptr : dlsym(hsa, "softgpu_suspend"));
  if (suspend == nullptr) GTEST_SKIP() << "not on the software GPU";
  Configure({kApi, kDispatch, kCopy});
  // Who reads two clocks may be kept waiting between them.
  constexpr uint64_t kClockErrorNs = 10000000, kHourNs = 3600000000000u;
  for (const uint64_t slept : {uint64_t{0}, kHourNs}) {
    if (slept != 0) {
      ASSERT_EQ(suspend(slept), 0);
    }
    collector_.Forget();
    rocprofiler_timestamp_t before = 0, after = 0;
    EXPECT_OK(rocprofiler_get_timestamp(&before));
    ASSERT_TRUE(transpose.Run());
    hip.Do("hipDeviceSynchronize");
    collector_.Flush();
    EXPECT_OK(rocprofiler_get_timestamp(&after));
    std::map<uint64_t, uint64_t> began;
    for (const ApiRecord& call : collector_.Calls()) {
      began[call.correlation_id.internal] = call.start_timestamp;
      EXPECT_LE(before, call.start_timestamp + kClockErrorNs);
      EXPECT_LE(call.start_timestamp, call.end_timestamp);
      EXPECT_LE(call.end_timestamp, after + kClockErrorNs);
    }
    const auto expect_within = [&](const auto& work) {
      ASSERT_EQ(began.count(work.correlation_id.internal), 1u);
      EXPECT_LE(began[work.correlation_id.internal], work.start_timestamp + kClockErrorNs);
      EXPECT_LE(work.start_timestamp, work.end_timestamp);
      EXPECT_LE(work.end_timestamp, after + kClockErrorNs);
    };
    const auto dispatches = collector_.Of<DispatchRecord>(kDispatch);
    const auto copies = collector_.Of<CopyRecord>(kCopy);
    EXPECT_EQ(Transposes(), 1);
    EXPECT_EQ(copies.size(), 2u);
    for (const DispatchRecord& dispatch : dispatches) expect_within(dispatch);
    for (const CopyRecord& copy : copies) expect_within(copy);
  }
}

// Started before HIP is in the process: its first calls are there, and its modules are seen.
TEST_F(RocprofilerHip, StartedBeforeHipIsLoaded) {
  Configure({kApi, kDispatch});
  const Hip hip;
  hip.Do("hipFree", hip.Malloc(4096));
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  collector_.Flush();
  auto calls = CallNames();
  EXPECT_EQ(calls["hipMalloc"], 3);
  EXPECT_EQ(calls["hipFree"], 3);
  EXPECT_EQ(calls["hipModuleLaunchKernel"], 1);
  EXPECT_EQ(calls["hipModuleLoadData"], 1);
  EXPECT_EQ(Transposes(), 1);
  ASSERT_GE(kernels_.loaded.size(), 1u) << "the runtime's own kernels, too, where HSA tells";
  for (const auto& [id, name] : kernels_.names) {
    EXPECT_EQ(
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$"),
        std::string::npos)
        << name;
  }
  uint64_t object = 0;
  for (const auto& [id, name] : kernels_.names) {
    if (name.find("matrixTranspose") == std::string::npos) continue;
    object = kernels_.code_object[id];
    EXPECT_EQ(std::count(kernels_.loaded.begin(), kernels_.loaded.end(), object), 1) << name;
  }
  EXPECT_NE(object, 0u);
  EXPECT_TRUE(kernels_.unloaded.empty());
  hip.Do("hipModuleUnload", transpose.module());
  EXPECT_EQ(kernels_.unloaded, std::vector<uint64_t>{object});
}

// As tools need it that turn addresses into kernels, and that work out how full a GPU is.
TEST_F(RocprofilerHip, CodeObjectsAreToldAsTheyAreLoadedWithWhatHsaSays) {
  Configure({kDispatch});
  const Hip hip;
  void* memory = hip.Malloc(4096);
  const Transpose transpose(hip);
  const uint64_t kernel = kernels_.Named("matrixTranspose");
  ASSERT_NE(kernel, 0u) << "before it is launched";
  const Symbol& symbol = kernels_.symbols[kernel];
  const CodeObject& object = kernels_.objects[symbol.code_object_id];
  EXPECT_EQ(object.agent_id.handle, *AllAgents().gpus.begin());
  EXPECT_NE(object.hsa_agent.handle, 0u);
  EXPECT_NE(object.load_base, 0u);
  EXPECT_NE(object.load_size, 0u);
  EXPECT_EQ(object.storage_type, ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY);
  EXPECT_NE(object.memory_size, 0u);
  EXPECT_EQ(kernels_.images[symbol.code_object_id],
            "\x7F"
            "ELF");
  EXPECT_GE(symbol.kernel_object, object.load_base);
  EXPECT_LT(symbol.kernel_object, object.load_base + object.load_size);
  EXPECT_GE(symbol.kernarg_segment_size, 20u) << "two pointers and a number";
  EXPECT_GE(symbol.kernarg_segment_alignment, 8u);
  EXPECT_NE(symbol.kernel_code_entry_byte_offset, 0);
  EXPECT_EQ(symbol.kernel_address.value,
            symbol.kernel_object + static_cast<uint64_t>(symbol.kernel_code_entry_byte_offset));
  EXPECT_EQ(symbol.sgpr_count, 128u) << "gfx10";
  EXPECT_NE(symbol.arch_vgpr_count, 0u);
  ASSERT_TRUE(transpose.Run());
  hip.Do("hipMemset", memory, 1, size_t{4096});
  hip.Do("hipDeviceSynchronize");
  collector_.Flush();
  std::set<uint64_t> ids;
  for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
    ids.insert(record.dispatch_info.kernel_id);
  }
  const uint64_t fill = kernels_.Named("__amd_rocclr_fillBufferAligned");
  EXPECT_NE(kernels_.code_object[fill], 0u) << "the runtime's own\n" << kernels_.Text();
  EXPECT_EQ(ids, (std::set<uint64_t>{kernel, fill})) << kernels_.Text();
}

// Threads, a small buffer, and the consumer itself calls HIP.
TEST_F(RocprofilerHip, ThreadsAndAConsumerThatCallsHip) {
  constexpr int kThreads = 3, kRuns = 10;
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    int device = -1;
    hip.Do("hipGetDevice", &device);
  };
  Configure({kApi, kDispatch, kCopy}, 1);
  OnThreads(kThreads, [&] {
    for (int j = 0; j < kRuns; ++j) EXPECT_TRUE(transpose.Run());
  });
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  auto calls = CallNames();
  EXPECT_EQ(calls["hipModuleLaunchKernel"], kThreads * kRuns);
  EXPECT_GT(calls["hipGetDevice"], 0);
  EXPECT_EQ(Transposes(), kThreads * kRuns);
  EXPECT_EQ(collector_.Of<CopyRecord>(kCopy).size(), static_cast<size_t>(2 * kThreads * kRuns));
  EXPECT_EQ(collector_.Drops(), 0u);
}

// In the callback of a full buffer: what it waits for is reported to the same buffer.
TEST_F(RocprofilerHip, ACallbackMayWaitForTheGpu) {
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  std::atomic<int> waits{0};
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    if (waits++ < 5) hip.Do("hipDeviceSynchronize");
  };
  Configure({kApi, kDispatch, kCopy}, 1);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  EXPECT_EQ(Transposes(), 50);
  EXPECT_EQ(CallNames()["hipModuleLaunchKernel"], 50);
}

// What waits for room in the buffer are calls, and HIP 5.2 waits for calls before it changes its
// hooks.
TEST_F(RocprofilerHip, ACallbackMayStopItsContextWhileCallersWaitForRoom) {
  constexpr int kThreads = 3;
  const Hip hip;
  std::atomic<pid_t> callers[kThreads] = {};
  std::atomic<int> caller{0};
  std::atomic<bool> stopped{false};
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    if (stopped) return;
    for (const auto& thread : callers) {
      while (thread == 0 || StateOf(thread) != 'S') sched_yield();
    }
    EXPECT_OK(rocprofiler_stop_context(context_));
    stopped = true;
  };
  Configure({kApi}, 1);
  OnThreads(kThreads, [&] {
    callers[caller++] = OsThread();
    int device = -1;
    while (!stopped) hip.Do("hipGetDevice", &device);
  });
  collector_.Flush();
  EXPECT_GT(CallNames()["hipGetDevice"], 0);
  EXPECT_EQ(collector_.Drops(), 0u);
}

}  // namespace
}  // namespace rocjfr::test
