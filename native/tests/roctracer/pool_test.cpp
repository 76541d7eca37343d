// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Pools: when buffers are handed over, their memory, names, several at once, a slow consumer.
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <thread>

#include "fixture.h"

namespace rocjfr::test {
namespace {

class Pools : public RoctracerTest {
 protected:
  void EnableMalloc(roctracer_pool_t* pool = nullptr) {
    ASSERT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, pool));
  }
  void CallMalloc(int count) {
    for (int i = 0; i < count; ++i) stub().Call(STUBHIP_hipMalloc);
  }
};
ROCJFR_BOTH_GENERATIONS(Pools);

TEST_P(Pools, ARecordOfACall) {
  Collector collector;
  collector.Open();
  EnableMalloc();
  roctracer_timestamp_t before = 0, after = 0;
  roctracer_get_timestamp(&before);
  CallMalloc(1);
  roctracer_get_timestamp(&after);
  EXPECT_OK(roctracer_flush_activity());
  const auto records = collector.Records();
  ASSERT_EQ(records.size(), 1u) << "visible when the flush has returned";
  const activity_record_t& record = records[0].record;
  EXPECT_EQ(record.domain, uint32_t{ACTIVITY_DOMAIN_HIP_API});
  EXPECT_EQ(record.kind, 0u);
  EXPECT_EQ(record.op, uint32_t{STUBHIP_hipMalloc});
  EXPECT_EQ(record.correlation_id, 1u);
  EXPECT_LE(before, record.begin_ns);
  EXPECT_LE(record.begin_ns, record.end_ns);
  EXPECT_LE(record.end_ns, after);
  EXPECT_EQ(record.process_id, static_cast<uint32_t>(getpid()));
  EXPECT_EQ(record.thread_id, static_cast<uint32_t>(syscall(SYS_gettid)));
  EXPECT_EQ(record.queue_id, 0u);
  EXPECT_EQ(record.bytes, 0u);
}

TEST_P(Pools, RecordsOfWork) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  Run(STUBHIP_hipModuleLaunchKernel, kDispatch, kKernelWork);
  EXPECT_OK(roctracer_flush_activity());
  const auto calls = collector.Records(ACTIVITY_DOMAIN_HIP_API);
  const auto work = collector.Records(ACTIVITY_DOMAIN_HIP_OPS);
  ASSERT_EQ(calls.size(), 2u);
  ASSERT_EQ(work.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(work[i].record.correlation_id, calls[i].record.correlation_id);
    EXPECT_EQ(work[i].record.begin_ns, 1000u) << "as the runtime reports it";
    EXPECT_EQ(work[i].record.end_ns, 2000u);
    EXPECT_EQ(work[i].record.device_id, 1);
    EXPECT_EQ(work[i].record.queue_id, 3u);
  }
  EXPECT_EQ(work[0].record.op, kCopy);
  EXPECT_EQ(work[0].record.kind, 0x11F4u);
  EXPECT_EQ(work[0].record.bytes, 4096u);
  EXPECT_EQ(work[1].record.op, kDispatch);
  EXPECT_EQ(work[1].record.kind, 0x11F0u);
  if (IsTracer()) {
    EXPECT_EQ(work[1].name, "named_by_the_runtime");
  }
}

// While no API call is traced, work has no correlation id: no record will ever have it.
TEST_P(Pools, WorkOfCallsThatAreNotTracedIsUncorrelated) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  Run(STUBHIP_hipModuleLaunchKernel, kDispatch, kKernelWork);  // not enabled
  EXPECT_OK(roctracer_close_pool());
  ASSERT_EQ(collector.Count(), 1u);
  EXPECT_EQ(collector.Records()[0].record.correlation_id, 0u);
}

TEST_P(Pools, AFullBufferIsHandedOverWhenTheNextRecordDoesNotFit) {
  constexpr int kFull = 0x1000 / 64;
  Collector collector(0x1000);
  collector.Open();
  EnableMalloc();
  CallMalloc(kFull);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(collector.Buffers(), 0u) << "full, but the next record may never come";
  CallMalloc(1);
  ASSERT_TRUE(collector.WaitForBuffers(1));
  EXPECT_EQ(collector.Sizes()[0], static_cast<size_t>(kFull));
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Sizes(), (std::vector<size_t>{kFull, 1}));
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Buffers(), 2u) << "no callback for an empty pool";
}

TEST_P(Pools, CloseDeliversTheRestAndEndsTheThread) {
  Collector collector;
  collector.Open();
  EnableMalloc();
  CallMalloc(3);
  std::atomic<bool> in_callback{false};
  collector.in_callback = [&] { in_callback.store(true); };
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 3u);
  EXPECT_TRUE(in_callback.load());
  EXPECT_EQ(stub().Callbacks(), 0u) << "what used the pool is disabled";
  CallMalloc(3);
  EXPECT_EQ(collector.Count(), 3u);
}

