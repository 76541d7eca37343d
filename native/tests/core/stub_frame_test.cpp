// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runtimes that nobody knows yet: more functions, frames of other sizes. The frame is measured
// inside the first call, which is recorded as all others are.
#include <signal.h>

#include <atomic>
#include <cerrno>
#include <set>
#include <thread>

#include "future_fixture.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kFunctions = 600;

class StubFrame : public FutureTest {
 protected:
  void MeasureWith(uint32_t frame_bytes) {
    StartWith(frame_bytes);
    for (uint64_t bytes = 1; bytes <= 3; ++bytes) Copy(bytes);
    EXPECT_EQ(rocjfr_api_data_bytes(), frame_bytes);
    EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
    EXPECT_STREQ(RuntimeInfo().message, "");
    ExpectCopies(3);

    EXPECT_EQ(rocjfr_api_last(), kFunctions);
    for (uint32_t id = 1; id <= kFunctions; ++id) stub().Call(id);
    std::set<std::string> names;
    for (const Activity& call : Taken(ROCJFR_DOMAIN_HIP_API)) {
      names.insert(rocjfr_api_name(call.record.op));
    }
    EXPECT_EQ(names.size(), size_t{kFunctions});
    EXPECT_EQ(names.count("hipStub600"), 1u);
    EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_API), 0u);
    EXPECT_EQ(rocjfr_in_flight(), 0u);
  }
  void ExpectOpsOnly(uint32_t mode) {
    StartWith(1584, mode);
    for (int i = 0; i < 10; ++i) Copy(7);
    std::thread([&] { Copy(7); }).join();
    const auto info = RuntimeInfo();
    EXPECT_EQ(info.hook_state, uint32_t{ROCJFR_HOOK_OPS_ONLY});
    EXPECT_NE(std::string(info.message)
                  .find("last function id 600) has call frames that could not "
                        "be measured"),
              std::string::npos)
        << info.message;
    EXPECT_EQ(rocjfr_api_data_bytes(), 0u);
    const auto taken = Taken();
    ASSERT_EQ(taken.size(), 11u);
    for (const Activity& activity : taken) {
      EXPECT_EQ(activity.record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
      EXPECT_FALSE(activity.has_submit);
    }
    stub().Complete(stub().Submit(ROCJFR_OP_DISPATCH), kKernelWork);
    EXPECT_STREQ(rocjfr_name_symbol(One(ROCJFR_DOMAIN_HIP_OPS).record.thread_id),
                 "named_by_the_runtime");
    // A recording that begins later finds the same.
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OFF});
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  }
};
ROCJFR_FUTURE(StubFrame);

TEST_P(StubFrame, Of840BytesIsMeasured) {
  MeasureWith(840);
}
TEST_P(StubFrame, Of1520BytesIsMeasured) {
  MeasureWith(1520);
}
TEST_P(StubFrame, Of1584BytesIsMeasured) {
  MeasureWith(1584);
}
TEST_P(StubFrame, Of2096BytesIsMeasured) {
  MeasureWith(2096);
}
TEST_P(StubFrame, Of5616BytesIsMeasured) {
  MeasureWith(5616);
}

TEST_P(StubFrame, OfARuntimeWithAsManyFunctionsAsThereMayBe) {
  constexpr uint32_t kMost = 1023;
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  stub().SetLastId(kMost);
  stub().SetFrame(1584, STUBHIP_FRAME_LEFT);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  stub().Call(kMost);
  EXPECT_EQ(rocjfr_api_data_bytes(), 1584u);
  EXPECT_EQ(rocjfr_api_last(), kMost);
  for (uint32_t id = 1; id <= kMost; ++id) stub().Call(id);
  const auto calls = Taken(ROCJFR_DOMAIN_HIP_API);
  ASSERT_EQ(calls.size(), size_t{kMost} + 1);
  EXPECT_EQ(calls[0].record.op, kMost) << "the first call";
  std::set<std::string> names;
  for (const Activity& call : calls) names.insert(rocjfr_api_name(call.record.op));
  EXPECT_EQ(names.size(), size_t{kMost});
  EXPECT_EQ(names.count("hipStub1023"), 1u);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_API), 0u);
}

TEST_P(StubFrame, ThatIsZeroedLeavesOpsOnly) {
  ExpectOpsOnly(STUBHIP_FRAME_ZEROED);
}
TEST_P(StubFrame, ThatHoldsAPatternLeavesOpsOnly) {
  ExpectOpsOnly(STUBHIP_FRAME_PATTERN);
}
TEST_P(StubFrame, WhoseTailHoldsAPatternLeavesOpsOnly) {
  ExpectOpsOnly(STUBHIP_FRAME_TAIL);
}

TEST_P(StubFrame, LargerThanWhatCanBeMeasuredLeavesOpsOnly) {
  StartWith(20000);
  Copy(1);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  EXPECT_EQ(Taken().size(), 1u);
}

TEST_P(StubFrame, IsMeasuredOnce) {
  StartWith(1584);
  const uint64_t before = stub().HookCalls();
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(stub().HookCalls() - before, 2u) << "the call and the one that measures";
  for (int i = 0; i < 5; ++i) stub().Call(STUBHIP_hipGetDevice);
  std::thread([&] { stub().Call(STUBHIP_hipGetDevice); }).join();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(stub().HookCalls() - before, 9u);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 8u) << "and that one is no call of the program";
}

