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

// Who ends the stream or resets its device waits for a visitor who waits, however long that is.
class VisitToItsEnd : public testing::TestWithParam<bool> {
 protected:
  static constexpr int kDevice = 3;
  static void End() {
    if (!GetParam()) return AwaitVisitsTo(kHandle, 0);
    ForbidVisitsOf(kDevice, 0);
    AllowVisits(kAllStreams);
  }
  static int32_t Number() {
    return LookUpStream(kHandle, [](void*) { return kDevice; }).number;
  }
};

TEST_P(VisitToItsEnd, IsAwaitedWhereItWaits) {
  std::optional<StreamVisit> visit(Number());
  std::thread(&End).join();  // it asks
  visit->Waits();
  ForgetStreams();  // as where another tool had the hook for a while
  EXPECT_NE(Number(), 0);
  std::atomic<bool> begins{false}, ended{false};
  std::thread waits([&] {
    begins.store(true);
    End();
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

// Nobody else waits for it: HIP would not.
TEST_P(VisitToItsEnd, IsNotAwaitedByOthers) {
  StreamVisit visit(Number());
  visit.Waits();
  std::thread([] {
    ForgetStreams();
    AwaitVisitsTo(kHandle + 8, kForEver);
    ForbidVisitsOf(kDevice + 1, 0);
    ForbidVisitsOf(-1, 0);
    AwaitVisit(kAllStreams, 0);
  }).join();
}
INSTANTIATE_TEST_SUITE_P(Reset, VisitToItsEnd, testing::Bool());

// A client's callback on the visitor's thread.
TEST(StreamVisit, IsNotAwaitedByTheVisitor) {
  const int32_t stream = LookUpStream(kHandle, nullptr).number;
  const StreamVisit visit(stream);
  AwaitVisit(stream, kForEver);
  AwaitVisit(kAllStreams, kForEver);
}

}  // namespace
}  // namespace rocjfr::test
