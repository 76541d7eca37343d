// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "hsa_fixture.h"

// Host kernels in the program itself.
static std::atomic<uint64_t> g_sum{0};

extern "C" __attribute__((visibility("default"))) void softgpu_add(const softgpu_launch_t* launch) {
  uint64_t value;
  std::memcpy(&value, launch->kernarg, sizeof value);
  g_sum.fetch_add(value);
}

extern "C" __attribute__((visibility("default"))) void softgpu_fault(const softgpu_launch_t*) {
  throw std::runtime_error("a fault of the device");
}

// Writes what it sees to where its argument points.
extern "C" __attribute__((visibility("default"))) void softgpu_describe(
    const softgpu_launch_t* launch) {
  softgpu_launch_t* out;
  std::memcpy(&out, launch->kernarg, sizeof out);
  *out = *launch;
  std::memset(launch->lds, 1, launch->lds_bytes);
}

namespace rocjfr::softgpu::test {
namespace {

class QueueTest : public HsaTest {
 protected:
  void SetUp() override {
    HsaTest::SetUp();
    g_sum = 0;
    executable_ = std::make_unique<ScopedExecutable>(gpu(), CodeObjectBuilder()
                                                                .kernel("add", 8)
                                                                .kernel("fault", 0)
                                                                .kernel("describe", 8, 1000)
                                                                .kernel("unknown_to_the_host", 0)
                                                                .build());
    ASSERT_HSA(executable_->load_status);
  }
  void TearDown() override {
    executable_.reset();
    HsaTest::TearDown();
  }

  /// Waits up to ten minutes.
  static bool eventually(const std::function<bool()>& condition) {
    for (int i = 0; i < 600000 && !condition(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return condition();
  }

  std::unique_ptr<ScopedExecutable> executable_;
};

TEST_F(QueueTest, CreationIsChecked) {
  hsa_queue_t* queue = nullptr;
  auto create = [&](hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, hsa_queue_t** out) {
    return hsa_queue_create(agent, size, type, nullptr, nullptr, 0, 0, out);
  };
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_AGENT, create({77}, 64, HSA_QUEUE_TYPE_MULTI, &queue));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, create(gpu(), 64, HSA_QUEUE_TYPE_MULTI, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, create(gpu(), 0, HSA_QUEUE_TYPE_MULTI, &queue));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, create(gpu(), 100, HSA_QUEUE_TYPE_MULTI, &queue));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, create(gpu(), 1u << 31, 0, &queue));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, create(gpu(), 64, 17, &queue));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_QUEUE_CREATION, create(cpu(), 64, 0, &queue));
  EXPECT_EQ(nullptr, queue);
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_queue_destroy(nullptr));
  hsa_queue_t stranger{};
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_QUEUE, hsa_queue_destroy(&stranger));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_QUEUE, hsa_queue_inactivate(&stranger));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_QUEUE,
            hsa_amd_queue_set_priority(&stranger, HSA_AMD_QUEUE_PRIORITY_HIGH));
  EXPECT_EQ(0u, hsa_queue_load_read_index_relaxed(nullptr));
}

TEST_F(QueueTest, EachPacketRunsOnceThroughManyWrapArounds) {
  ScopedQueue queue(gpu(), 64);
  constexpr uint64_t kPackets = 5000;
  ScopedSignal done(kPackets);
  std::vector<uint64_t> arguments(kPackets);
  for (uint64_t i = 0; i < kPackets; ++i) {
    arguments[i] = i + 1;
    queue.dispatch(executable_->kernel("add"), &arguments[i], done.signal);
  }
  ASSERT_TRUE(done.wait_zero());
  EXPECT_EQ(kPackets * (kPackets + 1) / 2, g_sum.load());
  EXPECT_TRUE(
      eventually([&] { return hsa_queue_load_read_index_scacquire(queue.queue) == kPackets; }));
  EXPECT_EQ(kPackets, hsa_queue_load_write_index_relaxed(queue.queue));
}

TEST_F(QueueTest, SeveralProducersShareAQueue) {
  ScopedQueue queue(gpu(), 64);
  constexpr int kThreads = 4;
  constexpr int kEach = 500;
  ScopedSignal done(kThreads * kEach);
  uint64_t one = 1;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kEach; ++i) {
        queue.dispatch(executable_->kernel("add"), &one, done.signal);
      }
    });
  }
  for (auto& t : threads) t.join();
  ASSERT_TRUE(done.wait_zero());
  EXPECT_EQ(uint64_t{kThreads * kEach}, g_sum.load());
}

