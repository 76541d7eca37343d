// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What comes beside the records: runtimes that start, requested ids, retirements, streams.
#include <deque>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

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
  OnThreads(kThreads, [&] {
    for (int j = 0; j < kRuns; ++j) EXPECT_TRUE(transpose.Run());
  });
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
  for (int round = 0; round < 60000 && retired.size() < kLaunches; ++round) {
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

}  // namespace
}  // namespace rocjfr::test
