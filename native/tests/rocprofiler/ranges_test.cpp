// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// MARKER_CORE_RANGE_API: roctx ranges from their begin to their end.
#include "fixture.h"
#include "rocprofiler-sdk-roctx/roctx.h"

namespace rocjfr::test {
namespace {

constexpr auto kThreadRange = ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxThreadRangeA;
constexpr auto kProcessRange = ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxProcessRangeA;
using MarkerRecord = rocprofiler_buffer_tracing_marker_api_record_t;

class RangesTest : public StubTest {
 protected:
  std::vector<MarkerRecord> Ranges() const {
    collector_.Flush();
    return collector_.Of<MarkerRecord>(kRange);
  }
  static void PushId(rocprofiler_context_id_t context, uint64_t id) {
    rocprofiler_user_data_t data;
    data.value = id;
    EXPECT_OK(rocprofiler_push_external_correlation_id(context, ThreadId(), data));
  }
};

uint64_t Now() {
  rocprofiler_timestamp_t now = 0;
  EXPECT_OK(rocprofiler_get_timestamp(&now));
  return now;
}

TEST_F(RangesTest, AreOneRecordFromBeginToEnd) {
  TraceAll({kRange, kRetirement});
  PushId(context_, 7);
  const uint64_t t0 = Now();
  EXPECT_EQ(roctxRangePushA("outer"), 0);
  EXPECT_OK(rocprofiler_pop_external_correlation_id(context_, ThreadId(), nullptr));
  const uint64_t t1 = Now();
  EXPECT_EQ(roctxRangePushA("inner"), 1);
  EXPECT_EQ(roctxRangePop(), 1);
  const uint64_t t2 = Now();
  const roctx_range_id_t started = roctxRangeStartA("started");
  EXPECT_EQ(roctxRangePop(), 0);
  const uint64_t t3 = Now();
  std::thread([&] { roctxRangeStop(started); }).join();
  roctxMarkA("mark");
  const auto ranges = Ranges();
  ASSERT_EQ(ranges.size(), 4u);
  const MarkerRecord &inner = ranges[0], &outer = ranges[1], &process = ranges[2],
                     &mark = ranges[3];
  EXPECT_EQ(inner.operation, kThreadRange);
  EXPECT_EQ(outer.operation, kThreadRange);
  EXPECT_EQ(process.operation, kProcessRange);
  EXPECT_EQ(mark.operation, ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxMarkA);
  constexpr uint64_t kError = 1000;
  EXPECT_LE(t0, outer.start_timestamp + kError);
  EXPECT_LE(outer.start_timestamp, t1 + kError);
  EXPECT_LE(t1, inner.start_timestamp + kError);
  EXPECT_LE(inner.end_timestamp, t2 + kError);
  EXPECT_LE(t2, outer.end_timestamp + kError);
  EXPECT_LE(outer.end_timestamp, t3 + kError);
  EXPECT_LE(process.start_timestamp, t3 + kError);
  EXPECT_LE(t3, process.end_timestamp + kError);
  EXPECT_EQ(mark.start_timestamp, mark.end_timestamp);
  EXPECT_EQ(outer.correlation_id.external.value, 7u) << "that of the begin";
  EXPECT_EQ(inner.correlation_id.external.value, 0u);
  EXPECT_EQ(process.thread_id, ThreadId()) << "that began it";
  auto retired = collector_.Retired();
  EXPECT_EQ(retired.size(), 4u);
  for (const MarkerRecord& range : ranges) EXPECT_EQ(retired[range.correlation_id.internal], 1);
}

// An id of the begin does not retire before the end.
TEST_F(RangesTest, CallsAndRangesAreDifferentRecords) {
  TraceAll({kRange, kMarker, kRetirement});
  EXPECT_EQ(roctxRangePushA("range"), 0);
  collector_.Flush();
  EXPECT_EQ(collector_.Of<RetirementRecord>(kRetirement).size(), 1u);
  EXPECT_EQ(roctxRangePop(), 0);
  roctxMarkA("mark");
  const auto ranges = Ranges();
  const auto calls = collector_.Of<MarkerRecord>(kMarker);
  ASSERT_EQ(ranges.size(), 2u);
  ASSERT_EQ(calls.size(), 3u);
  std::set<uint64_t> ids;
  for (const MarkerRecord& call : calls) ids.insert(call.correlation_id.internal);
  EXPECT_EQ(ids.count(ranges[0].correlation_id.internal), 0u);
  EXPECT_EQ(ranges[1].correlation_id.internal, calls[2].correlation_id.internal) << "one call";
  EXPECT_EQ(collector_.Of<RetirementRecord>(kRetirement).size(), 4u);
}

// Of calls, marks and inner ranges on the range's thread, as long as somebody traces it.
TEST_F(RangesTest, ArePushedRangesTheAncestorsOfWhatIsMadeInThem) {
  TraceAll({kRange, kMarker, kApi});
  const roctx_range_id_t started = roctxRangeStartA("started");
  Call(1);  // 0
  roctxRangePushA("outer");
  Call(1);                               // 1
  std::thread([&] { Call(1); }).join();  // 2
  roctxRangePushA("inner");
  Call(1);  // 3
  roctxMarkA("mark");
  roctxRangePop();
  Call(1);  // 4
  roctxRangePop();
  Call(1);  // 5
  roctxRangeStop(started);
  const auto ranges = Ranges();
  const auto calls = collector_.Calls();
  ASSERT_EQ(ranges.size(), 4u);
  ASSERT_EQ(calls.size(), 6u);
  const auto &mark = ranges[0].correlation_id, &inner = ranges[1].correlation_id,
             &outer = ranges[2].correlation_id;
  EXPECT_EQ(outer.ancestor, 0u) << "a started range is none";
  EXPECT_EQ(inner.ancestor, outer.internal);
  EXPECT_EQ(mark.ancestor, inner.internal);
  EXPECT_EQ(ranges[3].correlation_id.ancestor, 0u);
  std::map<uint64_t, uint64_t> sorted;  // of the calls
  uint64_t elsewhere = 7;
  for (const ApiRecord& call : calls) {
    if (call.thread_id == ThreadId()) {
      sorted[call.correlation_id.internal] = call.correlation_id.ancestor;
    } else {
      elsewhere = call.correlation_id.ancestor;
    }
  }
  std::vector<uint64_t> ancestors;
  for (const auto& [id, ancestor] : sorted) ancestors.push_back(ancestor);
  EXPECT_EQ(ancestors,
            (std::vector<uint64_t>{0, outer.internal, inner.internal, outer.internal, 0}));
  EXPECT_EQ(elsewhere, 0u) << "of another thread";
  std::map<int, std::vector<uint64_t>> of_markers;  // by operation
  for (const MarkerRecord& call : collector_.Of<MarkerRecord>(kMarker)) {
    of_markers[call.operation].push_back(call.correlation_id.ancestor);
  }
  EXPECT_EQ(of_markers[ROCPROFILER_MARKER_CORE_API_ID_roctxRangePushA],
            (std::vector<uint64_t>{0, outer.internal}));
  EXPECT_EQ(of_markers[ROCPROFILER_MARKER_CORE_API_ID_roctxRangePop],
            (std::vector<uint64_t>{inner.internal, outer.internal}));
  EXPECT_EQ(of_markers[ROCPROFILER_MARKER_CORE_API_ID_roctxMarkA],
            (std::vector<uint64_t>{inner.internal}));
}

TEST_F(RangesTest, ThatNobodyTracesAreNoAncestors) {
  TraceAll({kMarker, kApi});
  roctxRangePushA("range");
  Call(1);
  roctxRangePop();
  Ranges();
  ASSERT_EQ(collector_.Calls().size(), 1u);
  EXPECT_EQ(collector_.Calls()[0].correlation_id.ancestor, 0u);
}

TEST_F(RangesTest, BelongToContextsThatWereActiveAllTheTime) {
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    collector_.Create(context_);
    collector_.Configure(kRange);
  });
  const roctx_range_id_t before = roctxRangeStartA("before");
  EXPECT_EQ(roctxRangePushA("before"), 0);
  EXPECT_OK(rocprofiler_start_context(context_));
  EXPECT_EQ(roctxRangePop(), 0);
  roctxRangeStop(before);
  EXPECT_EQ(roctxRangePushA("across a stop"), 0);
  const roctx_range_id_t across = roctxRangeStartA("across a stop");
  EXPECT_OK(rocprofiler_stop_context(context_));
  EXPECT_EQ(roctxRangePushA("without"), 1);
  EXPECT_OK(rocprofiler_start_context(context_));
  EXPECT_EQ(roctxRangePop(), 1);
  EXPECT_EQ(roctxRangePop(), 0);
  roctxRangeStop(across);
  EXPECT_TRUE(Ranges().empty());
  EXPECT_EQ(roctxRangePushA("within"), 0);
  EXPECT_EQ(roctxRangePop(), 0);
  EXPECT_EQ(roctxRangePop(), -1) << "of nothing";
  const auto ranges = Ranges();
  ASSERT_EQ(ranges.size(), 1u);
  EXPECT_LE(ranges[0].start_timestamp, ranges[0].end_timestamp);
}

