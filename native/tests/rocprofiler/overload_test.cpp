// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Consumers that are slower than the program, the smallest buffers, very many contexts.
#include <sched.h>

#include "fixture.h"
#include "os_thread.h"
#include "rocprofiler-sdk-roctx/roctx.h"

namespace rocjfr::test {
namespace {

const auto kPage = static_cast<size_t>(sysconf(_SC_PAGESIZE));

class OverloadTest : public StubTest {
 protected:
  void CallFrom(int threads, int calls) {
    std::vector<std::thread> callers;
    for (int i = 0; i < threads; ++i) callers.emplace_back([this, calls] { Call(calls); });
    for (auto& caller : callers) caller.join();
  }
};

TEST_F(OverloadTest, LosslessLosesNothingWhileTheConsumerSleeps) {
  constexpr int kThreads = 4, kCalls = 5000;
  collector_.on_batch = [](rocprofiler_buffer_id_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  Trace(kApi, 1, kPage);  // the smallest buffer: 312 callbacks and more
  CallFrom(kThreads, kCalls);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), static_cast<size_t>(kThreads * kCalls));
  EXPECT_EQ(collector_.Drops(), 0u);
  ExpectOrder(collector_.Calls());
}

TEST_F(OverloadTest, SmallestLosslessBufferWithWatermarkZero) {
  constexpr int kThreads = 4, kCalls = 5000;
  Trace(kApi, 0, 0);
  CallFrom(kThreads, kCalls);
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), static_cast<size_t>(kThreads * kCalls));
  EXPECT_EQ(collector_.Drops(), 0u);
  ExpectOrder(collector_.Calls());
}

// The consumer takes what fits, one page at a time, while a hundred times as much is made.
TEST_F(OverloadTest, DiscardCountsEveryRecordAtAHundredTimesTheConsumersRate) {
  // More than is handed over last, for which no call is waited: what the buffers hold, and what the
  // callers make until they have seen that they are to end.
  constexpr size_t kAtTheEnd = 2048;
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> made{0};
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    const uint64_t enough = 100 * (collector_.Count() + kAtTheEnd);
    while (!stop && made < enough) sched_yield();
  };
  Trace(kApi, kPage, kPage / 2, ROCPROFILER_BUFFER_POLICY_DISCARD);
  std::vector<std::thread> callers;
  for (int i = 0; i < 2; ++i) {
    callers.emplace_back([&] {
      while (!stop) {
        Call(100);
        made += 100;
      }
    });
  }
  while (collector_.Batches().size() < 8) sched_yield();
  stop = true;
  for (auto& caller : callers) caller.join();
  collector_.Flush();
  collector_.Flush();
  EXPECT_EQ(collector_.Count() + collector_.Drops(), made);
  EXPECT_GE(made, 100 * collector_.Count());
  ExpectOrder(collector_.Calls());
  printf("made %lu, delivered %zu: %.0f times\n", static_cast<unsigned long>(made.load()),
         collector_.Count(), static_cast<double>(made) / static_cast<double>(collector_.Count()));
}

// As hipStreamSynchronize in a callback does, while the runtime's thread reports what it waits for.
TEST_F(OverloadTest, ACallbackMayWaitForWorkThatIsJustReported) {
  constexpr size_t kWork = 60000;  // 5.8 MB: more than is put elsewhere at once
  std::atomic<size_t> reported{0};
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    while (reported < kWork) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  Trace(kCopy, kPage, kPage);
  for (; reported < kWork; ++reported) ASSERT_TRUE(stub().Complete(Copy(1), kCopyWork));
  collector_.Flush();
  collector_.Flush();
  EXPECT_EQ(collector_.Count(), kWork);
  EXPECT_EQ(collector_.Drops(), 0u);
}

