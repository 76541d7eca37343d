// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The reporter beside work that runs long, that waits, and that never ends; with recordings that
// begin and end meanwhile.
#include <algorithm>
#include <atomic>
#include <deque>
#include <thread>
#include <vector>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

constexpr int kTimes = 200;
// HIP 5.2 has a launch wait where more is behind a running kernel, without a reporter, too.
constexpr int kBehind = 10;
constexpr unsigned kLongUs = 5'000'000;

class HipReporterBeside : public HipTest {
 protected:
  void Begin() {
    Start();
    empty_ = EmptyKernel();
    spin_ = SpinKernel();
    for (Hip::Stream* stream : {&busy_, &other_}) {
      hip().Do("hipStreamCreateWithFlags", stream, 1u);
      Launch(*stream);
    }
    Spin(1, busy_);
    Forget();
  }
  void Launch(Hip::Stream stream) const { hip().Launch(empty_, 1, 64, 0, stream, nullptr); }
  void Spin(unsigned us, Hip::Stream stream) const {
    void* arguments[] = {&us};
    hip().Launch(spin_, 1, 64, 0, stream, arguments);
  }
  static void AwaitInFlight(uint64_t most) {
    while (rocjfr_in_flight() > most) SleepMs(1);
  }
  // All devices' together.
  static rocjfr_pending_t Pending() {
    rocjfr_pending_t rows[8], sum = {};
    const uint32_t count = rocjfr_pending(rows, 8, nullptr, nullptr);
    for (uint32_t i = 0; i < count; ++i) {
      sum.busy += rows[i].busy;
      sum.finished += rows[i].finished;
      sum.unasked += rows[i].unasked;
    }
    return sum;
  }
  static void ExpectJoined(const Sorted& sorted) {
    for (const Activity& kernel : sorted.dispatches) {
      EXPECT_EQ(sorted.CallOf(kernel), "hipModuleLaunchKernel");
    }
    EXPECT_EQ(sorted.barriers.size(), 0u);
    EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
  }

  void *empty_ = nullptr, *spin_ = nullptr;
  Hip::Stream busy_ = nullptr, other_ = nullptr;
};

// What is behind a kernel of 5 s comes when that has run.
TEST_F(HipReporterBeside, AKernelOfFiveSeconds) {
  Begin();
  if (!OnSoftwareGpu()) GTEST_SKIP() << "the test's kernels are the software GPU's";
  Spin(kLongUs, busy_);
  for (int i = 0; i < kBehind; ++i) Launch(busy_);
  for (int i = 0; i < kTimes; ++i) Launch(other_);
  AwaitInFlight(0);
  const Sorted all(Taken());
  EXPECT_EQ(all.dispatches.size(), size_t{kTimes} + kBehind + 1);
  ExpectJoined(all);
  uint64_t longest = 0;
  for (const Activity& kernel : all.dispatches) {
    longest = std::max(longest, kernel.record.end_ns - kernel.record.begin_ns);
  }
  EXPECT_GE(longest, uint64_t{kLongUs} * 1000);
}

// Streams share hardware queues. Behind a kernel that runs, HIP cannot tell of another stream's
// finished work; of the streams of other queues it can.
TEST_F(HipReporterBeside, AKernelThatOnlyHoldsUpTheStreamsOfItsQueue) {
  Begin();
  if (!OnSoftwareGpu()) GTEST_SKIP() << "the test's kernels are the software GPU's";
  constexpr size_t kStreams = 16;
  std::vector<Hip::Stream> streams(kStreams);
  for (Hip::Stream& stream : streams) {
    hip().Do("hipStreamCreateWithFlags", &stream, 1u);
    Launch(stream);
  }
  Forget();
  rocjfr_hold_reports(1);
  for (const Hip::Stream stream : streams) {
    Launch(stream);
    while (hip()("hipStreamQuery", stream) != 0) SleepMs(1);
  }
  Spin(kLongUs, busy_);
  rocjfr_hold_reports(0);
  // HIP uses four queues at least.
  size_t came = 0;
  while (hip()("hipStreamQuery", busy_) != 0) {
    came += Sorted(Taken()).dispatches.size();
    SleepMs(10);
  }
  EXPECT_GE(came, kStreams / 2);
  AwaitInFlight(0);
  EXPECT_EQ(came + Sorted(Taken()).dispatches.size(), kStreams + 1);
}

// Its thread has HIP report its own stream. Nothing that it calls waits for another stream's
// kernel.
TEST_F(HipReporterBeside, AThreadThatHasItsOwnStream) {
  Begin();
  if (!OnSoftwareGpu()) GTEST_SKIP() << "no GPU can be held";
  if (IsVersion(5, 2)) GTEST_SKIP() << "HIP 5.2.3 crashes with such streams without a tracer, too";
  auto* const own = reinterpret_cast<Hip::Stream>(2);
  std::vector<Hip::Stream> streams(8);
  for (Hip::Stream& stream : streams) hip().Do("hipStreamCreateWithFlags", &stream, 1u);
  void* event = nullptr;
  hip().Do("hipEventCreate", &event);
  rocjfr_hold_reports(1);
  for (int i = 0; i < kTimes; ++i) Launch(own);
  hip().Do("hipEventRecord", event, own);
  hip().Do("hipEventSynchronize", event);
  {
    const HeldGpu held;
    for (const Hip::Stream stream : streams) Launch(stream);
    rocjfr_hold_reports(0);
    for (int i = 0; i < 500; ++i) {  // some looks of the reporter
      int device = -1;
      hip().Do("hipGetDevice", &device);
      SleepMs(1);
    }
  }
  while (rocjfr_in_flight() != 0) hip().Do("hipEventQuery", event);
  EXPECT_EQ(Sorted(Taken()).dispatches.size(), kTimes + streams.size());
}

