// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One test for each thing at which AMD's library hangs, crashes or loses while a program runs. At
// its ends: ends_test.cpp.
#include <atomic>
#include <thread>

#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

class Defects : public RoctracerTest {
 protected:
  void EnableCalls() { ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API)); }
};
ROCJFR_BOTH_GENERATIONS(Defects);

class LateDefects : public Defects {
 protected:
  LateDefects() { load_first_ = false; }
};
ROCJFR_BOTH_GENERATIONS(LateDefects);

TEST_P(LateDefects, EnablingBeforeHipIsLoadedWorksOnceItIs) {
  if (kThreadSanitizer) GTEST_SKIP() << "ThreadSanitizer does not see the locks of the loader";
  static std::atomic<int> calls;
  Collector collector;
  collector.Open();
  EnableCalls();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  ASSERT_OK(roctracer_enable_op_callback(
      ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpyAsync,
      [](uint32_t, uint32_t, const void*, void*) { calls.fetch_add(1); }, nullptr));
  Load();
  for (int i = 0; i < 600000 && stub().Callbacks() == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_NE(stub().Callbacks(), 0u) << "nobody called us, the runtime was found all the same";
  // 5.2: until all functions are registered; 6: until calls of before the hook have ended.
  for (int i = 0; i < 600000 && calls.load() < 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    calls = 0;
    Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  }
  EXPECT_OK(roctracer_flush_activity());
  const size_t before = collector.Count();
  calls = 0;
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), before + 2);
  EXPECT_EQ(calls.load(), 2);
}

TEST_P(Defects, ClosingAPoolWithActivitiesDisablesThemAndFlushes) {
  Collector collector;
  roctracer_pool_t* const pool = collector.OpenExplicit();
  ASSERT_OK(roctracer_enable_domain_activity_expl(ACTIVITY_DOMAIN_HIP_API, pool));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_close_pool_expl(pool));
  EXPECT_EQ(collector.Count(), 1u);
  for (int i = 0; i < 1000; ++i) stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(collector.Count(), 1u);
}

TEST_P(Defects, FlushInTheBufferCallback) {
  Collector collector(0x1000);
  collector.in_callback = [] { EXPECT_OK(roctracer_flush_activity()); };
  collector.Open();
  EnableCalls();
  for (int i = 0; i < 500; ++i) stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), 500u);
}

// It does not know that another thread has begun to close its pool.
TEST_P(Defects, FlushAndCloseInTheBufferCallbackOfAPoolThatIsBeingClosed) {
  Collector collector(0x1000);
  roctracer_pool_t* pool = nullptr;
  std::atomic<int> callbacks{0};
  collector.in_callback = [&] {
    ++callbacks;
    EXPECT_OK(roctracer_flush_activity_expl(pool));
    EXPECT_OK(roctracer_close_pool_expl(pool));
  };
  pool = collector.OpenExplicit();
  ASSERT_OK(roctracer_enable_domain_activity_expl(ACTIVITY_DOMAIN_HIP_API, pool));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_close_pool_expl(pool));
  EXPECT_EQ(callbacks, 1);
  EXPECT_EQ(collector.Count(), 1u);
  EXPECT_EQ(roctracer_flush_activity_expl(pool), ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT);
}

TEST_P(Defects, CloseInTheBufferCallback) {
  Collector collector(0x1000);
  std::atomic<int> closed{0};
  collector.in_callback = [&] {
    if (closed.fetch_add(1) == 0) {
      EXPECT_OK(roctracer_close_pool());
    }
  };
  collector.Open();
  EnableCalls();
  for (int i = 0; i < 64; ++i) stub().Call(STUBHIP_hipMalloc);
  stub().Call(STUBHIP_hipMalloc);
  ASSERT_TRUE(collector.WaitForBuffers(2)) << "the rest is delivered after the callback";
  EXPECT_EQ(collector.Count(), 65u);
  EXPECT_EQ(roctracer_default_pool(), nullptr);
  Collector next;
  next.Open();
  EXPECT_OK(roctracer_close_pool());
}

