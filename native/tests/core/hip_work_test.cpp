// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a real runtime does is recorded: counts, joins, times, sizes, names.
#include <set>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

class HipWork : public HipTest {
 protected:
  // Fails unless the copies and dispatches are joined each to a call of its own.
  static void ExpectJoinedOneToOne(const Sorted& sorted) {
    std::set<uint64_t> used;
    for (const auto* ops : {&sorted.dispatches, &sorted.copies}) {
      for (const Activity& op : *ops) {
        EXPECT_TRUE(op.has_submit);
        EXPECT_NE(sorted.CallOf(op), "") << "no call " << op.record.correlation_id;
        EXPECT_TRUE(used.insert(op.record.correlation_id).second) << sorted.CallOf(op);
      }
    }
  }
};

TEST_F(HipWork, EveryOperationIsRecordedOnceAndJoined) {
  Start();
  void* kernel = EmptyKernel();
  const size_t bytes = 64 << 10;
  void* a = hip().Malloc(bytes);
  void* b = hip().Malloc(bytes);
  std::vector<char> host(bytes);
  Hip::Stream stream = hip().NewStream();
  Forget();
  for (int i = 0; i < 10; ++i) hip().Launch(kernel, 4, 64, 0, stream, nullptr);
  for (int i = 0; i < 11; ++i) CopyToDevice(a, host.data(), bytes);
  for (int i = 0; i < 12; ++i) CopyToHost(host.data(), a, bytes);
  for (int i = 0; i < 13; ++i) CopyAsync(b, a, bytes, Hip::kDeviceToDevice, stream);
  for (int i = 0; i < 14; ++i) FillAsync(a, bytes, stream);
  Finish();
  const Sorted sorted(Taken());
  EXPECT_EQ(sorted.dispatches.size(), 10u);
  EXPECT_EQ(sorted.copies.size(), 11u + 12 + 13 + 14);
  EXPECT_EQ(sorted.CopiesOf(ROCJFR_COPY_HOST_TO_DEVICE), 11u);
  EXPECT_EQ(sorted.CopiesOf(ROCJFR_COPY_DEVICE_TO_HOST), 12u);
  EXPECT_EQ(sorted.CopiesOf(ROCJFR_COPY_DEVICE_TO_DEVICE), 13u);
  EXPECT_EQ(sorted.CopiesOf(ROCJFR_COPY_FILL), 14u);
  EXPECT_TRUE(sorted.barriers.empty());
  EXPECT_EQ(sorted.CallsOf("hipModuleLaunchKernel"), 10u);
  EXPECT_EQ(sorted.CallsOf("hipMemcpy"), 23u);
  EXPECT_EQ(sorted.CallsOf("hipMemcpyAsync"), 13u);
  EXPECT_EQ(sorted.CallsOf("hipMemsetAsync"), 14u);
  ExpectJoinedOneToOne(sorted);
  for (const Activity& copy : sorted.copies) EXPECT_EQ(copy.submit.submit_bytes, bytes);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_API) + Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
}

TEST_F(HipWork, CallsBeginBeforeTheirWorkAndBlockingOnesEndAfterIt) {
  Start();
  void* kernel = EmptyKernel();
  void* device = hip().Malloc(4096);
  char host[4096] = {};
  Hip::Stream stream = hip().NewStream();
  Forget();
  for (int i = 0; i < 20; ++i) {
    CopyToDevice(device, host, sizeof(host));
    hip().Launch(kernel, 1, 64, 0, stream, nullptr);
  }
  Finish();
  rocjfr_clock_sample_t sample;
  ASSERT_EQ(rocjfr_sample_gpu_clock(&sample), ROCJFR_STATUS_SUCCESS);
  const int64_t error = static_cast<int64_t>(sample.after_ns - sample.before_ns);
  const int64_t ahead =
      static_cast<int64_t>(sample.gpu_ns) - static_cast<int64_t>(sample.before_ns) - error / 2;
  const Sorted sorted(Taken());
  EXPECT_EQ(sorted.copies.size() + sorted.dispatches.size(), 40u);
  for (const auto* ops : {&sorted.dispatches, &sorted.copies}) {
    for (const Activity& op : *ops) {
      const auto call = sorted.calls.find(op.record.correlation_id);
      ASSERT_NE(call, sorted.calls.end());
      const rocjfr_record_t& api = call->second.record;
      const auto begin = static_cast<int64_t>(op.record.begin_ns) - ahead;
      const auto end = static_cast<int64_t>(op.record.end_ns) - ahead;
      EXPECT_LE(static_cast<int64_t>(api.begin_ns), begin + error);
      EXPECT_LE(begin, end);
      if (op.record.op != ROCJFR_OP_COPY) continue;
      EXPECT_LE(end, static_cast<int64_t>(api.end_ns) + error);
    }
  }
}

