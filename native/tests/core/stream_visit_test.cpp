// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/stream_visit.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "core/record/clock.h"
#include "core/record/streams.h"

namespace rocjfr::test {
namespace {

constexpr uint64_t kHandle = 0x1000, kForEver = UINT64_MAX;

void* Pointer(uint64_t handle) {
  return reinterpret_cast<void*>(handle);
}

TEST(StreamVisit, IsToTheStreamOfItsNumber) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  EXPECT_EQ(StreamVisit(stream).Stream(), Pointer(kHandle));
  EXPECT_EQ(StreamVisit(kDefaultStream).Stream(), Pointer(kLegacyHandle));
  EXPECT_EQ(StreamVisit(stream + 1).Stream(), nullptr) << "nobody has this number";
}

TEST(StreamVisit, IsNotToAStreamThatIsGone) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  ForgetStream(kHandle);
  EXPECT_EQ(StreamVisit(stream).Stream(), nullptr);
  EXPECT_NE(LookUpStream(kHandle, nullptr).number, stream);
  EXPECT_EQ(StreamVisit(stream).Stream(), nullptr) << "the handle is another stream's";
}

TEST(StreamVisit, IsNotWhereItIsForbidden) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  const int32_t other = LookUpStream(kHandle + 8, nullptr).number;
  ForbidVisits(stream, 0);
  ForbidVisits(stream, 0);
  AllowVisits(stream);
  EXPECT_EQ(StreamVisit(stream).Stream(), nullptr) << "forbidden twice, allowed once";
  EXPECT_NE(StreamVisit(other).Stream(), nullptr);
  AllowVisits(stream);
  EXPECT_NE(StreamVisit(stream).Stream(), nullptr);
  ForbidVisits(kAllStreams, 0);
  EXPECT_EQ(StreamVisit(stream).Stream(), nullptr);
  EXPECT_EQ(StreamVisit(kDefaultStream).Stream(), nullptr);
  AllowVisits(kAllStreams);
}

// The stream's, or that of any.
class AwaitedVisit : public testing::TestWithParam<bool> {};

TEST_P(AwaitedVisit, HasEnded) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  std::optional<StreamVisit> visit(stream);
  std::atomic<bool> begins{false}, ended{false};
  std::thread waits([&] {
    begins.store(true);
    AwaitVisit(GetParam() ? kAllStreams : stream, kForEver);
    EXPECT_TRUE(ended.load());
  });
  while (!begins.load()) std::this_thread::yield();
  ended.store(true);
  visit.reset();
  waits.join();
}
INSTANTIATE_TEST_SUITE_P(All, AwaitedVisit, testing::Bool());

TEST(StreamVisit, IsNotAwaitedForEver) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  const StreamVisit visit(stream);
  std::thread([&] { AwaitVisit(stream, 1000000); }).join();
  std::thread([&] { AwaitVisit(stream + 1, kForEver); }).join();
}

// It may wait for as long as a kernel runs. The end of the stream waits all the same.
TEST(StreamVisit, ThatWaitsForTheStreamIsNotAwaitedByACapture) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  StreamVisit visit(stream);
  visit.Waits();
  std::thread([&] { AwaitVisit(stream, kForEver, Visits::kThatAsk); }).join();
  std::thread([&] { ForbidVisits(kAllStreams, kForEver, Visits::kThatAsk); }).join();
  AllowVisits(kAllStreams);
  std::thread([&] {
    const uint64_t begin_ns = NowNs();
    AwaitVisit(stream, 1000000);
    EXPECT_GE(NowNs() - begin_ns, 1000000u);
  }).join();
}

// Who ends the stream waits for the visitor however long that is; others after their patience only
// where he just asks.
class VisitToItsEnd : public testing::TestWithParam<bool> {};

TEST_P(VisitToItsEnd, IsAwaited) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  std::optional<StreamVisit> visit(stream);
  std::thread([&] { AwaitVisit(stream, 0, Visits::kToTheirEnd); }).join();
  visit->Waits();
  int32_t named = stream;
  if (GetParam()) {  // all streams are numbered anew meanwhile
    ForgetStreams();
    named = LookUpStream(kHandle, nullptr).number;
    EXPECT_NE(named, stream);
  }
  std::atomic<bool> begins{false}, ended{false};
  std::thread waits([&] {
    begins.store(true);
    AwaitVisit(named, 0, Visits::kToTheirEnd);
    EXPECT_TRUE(ended.load());
  });
  while (!begins.load()) std::this_thread::yield();
  const timespec pause = {0, 5000000};
  nanosleep(&pause, nullptr);
  EXPECT_TRUE(AnyVisit());
  ended.store(true);
  visit.reset();
  waits.join();
  EXPECT_FALSE(AnyVisit());
}
INSTANTIATE_TEST_SUITE_P(NumberedAnew, VisitToItsEnd, testing::Bool());

// A client's callback on the visitor's thread.
TEST(StreamVisit, IsNotAwaitedByTheVisitor) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  const StreamVisit visit(stream);
  AwaitVisit(stream, kForEver);
  AwaitVisit(kAllStreams, kForEver);
}

}  // namespace
}  // namespace rocjfr::test
