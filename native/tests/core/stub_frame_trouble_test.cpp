// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Frames of all sizes that are measured under trouble, on small stacks: signals come meanwhile, the
// runtime or a handler has written into them. Who cannot measure records work alone.
#include <signal.h>

#include <atomic>

#include "future_fixture.h"

namespace rocjfr::test {
namespace {

// The parameter: sizeof(hip_api_data_t).
class StubFrameTrouble : public FutureTest {
 protected:
  static constexpr uint32_t kTries = 3;  // to measure

  static uint32_t Bytes() { return static_cast<uint32_t>(std::stoul(GetParam())); }
  void Damage(uint32_t frames) {
    stub().Symbol<decltype(&stubhip_damage_frames)>("stubhip_damage_frames")(frames);
  }
  void ExpectOpsOnly() {
    OnSmallStack(kSmallStack, [&] {
      for (int i = 0; i < 3; ++i) Copy(7);
    });
    EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
    EXPECT_NE(std::string(RuntimeInfo().message).find("could not be measured"), std::string::npos);
    EXPECT_EQ(rocjfr_api_data_bytes(), 0u);
    EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 3u);
    EXPECT_TRUE(Taken().empty()) << "no call";
    EXPECT_EQ(rocjfr_in_flight(), 0u);
  }
  void ExpectMeasured() {
    EXPECT_EQ(rocjfr_api_data_bytes(), Bytes());
    EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
    EXPECT_STREQ(RuntimeInfo().message, "");
    ExpectCopies(2);
  }
  void CopyTwice() {
    OnSmallStack(kSmallStack, [&] {
      for (uint64_t bytes = 1; bytes <= 2; ++bytes) Copy(bytes);
    });
  }
};
INSTANTIATE_TEST_SUITE_P(Of, StubFrameTrouble,
                         testing::Values("840", "1520", "1584", "2096", "5616"),
                         [](const auto& info) { return info.param + "Bytes"; });

TEST_P(StubFrameTrouble, ThatIsZeroedLeavesOpsOnly) {
  StartWith(Bytes(), STUBHIP_FRAME_ZEROED);
  ExpectOpsOnly();
}
TEST_P(StubFrameTrouble, ThatHoldsAPatternLeavesOpsOnly) {
  StartWith(Bytes(), STUBHIP_FRAME_PATTERN);
  ExpectOpsOnly();
}
TEST_P(StubFrameTrouble, WhoseTailHoldsAPatternLeavesOpsOnly) {
  StartWith(Bytes(), STUBHIP_FRAME_TAIL);
  ExpectOpsOnly();
}

// The first frame is the program's own.
TEST_P(StubFrameTrouble, ThatPassesIsMeasured) {
  StartWith(Bytes());
  Damage(1 + kTries - 1);
  const uint64_t before = stub().HookCalls();
  OnSmallStack(kSmallStack, [&] { stub().Call(STUBHIP_hipGetDevice); });
  EXPECT_EQ(stub().HookCalls() - before, 1u + kTries);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
  CopyTwice();
  ExpectMeasured();
}
TEST_P(StubFrameTrouble, ThatDoesNotPassLeavesOpsOnly) {
  StartWith(Bytes());
  Damage(1 + kTries);
  const uint64_t before = stub().HookCalls();
  ExpectOpsOnly();
  constexpr uint64_t kOfCopy = 3;  // its call, its work twice
  EXPECT_EQ(stub().HookCalls() - before, 3 * kOfCopy + kTries) << "tried once only";
}

// Of any kind that a program's own handler may be for: kept back, and there afterwards.
TEST_P(StubFrameTrouble, ThatASignalComesIntoIsMeasured) {
  static constexpr int kSignals[] = {SIGPROF, SIGUSR1, SIGALRM, SIGVTALRM, SIGTERM};
  static std::atomic<int> handled{0}, peeks{0}, handled_within{-1}, pending{0};
  for (const int number : kSignals) {
    signal(number, [](int) {
      volatile char used[1024];
      for (volatile char& byte : used) byte = 0x5A;
      ++handled;
    });
  }
  StartWith(Bytes());
  stub().Symbol<decltype(&stubhip_within_peek)>("stubhip_within_peek")([] {
    ++peeks;
    for (const int number : kSignals) pthread_kill(pthread_self(), number);
    handled_within = handled.load();
    sigset_t waiting;
    sigpending(&waiting);
    for (const int number : kSignals) pending += sigismember(&waiting, number);
  });
  CopyTwice();
  EXPECT_EQ(peeks.load(), 1);
  EXPECT_EQ(handled_within.load(), 0);
  EXPECT_EQ(pending.load(), 5);
  EXPECT_EQ(handled.load(), 5);
  ExpectMeasured();
}

}  // namespace
}  // namespace rocjfr::test
