// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What comes beside the records: runtimes that start, requested ids, retirements, streams.
#include <dlfcn.h>

#include <algorithm>
#include <cstring>
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

// Graphs of one line and of several, of what a stream can be captured with.
class GraphMaker {
 public:
  explicit GraphMaker(const Hip& hip)
      : hip_(hip),
        kernel_(hip.Compile("extern \"C\" __global__ void empty() {}", "empty")),
        a_(hip.Malloc(kBytes)),
        b_(hip.Malloc(kBytes)) {
    for (Hip::Stream& stream : streams_) stream = hip.NewStream();
    hip_.Do("hipHostMalloc", &pinned_, kBytes, 0u);
  }
  Hip::Stream stream() const { return streams_[0]; }
  void Kernel(Hip::Stream stream) const {
    void* arguments[1] = {};
    hip_.Launch(kernel_, 1, 64, 0, stream, arguments);
  }
  void Copy(Hip::Stream stream) const { CopyBytes(b_, a_, 3, stream); }
  // A letter for each node: k kernel, d, h and u copies on the device, to and from the host, m a
  // fill; '|': the next ones are on another stream, which waits for the start or the last 'f'; 'j':
  // the first stream waits for all others, and the next ones are on it.
  struct Graph {
    std::string made_of;
    void* executable = nullptr;
    size_t nodes = 0;
  };
  Graph Make(const std::string& nodes) const {
    Graph made = {nodes, nullptr, 0};
    void *graph = nullptr, *none = nullptr, *fork = nullptr;
    int last = 0;
    hip_.Do("hipStreamBeginCapture", streams_[0], 0);
    const auto begin_fork = [&] {
      hip_.Do("hipEventCreate", &fork);
      hip_.Do("hipEventRecord", fork, streams_[0]);
    };
    const auto join = [&] {
      for (; last > 0; --last) {
        void* event = nullptr;
        hip_.Do("hipEventCreate", &event);
        hip_.Do("hipEventRecord", event, streams_[last]);
        hip_.Do("hipStreamWaitEvent", streams_[0], event, 0u);
      }
    };
    begin_fork();
    for (const char node : nodes) {
      Hip::Stream stream = streams_[last];
      if (node == '|') {
        hip_.Do("hipStreamWaitEvent", streams_[++last], fork, 0u);
        continue;
      }
      if (node == 'f' || node == 'j') {
        node == 'f' ? begin_fork() : join();
        continue;
      }
      if (node == 'k') Kernel(stream);
      if (node == 'd') Copy(stream);
      if (node == 'h') CopyBytes(pinned_, a_, 2, stream);
      if (node == 'u') CopyBytes(b_, pinned_, 1, stream);
      if (node == 'm') hip_.Do("hipMemsetAsync", b_, 0, kBytes, stream);
      ++made.nodes;
    }
    join();
    hip_.Do("hipStreamEndCapture", streams_[0], &graph);
    hip_.Do("hipGraphInstantiate", &made.executable, graph, none, none, size_t{0});
    return made;
  }

 private:
  static constexpr size_t kBytes = 4096;
  void CopyBytes(void* to, const void* from, int kind, Hip::Stream stream) const {
    hip_.Do("hipMemcpyAsync", to, from, kBytes, kind, stream);
  }

  const Hip& hip_;
  void* const kernel_;
  void *const a_, *const b_;
  void* pinned_ = nullptr;
  Hip::Stream streams_[4];
};

// Where queues are intercepted dispatches have what stands in their packets.
class RocprofilerHipPackets : public RocprofilerHip {
 protected:
  void SetUp() override { setenv("ROCJFR_HSA_DISPATCH", "1", 1); }
  // Of all dispatches of kernels whose names begin so.
  std::vector<rocprofiler_kernel_dispatch_info_t> Of(const std::string& kernel) const {
    std::vector<rocprofiler_kernel_dispatch_info_t> all;
    for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
      const auto name = kernels_.names.find(record.dispatch_info.kernel_id);
      if (name != kernels_.names.end() && name->second.compare(0, kernel.size(), kernel) == 0) {
        all.push_back(record.dispatch_info);
      }
    }
    return all;
  }
};

