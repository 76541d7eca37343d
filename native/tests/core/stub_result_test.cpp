// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What calls returned, of runtimes that keep the last error in different ways; and that the program
// reads the same afterwards as without us.
#include <setjmp.h>

#include <functional>
#include <vector>

#include "rocjfr/client.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

constexpr int kOutOfMemory = 2, kInvalidDevice = 101, kNotReady = 600;

class StubResults : public StubTest {
 protected:
  void StartAsking(int32_t way) {
    LoadStub(way);
    Ask();
  }
  void LoadStub(int32_t way) {
    Initialize(Options());
    stub_ = std::make_unique<Stub>(GetParam());
    SetWay(way);
  }
  void Ask() {
    ASSERT_EQ(rocjfr_set_results("*"), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  }
  void SetWay(int32_t way) const {
    stub().Symbol<decltype(&stubhip_set_error_way)>("stubhip_set_error_way")(way);
  }
  int Return(uint32_t id, int result, uint32_t silent = 0) const {
    stub().Return(id, result, silent);
    return result;
  }
  int Last() const { return stub().Symbol<int (*)()>("hipGetLastError")(); }
  int Peek() const { return stub().Symbol<int (*)()>("hipPeekAtLastError")(); }
  int Extended() const { return stub().Symbol<int (*)()>("hipExtGetLastError")(); }
  // The results of what was recorded, in order; those of the program's own questions left out.
  std::vector<uint32_t> Results() {
    std::vector<uint32_t> results;
    for (const Activity& activity : Taken(ROCJFR_DOMAIN_HIP_API)) {
      const uint32_t op = activity.record.op;
      if (op == STUBHIP_hipGetLastError || op == STUBHIP_hipPeekAtLastError ||
          op == STUBHIP_hipExtGetLastError) {
        EXPECT_EQ(activity.record.kind, 0u) << "it hands out another call's";
        continue;
      }
      results.push_back(activity.record.kind);
    }
    return results;
  }
  // What a program hears that asks in all ways after all sorts of calls.
  std::vector<int> Heard() const {
    std::vector<int> heard;
    const std::vector<std::function<int()>> questions = {
        [this] { return Last(); }, [this] { return Peek(); }, [this] { return Extended(); }};
    for (const auto& first : questions) {
      for (const auto& second : questions) {
        for (const int result : {0, kOutOfMemory, kInvalidDevice}) {
          Return(STUBHIP_hipMalloc, kOutOfMemory);
          Return(STUBHIP_hipMemcpy, result);
          heard.push_back(first());
          heard.push_back(second());
          Return(STUBHIP_hipEventDestroy, result, 1);
          heard.push_back(second());
          Return(STUBHIP_hipStreamQuery, kNotReady);
          heard.push_back(first());
          heard.push_back(second());
        }
      }
    }
    Last();
    Extended();
    return heard;
  }
  void ExpectTheSame(int32_t way) {
    LoadStub(way);
    const std::vector<int> alone = Heard();
    Ask();
    EXPECT_EQ(Heard(), alone);
    EXPECT_FALSE(Taken().empty());
  }
  void ExpectChangesOnly(int32_t way) {
    LoadStub(way);
    ASSERT_EQ(stub().Symbol<int (*)()>("hsa_init")(), 0);  // HIP is in use
    Ask();
    Return(STUBHIP_hipMalloc, kOutOfMemory);
    Return(STUBHIP_hipMemsetD32Async, 0, 1);  // captured
    Return(STUBHIP_hipMemsetD32Async, 0);
    Return(STUBHIP_hipMemsetD32Async, 0);
    Return(STUBHIP_hipStreamBeginCapture, 0);  // of another stream
    Return(STUBHIP_hipStreamEndCapture, 0);
    Return(STUBHIP_hipMalloc, kInvalidDevice);
    Return(STUBHIP_hipMemsetD32Async, 0, 1);
    EXPECT_EQ(Results(),
              (std::vector<uint32_t>{1 + kOutOfMemory, 0, 1, 0, 0, 1, 1 + kInvalidDevice, 0}));
  }
  // From further down the stack than where others are made, so that the next one is not in it.
  [[gnu::noinline]] void Leave(uint32_t id) {
    if (setjmp(back_) != 0) return;
    volatile char below[8192];
    below[0] = 0;
    const uint64_t none[8] = {};
    stub().Call(id, none, [this] { longjmp(back_, 1); });
    EXPECT_EQ(below[0], 1) << "it was left";
  }
  jmp_buf back_;
  // Of what a capture may keep from setting it. `before`: the results until now.
  void ExpectOnlyChangesAreKnown(std::vector<uint32_t> before) {
    Return(STUBHIP_hipMalloc, 0);
    Return(STUBHIP_hipMemsetD32Async, 0);
    Return(STUBHIP_hipMemsetD32Async, kInvalidDevice);
    before.insert(before.end(), {1, 0, 1 + kInvalidDevice});
    EXPECT_EQ(Results(), before);
  }
  void ExpectWaitingErrorToStay(int32_t way) {
    LoadStub(way);
    Return(STUBHIP_hipMalloc, kOutOfMemory);
    Ask();
    Return(STUBHIP_hipStreamEndCapture, 0, 1);
    EXPECT_EQ(Results(), std::vector<uint32_t>{0}) << "not known how to ask yet";
    EXPECT_EQ(Last(), kOutOfMemory);
    Return(STUBHIP_hipMemcpy, kOutOfMemory);
    EXPECT_EQ(Results(), std::vector<uint32_t>{1 + kOutOfMemory});
  }
};

TEST_P(StubResults, EachCallsOwn) {
  for (const int32_t way : {STUBHIP_ERROR_EACH_CALL, STUBHIP_ERROR_TWO}) {
    if (stub_ == nullptr) StartAsking(way);
    SetWay(way);
    Return(STUBHIP_hipMalloc, kOutOfMemory);
    Return(STUBHIP_hipMalloc, kOutOfMemory);
    Return(STUBHIP_hipGetDevice, 0);
    Return(STUBHIP_hipStreamQuery, kNotReady);
    Return(STUBHIP_hipMemcpy, kInvalidDevice);
    Last();
    Return(STUBHIP_hipMemcpy, 0);
    EXPECT_EQ(Results(), (std::vector<uint32_t>{1 + kOutOfMemory, 1 + kOutOfMemory, 1,
                                                1 + kNotReady, 1 + kInvalidDevice, 1}));
  }
}

TEST_P(StubResults, EachCallsOwnWhereTheLastErrorStays) {
  StartAsking(STUBHIP_ERROR_STAYS);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Return(STUBHIP_hipMemcpy, 0);
  Return(STUBHIP_hipStreamQuery, 0);
  Return(STUBHIP_hipMemcpy, kInvalidDevice);
  Return(STUBHIP_hipMemcpy, 0);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1 + kOutOfMemory, 1 + kOutOfMemory, 1, 0,
                                              1 + kInvalidDevice, 1}))
      << "hipErrorNotReady could not be put back: queries are not asked for";
}

