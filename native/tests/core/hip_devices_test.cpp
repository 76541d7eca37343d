// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A machine with several sockets and GPUs, of which the program sees some, in another order.
#include <cstdio>
#include <set>
#include <thread>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

constexpr size_t kBytes = 4096;

// Which devices the program sees, by whose variable, and their nodes in the program's order.
struct Visible {
  const char* name;
  const char* rocr;
  const char* hip;
  int32_t nodes[2];
};

class HipDevices : public HipTest, public testing::WithParamInterface<Visible> {
 protected:
  // Nodes 0 and 1 are CPUs, 2 to 4 GPUs.
  void SetUp() override {
    setenv("SOFTGPU_SOCKETS", "2", 1);
    setenv("SOFTGPU_GPUS", "3", 1);
    if (GetParam().rocr != nullptr) setenv("ROCR_VISIBLE_DEVICES", GetParam().rocr, 1);
    if (GetParam().hip != nullptr) setenv("HIP_VISIBLE_DEVICES", GetParam().hip, 1);
  }
  static constexpr int kDevices = 2;

  void StartOnSoftwareGpu() {
    Start();
    if (!OnSoftwareGpu()) GTEST_SKIP() << "not on the software GPU";
    int devices = 0;
    hip().Do("hipGetDeviceCount", &devices);
    ASSERT_EQ(devices, kDevices);
  }
  void Use(int device) const { hip().Do("hipSetDevice", device); }
};
// ROCr's list alone; HIP's alone; and HIP's of what ROCr's leaves.
INSTANTIATE_TEST_SUITE_P(By, HipDevices,
                         testing::Values(Visible{"Rocr", "2,GPU-50f7000000000000", nullptr, {4, 2}},
                                         Visible{"Hip", nullptr, "2,0", {4, 2}},
                                         Visible{"Both", "2,GPU-50f7000000000000", "1,0", {2, 4}}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(HipDevices, WorkNamesItsAgentAndItsOrdinal) {
  StartOnSoftwareGpu();
  if (IsSkipped()) return;
  const std::vector<char> host(kBytes);
  for (int device = 0; device < kDevices; ++device) {
    Use(device);
    void* memory = hip().Malloc(kBytes);
    void* kernel = EmptyKernel();
    Forget();
    CopyToDevice(memory, host.data(), kBytes);
    hip().Launch(kernel, 1, 1, 0, nullptr, nullptr);
    Finish();
    RuntimeInfo();  // the program has initialised HIP: now the devices can be asked for
    const Sorted sorted(Taken());
    ASSERT_EQ(sorted.copies.size(), 1u);
    ASSERT_EQ(sorted.dispatches.size(), 1u);
    EXPECT_EQ(NameOf(sorted.dispatches[0]), "empty");
    for (const Activity& work : {sorted.copies[0], sorted.dispatches[0]}) {
      EXPECT_EQ(rocjfr_agent(work.record.device_id), GetParam().nodes[device]) << work.record.op;
      EXPECT_EQ(rocjfr_device(work.record.device_id), device) << work.record.op;
      EXPECT_EQ(work.submit.submit_device, device) << work.record.op;
    }
    EXPECT_EQ(rocjfr_agent_of_device(device), GetParam().nodes[device]);
  }
  EXPECT_EQ(rocjfr_agent_of_device(kDevices), -1);
}

TEST_P(HipDevices, ACopyBetweenDevicesNamesBoth) {
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
class HipOrdinals : public HipTest {
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
  if (!OnSoftwareGpu()) GTEST_SKIP() << "not on the software GPU";
  int devices = 0;
  hip().Do("hipGetDeviceCount", &devices);
  ASSERT_EQ(devices, 3);
  std::set<int32_t> nodes;
  for (int device = 0; device < devices; ++device) {
    hip().Do("hipSetDevice", device);
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

}  // namespace
}  // namespace rocjfr::test
