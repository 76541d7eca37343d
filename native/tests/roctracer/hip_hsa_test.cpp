// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA below real HIP runtimes, on the software GPU, which counts what it does; nothing of HSA is
// linked.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "hip.h"
#include "hsa_fixture.h"
#include "softgpu.h"
#include "transpose.h"

namespace rocjfr::test {
namespace {

std::map<std::string, int64_t> NamesOf(const std::vector<Kept>& records) {
  std::map<std::string, int64_t> names;
  for (const Kept& kept : records) {
    ++names[roctracer_op_string(kept.record.domain, kept.record.op, kept.record.kind)];
  }
  return names;
}

// Each function of HSA as often as a tool below ours has counted it.
TEST(RoctracerHip, HsaCallsAreThoseOfTheRuntime) {
  constexpr int kRuns = 10;
  const Probe probe;
  Collector collector;
  collector.Open();
  Told told;
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  rocjfr_hsa_info_t info;
  ASSERT_EQ(rocjfr_hsa(&info), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(info.state, uint32_t{ROCJFR_HSA_READY}) << info.message;
  hip.Do("hipDeviceSynchronize");
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HSA_API, &Told::OnCall, &told));
  std::map<std::string, int64_t> before, calls;
  const auto count = [&](std::map<std::string, int64_t>* to) {
    for (uint32_t i = 0; i < rocjfr_hsa_functions(); ++i) {
      rocjfr_hsa_function_t function;
      ASSERT_EQ(rocjfr_hsa_function(i, &function), ROCJFR_STATUS_SUCCESS);
      (*to)[function.name] = probe.Calls(function.name);
    }
  };
  count(&before);
  for (int i = 0; i < kRuns; ++i) ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  count(&calls);
  ASSERT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HSA_API));
  ASSERT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  EXPECT_OK(roctracer_close_pool());
  std::map<std::string, int64_t> names = NamesOf(collector.Records(kHsaApi)), expected;
  // The runtime has a thread of its own that may be in a call at either end.
  for (const auto& [name, number] : calls) {
    if (number != before[name]) expected[name] = number - before[name];
  }
  EXPECT_GT(names.size(), 5u);
  for (const auto& [name, number] : expected) {
    if (name == "hsa_system_get_info") continue;  // our clock asks for it, too
    EXPECT_EQ(names[name], number) << name;
    EXPECT_EQ(told.enters[name], number) << name;
    EXPECT_EQ(told.exits[name], number) << name;
  }
}

// As often as the device says that it has done it.
TEST(RoctracerHip, HsaWorkIsThatOfTheDevice) {
  constexpr int kRuns = 20;
  setenv("ROCJFR_HSA_DISPATCH", "1", 1);
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  const Hip hip;
  const Transpose transpose(hip);
  for (int i = 0; i < kRuns; ++i) ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  const auto stats_of =
      reinterpret_cast<decltype(&softgpu_stats)>(dlsym(RTLD_DEFAULT, "softgpu_stats"));
  void* hsa = dlopen("libhsa-runtime64.so.1", RTLD_NOLOAD | RTLD_LAZY);
  const auto stats_in = reinterpret_cast<decltype(&softgpu_stats)>(dlsym(hsa, "softgpu_stats"));
  if (stats_of == nullptr && stats_in == nullptr) GTEST_SKIP() << "needs the software GPU";
  ASSERT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  ASSERT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  softgpu_stats_t stats = {};
  stats.size = sizeof(stats);
  ASSERT_EQ((stats_of != nullptr ? stats_of : stats_in)(&stats), 0);
  EXPECT_OK(roctracer_close_pool());

  uint64_t counts[3] = {}, bytes = 0, hip_dispatches = 0;
  for (const Kept& kept : collector.Records(kHsaWork)) {
    ASSERT_LT(kept.record.op, 3u);
    ++counts[kept.record.op];
    if (kept.record.op == HSA_OP_ID_COPY) bytes += kept.record.bytes;
    EXPECT_LE(kept.record.begin_ns, kept.record.end_ns);
    EXPECT_NE(kept.record.begin_ns, 0u);
  }
  for (const Kept& kept : collector.Records(ACTIVITY_DOMAIN_HIP_OPS)) {
    hip_dispatches += kept.record.op == kDispatch ? 1 : 0;
  }
  EXPECT_EQ(counts[HSA_OP_ID_DISPATCH], stats.dispatches + stats.blit_dispatches);
  EXPECT_EQ(counts[HSA_OP_ID_COPY], stats.copies);
  EXPECT_EQ(bytes, stats.copy_bytes);
  EXPECT_EQ(counts[HSA_OP_ID_BARRIER], stats.barriers);
  EXPECT_EQ(stats.dispatches, uint64_t{kRuns});
  EXPECT_EQ(hip_dispatches, uint64_t{kRuns}) << "HIP's own records are as without";
}

}  // namespace
}  // namespace rocjfr::test
