// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The reporter's visits of a stream and the calls that end the stream keep out of each other's way.
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "stub_reporter_fixture.h"

namespace rocjfr::test {
namespace {

// A stream whose synchronisation is held up; HIP uses the stream when it goes on.
class StubReporterHeldUp : public StubReporter {
 protected:
  void Hold() {
    Begin();
    TheAsked().in_synchronise = [](uint64_t stream) {
      if (stream != kStream) return;
      g_inside.store(true);
      while (g_holds.load()) std::this_thread::yield();
      EXPECT_FALSE(g_gone.load());
      g_inside.store(false);
    };
    Copy(kStream);
    while (!g_inside.load()) std::this_thread::yield();
  }
  // From another thread: it has to wait, so HIP is not to be called before the stream is left.
  void Destroy() {
    destroyer_ = std::thread([this] {
      stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{kStream}, [] {
        EXPECT_FALSE(g_inside.load());
        g_gone.store(true);
      });
    });
  }
  void LetGo() {
    g_holds.store(false);
    if (destroyer_.joinable()) destroyer_.join();
  }
  void DestroyWaits() {
    const uint64_t calls = stub().HookCalls();
    Destroy();
    while (stub().HookCalls() == calls) std::this_thread::yield();
    SleepMs(20);
    EXPECT_FALSE(g_gone.load());
    LetGo();
    EXPECT_TRUE(g_gone.load());
  }
  static inline std::atomic<bool> g_holds{true}, g_inside{false}, g_gone{false};
  std::thread destroyer_;
};

TEST_F(StubReporterHeldUp, IsNotDestroyedThoughTheRecordingHasStopped) {
  Hold();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  DestroyWaits();
  while (State() == ROCJFR_HOOK_ON) std::this_thread::yield();  // nobody polls
  EXPECT_EQ(stub().Callbacks(), 0u);
}

TEST_F(StubReporterHeldUp, IsNotDestroyedThoughAnotherRecordingHasBegun) {
  Hold();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  DestroyWaits();
}

// A listener may call HIP. Its calls are not recorded, but a stream that it ends is ended.
TEST_F(StubReporterHeldUp, IsNotDestroyedByAListener) {
  Hold();
  const uint64_t calls = stub().HookCalls();
  std::thread listener([this] {
    rocjfr_this_thread_drains();
    stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{kStream}, [] {
      EXPECT_FALSE(g_inside.load());
      g_gone.store(true);
    });
  });
  while (stub().HookCalls() == calls) std::this_thread::yield();
  SleepMs(20);
  EXPECT_FALSE(g_gone.load());
  LetGo();
  listener.join();
  EXPECT_TRUE(g_gone.load());
  std::vector<Activity> taken;
  Drainer().Drain(&taken);
  for (const Activity& activity : taken) {
    EXPECT_NE(activity.record.op, uint32_t{STUBHIP_hipStreamDestroy});
  }
}

// HIP refuses the first; the second is none of its business.
TEST_F(StubReporterHeldUp, IsNotAwaitedWhereNoStreamOrAnotherOneIsDestroyed) {
  Hold();
  std::thread([this] {
    stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0}, [] {});
    stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{kStream + 0x100}, [] {});
  }).join();
  EXPECT_TRUE(g_inside.load());
  LetGo();
}

// The call begins when the reporter has left the stream, and keeps it off until it returns.
class StubReporterKeptOff : public StubReporter {
 protected:
  void Expect(uint32_t function) {
    Begin();
    TheAsked().state = kBusy;
    static std::atomic<bool> asks{false}, calls{false};
    TheAsked().in_query = [&](uint64_t) {
      asks.store(true);
      while (!calls.load()) std::this_thread::yield();
    };
    Copy(kStream);
    while (!asks.load()) std::this_thread::yield();
    std::thread caller([&] {
      calls.store(true);
      stub().Call(function, StreamArgument{kStream}, [&] {
        const size_t before = Got(&Asked::queried).size();
        rocjfr_quiesce(kLong, 1);
        EXPECT_EQ(Got(&Asked::queried).size(), before) << "asked within the call";
      });
    });
    caller.join();
  }
};

