// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Real HIP runtimes, on the software GPU where it is in the library path. Nothing is linked: one
// binary for all versions of HIP.
#include "hip.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <set>
#include <thread>

#include "collector.h"
#include "rocjfr/rocjfr.h"
#include "transpose.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kApi = ACTIVITY_DOMAIN_HIP_API, kOps = ACTIVITY_DOMAIN_HIP_OPS;

struct Calls {
  std::map<std::string, int> enters, exits;
  std::mutex mutex;
};
void Count(uint32_t domain, uint32_t op, const void* data, void* arg) {
  auto* calls = static_cast<Calls*>(arg);
  const bool exit = static_cast<const uint32_t*>(data)[2] != 0;
  std::lock_guard<std::mutex> lock(calls->mutex);
  ++(exit ? calls->exits : calls->enters)[roctracer_op_string(domain, op, 0)];
}

std::map<std::string, int> CountNames(const std::vector<Kept>& records) {
  std::map<std::string, int> counts;
  for (const Kept& kept : records) {
    ++counts[roctracer_op_string(kept.record.domain, kept.record.op, kept.record.kind)];
  }
  return counts;
}

// Callbacks and activities of everything around a known program.
TEST(RoctracerHip, EveryCallAndKernelOnce) {
  constexpr int kRuns = 20;
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());  // what the runtime does once is not counted
  hip.Do("hipDeviceSynchronize");

  Calls calls;
  Collector collector(0x4000);
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, &Count, &calls));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  roctracer_timestamp_t before = 0, after = 0;
  EXPECT_OK(roctracer_get_timestamp(&before));
  for (int i = 0; i < kRuns; ++i) {
    roctracer_activity_push_external_correlation_id(static_cast<uint64_t>(i) + 100);
    ASSERT_TRUE(transpose.Run());
    roctracer_activity_pop_external_correlation_id(nullptr);
  }
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  EXPECT_OK(roctracer_close_pool());
  EXPECT_OK(roctracer_get_timestamp(&after));
  ASSERT_TRUE(transpose.Run()) << "and HIP goes on";

  const std::map<std::string, int> expected = {{"hipMalloc", 2 * kRuns},
                                               {"hipMemcpy", 2 * kRuns},
                                               {"hipModuleLaunchKernel", kRuns},
                                               {"hipFree", 2 * kRuns},
                                               {"hipDeviceSynchronize", 1}};
  EXPECT_EQ(calls.enters, expected);
  EXPECT_EQ(calls.exits, expected);
  const auto api = collector.Records(kApi);
  EXPECT_EQ(CountNames(api), expected);
  const auto ext = collector.Records(ACTIVITY_DOMAIN_EXT_API);
  EXPECT_EQ(ext.size(), 7u * kRuns) << "every call but the last";

  std::map<uint64_t, uint32_t> call_of;  // function, by correlation id
  for (const Kept& kept : api) {
    EXPECT_TRUE(call_of.emplace(kept.record.correlation_id, kept.record.op).second);
    EXPECT_LE(before, kept.record.begin_ns);
    EXPECT_LE(kept.record.begin_ns, kept.record.end_ns);
    EXPECT_LE(kept.record.end_ns, after);
  }
  int kernels = 0;
  uint64_t copied = 0;
  std::set<uint64_t> launches;
  for (const Kept& kept : collector.Records(kOps)) {
    const activity_record_t& record = kept.record;
    EXPECT_LE(record.begin_ns, record.end_ns);
    EXPECT_LE(before, record.begin_ns) << "one clock for calls and work";
    EXPECT_LE(record.end_ns, after);
    if (record.op == kBarrier) continue;
    const auto call = call_of.find(record.correlation_id);
    ASSERT_NE(call, call_of.end()) << "op " << record.op << " kind " << record.kind;
    const std::string function = roctracer_op_string(kApi, call->second, 0);
    if (record.op == kDispatch && function == "hipModuleLaunchKernel") {
      ++kernels;
      EXPECT_TRUE(launches.insert(record.correlation_id).second);
      EXPECT_NE(kept.name.find("matrixTranspose"), std::string::npos) << kept.name;
    } else if (record.op == kCopy) {
      EXPECT_EQ(function, "hipMemcpy");
      copied += record.bytes;
    }
  }
  EXPECT_EQ(kernels, kRuns);
  EXPECT_EQ(copied, 2 * kRuns * Transpose::kBytes);
  EXPECT_EQ(rocjfr_lost(kOps, ROCJFR_LOST_IN_FLIGHT), 0u);
}

// Enabled before HIP is in the process: its first calls are there.
TEST(RoctracerHip, EnabledBeforeHipIsLoaded) {
  Calls calls;
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, &Count, &calls));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  const Hip hip;
  hip.Do("hipFree", hip.Malloc(4096));
  ASSERT_TRUE(Transpose(hip).Run());
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(roctracer_flush_activity());
  const auto api = CountNames(collector.Records(kApi));
  EXPECT_EQ(api.at("hipMalloc"), 3);
  EXPECT_EQ(api.at("hipFree"), 3);
  EXPECT_EQ(api.at("hipModuleLaunchKernel"), 1);
  EXPECT_EQ(calls.enters.at("hipMalloc"), 3);
  EXPECT_OK(roctracer_close_pool());
  int kernels = 0;
  for (const Kept& kept : collector.Records(kOps)) {
    kernels += kept.name.find("matrixTranspose") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(kernels, 1);
}