// Its own calls are traced as well, and come with a later buffer; also when there are more of them
// than the pool holds.
TEST_P(Defects, TracedCallsInTheBufferCallback) {
  Collector collector(0x400);
  std::atomic<int> callbacks{0};
  constexpr int kCallbacks = 3, kCalls = 200;
  collector.in_callback = [&] {
    if (callbacks.fetch_add(1) >= kCallbacks) return;
    for (int i = 0; i < kCalls; ++i) stub().Call(STUBHIP_hipGetDevice);
  };
  collector.Open();
  EnableCalls();
  for (int i = 0; i < 200; ++i) stub().Call(STUBHIP_hipMalloc);
  for (int i = 0; i < 2 * kCallbacks; ++i) EXPECT_OK(roctracer_flush_activity());
  size_t inner = 0, outer = 0;
  uint64_t last = 0;
  for (const Kept& kept : collector.Records()) {
    if (kept.record.op == STUBHIP_hipMalloc) ++outer;
    if (kept.record.op != STUBHIP_hipGetDevice) continue;
    ++inner;
    EXPECT_LT(last, kept.record.correlation_id) << "in their order";
    last = kept.record.correlation_id;
  }
  EXPECT_EQ(outer, 200u);
  EXPECT_EQ(inner, static_cast<size_t>(kCallbacks * kCalls));
  EXPECT_OK(roctracer_close_pool());
}

TEST_P(Defects, EnableAndDisableInTheBufferCallback) {
  Collector collector(0x1000), other;
  roctracer_pool_t* const pool = other.OpenExplicit();
  std::atomic<int> callbacks{0};
  collector.in_callback = [&] {
    if (callbacks.fetch_add(1) != 0) return;
    EXPECT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy, pool));
    EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
    EXPECT_OK(roctracer_flush_activity_expl(pool));
  };
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  for (int i = 0; i < 300; ++i) stub().Call(STUBHIP_hipMalloc);  // waits for the callback
  EXPECT_OK(roctracer_flush_activity());
  const size_t before = collector.Count();
  EXPECT_LE(before, 300u);
  stub().Call(STUBHIP_hipMalloc);
  // Where HIP waits for calls, as 5.2 does, a callback's wish comes true a moment later.
  while (other.Count() == 0) {
    stub().Call(STUBHIP_hipMemcpy);
    EXPECT_OK(roctracer_flush_activity_expl(pool));
  }
  EXPECT_OK(roctracer_close_pool());
  EXPECT_OK(roctracer_close_pool_expl(pool));
  EXPECT_EQ(collector.Count(), before);
  EXPECT_EQ(other.Count(), 1u);
}

// Two pools whose callbacks flush each other's: one of them does not wait.
TEST_P(Defects, BufferCallbacksThatFlushEachOther) {
  Collector first, second;
  roctracer_pool_t* const one = first.OpenExplicit();
  roctracer_pool_t* const two = second.OpenExplicit();
  first.in_callback = [&] { EXPECT_OK(roctracer_flush_activity_expl(two)); };
  second.in_callback = [&] { EXPECT_OK(roctracer_flush_activity_expl(one)); };
  ASSERT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, one));
  ASSERT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy, two));
  for (int i = 0; i < 100; ++i) {
    stub().Call(STUBHIP_hipMalloc);
    stub().Call(STUBHIP_hipMemcpy);
    std::thread other([&] { EXPECT_OK(roctracer_flush_activity_expl(two)); });
    EXPECT_OK(roctracer_flush_activity_expl(one));
    other.join();
  }
  EXPECT_OK(roctracer_close_pool_expl(one));
  EXPECT_OK(roctracer_close_pool_expl(two));
  EXPECT_EQ(first.Count(), 100u);
  EXPECT_EQ(second.Count(), 100u);
}

// Everything from inside an API callback, HIP's own thread waiting meanwhile.
TEST_P(Defects, EverythingInAnApiCallback) {
  static const Stub* stub_in_callback;
  static Collector* collector_in_callback;
  static int entered;
  stub_in_callback = stub_.get();
  Collector collector(0x1000);
  collector_in_callback = &collector;
  const auto everything = [](uint32_t, uint32_t, const void*, void*) {
    if (entered++ != 0) return;
    stub_in_callback->Call(STUBHIP_hipMemcpy);
    EXPECT_OK(roctracer_flush_activity());
    EXPECT_EQ(collector_in_callback->Count(), 1u);
    EXPECT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
    EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
    EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
    EXPECT_OK(roctracer_close_pool());
    roctracer_stop();
    roctracer_start();
  };
  collector.Open();
  EnableCalls();
  ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, everything,
                                         nullptr));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(entered, 1);
  EXPECT_EQ(collector.Count(), 1u);
  for (int i = 0; i < 600000 && stub().Callbacks() != 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(stub().Callbacks(), 0u) << "5.2's hooks are removed by the helper thread";
}

