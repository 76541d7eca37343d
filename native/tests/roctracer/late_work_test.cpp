// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work that still runs when HIP_OPS is disabled, or goes to another pool: its records come when it
// ends, to the pool that was enabled when it was submitted.
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

constexpr auto kOps = ACTIVITY_DOMAIN_HIP_OPS;

class LateWork : public RoctracerTest {
 protected:
  stubhip_command_t Copy() const {
    return stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  }
  // Of so many bytes: by that it is known again.
  void End(const stubhip_command_t& command, uint64_t bytes) const {
    stubhip_work_t work = kCopyWork;
    work.bytes = bytes;
    stub().Complete(command, work);
  }
  void UntilTheHookIsGone() const {
    while (stub().Callbacks() != 0) std::this_thread::yield();
  }
  static std::vector<uint64_t> Bytes(Collector& collector) {
    std::vector<uint64_t> bytes;
    for (const Kept& kept : collector.Records(kOps)) bytes.push_back(kept.record.bytes);
    return bytes;
  }
  static uint64_t Lost(roctracer_pool_t* pool) {
    uint64_t lost = 0;
    EXPECT_OK(roctracer_rocjfr_lost_records(pool, &lost));
    return lost;
  }
  static uint64_t LostInFlight() { return rocjfr_lost(kOps, ROCJFR_LOST_IN_FLIGHT); }
};
ROCJFR_BOTH_GENERATIONS(LateWork);

using Numbers = std::vector<uint64_t>;

TEST_P(LateWork, ComesWhenItEnds) {
  const std::map<std::string, void (*)()> ways = {
      {"domain", [] { EXPECT_OK(roctracer_disable_domain_activity(kOps)); }},
      {"op", [] { EXPECT_OK(roctracer_disable_op_activity(kOps, kCopy)); }},
      {"stop", [] { roctracer_stop(); }},
  };
  for (const auto& way : ways) {
    SCOPED_TRACE(way.first);
    Collector collector;
    collector.Open();
    ASSERT_OK(roctracer_enable_op_activity(kOps, kCopy));
    const auto command = Copy();
    way.second();
    EXPECT_OK(roctracer_flush_activity());
    EXPECT_EQ(collector.Count(), 0u);
    End(command, 7);
    EXPECT_OK(roctracer_flush_activity());
    EXPECT_EQ(Bytes(collector), Numbers{7});
    UntilTheHookIsGone();
    EXPECT_EQ(LostInFlight(), 0u);
    EXPECT_EQ(Lost(nullptr), 0u);
    EXPECT_OK(roctracer_close_pool());
    roctracer_start();
  }
}

TEST_P(LateWork, OfAllKindsComes) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(kOps));
  constexpr uint64_t kCopies = 300;
  std::vector<stubhip_command_t> copies;
  for (uint64_t i = 0; i < kCopies; ++i) copies.push_back(Copy());
  const auto kernel =
      stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, LaunchArguments{}, kDispatch);
  ASSERT_OK(roctracer_disable_activity());
  for (uint64_t i = 0; i < kCopies; ++i) End(copies[i], i);
  stub().Complete(kernel, kKernelWork);
  EXPECT_OK(roctracer_close_pool());
  const auto records = collector.Records(kOps);
  ASSERT_EQ(records.size(), kCopies + 1);
  for (uint64_t i = 0; i < kCopies; ++i) EXPECT_EQ(records[i].record.bytes, i);
  EXPECT_EQ(records.back().record.op, kDispatch);
  UntilTheHookIsGone();
}

// And what was submitted while nobody wanted it does not.
TEST_P(LateWork, ComesOnceWhereItIsEnabledAgainBefore) {
  for (const bool stop : {false, true}) {
    SCOPED_TRACE(stop ? "stop" : "disable");
    Collector collector;
    collector.Open();
    ASSERT_OK(roctracer_enable_domain_activity(kOps));
    const auto old = Copy();
    if (stop) {
      roctracer_stop();
    } else {
      ASSERT_OK(roctracer_disable_domain_activity(kOps));
    }
    const auto unwanted = Copy(), unwanted_and_done = Copy();
    End(unwanted_and_done, 4);
    if (stop) {
      roctracer_start();
    } else {
      ASSERT_OK(roctracer_enable_domain_activity(kOps));
    }
    const auto next = Copy();
    End(next, 1);
    End(unwanted, 2);
    End(old, 3);
    Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(Bytes(collector), (Numbers{1, 3, kCopyWork.bytes}));
    UntilTheHookIsGone();
  }
  EXPECT_EQ(LostInFlight(), 0u);
}

