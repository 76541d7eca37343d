// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Streams of real HIP runtimes: which handles are one, and of which clock their work is.
#include <set>
#include <thread>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

constexpr size_t kBytes = 4096;

class HipStreams : public HipTest {
 protected:
  int32_t StreamOfCopy(void* memory, const void* host, Hip::Stream stream) {
    CopyAsync(memory, host, kBytes, Hip::kHostToDevice, stream);
    Finish();
    const Sorted sorted(Taken());
    EXPECT_EQ(sorted.copies.size(), 1u);
    if (sorted.copies.empty()) return -2;
    EXPECT_EQ(sorted.copies[0].submit.submit_device, 0);
    return sorted.copies[0].submit.submit_stream;
  }
};

TEST_F(HipStreams, TheLegacyStreamIsTheDefaultOne) {
  Start();
  if (IsVersion(5, 2) || IsVersion(5, 7)) GTEST_SKIP() << "this version has no hipStreamLegacy";
  void* memory = hip().Malloc(kBytes);
  const std::vector<char> host(kBytes);
  Forget();
  EXPECT_EQ(StreamOfCopy(memory, host.data(), reinterpret_cast<Hip::Stream>(1)), 0);
}

TEST_F(HipStreams, EachThreadHasItsOwnPerThreadStream) {
  Start();
  const auto per_thread = reinterpret_cast<Hip::Stream>(2);
  void* memory = hip().Malloc(kBytes);
  const std::vector<char> host(kBytes);
  Forget();
  std::set<int32_t> numbers = {0, StreamOfCopy(memory, host.data(), per_thread)};
  std::thread([&] { numbers.insert(StreamOfCopy(memory, host.data(), per_thread)); }).join();
  numbers.insert(StreamOfCopy(memory, host.data(), per_thread));
  EXPECT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers.count(-1), 0u);
}

// Programs compiled for a default stream of each thread's own call these.
TEST_F(HipStreams, FunctionsForThePerThreadStreamAreToldFromTheOthers) {
  Start();
  void* memory = hip().Malloc(kBytes);
  const std::vector<char> host(kBytes);
  const Hip::Stream none = nullptr;
  Forget();
  hip().Do("hipMemcpyAsync_spt", memory, host.data(), kBytes, int{Hip::kHostToDevice}, none);
  hip().Do("hipMemcpy_spt", memory, host.data(), kBytes, int{Hip::kHostToDevice});
  if (!IsVersion(5, 2)) hip().Do("hipMemsetAsync_spt", memory, 0, kBytes, none);
  hip().Do("hipStreamSynchronize_spt", none);
  Finish();
  const Sorted own(Taken());
  std::set<int32_t> numbers;
  for (const auto& call : own.calls) {
    if (call.second.has_submit) numbers.insert(call.second.submit.submit_stream);
  }
  for (const Activity& copy : own.copies) numbers.insert(copy.submit.submit_stream);
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_GT(*numbers.begin(), 0);
  EXPECT_GE(own.copies.size(), 2u);
  EXPECT_EQ(StreamOfCopy(memory, host.data(), reinterpret_cast<Hip::Stream>(2)), *numbers.begin());
  EXPECT_EQ(StreamOfCopy(memory, host.data(), none), 0);
  hip().Do("hipMemcpy", memory, host.data(), kBytes, int{Hip::kHostToDevice});
  hip().Do("hipStreamSynchronize", none);
  Finish();
  for (const auto& call : Sorted(Taken()).calls) {
    if (!call.second.has_submit) continue;
    EXPECT_EQ(call.second.submit.submit_stream, 0);
  }
}

TEST_F(HipStreams, AfterASuspendAllTimesAreOfOneClock) {
  Start();
  const auto suspend = reinterpret_cast<int (*)(uint64_t)>(OfSoftwareGpu("softgpu_suspend"));
  if (suspend == nullptr) GTEST_SKIP() << "not on the software GPU";
  ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);  // barriers, too
  void* memory = hip().Malloc(kBytes);
  void* event = nullptr;
  hip().Do("hipEventCreate", &event);
  const Hip::Stream stream = hip().NewStream(), other = hip().NewStream();
  void* kernel = EmptyKernel();
  const std::vector<char> host(kBytes);
  Forget();
  rocjfr_poll();
  for (int i = 0; i < 2; ++i) {
    if (i == 1) {
      ASSERT_EQ(suspend(3600000000000u), 0);
    }
    rocjfr_clock_sample_t before, after;
    ASSERT_EQ(rocjfr_sample_gpu_clock(&before), ROCJFR_STATUS_SUCCESS);
    hip().Launch(kernel, 1, 64, 0, stream, nullptr);
    hip().Do("hipEventRecord", event, stream);
    hip().Do("hipStreamWaitEvent", other, event, 0u);
    CopyAsync(memory, host.data(), kBytes, Hip::kHostToDevice, other);
    hip().Do("hipStreamSynchronize", other);
    Finish();
    ASSERT_EQ(rocjfr_sample_gpu_clock(&after), ROCJFR_STATUS_SUCCESS);
    const Sorted sorted(Taken());
    std::vector<Activity> work = sorted.copies;
    work.insert(work.end(), sorted.barriers.begin(), sorted.barriers.end());
    work.insert(work.end(), sorted.dispatches.begin(), sorted.dispatches.end());
    EXPECT_GE(sorted.copies.size(), 1u);
    ASSERT_EQ(sorted.dispatches.size(), 1u);
    EXPECT_EQ(NameOf(sorted.dispatches[0]), "empty");
    for (const Activity& op : work) {
      EXPECT_GE(op.record.begin_ns, before.gpu_ns) << op.record.op;
      EXPECT_LE(op.record.begin_ns, op.record.end_ns);
      EXPECT_LE(op.record.end_ns, after.gpu_ns) << op.record.op;
    }
  }
}

}  // namespace
}  // namespace rocjfr::test
