// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The one hook of 5.3 and later shared with another tool, as where this library is preloaded.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "other_tool.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

class StubChain : public StubTest {
 protected:
  void SetUp() override { setenv("LD_PRELOAD", "/somewhere/librocjfr.so", 1); }
  // As a tool that asks the runtime's library for its function.
  void SetSlot(TracerCallback callback) const {
    stub().Symbol<void (*)(TracerCallback)>("hipRegisterTracerCallback")(callback);
  }
  TracerCallback Slot() const { return stub().Symbol<TracerCallback (*)()>("stubhip_slot_now")(); }

  // Calls that copy: `bytes` from 1 on.
  void Copy(int calls) const {
    for (int i = 1; i <= calls; ++i) {
      const auto command = stub().CallAndSubmit(
          STUBHIP_hipMemcpyAsync,
          CopyArguments{nullptr, nullptr, static_cast<uint64_t>(i), 1, 0, 0x1000}, ROCJFR_OP_COPY);
      stub().Complete(command, kCopyWork);
    }
  }
  // Each of our calls and its work, joined by our own ids.
  void ExpectOurs(size_t calls) {
    const auto taken = Taken();
    ASSERT_EQ(taken.size(), 2 * calls);
    for (size_t i = 0; i < calls; ++i) {
      const Activity& call = taken[2 * i];
      const Activity& work = taken[2 * i + 1];
      EXPECT_EQ(call.record.domain, uint32_t{ROCJFR_DOMAIN_HIP_API});
      EXPECT_EQ(call.record.bytes, i + 1);
      EXPECT_EQ(work.record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
      EXPECT_EQ(work.record.correlation_id, call.record.correlation_id);
      EXPECT_EQ(work.submit.submit_bytes, i + 1);
    }
    EXPECT_EQ(rocjfr_in_flight(), 0u);
  }
  static void ExpectTools(uint64_t calls, size_t work) {
    EXPECT_EQ(OtherTool::enters.load(), calls);
    OtherTool::ExpectConsistent();
    EXPECT_EQ(OtherTool::work.size(), work);
  }
};
INSTANTIATE_TEST_SUITE_P(Hook, StubChain, testing::Values("tracer"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(StubChain, BothGetEverything) {
  Start();
  Copy(3);
  ExpectOurs(3);
  RegisterTool(&OtherTool::OnRuntime);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  Copy(10);  // the tool's ids are those that we had given before
  ExpectOurs(10);
  ExpectTools(10, 10);
  RegisterTool(nullptr);
  Copy(2);
  ExpectOurs(2);
  ExpectTools(10, 10);
}

// What the frame held before is not its id: that was another call's.
TEST_P(StubChain, AToolThatGivesNoIdsLeavesOursInPlace) {
  Start();
  Copy(2);
  ExpectOurs(2);
  RegisterTool([](uint32_t domain, uint32_t, void* frame) {
    if (domain != ROCJFR_DOMAIN_HIP_API) return -1;
    void* const none[2] = {};
    memcpy(static_cast<char*>(frame) + 1520 + 2 * sizeof(uint64_t), none, sizeof(none));
    return 0;
  });
  Copy(5);
  ExpectOurs(5);
}

TEST_P(StubChain, AToolThatWasThereFirstKeepsItsRecords) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  SetSlot(&OtherTool::OnRuntime);
  Copy(2);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  Copy(4);
  ExpectOurs(4);
  ExpectTools(6, 6);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(Slot(), &OtherTool::OnRuntime) << "without a wish of ours it has the hook for itself";
  Copy(1);
  ExpectTools(7, 7);
  EXPECT_TRUE(Taken().empty());
}

TEST_P(StubChain, AToolThatComesBeforeTheRuntimeIsRegisteredThere) {
  Initialize();
  RegisterTool(&OtherTool::OnRuntime);
  stub_ = std::make_unique<Stub>(GetParam());
  rocjfr_poll();
  EXPECT_EQ(Slot(), &OtherTool::OnRuntime);
  Copy(1);
  ExpectTools(1, 1);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  Copy(1);
  ExpectOurs(1);
  ExpectTools(2, 2);
}

TEST_P(StubChain, AToolThatWritesTheSlotIsFoundAtTheNextPoll) {
  Start();
  SetSlot(&OtherTool::OnRuntime);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  Copy(5);
  ExpectOurs(5);
  ExpectTools(5, 5);
  SetSlot(nullptr);
  rocjfr_poll();
  Copy(1);
  ExpectOurs(1);
  ExpectTools(5, 5);
}

TEST_P(StubChain, WhatTheToolDoesNotTraceIsOurs) {
  Start();
  RegisterTool(&OtherTool::OnRuntime);
  OtherTool::traces_calls = false;
  Copy(3);
  ExpectOurs(3);
  EXPECT_EQ(OtherTool::calls_refused.load(), 3u);
  EXPECT_EQ(OtherTool::work, std::vector<uint64_t>(3, 0)) << "of calls that it does not know";
  OtherTool::work.clear();
  OtherTool::traces_calls = true;
  OtherTool::wants_work = false;
  Copy(3);
  ExpectOurs(3);
  ExpectTools(3, 0);
}

TEST_P(StubChain, WhatWeDoNotTraceIsTheTools) {
  Start(kApi);
  RegisterTool(&OtherTool::OnRuntime);
  ASSERT_EQ(rocjfr_set_filter("", 0, 0), ROCJFR_STATUS_SUCCESS);
  Copy(4);
  EXPECT_TRUE(Taken().empty());
  ExpectTools(4, 4);
}

TEST_P(StubChain, AnnouncedWorkOfAnotherThreadIsToldToBoth) {
  Start();
  RegisterTool(&OtherTool::OnRuntime);
  const auto command = stub().CallAndSubmit(
      STUBHIP_hipMemcpyAsync, CopyArguments{nullptr, nullptr, 1, 1, 0, 0x1000}, ROCJFR_OP_COPY);
  std::thread([&] {  // as 7.2, which asks nobody again
    stub().Symbol<void (*)(uint32_t)>("stubhip_announce")(ROCJFR_OP_COPY);
    stub().Complete(command, kCopyWork);
  })
      .join();
  ExpectTools(1, 1);
  EXPECT_EQ(Taken().size(), 2u);
}

TEST_P(StubChain, CallsWithinCallsAreTold) {
  Start();
  RegisterTool(&OtherTool::OnRuntime);
  stub().Call(STUBHIP_hipMemcpy, CopyArguments{}, [&] {
    stub().Call(STUBHIP_hipGetDevice);
    stub().Call(STUBHIP_hipGetDevice);
  });
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 3u);
  ExpectTools(3, 0);
}

// As of a tool that counts in each thread.
TEST_P(StubChain, AnIdThatAToolGivesTwiceJoinsNothing) {
  Start();
  Copy(1);
  Taken();
  static thread_local uint64_t t_last = 0;
  RegisterTool([](uint32_t domain, uint32_t, void* frame) {
    if (domain != ROCJFR_DOMAIN_HIP_API) return 0;
    const uint64_t id = ++t_last;
    memcpy(frame, &id, sizeof(id));
    void* const none[2] = {};
    memcpy(static_cast<char*>(frame) + 1520 + 2 * sizeof(uint64_t), none, sizeof(none));
    return 0;
  });
  stubhip_command_t commands[3];
  for (auto& command : commands) {
    std::thread([&] {
      command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
    }).join();
    if (&command == commands) stub().Complete(command, kCopyWork);
  }
  EXPECT_EQ(commands[0].id, commands[1].id);
  EXPECT_EQ(rocjfr_in_flight(), 0u) << "nobody waits for what cannot be told apart";
  for (int i = 1; i < 3; ++i) stub().Complete(commands[i], kCopyWork);
  const auto taken = Taken(ROCJFR_DOMAIN_HIP_OPS);
  ASSERT_EQ(taken.size(), 3u);
  EXPECT_TRUE(taken[0].has_submit) << "it was the only one";
  EXPECT_FALSE(taken[1].has_submit);
  EXPECT_FALSE(taken[2].has_submit);
  EXPECT_NE(std::string(RuntimeInfo().message).find("work of 2 calls"), std::string::npos);
}

TEST_P(StubChain, AToolsIdThatLooksLikeOursIsTheTools) {
  Start();
  Copy(3);  // our ids from 1 on
  Taken();
  static constexpr uint64_t kMark = uint64_t{1} << 62;
  static uint64_t last, told;
  static bool traces;
  last = told = 0;
  traces = true;
  RegisterTool([](uint32_t domain, uint32_t, void* data) {
    if (domain == ROCJFR_DOMAIN_HIP_API) {
      const uint64_t id = kMark | ++last;
      if (!traces) return -1;
      memcpy(data, &id, sizeof(id));
      void* const none[2] = {};
      memcpy(static_cast<char*>(data) + 1520 + 2 * sizeof(uint64_t), none, sizeof(none));
    } else if (data != nullptr) {
      told = static_cast<const rocjfr_record_t*>(data)->correlation_id;
    }
    return 0;
  });
  for (const bool tool_traces : {true, false}) {
    traces = tool_traces;
    const auto command = stub().CallAndSubmit(
        STUBHIP_hipMemcpyAsync, CopyArguments{nullptr, nullptr, 1, 1, 0, 0x1000}, ROCJFR_OP_COPY);
    stub().Complete(command, kCopyWork);
    EXPECT_FALSE(One(ROCJFR_DOMAIN_HIP_OPS).has_submit);
    if (tool_traces) {
      EXPECT_EQ(told, kMark | 1);
    }
  }
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

TEST_P(StubChain, ToolsComeAndGoUnderLoad) {
  Start();
  std::atomic<bool> done{false};
  std::atomic<uint64_t> calls{0};
  // One thread that calls: the tool of this test keeps what it sees without a lock.
  std::thread caller([&] {
    while (!done.load()) {
      Copy(1);
      ++calls;
    }
  });
  std::vector<Activity> taken;
  for (int i = 0; i < 50; ++i) {
    RegisterTool(i % 2 == 0 ? &OtherTool::OnRuntime : nullptr);
    rocjfr_poll();
    SleepMs(1);
    drainer_.Drain(&taken);
  }
  done.store(true);
  caller.join();
  drainer_.Drain(&taken);
  uint64_t ours = 0, joined = 0;
  for (const Activity& activity : taken) {
    ++(activity.record.domain == ROCJFR_DOMAIN_HIP_API ? ours : joined);
    EXPECT_TRUE(activity.has_submit);
  }
  EXPECT_EQ(ours + Lost(ROCJFR_DOMAIN_HIP_API), calls.load());
  EXPECT_EQ(joined + Lost(ROCJFR_DOMAIN_HIP_OPS), calls.load());
  EXPECT_GT(OtherTool::enters.load(), 0u);
  EXPECT_EQ(OtherTool::enters.load(), OtherTool::exits.load());
}

TEST_P(StubChain, AForkedChildsCallsAreTheToolsAlone) {
  Start();
  RegisterTool(&OtherTool::OnRuntime);
  Copy(1);
  const pid_t child = fork();
  if (child == 0) {
    const uint64_t enters = OtherTool::enters.load();
    const uint64_t calls = RuntimeInfo().hook_calls;
    stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [] {});
    _exit(OtherTool::enters.load() == enters + 1 && RuntimeInfo().hook_calls == calls ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_P(StubChain, WithoutThePreloadTheToolKeepsTheHook) {
  unsetenv("LD_PRELOAD");
  Start();
  RegisterTool(&OtherTool::OnRuntime);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  Copy(2);
  EXPECT_TRUE(Taken().empty());
  ExpectTools(2, 2);
}

}  // namespace
}  // namespace rocjfr::test