TEST_P(LateWork, GoesToThePoolOfItsSubmission) {
  Collector one, two;
  roctracer_pool_t* first = one.OpenExplicit();
  roctracer_pool_t* second = two.OpenExplicit();
  for (const bool disable : {false, true}) {
    ASSERT_OK(roctracer_enable_domain_activity_expl(kOps, first));
    const auto old = Copy();
    if (disable) {
      ASSERT_OK(roctracer_disable_domain_activity(kOps));
    }
    ASSERT_OK(roctracer_enable_domain_activity_expl(kOps, second));
    const auto next = Copy();
    End(old, 1);
    End(next, 2);
    EXPECT_OK(roctracer_flush_activity_expl(first));
    EXPECT_OK(roctracer_flush_activity_expl(second));
  }
  EXPECT_EQ(Bytes(one), (Numbers{1, 1}));
  EXPECT_EQ(Bytes(two), (Numbers{2, 2}));
  EXPECT_OK(roctracer_close_pool_expl(first));
  EXPECT_OK(roctracer_close_pool_expl(second));
}

// A pool that is opened later, as the same default pool, gets nothing of it.
TEST_P(LateWork, IsLostWithItsPool) {
  for (const bool disable : {true, false}) {
    SCOPED_TRACE(disable ? "disabled before" : "closed only");
    const uint64_t lost_before = LostInFlight();
    Collector before, after;
    before.Open();
    roctracer_pool_t* closed = roctracer_default_pool();
    ASSERT_OK(roctracer_enable_domain_activity(kOps));
    const auto command = Copy(), other = Copy();
    if (disable) {
      ASSERT_OK(roctracer_disable_domain_activity(kOps));
    }
    End(other, 1);
    EXPECT_EQ(Lost(closed), 0u);
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(Lost(closed), 1u);
    UntilTheHookIsGone();
    while (LostInFlight() == lost_before) std::this_thread::yield();
    EXPECT_EQ(LostInFlight(), lost_before + 1);
    after.Open();
    ASSERT_OK(roctracer_enable_domain_activity(kOps));
    End(command, 2);
    Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(Bytes(before), Numbers{1});
    EXPECT_EQ(Bytes(after), Numbers{kCopyWork.bytes});
    EXPECT_EQ(Lost(closed), 1u);
  }
}

// One pool's end is none of another's.
TEST_P(LateWork, OfAClosedPoolGoesToNoOther) {
  Collector one, two;
  roctracer_pool_t* first = one.OpenExplicit();
  roctracer_pool_t* second = two.OpenExplicit();
  ASSERT_OK(roctracer_enable_domain_activity_expl(kOps, first));
  const auto old = Copy();
  ASSERT_OK(roctracer_enable_domain_activity_expl(kOps, second));
  const auto next = Copy();
  ASSERT_OK(roctracer_disable_domain_activity(kOps));
  EXPECT_OK(roctracer_close_pool_expl(first));
  EXPECT_NE(stub().Callbacks(), 0u);
  End(old, 1);
  End(next, 2);
  EXPECT_OK(roctracer_close_pool_expl(second));
  EXPECT_EQ(one.Count(), 0u);
  EXPECT_EQ(Bytes(two), Numbers{2});
  EXPECT_EQ(Lost(first), 1u);
  EXPECT_EQ(Lost(second), 0u);
}

TEST_P(LateWork, OfOneCallComesWhole) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(kOps));
  std::vector<stubhip_command_t> kernels;
  // As HIP 6.4: each is asked for twice, and there are two markers.
  stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
    for (int i = 0; i < 5; ++i) {
      if (IsTracer()) stub().Submit(kDispatch);
      kernels.push_back(stub().Submit(kDispatch));
    }
    for (int i = 0; IsTracer() && i < 2; ++i) stub().Submit(kBarrier);
    stub().Complete(kernels[0], kKernelWork);
  });
  stub().Complete(kernels[1], kKernelWork);
  ASSERT_OK(roctracer_disable_domain_activity(kOps));
  stub().Complete(kernels[2], kKernelWork);
  ASSERT_OK(roctracer_enable_domain_activity(kOps));
  ASSERT_OK(roctracer_disable_domain_activity(kOps));
  stub().Complete(kernels[3], kKernelWork);
  EXPECT_NE(stub().Callbacks(), 0u);
  stub().Complete(kernels[4], kKernelWork);
  UntilTheHookIsGone();
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 5u);
}

