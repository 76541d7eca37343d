// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// roctracer_start and roctracer_stop.
#include <atomic>
#include <thread>

#include "fixture.h"
#include "rocjfr/rocjfr.h"
#include "roctracer/roctracer_roctx.h"

namespace rocjfr::test {
namespace {

class StartStop : public RoctracerTest {};
ROCJFR_BOTH_GENERATIONS(StartStop);

int g_started, g_stopped;

TEST_P(StartStop, FunctionsAreCalledOnTransitionsOnly) {
  roctracer_ext_properties_t functions = {[] { ++g_started; }, [] { ++g_stopped; }};
  EXPECT_OK(roctracer_set_properties(ACTIVITY_DOMAIN_EXT_API, &functions));
  roctracer_start();
  EXPECT_EQ(g_started, 0) << "a process begins started";
  roctracer_stop();
  roctracer_stop();
  EXPECT_EQ(g_stopped, 1);
  roctracer_start();
  roctracer_start();
  EXPECT_EQ(g_started, 1);
  functions = {nullptr, nullptr};
  EXPECT_OK(roctracer_set_properties(ACTIVITY_DOMAIN_EXT_API, &functions));
  roctracer_stop();
  roctracer_start();
  EXPECT_EQ(g_stopped, 1);
}

TEST_P(StartStop, NothingOfHipIsTracedWhileStopped) {
  static int calls, marks;
  const auto count = [](uint32_t, uint32_t, const void*, void* arg) { ++*static_cast<int*>(arg); };
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, count, &calls));
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, count, &marks));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(calls, 2);
  roctracer_stop();
  stub().Call(STUBHIP_hipMalloc);
  roctxMark("stopped");
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(marks, 1) << "ROCTX goes on";
  EXPECT_EQ(stub().Callbacks(), 0u);
  // What is enabled meanwhile takes effect at the start.
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  EXPECT_EQ(stub().Callbacks(), 0u);
  roctracer_start();
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  EXPECT_EQ(calls, 4);
  EXPECT_OK(roctracer_close_pool());
  const auto records = collector.Records();
  ASSERT_EQ(records.size(), 3u);
  const auto api = collector.Records(ACTIVITY_DOMAIN_HIP_API);
  ASSERT_EQ(api.size(), 2u);
  EXPECT_EQ(api[1].record.correlation_id, api[0].record.correlation_id + 1)
      << "no id is taken while stopped";
}

TEST_P(StartStop, ACallInProgressAtAStopMakesNoRecordAndNoExit) {
  static std::vector<uint32_t> phases;
  const auto note = [](uint32_t, uint32_t, const void* data, void*) {
    phases.push_back(static_cast<const uint32_t*>(data)[2]);
  };
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, note, nullptr));
  // 5.2 changes its hooks when calls have ended: stopped from another thread, as programs do.
  if (!IsTracer()) stub().Symbol<void (*)(uint32_t)>("stubhip_set_waits")(1);
  std::thread stopper;
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&] {
    if (IsTracer()) {
      roctracer_stop();
    } else {
      stopper = std::thread([] { roctracer_stop(); });
      auto* waiting = stub().Symbol<uint32_t (*)()>("stubhip_waiting");
      while (waiting() == 0) std::this_thread::yield();
    }
  });
  if (stopper.joinable()) stopper.join();
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(phases, (std::vector<uint32_t>{0}));
  EXPECT_EQ(collector.Count(), 0u);
}

// Stops or disables with work in flight that is reported meanwhile, and looks for its record.
void EndWithWorkInFlight(const Stub& stub, bool stop) {
  Collector collector;
  collector.Open();
  EXPECT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  const auto command = stub.CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  rocjfr_hold_waits(1);  // however long the work takes on a busy machine
  std::thread gpu([&] {
    while (rocjfr_hold_waits(1) == 0) std::this_thread::yield();
    EXPECT_TRUE(stub.Complete(command, kCopyWork));
  });
  if (stop) {
    roctracer_stop();
  } else {
    EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  }
  gpu.join();
  rocjfr_hold_waits(0);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), 1u);
  EXPECT_OK(roctracer_close_pool());
  roctracer_start();
}

// Work that is in flight at a stop or disable is waited for: its record is there afterwards.
TEST_P(StartStop, WorkInFlightIsDelivered) {
  for (const bool stop : {true, false}) {
    SCOPED_TRACE(stop ? "stop" : "disable");
    EndWithWorkInFlight(stub(), stop);
  }
}

// It is not lost at the disable: its record would come when it ends, as long as its pool is open.
TEST_P(StartStop, WorkThatNeverEndsIsWaitedForBrieflyAndCountedWithItsPool) {
  Collector collector;
  collector.Open();
  roctracer_pool_t* pool = roctracer_default_pool();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  const uint64_t lost = rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, std::chrono::milliseconds(15));
  EXPECT_LT(took, std::chrono::seconds(60)) << "it ends";
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), lost);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), lost + 1);
  uint64_t of_pool = 0;
  EXPECT_OK(roctracer_rocjfr_lost_records(pool, &of_pool));
  EXPECT_EQ(of_pool, 1u);
  EXPECT_EQ(collector.Count(), 0u);
}

}  // namespace
}  // namespace rocjfr::test
