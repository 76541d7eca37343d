// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A machine with several sockets and GPUs, of which the program may see some, in another order:
// which agents records name.
#include <dlfcn.h>

#include "hip_fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

// Which devices the program sees, by whose variable, and their nodes in the program's order.
struct Visible {
  const char* name;
  const char* variable;
  const char* devices;
  const char* gpus;
  uint32_t nodes[2];
};

// Nodes 0 and 1 are CPUs, those from 2 on GPUs. No JVM drains, so that nobody else learns which.
class RocprofilerHipDevices : public RocprofilerHip, public testing::WithParamInterface<Visible> {
 protected:
  static constexpr int kDevices = 2;

  void SetUp() override {
    setenv("SOFTGPU_SOCKETS", "2", 1);
    setenv("SOFTGPU_GPUS", GetParam().gpus, 1);
    if (GetParam().variable != nullptr) setenv(GetParam().variable, GetParam().devices, 1);
  }
  static bool OnSoftwareGpu() {
    void* library = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_NOLOAD);
    return library != nullptr && dlsym(library, "softgpu_suspend") != nullptr;
  }
  // Calls HIP until the records name agents.
  static void WaitForAgents(const Hip& hip) {
    int device = -1;
    while (rocjfr_agent_of_device(kDevices - 1) < 0) hip.Do("hipGetDevice", &device);
  }
  static std::map<uint32_t, uint64_t> HandlesByNode() {
    std::map<uint32_t, uint64_t> handles;
    EXPECT_OK(rocprofiler_query_available_agents(
        ROCPROFILER_AGENT_INFO_VERSION_0,
        [](rocprofiler_agent_version_t, const void** list, size_t count, void* data) {
          for (size_t i = 0; i < count; ++i) {
            const auto* agent = static_cast<const rocprofiler_agent_t*>(list[i]);
            (*static_cast<std::map<uint32_t, uint64_t>*>(data))[agent->node_id] = agent->id.handle;
          }
          return ROCPROFILER_STATUS_SUCCESS;
        },
        sizeof(rocprofiler_agent_t), &handles));
    return handles;
  }
};

INSTANTIATE_TEST_SUITE_P(By, RocprofilerHipDevices,
                         testing::Values(Visible{"None", nullptr, nullptr, "2", {2, 3}},
                                         Visible{"Hip", "HIP_VISIBLE_DEVICES", "2,0", "3", {4, 2}},
                                         Visible{
                                             "Rocr", "ROCR_VISIBLE_DEVICES", "2,0", "3", {4, 2}}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(RocprofilerHipDevices, WorkAndBothEndsOfACopyNameTheirAgents) {
  Configure({kApi, kDispatch, kCopy});
  const Hip hip;
  void* memory[kDevices];
  for (int device = 0; device < kDevices; ++device) {
    hip.Do("hipSetDevice", device);
    memory[device] = hip.Malloc(4096);
    if (!OnSoftwareGpu()) GTEST_SKIP() << "not on the software GPU";
  }
  WaitForAgents(hip);
  const auto handles = HandlesByNode();
  const uint64_t gpus[kDevices] = {handles.at(GetParam().nodes[0]),
                                   handles.at(GetParam().nodes[1])};
  for (int device = 0; device < kDevices; ++device) {
    hip.Do("hipSetDevice", device);
    const Transpose transpose(hip);
    hip.Do("hipDeviceSynchronize");
    collector_.Flush();
    collector_.Forget();
    ASSERT_TRUE(transpose.Run());
    hip.Do("hipDeviceSynchronize");
    collector_.Flush();
    ASSERT_EQ(Transposes(), 1);
    for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
      EXPECT_EQ(record.dispatch_info.agent_id.handle, gpus[device]);
    }
    const auto copies = collector_.Of<CopyRecord>(kCopy);
    ASSERT_EQ(copies.size(), 2u);
    for (const CopyRecord& copy : copies) {
      const bool up = copy.operation == ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
      EXPECT_EQ((up ? copy.dst_agent_id : copy.src_agent_id).handle, gpus[device]);
      EXPECT_EQ((up ? copy.src_agent_id : copy.dst_agent_id).handle, handles.at(0));
    }
  }
  collector_.Forget();
  hip.Do("hipMemcpyPeer", memory[1], 1, memory[0], 0, size_t{4096});
  hip.Do("hipMemcpyPeer", memory[0], 0, memory[1], 1, size_t{4096});
  hip.Do("hipMemcpy", memory[1], memory[0], size_t{4096}, int{Hip::kDeviceToDevice});
  hip.Do("hipDeviceSynchronize");
  collector_.Flush();
  std::set<std::pair<uint64_t, uint64_t>> ends;
  for (const CopyRecord& copy : collector_.Of<CopyRecord>(kCopy)) {
    ends.emplace(copy.src_agent_id.handle, copy.dst_agent_id.handle);
  }
  const std::set<std::pair<uint64_t, uint64_t>> expected = {
      {gpus[0], gpus[1]}, {gpus[1], gpus[0]}, {0, 0}};
  EXPECT_EQ(ends, expected) << "the plain copy names none";
}

// Before HIP has been asked nothing is known, and nothing guessed.
TEST_P(RocprofilerHipDevices, NoRecordNamesAnotherAgent) {
  Configure({kApi, kCopy});
  const Hip hip;
  const std::vector<char> host(4096);
  hip.Do("hipSetDevice", 1);
  void* memory = hip.Malloc(host.size());
  if (!OnSoftwareGpu()) GTEST_SKIP() << "not on the software GPU";
  hip.Do("hipMemcpy", memory, host.data(), host.size(), int{Hip::kHostToDevice});
  WaitForAgents(hip);
  hip.Do("hipMemcpy", memory, host.data(), host.size(), int{Hip::kHostToDevice});
  hip.Do("hipDeviceSynchronize");
  collector_.Flush();
  const auto copies = collector_.Of<CopyRecord>(kCopy);
  ASSERT_EQ(copies.size(), 2u);
  const uint64_t gpu = HandlesByNode().at(GetParam().nodes[1]);
  EXPECT_TRUE(copies[0].dst_agent_id.handle == 0 || copies[0].dst_agent_id.handle == gpu);
  EXPECT_EQ(copies[1].dst_agent_id.handle, gpu);
}

}  // namespace
}  // namespace rocjfr::test
