// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the reporter asks a runtime that holds reports back, and what it leaves alone.
#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "stub_reporter_fixture.h"

namespace rocjfr::test {
namespace {

TEST_F(StubReporter, SynchronisesAStreamThatIsReady) {
  Begin();
  rocjfr_hold_reports(1);  // until the answers are there
  static stubhip_command_t copy;
  copy = Copy(kStream);
  TheAsked().in_synchronise = [&](uint64_t) { stub().Complete(copy, kCopyWork); };
  rocjfr_hold_reports(0);
  EXPECT_EQ(rocjfr_quiesce(kLong, kLong), 0u);
  EXPECT_EQ(Got(&Asked::synchronised), std::vector<uint64_t>{kStream});
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 1u);
}

TEST_F(StubReporter, SaysThatItDoesNotKnowTheRuntime) {
  Begin("unknown");
  const auto said = [] {
    return std::string(RuntimeInfo().message).find("holds back reports of finished work");
  };
  while (said() == std::string::npos) std::this_thread::yield();
}

TEST_F(StubReporter, SaysNothingOfARuntimeThatItKnows) {
  Begin();
  Copy(kStream);
  while (Got(&Asked::queried).empty()) std::this_thread::yield();
  EXPECT_STREQ(RuntimeInfo().message, "");
}

TEST_F(StubReporter, TellsWhichCallsArePending) {
  Begin();
  TheAsked().state = kBusy;
  Copy(kStream);
  Copy(kStream);
  EXPECT_EQ(rocjfr_quiesce(kLong, 20), 2u);
  const std::vector<Activity> copies = Taken(ROCJFR_DOMAIN_HIP_API);
  ASSERT_EQ(copies.size(), 2u);
  rocjfr_pending_t rows[2];
  rocjfr_pending_call_t calls[3] = {};
  uint32_t count = 3;
  ASSERT_EQ(rocjfr_pending(rows, 2, calls, &count), 1u);
  ASSERT_EQ(count, 2u);
  std::set<uint64_t> told;
  for (uint32_t i = 0; i < count; ++i) {
    told.insert(calls[i].correlation_id);
    EXPECT_EQ(calls[i].pieces, 1u);
    EXPECT_EQ(calls[i].state, ROCJFR_PENDING_BUSY);
    EXPECT_EQ(calls[i].single, 1u);
    EXPECT_EQ(calls[i].device, rows[0].device);
  }
  EXPECT_EQ(told,
            (std::set<uint64_t>{copies[0].record.correlation_id, copies[1].record.correlation_id}));
  count = 1;
  EXPECT_EQ(rocjfr_pending(rows, 2, calls, &count), 1u);
  EXPECT_EQ(count, 1u) << "no more than there is room for";
  EXPECT_EQ(rows[0].busy, 2u);
}

TEST_F(StubReporter, LooksByItself) {
  Begin();
  rocjfr_hold_reports(1);  // until the answers are there
  static stubhip_command_t copy;
  copy = Copy(kStream);
  TheAsked().in_synchronise = [&](uint64_t) { stub().Complete(copy, kCopyWork); };
  rocjfr_hold_reports(0);
  while (rocjfr_in_flight() != 0) std::this_thread::yield();
}

TEST_F(StubReporter, LeavesABusyStreamAloneAndUrgesItOnce) {
  Begin();
  TheAsked().state = kBusy;
  Copy(kStream);
  EXPECT_EQ(rocjfr_quiesce(kLong, 20), 1u);
  EXPECT_EQ(Got(&Asked::synchronised), std::vector<uint64_t>{});
  EXPECT_EQ(Got(&Asked::urged), std::vector<uint64_t>{kStream});
  EXPECT_EQ(Pending().busy, 1u);
  // Not again before that has run: they would fill the queue behind a kernel that does not end.
  const size_t looks = Got(&Asked::queried).size();
  while (Got(&Asked::queried).size() < looks + 12) SleepMs(1);
  EXPECT_EQ(Got(&Asked::urged), std::vector<uint64_t>{kStream});
}

// HIP runs host functions one after the other. One of the program's may wait for what a stream does
// behind ours.
TEST_F(StubReporter, UrgesNoStreamOnceTheProgramHasHostFunctions) {
  Begin();
  TheAsked().state = kBusy;
  stub().Call(STUBHIP_hipLaunchHostFunc, NoArguments{}, [] {});
  Copy(kStream);
  EXPECT_EQ(rocjfr_quiesce(kLong, 20), 1u);
  const size_t looks = Got(&Asked::queried).size();
  while (Got(&Asked::queried).size() < looks + 12) SleepMs(1);
  EXPECT_EQ(Got(&Asked::urged), std::vector<uint64_t>{});
  EXPECT_EQ(Pending().busy, 1u);
}

// That HIP reports it late does not end the wait: no time does.
TEST_F(StubReporter, WaitsForWhatHasFinished) {
  Begin();
  rocjfr_hold_reports(1);  // until the answers are there
  static stubhip_command_t copy;
  copy = Copy(kStream);
  static std::atomic<int> looks{0};
  TheAsked().in_synchronise = [&](uint64_t) {
    if (looks.fetch_add(1) == 50) stub().Complete(copy, kCopyWork);
  };
  rocjfr_hold_reports(0);
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 0u);
  EXPECT_GT(looks.load(), 50);
}

