// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A machine with several sockets and GPUs, of which the program sees some, in another order.
#include <dlfcn.h>

#include <cstdio>
#include <set>
#include <thread>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

constexpr size_t kBytes = 4096;

class HipDevices : public HipTest {
 protected:
  // Nodes 0 and 1 are CPUs, 2 to 4 GPUs. ROCr shows those of the nodes 4 and 2, HIP 2 and 4.
  void SetUp() override {
    setenv("SOFTGPU_SOCKETS", "2", 1);
    setenv("SOFTGPU_GPUS", "3", 1);
    setenv("ROCR_VISIBLE_DEVICES", "2,GPU-50f7000000000000", 1);
    setenv("HIP_VISIBLE_DEVICES", "1,0", 1);
  }
  static constexpr int kDevices = 2;
  static constexpr int32_t kNodes[kDevices] = {2, 4};

  void StartOnSoftwareGpu() {
    Start();
    if (SoftwareGpu() == nullptr) GTEST_SKIP() << "not on the software GPU";
    int devices = 0;
    hip().Do("hipGetDeviceCount", &devices);
    ASSERT_EQ(devices, kDevices);
  }
  static void* SoftwareGpu() {
    void* library = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_NOLOAD);
    return library == nullptr ? nullptr : dlsym(library, "softgpu_suspend");
  }
  void Use(int device) const { hip().Do("hipSetDevice", device); }
};

TEST_F(HipDevices, WorkNamesItsAgentAndItsOrdinal) {
  StartOnSoftwareGpu();
  if (IsSkipped()) return;
  const std::vector<char> host(kBytes);
  for (int device = 0; device < kDevices; ++device) {
    Use(device);
    void* memory = hip().Malloc(kBytes);
    Forget();
    CopyToDevice(memory, host.data(), kBytes);
    Finish();
    RuntimeInfo();  // the program has initialised HIP: now the devices can be asked for
    const Sorted sorted(Taken());
    ASSERT_EQ(sorted.copies.size(), 1u);
    const Activity& copy = sorted.copies[0];
    EXPECT_EQ(rocjfr_agent(copy.record.device_id), kNodes[device]);
    EXPECT_EQ(rocjfr_device(copy.record.device_id), device);
    EXPECT_EQ(copy.submit.submit_device, device);
    EXPECT_EQ(rocjfr_agent_of_device(device), kNodes[device]);
  }
  EXPECT_EQ(rocjfr_agent_of_device(kDevices), -1);
}

TEST_F(HipDevices, ACopyBetweenDevicesNamesBoth) {
  StartOnSoftwareGpu();
  if (IsSkipped()) return;
  void* memory[kDevices];
  for (int device = 0; device < kDevices; ++device) {
    Use(device);
    memory[device] = hip().Malloc(kBytes);
  }
  Forget();
  hip().Do("hipMemcpyPeer", memory[1], 1, memory[0], 0, kBytes);
  hip().Do("hipMemcpyPeerAsync", memory[0], 0, memory[1], 1, kBytes, Hip::Stream{nullptr});
  hip().Do("hipMemcpy", memory[1], memory[0], kBytes, int{Hip::kDeviceToDevice});
  Finish();
  const Sorted sorted(Taken());
  std::set<std::pair<int, int>> pairs;
  for (const Activity& copy : sorted.copies) {
    ASSERT_TRUE(copy.has_submit);
    pairs.emplace(copy.submit.submit_source, copy.submit.submit_destination);
  }
  const std::set<std::pair<int, int>> expected = {{0, 1}, {1, 0}, {-1, -1}};
  EXPECT_EQ(pairs, expected) << "the plain copy names none";
}