// As hipStreamSynchronize in a callback does, while the runtime's thread reports what it waits for.
TEST_P(Defects, ABufferCallbackMayWaitForWorkThatIsJustReported) {
  constexpr uint64_t kWork = 4000;  // more than a buffer and a ring hold
  Collector collector(0x1000);
  std::atomic<uint64_t> reported{0};
  collector.in_callback = [&] {
    while (reported < kWork) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
  for (uint64_t i = 1; i <= kWork; ++i) {
    stubhip_work_t work = kCopyWork;
    work.begin_ns = i;
    work.end_ns = i + 1;
    Run(STUBHIP_hipMemcpyAsync, kCopy, work);
    ++reported;
  }
  uint64_t lost = 0;
  EXPECT_OK(roctracer_rocjfr_lost_records(nullptr, &lost));
  EXPECT_EQ(lost, 0u);
  EXPECT_OK(roctracer_close_pool());
  const auto records = collector.Records(ACTIVITY_DOMAIN_HIP_OPS);
  ASSERT_EQ(records.size(), kWork);
  for (uint64_t i = 0; i < kWork; ++i) EXPECT_EQ(records[i].record.begin_ns, i + 1) << "in order";
}

TEST_P(Defects, NullsGetAStatus) {
  roctracer_pool_t* pool = nullptr;
  roctracer_properties_t no_callback = {};
  no_callback.buffer_size = 4096;
  EXPECT_FAILS(roctracer_open_pool(nullptr), -3, "roctracer_open_pool(), invalid argument");
  EXPECT_FAILS(roctracer_open_pool_expl(nullptr, &pool), -3,
               "roctracer_open_pool_expl(), invalid argument");
  EXPECT_FAILS(roctracer_open_pool(&no_callback), -3, "roctracer_open_pool(), invalid argument");
  EXPECT_FAILS(roctracer_open_pool_expl(&no_callback, &pool), -3,
               "roctracer_open_pool_expl(), invalid argument");
  EXPECT_EQ(pool, nullptr);
  EXPECT_EQ(roctracer_default_pool(), nullptr);
}

class DefectsInHsasStart : public RoctracerTest {};
INSTANTIATE_TEST_SUITE_P(Hook, DefectsInHsasStart, testing::Values("tracer"));

// Not AMD's: a tool of HSA's is called inside its start, for which another thread waits that
// enables.
TEST_P(DefectsInHsasStart, AToolMayEnableInItWhileAnotherThreadEnables) {
  static const Stub* hip = nullptr;
  hip = &stub();
  Collector collector;
  collector.Open();
  hip->Symbol<void (*)(void (*)())>("stubhip_at_hsa_start")([] {
    while (hip->Symbol<int (*)()>("stubhip_hsa_waiting")() == 0) std::this_thread::yield();
    const auto nothing = [](uint32_t, uint32_t, const void*, void*) {};
    EXPECT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_ROCTX, 0, nothing, nullptr));
  });
  std::thread first_call([] { hip->Symbol<int (*)()>("hsa_init")(); });
  while (hip->Symbol<int (*)(int, void*)>("hsa_system_get_info")(0, nullptr) != 0) {
    std::this_thread::yield();
  }
  EXPECT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  first_call.join();
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), 1u);
}

// Not AMD's: what was counted as lost, since its pool was closed, does not come to the next one.
TEST_P(Defects, WorkIsDeliveredOrLost) {
  Collector before, after;
  before.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  const auto command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  ASSERT_EQ(rocjfr_in_flight(), 1u);
  ASSERT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), 0u) << "it may still come";
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), 1u);
  after.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  stub().Complete(command, kCopyWork);
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(before.Count(), 0u);
  EXPECT_EQ(after.Count(), 1u) << "the second one";
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), 1u);
}

// Such a thread also calls the program's host functions, which call HIP.
TEST_P(Defects, ABufferCallbackMayWaitForCallsOfTheThreadThatReports) {
  constexpr int kCalls = 40000;  // more than a thread's ring holds
  Collector collector(0x1000);
  std::atomic<bool> finished{false};
  collector.in_callback = [&] {
    while (!finished.load()) std::this_thread::yield();
  };
  collector.Open();
  EnableCalls();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  const auto command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  std::thread([&] {
    EXPECT_TRUE(stub().Complete(command, kCopyWork));
    for (int i = 0; i < kCalls; ++i) stub().Call(STUBHIP_hipMalloc);
    finished = true;
  }).join();
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), size_t{kCalls} + 2);
}

}  // namespace
}  // namespace rocjfr::test