TEST_P(StubResults, OfARuntimeThatSaysNothingNothingIsKnown) {
  StartAsking(STUBHIP_ERROR_ODD);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Return(STUBHIP_hipMemcpy, 0);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{0, 0}));
}

TEST_P(StubResults, TheProgramHearsTheSameWhereEachCallSetsIt) {
  ExpectTheSame(STUBHIP_ERROR_EACH_CALL);
}
TEST_P(StubResults, TheProgramHearsTheSameWhereThereAreTwo) {
  ExpectTheSame(STUBHIP_ERROR_TWO);
}
TEST_P(StubResults, TheProgramHearsTheSameWhereItStays) {
  ExpectTheSame(STUBHIP_ERROR_STAYS);
}
TEST_P(StubResults, TheProgramHearsTheSameWhereItIsOdd) {
  ExpectTheSame(STUBHIP_ERROR_ODD);
}

TEST_P(StubResults, AnErrorThatWaitsWhenTheFirstCallBeginsStays) {
  ExpectWaitingErrorToStay(STUBHIP_ERROR_EACH_CALL);
}
TEST_P(StubResults, AnErrorThatWaitsWhenTheFirstCallBeginsStaysAfterSuccessesToo) {
  ExpectWaitingErrorToStay(STUBHIP_ERROR_STAYS);
}

TEST_P(StubResults, FunctionsThatKeepTheirFailuresToThemselvesAreUnknown) {
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Return(STUBHIP_hipEventDestroy, 0, 1);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1 + kOutOfMemory, 0}));
}

TEST_P(StubResults, WhileAStreamIsCapturedNothingIsKnownOfWhatThatMayChange) {
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Return(STUBHIP_hipStreamBeginCapture, kOutOfMemory);
  Return(STUBHIP_hipMemsetD32Async, 0);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1 + kOutOfMemory, 0, 1})) << "it did not begin";
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Last();
  Return(STUBHIP_hipStreamBeginCapture, 0);
  Return(STUBHIP_hipMemsetD32Async, kInvalidDevice, 1);
  Return(STUBHIP_hipStreamEndCapture, 903);
  Return(STUBHIP_hipMemsetD32Async, 0, 1);
  Return(STUBHIP_hipMalloc, 0);
  Return(STUBHIP_hipStreamEndCapture, 0);
  Return(STUBHIP_hipMemsetD32Async, 0);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1 + kOutOfMemory, 0, 0, 904, 0, 1, 1, 1}));
}

