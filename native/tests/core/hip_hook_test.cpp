// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hook of a real runtime: when it is on, what it costs off, clocks, AMD's roctx.
#include <atomic>
#include <thread>

#include "hip_fixture.h"
#include "other_tool.h"
#include "rocjfr/client.h"

namespace rocjfr::test {
namespace {

class HipHook : public HipTest {
 protected:
  void Use(int times) const {
    for (int i = 0; i < times; ++i) {
      CopyToDevice(device_, host_, sizeof(host_));
      hip().Do("hipMemsetAsync", device_, 0, sizeof(host_), Hip::Stream{});
    }
    hip().Do("hipDeviceSynchronize");
  }
  void Prepare() { device_ = hip().Malloc(sizeof(host_)); }

  void* device_ = nullptr;
  char host_[4096] = {};
};

TEST_F(HipHook, OffTheRuntimeNeverCallsUs) {
  Start();
  Prepare();
  Use(3);
  Finish();
  EXPECT_GT(RuntimeInfo().hook_calls, 0u);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_OFF});
  Taken();
  const uint64_t before = RuntimeInfo().hook_calls;
  Use(100);
  EXPECT_EQ(RuntimeInfo().hook_calls, before);
  EXPECT_TRUE(Taken().empty());
  EXPECT_EQ(RuntimeInfo().registrations, 1u);
}

TEST_F(HipHook, IsSharedWithAnotherTool) {
  setenv("LD_PRELOAD", "/somewhere/librocjfr.so", 1);
  Start();
  if (IsVersion(5, 2)) GTEST_SKIP() << "HIP 5.2 has another hook, which is not shared";
  Prepare();
  OtherTool::frame_bytes = rocjfr_api_data_bytes();
  Use(5);
  Forget();
  RegisterTool(&OtherTool::OnRuntime);
  Use(10);
  Finish();
  RegisterTool(nullptr);
  Use(5);
  Finish();
  const Sorted sorted(Taken());
  EXPECT_EQ(sorted.CallsOf("hipMemcpy"), 15u);
  EXPECT_EQ(sorted.copies.size(), 30u);
  for (const Activity& copy : sorted.copies) EXPECT_NE(sorted.CallOf(copy), "");
  EXPECT_GE(OtherTool::enters.load(), 21u);
  EXPECT_GE(OtherTool::work.size(), 20u);
  OtherTool::ExpectConsistent();
}

TEST_F(HipHook, ComesOnInMidRun) {
  Initialize();
  LoadHip();
  Prepare();
  Use(10);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_ON});
  Taken();
  Use(10);
  Finish();
  const Sorted sorted(Taken());
  EXPECT_EQ(sorted.CallsOf("hipMemcpy"), 10u);
  EXPECT_EQ(sorted.copies.size(), 20u);
}

TEST_F(HipHook, CyclesUnderLoadKeepTheAccount) {
  Start();
  Prepare();
  std::atomic<bool> done{false};
  std::thread load([&] {
    while (!done.load()) Use(5);
  });
  for (int cycle = 0; cycle < 20; ++cycle) {
    SleepMs(5);
    rocjfr_quiesce(200, 20);
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
    rocjfr_abandon_in_flight();
    // The call of that moment may have been answered before, and submit only now.
    while (rocjfr_in_flight() != 0) rocjfr_abandon_in_flight();
    Taken();
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  }
  done.store(true);
  load.join();
  Finish();
  EXPECT_EQ(RuntimeInfo().registrations, 21u);
  Taken();
  Use(10);
  Finish();
  const Sorted sorted(Taken());
  EXPECT_EQ(sorted.copies.size(), 20u) << "as good as new";
}

TEST_F(HipHook, InFlightFallsToNothing) {
  Start();
  void* spin = SpinKernel();
  Forget();
  unsigned microseconds = 20000;
  void* arguments[] = {&microseconds};
  {
    const HeldGpu held;  // however long it takes to submit them
    for (int i = 0; i < 5; ++i) hip().Launch(spin, 1, 64, 0, nullptr, arguments);
    EXPECT_EQ(rocjfr_in_flight(), 5u);
  }
  Finish();
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(Sorted(Taken()).dispatches.size(), 5u);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 0u);
}