// What HIP never reports is waited for once.
TEST_F(StubReporter, DoesNotWaitForEver) {
  Begin();
  Copy(kStream);
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 1u);
  const size_t looks = Got(&Asked::synchronised).size();
  EXPECT_GE(looks, 500u);
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 1u);
  EXPECT_LT(Got(&Asked::synchronised).size(), looks + 100);
  EXPECT_EQ(Pending().finished, 1u);
  // Later work is.
  static stubhip_command_t copy;
  rocjfr_hold_reports(1);
  copy = Copy(kStream + 1);
  TheAsked().in_synchronise = [&](uint64_t stream) {
    static std::atomic<int> late{0};
    if (stream == kStream + 1 && late.fetch_add(1) == 50) stub().Complete(copy, kCopyWork);
  };
  rocjfr_hold_reports(0);
  EXPECT_EQ(rocjfr_quiesce(kLong, 20), 1u);
}

// The program has submitted more to a stream that was ready, and that does not end.
TEST_F(StubReporter, IsNotHeldUpByAStreamThatItSynchronises) {
  Begin();
  static std::atomic<bool> holds{true}, held{false};
  static stubhip_command_t copies[2];
  TheAsked().in_synchronise = [](uint64_t stream) {
    if (stream != kStream) return;
    held.store(true);
    while (holds.load()) std::this_thread::yield();
  };
  rocjfr_hold_reports(1);
  copies[0] = Copy(kStream);
  rocjfr_hold_reports(0);
  while (!held.load()) std::this_thread::yield();
  copies[1] = Copy(kStream + 1);
  while (Got(&Asked::urged).empty()) SleepMs(1);
  EXPECT_EQ(Got(&Asked::urged), std::vector<uint64_t>{kStream + 1});
  EXPECT_EQ(Got(&Asked::synchronised), std::vector<uint64_t>{kStream});
  stub().Complete(copies[1], kCopyWork);
  EXPECT_EQ(rocjfr_quiesce(kLong, 20), 1u) << "which is said to be busy";
  EXPECT_EQ(Pending().busy, 1u);
  holds.store(false);
  while (Got(&Asked::synchronised).size() < 2) SleepMs(1);
}

// Default streams get no host function: they have a synchroniser of their own.
TEST_F(StubReporter, ReportsDefaultStreamsBesideAStreamThatHoldsUpItsSynchronisation) {
  Begin();
  static std::atomic<bool> holds{true}, held{false};
  static stubhip_command_t copies[2];
  TheAsked().in_synchronise = [&](uint64_t stream) {
    if (stream == kStream) {
      held.store(true);
      while (holds.load()) std::this_thread::yield();
    } else if (stream == kDefault) {
      stub().Complete(copies[1], kCopyWork);
    }
  };
  rocjfr_hold_reports(1);
  copies[0] = Copy(kStream);
  rocjfr_hold_reports(0);
  while (!held.load()) std::this_thread::yield();
  copies[1] = Copy(0);
  while (rocjfr_in_flight() != 1) std::this_thread::yield();
  EXPECT_EQ(Pending().busy, 1u);
  holds.store(false);
}