TEST_F(HipWork, LaunchesTellTheirGridStreamAndKernel) {
  Start();
  void* scale = hip().Compile("__global__ void scale(float* x, unsigned n) {}\n", "_Z5scalePfj");
  Hip::Stream streams[2] = {hip().NewStream(), hip().NewStream()};
  void* data = hip().Malloc(4096);
  unsigned count = 16;
  void* arguments[] = {&data, &count};
  Forget();
  hip().Launch(scale, 7, 64, 512, streams[0], arguments);
  hip().Launch(scale, 5, 32, 0, streams[1], arguments);
  hip().Launch(scale, 3, 16, 0, nullptr, arguments);
  void** none = nullptr;
  hip().Do("hipModuleLaunchKernel", scale, 2u, 3u, 4u, 8u, 4u, 2u, 0u, streams[0],
           static_cast<void**>(arguments), none);
  Finish();
  const Sorted sorted(Taken());
  ASSERT_EQ(sorted.dispatches.size(), 4u);
  std::map<uint32_t, Activity> by_grid;
  for (const Activity& op : sorted.dispatches) {
    EXPECT_EQ(NameOf(op), "scale(float*, unsigned int)");
    EXPECT_EQ(sorted.CallOf(op), "hipModuleLaunchKernel");
    EXPECT_EQ(op.submit.submit_device, 0);
    by_grid[op.submit.submit_grid_x] = op;
  }
  EXPECT_EQ(by_grid[7].submit.submit_group_x, 64);
  EXPECT_EQ(by_grid[7].submit.submit_lds_bytes, 512u);
  EXPECT_EQ(by_grid[5].submit.submit_group_x, 32);
  EXPECT_EQ(by_grid[3].submit.submit_stream, 0);
  EXPECT_GT(by_grid[7].submit.submit_stream, 0);
  EXPECT_GT(by_grid[5].submit.submit_stream, 0);
  EXPECT_NE(by_grid[7].submit.submit_stream, by_grid[5].submit.submit_stream);
  EXPECT_EQ(by_grid[2].submit.submit_stream, by_grid[7].submit.submit_stream);
  EXPECT_EQ(by_grid[2].submit.submit_grid_y, 3u);
  EXPECT_EQ(by_grid[2].submit.submit_grid_z, 4u);
  EXPECT_EQ(by_grid[2].submit.submit_group_y, 4);
  EXPECT_EQ(by_grid[2].submit.submit_group_z, 2);
}

