// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Real HIP runtimes, on the software GPU where it is in the library path. Nothing is linked: one
// binary for all versions of HIP.
#include "hip.h"

#include <algorithm>
#include <deque>

#include "rocprofiler-sdk-roctx/roctx.h"
#include "sdk.h"
#include "transpose.h"

namespace rocjfr::test {
namespace {

constexpr auto kApi = ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API;
constexpr auto kDispatch = ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH;
constexpr auto kCopy = ROCPROFILER_BUFFER_TRACING_MEMORY_COPY;
constexpr auto kMarker = ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API;
constexpr auto kRetirement = ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT;

using Symbol = rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t;
using CodeObject = rocprofiler_callback_tracing_code_object_load_data_t;

struct Kernels {
  std::mutex mutex;
  std::map<uint64_t, std::string> names;     // by kernel id
  std::map<uint64_t, uint64_t> code_object;  // of kernel ids
  std::vector<uint64_t> loaded, unloaded;    // code objects

  static void OnCodeObject(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*,
                           void* data) {
    auto* self = static_cast<Kernels*>(data);
    std::lock_guard<std::mutex> lock(self->mutex);
    if (record.operation == ROCPROFILER_CODE_OBJECT_LOAD) {
      const auto* object = static_cast<const CodeObject*>(record.payload);
      const uint64_t id = object->code_object_id;
      EXPECT_EQ(std::string(object->uri).substr(0, 9), "memory://");
      EXPECT_NE(object->memory_base, 0u);
      (record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD ? self->loaded : self->unloaded)
          .push_back(id);
      return;
    }
    const auto* symbol = static_cast<const Symbol*>(record.payload);
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD) return;
    self->names[symbol->kernel_id] = symbol->kernel_name;
    self->code_object[symbol->kernel_id] = symbol->code_object_id;
  }
  void Configure(rocprofiler_context_id_t context) {
    ASSERT_OK(rocprofiler_configure_callback_tracing_service(
        context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, nullptr, 0, &OnCodeObject, this));
  }
  bool Is(uint64_t id, const char* name) const {
    const auto found = names.find(id);
    return found != names.end() && found->second.find(name) != std::string::npos;
  }
};

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

class RocprofilerHip : public testing::Test {
 protected:
  void Configure(std::initializer_list<rocprofiler_buffer_tracing_kind_t> kinds,
                 size_t size = 0x4000, bool start = true) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_, size, size);
      for (const auto kind : kinds) collector_.Configure(kind);
      kernels_.Configure(context_);
      if (start) {
        ASSERT_OK(rocprofiler_start_context(context_));
      }
    });
  }
  std::map<std::string, int> CallNames() const {
    std::map<std::string, int> counts;
    for (const ApiRecord& record : collector_.Calls()) ++counts[NameOf(kApi, record.operation)];
    return counts;
  }
  int Transposes() const {
    int count = 0;
    for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
      count += kernels_.Is(record.dispatch_info.kernel_id, "matrixTranspose") ? 1 : 0;
    }
    return count;
  }

  rocprofiler_context_id_t context_{};
  Collector collector_;
  Kernels kernels_;
};

// Every record of everything around a known program.
TEST_F(RocprofilerHip, EveryCallKernelAndCopyOnce) {
  constexpr int kRuns = 20;
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());  // what the runtime does once is not counted
  hip.Do("hipDeviceSynchronize");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));

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
  ExpectOrder(collector_.Calls());
  std::map<uint64_t, ApiRecord> calls;
  for (const ApiRecord& record : collector_.Calls()) {
    calls[record.correlation_id.internal] = record;
    EXPECT_LE(before, record.start_timestamp + 1000);
    EXPECT_LE(record.start_timestamp, record.end_timestamp);
    EXPECT_LE(record.end_timestamp, after + 1000);
  }
  const Agents agents = AllAgents();
  ASSERT_FALSE(agents.gpus.empty());
  constexpr uint64_t kClockErrorNs = 20000;
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
  ASSERT_EQ(kernels_.loaded.size(), 1u);
  for (const auto& [id, name] : kernels_.names) {
    EXPECT_EQ(
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$"),
        std::string::npos)
        << name;
  }
  for (const auto& [id, name] : kernels_.names) {
    if (name.find("matrixTranspose") == std::string::npos) continue;
    EXPECT_EQ(kernels_.code_object[id], kernels_.loaded[0]) << name;
  }
  hip.Do("hipModuleUnload", transpose.module());
  EXPECT_EQ(kernels_.unloaded, kernels_.loaded);
}

