// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks that throw, and callbacks that end their thread. This program has a C++ library of its
// own; the one inside libroctracer64 catches what it throws.
#include <pthread.h>
#include <setjmp.h>

#include <exception>
#include <stdexcept>
#include <thread>

#include "fixture.h"
#include "roctracer/roctracer_roctx.h"
#include "roctracer/roctx.h"

namespace rocjfr::test {
namespace {

class UserCode : public RoctracerTest {
 protected:
  void CallMalloc(int count) {
    for (int i = 0; i < count; ++i) stub().Call(STUBHIP_hipMalloc);
  }
  void Trace(uint32_t op) {
    ASSERT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, op, nullptr));
  }
};
ROCJFR_BOTH_GENERATIONS(UserCode);

struct Told {
  int count = 0;
  int ends_at = 0;  // the callback that ends its thread; 0: they throw
};

void Callback(uint32_t, uint32_t, const void*, void* arg) {
  auto* told = static_cast<Told*>(arg);
  ++told->count;
  if (told->ends_at == 0) throw std::runtime_error("a test's");
  if (told->ends_at == told->count) pthread_exit(nullptr);
}

// Runs `function` on a thread, which must end before the function returns.
template <typename Function>
void ExpectThreadEnds(Function function) {
  bool destroyed = false, returned = false;
  std::thread([&] {
    struct OnStack {
      bool* destroyed;
      ~OnStack() { *destroyed = true; }
    } on_stack{&destroyed};
    function();
    returned = true;
  }).join();
  EXPECT_FALSE(returned);
  EXPECT_TRUE(destroyed) << "the thread's own frames are unwound";
}

TEST_P(UserCode, AnApiCallbackThrows) {
  Collector collector;
  collector.Open();
  Trace(STUBHIP_hipMalloc);
  Told told;
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, &Callback, &told));
  testing::internal::CaptureStderr();
  CallMalloc(2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "rocjfr: roctracer: an API callback threw an exception, but must catch its own "
            "exceptions. The call goes on. Further exceptions are not reported.\n");
  EXPECT_EQ(told.count, 4) << "ENTER and EXIT of each";
  EXPECT_EQ(std::uncaught_exceptions(), 0) << "this program's own count";
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), 2u);
}

TEST_P(UserCode, AnApiCallbackEndsItsThread) {
  Collector collector;
  collector.Open();
  Trace(STUBHIP_hipMalloc);
  for (const int phase : {1, 2}) {  // ENTER, EXIT
    Told told{0, phase};
    ASSERT_OK(
        roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, &Callback, &told));
    ExpectThreadEnds([&] { CallMalloc(1); });
    EXPECT_EQ(told.count, phase);
    ASSERT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  }
  CallMalloc(3);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), 3u) << "the calls of the others never returned";
}

TEST_P(UserCode, ARoctxCallback) {
  Told told;
  ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_ROCTX, ROCTX_API_ID_roctxRangePushA,
                                         &Callback, &told));
  EXPECT_EQ(roctxRangePushA("outer"), 0);
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  told.ends_at = 2;
  ExpectThreadEnds([] { roctxRangePushA("of the thread that ends"); });
  told.ends_at = 99;
  EXPECT_EQ(roctxRangePushA("inner"), 1);
  EXPECT_EQ(roctxRangePop(), 1);
  EXPECT_EQ(roctxRangePop(), 0);
  EXPECT_EQ(told.count, 3);
}

TEST_P(UserCode, ABufferCallbackThrows) {
  Collector collector(256);
  int thrown = 0;
  collector.in_callback = [&] {
    ++thrown;
    throw std::runtime_error("a test's");
  };
  collector.Open();
  Trace(STUBHIP_hipMalloc);
  CallMalloc(20);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(collector.Count(), 20u);
  EXPECT_GE(thrown, 5) << "four records in a buffer";
  EXPECT_OK(roctracer_close_pool());
}

// Every callback ends the pool's thread; the next buffer is another one's.
TEST_P(UserCode, ABufferCallbackEndsThePoolsThread) {
  Collector collector(256);
  collector.in_callback = [] { pthread_exit(nullptr); };
  collector.Open();
  Trace(STUBHIP_hipMalloc);
  for (int round = 1; round <= 5; ++round) {
    CallMalloc(10);
    EXPECT_OK(roctracer_flush_activity());
    const auto records = collector.Records();
    ASSERT_EQ(records.size(), 10u * static_cast<size_t>(round)) << "each once";
  }
  const auto records = collector.Records();
  for (size_t i = 1; i < records.size(); ++i) {
    EXPECT_LT(records[i - 1].record.correlation_id, records[i].record.correlation_id);
  }
  CallMalloc(3);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 53u);
  EXPECT_GE(collector.Buffers(), 14u);
}

// By longjmp: such a call takes no place of those that follow.
TEST_P(UserCode, CallsThatAreLeft) {
  int told = 0;
  ASSERT_OK(roctracer_enable_op_callback(
      ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc,
      [](uint32_t, uint32_t, const void*, void* count) { ++*static_cast<int*>(count); }, &told));
  constexpr int kLeft = 20;
  jmp_buf back;
  for (volatile int i = 0; i < kLeft; ++i) {
    if (setjmp(back) == 0) {
      stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&back] { longjmp(back, 1); });
    }
  }
  EXPECT_EQ(told, kLeft);
  CallMalloc(1);
  EXPECT_EQ(told, kLeft + 2) << "ENTER and EXIT";
}

}  // namespace
}  // namespace rocjfr::test
