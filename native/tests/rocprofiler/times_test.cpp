// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The times of records, from what the core tells: calls are timed by its clock only, which is not
// this library's.
#include "api/rocprofiler/clock.h"
#include "api/rocprofiler/hip_operations.h"
#include "api/rocprofiler/sink.h"
#include "fixture.h"

namespace rocjfr::test {
namespace {

class TimesTest : public StubTest {
 protected:
  // A call as the core tells it, that ended in an hour: whoever looked at a clock would see it end
  // before it began.
  static void Tell(uint64_t id, uint64_t begin_ns, uint64_t end_ns) {
    uint64_t frame[256] = {}, word = 0;
    rocjfr_call_t call = {id,      begin_ns, 0, frame, &word, STUBHIP_hipMalloc, 0, 0,
                          nullptr, 0,        0, 0,     0};
    sdk::kSink.api(&call);
    call.phase = 1;
    call.end_ns = end_ns;
    call.entered = 1;
    sdk::kSink.api(&call);
  }
};

TEST_F(TimesTest, ACallEndsWhenTheCoreSays) {
  TraceAll({kApi, kRetirement});
  const uint64_t begin_ns = sdk::CallClockNs() + 3600000000000u;
  Tell(1, begin_ns, begin_ns + 7);
  Tell(2, begin_ns, begin_ns);
  collector_.Flush();
  const auto calls = collector_.Calls();
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].start_timestamp, sdk::FromCallClock(begin_ns));
  EXPECT_EQ(calls[0].end_timestamp, sdk::FromCallClock(begin_ns + 7));
  EXPECT_EQ(calls[1].end_timestamp, calls[1].start_timestamp);
  const auto retired = collector_.Of<RetirementRecord>(kRetirement);
  ASSERT_EQ(retired.size(), 2u);
  EXPECT_GE(retired[0].timestamp, calls[0].end_timestamp);
}

// Within a microsecond: two looks at the clock of calls are no further apart.
TEST_F(TimesTest, ATimestampLiesBetweenCalls) {
  Trace(kApi);
  rocprofiler_timestamp_t between = 0;
  Call(1);
  EXPECT_OK(rocprofiler_get_timestamp(&between));
  Call(1);
  collector_.Flush();
  const auto calls = collector_.Calls();
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_LE(calls[0].start_timestamp, calls[0].end_timestamp);
  EXPECT_LE(calls[0].end_timestamp, between + 1000);
  EXPECT_LE(between, calls[1].start_timestamp + 1000);
}

// For all consumers alike: the core does it.
TEST_F(TimesTest, WhatTheRuntimeReportsWronglyHasNoDurationAndIsCounted) {
  TraceAll({kCopy});
  stubhip_work_t work = kCopyWork;  // 1000 to 2000
  const auto report = [&](uint64_t begin_ns, uint64_t end_ns) {
    work.begin_ns = begin_ns;
    work.end_ns = end_ns;
    EXPECT_TRUE(stub().Complete(Copy(1), work));
  };
  report(1000, 2000);
  EXPECT_EQ(rocjfr_adjusted_times(), 0u);
  report(1000, 0);
  report(0, 1000);
  report(1000, 999);
  report(0, 0);
  EXPECT_EQ(rocjfr_adjusted_times(), 4u);
  report(1000, 1000);
  EXPECT_EQ(rocjfr_adjusted_times(), 4u);
  collector_.Flush();
  const auto copies = collector_.Of<CopyRecord>(kCopy);
  ASSERT_EQ(copies.size(), 6u);
  const uint64_t start = copies[0].start_timestamp;
  EXPECT_EQ(copies[0].end_timestamp, start + 1000);
  for (const size_t i : {1u, 2u, 3u, 5u}) {
    EXPECT_EQ(copies[i].start_timestamp, start) << i;
    EXPECT_EQ(copies[i].end_timestamp, start) << i;
  }
  EXPECT_GT(copies[4].start_timestamp, start);
  EXPECT_EQ(copies[4].end_timestamp, copies[4].start_timestamp);
}

}  // namespace
}  // namespace rocjfr::test