// A capture may have begun before the hook was registered, or while nobody wanted results.
TEST_P(StubResults, WhereACaptureMayBeOpenOnlyWhatACallChangedIsKnown) {
  ExpectChangesOnly(STUBHIP_ERROR_EACH_CALL);
}
TEST_P(StubResults, WhereACaptureMayBeOpenOnlyWhatACallChangedIsKnownToo) {
  ExpectChangesOnly(STUBHIP_ERROR_STAYS);
}

TEST_P(StubResults, ACaptureMayHaveBegunWhileNobodyWantedResults) {
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  ASSERT_EQ(stub().Symbol<int (*)()>("hsa_init")(), 0);
  Return(STUBHIP_hipMalloc, 0);
  ASSERT_EQ(rocjfr_set_results(nullptr), ROCJFR_STATUS_SUCCESS);
  Return(STUBHIP_hipStreamBeginCapture, 0);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  ASSERT_EQ(rocjfr_set_results("*"), ROCJFR_STATUS_SUCCESS);
  Return(STUBHIP_hipMemsetD32Async, 0, 1);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1, 0, 0, 0}));
}

// A capture that has ended unseen, or may not have begun, hides no result for ever: what changes
// the error is known from then on.
TEST_P(StubResults, ACaptureMayEndWhileNobodyWantsResults) {
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  Return(STUBHIP_hipMalloc, 0);
  Return(STUBHIP_hipStreamBeginCapture, 0);
  ASSERT_EQ(rocjfr_set_results(nullptr), ROCJFR_STATUS_SUCCESS);
  Return(STUBHIP_hipStreamEndCapture, 0);
  ASSERT_EQ(rocjfr_set_results("*"), ROCJFR_STATUS_SUCCESS);
  ExpectOnlyChangesAreKnown({1, 0, 0});
}
TEST_P(StubResults, ACaptureMayEndWithItsStream) {
  for (const uint32_t function : {STUBHIP_hipStreamDestroy, STUBHIP_hipDeviceReset}) {
    if (stub_ == nullptr) StartAsking(STUBHIP_ERROR_EACH_CALL);
    Return(STUBHIP_hipMalloc, 0);
    Return(STUBHIP_hipStreamBeginCapture, 0);
    Return(STUBHIP_hipMemsetD32Async, kInvalidDevice);
    Return(function, 0);
    ExpectOnlyChangesAreKnown({1, 0, 0, 1});
  }
}
TEST_P(StubResults, ACaptureMayNotHaveBegunSinceItsCallWasLeft) {
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  Return(STUBHIP_hipMalloc, 0);
  Leave(STUBHIP_hipStreamBeginCapture);
  Return(STUBHIP_hipMalloc, 0);
  ExpectOnlyChangesAreKnown({1, 1});
}
TEST_P(StubResults, ACaptureMayNotHaveBegunBeforeItIsKnownHowToAsk) {
  LoadStub(STUBHIP_ERROR_EACH_CALL);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Ask();
  Return(STUBHIP_hipStreamBeginCapture, kOutOfMemory);
  EXPECT_EQ(Last(), kOutOfMemory);
  Return(STUBHIP_hipMalloc, 0);
  ExpectOnlyChangesAreKnown({0, 1});
}
TEST_P(StubResults, AnotherStreamsCaptureGoesOn) {
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  Return(STUBHIP_hipStreamBeginCapture, 0);
  Return(STUBHIP_hipStreamDestroy, 0);  // of a third one
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Return(STUBHIP_hipMemsetD32Async, 0, 1);  // captured
  Return(STUBHIP_hipStreamEndCapture, 0);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{0, 1, 1 + kOutOfMemory, 0, 1}));
}

