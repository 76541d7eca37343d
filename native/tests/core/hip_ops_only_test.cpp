// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's own runtimes where their frame cannot be measured: calls are not recorded, but each piece
// of work is, and the runtime lives with the answers that it hears then. Measuring fails here as
// where there is no memory for its stack.
#include <atomic>
#include <thread>

#include "hip_fixture.h"
#include "own_stack_calls.h"
#include "rocjfr/client.h"

namespace rocjfr::test {
namespace {

constexpr size_t kBytes = 4096;

class HipOpsOnly : public HipTest {
 protected:
  void StartWithoutFrame() {
    LoadHip();
    if (IsVersion(5, 2)) GTEST_SKIP() << "HIP 5.2's frame is the tool's";
    Initialize();
    kernel_ = EmptyKernel();
    memory_ = hip().Malloc(kBytes);
    stream_ = hip().NewStream();
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    constexpr int kTries = 100;  // frame_probe.cpp, kMostUnanswered
    t_at_guard = [] { return false; };
    int device = -1;
    for (int i = 0; i < kTries; ++i) hip().Do("hipGetDevice", &device);
    t_at_guard = nullptr;
    ASSERT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_OPS_ONLY});
    EXPECT_NE(std::string(RuntimeInfo().message).find("could not be measured"), std::string::npos);
    EXPECT_EQ(rocjfr_api_data_bytes(), 0u);
    EXPECT_TRUE(Taken().empty());
    EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT), kTries - 1u);
  }
  // One kernel and two copies.
  void Use() {
    hip().Launch(kernel_, 1, 64, 0, stream_, nullptr);
    CopyAsync(memory_, host_, kBytes, Hip::kHostToDevice, stream_);
    CopyAsync(host_, memory_, kBytes, Hip::kDeviceToHost, stream_);
    hip().Do("hipStreamSynchronize", stream_);
  }
  void ExpectWorkOf(uint64_t uses) {
    hip().Do("hipDeviceSynchronize");
    std::vector<Activity> taken;
    while (taken.size() < 3 * uses) {
      drainer_.Drain(&taken);
      std::this_thread::yield();
    }
    WaitUntilOthersSleep();  // and there are no more
    drainer_.Drain(&taken);
    const Sorted sorted(taken);
    EXPECT_EQ(sorted.dispatches.size(), uses);
    EXPECT_EQ(sorted.copies.size(), 2 * uses);
    EXPECT_TRUE(sorted.calls.empty());
    for (const Activity& dispatch : sorted.dispatches) EXPECT_EQ(NameOf(dispatch), "empty");
    for (const Activity& work : taken) {
      EXPECT_FALSE(work.has_submit);
      EXPECT_EQ(work.record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
    }
    EXPECT_EQ(rocjfr_in_flight(), 0u);
  }

  // Of kernels and copies, captured from several streams.
  void* Graph(void* memory, void* host, int nodes) {
    constexpr size_t kStreams = 8;
    std::vector<Hip::Stream> streams;
    while (streams.size() < kStreams) streams.push_back(hip().NewStream());
    const auto follow = [&](Hip::Stream first, Hip::Stream then) {
      void* event = nullptr;
      hip().Do("hipEventCreate", &event);
      hip().Do("hipEventRecord", event, first);
      hip().Do("hipStreamWaitEvent", then, event, 0u);
    };
    void *graph = nullptr, *executable = nullptr, *none = nullptr;
    void* no_arguments[1] = {};
    hip().Do("hipStreamBeginCapture", streams[0], 0);
    for (size_t i = 1; i < kStreams; ++i) follow(streams[0], streams[i]);
    for (int i = 0; i < nodes; ++i) {
      const Hip::Stream stream = streams[i % kStreams];
      hip().Launch(kernel_, 1, 64, 0, stream, no_arguments);
      CopyAsync(memory, host, kBytes, Hip::kHostToDevice, stream);
    }
    for (size_t i = 1; i < kStreams; ++i) follow(streams[i], streams[0]);
    hip().Do("hipStreamEndCapture", streams[0], &graph);
    hip().Do("hipGraphInstantiate", &executable, graph, none, none, size_t{0});
    return executable;
  }

  void* kernel_ = nullptr;
  void* memory_ = nullptr;
  char host_[kBytes] = {};
  Hip::Stream stream_ = nullptr;
};

TEST_F(HipOpsOnly, EachPieceOfWorkIsRecorded) {
  ASSERT_NO_FATAL_FAILURE(StartWithoutFrame());
  if (IsSkipped()) return;
  for (int i = 0; i < 10; ++i) Use();
  ExpectWorkOf(10);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  Use();
  ExpectWorkOf(0);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_OPS_ONLY});
  Use();
  ExpectWorkOf(1);
}

// The dangerous moment: a command that is made before a recording's start or stop and submitted
// after it. All of a graph's are made before the first is submitted.
TEST_F(HipOpsOnly, RecordingsMayStartAndStopAmongCalls) {
  constexpr int kThreads = 8, kRecordings = 20, kNodes = 250;
  ASSERT_NO_FATAL_FAILURE(StartWithoutFrame());
  if (IsSkipped()) return;
  std::atomic<bool> done{false};
  std::atomic<uint64_t> calls{0};
  struct Own {
    char host[kBytes] = {};
    void *memory, *graph;
    Hip::Stream stream;
  };
  std::vector<Own> own(kThreads);
  for (Own& mine : own) {
    mine.memory = hip().Malloc(kBytes);
    mine.graph = Graph(mine.memory, mine.host, kNodes);
    mine.stream = hip().NewStream();
  }
  std::vector<std::thread> threads;
  for (Own& mine : own) {
    threads.emplace_back([&] {
      for (int i = 0; !done.load(); ++i) {
        for (int k = 0; k < 4; ++k) {
          hip().Launch(kernel_, 1, 64, 0, mine.stream, nullptr);
          CopyAsync(mine.memory, memory_, kBytes, Hip::kDeviceToDevice, mine.stream);
          CopyToDevice(mine.memory, mine.host, kBytes);
          CopyToHost(mine.host, mine.memory, kBytes);
          ++calls;
        }
        hip().Do("hipGraphLaunch", mine.graph, mine.stream);
        if (i % 2 == 0) hip().Do("hipStreamSynchronize", mine.stream);
      }
      hip().Do("hipStreamSynchronize", mine.stream);
    });
  }
  const auto let_them_call = [&](uint64_t count) {
    const uint64_t before = calls.load();
    while (calls.load() < before + count) SleepMs(1);
  };
  uint64_t recorded = 0;
  for (int i = 0; i < kRecordings; ++i) {
    let_them_call(4 * kThreads);
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
    recorded += Taken().size();
    let_them_call(kThreads);
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  }
  done = true;
  for (auto& thread : threads) thread.join();
  EXPECT_GT(recorded, 0u);
  hip().Do("hipDeviceSynchronize");
  WaitUntilOthersSleep();
  EXPECT_TRUE(Sorted(Taken()).calls.empty());
  rocjfr_abandon_in_flight();
  for (int i = 0; i < 10; ++i) Use();
  ExpectWorkOf(10);
}

}  // namespace
}  // namespace rocjfr::test