struct Allocations {
  std::vector<size_t> sizes;
  std::map<char*, size_t> live;
  size_t freed = 0;
};
void Allocate(char** memory, size_t size, void* arg) {
  auto* allocations = static_cast<Allocations*>(arg);
  allocations->sizes.push_back(size);
  if (size == 0) {
    EXPECT_EQ(allocations->live.erase(*memory), 1u);
    free(*memory);
    *memory = nullptr;
    ++allocations->freed;
  } else {
    *memory = static_cast<char*>(realloc(*memory, size));
    allocations->live[*memory] = size;
  }
}

TEST_P(Pools, OneAllocationAtOpenAndOneFreeAtClose) {
  for (const auto& [size, wanted] :
       {std::pair<size_t, size_t>{0, 256}, {100, 256}, {128, 256}, {129, 258}, {4096, 8192}}) {
    Allocations allocations;
    Collector collector(size);
    collector.properties().alloc_fun = &Allocate;
    collector.properties().alloc_arg = &allocations;
    bool inside = true;
    collector.on_buffer = [&](const char* begin, const char* end) {
      for (const auto& [memory, bytes] : allocations.live) {
        inside = inside && memory <= begin && end <= memory + bytes;
      }
    };
    collector.Open();
    EnableMalloc();
    CallMalloc(200);
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(allocations.sizes, (std::vector<size_t>{wanted, 0}));
    EXPECT_EQ(allocations.freed, 1u);
    EXPECT_TRUE(allocations.live.empty());
    EXPECT_TRUE(inside);
    EXPECT_EQ(collector.Count(), 200u);
  }
}

TEST_P(Pools, NamesStandBehindTheRecordsInTheSameBuffer) {
  if (!IsTracer()) GTEST_SKIP() << "the runtime reports no names";
  constexpr size_t kSize = 0x1000;
  Allocations allocations;
  Collector collector(kSize);
  collector.properties().alloc_fun = &Allocate;
  collector.properties().alloc_arg = &allocations;
  bool behind = true;
  collector.on_buffer = [&](const char* begin, const char* end) {
    const auto* record = reinterpret_cast<const activity_record_t*>(begin);
    for (; reinterpret_cast<const char*>(record) < end; ++record) {
      behind = behind && record->kernel_name >= end && record->kernel_name < begin + kSize;
    }
  };
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kDispatch));
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) {
    names.push_back("kernel_" + std::string(static_cast<size_t>(i), 'x'));
    stubhip_work_t work = kKernelWork;
    std::string runtimes_own = names.back();
    work.kernel = runtimes_own.c_str();
    Run(STUBHIP_hipModuleLaunchKernel, kDispatch, work);
    runtimes_own.assign(runtimes_own.size(), '!');
  }
  EXPECT_OK(roctracer_close_pool());
  const auto records = collector.Records();
  ASSERT_EQ(records.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(records[i].name, names[i]);
  EXPECT_TRUE(behind);
  EXPECT_GT(collector.Buffers(), 2u);
}

TEST_P(Pools, ANameThatFitsNoBufferIsDeliveredAtOnce) {
  if (!IsTracer()) GTEST_SKIP() << "the runtime reports no names";
  Collector collector(0x1000);
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kDispatch));
  const std::string name(5000, 'n');
  stubhip_work_t work = kKernelWork;
  work.kernel = name.c_str();
  Run(STUBHIP_hipModuleLaunchKernel, kDispatch, work);
  ASSERT_TRUE(collector.WaitForBuffers(1));
  EXPECT_EQ(collector.Records()[0].name, name);
  work.kernel = nullptr;
  Run(STUBHIP_hipModuleLaunchKernel, kDispatch, work);
  EXPECT_OK(roctracer_flush_activity());
  ASSERT_EQ(collector.Count(), 2u);
  EXPECT_FALSE(collector.Records()[1].named);
}

TEST_P(Pools, SeveralPoolsAtOnce) {
  Collector mallocs, copies, work;
  roctracer_pool_t* const pool = mallocs.OpenExplicit();
  roctracer_pool_t* const other = copies.OpenExplicit();
  work.Open();
  EnableMalloc(pool);
  ASSERT_OK(
      roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpyAsync, other));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  CallMalloc(2);
  for (int i = 0; i < 3; ++i) Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  EXPECT_OK(roctracer_flush_activity_expl(pool));
  EXPECT_OK(roctracer_flush_activity_expl(other));
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(mallocs.Count(), 2u);
  EXPECT_EQ(copies.Count(), 3u);
  EXPECT_EQ(work.Count(), 3u);
  // The last pool wins.
  EnableMalloc(other);
  CallMalloc(1);
  EXPECT_OK(roctracer_close_pool_expl(pool));
  EXPECT_OK(roctracer_close_pool_expl(other));
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(mallocs.Count(), 2u);
  EXPECT_EQ(copies.Count(), 4u);
}