// Only what is not captured submits work.
TEST_P(StubResults, WhatHasSubmittedWorkWasNotCaptured) {
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  const uint64_t none[8] = {};
  Return(STUBHIP_hipMalloc, 0);
  Return(STUBHIP_hipStreamBeginCapture, 0);
  stub().Call(STUBHIP_hipMemsetD32Async, none, [this] { stub().Submit(1); });
  Return(STUBHIP_hipMemsetD32Async, 0, 1);
  Return(STUBHIP_hipStreamEndCapture, 0);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1, 0, 1, 0, 1}));
  ASSERT_EQ(stub().Symbol<int (*)()>("hsa_init")(), 0);
  ASSERT_EQ(rocjfr_set_results(nullptr), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(rocjfr_set_results("*"), ROCJFR_STATUS_SUCCESS);  // another may be open by now
  stub().Call(STUBHIP_hipMemsetD32Async, none, [this] { stub().Submit(1); });
  Return(STUBHIP_hipMemsetD32Async, 0, 1);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1, 0}));
}

// An error that nobody fetched keeps us from trying how results are asked for.
TEST_P(StubResults, ACaptureMayEndBeforeItIsKnownHowToAsk) {
  LoadStub(STUBHIP_ERROR_EACH_CALL);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Ask();
  Return(STUBHIP_hipStreamBeginCapture, 0, 1);
  Return(STUBHIP_hipStreamEndCapture, 0, 1);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{0, 0}));
  EXPECT_EQ(Last(), kOutOfMemory);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  EXPECT_EQ(Results(), std::vector<uint32_t>{1 + kOutOfMemory}) << "no stream is captured";
}

TEST_P(StubResults, WhatWasWantedBeforeThereWasARuntimeHoldsFromItsFirstCallOn) {
  Initialize(Options());
  ASSERT_EQ(rocjfr_set_filter("hipMalloc,hipMemcpy", 0, 0), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(rocjfr_set_results("hipMal*"), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  stub_ = std::make_unique<Stub>(GetParam());
  SetWay(STUBHIP_ERROR_EACH_CALL);
  rocjfr_poll();
  ASSERT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  Return(STUBHIP_hipMemset, 0);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  Return(STUBHIP_hipMemcpy, kOutOfMemory);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1 + kOutOfMemory, 0}));
}

TEST_P(StubResults, OnlyWhatIsWantedIsAskedFor) {
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  rocjfr_set_results("hipMalloc,hipFree");
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  const uint64_t calls = stub().HookCalls();
  Return(STUBHIP_hipMemcpy, kOutOfMemory);
  EXPECT_LE(stub().HookCalls(), calls + 4) << "the runtime was called";
  rocjfr_set_results(nullptr);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  EXPECT_EQ(Results(), (std::vector<uint32_t>{1 + kOutOfMemory, 0, 0}));
}

uint32_t g_told = UINT32_MAX;
const rocjfr_client_t kClient = {sizeof(rocjfr_client_t),
                                 [](const rocjfr_call_t* call) {
                                   if (call->phase == 1) g_told = call->result;
                                 },
                                 nullptr, nullptr};

TEST_P(StubResults, AClientThatWantsItIsTold) {
  StartAsking(STUBHIP_ERROR_STAYS);
  rocjfr_set_results(nullptr);
  ASSERT_EQ(rocjfr_connect_client(ROCJFR_CLIENT_ROCTRACER, &kClient), ROCJFR_STATUS_SUCCESS);
  rocjfr_wish_t wish = {sizeof(wish), kApi, 16, nullptr, nullptr, nullptr, nullptr};
  rocjfr_client_want(ROCJFR_CLIENT_ROCTRACER, &wish);
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  EXPECT_EQ(g_told, 0u);
  const std::vector<uint64_t> all(wish.words, UINT64_MAX);
  wish.results = all.data();
  ASSERT_EQ(rocjfr_client_want(ROCJFR_CLIENT_ROCTRACER, &wish), ROCJFR_STATUS_SUCCESS);
  Last();
  Return(STUBHIP_hipMalloc, kOutOfMemory);
  EXPECT_EQ(g_told, 1u + kOutOfMemory);
  EXPECT_EQ(rocjfr_client_want(ROCJFR_CLIENT_JAVA, &wish), ROCJFR_STATUS_INVALID_ARGUMENT);
  wish.domains = 0;
  rocjfr_client_want(ROCJFR_CLIENT_ROCTRACER, &wish);
}

TEST_P(StubResults, NamesAreTheRuntimes) {
  EXPECT_EQ(rocjfr_error_name(kOutOfMemory), nullptr) << "no runtime";
  StartAsking(STUBHIP_ERROR_EACH_CALL);
  EXPECT_STREQ(rocjfr_error_name(kOutOfMemory), "hipErrorOutOfMemory");
  EXPECT_TRUE(Taken().empty());
}

ROCJFR_BOTH_GENERATIONS(StubResults);

}  // namespace
}  // namespace rocjfr::test