TEST_F(HipHook, TheRuntimeIsDescribed) {
  Start();
  Prepare();
  Use(1);
  const auto info = RuntimeInfo();
  EXPECT_NE(std::string(info.path).find("libamdhip64"), std::string::npos) << info.path;
  EXPECT_EQ(info.version, hip().Version());
  EXPECT_GE(info.devices, 1);
  EXPECT_STREQ(info.message, "");
  EXPECT_STREQ(info.hook, IsVersion(5, 2) ? "register/activity (5.2)" : "tracer callback (5.3+)");
  RecordProperty("hip", info.version_text);
  for (const char* function : {"hipLaunchKernel", "hipMalloc", "hipMemcpy"}) {
    bool found = false;
    for (uint32_t id = 1; id <= rocjfr_api_last(); ++id) {
      const char* name = rocjfr_api_name(id);
      found = found || (name != nullptr && strcmp(name, function) == 0);
    }
    EXPECT_TRUE(found) << function;
  }
}

TEST_F(HipHook, TheGpuClockIsReadBetweenTwoOfTheHosts) {
  Initialize();
  rocjfr_clock_sample_t first, second;
  EXPECT_EQ(rocjfr_sample_gpu_clock(nullptr), ROCJFR_STATUS_INVALID_ARGUMENT);
  EXPECT_EQ(rocjfr_sample_gpu_clock(&first), ROCJFR_STATUS_UNSUPPORTED) << "no HSA yet";
  setenv("SOFTGPU_CLOCK_OFFSET_NS", "3600000000000", 0);
  setenv("SOFTGPU_CLOCK_DRIFT_PPM", "200", 0);
  LoadHip();
  Prepare();
  ASSERT_EQ(rocjfr_sample_gpu_clock(&first), ROCJFR_STATUS_SUCCESS);
  SleepMs(100);
  ASSERT_EQ(rocjfr_sample_gpu_clock(&second), ROCJFR_STATUS_SUCCESS);
  EXPECT_LE(first.before_ns, first.after_ns);
  EXPECT_LE(first.after_ns, second.before_ns);
  const double host = static_cast<double>(second.before_ns + second.after_ns) / 2 -
                      static_cast<double>(first.before_ns + first.after_ns) / 2;
  const double gpu = static_cast<double>(second.gpu_ns - first.gpu_ns);
  const double error =
      static_cast<double>(first.after_ns - first.before_ns + second.after_ns - second.before_ns);
  EXPECT_NEAR(gpu / host, 1.0, 0.001 + error / host) << "nanoseconds, whatever HSA counts in";
  void* hsa = dlopen("libhsa-runtime64.so.1", RTLD_NOLOAD | RTLD_LAZY);
  using FromMonotonic = uint64_t (*)(uint64_t);
  const auto convert = reinterpret_cast<FromMonotonic>(dlsym(hsa, "softgpu_clock_from_monotonic"));
  if (convert == nullptr) return;  // a real GPU
  EXPECT_GE(first.gpu_ns, convert(first.before_ns));
  EXPECT_LE(first.gpu_ns, convert(first.after_ns));
  EXPECT_GT(first.gpu_ns, first.after_ns + 3500000000000u);
}

TEST_F(HipHook, AmdsRoctxRangesReachUs) {
  const char* path = "/usr/lib/x86_64-linux-gnu/libroctx64.so.4";
  Initialize();
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  void* roctx = dlopen(path, RTLD_NOW);
  if (roctx == nullptr) GTEST_SKIP() << "AMD's libroctx64 is not installed";
  rocjfr_poll();
  EXPECT_EQ(RuntimeInfo().roctx, 1u);
  const auto mark = reinterpret_cast<void (*)(const char*)>(dlsym(roctx, "roctxMarkA"));
  const auto push = reinterpret_cast<int (*)(const char*)>(dlsym(roctx, "roctxRangePushA"));
  const auto pop = reinterpret_cast<int (*)()>(dlsym(roctx, "roctxRangePop"));
  const auto start = reinterpret_cast<uint64_t (*)(const char*)>(dlsym(roctx, "roctxRangeStartA"));
  const auto stop = reinterpret_cast<void (*)(uint64_t)>(dlsym(roctx, "roctxRangeStop"));
  EXPECT_EQ(push("outer"), 0);
  EXPECT_EQ(push("inner"), 1);
  mark("mark");
  pop();
  pop();
  EXPECT_EQ(pop(), -1);
  const uint64_t id = start("started");
  std::thread([&] { stop(id); }).join();
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 4u);
  std::map<std::string, rocjfr_record_t> records;
  for (const Activity& activity : taken) records[activity.message] = activity.record;
  EXPECT_EQ(records["mark"].kind, 2u);
  EXPECT_EQ(records["inner"].kind, 1u);
  EXPECT_EQ(records["outer"].kind, 0u);
  EXPECT_EQ(records["started"].op, uint32_t{ROCJFR_ROCTX_START_STOP});
  EXPECT_EQ(records["started"].correlation_id, id);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  mark("off");
  EXPECT_TRUE(Taken().empty());
}

}  // namespace
}  // namespace rocjfr::test