// By the variable that is named beside HIP's own, of which the runtime looks under OpenCL only: in
// HIP all devices are there, in their order. A device's place on the bus says which node it is.
class HipOrdinals : public HipDevices {
 protected:
  void SetUp() override {
    setenv("SOFTGPU_SOCKETS", "2", 1);
    setenv("SOFTGPU_GPUS", "3", 1);
    setenv("GPU_DEVICE_ORDINAL", "2,0", 1);
  }
  // The software GPUs stand on the buses from 3 on, their nodes follow the two sockets'.
  static int32_t NodeAt(const char* place) {
    unsigned bus = 0;
    EXPECT_EQ(sscanf(place, "%*x:%x", &bus), 1) << place;
    return static_cast<int32_t>(bus) - 1;
  }
};

TEST_F(HipOrdinals, AKernelOnEachDeviceNamesItsAgentAndItsOrdinal) {
  Start();
  if (SoftwareGpu() == nullptr) GTEST_SKIP() << "not on the software GPU";
  int devices = 0;
  hip().Do("hipGetDeviceCount", &devices);
  ASSERT_EQ(devices, 3);
  std::set<int32_t> nodes;
  for (int device = 0; device < devices; ++device) {
    Use(device);
    char place[32] = "";
    hip().Do("hipDeviceGetPCIBusId", static_cast<char*>(place), int{sizeof(place)}, device);
    void* kernel = EmptyKernel();
    Forget();
    hip().Launch(kernel, 1, 1, 0, nullptr, nullptr);
    Finish();
    RuntimeInfo();
    const Sorted sorted(Taken());
    ASSERT_EQ(sorted.dispatches.size(), 1u);
    const Activity& dispatch = sorted.dispatches[0];
    EXPECT_EQ(NameOf(dispatch), "empty");
    EXPECT_EQ(rocjfr_agent(dispatch.record.device_id), NodeAt(place)) << place;
    EXPECT_EQ(rocjfr_device(dispatch.record.device_id), device);
    EXPECT_EQ(dispatch.submit.submit_device, device);
    EXPECT_EQ(rocjfr_agent_of_device(device), NodeAt(place)) << place;
    EXPECT_EQ(NodeAt(place), 2 + device) << "behind the two sockets'";
    nodes.insert(NodeAt(place));
  }
  EXPECT_EQ(nodes.size(), static_cast<size_t>(devices));
}

class HipStreams : public HipTest {
 protected:
  int32_t StreamOfCopy(void* memory, const void* host, Hip::Stream stream) {
    CopyAsync(memory, host, kBytes, Hip::kHostToDevice, stream);
    Finish();
    const Sorted sorted(Taken());
    EXPECT_EQ(sorted.copies.size(), 1u);
    if (sorted.copies.empty()) return -2;
    EXPECT_EQ(sorted.copies[0].submit.submit_device, 0);
    return sorted.copies[0].submit.submit_stream;
  }
};

TEST_F(HipStreams, TheLegacyStreamIsTheDefaultOne) {
  Start();
  if (IsVersion(5, 2) || IsVersion(5, 7)) GTEST_SKIP() << "this version has no hipStreamLegacy";
  void* memory = hip().Malloc(kBytes);
  const std::vector<char> host(kBytes);
  Forget();
  EXPECT_EQ(StreamOfCopy(memory, host.data(), reinterpret_cast<Hip::Stream>(1)), 0);
}

TEST_F(HipStreams, EachThreadHasItsOwnPerThreadStream) {
  Start();
  const auto per_thread = reinterpret_cast<Hip::Stream>(2);
  void* memory = hip().Malloc(kBytes);
  const std::vector<char> host(kBytes);
  Forget();
  std::set<int32_t> numbers = {0, StreamOfCopy(memory, host.data(), per_thread)};
  std::thread([&] { numbers.insert(StreamOfCopy(memory, host.data(), per_thread)); }).join();
  numbers.insert(StreamOfCopy(memory, host.data(), per_thread));
  EXPECT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers.count(-1), 0u);
}