TEST_F(RocprofilerHipPackets, SayTheSizesOfFillsAndGraphsAndWhichCopiesAreKernels) {
  Configure({kDispatch, kCopy});
  const Hip hip;
  void *from = hip.Malloc(1 << 20), *to = hip.Malloc(1 << 20);
  void* hsa = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (hsa == nullptr || dlsym(hsa, "softgpu_suspend") == nullptr) {
    GTEST_SKIP() << "not on the software GPU";
  }
  hip.Do("hipMemset", to, 1, size_t{1 << 20});
  hip.Do("hipMemcpy", to, static_cast<const void*>(from), size_t{1 << 20},
         int{Hip::kDeviceToDevice});
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  int kernels = 1;
  if (hip.Version() >= 50300000) {  // HIP 5.2 captures no kernels
    const GraphMaker maker(hip);
    const auto graph = maker.Make("kk");
    hip.Do("hipGraphLaunch", graph.executable, maker.stream());
    hip.Do("hipStreamSynchronize", maker.stream());
    kernels += 2;
  }
  hip.Do("hipDeviceSynchronize");
  collector_.Flush();
  const auto fills = Of("__amd_rocclr_fillBuffer"), copies = Of("__amd_rocclr_copy");
  EXPECT_GE(fills.size(), 1u);
  EXPECT_GE(copies.size(), 1u) << "the copy within the device";
  for (const auto& copy : collector_.Of<CopyRecord>(kCopy)) {
    EXPECT_LT(copy.bytes, 1u << 20) << "not told twice";
  }
  int others = 0;
  for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
    const auto& info = record.dispatch_info;
    EXPECT_NE(info.workgroup_size.x, 0u);
    EXPECT_NE(info.grid_size.x, 0u);
    EXPECT_EQ(info.grid_size.z, 1u);
    others += kernels_.names[info.kernel_id].compare(0, 12, "__amd_rocclr") == 0 ? 0 : 1;
  }
  EXPECT_EQ(others, kernels);
  const auto transposes = Of("matrixTranspose");
  ASSERT_EQ(transposes.size(), 1u);
  EXPECT_EQ(transposes[0].workgroup_size.y, 16u);
  EXPECT_EQ(transposes[0].grid_size.x, 64u);
}

// While the context is active, after its last record, once; whichever threads report the records.
TEST_F(RocprofilerHip, AGraphsIdRetiresAfterItsRecords) {
  constexpr int kLaunches = 3;
  const Hip hip;
  const GraphMaker maker(hip);
  std::vector<GraphMaker::Graph> graphs, launched;
  for (const char* nodes :
       {"k", "d", "kkk", "ddd", "kdkd", "mkm", "huk", "kk|kk", "kd|dk|mk", "d|d|d", "k|k|k|k",
        "kfk|kjk", "kfk|k|kjk", "kfkkk|kk", "kfk|kjfkk|kjk", "kfmk|dkjk", "kfk|hkjuk"}) {
    // HIP 5.2 captures one stream, and no kernels.
    if (hip.Version() < 50300000 && strpbrk(nodes, "k|f") != nullptr) continue;
    // HIP 5.7 refuses to capture a stream that has been joined once more.
    if (hip.Version() < 60000000 && strstr(nodes, "jf") != nullptr) continue;
    graphs.push_back(maker.Make(nodes));
  }
  Configure({kApi, kDispatch, kCopy, kRetirement});
  for (int i = 0; i < kLaunches; ++i) {
    for (const auto& graph : graphs) {
      launched.push_back(graph);
      hip.Do("hipGraphLaunch", graph.executable, maker.stream());
      hip.Do("hipStreamSynchronize", maker.stream());
      maker.Kernel(maker.stream());
      maker.Copy(maker.stream());
      hip.Do("hipStreamSynchronize", maker.stream());
    }
  }
  hip.Do("hipDeviceSynchronize");
  std::vector<uint64_t> launches;
  std::set<uint64_t> retired;
  const auto all = [&] { return !launches.empty() && retired.size() == launches.size(); };
  for (int round = 0; round < 60000 && !all(); ++round) {
    collector_.Flush();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    launches.clear();
    retired.clear();
    for (const ApiRecord& call : collector_.Calls()) {
      if (NameOf(kApi, call.operation) == "hipGraphLaunch") {
        launches.push_back(call.correlation_id.internal);
      }
    }
    for (const auto& record : collector_.Of<RetirementRecord>(kRetirement)) {
      const uint64_t id = record.internal_correlation_id;
      if (std::count(launches.begin(), launches.end(), id) != 0) {
        EXPECT_TRUE(retired.insert(id).second) << "twice";
      }
    }
  }
  EXPECT_TRUE(all()) << "before the context stops";
  ASSERT_EQ(launches.size(), launched.size());
  EXPECT_OK(rocprofiler_stop_context(context_));
  collector_.Flush();
  std::set<uint64_t> gone;
  std::map<uint64_t, size_t> work;
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
    ++work[id];
  }
  for (size_t i = 0; i < launches.size(); ++i) {
    EXPECT_EQ(work[launches[i]], launched[i].nodes) << launched[i].made_of;
    EXPECT_EQ(retired.count(launches[i]), 1u) << launched[i].made_of;
  }
}