TEST_F(QueueTest, HostKernelSeesItsLaunch) {
  ScopedQueue queue(gpu());
  softgpu_launch_t seen{};
  softgpu_launch_t* argument = &seen;
  ScopedSignal done(1);
  hsa_kernel_dispatch_packet_t p{};
  p.header = HSA_PACKET_TYPE_KERNEL_DISPATCH;
  p.setup = 3;
  p.workgroup_size_x = 16;
  p.workgroup_size_y = 8;
  p.workgroup_size_z = 0;  // a runtime may leave unused dimensions at 0
  p.grid_size_x = 64;
  p.grid_size_y = 32;
  p.grid_size_z = 0;
  p.group_segment_size = 1000;
  p.kernel_object = executable_->kernel("describe");
  p.kernarg_address = &argument;
  p.completion_signal = done.signal;
  queue.submit(&p);
  ASSERT_TRUE(done.wait_zero());
  EXPECT_EQ(64u, seen.grid[0]);
  EXPECT_EQ(32u, seen.grid[1]);
  EXPECT_EQ(1u, seen.grid[2]);
  EXPECT_EQ(16u, seen.block[0]);
  EXPECT_EQ(8u, seen.block[1]);
  EXPECT_EQ(1u, seen.block[2]);
  EXPECT_EQ(1000u, seen.lds_bytes);
  EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(seen.lds) % 16);
  EXPECT_EQ(0u, seen.device);
  EXPECT_STREQ("describe", seen.name);
}

TEST_F(QueueTest, BarrierWaitsForAllItsDependencies) {
  ScopedQueue queue(gpu());
  ScopedSignal a(1);
  ScopedSignal b(1);
  ScopedSignal passed(1);
  ScopedSignal after(1);
  uint64_t one = 1;
  queue.barrier_and({a.signal, {0}, b.signal}, passed.signal);
  queue.dispatch(executable_->kernel("add"), &one, after.signal);
  hsa_signal_store_screlease(a.signal, 0);
  EXPECT_EQ(1, hsa_signal_wait_scacquire(passed.signal, HSA_SIGNAL_CONDITION_EQ, 0, kSecond / 20,
                                         HSA_WAIT_STATE_BLOCKED));
  EXPECT_EQ(0u, g_sum.load());
  hsa_signal_store_screlease(b.signal, 0);
  EXPECT_TRUE(passed.wait_zero());
  EXPECT_TRUE(after.wait_zero());
  EXPECT_EQ(1u, g_sum.load());
}

TEST_F(QueueTest, OrBarrierWaitsForOneOfItsDependencies) {
  ScopedQueue queue(gpu());
  ScopedSignal a(1);
  ScopedSignal b(1);
  ScopedSignal passed(1);
  queue.barrier_or({a.signal, b.signal}, passed.signal);
  EXPECT_EQ(1, hsa_signal_wait_scacquire(passed.signal, HSA_SIGNAL_CONDITION_EQ, 0, kSecond / 20,
                                         HSA_WAIT_STATE_BLOCKED));
  hsa_signal_store_screlease(b.signal, 0);
  EXPECT_TRUE(passed.wait_zero());
  EXPECT_EQ(1, a.value());
}

TEST_F(QueueTest, BarrierAcrossTwoQueues) {
  ScopedQueue first(gpu());
  ScopedQueue second(gpu());
  ScopedSignal start(1);
  ScopedSignal produced(1);
  ScopedSignal consumed(1);
  uint64_t one = 1;
  second.barrier_and({produced.signal}, {0});
  second.dispatch(executable_->kernel("add"), &one, consumed.signal);
  first.barrier_and({start.signal}, {0});
  first.dispatch(executable_->kernel("add"), &one, produced.signal);
  EXPECT_EQ(1, produced.value());
  hsa_signal_store_screlease(start.signal, 0);
  EXPECT_TRUE(consumed.wait_zero());
  EXPECT_EQ(0, produced.value());
}

TEST_F(QueueTest, ValueBarrierSeesEvenAWriteThatTellsNobody) {
  ScopedQueue queue(gpu());
  ScopedSignal watched(0);
  ScopedSignal passed(1);
  hsa_amd_barrier_value_packet_t p{};
  p.header.header = HSA_PACKET_TYPE_VENDOR_SPECIFIC;
  p.header.AmdFormat = HSA_AMD_PACKET_TYPE_BARRIER_VALUE;
  p.signal = watched.signal;
  p.value = 5;
  p.mask = 0xf;
  p.cond = HSA_SIGNAL_CONDITION_EQ;
  p.completion_signal = passed.signal;
  queue.submit(&p);
  EXPECT_EQ(1, hsa_signal_wait_scacquire(passed.signal, HSA_SIGNAL_CONDITION_EQ, 0, kSecond / 50,
                                         HSA_WAIT_STATE_BLOCKED));
  volatile hsa_signal_value_t* pointer = nullptr;
  ASSERT_HSA(hsa_amd_signal_value_pointer(watched.signal, &pointer));
  __atomic_store_n(pointer, 0x35, __ATOMIC_RELEASE);
  EXPECT_TRUE(passed.wait_zero());
}