TEST_F(StubReporterKeptOff, ByACapture) {
  Expect(STUBHIP_hipStreamBeginCapture);
}
TEST_F(StubReporterKeptOff, ByTheEndOfACapture) {
  Expect(STUBHIP_hipStreamEndCapture);
}
TEST_F(StubReporterKeptOff, NotByACallWhoseThreadHasEnded) {
  Begin();
  TheAsked().state = kBusy;
  std::thread([this] {
    stub().Call(STUBHIP_hipStreamBeginCapture, StreamArgument{kStream},
                [] { pthread_exit(nullptr); });
  }).join();
  Copy(kStream);
  while (Got(&Asked::queried).empty()) SleepMs(1);
}

TEST_F(StubReporterKeptOff, ByTheStreamsEnd) {
  Expect(STUBHIP_hipStreamDestroy);
}
TEST_F(StubReporterKeptOff, ByAResetOfTheDevice) {
  Expect(STUBHIP_hipDeviceReset);
}

// Whether records are still to come behind the reporter's synchronisation is not known: there may
// be work since. The thread that ends the stream synchronises it itself, and has nothing to wait
// for.
TEST_F(StubReporter, AStreamThatEndsIsSynchronisedByItsThread) {
  Begin();
  rocjfr_hold_reports(1);  // until the answers are there
  static stubhip_command_t copy;
  static std::atomic<bool> by_reporter{false}, by_program{false};
  static const std::thread::id program = std::this_thread::get_id();
  copy = Copy(kStream);
  stub().Symbol<void (*)(uint32_t)>("stubhip_announce")(ROCJFR_OP_COPY);
  TheAsked().in_synchronise = [this](uint64_t stream) {
    EXPECT_EQ(stream, kStream);
    if (std::this_thread::get_id() != program) {
      by_reporter.store(true);
    } else if (!by_program.exchange(true)) {
      stub().Complete(copy, kCopyWork);
    }
  };
  rocjfr_hold_reports(0);
  while (!by_reporter.load()) std::this_thread::yield();
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{kStream}, [] {
    EXPECT_TRUE(by_program.load());
    EXPECT_EQ(rocjfr_in_flight(), 0u) << "its record has come before HIP ends it";
  });
  EXPECT_TRUE(by_program.load());
}

// A marker of the default stream alone is no reason: HIP itself waits for a stream that nobody has
// synchronised.
TEST_F(StubReporter, AStreamThatEndsIsLeftAloneWhereTheDefaultStreamIsInDoubt) {
  Begin();
  rocjfr_hold_reports(1);
  constexpr uint64_t kOfSameDevice = 0x4000;  // as the default stream is
  static const std::thread::id program = std::this_thread::get_id();
  TheAsked().in_synchronise = [](uint64_t) { EXPECT_NE(std::this_thread::get_id(), program); };
  const auto announce = stub().Symbol<void (*)(uint32_t)>("stubhip_announce");
  stubhip_command_t marker;
  stub().Call(STUBHIP_hipStreamQuery, StreamArgument{0}, [&] {
    marker = stub().Submit(ROCJFR_OP_BARRIER);
    announce(ROCJFR_OP_BARRIER);
  });
  Copy(kOfSameDevice);
  bool ended = false;
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{kOfSameDevice}, [&] { ended = true; });
  EXPECT_TRUE(ended);
  stub().Complete(marker, kMarkerWork);
}

// A program's error is not lost by that.
TEST_F(StubReporter, AStreamThatEndsIsLeftAloneWhereAnErrorIsPending) {
  Begin();
  static std::atomic<bool> by_reporter{false};
  static const std::thread::id program = std::this_thread::get_id();
  TheAsked().in_synchronise = [](uint64_t) {
    EXPECT_NE(std::this_thread::get_id(), program);
    by_reporter.store(true);
  };
  Copy(kStream);
  stub().Symbol<void (*)(uint32_t)>("stubhip_announce")(ROCJFR_OP_COPY);
  while (!by_reporter.load()) std::this_thread::yield();
  stub().Return(STUBHIP_hipEventDestroy, 709);
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{kStream}, [] {});
}

}  // namespace
}  // namespace rocjfr::test