// A launch that is in progress meanwhile: how much it submits nobody knows yet.
TEST_P(LateWork, OfACallInProgressComesWhole) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(kOps));
  std::vector<stubhip_command_t> kernels;
  stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
    for (int i = 0; i < 5; ++i) {
      if (i == 2) {
        std::thread([] { EXPECT_OK(roctracer_disable_domain_activity(kOps)); }).join();
        stub().Complete(kernels[0], kKernelWork);
      }
      if (IsTracer()) stub().Submit(kDispatch);
      kernels.push_back(stub().Submit(kDispatch));
    }
    for (int i = 0; IsTracer() && i < 2; ++i) stub().Submit(kBarrier);
  });
  for (size_t i = 1; i < kernels.size(); ++i) stub().Complete(kernels[i], kKernelWork);
  UntilTheHookIsGone();
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 5u);
}

TEST_P(LateWork, IsNotWaitedForInACallback) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(kOps));
  const auto command = Copy();
  rocjfr_hold_waits(1);  // a wait would never end
  const auto disable = [](uint32_t, uint32_t, const void*, void*) {
    EXPECT_OK(roctracer_disable_domain_activity(kOps));
  };
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, disable, nullptr));
  stub().Call(STUBHIP_hipMalloc);
  rocjfr_hold_waits(0);
  EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  End(command, 5);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(Bytes(collector), Numbers{5});
  UntilTheHookIsGone();
}

// Work ends on another thread while it is disabled and enabled.
TEST_P(LateWork, ComesOnceWhateverEndsMeanwhile) {
  constexpr uint64_t kRounds = 15, kEach = 200;
  Collector one, two;
  roctracer_pool_t* pools[] = {one.OpenExplicit(), two.OpenExplicit()};
  std::mutex mutex;
  std::vector<std::pair<stubhip_command_t, uint64_t>> submitted;
  std::atomic<bool> over{false};
  std::thread gpu([&] {
    for (bool last = false; !last;) {
      last = over.load();
      std::vector<std::pair<stubhip_command_t, uint64_t>> now;
      {
        std::lock_guard<std::mutex> lock(mutex);
        now.swap(submitted);
      }
      for (const auto& [command, bytes] : now) End(command, bytes);
    }
  });
  const auto submit = [&](uint64_t bytes) {
    for (uint64_t i = 0; i < kEach; ++i) {
      const auto command = Copy();
      std::lock_guard<std::mutex> lock(mutex);
      submitted.emplace_back(command, bytes);
    }
  };
  for (uint64_t round = 0; round < kRounds; ++round) {
    for (const uint64_t pool : {0, 1}) {
      ASSERT_OK(roctracer_enable_domain_activity_expl(kOps, pools[pool]));
      submit(pool + 1);
    }
    ASSERT_OK(roctracer_disable_domain_activity(kOps));
    submit(3);
  }
  over = true;
  gpu.join();
  EXPECT_OK(roctracer_close_pool_expl(pools[0]));
  EXPECT_OK(roctracer_close_pool_expl(pools[1]));
  EXPECT_EQ(Bytes(one), Numbers(kRounds * kEach, 1));
  EXPECT_EQ(Bytes(two), Numbers(kRounds * kEach, 2));
  EXPECT_EQ(Lost(pools[0]) + Lost(pools[1]), 0u);
}

// With HIP_OPS alone records have no correlation ids, with HIP_API they do: as it was then.
TEST_P(LateWork, HasTheCorrelationIdOfThen) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(kOps));
  const auto old = Copy();
  ASSERT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_disable_domain_activity(kOps));
  ASSERT_OK(roctracer_enable_domain_activity(kOps));
  const auto next = Copy();
  End(next, 2);
  End(old, 1);
  EXPECT_OK(roctracer_close_pool());
  const auto calls = collector.Records(ACTIVITY_DOMAIN_HIP_API);
  const auto work = collector.Records(kOps);
  ASSERT_EQ(calls.size(), 1u);
  ASSERT_EQ(work.size(), 2u);
  EXPECT_EQ(work[0].record.correlation_id, 0u);
  EXPECT_EQ(work[1].record.correlation_id, calls[0].record.correlation_id);
}

}  // namespace
}  // namespace rocjfr::test
