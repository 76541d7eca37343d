// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Calls that never return: left by longjmp, or by an exception through HIP's frames.
#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "rocjfr/client.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

struct Told {
  std::vector<uint64_t> outers;
  std::vector<uint64_t> entered_in;
} g_told;
jmp_buf* g_leave_from_exit = nullptr;  // where the client goes instead of returning
const rocjfr_client_t kClient = {sizeof(rocjfr_client_t),
                                 [](const rocjfr_call_t* call) {
                                   if (call->phase == 0) {
                                     g_told.entered_in.push_back(call->outer);
                                   } else {
                                     g_told.outers.push_back(call->outer);
                                     if (g_leave_from_exit != nullptr)
                                       longjmp(*g_leave_from_exit, 1);
                                   }
                                 },
                                 nullptr, nullptr};

class AbandonedCalls : public StubTest {
 protected:
  // Called from where it returns to, so that the call's frame is gone.
  [[gnu::noinline]] void Leave(uint32_t id) {
    if (setjmp(back_) != 0) return;
    stub().Call(id, NoArguments{}, [this] { longjmp(back_, 1); });
  }
  // From further down the stack than any call before, which overwrites what they have left.
  [[gnu::noinline]] void CallFromBelow(uint32_t id) {
    auto* const below = static_cast<volatile char*>(alloca(kBelow));
    for (size_t i = 0; i < kBelow; ++i) below[i] = 0;
    stub().Call(id);
  }
  static void Follow() {
    ASSERT_EQ(rocjfr_connect_client(ROCJFR_CLIENT_ROCTRACER, &kClient), ROCJFR_STATUS_SUCCESS);
    const rocjfr_wish_t wish = {sizeof(wish), kApi, 16, nullptr, nullptr, nullptr, nullptr};
    ASSERT_EQ(rocjfr_client_want(ROCJFR_CLIENT_ROCTRACER, &wish), ROCJFR_STATUS_SUCCESS);
  }
  static uint64_t Lost() { return rocjfr_lost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT); }

  static constexpr size_t kBelow = 65536;
  jmp_buf back_;
};
ROCJFR_BOTH_GENERATIONS(AbandonedCalls);

TEST_P(AbandonedCalls, AreCountedAndNoLaterCallIsInThem) {
  Start();
  Follow();
  constexpr uint32_t kLeft = 40;  // more than are traced within each other
  for (uint32_t i = 0; i < kLeft; ++i) Leave(STUBHIP_hipMalloc);
  EXPECT_TRUE(Taken(ROCJFR_DOMAIN_HIP_API).empty());
  g_told = {};
  stub().Call(STUBHIP_hipMemcpy);
  stub().Call(STUBHIP_hipMemset);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 2u);
  EXPECT_EQ(Lost(), kLeft);
  EXPECT_EQ(g_told.entered_in, (std::vector<uint64_t>{0, 0}));
  EXPECT_EQ(g_told.outers, (std::vector<uint64_t>{0, 0}));
}

TEST_P(AbandonedCalls, AreCountedWhereTheirThreadEnds) {
  Start();
  std::thread([this] {
    stub().Call(STUBHIP_hipMalloc, NoArguments{}, [this] {
      stub().Call(STUBHIP_hipMemset, NoArguments{}, [] { pthread_exit(nullptr); });
    });
  }).join();
  EXPECT_EQ(Lost(), 2u);
  EXPECT_TRUE(Taken(ROCJFR_DOMAIN_HIP_API).empty());
}

TEST_P(AbandonedCalls, AreNotWhatALaterCallFurtherDownIsIn) {
  if (!IsTracer()) GTEST_SKIP() << "the frame of HIP 5.2 is not on the stack";
  Start();
  Follow();
  Leave(STUBHIP_hipMalloc);
  g_told = {};
  CallFromBelow(STUBHIP_hipMemcpy);
  EXPECT_EQ(g_told.outers, std::vector<uint64_t>{0});
  EXPECT_EQ(Lost(), 1u);
}

TEST_P(AbandonedCalls, WithinAnotherOneLeaveThatAsItIs) {
  Start();
  Follow();
  stub().Call(STUBHIP_hipDeviceSynchronize, NoArguments{}, [this] {
    Leave(STUBHIP_hipMalloc);
    stub().Call(STUBHIP_hipMemcpy);
  });
  const auto calls = Taken(ROCJFR_DOMAIN_HIP_API);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].record.op, STUBHIP_hipMemcpy);
  EXPECT_EQ(calls[1].record.op, STUBHIP_hipDeviceSynchronize);
  EXPECT_EQ(g_told.outers, (std::vector<uint64_t>{calls[1].record.correlation_id, 0}));
  EXPECT_EQ(Lost(), 1u);
}

// A call that is left as a client is told of its end has its record: it is not lost, too.
TEST_P(AbandonedCalls, AreCountedOnceWhereAClientLeavesThemAtTheirEnd) {
  Start();
  Follow();
  constexpr uint32_t kLeft = 20;
  stubhip_command_t commands[kLeft];
  g_leave_from_exit = &back_;
  for (volatile uint32_t i = 0; i < kLeft; ++i) {
    if (setjmp(back_) == 0) {
      stub().Call(STUBHIP_hipLaunchKernel, LaunchArguments{},
                  [&] { commands[i] = stub().Submit(ROCJFR_OP_DISPATCH); });
    }
  }
  g_leave_from_exit = nullptr;
  stub().Call(STUBHIP_hipMemset);
  EXPECT_EQ(g_told.outers, std::vector<uint64_t>(kLeft + 1, 0));
  EXPECT_EQ(rocjfr_in_flight(), kLeft);
  for (const auto& command : commands) EXPECT_TRUE(stub().Complete(command, kKernelWork));
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size() + Lost(), kLeft + 1);
  EXPECT_EQ(Lost(), 0u);
}

// What it has submitted belongs to it all the same, and is waited for.
TEST_P(AbandonedCalls, WorkOfThemKeepsItsCall) {
  Start();
  stubhip_command_t command;
  if (setjmp(back_) == 0) {
    stub().Call(STUBHIP_hipLaunchKernel, LaunchArguments{}, [&] {
      command = stub().Submit(0);
      longjmp(back_, 1);
    });
  }
  stub().Call(STUBHIP_hipMemcpy);
  const auto calls = Taken(ROCJFR_DOMAIN_HIP_API);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  ASSERT_TRUE(stub().Complete(command, kKernelWork));
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  const Activity work = One(ROCJFR_DOMAIN_HIP_OPS);
  EXPECT_NE(work.record.correlation_id, 0u);
  EXPECT_NE(work.record.correlation_id, calls[0].record.correlation_id);
}

}  // namespace
}  // namespace rocjfr::test
