// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A machine with several sockets and GPUs, and the clock of a machine that sleeps, through
// roctracer on real HIP runtimes.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "collector.h"
#include "hip.h"
#include "rocjfr/rocjfr.h"
#include "transpose.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kApi = ACTIVITY_DOMAIN_HIP_API, kOps = ACTIVITY_DOMAIN_HIP_OPS;

void* OfSoftwareGpu(const char* function) {
  void* library = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_NOLOAD);
  return library == nullptr ? nullptr : dlsym(library, function);
}

// Nodes 0 and 1 are CPUs, 2 to 4 GPUs, of which HIP shows those of the nodes 4 and 2. As with AMD's
// library, a record says what the runtime says: HIP 5.2 its ordinal, later ones the agent's node.
TEST(RoctracerHipDevices, WorkNamesItsDevice) {
  constexpr int kDevices = 2;
  constexpr int kNodes[kDevices] = {4, 2};
  setenv("SOFTGPU_SOCKETS", "2", 1);
  setenv("SOFTGPU_GPUS", "3", 1);
  setenv("HIP_VISIBLE_DEVICES", "2,0", 1);
  const Hip hip;
  int devices = 0;
  hip.Do("hipGetDeviceCount", &devices);
  if (OfSoftwareGpu("softgpu_suspend") == nullptr) GTEST_SKIP() << "not on the software GPU";
  ASSERT_EQ(devices, kDevices);
  const bool tells_ordinals = hip.Version() / 100000 == 502;
  for (int device = 0; device < kDevices; ++device) {
    hip.Do("hipSetDevice", device);
    const Transpose transpose(hip);
    ASSERT_TRUE(transpose.Run());  // what the runtime does once is not counted
    hip.Do("hipDeviceSynchronize");
    Collector collector;
    collector.Open();
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    ASSERT_TRUE(transpose.Run());
    hip.Do("hipDeviceSynchronize");
    EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    EXPECT_OK(roctracer_close_pool());
    int kernels = 0, copies = 0;
    for (const Kept& kept : collector.Records(kOps)) {
      kernels += kept.record.op == kDispatch ? 1 : 0;
      copies += kept.record.op == kCopy ? 1 : 0;
      EXPECT_EQ(kept.record.device_id, tells_ordinals ? device : kNodes[device]) << kept.record.op;
    }
    EXPECT_EQ(kernels, 1);
    EXPECT_EQ(copies, 2);
  }
}

// The GPU's clock goes on while the machine sleeps, that of calls does not: both are told by one.
TEST(RoctracerHip, AfterASuspendAllTimesAreOfOneClock) {
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  const auto suspend = reinterpret_cast<int (*)(uint64_t)>(OfSoftwareGpu("softgpu_suspend"));
  if (suspend == nullptr) GTEST_SKIP() << "not on the software GPU";
  // Who reads two clocks may be kept waiting between them: what is looked for is the hour.
  constexpr uint64_t kClockErrorNs = 600000000000u, kHourNs = 3600000000000u;
  Collector collector;
  ASSERT_NO_FATAL_FAILURE(collector.Open());
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  size_t seen = 0;
  for (const uint64_t slept : {uint64_t{0}, kHourNs}) {
    roctracer_timestamp_t before = 0, after = 0;
    EXPECT_OK(roctracer_get_timestamp(&before));
    if (slept != 0) {
      ASSERT_EQ(suspend(slept), 0);
      // Until the clocks are compared again: each millisecond, by the clock that stands still.
      const roctracer_timestamp_t resumed = before + slept;
      while (before < resumed) EXPECT_OK(roctracer_get_timestamp(&before));
    }
    ASSERT_TRUE(transpose.Run());
    hip.Do("hipDeviceSynchronize");
    EXPECT_OK(roctracer_flush_activity());
    EXPECT_OK(roctracer_get_timestamp(&after));
    int calls = 0, kernels = 0, copies = 0;
    const auto records = collector.Records();
    for (; seen < records.size(); ++seen) {
      const activity_record_t& record = records[seen].record;
      if (record.domain != kApi && record.domain != kOps) continue;
      calls += record.domain == kApi ? 1 : 0;
      kernels += record.domain == kOps && record.op == kDispatch ? 1 : 0;
      copies += record.domain == kOps && record.op == kCopy ? 1 : 0;
      EXPECT_LE(before, record.begin_ns + kClockErrorNs) << record.domain << " " << record.op;
      EXPECT_LE(record.begin_ns, record.end_ns);
      EXPECT_LE(record.end_ns, after + kClockErrorNs) << record.domain << " " << record.op;
    }
    EXPECT_EQ(calls, 8);
    EXPECT_EQ(kernels, 1);
    EXPECT_EQ(copies, 2);
  }
  EXPECT_OK(roctracer_close_pool());
}

}  // namespace
}  // namespace rocjfr::test