TEST_F(HipWork, RectanglesAndBoxesHaveTheirBytesAndDirection) {
  Start();
  const size_t pitch = 512, width = 300, height = 20;
  void* a = hip().Malloc(pitch * height * 4);
  void* b = hip().Malloc(pitch * height * 4);
  std::vector<char> host(pitch * height * 4);
  Forget();
  void* const from = host.data();
  hip().Do("hipMemcpy2D", a, pitch, from, pitch, width, height, int{Hip::kHostToDevice});
  hip().Do("hipMemcpy2D", b, pitch, a, pitch, width, height, int{Hip::kDeviceToDevice});
  hip().Do("hipMemcpy2D", from, pitch, b, pitch, width, height, int{Hip::kDeviceToHost});
  // hipMemcpy3DParms: srcPtr at 32, dstPtr at 96, extent at 128, kind at 152.
  struct Pitched {
    void* pointer;
    size_t pitch, width, height;
  };
  struct Parameters {
    void* source_array;
    size_t source_position[3];
    Pitched source;
    void* target_array;
    size_t target_position[3];
    Pitched target;
    size_t extent[3];
    int kind;
  } parameters = {};
  parameters.source = {from, pitch, width, height};
  parameters.target = {a, pitch, width, height};
  parameters.extent[0] = width, parameters.extent[1] = height, parameters.extent[2] = 4;
  parameters.kind = Hip::kHostToDevice;
  hip().Do("hipMemcpy3D", static_cast<const Parameters*>(&parameters));
  hip().Do("hipMemset2DAsync", a, pitch, 0, width, height, Hip::Stream{});
  Finish();
  const Sorted sorted(Taken());
  std::map<std::pair<int, int>, uint64_t> bytes;  // by direction and shape, of calls
  for (const auto& call : sorted.calls) {
    const rocjfr_submit_t& submit = call.second.submit;
    if (call.second.has_submit && submit.submit_copy != ROCJFR_COPY_NONE) {
      bytes[{submit.submit_copy, submit.submit_shape}] += submit.submit_bytes;
    }
  }
  const std::map<std::pair<int, int>, uint64_t> expected = {
      {{ROCJFR_COPY_HOST_TO_DEVICE, 2}, width * height},
      {{ROCJFR_COPY_DEVICE_TO_DEVICE, 2}, width * height},
      {{ROCJFR_COPY_DEVICE_TO_HOST, 2}, width * height},
      {{ROCJFR_COPY_HOST_TO_DEVICE, 3}, width * height * 4},
      {{ROCJFR_COPY_FILL, 2}, width * height}};
  EXPECT_EQ(bytes, expected);
  std::set<uint64_t> joined;
  for (const Activity& op : sorted.copies) {
    EXPECT_NE(sorted.CallOf(op), "");
    joined.insert(op.record.correlation_id);
  }
  EXPECT_EQ(joined.size(), 5u) << "each call has its work";
}

TEST_F(HipWork, AGraphsWorkBelongsToItsLaunch) {
  Start();
  void* kernel = EmptyKernel();
  const size_t bytes = 4096;
  void* a = hip().Malloc(bytes);
  void* b = hip().Malloc(bytes);
  Hip::Stream stream = hip().NewStream();
  // HIP 5.2 does not capture launches of modules' kernels; it runs them at once.
  const int kernels = IsVersion(5, 2) ? 0 : 5, copies = 3;
  void *graph = nullptr, *executable = nullptr, *none = nullptr;
  hip().Do("hipStreamBeginCapture", stream, 0);
  void* no_arguments[1] = {};  // HIP 5.7 captures no launch with a null pointer here
  for (int i = 0; i < kernels; ++i) hip().Launch(kernel, 2, 64, 0, stream, no_arguments);
  for (int i = 0; i < copies; ++i) CopyAsync(b, a, bytes, Hip::kDeviceToDevice, stream);
  hip().Do("hipStreamEndCapture", stream, &graph);
  hip().Do("hipGraphInstantiate", &executable, graph, none, none, size_t{0});
  Forget();
  for (int launch = 0; launch < 2; ++launch) {
    hip().Do("hipGraphLaunch", executable, stream);
    hip().Do("hipStreamSynchronize", stream);
    Finish();
    const Sorted sorted(Taken());
    EXPECT_EQ(sorted.CallsOf("hipGraphLaunch"), 1u);
    // HIP 6 and later report a graph's copies as what they are there: kernels of the runtime.
    std::map<std::string, int> ran;
    for (const Activity& op : sorted.dispatches) {
      const bool copy = NameOf(op).compare(0, 13, "__amd_rocclr_") == 0;
      ++ran[copy ? "copy" : NameOf(op)];
    }
    EXPECT_EQ(ran["empty"], kernels);
    EXPECT_EQ(ran["copy"] + static_cast<int>(sorted.copies.size()), copies);
    std::set<uint64_t> launches;
    for (const auto* ops : {&sorted.dispatches, &sorted.copies}) {
      for (const Activity& op : *ops) {
        EXPECT_EQ(sorted.CallOf(op), "hipGraphLaunch");
        EXPECT_GT(op.submit.submit_stream, 0);
        launches.insert(op.record.correlation_id);
      }
    }
    EXPECT_EQ(launches.size(), 1u);
  }
}

