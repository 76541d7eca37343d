// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/roctx.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "core.h"
#include "drainer.h"

namespace rocjfr::test {
namespace {

class Roctx : public testing::Test {
 protected:
  void SetUp() override {
    Initialize();
    ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  }
  std::vector<Activity> Taken() {
    std::vector<Activity> taken;
    drainer_.Drain(&taken);
    return taken;
  }
  // The only record since the last look.
  Activity One() {
    const auto taken = Taken();
    EXPECT_EQ(taken.size(), 1u);
    return taken.empty() ? Activity() : taken[0];
  }
  Drainer drainer_;
};

TEST_F(Roctx, AMarkIsAnInstantOfItsThread) {
  rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 99);
  const uint64_t before = MonotonicTime();
  rocjfr_roctx_mark("here");
  const uint64_t after = MonotonicTime();
  const Activity mark = One();
  EXPECT_EQ(mark.record.domain, uint32_t{ROCJFR_DOMAIN_ROCTX});
  EXPECT_EQ(mark.record.op, uint32_t{ROCJFR_ROCTX_MARK});
  EXPECT_EQ(mark.message, "here");
  EXPECT_EQ(mark.record.begin_ns, mark.record.end_ns);
  EXPECT_GE(mark.record.begin_ns, before);
  EXPECT_LE(mark.record.end_ns, after);
  EXPECT_EQ(mark.record.queue_id, 99u) << "external id";
  EXPECT_EQ(mark.record.device_id, static_cast<uint32_t>(getpid()));
  rocjfr_thread_info_t info;
  ASSERT_EQ(rocjfr_thread(mark.thread_ref(), &info), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(info.os_thread_id, mark.record.thread_id);
}

TEST_F(Roctx, RangesNest) {
  EXPECT_EQ(rocjfr_roctx_range_push("outer"), 0);
  EXPECT_EQ(rocjfr_roctx_range_push("inner"), 1);
  rocjfr_roctx_mark("mark");
  EXPECT_EQ(rocjfr_roctx_range_pop(), 1);
  EXPECT_EQ(rocjfr_roctx_range_pop(), 0);
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 3u);
  const auto &mark = taken[0], &inner = taken[1], &outer = taken[2];
  EXPECT_EQ(mark.record.kind, 2u) << "depth";
  EXPECT_EQ(inner.message, "inner");
  EXPECT_EQ(inner.record.kind, 1u);
  EXPECT_EQ(inner.record.op, uint32_t{ROCJFR_ROCTX_RANGE});
  EXPECT_EQ(outer.message, "outer");
  EXPECT_EQ(outer.record.kind, 0u);
  EXPECT_LE(outer.record.begin_ns, inner.record.begin_ns);
  EXPECT_LE(inner.record.end_ns, outer.record.end_ns);
}

TEST_F(Roctx, APopOfAnEmptyStackIsNoRange) {
  EXPECT_EQ(rocjfr_roctx_range_pop(), -1);
  EXPECT_EQ(rocjfr_roctx_range_push("a"), 0);
  EXPECT_EQ(rocjfr_roctx_range_pop(), 0);
  EXPECT_EQ(rocjfr_roctx_range_pop(), -1);
  EXPECT_EQ(Taken().size(), 1u);
}

TEST_F(Roctx, EachThreadHasItsOwnStack) {
  EXPECT_EQ(rocjfr_roctx_range_push("of main"), 0);
  std::thread([] {
    EXPECT_EQ(rocjfr_roctx_range_pop(), -1);
    EXPECT_EQ(rocjfr_roctx_range_push("of the thread"), 0);
  }).join();
  EXPECT_EQ(rocjfr_roctx_range_pop(), 0);
  EXPECT_EQ(One().message, "of main") << "what a thread left open is no range";
}

TEST_F(Roctx, StartedRangesEndOnAnyThread) {
  const uint64_t a = rocjfr_roctx_range_start("a"), b = rocjfr_roctx_range_start("b");
  EXPECT_EQ(a, 1u);
  EXPECT_EQ(b, 2u);
  std::thread([&] { rocjfr_roctx_range_stop(a); }).join();
  const Activity first = One();
  EXPECT_EQ(first.message, "a");
  EXPECT_EQ(first.record.op, uint32_t{ROCJFR_ROCTX_START_STOP});
  EXPECT_EQ(first.record.correlation_id, a);
  rocjfr_roctx_range_stop(b);
  EXPECT_EQ(One().message, "b");
  rocjfr_roctx_range_stop(b);
  rocjfr_roctx_range_stop(777);
  EXPECT_TRUE(Taken().empty()) << "stopped twice, never started";
}

TEST_F(Roctx, AmdsIdsAreNotOurs) {
  RoctxStart(1, "amd's", RoctxSource::kAmd);
  ASSERT_EQ(rocjfr_roctx_range_start("ours"), 1u);
  RoctxStop(1, RoctxSource::kAmd);
  EXPECT_EQ(One().message, "amd's");
  rocjfr_roctx_range_stop(1);
  EXPECT_EQ(One().message, "ours");
}

TEST_F(Roctx, NoMessageIsAnEmptyOne) {
  rocjfr_roctx_mark(nullptr);
  EXPECT_EQ(One().message, "");
  rocjfr_roctx_range_push(nullptr);
  rocjfr_roctx_range_pop();
  EXPECT_EQ(One().message, "");
  rocjfr_roctx_range_stop(rocjfr_roctx_range_start(nullptr));
  EXPECT_EQ(One().message, "");
}

TEST_F(Roctx, MessagesOfEveryLengthSurvive) {
  for (uint32_t length = 0; length <= ROCJFR_MAX_MESSAGE_BYTES; ++length) {
    const std::string message(length, static_cast<char>('a' + length % 26));
    rocjfr_roctx_mark(message.c_str());
    ASSERT_EQ(One().message, message);
  }
}

TEST_F(Roctx, LongMessagesAreCutBetweenCharacters) {
  const std::string ascii(ROCJFR_MAX_MESSAGE_BYTES + 100, 'x');
  rocjfr_roctx_mark(ascii.c_str());
  EXPECT_EQ(One().message.size(), size_t{ROCJFR_MAX_MESSAGE_BYTES});
  for (size_t shift = 0; shift < 4; ++shift) {
    std::string message(shift, 'x');
    while (message.size() < ROCJFR_MAX_MESSAGE_BYTES + 100) message += "\xF0\x9F\x94\xA5";
    const size_t whole = shift + (ROCJFR_MAX_MESSAGE_BYTES - shift) / 4 * 4;
    rocjfr_roctx_mark(message.c_str());
    EXPECT_EQ(One().message, message.substr(0, whole)) << "mark " << shift;
    rocjfr_roctx_range_push(message.c_str());
    rocjfr_roctx_range_pop();
    EXPECT_EQ(One().message, message.substr(0, whole)) << "range " << shift;
    rocjfr_roctx_range_stop(rocjfr_roctx_range_start(message.c_str()));
    EXPECT_EQ(One().message, message.substr(0, whole)) << "started range " << shift;
  }
}

TEST_F(Roctx, RangesBegunBeforeTheRecordingAreNotGuessed) {
  rocjfr_set_wanted(0);
  rocjfr_roctx_range_push("before");
  const uint64_t id = rocjfr_roctx_range_start("before");
  rocjfr_set_wanted(kRoctx);
  rocjfr_roctx_range_push("within");
  EXPECT_EQ(rocjfr_roctx_range_pop(), 1);
  EXPECT_EQ(rocjfr_roctx_range_pop(), 0);
  rocjfr_roctx_range_stop(id);
  const Activity within = One();
  EXPECT_EQ(within.message, "within");
  EXPECT_EQ(within.record.kind, 1u) << "the depth counts what was open before";
}

// Its place on the stack held a range that was recorded.
TEST_F(Roctx, ARangeBegunBetweenTwoRecordingsIsNotGuessed) {
  rocjfr_roctx_range_push("recorded");
  rocjfr_roctx_range_pop();
  EXPECT_EQ(One().message, "recorded");
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  rocjfr_roctx_range_push("between");
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_roctx_range_pop(), 0);
  EXPECT_TRUE(Taken().empty());
}

