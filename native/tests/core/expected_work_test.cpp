// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is still expected of a stream that is ready, and what is given up.
#include "core/hook/expected_work.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/record/submissions.h"
#include "missing_pieces.h"

namespace rocjfr {
namespace {

constexpr int32_t kStream = 5;

void Submit(uint64_t call, bool copies) {
  rocjfr_submit_t submit = {};
  submit.submit_correlation_id = call;
  submit.submit_stream = kStream;
  submit.submit_copy = copies ? ROCJFR_COPY_HOST_TO_DEVICE : ROCJFR_COPY_NONE;
  SubmissionRef ref;
  ASSERT_EQ(InsertInFlight(call, submit, Work::kEach, &ref), Inserted::kYes);
}

class ExpectedWorkTest : public testing::Test {
 protected:
  ~ExpectedWorkTest() override { AbandonSubmissions(); }
  bool Look() {
    work_ = expected_.Gather()[kStream];
    return expected_.MayCome(kStream, work_);
  }
  uint64_t Oldest() { return expected_.Gather()[kStream].oldest; }
  // Until something is given up.
  void LookInVain() {
    int looks = 0;
    while (Look()) ASSERT_LT(++looks, 100000);
  }

  ExpectedWork expected_;
  StreamWork work_;
};

TEST_F(ExpectedWorkTest, GivesUpWhatWasInFlightAtTheFirstLook) {
  Submit(100, false);
  Submit(101, false);
  ASSERT_TRUE(Look());
  Submit(102, false);
  LookInVain();
  EXPECT_EQ(Oldest(), 102u) << "a launch of after the first look is still expected";
  EXPECT_TRUE(Look());
}

TEST_F(ExpectedWorkTest, GivesUpNoYoungerCopy) {
  Submit(100, false);
  Submit(101, true);
  LookInVain();
  EXPECT_EQ(Oldest(), 101u) << "copies can run on another device";
}

TEST_F(ExpectedWorkTest, BeginsAnewWithAnotherOldestCall) {
  Submit(100, false);
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(Look());
  rocjfr_submit_t submit;
  ASSERT_EQ(FindSubmission(100, true, &submit), Found::kFinished);
  Submit(101, false);
  for (int i = 0; i < 900; ++i) ASSERT_TRUE(Look()) << "of another call's looks";
}

TEST_F(ExpectedWorkTest, LosesAfterAWhileWhatWasGivenUp) {
  Submit(100, false);
  LookInVain();
  expected_.LoseGivenUp();
  EXPECT_EQ(PiecesInFlight(), 1u);
  for (int i = 0; i < 50; ++i) expected_.Tick();
  expected_.LoseGivenUp();
  EXPECT_EQ(PiecesInFlight(), 0u);
}

}  // namespace
}  // namespace rocjfr
