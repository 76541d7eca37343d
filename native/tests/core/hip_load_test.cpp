// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Many threads on a real runtime: each record exactly once, or counted.
#include <atomic>
#include <chrono>
#include <map>
#include <thread>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

class HipLoad : public HipTest {
 protected:
  static constexpr int kThreads = 4, kOperations = 2500;

  // Each thread has a stream, and a size of its own so that its copies are known.
  void Load() {
    void* kernel = EmptyKernel();
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([this, t, kernel] {
        const size_t bytes = 1024 * (t + 1);
        void* a = hip().Malloc(bytes);
        void* b = hip().Malloc(bytes);
        std::vector<char> host(bytes);
        Hip::Stream stream = hip().NewStream();
        for (int i = 0; i < kOperations; ++i) {
          switch (i % 5) {
            case 0:
              hip().Launch(kernel, 1, 64, 0, stream, nullptr);
              break;
            case 1:
              CopyAsync(a, host.data(), bytes, Hip::kHostToDevice, stream);
              break;
            case 2:
              CopyAsync(host.data(), a, bytes, Hip::kDeviceToHost, stream);
              break;
            case 3:
              CopyAsync(b, a, bytes, Hip::kDeviceToDevice, stream);
              break;
            default:
              FillAsync(b, bytes, stream);
              break;
          }
          if (i % 100 == 99) hip().Do("hipStreamSynchronize", stream);
        }
        hip().Do("hipStreamSynchronize", stream);
      });
    }
    for (auto& thread : threads) thread.join();
  }
  // Records of these three functions only, so that calls can be counted.
  void WantLoadOnly() {
    ASSERT_EQ(rocjfr_set_filter("hipModuleLaunchKernel,hipMemcpyAsync,hipMemsetAsync", 0, 0),
              ROCJFR_STATUS_SUCCESS);
    Taken();  // the start's own
  }
};

TEST_F(HipLoad, LosslessModeHasEachOperationExactlyOnce) {
  Start({4096, 1u << 20, true, 10000});
  WantLoadOnly();
  SlowConsumer consumer(100, 16);
  Load();
  Finish();
  const auto taken = consumer.Stop();
  const Sorted sorted(taken);
  constexpr uint64_t kEach = uint64_t{kThreads} * kOperations / 5;
  EXPECT_EQ(sorted.calls.size(), 5 * kEach);
  EXPECT_EQ(sorted.dispatches.size(), kEach);
  EXPECT_EQ(sorted.CopiesOf(ROCJFR_COPY_HOST_TO_DEVICE), kEach);
  EXPECT_EQ(sorted.CopiesOf(ROCJFR_COPY_DEVICE_TO_HOST), kEach);
  EXPECT_EQ(sorted.CopiesOf(ROCJFR_COPY_DEVICE_TO_DEVICE), kEach);
  EXPECT_EQ(sorted.CopiesOf(ROCJFR_COPY_FILL), kEach);
  EXPECT_EQ(sorted.copies.size(), 4 * kEach);
  std::map<uint64_t, int> used;
  std::map<uint64_t, uint64_t> streams_by_bytes;
  for (const auto* ops : {&sorted.dispatches, &sorted.copies}) {
    for (const Activity& op : *ops) {
      ++used[op.record.correlation_id];
      ASSERT_NE(sorted.CallOf(op), "");
      if (op.record.op != ROCJFR_OP_COPY) continue;
      const auto stream = static_cast<uint64_t>(op.submit.submit_stream);
      EXPECT_EQ(streams_by_bytes.emplace(op.submit.submit_bytes, stream).first->second, stream);
    }
  }
  EXPECT_EQ(used.size(), 5 * kEach) << "each joined to a call of its own";
  EXPECT_EQ(streams_by_bytes.size(), size_t{kThreads});
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_API) + Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
}

TEST_F(HipLoad, DropModeAccountsForEachOperation) {
  Start({4096, 1u << 20});
  WantLoadOnly();
  SlowConsumer consumer(3000, 8);
  Load();
  Finish();
  const Sorted sorted(consumer.Stop());
  constexpr uint64_t kAll = uint64_t{kThreads} * kOperations;
  const uint64_t work = sorted.dispatches.size() + sorted.copies.size();
  EXPECT_EQ(sorted.calls.size() + rocjfr_lost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_RING_FULL), kAll);
  EXPECT_EQ(work + rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_RING_FULL), kAll);
  EXPECT_GT(Lost(ROCJFR_DOMAIN_HIP_API) + Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
  EXPECT_GT(work, 0u);
  EXPECT_GT(sorted.calls.size(), 0u);
}

TEST_F(HipLoad, ThreadsMayEndBeforeTheirWorkDoes) {
  Start();
  void* spin = SpinKernel();
  Hip::Stream stream = hip().NewStream();
  Forget();
  constexpr int kLaunches = 20;
  std::map<uint32_t, std::string> names;  // by OS thread id
  unsigned microseconds = 2000;
  void* arguments[] = {&microseconds};
  {
    const HeldGpu held;  // however long it takes to start them
    for (int i = 0; i < kLaunches; ++i) {
      std::thread([&] {
        pthread_setname_np(pthread_self(), ("launcher" + std::to_string(i)).c_str());
        hip().Launch(spin, 1, 64, 0, stream, arguments);
      }).join();
    }
    EXPECT_GT(rocjfr_in_flight(), 0u);
  }
  Finish();
  const Sorted sorted(Taken());
  ASSERT_EQ(sorted.dispatches.size(), size_t{kLaunches});
  std::map<std::string, int> seen;
  for (const Activity& op : sorted.dispatches) {
    rocjfr_thread_info_t info;
    ASSERT_EQ(rocjfr_thread(op.thread_ref(), &info), ROCJFR_STATUS_SUCCESS);
    ++seen[info.name];
    EXPECT_EQ(sorted.calls.at(op.record.correlation_id).record.thread_id, info.os_thread_id);
  }
  EXPECT_EQ(seen.size(), size_t{kLaunches});
}

}  // namespace
}  // namespace rocjfr::test