// A call that HIP refuses makes a record as any other, and no work.
TEST(RoctracerHip, FailingCallsAreRecorded) {
  const Hip hip;
  hip.Do("hipFree", hip.Malloc(4096));
  Calls calls;
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, &Count, &calls));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  void* memory = nullptr;
  constexpr size_t kTooMuch = size_t{1} << 60;
  EXPECT_NE(hip("hipMalloc", &memory, kTooMuch), 0);
  void* nowhere = nullptr;
  const void* from_nowhere = nullptr;
  EXPECT_NE(hip("hipMemcpy", nowhere, from_nowhere, size_t{64}, 1), 0);
  EXPECT_OK(roctracer_close_pool());
  const std::map<std::string, int> expected = {{"hipMalloc", 1}, {"hipMemcpy", 1}};
  EXPECT_EQ(CountNames(collector.Records(kApi)), expected);
  EXPECT_EQ(calls.enters, expected);
  EXPECT_EQ(calls.exits, expected);
  EXPECT_EQ(collector.Records(kOps).size(), 0u);
}

// This program is not linked with roctx.
TEST(RoctracerHip, RoctxIsFoundWhenItIsLoaded) {
  static std::atomic<int> heard;
  ASSERT_EQ(dlopen("libroctx64.so.4", RTLD_NOLOAD | RTLD_LAZY), nullptr);
  ASSERT_OK(roctracer_enable_domain_callback(
      ACTIVITY_DOMAIN_ROCTX, [](uint32_t, uint32_t, const void*, void*) { ++heard; }, nullptr));
  void* library = dlopen("libroctx64.so.4", RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto mark = reinterpret_cast<void (*)(const char*)>(dlsym(library, "roctxMarkA"));
  ASSERT_NE(mark, nullptr);
  for (int i = 0; i < 600000 && heard.load() == 0; ++i) {
    mark("until it is heard");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const int before = heard.load();
  EXPECT_GT(before, 0);
  for (int i = 0; i < 10; ++i) mark("each");
  EXPECT_EQ(heard.load(), before + 10);
}

// Threads, a small pool, and the consumer itself calls HIP.
TEST(RoctracerHip, ThreadsAndAConsumerThatCallsHip) {
  constexpr int kThreads = 3, kRuns = 10;
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  Collector collector(0x400);
  collector.in_callback = [&] {
    int device = -1;
    hip.Do("hipGetDevice", &device);
  };
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < kRuns; ++j) EXPECT_TRUE(transpose.Run());
    });
  }
  for (auto& thread : threads) thread.join();
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(roctracer_close_pool());
  const auto api = CountNames(collector.Records(kApi));
  EXPECT_EQ(api.at("hipModuleLaunchKernel"), kThreads * kRuns);
  EXPECT_GT(api.at("hipGetDevice"), 0);
  int kernels = 0;
  for (const Kept& kept : collector.Records(kOps)) {
    kernels += kept.name.find("matrixTranspose") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(kernels, kThreads * kRuns);
}

// In the callback of a full buffer of the default pool: what it waits for is reported to the same
// pool, more of it than the runtime's thread can keep until the callback returns.
TEST(RoctracerHip, ACallbackMayWaitForTheGpu) {
  constexpr int kCopies = 3000, kWaits = 5;
  const Hip hip;
  const Transpose transpose(hip);
  ASSERT_TRUE(transpose.Run());
  void* from = hip.Malloc(4096);
  void* to = hip.Malloc(4096);
  Collector collector(0x400);
  std::atomic<int> waits{0};
  collector.in_callback = [&] {
    if (waits.load() > kWaits) return;
    for (int i = 0; waits.load() == 0 && i < kCopies; ++i) {
      hip.Do("hipMemcpyDtoDAsync", to, from, size_t{4096}, Hip::Stream{nullptr});
    }
    if (waits.load() < kWaits) hip.Do("hipDeviceSynchronize");
    ++waits;
  };
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  int runs = 0;
  for (; waits.load() <= kWaits; ++runs) ASSERT_TRUE(transpose.Run());
  hip.Do("hipDeviceSynchronize");
  EXPECT_OK(roctracer_close_pool());
  auto api = CountNames(collector.Records(kApi));
  EXPECT_EQ(api["hipModuleLaunchKernel"], runs);
  EXPECT_EQ(api["hipDeviceSynchronize"], kWaits + 1) << "the callback's are recorded, too";
  EXPECT_EQ(api["hipMemcpyDtoDAsync"], kCopies);
  int kernels = 0, copies = 0;
  for (const Kept& kept : collector.Records(kOps)) {
    kernels += kept.name.find("matrixTranspose") != std::string::npos ? 1 : 0;
    copies += kept.record.op == kCopy ? 1 : 0;
  }
  EXPECT_EQ(kernels, runs);
  EXPECT_EQ(copies, kCopies + 2 * runs);
}

}  // namespace
}  // namespace rocjfr::test