TEST_P(StubFrame, IsMeasuredOnSmallStacks) {
  StartWith(5616);
  OnSmallStack(kSmallStack, [&] {
    for (uint64_t bytes = 1; bytes <= 2; ++bytes) Copy(bytes);
  });
  EXPECT_EQ(rocjfr_api_data_bytes(), 5616u);
  ExpectCopies(2);
}

TEST_P(StubFrame, IsMeasuredOnTheSmallestStack) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer's own frames do not fit on it";
  StartWith(1584);
  OnSmallStack(16u << 10, [&] {
    for (uint64_t bytes = 1; bytes <= 2; ++bytes) Copy(bytes);
  });
  EXPECT_EQ(rocjfr_api_data_bytes(), 1584u);
  ExpectCopies(2);
}

TEST_P(StubFrame, ManyThreadsMayComeFirst) {
  constexpr int kThreads = 16, kCalls = 50;
  StartWith(2096);
  std::atomic<int> waiting{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      ++waiting;
      while (waiting.load() < kThreads) std::this_thread::yield();
      for (int i = 0; i < kCalls; ++i) stub().Call(STUBHIP_hipMemcpy, CopyArguments{}, [] {});
    });
  }
  for (auto& thread : threads) thread.join();
  const auto taken = Taken();
  EXPECT_EQ(taken.size(), size_t{kThreads} * kCalls);
  for (const Activity& call : taken) {
    EXPECT_STREQ(rocjfr_api_name(call.record.op), "hipMemcpy");
  }
  EXPECT_EQ(rocjfr_api_data_bytes(), 2096u);
}

TEST_P(StubFrame, NoSignalIsLostAndErrnoIsKept) {
  StartWith(1584);
  static std::atomic<int> signals{0};
  signal(SIGUSR1, [](int) { ++signals; });
  sigset_t before, after, blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  errno = 4711;
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(errno, 4711);
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (int number = 1; number < NSIG; ++number) {
    EXPECT_EQ(sigismember(&after, number), sigismember(&before, number)) << number;
  }
  raise(SIGUSR1);
  EXPECT_EQ(signals.load(), 1);
  EXPECT_EQ(rocjfr_api_data_bytes(), 1584u);
}

// What the last call returned is asked for by three functions: measuring within them would change
// what they say.
TEST_P(StubFrame, TheProgramsErrorsStayAsTheyAre) {
  constexpr int kError = 17;
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  stub().Symbol<decltype(&stubhip_set_error_way)>("stubhip_set_error_way")(STUBHIP_ERROR_STAYS);
  const auto last = stub().Symbol<int (*)()>("hipGetLastError");
  const auto last_of_all = stub().Symbol<int (*)()>("hipExtGetLastError");
  const auto peek = stub().Symbol<int (*)()>("hipPeekAtLastError");
  stub().Return(STUBHIP_hipMalloc, kError);
  stub().Call(STUBHIP_hipGetDevice);  // succeeds
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(last_of_all(), 0) << "of hipGetDevice";
  EXPECT_EQ(last(), kError);
  EXPECT_EQ(peek(), 0);
  EXPECT_EQ(rocjfr_api_data_bytes(), 0u);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT), 3u) << "not recorded";
  EXPECT_TRUE(Taken().empty());
  stub().Return(STUBHIP_hipMalloc, kError);
  EXPECT_EQ(last_of_all(), kError);
  EXPECT_EQ(last(), kError);
  EXPECT_EQ(Taken().size(), 3u);
}

TEST_P(StubFrame, ArgumentsThatAreNotFilledInAreUnknown) {
  StartWith(1584, STUBHIP_FRAME_NO_ARGUMENTS);
  for (int round = 0; round < 2; ++round) {
    Copy(4096);
    for (const Activity& activity : Taken()) {
      ASSERT_TRUE(activity.has_submit);
      EXPECT_EQ(activity.submit.submit_bytes, 0u);
      EXPECT_EQ(activity.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
      EXPECT_EQ(activity.submit.submit_stream, -1);
      EXPECT_EQ(activity.submit.submit_device, -1);
    }
    LaunchArguments launch = {"kernel", {4, 3, 2}, {64, 2, 1}, 256, 0, 0};
    stub().Call(STUBHIP_hipModuleLaunchKernel, launch, [] {});
    const Activity call = One(ROCJFR_DOMAIN_HIP_API);
    EXPECT_EQ(call.submit.submit_name, 0u);
    EXPECT_EQ(call.submit.submit_grid_x, 0u);
    EXPECT_EQ(call.submit.submit_group_x, 0);
    EXPECT_EQ(call.submit.submit_lds_bytes, 0u);
    EXPECT_EQ(call.submit.submit_stream, -1);
    const uint64_t parameters[20] = {};
    stub().Call(STUBHIP_hipMemcpy3D, &parameters, [] {});
    EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_bytes, 0u) << "no pointer was followed";
    stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0x5000}, [] {});
    EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_stream, -1);
    stub().Call(STUBHIP_hipModuleUnload, StreamArgument{}, [] {});
    EXPECT_EQ(Taken().size(), 1u);
  }
}

}  // namespace
}  // namespace rocjfr::test