long TimesThisThreadSlept() {
  rusage usage = {};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

// What a thread may write to a small pool beyond the buffer that is in its callback.
constexpr int kRing = 1024;

// The callback blocks: its buffer and a ring are written, then the thread waits. Nothing is lost.
TEST_P(Pools, AThreadWaitsForASlowConsumer) {
  constexpr int kFull = 0x1000 / 64, kCalls = 3 * kRing;
  Collector collector(0x1000);
  std::atomic<bool> blocked{true};
  collector.in_callback = [&] {
    while (blocked.load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  collector.Open();
  EnableMalloc();
  std::atomic<int> written{0};
  std::thread producer([&] {
    for (int i = 0; i < kCalls; ++i) {
      CallMalloc(1);
      written.fetch_add(1);
    }
  });
  ASSERT_TRUE(collector.WaitForBuffers(1));
  for (int i = 0; i < 600000 && written.load() < kFull + kRing; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // in which it must not go on
  EXPECT_EQ(written.load(), kFull + kRing);
  blocked.store(false);
  producer.join();
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), static_cast<size_t>(kCalls));
}

// The pool's thread sleeps when nothing comes; the record that does not fit wakes it.
TEST_P(Pools, AFullBufferIsHandedOverAfterAPause) {
  constexpr int kFull = 0x1000 / 64;
  Collector collector(0x1000);
  collector.Open();
  EnableMalloc();
  CallMalloc(1);
  for (int round = 1; round <= 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CallMalloc(kFull - 1);
    EXPECT_EQ(collector.Buffers(), static_cast<size_t>(round - 1)) << "it is not full yet";
    CallMalloc(1);
    ASSERT_TRUE(collector.WaitForBuffers(static_cast<size_t>(round)));
  }
  // The same for a thread that comes later and shares what the buffer still takes.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::thread([&] { CallMalloc(kFull); }).join();
  ASSERT_TRUE(collector.WaitForBuffers(6));
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 6u * kFull + 1u);
}

TEST_P(Pools, AByModeDroppingPoolCountsWhatItLoses) {
  for (const uint32_t mode : {ROCTRACER_MODE_ROCJFR_DROP, ROCTRACER_MODE_ROCJFR_BOUNDED}) {
    constexpr int kFull = 0x1000 / 64;
    Collector collector(0x1000);
    std::atomic<bool> blocked{true};
    collector.in_callback = [&] {
      while (blocked.load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    collector.properties().mode = mode;
    collector.Open();
    EnableMalloc();
    CallMalloc(kFull + 1);
    ASSERT_TRUE(collector.WaitForBuffers(1));
    CallMalloc(kRing - 1);
    uint64_t lost = 0;
    EXPECT_OK(roctracer_rocjfr_lost_records(nullptr, &lost));
    EXPECT_EQ(lost, 0u) << "a buffer and a ring have room";
    const long slept_before = TimesThisThreadSlept();
    CallMalloc(20);
    const long slept = TimesThisThreadSlept() - slept_before;
    EXPECT_OK(roctracer_rocjfr_lost_records(nullptr, &lost));
    EXPECT_EQ(lost, 20u);
    if (mode == ROCTRACER_MODE_ROCJFR_BOUNDED) {
      EXPECT_GT(slept, 0);
    }
    // One wait looks every 5 ms; twenty would sleep 400 times.
    EXPECT_LT(slept, 100) << "a wait in vain is not repeated";
    blocked.store(false);
    EXPECT_OK(roctracer_flush_activity());
    CallMalloc(1);  // there is room again
    roctracer_pool_t* const pool = roctracer_default_pool();
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(collector.Count(), kFull + kRing + 1u);
    EXPECT_OK(roctracer_rocjfr_lost_records(pool, &lost)) << "also of a closed pool";
    EXPECT_EQ(lost, 20u);
  }
}

TEST_P(Pools, ManyThreadsOneSmallPool) {
  constexpr int kThreads = 4, kCalls = kSanitized ? 2000 : 20000;
  Collector collector(0x1000);
  collector.Open();
  EnableMalloc();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([&] { CallMalloc(kCalls); });
  for (int i = 0; i < 20; ++i) EXPECT_OK(roctracer_flush_activity());
  for (auto& thread : threads) thread.join();
  EXPECT_OK(roctracer_flush_activity());
  const auto records = collector.Records();
  ASSERT_EQ(records.size(), static_cast<size_t>(kThreads * kCalls));
  std::map<uint32_t, uint64_t> last;  // of each thread
  for (const Kept& kept : records) {
    EXPECT_LT(last[kept.record.thread_id], kept.record.correlation_id);
    last[kept.record.thread_id] = kept.record.correlation_id;
  }
  EXPECT_EQ(last.size(), static_cast<size_t>(kThreads));
  for (const size_t size : collector.Sizes()) EXPECT_LE(size, 0x1000u / 64);
}

// Pools come and go while threads write to them.
TEST_P(Pools, ClosingWhileThreadsWrite) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop.load()) CallMalloc(1);
    });
  }
  size_t records = 0;
  for (int i = 0; i < 50; ++i) {
    Collector collector(0x400);
    collector.Open();
    EnableMalloc();
    while (collector.Buffers() == 0) std::this_thread::yield();
    EXPECT_OK(roctracer_close_pool());
    const size_t count = collector.Count();
    records += count;
    std::this_thread::yield();
    EXPECT_EQ(collector.Count(), count) << "nothing comes after the close";
  }
  stop.store(true);
  for (auto& thread : threads) thread.join();
  EXPECT_GT(records, 0u);
}

}  // namespace
}  // namespace rocjfr::test