// The reporter itself was asking as the recording stopped.
TEST_F(StubReporter, TheHookIsRemovedAfterAVisitThatOutlastsTheStop) {
  Begin();
  static std::atomic<bool> holds{true}, inside{false};
  TheAsked().in_query = [](uint64_t) {
    inside.store(true);
    while (holds.load()) std::this_thread::yield();
  };
  TheAsked().state = kBusy;
  Copy(kStream);
  while (!inside.load()) std::this_thread::yield();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  holds.store(false);
  while (State() == ROCJFR_HOOK_ON) std::this_thread::yield();  // nobody polls
}

// A query of a stream whose queue is full waits with the program's launch.
TEST_F(StubReporter, ReportsOtherStreamsBesideAFullOne) {
  Begin();
  constexpr uint64_t kFull = 0x6000;
  static std::atomic<bool> waits{false}, has_room{false};
  TheAsked().in_query = [](uint64_t stream) {
    if (stream != kFull) return;
    waits.store(true);
    while (!has_room.load()) SleepMs(1);
  };
  rocjfr_hold_reports(1);
  for (int i = 0; i < 5000; ++i) Copy(kFull);
  rocjfr_hold_reports(0);
  while (!waits.load()) SleepMs(1);
  Copy(kStream);
  const auto has_been_asked = [](const std::vector<uint64_t>& streams) {
    return std::find(streams.begin(), streams.end(), kStream) != streams.end();
  };
  while (!has_been_asked(Got(&Asked::synchronised)) && !has_been_asked(Got(&Asked::urged))) {
    SleepMs(1);
  }
  has_room.store(true);
}

// A client that HIP calls back there may end the thread. The next one does what is left.
TEST_F(StubReporter, GoesOnWhereAClientEndsItsThreads) {
  Begin();
  static std::atomic<int> queries{0}, synchronisations{0};
  static stubhip_command_t copy;
  TheAsked().in_synchronise = [&](uint64_t) {
    if (synchronisations.fetch_add(1) == 0) pthread_exit(nullptr);
    stub().Complete(copy, kCopyWork);
  };
  TheAsked().in_query = [](uint64_t) {
    if (queries.fetch_add(1) == 3) pthread_exit(nullptr);
  };
  rocjfr_hold_reports(1);
  copy = Copy(kStream);
  TheAsked().state = kBusy;
  rocjfr_hold_reports(0);
  while (queries.load() < 4) std::this_thread::yield();
  TheAsked().state = kReady;
  while (rocjfr_in_flight() != 0) {
    rocjfr_poll();
    SleepMs(1);
  }
  EXPECT_EQ(synchronisations.load(), 2);
}

// So that nobody looks for them for ever.
TEST_F(StubReporter, LosesWhatNeverComes) {
  Begin();
  LaunchArguments arguments = {"_Z5firstv"};
  arguments.stream = kStream;
  for (int i = 0; i < 3; ++i) {
    stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, arguments, ROCJFR_OP_DISPATCH);
  }
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 3u);
  while (rocjfr_in_flight() != 0) SleepMs(10);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), 3u);
  EXPECT_EQ(rocjfr_work_counts().given_up, 3u);
}

// Of a stream that was ready what was submitted since may still run.
TEST_F(StubReporter, TellsWhatHasFinishedFromWhatCameSince) {
  Begin();
  Copy(kStream);
  while (Pending().finished != 1) std::this_thread::yield();
  rocjfr_hold_reports(1);
  Copy(kStream);
  EXPECT_EQ(Pending().finished, 1u);
  EXPECT_EQ(Pending().unasked, 1u);
}

TEST_F(StubReporter, DoesNotAskAStreamInCapture) {
  Begin();
  TheAsked().capture = 1;
  Copy(kStream);
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 1u);
  EXPECT_EQ(Got(&Asked::queried), std::vector<uint64_t>{});
  EXPECT_EQ(Pending().unasked, 1u);
}

TEST_F(StubReporter, AsksTheDefaultStreamByItsHandleAndDoesNotUrgeIt) {
  Begin();
  TheAsked().state = kBusy;
  Copy(0);
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 1u);
  for (const uint64_t stream : Got(&Asked::queried)) EXPECT_EQ(stream, kDefault);
  EXPECT_FALSE(Got(&Asked::queried).empty());
  EXPECT_EQ(Got(&Asked::urged), std::vector<uint64_t>{});
}