// The runtimes are told when the first call starts them, roctx at its first call.
TEST_F(RocprofilerHip, RuntimesThatStart) {
  constexpr auto kRuntime = ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION;
  using RuntimeRecord = rocprofiler_buffer_tracing_runtime_initialization_record_t;
  Configure({kApi, kRuntime});
  const Hip hip;
  hip.Do("hipFree", hip.Malloc(4096));
  roctxMarkA("mark");
  hip.Do("hipFree", hip.Malloc(4096));
  collector_.Flush();
  const auto records = collector_.Of<RuntimeRecord>(kRuntime);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].operation, ROCPROFILER_RUNTIME_INITIALIZATION_HSA);
  EXPECT_EQ(records[1].operation, ROCPROFILER_RUNTIME_INITIALIZATION_HIP);
  EXPECT_EQ(records[2].operation, ROCPROFILER_RUNTIME_INITIALIZATION_MARKER);
  EXPECT_EQ(records[1].version / 10000, static_cast<uint64_t>(hip.Version()) / 10000000);
  const auto calls = collector_.Calls();
  ASSERT_FALSE(calls.empty());
  EXPECT_LE(records[1].timestamp, calls[0].end_timestamp) << "not after the first call";
}

// As AMD's sample has it: each id that the tool gives comes with one record, and the call's
// correlation id retires.
TEST_F(RocprofilerHip, RequestedIdsComeWithTheirRecords) {
  constexpr int kThreads = 2, kRuns = 10;
  struct Request {
    rocprofiler_external_correlation_id_request_kind_t kind;
    uint64_t correlation_id;
    int seen = 0;
  };
  struct Requests {
    std::mutex mutex;
    std::deque<Request> all;  // an id is the place, from 1
  } requests;
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    for (const auto kind : {kApi, kDispatch, kCopy, kRetirement}) collector_.Configure(kind);
    const rocprofiler_external_correlation_id_request_kind_t kinds[] = {
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH,
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY};
    ASSERT_OK(rocprofiler_configure_external_correlation_id_request_service(
        context_, kinds, 2,
        [](rocprofiler_thread_id_t thread, rocprofiler_context_id_t,
           rocprofiler_external_correlation_id_request_kind_t kind, rocprofiler_tracing_operation_t,
           uint64_t correlation_id, rocprofiler_user_data_t* id, void* data) {
          EXPECT_EQ(thread, ThreadId());
          auto* to = static_cast<Requests*>(data);
          std::lock_guard<std::mutex> lock(to->mutex);
          to->all.push_back({kind, correlation_id});
          id->value = to->all.size();
          return 0;
        },
        &requests));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < kRuns; ++j) EXPECT_TRUE(transpose.Run());
    });
  }
  for (auto& thread : threads) thread.join();
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  const auto see = [&](uint64_t id, uint64_t correlation_id,
                       rocprofiler_external_correlation_id_request_kind_t kind) {
    ASSERT_GE(id, 1u);
    ASSERT_LE(id, requests.all.size());
    Request& request = requests.all[id - 1];
    EXPECT_EQ(request.correlation_id, correlation_id);
    EXPECT_EQ(request.kind, kind);
    ++request.seen;
  };
  for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
    see(record.correlation_id.external.value, record.correlation_id.internal,
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH);
  }
  for (const auto& record : collector_.Of<CopyRecord>(kCopy)) {
    see(record.correlation_id.external.value, record.correlation_id.internal,
        ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY);
  }
  EXPECT_EQ(requests.all.size(), static_cast<size_t>(3 * kThreads * kRuns));
  std::set<uint64_t> retired;
  for (const auto& record : collector_.Of<RetirementRecord>(kRetirement)) {
    retired.insert(record.internal_correlation_id);
  }
  for (const Request& request : requests.all) {
    EXPECT_EQ(request.seen, 1);
    EXPECT_EQ(retired.count(request.correlation_id), 1u);
  }
  for (const ApiRecord& call : collector_.Calls()) {
    EXPECT_EQ(call.correlation_id.external.value, 0u) << "not asked for";
  }
}