// The callback thread is what the callers wait for, and HIP 5.2 waits for their calls before it
// changes its hooks.
TEST_F(OverloadTest, ACallbackMayStopItsContextWhileCallersWaitForRoom) {
  constexpr int kThreads = 3;
  std::atomic<pid_t> callers[kThreads] = {};
  std::atomic<bool> stopped{false};
  Load("register");
  stub().Symbol<void (*)(uint32_t)>("stubhip_set_waits")(1);
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    if (stopped) return;
    for (const auto& caller : callers) {
      while (caller == 0 || StateOf(caller) != 'S') sched_yield();
    }
    EXPECT_OK(rocprofiler_stop_context(context_));
    stopped = true;
  };
  Trace(kApi, 1, kPage);
  std::vector<std::thread> threads;
  for (auto& caller : callers) {
    threads.emplace_back([&] {
      caller = OsThread();
      while (!stopped) Call(1);
    });
  }
  for (auto& thread : threads) thread.join();
  collector_.Flush();
  while (stub().Callbacks() != 0) sched_yield();
  EXPECT_GT(collector_.Count(), 0u);
  EXPECT_EQ(collector_.Drops(), 0u);
}

TEST_F(OverloadTest, AThousandContextsStartAndStopInTurn) {
  constexpr size_t kContexts = 1000;
  Load();
  std::vector<rocprofiler_context_id_t> contexts(kContexts);
  std::vector<Collector> collectors(kContexts);
  Tool::Run([&] {
    for (size_t i = 0; i < kContexts; ++i) {
      ASSERT_OK(rocprofiler_create_context(&contexts[i]));
      collectors[i].Create(contexts[i], kPage, kPage);
      collectors[i].Configure(kApi);
    }
  });
  for (const auto& context : contexts) {
    ASSERT_OK(rocprofiler_start_context(context));
    Call(1);
    ASSERT_OK(rocprofiler_stop_context(context));
    Call(1);
  }
  for (size_t i = 0; i < kContexts; ++i) {
    collectors[i].Flush();
    ASSERT_EQ(collectors[i].Count(), 1u) << i;
    collectors[i].Forget();
  }
  // And all at once.
  for (const auto& context : contexts) ASSERT_OK(rocprofiler_start_context(context));
  Call(3);
  for (const auto& context : contexts) ASSERT_OK(rocprofiler_stop_context(context));
  for (size_t i = 0; i < kContexts; ++i) {
    collectors[i].Flush();
    ASSERT_EQ(collectors[i].Count(), 3u) << i;
  }
  EXPECT_EQ(stub().Callbacks(), 0u);
}

TEST_F(OverloadTest, StartAndStopWhileOthersCall) {
  Trace(kApi, kPage, kPage);
  std::atomic<bool> stop{false};
  std::atomic<int> calling{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) {
    callers.emplace_back([&] {
      Call(1);
      ++calling;
      while (!stop) Call(1);
    });
  }
  while (calling < 3) std::this_thread::yield();
  for (int i = 0; i < 200; ++i) {
    ASSERT_OK(rocprofiler_stop_context(context_));
    ASSERT_OK(rocprofiler_start_context(context_));
  }
  stop = true;
  for (auto& caller : callers) caller.join();
  collector_.Flush();
  EXPECT_GE(collector_.Count(), 3u);
  ExpectOrder(collector_.Calls());
}

// Such a thread also calls the program's host functions, which call HIP and mark.
TEST_F(OverloadTest, ACallbackMayWaitForCallsOfTheThreadThatReports) {
  constexpr size_t kCalls = 5000;
  std::atomic<bool> finished{false};
  collector_.on_batch = [&](rocprofiler_buffer_id_t) {
    while (!finished) std::this_thread::yield();
  };
  TraceAll({kApi, kCopy, kMarker, kRetirement}, kPage, kPage);
  const stubhip_command_t copy = Copy(1);
  std::thread([&] {
    EXPECT_TRUE(stub().Complete(copy, kCopyWork));
    Call(kCalls);
    for (size_t i = 0; i < kCalls; ++i) roctxMarkA("mark");
    finished = true;
  }).join();
  collector_.Flush();
  collector_.Flush();
  EXPECT_EQ(collector_.Calls().size(), kCalls + 1);
  EXPECT_EQ(collector_.Of<CopyRecord>(kCopy).size(), 1u);
  EXPECT_EQ(collector_.Count() - collector_.Calls().size() - 1 -
                collector_.Of<RetirementRecord>(kRetirement).size(),
            kCalls);
  EXPECT_EQ(collector_.Drops(), 0u);
}

}  // namespace
}  // namespace rocjfr::test