TEST_F(Roctx, NothingIsRecordedWhileNobodyWantsIt) {
  rocjfr_roctx_range_push("open");
  rocjfr_set_wanted(0);
  rocjfr_roctx_mark("mark");
  rocjfr_roctx_range_pop();
  EXPECT_TRUE(Taken().empty());
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_ROCTX), 0u);
}

TEST_F(Roctx, TooDeepRangesAreCounted) {
  constexpr int kDeep = 1030, kKept = 1024;
  for (int i = 0; i < kDeep; ++i) ASSERT_EQ(rocjfr_roctx_range_push("deep"), i);
  for (int i = kDeep; i > 0; --i) ASSERT_EQ(rocjfr_roctx_range_pop(), i - 1);
  EXPECT_EQ(Taken().size(), size_t{kKept});
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT), 6u);
}

TEST_F(Roctx, TooManyStartedRangesAreCounted) {
  constexpr int kMany = 65540, kKept = 65536;
  std::vector<uint64_t> ids;
  for (int i = 0; i < kMany; ++i) ids.push_back(rocjfr_roctx_range_start(""));
  uint64_t taken = 0;
  for (const uint64_t id : ids) {
    rocjfr_roctx_range_stop(id);
    if (id % 1000 == 0) taken += Taken().size();
  }
  EXPECT_EQ(taken + Taken().size(), uint64_t{kKept});
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_ROCTX, ROCJFR_LOST_RANGE_LIMIT), 4u);
}

TEST_F(Roctx, StartedRangesOfManyThreadsAreEachRecordedOnce) {
  constexpr int kThreads = 4, kRanges = 2000;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([] {
      uint64_t previous = 0;
      for (int i = 0; i < kRanges; ++i) {
        const uint64_t id = rocjfr_roctx_range_start("r");
        rocjfr_roctx_range_stop(previous);
        previous = id;
      }
      rocjfr_roctx_range_stop(previous);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(Taken().size(), size_t{kThreads} * kRanges);
}

}  // namespace
}  // namespace rocjfr::test