// While the context is active, after its last record, once.
TEST_F(RocprofilerHip, AGraphsIdRetiresAfterItsRecords) {
  constexpr int kLaunches = 5;
  const Hip hip;
  void* kernel = hip.Compile("extern \"C\" __global__ void empty() {}", "empty");
  void* a = hip.Malloc(4096);
  void* b = hip.Malloc(4096);
  Hip::Stream stream = hip.NewStream();
  void *graph = nullptr, *executable = nullptr, *none = nullptr;
  const auto copy = [&] {
    hip.Do("hipMemcpyAsync", b, static_cast<const void*>(a), size_t{4096}, 3, stream);
  };
  hip.Do("hipStreamBeginCapture", stream, 0);
  for (int i = 0; i < 3; ++i) copy();
  hip.Do("hipStreamEndCapture", stream, &graph);
  hip.Do("hipGraphInstantiate", &executable, graph, none, none, size_t{0});
  Configure({kApi, kDispatch, kCopy, kRetirement});
  for (int i = 0; i < kLaunches; ++i) {
    hip.Do("hipGraphLaunch", executable, stream);
    hip.Do("hipStreamSynchronize", stream);
    void* arguments[1] = {};
    hip.Launch(kernel, 1, 64, 0, stream, arguments);
    copy();
    hip.Do("hipStreamSynchronize", stream);
  }
  hip.Do("hipDeviceSynchronize");
  std::set<uint64_t> launches, retired;
  for (int round = 0; round < 100 && retired.size() < kLaunches; ++round) {
    collector_.Flush();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    launches.clear();
    retired.clear();
    for (const ApiRecord& call : collector_.Calls()) {
      if (NameOf(kApi, call.operation) == "hipGraphLaunch") {
        launches.insert(call.correlation_id.internal);
      }
    }
    for (const auto& record : collector_.Of<RetirementRecord>(kRetirement)) {
      if (launches.count(record.internal_correlation_id) != 0) {
        EXPECT_TRUE(retired.insert(record.internal_correlation_id).second) << "twice";
      }
    }
  }
  EXPECT_EQ(launches.size(), static_cast<size_t>(kLaunches));
  EXPECT_EQ(retired, launches) << "before the context stops";
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  std::set<uint64_t> gone;
  std::map<uint64_t, int> work;
  for (const Kept& one : collector_.All()) {
    if (one.kind == static_cast<uint32_t>(kRetirement)) {
      EXPECT_TRUE(gone.insert(one.As<RetirementRecord>().internal_correlation_id).second);
      continue;
    }
    const uint64_t id = one.kind == static_cast<uint32_t>(kDispatch)
                            ? one.As<DispatchRecord>().correlation_id.internal
                        : one.kind == static_cast<uint32_t>(kCopy)
                            ? one.As<CopyRecord>().correlation_id.internal
                            : 0;
    EXPECT_EQ(gone.count(id), 0u) << "a record after the retirement";
    if (launches.count(id) != 0) ++work[id];
  }
  for (const uint64_t id : launches) EXPECT_EQ(work[id], 3);
}

// Streams as the program makes and uses them.
TEST_F(RocprofilerHip, Streams) {
  struct Seen {
    int32_t operation;
    int32_t phase;
    uint64_t id, value;
  };
  std::vector<Seen> seen;
  const Hip hip;
  void* kernel = hip.Compile("extern \"C\" __global__ void empty() {}", "empty");
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    ASSERT_OK(rocprofiler_configure_callback_tracing_service(
        context_, ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, nullptr, 0,
        [](rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void* data) {
          const auto* stream =
              static_cast<const rocprofiler_callback_tracing_hip_stream_data_t*>(record.payload);
          static_cast<std::vector<Seen>*>(data)->push_back({record.operation, record.phase,
                                                            stream->stream_id.handle,
                                                            stream->stream_value.value});
        },
        &seen));
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  Hip::Stream streams[2];
  void* arguments[1] = {};
  for (auto& stream : streams) {
    stream = nullptr;
    hip.Do("hipStreamCreate", &stream);
    hip.Launch(kernel, 1, 64, 0, stream, arguments);
    hip.Do("hipStreamSynchronize", stream);
  }
  for (auto& stream : streams) hip.Do("hipStreamDestroy", stream);
  ASSERT_EQ(seen.size(), 12u);
  for (int i = 0; i < 2; ++i) {
    const Seen* made = &seen[5 * i];
    EXPECT_EQ(made[0].operation, ROCPROFILER_HIP_STREAM_CREATE);
    for (int j = 0; j < 5; ++j) {
      EXPECT_EQ(made[j].id, static_cast<uint64_t>(i) + 1);
      EXPECT_EQ(made[j].value, reinterpret_cast<uint64_t>(streams[i]));
      if (j == 0) continue;
      EXPECT_EQ(made[j].operation, ROCPROFILER_HIP_STREAM_SET);
      EXPECT_EQ(made[j].phase,
                j % 2 == 1 ? ROCPROFILER_CALLBACK_PHASE_ENTER : ROCPROFILER_CALLBACK_PHASE_EXIT);
    }
    EXPECT_EQ(seen[10 + i].operation, ROCPROFILER_HIP_STREAM_DESTROY);
    EXPECT_EQ(seen[10 + i].id, static_cast<uint64_t>(i) + 1);
  }
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
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < kRuns; ++j) EXPECT_TRUE(transpose.Run());
    });
  }
  for (auto& thread : threads) thread.join();
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

}  // namespace
}  // namespace rocjfr::test
