// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When the hook is registered, by the runtime's own view; versions; other tools.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "rocjfr/client.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

class StubHook : public StubTest {
 protected:
  // All functions, and where work is wanted dispatches, copies and barriers.
  uint32_t AllCallbacks(uint32_t wanted = kApi) const {
    return IsTracer() ? 1 : 418 + (wanted == kOps ? 3 : 0);
  }
  void ExpectWorks() {
    stub().Call(STUBHIP_hipGetDevice);
    EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
  }
};
ROCJFR_BOTH_GENERATIONS(StubHook);

// Of its calls, and of the one that its thread is in: a lock of ours that another thread of the
// parent had is never released.
TEST_P(StubHook, AForkedChildsCallsAreNotTraced) {
  Start();
  int status = -1;
  stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
    const pid_t child = fork();
    if (child == 0) {
      stubhip_call_t call;
      alignas(16) char frame[8192];
      call.frame = frame;
      const CopyArguments copy;
      stub().Symbol<decltype(&stubhip_enter)>("stubhip_enter")(&call, STUBHIP_hipMemcpyAsync, &copy,
                                                               sizeof(copy));
      _exit(static_cast<int>(call.traced));
    }
    ASSERT_EQ(waitpid(child, &status, 0), child);
  });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u) << "the parent goes on";
}

TEST_P(StubHook, IsRegisteredOnlyWhileWanted) {
  Initialize();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_NO_RUNTIME});
  stub_ = std::make_unique<Stub>(GetParam());
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OFF});
  EXPECT_EQ(stub().Callbacks(), 0u);
  for (uint64_t cycle = 1; cycle <= 3; ++cycle) {
    const uint32_t wanted = cycle == 2 ? kOps : kApi;
    ASSERT_EQ(rocjfr_set_wanted(wanted), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(stub().Callbacks(), AllCallbacks(wanted));
    EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
    rocjfr_poll();
    EXPECT_EQ(RuntimeInfo().registrations, cycle) << "once is enough";
    ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(stub().Callbacks(), 0u) << "roctx needs no hook of HIP";
    EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OFF});
  }
  const uint64_t calls = stub().HookCalls();
  for (int i = 0; i < 100; ++i) stub().CallAndSubmit(STUBHIP_hipMemcpy, CopyArguments{}, 1);
  EXPECT_EQ(stub().HookCalls(), calls);
}

TEST_P(StubHook, HipMayBeThereFirst) {
  stub_ = std::make_unique<Stub>(GetParam());
  stub().Call(STUBHIP_hipGetDevice);
  Initialize();
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  ExpectWorks();
}

TEST_P(StubHook, HipMayComeLast) {
  Initialize();
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_NO_RUNTIME});
  rocjfr_poll();
  stub_ = std::make_unique<Stub>(GetParam());
  EXPECT_EQ(stub().Callbacks(), 0u);
  rocjfr_poll();
  EXPECT_EQ(stub().Callbacks(), AllCallbacks());
  ExpectWorks();
}

TEST_P(StubHook, OnlyFunctionsOfWhichSomethingIsWantedHaveHooks) {
  if (IsTracer()) GTEST_SKIP() << "one hook for all functions";
  const auto recorded = [&](uint32_t op) {
    Taken();
    stub().Call(op);
    return Taken(ROCJFR_DOMAIN_HIP_API).size();
  };
  Start(kApi);
  EXPECT_EQ(stub().Callbacks(), AllCallbacks());
  rocjfr_set_filter("hipGetDevice", 0, 0);
  const uint32_t few = stub().Callbacks();
  EXPECT_GT(few, 1u) << "those that free handles are followed, too";
  EXPECT_LT(few, 30u);
  EXPECT_EQ(recorded(STUBHIP_hipGetDevice), 1u);
  EXPECT_EQ(recorded(STUBHIP_hipMalloc), 0u);
  rocjfr_set_filter("hipGetDevice, hipMalloc", 0, 0);
  EXPECT_EQ(stub().Callbacks(), few + 1);
  EXPECT_EQ(recorded(STUBHIP_hipMalloc), 1u);
  rocjfr_set_wanted(kApi | kOps);
  EXPECT_EQ(stub().Callbacks(), AllCallbacks(kOps));
  rocjfr_set_wanted(0);
  EXPECT_EQ(stub().Callbacks(), 0u);
}

