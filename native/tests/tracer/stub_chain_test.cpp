// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The one hook of 5.3 and later shared with another tool, as where this library is preloaded.
#include <dlfcn.h>

#include <atomic>
#include <set>
#include <thread>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

using Callback = int (*)(uint32_t, uint32_t, void*);

// Traces everything, as AMD's roctracer does: ids from 1, and phases.
struct Tool {
  static constexpr uint32_t kFrameBytes = 1520;
  static std::atomic<uint64_t> next_id, enters, exits, wrong, calls_refused;
  static std::atomic<bool> traces_calls, wants_work;
  static std::vector<uint64_t> work;  // correlation ids
  static std::set<uint64_t> ids;

  struct Frame {
    uint64_t correlation_id;
    char data[kFrameBytes - 8];
    uint64_t enter_ns;
    uint64_t phase_data;
    void (*phase_enter)(uint32_t, Frame*);
    void (*phase_exit)(uint32_t, Frame*);
  };

  static void OnEnter(uint32_t, Frame* frame) {
    ++enters;
    if (frame->phase_data != frame->correlation_id + 7) ++wrong;
  }
  static void OnExit(uint32_t, Frame* frame) {
    ++exits;
    if (frame->phase_data != frame->correlation_id + 7) ++wrong;
  }
  static int OnRuntime(uint32_t domain, uint32_t, void* data) {
    if (domain == ROCJFR_DOMAIN_HIP_API) {
      if (!traces_calls) {
        ++calls_refused;
        return -1;
      }
      auto* frame = static_cast<Frame*>(data);
      frame->correlation_id = next_id++;
      frame->phase_data = frame->correlation_id + 7;
      frame->phase_enter = &OnEnter;
      frame->phase_exit = &OnExit;
      ids.insert(frame->correlation_id);
      return 0;
    }
    if (!wants_work) return -1;
    if (data != nullptr && data != reinterpret_cast<void*>(1)) {
      work.push_back(static_cast<const rocjfr_record_t*>(data)->correlation_id);
    }
    return 0;
  }
};
std::atomic<uint64_t> Tool::next_id{1}, Tool::enters{0}, Tool::exits{0}, Tool::wrong{0},
    Tool::calls_refused{0};
std::atomic<bool> Tool::traces_calls{true}, Tool::wants_work{true};
std::vector<uint64_t> Tool::work;
std::set<uint64_t> Tool::ids;

class StubChain : public StubTest {
 protected:
  void SetUp() override { setenv("LD_PRELOAD", "/somewhere/librocjfr.so", 1); }
  // As a tool that was linked, or that looks among all libraries.
  static void Register(Callback callback) {
    reinterpret_cast<void (*)(Callback)>(dlsym(RTLD_DEFAULT, "hipRegisterTracerCallback"))(
        callback);
  }
  // As a tool that asks the runtime's library for its function.
  void SetSlot(Callback callback) const {
    stub().Symbol<void (*)(Callback)>("hipRegisterTracerCallback")(callback);
  }
  Callback Slot() const { return stub().Symbol<Callback (*)()>("stubhip_slot_now")(); }

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
    EXPECT_EQ(Tool::enters.load(), calls);
    EXPECT_EQ(Tool::exits.load(), calls);
    EXPECT_EQ(Tool::wrong.load(), 0u);
    ASSERT_EQ(Tool::work.size(), work);
    for (const uint64_t id : Tool::work) EXPECT_EQ(Tool::ids.count(id), 1u) << id;
  }
};
INSTANTIATE_TEST_SUITE_P(Hook, StubChain, testing::Values("tracer"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(StubChain, BothGetEverything) {
  Start();
  Copy(3);
  ExpectOurs(3);
  Register(&Tool::OnRuntime);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  Copy(10);  // the tool's ids are those that we had given before
  ExpectOurs(10);
  ExpectTools(10, 10);
  Register(nullptr);
  Copy(2);
  ExpectOurs(2);
  ExpectTools(10, 10);
}

TEST_P(StubChain, AToolThatWasThereFirstKeepsItsRecords) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  SetSlot(&Tool::OnRuntime);
  Copy(2);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  Copy(4);
  ExpectOurs(4);
  ExpectTools(6, 6);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(Slot(), &Tool::OnRuntime) << "without a wish of ours it has the hook for itself";
  Copy(1);
  ExpectTools(7, 7);
  EXPECT_TRUE(Taken().empty());
}

TEST_P(StubChain, AToolThatComesBeforeTheRuntimeIsRegisteredThere) {
  Initialize();
  Register(&Tool::OnRuntime);
  stub_ = std::make_unique<Stub>(GetParam());
  rocjfr_poll();
  EXPECT_EQ(Slot(), &Tool::OnRuntime);
  Copy(1);
  ExpectTools(1, 1);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  Copy(1);
  ExpectOurs(1);
  ExpectTools(2, 2);
}

TEST_P(StubChain, AToolThatWritesTheSlotIsFoundAtTheNextPoll) {
  Start();
  SetSlot(&Tool::OnRuntime);
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
  Register(&Tool::OnRuntime);
  Tool::traces_calls = false;
  Copy(3);
  ExpectOurs(3);
  EXPECT_EQ(Tool::calls_refused.load(), 3u);
  EXPECT_EQ(Tool::work, std::vector<uint64_t>(3, 0)) << "of calls that it does not know";
  Tool::work.clear();
  Tool::traces_calls = true;
  Tool::wants_work = false;
  Copy(3);
  ExpectOurs(3);
  ExpectTools(3, 0);
}

TEST_P(StubChain, WhatWeDoNotTraceIsTheTools) {
  Start(kApi);
  Register(&Tool::OnRuntime);
  const uint64_t none[1] = {0};
  ASSERT_EQ(rocjfr_set_filter(none, 1, 0, 0), ROCJFR_STATUS_SUCCESS);
  Copy(4);
  EXPECT_TRUE(Taken().empty());
  ExpectTools(4, 4);
}

TEST_P(StubChain, CallsWithinCallsAreTold) {
  Start();
  Register(&Tool::OnRuntime);
  stub().Call(STUBHIP_hipMemcpy, CopyArguments{}, [&] {
    stub().Call(STUBHIP_hipGetDevice);
    stub().Call(STUBHIP_hipGetDevice);
  });
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 3u);
  ExpectTools(3, 0);
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
    Register(i % 2 == 0 ? &Tool::OnRuntime : nullptr);
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
  EXPECT_GT(Tool::enters.load(), 0u);
  EXPECT_EQ(Tool::enters.load(), Tool::exits.load());
}

TEST_P(StubChain, WithoutThePreloadTheToolKeepsTheHook) {
  unsetenv("LD_PRELOAD");
  Start();
  Register(&Tool::OnRuntime);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  Copy(2);
  EXPECT_TRUE(Taken().empty());
  ExpectTools(2, 2);
}

}  // namespace
}  // namespace rocjfr::test