TEST_F(HipWork, AnUnloadedModulesHandlesAreForgotten) {
  Start();
  const auto run = [&](const std::string& name) {
    void* module = nullptr;
    void* kernel =
        hip().Compile("extern \"C\" __global__ void " + name + "() {}\n", name.c_str(), &module);
    hip().Launch(kernel, 1, 64, 0, nullptr, nullptr);
    Finish();
    hip().Do("hipModuleUnload", module);
    const Sorted sorted(Taken());
    ASSERT_EQ(sorted.dispatches.size(), 1u);
    EXPECT_EQ(NameOf(sorted.dispatches[0]), name);
  };
  // Allocators like to give the same address again.
  for (int i = 0; i < 4; ++i) {
    run("first" + std::to_string(i));
    run("second");
  }
}

TEST_F(HipWork, RegisteredHostMemoryIsCopiedWithItsSize) {
  Start();
  const size_t bytes = 1 << 20;
  std::vector<char> host(bytes);
  void* const pointer = host.data();
  void* device = hip().Malloc(bytes);
  Hip::Stream stream = hip().NewStream();
  Forget();
  hip().Do("hipHostRegister", pointer, bytes, 0u);
  CopyAsync(device, pointer, bytes, Hip::kHostToDevice, stream);
  CopyAsync(pointer, device, bytes / 2, Hip::kDeviceToHost, stream);
  hip().Do("hipStreamSynchronize", stream);
  hip().Do("hipHostUnregister", pointer);
  Finish();
  const Sorted sorted(Taken());
  ASSERT_EQ(sorted.copies.size(), 2u);
  for (const Activity& op : sorted.copies) {
    const bool up = op.submit.submit_copy == ROCJFR_COPY_HOST_TO_DEVICE;
    EXPECT_EQ(op.submit.submit_bytes, up ? bytes : bytes / 2) << "the runtime itself reports 0";
  }
  for (const auto& call : sorted.calls) {
    const char* name = rocjfr_api_name(call.second.record.op);
    if (std::string(name) != "hipHostRegister") continue;
    EXPECT_EQ(call.second.record.bytes, bytes);
  }
}

TEST_F(HipWork, MarkersAreBarriersNeverCopies) {
  Start();
  ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);
  void* kernel = EmptyKernel();
  Hip::Stream streams[2] = {hip().NewStream(), hip().NewStream()};
  void* event = nullptr;
  hip().Do("hipEventCreate", &event);
  void* device = hip().Malloc(4096);
  char host[4096];
  Forget();
  for (int i = 0; i < 10; ++i) {
    hip().Launch(kernel, 1, 64, 0, streams[0], nullptr);
    hip().Do("hipEventRecord", event, streams[0]);
    hip().Do("hipStreamWaitEvent", streams[1], event, 0u);
    CopyToHost(host, device, sizeof(host));
    hip().Do("hipStreamSynchronize", streams[1]);
  }
  Finish();
  const Sorted sorted(Taken());
  EXPECT_EQ(sorted.dispatches.size(), 10u);
  EXPECT_EQ(sorted.copies.size(), 10u);
  // How many markers there are is the runtime's affair.
  for (const Activity& op : sorted.copies) EXPECT_EQ(sorted.CallOf(op), "hipMemcpy");
}

}  // namespace
}  // namespace rocjfr::test