TEST_F(QueueTest, BadPacketStopsTheQueueAndIsReported) {
  for (uint16_t type : {uint16_t{9}, uint16_t{255}}) {
    ScopedQueue queue(gpu());
    uint16_t packet[32] = {type};
    queue.submit(packet);
    EXPECT_TRUE(eventually([&] { return queue.last_error.load() != 0; }));
    EXPECT_EQ(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, queue.last_error.load());
  }
}

TEST_F(QueueTest, UnknownKernelObjectStopsTheQueueAndIsReported) {
  ScopedQueue queue(gpu());
  ScopedSignal never(1);
  queue.dispatch(0x1234, nullptr, never.signal);
  EXPECT_TRUE(eventually([&] { return queue.last_error.load() != 0; }));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_CODE_OBJECT, queue.last_error.load());
  EXPECT_EQ(1, never.value());
}

TEST_F(QueueTest, MissingArgumentsAndTooMuchGroupMemoryAreReported) {
  ScopedQueue queue(gpu());
  queue.dispatch(executable_->kernel("add"), nullptr);
  EXPECT_TRUE(eventually([&] { return queue.last_error.load() != 0; }));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, queue.last_error.load());

  ScopedQueue other(gpu());
  hsa_kernel_dispatch_packet_t p{};
  p.header = HSA_PACKET_TYPE_KERNEL_DISPATCH;
  p.group_segment_size = UINT32_MAX;
  p.kernel_object = executable_->kernel("fault");
  other.submit(&p);
  EXPECT_TRUE(eventually([&] { return other.last_error.load() != 0; }));
  EXPECT_EQ(HSA_STATUS_ERROR_OUT_OF_RESOURCES, other.last_error.load());
}

TEST_F(QueueTest, ExceptionOfAHostKernelIsAnErrorOfTheQueue) {
  ScopedQueue queue(gpu());
  queue.dispatch(executable_->kernel("fault"), nullptr);
  EXPECT_TRUE(eventually([&] { return queue.last_error.load() != 0; }));
  EXPECT_EQ(HSA_STATUS_ERROR_EXCEPTION, queue.last_error.load());
}

TEST_F(QueueTest, KernelWithoutHostFunctionCompletesAndIsCounted) {
  softgpu_stats_t before{};
  softgpu_stats_t after{};
  before.size = after.size = sizeof before;
  ASSERT_EQ(0, softgpu_stats(&before));
  ScopedQueue queue(gpu());
  ScopedSignal done(1);
  queue.dispatch(executable_->kernel("unknown_to_the_host"), nullptr, done.signal);
  EXPECT_TRUE(done.wait_zero());
  ASSERT_EQ(0, softgpu_stats(&after));
  EXPECT_EQ(before.missing_kernels + 1, after.missing_kernels);
}

TEST_F(QueueTest, DestroyingAQueueThatWaitsDoesNotHang) {
  ScopedSignal never(1);
  ScopedSignal passed(1);
  {
    ScopedQueue queue(gpu());
    queue.barrier_and({never.signal}, passed.signal);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(1, passed.value());
}

TEST_F(QueueTest, QueueMayBeDestroyedByItsOwnErrorCallback) {
  static std::atomic<int> destroyed{-1};
  destroyed = -1;
  hsa_queue_t* queue = nullptr;
  auto on_error = [](hsa_status_t, hsa_queue_t* q, void*) { destroyed = hsa_queue_destroy(q); };
  ASSERT_HSA(hsa_queue_create(gpu(), 64, 0, on_error, nullptr, 0, 0, &queue));
  auto* slot = static_cast<uint16_t*>(queue->base_address);
  hsa_queue_add_write_index_relaxed(queue, 1);
  __atomic_store_n(slot, uint16_t{9}, __ATOMIC_RELEASE);
  hsa_signal_store_screlease(queue->doorbell_signal, 0);
  EXPECT_TRUE(eventually([] { return destroyed.load() != -1; }));
  EXPECT_EQ(HSA_STATUS_SUCCESS, destroyed.load());
}

TEST_F(QueueTest, DispatchTimesAreOfTheDeviceClock) {
  ScopedQueue queue(gpu());
  ScopedSignal done(1);
  uint64_t one = 1;
  uint64_t before = 0;
  uint64_t after = 0;
  ASSERT_HSA(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &before));
  queue.dispatch(executable_->kernel("add"), &one, done.signal);
  ASSERT_TRUE(done.wait_zero());
  ASSERT_HSA(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &after));
  hsa_amd_profiling_dispatch_time_t time{};
  ASSERT_HSA(hsa_amd_profiling_get_dispatch_time(gpu(), done.signal, &time));
  EXPECT_LE(before, time.start);
  EXPECT_LT(time.start, time.end);
  EXPECT_LE(time.end, after);
}

}  // namespace
}  // namespace rocjfr::softgpu::test