TEST_P(StubHook, TheRuntimeIsDescribed) {
  Start();
  auto info = RuntimeInfo();
  EXPECT_EQ(std::string(info.path).find("/lib/stubhip-" + GetParam()) != std::string::npos, true)
      << info.path;
  EXPECT_STREQ(info.version_text, IsTracer() ? "6" : "5");
  EXPECT_STREQ(info.hook, IsTracer() ? "tracer callback (5.3+)" : "register/activity (5.2)");
  EXPECT_STREQ(info.message, "");
  EXPECT_STREQ(info.other_tools, "");
  EXPECT_EQ(info.devices, -1) << "asking would initialise the runtime";
  stub().Call(STUBHIP_hipGetDevice);
  info = RuntimeInfo();
  EXPECT_EQ(info.devices, 2);
  EXPECT_GT(info.hook_calls, 0u);
  EXPECT_STREQ(rocjfr_kind_name(0x11F0), "KernelExecution");
}

TEST_P(StubHook, ACallMayOutliveTheHook) {
  Start();
  stub().Call(STUBHIP_hipMemcpy, CopyArguments{},
              [&] { ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS); });
  EXPECT_TRUE(Taken().empty());
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT), 1u)
      << "it had begun to be recorded";
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  stub().Call(STUBHIP_hipMemcpy, CopyArguments{}, [&] {
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  });
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
}

// HIP 5.2 changes a function's hooks when no call of it is in progress. A recording stops in the
// middle of one that does not end: the thread that says so waits, and no other does.
TEST_P(StubHook, WhoChangesItWaitsAloneForACallInProgress) {
  Start(kApi);
  if (!IsTracer()) stub().Symbol<void (*)(uint32_t)>("stubhip_set_waits")(1);
  std::thread control;
  stub().Call(STUBHIP_hipGetDevice, NoArguments{}, [&] {
    control = std::thread([] { EXPECT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS); });
    while (rocjfr_wanted() != 0) std::this_thread::yield();
    rocjfr_poll();
    EXPECT_EQ(RuntimeInfo().registrations, 1u);
    EXPECT_TRUE(IsTracer() || stub().Callbacks() != 0);
  });
  control.join();
  EXPECT_EQ(stub().Callbacks(), 0u);
  EXPECT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), ROCJFR_HOOK_ON);
}

TEST_P(StubHook, WorkThatFinishesWithoutTheHookIsLostInFlight) {
  Start();
  const auto command = stub().CallAndSubmit(STUBHIP_hipMemcpy, CopyArguments{}, ROCJFR_OP_COPY);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_FALSE(stub().Complete(command, kCopyWork)) << "there is no hook";
  EXPECT_EQ(rocjfr_abandon_in_flight(), 1u);
}

TEST_P(StubHook, WorkOfDomainsThatAreNoLongerWantedIsCounted) {
  Start();
  const auto command = stub().CallAndSubmit(STUBHIP_hipMemcpy, CopyArguments{}, ROCJFR_OP_COPY);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  stub().Complete(command, kCopyWork);
  EXPECT_TRUE(Taken(ROCJFR_DOMAIN_HIP_OPS).empty());
  rocjfr_abandon_in_flight();
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), 1u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

