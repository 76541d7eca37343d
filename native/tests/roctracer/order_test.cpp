// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What comes before what: clocks, callbacks, records.
#include <time.h>

#include <thread>

#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

class Order : public RoctracerTest {};
ROCJFR_BOTH_GENERATIONS(Order);

uint64_t Now() {
  roctracer_timestamp_t now = 0;
  roctracer_get_timestamp(&now);
  return now;
}

// begin <= ENTER callback <= the call <= EXIT callback <= end
TEST_P(Order, TheCallbacksAreInsideTheRecordsTimes) {
  static uint64_t at_enter, at_exit;
  const auto note = [](uint32_t, uint32_t, const void* data, void*) {
    const bool exit = static_cast<const uint32_t*>(data)[2] != 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    (exit ? at_exit : at_enter) = Now();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  Collector collector;
  collector.Open();
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, note, nullptr));
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_flush_activity());
  ASSERT_EQ(collector.Count(), 1u);
  const auto record = collector.Records()[0].record;
  EXPECT_GE(at_enter - record.begin_ns, 2000000u);
  EXPECT_LT(at_enter, at_exit);
  EXPECT_GE(record.end_ns - at_exit, 2000000u);
}

// Times of finished work that cannot be.
TEST_P(Order, WhatTheRuntimeReportsWronglyHasNoDurationAndIsCounted) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  const auto report = [&](uint64_t begin_ns, uint64_t end_ns) {
    stubhip_work_t work = kCopyWork;
    work.begin_ns = begin_ns;
    work.end_ns = end_ns;
    Run(STUBHIP_hipMemcpyAsync, kCopy, work);
  };
  report(1000, 2000);
  EXPECT_EQ(rocjfr_adjusted_times(), 0u);
  report(1000, 0);
  report(0, 1000);
  report(1000, 999);
  const uint64_t before = Now();
  report(0, 0);
  const uint64_t after = Now();
  EXPECT_EQ(rocjfr_adjusted_times(), 4u);
  report(1000, 1000);
  EXPECT_EQ(rocjfr_adjusted_times(), 4u);
  EXPECT_OK(roctracer_flush_activity());
  const auto records = collector.Records(ACTIVITY_DOMAIN_HIP_OPS);
  ASSERT_EQ(records.size(), 6u);
  EXPECT_EQ(records[0].record.begin_ns, 1000u);
  EXPECT_EQ(records[0].record.end_ns, 2000u);
  for (const size_t i : {1u, 2u, 3u, 5u}) {
    EXPECT_EQ(records[i].record.begin_ns, 1000u) << i;
    EXPECT_EQ(records[i].record.end_ns, 1000u) << i;
  }
  EXPECT_LE(before, records[4].record.begin_ns + 1000) << "now";
  EXPECT_EQ(records[4].record.begin_ns, records[4].record.end_ns);
  EXPECT_LE(records[4].record.end_ns, after + 1000);
}

// A record is written when the call returns, after its EXIT callback: inner calls come first.
TEST_P(Order, InnerCallsComeFirst) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  const auto call_inside = [](uint32_t, uint32_t op, const void* data, void* arg) {
    const bool exit = static_cast<const uint32_t*>(data)[2] != 0;
    if (op != STUBHIP_hipMemcpy) return;
    static_cast<const Stub*>(arg)->Call(exit ? STUBHIP_hipGetDevice : STUBHIP_hipMalloc);
  };
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, call_inside, stub_.get()));
  stub().Call(STUBHIP_hipMemcpy);
  EXPECT_OK(roctracer_flush_activity());
  const auto records = collector.Records();
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].record.op, uint32_t{STUBHIP_hipMalloc});
  EXPECT_EQ(records[1].record.op, uint32_t{STUBHIP_hipGetDevice});
  EXPECT_EQ(records[2].record.op, uint32_t{STUBHIP_hipMemcpy});
  EXPECT_LE(records[2].record.begin_ns, records[0].record.begin_ns);
  EXPECT_GE(records[2].record.end_ns, records[1].record.end_ns);
}

TEST_P(Order, AnActivityEnabledInMidCallHasTimes) {
  Collector collector;
  collector.Open();
  const auto enable = [](uint32_t, uint32_t, const void* data, void*) {
    if (static_cast<const uint32_t*>(data)[2] != 0) return;
    EXPECT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  };
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, enable, nullptr));
  const uint64_t before = Now();
  stub().Call(STUBHIP_hipMalloc);
  const uint64_t after = Now();
  // A call that nobody was told of makes no record.
  stub().Call(STUBHIP_hipMemcpy, NoArguments{}, [] {
    ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy));
  });
  EXPECT_OK(roctracer_flush_activity());
  ASSERT_EQ(collector.Count(), 1u);
  const auto record = collector.Records()[0].record;
  EXPECT_LE(before, record.begin_ns);
  EXPECT_LE(record.begin_ns, record.end_ns);
  EXPECT_LE(record.end_ns, after);
}

TEST_P(Order, AnActivityDisabledInMidCallMakesNoRecord) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy));
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [] {
    EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  });
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 0u);
}

TEST_P(Order, ClosingInsideACallIsSafe) {
  Collector collector;
  collector.Open();
  const auto close = [](uint32_t, uint32_t, const void* data, void*) {
    if (static_cast<const uint32_t*>(data)[2] == 0) {
      EXPECT_OK(roctracer_close_pool());
    }
  };
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, close, nullptr));
  stub().Call(STUBHIP_hipMemcpy);
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(collector.Count(), 1u) << "the copy; the call that closed has no pool any more";
}

}  // namespace
}  // namespace rocjfr::test
