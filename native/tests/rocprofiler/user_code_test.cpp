// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks of the SDK on a program's thread that throw, and that end the thread. This program has
// a C++ library of its own; the one inside librocprofiler-sdk catches what it throws. (Of buffers:
// buffer_test.cpp; of external ids that are asked for: external_requests_test.cpp.)
#include <pthread.h>
#include <setjmp.h>

#include <stdexcept>
#include <thread>

#include "callbacks.h"
#include "rocjfr/rocjfr.h"
#include "rocprofiler-sdk-roctx/roctx.h"
#include "rocprofiler-sdk/external_correlation.h"

namespace rocjfr::test {
namespace {

// Runs `body` on a thread, which must end before it returns.
template <typename Body>
void ExpectThreadEnds(Body body) {
  bool destroyed = false, returned = false;
  std::thread([&] {
    struct OnStack {
      bool* destroyed;
      ~OnStack() { *destroyed = true; }
    } on_stack{&destroyed};
    body();
    returned = true;
  }).join();
  EXPECT_FALSE(returned);
  EXPECT_TRUE(destroyed) << "the thread's own frames are unwound";
}

class SdkUserCode : public StubTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { Load(GetParam()); }
  void Run(rocprofiler_callback_tracing_kind_t kind) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      callbacks_.Configure(context_, kind);
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  // What the callback does at its n-th call from now.
  void At(int call, std::function<void()> what) {
    callbacks_.on_call = [this, call, what](const auto&) {
      if (++calls_ == call) what();
    };
    calls_ = 0;
  }
  void Throws(const std::function<void()>& body) {
    At(1, [] { throw std::runtime_error("a test's"); });
    testing::internal::CaptureStderr();
    body();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("threw an exception: a test's"),
              std::string::npos);
    EXPECT_EQ(std::uncaught_exceptions(), 0) << "this program's own count";
  }
  // At each of these calls of the callback; then another thread's are told as before.
  void Ends(int calls, const std::function<void()>& body) {
    for (int call = 1; call <= calls; ++call) {
      At(call, [] { pthread_exit(nullptr); });
      ExpectThreadEnds(body);
      EXPECT_EQ(calls_, call);
    }
    At(0, [] {});
    body();
    EXPECT_EQ(calls_, calls);
  }

  CallbackCollector callbacks_;
  int calls_ = 0;
};
INSTANTIATE_TEST_SUITE_P(Hook, SdkUserCode, testing::Values("tracer", "register"));

TEST_P(SdkUserCode, ACallbackOfHip) {
  Run(ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API);
  const auto body = [&] { stub().Call(STUBHIP_hipMalloc); };
  Throws(body);
  Ends(2, body);
}

TEST_P(SdkUserCode, ACallbackOfRoctx) {
  Run(ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API);
  const auto body = [] { roctxMarkA("mark"); };
  Throws(body);
  Ends(2, body);
}

TEST_P(SdkUserCode, ACallbackOfRanges) {
  Run(ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API);
  const auto body = [] {
    roctxRangePushA("range");
    roctxRangePop();
  };
  Throws(body);
  Ends(2, body);
}

TEST_P(SdkUserCode, ACallbackOfADispatchThatIsSubmitted) {
  Run(ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH);
  const auto body = [&] {
    stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, LaunchArguments{}, 0);
  };
  Throws(body);
  Ends(2, body);
}

// A thread of the runtime's own ends there: what becomes of the runtime is not ours, but nothing of
// ours stays locked or waits for it, and another thread's are told as before.
TEST_P(SdkUserCode, ACallbackOfADispatchThatHasRun) {
  Run(ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH);
  const auto submit = [&] {
    return stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, LaunchArguments{}, 0);
  };
  auto command = submit();
  Throws([&] { std::thread([&] { stub().Complete(command, kKernelWork); }).join(); });
  for (int i = 0; i < 3; ++i) {
    command = submit();
    At(1, [] { pthread_exit(nullptr); });
    ExpectThreadEnds([&] { stub().Complete(command, kKernelWork); });
    EXPECT_EQ(rocjfr_in_flight(), 0u);
  }
  command = submit();
  At(0, [] {});
  std::thread([&] { stub().Complete(command, kKernelWork); }).join();
  EXPECT_EQ(calls_, 1);
  EXPECT_OK(rocprofiler_stop_context(context_));
}

TEST_P(SdkUserCode, ACallbackOfStreams) {
  Run(ROCPROFILER_CALLBACK_TRACING_HIP_STREAM);
  const auto body = [&] { Copy(1, 64); };
  Throws(body);
  At(1, [] { pthread_exit(nullptr); });
  ExpectThreadEnds(body);
}

// By longjmp: such a call is nobody's ancestor, and takes no place of those that follow.
TEST_P(SdkUserCode, CallsThatAreLeft) {
  Run(ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API);
  constexpr size_t kLeft = 20;
  jmp_buf back;
  for (volatile size_t i = 0; i < kLeft; ++i) {
    if (setjmp(back) == 0) {
      stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&back] { longjmp(back, 1); });
    }
  }
  stub().Call(STUBHIP_hipMalloc);
  const auto told = callbacks_.All();
  ASSERT_EQ(told.size(), kLeft + 2) << "of the last one both phases";
  EXPECT_EQ(told[kLeft].record.phase, ROCPROFILER_CALLBACK_PHASE_ENTER);
  EXPECT_EQ(told[kLeft + 1].record.phase, ROCPROFILER_CALLBACK_PHASE_EXIT);
  for (const auto& one : told) EXPECT_EQ(one.record.correlation_id.ancestor, 0u);
}

}  // namespace
}  // namespace rocjfr::test