// roctx is followed for another context all the time; then stacks do not get out of step either.
TEST_F(RangesTest, ASecondContextKeepsTheStacks) {
  rocprofiler_context_id_t second{};
  Collector other;
  Tool::Run([&] {
    for (auto [context, collector] : {std::pair{&context_, &collector_}, {&second, &other}}) {
      ASSERT_OK(rocprofiler_create_context(context));
      collector->Create(*context);
      collector->Configure(kRange);
    }
    ASSERT_OK(rocprofiler_start_context(second));
  });
  EXPECT_EQ(roctxRangePushA("1"), 0);
  EXPECT_OK(rocprofiler_start_context(context_));
  EXPECT_EQ(roctxRangePushA("2"), 1);
  EXPECT_EQ(roctxRangePop(), 1);
  EXPECT_EQ(roctxRangePop(), 0);
  other.Flush();
  EXPECT_EQ(Ranges().size(), 1u);
  EXPECT_EQ(other.Count(), 2u);
}

TEST_F(RangesTest, MoreThanAreKeptAreCountedAndEndInOrder) {
  constexpr size_t kDeep = 3000, kKept = 1024;
  TraceAll({kRange});
  for (size_t i = 0; i < kDeep; ++i) EXPECT_EQ(roctxRangePushA("deep"), static_cast<int>(i));
  for (size_t i = kDeep; i > 0; --i) EXPECT_EQ(roctxRangePop(), static_cast<int>(i) - 1);
  EXPECT_EQ(roctxRangePushA("next"), 0);
  EXPECT_EQ(roctxRangePop(), 0);
  const auto ranges = Ranges();
  ASSERT_EQ(ranges.size(), kKept + 1);
  for (size_t i = 1; i < kKept; ++i) {
    EXPECT_LE(ranges[i].start_timestamp, ranges[i - 1].start_timestamp) << "inner ones end first";
  }
}

}  // namespace
}  // namespace rocjfr::test
