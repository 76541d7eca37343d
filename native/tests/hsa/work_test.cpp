// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA_OPS: copies, and where it is asked for dispatches and barriers.
#include <algorithm>
#include <set>
#include <thread>

#include "code.h"
#include "hsa_fixture.h"
#include "softgpu.h"

static std::atomic<int> g_runs{0};
extern "C" __attribute__((visibility("default"))) void softgpu_nothing(const softgpu_launch_t*) {
  ++g_runs;
}

namespace rocjfr::test {
namespace {

class HsaWork : public HsaProgram {
 protected:
  void* OnGpu(size_t bytes) const {
    void* memory = nullptr;
    EXPECT_EQ(hsa_amd_memory_pool_allocate(gpu_pool_, bytes, 0, &memory), HSA_STATUS_SUCCESS);
    return memory;
  }
  std::vector<activity_record_t> Of(uint32_t op) {
    std::vector<activity_record_t> records;
    for (const Kept& kept : collector_.Records(kHsaWork)) {
      if (kept.record.op == op) records.push_back(kept.record);
    }
    return records;
  }
};

TEST_F(HsaWork, EveryCopyOnce) {
  constexpr int kCopies = 100;
  Begin();
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  ASSERT_OK(
      roctracer_enable_op_activity(ACTIVITY_DOMAIN_HSA_API, HSA_API_ID_hsa_amd_memory_async_copy));
  std::vector<char> from(4096, 7);
  void* to = OnGpu(4096);
  hsa_signal_t done = Signal(kCopies);
  const uint64_t first = softgpu_next_work();
  for (size_t i = 0; i < kCopies; ++i) HSA_OK(Copy(to, from.data(), i + 1, done));
  Await(done);
  // One more, that is refused: no trace of it.
  EXPECT_NE(hsa_amd_memory_async_copy(nullptr, gpu_, from.data(), cpu_, 1, 0, nullptr, done),
            HSA_STATUS_SUCCESS);
  EXPECT_EQ(hsa_signal_load_scacquire(done), 0) << "left alone";
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  EXPECT_EQ(rocjfr_hsa_in_flight(), 0u);
  hsa_signal_t last = Signal(1);
  HSA_OK(Copy(to, from.data(), 77, last));
  Await(last);
  EXPECT_OK(roctracer_close_pool());

  const auto calls = collector_.Records(kHsaApi);
  EXPECT_EQ(calls.size(), kCopies + 2u);
  std::set<uint64_t> ids;
  for (const Kept& kept : calls) ids.insert(kept.record.correlation_id);
  const auto copies = Of(HSA_OP_ID_COPY);
  ASSERT_EQ(copies.size(), size_t{kCopies});
  std::vector<softgpu_work_t> work(kCopies);
  ASSERT_EQ(softgpu_read_work(first, work.data(), work.size()), size_t{kCopies});
  std::set<std::pair<uint64_t, uint64_t>> times;
  for (const softgpu_work_t& one : work) times.insert({one.begin_ns, one.end_ns});
  std::set<uint64_t> bytes;
  for (const activity_record_t& record : copies) {
    EXPECT_EQ(record.kind, 0u);
    EXPECT_EQ(record.device_id, 1) << "the driver's node";
    EXPECT_EQ(ids.count(record.correlation_id), 1u) << "of the call that made it";
    EXPECT_EQ(times.count({record.begin_ns, record.end_ns}), 1u) << "the device's own times";
    bytes.insert(record.bytes);
  }
  EXPECT_EQ(bytes.size(), size_t{kCopies});
  EXPECT_EQ(*bytes.begin(), 1u);
  EXPECT_EQ(*bytes.rbegin(), uint64_t{kCopies});
  EXPECT_STREQ(roctracer_op_string(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_COPY, 0), "COPY");
}

// A signal that stands for two pieces of work is one less after each: AMD's library stores what its
// own signal has, which wakes who waits for both after one.
TEST_F(HsaWork, ASharedSignalIsDecremented) {
  Begin();
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  char from = 1;
  void* to = OnGpu(1);
  hsa_signal_t before = Signal(1), both = Signal(2), second = Signal(1);
  HSA_OK(Copy(to, &from, 1, both));
  // The second waits for `before`.
  HSA_OK(hsa_amd_memory_async_copy(to, gpu_, &from, cpu_, 1, 1, &before, both));
  EXPECT_EQ(hsa_signal_wait_scacquire(both, HSA_SIGNAL_CONDITION_EQ, 1, UINT64_MAX,
                                      HSA_WAIT_STATE_BLOCKED),
            1);
  // The first has run; what follows it is told a moment after the program's signal.
  while (rocjfr_hsa_in_flight() != 1) std::this_thread::yield();
  hsa_signal_store_screlease(before, 0);
  EXPECT_EQ(hsa_signal_wait_scacquire(both, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX,
                                      HSA_WAIT_STATE_BLOCKED),
            0);
  HSA_OK(Copy(to, &from, 1, {0}));  // without a signal of the program's
  HSA_OK(Copy(to, &from, 1, second));
  Await(second);
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(Of(HSA_OP_ID_COPY).size(), 4u);
}

// What the program asks of its own signal is answered as without us.
TEST_F(HsaWork, TheProgramsSignalHasTheTimes) {
  Begin();
  HSA_OK(hsa_amd_profiling_async_copy_enable(true));
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  HSA_OK(hsa_amd_profiling_async_copy_enable(false));
  char from = 1;
  void* to = OnGpu(1);
  hsa_signal_t done = Signal(1);
  HSA_OK(Copy(to, &from, 1, done));
  Await(done);
  hsa_amd_profiling_async_copy_time_t time = {};
  HSA_OK(hsa_amd_profiling_get_async_copy_time(done, &time));
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  EXPECT_OK(roctracer_close_pool());
  const auto copies = Of(HSA_OP_ID_COPY);
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(copies[0].begin_ns, time.start);
  EXPECT_EQ(copies[0].end_ns, time.end);
}

// Nobody followed the second copy, and HSA knows its time.
TEST_F(HsaWork, TheTimesAreOfTheSignalsLastCopy) {
  Begin();
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  char from = 1;
  void* to = OnGpu(1);
  hsa_signal_t done = Signal(1);
  HSA_OK(Copy(to, &from, 1, done));
  Await(done);
  hsa_amd_profiling_async_copy_time_t first = {}, second = {};
  HSA_OK(hsa_amd_profiling_get_async_copy_time(done, &first));
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  hsa_signal_store_screlease(done, 1);
  HSA_OK(Copy(to, &from, 1, done));
  Await(done);
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  HSA_OK(hsa_amd_profiling_get_async_copy_time(done, &second));
  EXPECT_GE(second.start, first.end);
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  EXPECT_OK(roctracer_close_pool());
}

TEST_F(HsaWork, Rectangles) {
  Begin();
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  std::vector<char> from(64 * 8);
  void* to = OnGpu(64 * 8);
  hsa_pitched_ptr_t source = {from.data(), 64, 64 * 8}, target = {to, 64, 64 * 8};
  hsa_dim3_t offset = {0, 0, 0}, range = {16, 4, 1};
  hsa_signal_t done = Signal(1);
  HSA_OK(hsa_amd_memory_async_copy_rect(&target, &offset, &source, &offset, &range, gpu_,
                                        hsaHostToDevice, 0, nullptr, done));
  Await(done);
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  EXPECT_OK(roctracer_close_pool());
  const auto copies = Of(HSA_OP_ID_COPY);
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(copies[0].bytes, 64u);
}

TEST_F(HsaWork, NoDispatchesUnlessAskedFor) {
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  Begin();
  Code code(gpu_);
  hsa_signal_t done = Signal(1);
  {
    const Queue queue(gpu_);
    queue.Dispatch(code, done);
    Await(done);
  }
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector_.Count(), 0u);
  EXPECT_EQ(g_runs.load(), 1);
}

// Several threads and queues, with and without signals of their own.
TEST_F(HsaWork, EveryDispatchAndBarrierOnce) {
  constexpr int kThreads = 4, kEach = 250;
  setenv("ROCJFR_HSA_DISPATCH", "1", 1);
  Begin();
  collector_.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  Code code(gpu_);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      const Queue queue(gpu_);
      hsa_signal_t done = Signal(kEach + 1);
      for (int j = 0; j < kEach; ++j) {
        queue.Dispatch(code, done);
        if (j % 5 == 0) queue.Dispatch(code, {0});
      }
      queue.Barrier(done);
      Await(done);
      hsa_signal_destroy(done);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_OPS));
  EXPECT_OK(roctracer_close_pool());
  code.Unload();
  const auto dispatches = Of(HSA_OP_ID_DISPATCH);
  EXPECT_EQ(dispatches.size(), size_t{kThreads * (kEach + kEach / 5)});
  EXPECT_EQ(g_runs.load(), kThreads * (kEach + kEach / 5));
  EXPECT_EQ(Of(HSA_OP_ID_BARRIER).size(), size_t{kThreads});
  std::set<uint64_t> queues;
  for (const activity_record_t& record : dispatches) {
    EXPECT_LE(record.begin_ns, record.end_ns);
    EXPECT_NE(record.begin_ns, 0u);
    EXPECT_EQ(record.device_id, 1);
    queues.insert(record.queue_id);
  }
  EXPECT_EQ(queues.size(), size_t{kThreads});
}

}  // namespace
}  // namespace rocjfr::test