TEST_F(StubReporter, DoesNotAskAStreamThatIsGone) {
  Begin();
  rocjfr_hold_reports(1);
  Copy(kStream);
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{kStream}, [] {});
  rocjfr_hold_reports(0);
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 1u);
  EXPECT_EQ(Got(&Asked::queried), std::vector<uint64_t>{});
}

TEST_F(StubReporter, DoesNotAskWhileItIsHeld) {
  Begin();
  rocjfr_hold_reports(1);
  Copy(kStream);
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 1u);
  EXPECT_EQ(Got(&Asked::queried), std::vector<uint64_t>{});
  rocjfr_hold_reports(0);
}

TEST_F(StubReporter, IsNotAskedWhereNobodyWantsWork) {
  Begin();
  rocjfr_hold_reports(1);
  Copy(kStream);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  rocjfr_hold_reports(0);
  EXPECT_EQ(rocjfr_quiesce(kLong, 1), 1u);
  EXPECT_EQ(Got(&Asked::queried), std::vector<uint64_t>{});
}

// The look that is under way as the wish ends goes to no other stream.
TEST_F(StubReporter, AsksNoStreamAfterTheEnd) {
  Begin();
  rocjfr_hold_reports(1);
  stub().Complete(Copy(kStream), kCopyWork);
  static std::atomic<bool> asks{false}, ended{false};
  static std::atomic<int> after{0};
  TheAsked().in_query = [](uint64_t) {
    if (ended.load()) after.fetch_add(1);
    asks.store(true);
    while (!ended.load()) std::this_thread::yield();
  };
  // Of an unknown stream: all known ones are asked.
  stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, NoArguments{}, ROCJFR_OP_COPY);
  rocjfr_hold_reports(0);
  while (!asks.load()) std::this_thread::yield();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  const uint64_t round = rocjfr_ask_reports();
  ended.store(true);
  while (rocjfr_ask_reports() == round) std::this_thread::yield();
  EXPECT_EQ(after.load(), 0);
}

// Nobody sees which streams the program ends.
TEST_F(StubReporter, LeavesStreamsAloneWhereAnotherToolHasTheHook) {
  Begin();
  TheAsked().state = kBusy;
  Copy(kStream);
  EXPECT_EQ(rocjfr_quiesce(kLong, 20), 1u);
  using Callback = int (*)(uint32_t, uint32_t, void*);
  stub().Symbol<void (*)(Callback)>("hipRegisterTracerCallback")(
      [](uint32_t, uint32_t, void*) { return -1; });
  rocjfr_quiesce(kLong, 1);  // a look that was under way
  const size_t before = Got(&Asked::queried).size();
  rocjfr_quiesce(kLong, 20);
  EXPECT_EQ(Got(&Asked::queried).size(), before);
}

// Nobody has seen which streams were ended meanwhile.
TEST_F(StubReporter, ForgetsStreamsWhereItGetsTheHookBack) {
  Begin();
  TheAsked().state = kBusy;
  Copy(kStream);
  EXPECT_EQ(rocjfr_quiesce(kLong, 20), 1u);
  using Callback = int (*)(uint32_t, uint32_t, void*);
  const auto ours = stub().Symbol<Callback (*)()>("stubhip_slot_now")();
  const auto set = stub().Symbol<void (*)(Callback)>("hipRegisterTracerCallback");
  set([](uint32_t, uint32_t, void*) { return -1; });
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
  rocjfr_quiesce(kLong, 1);  // a look that was under way
  const size_t before = Got(&Asked::queried).size();
  set(ours);
  rocjfr_poll();
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  rocjfr_quiesce(kLong, 20);
  EXPECT_EQ(Got(&Asked::queried).size(), before);
}

// It may have fallen asleep when the first piece was told.
TEST_F(StubReporter, IsWokenByEachPieceOfACall) {
  Begin();
  static stubhip_command_t second;
  TheAsked().in_synchronise = [&](uint64_t) { stub().Complete(second, kCopyWork); };
  CopyArguments arguments;
  arguments.stream = kStream;
  stub().Call(STUBHIP_hipMemcpyAsync, arguments, [&] {
    stub().Complete(stub().Submit(ROCJFR_OP_COPY), kCopyWork);
    SleepMs(500);
    second = stub().Submit(ROCJFR_OP_COPY);
  });
  while (rocjfr_in_flight() != 0) SleepMs(1);
}

}  // namespace
}  // namespace rocjfr::test