// A stream waits for a value that another stream writes.
TEST_F(HipReporterBeside, StreamMemoryOperations) {
  Begin();
  uint32_t* words = nullptr;
  if (hip()("hipExtMallocWithFlags", reinterpret_cast<void**>(&words), sizeof(uint64_t), 2u) != 0) {
    GTEST_SKIP() << "no memory for signals";
  }
  *words = 0;
  constexpr unsigned kGreaterEqual = 0, kAll = 0xffffffff;
  Forget();
  hip().Do("hipStreamWaitValue32", busy_, static_cast<void*>(words), 1u, kGreaterEqual, kAll);
  for (int i = 0; i < kBehind; ++i) Launch(busy_);
  for (int i = 0; i < kTimes; ++i) Launch(other_);
  // The other stream's come. The wait may be a piece, too.
  AwaitInFlight(kBehind + 1);
  while (Pending().busy < kBehind) SleepMs(1);  // the next look shows it
  EXPECT_EQ(Pending().finished, 0u);
  hip().Do("hipStreamWriteValue32", other_, static_cast<void*>(words), 1u, 0u);
  AwaitInFlight(0);
  size_t launched = 0;
  const Sorted sorted(Taken());
  for (const Activity& kernel : sorted.dispatches) {
    launched += sorted.CallOf(kernel) == "hipModuleLaunchKernel" ? 1 : 0;
  }
  EXPECT_EQ(launched, size_t{kTimes} + kBehind);
  EXPECT_EQ(sorted.CallsOf("hipModuleLaunchKernel"), size_t{kTimes} + kBehind);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
}

// Its stream always has work to do.
class Saturating {
 public:
  Saturating(const Hip& hip, void* kernel, Hip::Stream stream)
      : thread_([this, &hip, kernel, stream] {
          std::deque<void*> events;
          while (!ends_.load()) {
            void* event = nullptr;
            if (events.size() < 8) {
              hip.Do("hipEventCreateWithFlags", &event, 2u);
            } else {
              event = events.front();
              events.pop_front();
              hip.Do("hipEventSynchronize", event);
            }
            for (int i = 0; i < 20; ++i) hip.Launch(kernel, 1, 64, 0, stream, nullptr);
            hip.Do("hipEventRecord", event, stream);
            events.push_back(event);
            launched_.fetch_add(20);
          }
        }) {}
  ~Saturating() {
    ends_.store(true);
    thread_.join();
  }
  // That so many more were launched.
  void Await(uint64_t more) const {
    const uint64_t until = launched_.load() + more;
    while (launched_.load() < until) SleepMs(1);
  }

 private:
  std::atomic<bool> ends_{false};
  std::atomic<uint64_t> launched_{0};
  std::thread thread_;
};

// Each recording has the work of all its calls, or counts it as lost.
TEST_F(HipReporterBeside, ASaturatedStreamWithRecordingsThatEnd) {
  Begin();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  Forget();
  uint64_t calls = 0, dispatches = 0;
  const Saturating saturating(hip(), empty_, busy_);
  for (int recording = 0; recording < 10; ++recording) {
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    rocjfr_poll();
    const uint64_t lost = Lost(ROCJFR_DOMAIN_HIP_OPS);
    saturating.Await(1000);
    // As the end of a recording does. What is submitted meanwhile is not waited for.
    const uint64_t asked = rocjfr_ask_reports();
    std::vector<Activity> taken = Taken();
    for (int i = 0; i < 20 && rocjfr_reports_to_come(asked) != 0; ++i) {
      rocjfr_quiesce(1, 1);
      for (const Activity& activity : Taken()) taken.push_back(activity);
    }
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
    rocjfr_abandon_in_flight();
    const uint64_t given_up = Lost(ROCJFR_DOMAIN_HIP_OPS) - lost;
    for (const Activity& activity : Taken()) taken.push_back(activity);
    const Sorted sorted(taken);
    uint64_t joined = 0;
    for (const Activity& kernel : sorted.dispatches) joined += sorted.CallOf(kernel) != "" ? 1 : 0;
    const uint64_t launches = sorted.CallsOf("hipModuleLaunchKernel");
    // Nothing is missing unsaid, but for the work of a call that is under way as the recording
    // begins. What is submitted as it begins or ends may have no call.
    EXPECT_LE(launches, joined + given_up + 1);
    EXPECT_LE(joined, launches);
    calls += launches;
    dispatches += joined;
  }
  EXPECT_GE(calls, 5000u);
  EXPECT_GE(dispatches, 1000u);
}

}  // namespace
}  // namespace rocjfr::test