// Programs compiled for a default stream of each thread's own call these.
TEST_F(HipStreams, FunctionsForThePerThreadStreamAreToldFromTheOthers) {
  Start();
  void* memory = hip().Malloc(kBytes);
  const std::vector<char> host(kBytes);
  const Hip::Stream none = nullptr;
  Forget();
  hip().Do("hipMemcpyAsync_spt", memory, host.data(), kBytes, int{Hip::kHostToDevice}, none);
  hip().Do("hipMemcpy_spt", memory, host.data(), kBytes, int{Hip::kHostToDevice});
  if (!IsVersion(5, 2)) hip().Do("hipMemsetAsync_spt", memory, 0, kBytes, none);
  hip().Do("hipStreamSynchronize_spt", none);
  Finish();
  const Sorted own(Taken());
  std::set<int32_t> numbers;
  for (const auto& call : own.calls) {
    if (call.second.has_submit) numbers.insert(call.second.submit.submit_stream);
  }
  for (const Activity& copy : own.copies) numbers.insert(copy.submit.submit_stream);
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_GT(*numbers.begin(), 0);
  EXPECT_GE(own.copies.size(), 2u);
  EXPECT_EQ(StreamOfCopy(memory, host.data(), reinterpret_cast<Hip::Stream>(2)), *numbers.begin());
  EXPECT_EQ(StreamOfCopy(memory, host.data(), none), 0);
  hip().Do("hipMemcpy", memory, host.data(), kBytes, int{Hip::kHostToDevice});
  hip().Do("hipStreamSynchronize", none);
  Finish();
  for (const auto& call : Sorted(Taken()).calls) {
    if (!call.second.has_submit) continue;
    EXPECT_EQ(call.second.submit.submit_stream, 0);
  }
}

TEST_F(HipStreams, AfterASuspendAllTimesAreOfOneClock) {
  Start();
  using Suspend = int (*)(uint64_t);
  void* hsa = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_NOLOAD);
  const auto suspend =
      reinterpret_cast<Suspend>(hsa == nullptr ? nullptr : dlsym(hsa, "softgpu_suspend"));
  if (suspend == nullptr) GTEST_SKIP() << "not on the software GPU";
  ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);  // barriers, too
  void* memory = hip().Malloc(kBytes);
  void* event = nullptr;
  hip().Do("hipEventCreate", &event);
  const Hip::Stream stream = hip().NewStream(), other = hip().NewStream();
  void* kernel = EmptyKernel();
  const std::vector<char> host(kBytes);
  Forget();
  rocjfr_poll();
  for (int i = 0; i < 2; ++i) {
    if (i == 1) {
      ASSERT_EQ(suspend(3600000000000u), 0);
    }
    rocjfr_clock_sample_t before, after;
    ASSERT_EQ(rocjfr_sample_gpu_clock(&before), ROCJFR_STATUS_SUCCESS);
    hip().Launch(kernel, 1, 64, 0, stream, nullptr);
    hip().Do("hipEventRecord", event, stream);
    hip().Do("hipStreamWaitEvent", other, event, 0u);
    CopyAsync(memory, host.data(), kBytes, Hip::kHostToDevice, other);
    hip().Do("hipStreamSynchronize", other);
    Finish();
    ASSERT_EQ(rocjfr_sample_gpu_clock(&after), ROCJFR_STATUS_SUCCESS);
    const Sorted sorted(Taken());
    std::vector<Activity> work = sorted.copies;
    work.insert(work.end(), sorted.barriers.begin(), sorted.barriers.end());
    EXPECT_GE(sorted.copies.size(), 1u);
    for (const Activity& op : work) {
      EXPECT_GE(op.record.begin_ns, before.gpu_ns) << op.record.op;
      EXPECT_LE(op.record.begin_ns, op.record.end_ns);
      EXPECT_LE(op.record.end_ns, after.gpu_ns) << op.record.op;
    }
  }
}

}  // namespace
}  // namespace rocjfr::test
