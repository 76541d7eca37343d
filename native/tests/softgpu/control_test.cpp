// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include "hsa_fixture.h"

static std::atomic<int> g_runs{0};

extern "C" __attribute__((visibility("default"))) void softgpu__Z5countv(const softgpu_launch_t*) {
  ++g_runs;
}

namespace rocjfr::softgpu::test {
namespace {

class ControlTest : public HsaTest {
 protected:
  static softgpu_stats_t stats() {
    softgpu_stats_t s{};
    s.size = sizeof s;
    EXPECT_EQ(0, softgpu_stats(&s));
    return s;
  }

  static bool stays(const ScopedSignal& signal, int64_t value) {
    return hsa_signal_wait_scacquire(signal.signal, HSA_SIGNAL_CONDITION_NE, value, kSecond / 20,
                                     HSA_WAIT_STATE_BLOCKED) == value;
  }
};

TEST_F(ControlTest, HoldKeepsWorkInFlightUntilTheLastRelease) {
  g_runs = 0;
  ScopedExecutable executable(gpu(), CodeObjectBuilder().kernel("_Z5countv", 0).build());
  ASSERT_HSA(executable.load_status);
  ScopedQueue queue(gpu());
  ScopedSignal dispatched(3);
  ScopedSignal copied(1);
  char from[64] = {1};
  char* to = nullptr;
  ASSERT_HSA(hsa_amd_memory_pool_allocate(vram(), 64, 0, reinterpret_cast<void**>(&to)));
  softgpu_release();  // without a hold it does nothing
  softgpu_hold();
  softgpu_hold();
  for (int i = 0; i < 3; ++i) {
    queue.dispatch(executable.kernel("_Z5countv"), nullptr, dispatched.signal);
  }
  ASSERT_HSA(hsa_amd_memory_async_copy(to, gpu(), from, cpu(), 64, 0, nullptr, copied.signal));
  EXPECT_TRUE(stays(dispatched, 3));
  EXPECT_EQ(0u, hsa_queue_load_read_index_scacquire(queue.queue));
  softgpu_release();
  EXPECT_TRUE(stays(dispatched, 3));
  EXPECT_EQ(1, copied.value());
  EXPECT_EQ(0, g_runs.load());
  softgpu_release();
  EXPECT_TRUE(dispatched.wait_zero());
  EXPECT_TRUE(copied.wait_zero());
  EXPECT_EQ(3, g_runs.load());
  EXPECT_EQ(1, to[0]);
  EXPECT_HSA(hsa_amd_memory_pool_free(to));
}

TEST_F(ControlTest, QueueMayBeDestroyedWhileHeld) {
  softgpu_hold();
  ScopedSignal done(1);
  {
    ScopedQueue queue(gpu());
    queue.barrier_and({}, done.signal);
    EXPECT_TRUE(stays(done, 1));
  }
  softgpu_release();
  EXPECT_EQ(1, done.value());
}

TEST_F(ControlTest, StatsCountWhatCompleted) {
  softgpu_stats_t before = stats();
  {
    ScopedExecutable executable(gpu(), CodeObjectBuilder().kernel("_Z5countv", 0).build());
    ScopedQueue queue(gpu());
    ScopedSignal done(3);
    char from[100] = {};
    char to[100];
    queue.dispatch(executable.kernel("_Z5countv"), nullptr, done.signal);
    queue.barrier_and({}, done.signal);
    ASSERT_HSA(hsa_amd_memory_async_copy(to, cpu(), from, gpu(), 100, 0, nullptr, done.signal));
    ASSERT_TRUE(done.wait_zero());
    softgpu_stats_t now = stats();
    EXPECT_EQ(before.queues_live + 1, now.queues_live);
    EXPECT_EQ(before.signals_live + 3, now.signals_live);  // done, doorbell, inactive
  }
  softgpu_stats_t after = stats();
  EXPECT_EQ(before.dispatches + 1, after.dispatches);
  EXPECT_EQ(before.barriers + 1, after.barriers);
  EXPECT_EQ(before.copies + 1, after.copies);
  EXPECT_EQ(before.copy_bytes + 100, after.copy_bytes);
  EXPECT_EQ(before.blit_dispatches, after.blit_dispatches);
  EXPECT_EQ(before.signals_live, after.signals_live);
  EXPECT_EQ(before.queues_live, after.queues_live);
}

TEST_F(ControlTest, StatsFillNoMoreThanTheCallerHas) {
  softgpu_stats_t s;
  std::memset(&s, 0x55, sizeof s);
  s.size = offsetof(softgpu_stats_t, copies);
  EXPECT_EQ(0, softgpu_stats(&s));
  EXPECT_EQ(0x5555555555555555u, s.copies);
  s.size = 0;
  EXPECT_EQ(-1, softgpu_stats(&s));
  EXPECT_EQ(-1, softgpu_stats(nullptr));
}

TEST_F(ControlTest, WorkIsLoggedBeforeItsSignalSaysSo) {
  ScopedExecutable executable(gpu(), CodeObjectBuilder().kernel("_Z5countv", 0).build());
  ScopedQueue queue(gpu());
  for (int i = 0; i < 200; ++i) {
    uint64_t next = softgpu_next_work();
    ScopedSignal done(1);
    queue.dispatch(executable.kernel("_Z5countv"), nullptr, done.signal);
    ASSERT_TRUE(done.wait_zero());
    softgpu_work_t work{};
    ASSERT_EQ(1u, softgpu_read_work(next, &work, 1));
    EXPECT_EQ(next, work.sequence);
    EXPECT_EQ(static_cast<uint32_t>(SOFTGPU_WORK_DISPATCH), work.kind);
    EXPECT_STREQ("_Z5countv", work.name);
    EXPECT_LT(work.begin_ns, work.end_ns);
    EXPECT_LT(work.begin_monotonic_ns, work.end_monotonic_ns);
    EXPECT_EQ(softgpu_clock_from_monotonic(work.end_monotonic_ns), work.end_ns);
    hsa_amd_profiling_dispatch_time_t time{};
    ASSERT_HSA(hsa_amd_profiling_get_dispatch_time(gpu(), done.signal, &time));
    EXPECT_EQ(time.start, work.begin_ns);
    EXPECT_EQ(time.end, work.end_ns);
  }
  EXPECT_EQ(0u, softgpu_read_work(0, nullptr, 5));
  softgpu_work_t none;
  EXPECT_EQ(0u, softgpu_read_work(softgpu_next_work(), &none, 1));
}

TEST_F(ControlTest, LogKeepsTheLastEntries) {
  constexpr int kMore = 100;
  constexpr uint64_t kCapacity = 131072;
  ScopedQueue queue(gpu(), 1024);
  uint64_t first = softgpu_next_work();
  ScopedSignal done(kCapacity + kMore);
  for (uint64_t i = 0; i < kCapacity + kMore; ++i) queue.barrier_and({}, done.signal);
  ASSERT_EQ(0, hsa_signal_wait_scacquire(done.signal, HSA_SIGNAL_CONDITION_EQ, 0, 60 * kSecond,
                                         HSA_WAIT_STATE_BLOCKED));
  std::vector<softgpu_work_t> work(kCapacity + kMore);
  ASSERT_EQ(kCapacity, softgpu_read_work(first, work.data(), work.size()));
  EXPECT_EQ(first + kMore, work[0].sequence);
  for (size_t i = 1; i < kCapacity; ++i) {
    ASSERT_EQ(work[i - 1].sequence + 1, work[i].sequence);
    ASSERT_LE(work[i - 1].begin_ns, work[i].begin_ns);
  }
}

}  // namespace
}  // namespace rocjfr::softgpu::test