// The generation of 5.3 and later has one slot, and other versions.
class StubTracerHook : public StubTest {
 protected:
  using Callback = int (*)(uint32_t, uint32_t, void*);
  void SetSlot(Callback callback) const {
    stub().Symbol<void (*)(Callback)>("hipRegisterTracerCallback")(callback);
  }
  static std::atomic<int> other_calls_;
  static int OtherTool(uint32_t, uint32_t, void*) {
    ++other_calls_;
    return -1;
  }
};
std::atomic<int> StubTracerHook::other_calls_{0};
INSTANTIATE_TEST_SUITE_P(Hook, StubTracerHook, testing::Values("tracer"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(StubTracerHook, AnotherToolIsReportedAndNotPushedOut) {
  Start();
  SetSlot(&OtherTool);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(other_calls_.load(), 1);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(stub().Callbacks(), 1u) << "the other tool's";
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(other_calls_.load(), 2);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(other_calls_.load(), 3);
  EXPECT_TRUE(Taken().empty());
  SetSlot(nullptr);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(Taken().size(), 1u);
  EXPECT_EQ(other_calls_.load(), 3);
}

TEST_P(StubTracerHook, AToolThatWasThereFirstKeepsTheSlot) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  SetSlot(&OtherTool);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(other_calls_.load(), 1);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OFF}) << "nobody here wants it";
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  SetSlot(nullptr);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
}

TEST_P(StubTracerHook, AToolThatGivesOurCallbackBackIsNoticed) {
  Start();
  // A tool that interposes registration knows our callback and may put it back.
  const Callback ours = stub().Symbol<Callback (*)()>("stubhip_slot_now")();
  SetSlot(&OtherTool);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  SetSlot(ours);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
}

TEST_P(StubTracerHook, AnnouncementsAreNoRecords) {
  Start();
  const auto announce = stub().Symbol<void (*)(uint32_t)>("stubhip_announce");
  stubhip_command_t command;
  stub().Call(STUBHIP_hipMemcpy, CopyArguments{}, [&] {
    announce(ROCJFR_OP_COPY);
    command = stub().Submit(ROCJFR_OP_COPY);
    announce(ROCJFR_OP_COPY);
  });
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  stub().Complete(command, kCopyWork);
  EXPECT_EQ(Taken().size(), 2u);
}

TEST_P(StubTracerHook, TheFrameOfFive7IsShorter) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  stub().SetLastId(363);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  const auto command = stub().CallAndSubmit(
      STUBHIP_hipMemcpyAsync, CopyArguments{nullptr, nullptr, 77, 1, 0, 0x1000}, ROCJFR_OP_COPY);
  stub().Complete(command, kCopyWork);
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].record.bytes, 77u);
  EXPECT_EQ(taken[1].record.correlation_id, taken[0].record.correlation_id);
}

TEST(StubWithoutHook, IsUnsupportedAndSaysSo) {
  Initialize();
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps | kRoctx), ROCJFR_STATUS_SUCCESS);
  const std::string path = StubFolder("none") + "/libamdhip64.so";
  ASSERT_NE(dlopen(path.c_str(), RTLD_NOW), nullptr) << dlerror();
  rocjfr_poll();
  rocjfr_runtime_info_t info;
  ASSERT_EQ(rocjfr_runtime(&info), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(info.hook_state, uint32_t{ROCJFR_HOOK_UNSUPPORTED});
  EXPECT_NE(std::string(info.message).find("exports no tracing hook"), std::string::npos);
  EXPECT_STREQ(info.hook, "");
  EXPECT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  rocjfr_poll();
}

// An application's thread asks what the tracer does, and then for the error of its last call.
TEST_P(StubHook, AskingForTheRuntimeLeavesTheLastErrorAlone) {
  Start();
  stub().Call(STUBHIP_hipGetDevice);
  constexpr int kError = 2;
  stub().Return(STUBHIP_hipMalloc, kError);
  EXPECT_EQ(RuntimeInfo().devices, 2);
  EXPECT_EQ(stub().Symbol<int (*)()>("hipGetLastError")(), kError);
}

}  // namespace
}  // namespace rocjfr::test