// HIP 5.2 makes copies of it. They come to the context that was active, also when it has stopped.
TEST_F(RocprofilerHip, WhatAStreamDoesWithMemory) {
  constexpr uint32_t kTimes = 50;
  const Hip hip;
  const Hip::Stream stream = hip.NewStream();
  uint32_t* word = nullptr;
  hip.Do("hipHostMalloc", &word, sizeof(*word), 0u);
  Configure({kCopy});
  for (uint32_t i = 1; i <= kTimes; ++i) {
    hip.Do("hipStreamWriteValue32", stream, static_cast<void*>(word), i, 0u);
  }
  EXPECT_OK(rocprofiler_stop_context(context_));
  hip.Do("hipStreamSynchronize", stream);
  const size_t expected = hip.Version() < 50300000 ? kTimes : 0;
  while (collector_.Of<CopyRecord>(kCopy).size() < expected) {
    collector_.Flush();
    std::this_thread::yield();
  }
  const std::vector<CopyRecord> copies = collector_.Of<CopyRecord>(kCopy);
  EXPECT_EQ(copies.size(), expected);
  for (const CopyRecord& copy : copies) EXPECT_EQ(copy.thread_id, uint64_t(syscall(SYS_gettid)));
}

// The program names places where there is no memory: its calls fail, as without a tool.
TEST_F(RocprofilerHip, NothingIsReadOfCallsThatHaveFailed) {
  const Hip hip;
  void* module = nullptr;
  hip.Compile("extern \"C\" __global__ void empty() {}", "empty", &module);
  int told = 0;
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    for (const auto kind :
         {ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT}) {
      ASSERT_OK(rocprofiler_configure_callback_tracing_service(
          context_, kind, nullptr, 0,
          [](rocprofiler_callback_tracing_record_t, rocprofiler_user_data_t*, void* data) {
            ++*static_cast<int*>(data);
          },
          &told));
    }
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  auto* const nowhere = reinterpret_cast<void**>(8);
  const char garbage[64] = "no code object";
  for (int i = 0; i < 4; ++i) {
    EXPECT_NE(hip("hipModuleLoad", nowhere, "/no/such/file"), 0);
    EXPECT_NE(hip("hipModuleLoadData", nowhere, static_cast<const void*>(garbage)), 0);
    EXPECT_NE(hip("hipModuleGetFunction", nowhere, module, "missing"), 0);
    EXPECT_NE(hip("hipStreamCreateWithFlags", nowhere, 77u), 0);
  }
  EXPECT_EQ(told, 0);
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
