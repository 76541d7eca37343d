// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runtimes that nobody knows yet: more functions, frames of other sizes. The frame is measured
// inside the first call, which is recorded as all others are.
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <cerrno>
#include <set>
#include <thread>

#include "rocjfr/client.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kFunctions = 600;

class StubFrame : public StubTest {
 protected:
  void StartWith(uint32_t frame_bytes, uint32_t mode = STUBHIP_FRAME_LEFT,
                 uint32_t wanted = kApi | kOps) {
    Initialize();
    stub_ = std::make_unique<Stub>(GetParam());
    stub().SetFrame(frame_bytes, mode);
    ASSERT_EQ(rocjfr_set_wanted(wanted), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
    ASSERT_EQ(rocjfr_api_data_bytes(), 0u) << "no call has been made";
  }
  stubhip_command_t Copy(uint64_t bytes) const {
    const auto command =
        stub().CallAndSubmit(STUBHIP_hipMemcpyAsync,
                             CopyArguments{nullptr, nullptr, bytes, 1, 0, 0x1000}, ROCJFR_OP_COPY);
    stub().Complete(command, kCopyWork);
    return command;
  }
  // `copies` of 1, 2, ... bytes, each with its work, and nothing else.
  void ExpectCopies(uint64_t copies) {
    const auto taken = Taken();
    ASSERT_EQ(taken.size(), 2 * copies);
    for (uint64_t i = 0; i < copies; ++i) {
      const Activity& call = taken[2 * i];
      const Activity& work = taken[2 * i + 1];
      EXPECT_STREQ(rocjfr_api_name(call.record.op), "hipMemcpyAsync");
      ASSERT_TRUE(call.has_submit);
      EXPECT_EQ(call.submit.submit_bytes, i + 1);
      EXPECT_EQ(call.submit.submit_copy, ROCJFR_COPY_HOST_TO_DEVICE);
      EXPECT_EQ(call.submit.submit_device, 1);
      ASSERT_TRUE(work.has_submit);
      EXPECT_EQ(work.record.correlation_id, call.record.correlation_id);
      EXPECT_EQ(work.submit.submit_bytes, i + 1);
    }
  }
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
  // Runs `body` on a thread with a stack of this size.
  template <typename Body>
  static void OnSmallStack(size_t bytes, Body body) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
    pthread_t thread;
    ASSERT_EQ(pthread_create(
                  &thread, &attributes,
                  [](void* function) -> void* {
                    (*static_cast<Body*>(function))();
                    return nullptr;
                  },
                  &body),
              0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
  }
};
INSTANTIATE_TEST_SUITE_P(Hook, StubFrame, testing::Values("future"),
                         [](const auto& info) { return std::string(info.param); });

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
  // What the sanitizers put on a stack needs more.
  OnSmallStack(kSanitized ? 256u << 10 : 64u << 10, [&] {
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
      EXPECT_EQ(activity.submit.submit_copy, ROCJFR_COPY_NONE);
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

// --- What 7.13 to 10.2 added ---------------------------------------------------------------------

TEST_P(StubFrame, LaunchesByAConfigurationTellTheirs) {
  StartWith(1584);
  struct {
    uint32_t grid[3] = {4, 3, 2}, group[3] = {64, 2, 1};
    uint64_t lds = 256, stream = 0x1000, attributes = 0, attribute_count = 0;
  } config;
  struct {
    const void* config;
    uint64_t copy[7];
    const char* kernel;
  } arguments = {&config, {}, "_Z5saxpyjPf"};
  for (const uint32_t function : {STUBHIP_hipLaunchKernelExC, STUBHIP_hipDrvLaunchKernelEx}) {
    const auto command = stub().CallAndSubmit(function, arguments, ROCJFR_OP_DISPATCH);
    stub().Complete(command, kKernelWork);
    const auto taken = Taken();
    ASSERT_EQ(taken.size(), 2u);
    for (const Activity& activity : taken) {
      EXPECT_STREQ(rocjfr_name_demangled(activity.submit.submit_name),
                   "saxpy(unsigned int, float*)");
      EXPECT_EQ(activity.submit.submit_grid_x, 4u);
      EXPECT_EQ(activity.submit.submit_grid_z, 2u);
      EXPECT_EQ(activity.submit.submit_group_x, 64);
      EXPECT_EQ(activity.submit.submit_lds_bytes, 256u);
      EXPECT_GT(activity.submit.submit_stream, 0);
      EXPECT_EQ(activity.submit.submit_device, 1);
    }
  }
  arguments.config = nullptr;  // the call is going to fail
  stub().Call(STUBHIP_hipLaunchKernelExC, arguments, [] {});
  const Activity call = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(call.submit.submit_grid_x, 0u);
  EXPECT_EQ(call.submit.submit_stream, -1);
}

TEST_P(StubFrame, BatchesOfCopiesTellTheirBytes) {
  StartWith(1584);
  const uint64_t sizes[] = {100, 20, 3};
  uint64_t batch[17] = {};
  batch[4] = reinterpret_cast<uint64_t>(sizes);
  batch[6] = 3;
  batch[16] = 0x1000;
  stub().CallAndSubmit(STUBHIP_hipMemcpyBatchAsync, batch, ROCJFR_OP_COPY);
  const Activity copies = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(copies.submit.submit_bytes, 123u);
  EXPECT_EQ(copies.submit.submit_copy, ROCJFR_COPY_DEFAULT);
  EXPECT_EQ(copies.submit.submit_device, 1);
  batch[6] = 5000;
  stub().Call(STUBHIP_hipMemcpyBatchAsync, batch, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_bytes, 0u) << "too many to add up";

  // Two operands of five words, extent, order and flags.
  uint64_t ops[2][14] = {};
  for (auto& op : ops) {
    op[0] = op[5] = 1;  // pointers
    op[10] = 8, op[11] = 4, op[12] = 2;
  }
  uint64_t cubes[20] = {2, reinterpret_cast<uint64_t>(ops)};
  cubes[19] = 0x2000;
  stub().Call(STUBHIP_hipMemcpy3DBatchAsync, cubes, [] {});
  const Activity call = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(call.submit.submit_bytes, 128u);
  EXPECT_EQ(call.submit.submit_shape, 3);
  EXPECT_EQ(call.submit.submit_device, 2);
  ops[1][5] = 2;  // an array, whose extent counts elements
  stub().Call(STUBHIP_hipMemcpy3DBatchAsync, cubes, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_bytes, 0u);
}

TEST_P(StubFrame, PeerCopiesAndKernelNodesTellTheirs) {
  StartWith(1584);
  uint64_t parameters[21] = {};
  parameters[18] = 16, parameters[19] = 4, parameters[20] = 2;
  uint64_t peer[23] = {reinterpret_cast<uint64_t>(parameters)};
  peer[22] = 0x1000;
  stub().Call(STUBHIP_hipMemcpy3DPeerAsync, peer, [] {});
  const Activity copy = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(copy.submit.submit_bytes, 128u);
  EXPECT_EQ(copy.submit.submit_copy, ROCJFR_COPY_DEVICE_TO_DEVICE);
  EXPECT_EQ(copy.submit.submit_device, 1);

  struct {
    uint32_t group[3] = {64, 1, 1}, padding = 0;
    uint64_t extra = 0;
    const char* kernel = "node";
    uint32_t grid[3] = {5, 1, 1}, more_padding = 0;
    uint64_t arguments = 0;
    uint32_t lds = 128;
  } node;
  uint64_t add[7] = {};
  add[6] = reinterpret_cast<uint64_t>(&node);
  stub().Call(STUBHIP_hipGraphAddKernelNode, add, [] {});
  const Activity call = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_STREQ(rocjfr_name_symbol(call.submit.submit_name), "node");
  EXPECT_EQ(call.submit.submit_grid_x, 5u);
  EXPECT_EQ(call.submit.submit_group_x, 64);
  EXPECT_EQ(call.submit.submit_lds_bytes, 128u);
  EXPECT_EQ(call.submit.submit_stream, -1);
}

// --- The runtime's own profiler
// -------------------------------------------------------------------

class StubProfiler : public StubFrame {
 protected:
  void Enable() const { stub().Symbol<int (*)()>("hipProfilerEnableExt")(); }
  void Disable() const { stub().Symbol<int (*)()>("hipProfilerDisableExt")(); }
  static void ExpectNamed(const std::string& message) {
    const auto info = RuntimeInfo();
    EXPECT_NE(std::string(info.other_tools).find("HIP's own profiler"), std::string::npos);
    EXPECT_NE(std::string(info.message).find(message), std::string::npos) << info.message;
  }
};
INSTANTIATE_TEST_SUITE_P(Hook, StubProfiler, testing::Values("future"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(StubProfiler, ThatComesLaterHandsOnFinishedWork) {
  StartWith(1584);
  // In flight: its id is the one that the profiler gives first.
  const auto command =
      stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  ASSERT_EQ(Taken().size(), 1u);
  Enable();
  Copy(4096);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  ExpectNamed("kernels and copies are recorded, API calls are not");
  Copy(4096);
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  for (const Activity& work : taken) {
    EXPECT_EQ(work.record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
    EXPECT_FALSE(work.has_submit) << "of no call that we know";
    EXPECT_EQ(work.record.correlation_id, 0u);
  }
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  Copy(4096);
  EXPECT_TRUE(Taken().empty());
  EXPECT_EQ(stub().Callbacks(), 1u) << "the profiler's";
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  Copy(4096);
  EXPECT_EQ(Taken().size(), 1u);
  Disable();
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  EXPECT_STREQ(RuntimeInfo().message, "");
  EXPECT_STREQ(RuntimeInfo().other_tools, "");
  Copy(1);
  ExpectCopies(1);
  stub().Complete(command, kCopyWork);
}

TEST_P(StubProfiler, ThatWasThereFirstKeepsTheHook) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  Enable();
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  ExpectNamed("it was there first");
  Copy(4096);
  EXPECT_TRUE(Taken().empty());
  Disable();
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
}

TEST_P(StubProfiler, IsNamedBeforeItTakesTheHook) {
  setenv("GPU_CLR_PROFILE_OUTPUT", "trace.json", 1);
  StartWith(1584);
  EXPECT_NE(std::string(RuntimeInfo().other_tools).find("HIP's own profiler"), std::string::npos);
  EXPECT_STREQ(RuntimeInfo().message, "");
}

// Its own ids would be lost to it if ours came between.
TEST_P(StubProfiler, IsNotSharedByThePreload) {
  setenv("LD_PRELOAD", "/somewhere/librocjfr.so", 1);
  StartWith(1584);
  Copy(1);
  ExpectCopies(1);
  Enable();
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  Copy(4096);
  EXPECT_EQ(Taken().size(), 1u);
}

// --- Records that the runtime has yet to report
// ---------------------------------------------------

TEST_P(StubFrame, WhatTheRuntimeDoesNotHaveAnyMoreIsNotWaitedFor) {
  StartWith(1584);
  const auto command =
      stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  const stubhip_command_t lost = {command.op, 1, 0};  // reported as nobody's
  stub().Complete(lost, kCopyWork);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  constexpr uint32_t kFarAwayMs = 100000;
  EXPECT_EQ(rocjfr_quiesce(kFarAwayMs, kFarAwayMs), 1u) << "at once: the runtime has none left";
}

// A stream that was destroyed, though nobody knows which: any handle may come again.
TEST_P(StubFrame, AnUnknownStreamThatIsDestroyedMayBeAny) {
  StartWith(1584);
  CopyArguments copy;
  copy.stream = 0x5000;
  const auto number = [&] {
    stub().Call(STUBHIP_hipMemcpyAsync, copy, [] {});
    return One(ROCJFR_DOMAIN_HIP_API).submit.submit_stream;
  };
  const int32_t first = number();
  stub().SetFrame(1584, STUBHIP_FRAME_NO_ARGUMENTS);
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0x5000}, [] {});
  stub().SetFrame(1584, STUBHIP_FRAME_LEFT);
  Taken();
  const int32_t second = number();
  EXPECT_GT(second, first);
  // The streams of a context that is destroyed.
  stub().Call(STUBHIP_hipGreenCtxDestroy, StreamArgument{1}, [] {});
  Taken();
  EXPECT_GT(number(), second);
}

}  // namespace
}  // namespace rocjfr::test
