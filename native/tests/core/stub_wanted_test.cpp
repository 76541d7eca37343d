// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which records are made: domains, filters, thresholds, markers, the consumer's own calls.
#include <thread>

#include "../pieces.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

class StubWanted : public StubTest {
 protected:
  stubhip_command_t Copy() {
    return stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{nullptr, nullptr, 4096},
                                ROCJFR_OP_COPY);
  }
};
ROCJFR_BOTH_GENERATIONS(StubWanted);

TEST_P(StubWanted, OpsAreJoinedWithoutApiRecords) {
  Start(kOps);
  ASSERT_TRUE(stub().Complete(Copy(), kCopyWork));
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
  EXPECT_TRUE(taken[0].has_submit);
  EXPECT_EQ(taken[0].submit.submit_bytes, 4096u);
  EXPECT_NE(taken[0].record.correlation_id, 0u);
}

TEST_P(StubWanted, ApiRecordsWithoutOps) {
  Start(kApi);
  const auto command = Copy();
  stub().Complete(command, kCopyWork);
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].record.domain, uint32_t{ROCJFR_DOMAIN_HIP_API});
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

TEST_P(StubWanted, AFilterSuppressesApiRecordsOnly) {
  Start();
  ASSERT_EQ(rocjfr_set_filter("none*, hipGet?evice ,hipDevice[A-Z]*", 0, 0), ROCJFR_STATUS_SUCCESS);
  stub().Call(STUBHIP_hipGetDevice);
  stub().Call(STUBHIP_hipDeviceSynchronize);
  stub().Call(300);
  ASSERT_TRUE(stub().Complete(Copy(), kCopyWork));
  auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].record.op, uint32_t{STUBHIP_hipGetDevice});
  EXPECT_EQ(taken[1].record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
  EXPECT_EQ(taken[1].submit.submit_bytes, 4096u) << "the launch's data is kept";
  ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 0), ROCJFR_STATUS_SUCCESS);
  stub().Call(STUBHIP_hipDeviceSynchronize);
  EXPECT_EQ(Taken().size(), 1u) << "all again";
}

TEST_P(StubWanted, AnEmptyFilterIsNoFunctionAtAll) {
  Start();
  ASSERT_EQ(rocjfr_set_filter(" , ", 0, 0), ROCJFR_STATUS_SUCCESS);
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_TRUE(Taken().empty());
}

TEST_P(StubWanted, AThresholdSuppressesShortApiRecordsOnly) {
  Start();
  ASSERT_EQ(rocjfr_set_filter(nullptr, 20000000, 0), ROCJFR_STATUS_SUCCESS);
  for (bool is_short = false; !is_short;) {
    Taken();
    const Stopwatch watch;
    const auto command = Copy();
    is_short = watch.Ms() < 20;  // else another program had the processor meanwhile
    ASSERT_TRUE(stub().Complete(command, kCopyWork));
  }
  stub().Call(STUBHIP_hipDeviceSynchronize, NoArguments{}, [] { SleepMs(25); });
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
  EXPECT_TRUE(taken[0].has_submit);
  EXPECT_EQ(taken[1].record.op, uint32_t{STUBHIP_hipDeviceSynchronize});
}

TEST_P(StubWanted, MarkersAreBarriersAndOffByDefault) {
  Start();
  const auto marker = [&](uint32_t op, uint32_t kind) {
    const auto command =
        stub().CallAndSubmit(STUBHIP_hipStreamSynchronize, StreamArgument{0x1000}, op);
    stubhip_work_t work = kMarkerWork;
    work.kind = kind;
    stub().Complete(command, work);
  };
  marker(ROCJFR_OP_BARRIER, 0x11FE);
  marker(ROCJFR_OP_COPY, 0);  // 5.2's markers of blocking copies
  EXPECT_TRUE(Taken(ROCJFR_DOMAIN_HIP_OPS).empty());
  ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);
  marker(ROCJFR_OP_BARRIER, 0x11FE);
  marker(ROCJFR_OP_COPY, 0);
  const auto barriers = Taken(ROCJFR_DOMAIN_HIP_OPS);
  ASSERT_EQ(barriers.size(), 2u);
  for (const Activity& barrier : barriers) {
    EXPECT_EQ(barrier.record.op, uint32_t{ROCJFR_OP_BARRIER});
    EXPECT_TRUE(barrier.has_submit);
  }
}

TEST_P(StubWanted, AMarkerDoesNotFinishTheWorkThatItMarks) {
  Start();
  stubhip_command_t copy, marker;
  stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
    copy = stub().Submit(ROCJFR_OP_COPY);
    marker = stub().Submit(ROCJFR_OP_BARRIER);
  });
  stub().Complete(marker, kMarkerWork);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  stub().Complete(copy, kCopyWork);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 1u);
}

TEST_P(StubWanted, TheConsumersOwnCallsMakeNoRecords) {
  Start();
  std::thread([&] {
    rocjfr_this_thread_drains();
    stub().Call(STUBHIP_hipGetDevice);
    ASSERT_TRUE(stub().Complete(Copy(), kCopyWork));
  }).join();
  EXPECT_TRUE(Taken(ROCJFR_DOMAIN_HIP_API).empty());
  std::thread([&] { stub().Call(STUBHIP_hipGetDevice); }).join();
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u) << "another thread with the reused state";
}

TEST_P(StubWanted, ExternalIdsAreThoseOfTheJavaClient) {
  Start();
  rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 1);
  rocjfr_push_external_id(ROCJFR_CLIENT_ROCTRACER, 2);
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).record.queue_id, 1u);
  rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, nullptr);
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).record.queue_id, 0u);
}

TEST_P(StubWanted, TheWorksExternalIdIsThatOfItsCall) {
  Start();
  rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 1);
  const auto command = Copy();
  rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, nullptr);
  rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 2);
  stub().Complete(command, kCopyWork);
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_OPS).submit.submit_external_id, 1u);
}

TEST_P(StubWanted, WhatIsStillMissingIsCounted) {
  Start();
  const auto copy = Copy();
  Copy();
  EXPECT_EQ(rocjfr_in_flight(), 2u);
  const Stopwatch watch;
  EXPECT_EQ(rocjfr_quiesce(600000, 50), 2u);
  EXPECT_GE(watch.Ms(), 50);
  EXPECT_LT(watch.Ms(), 60000) << "nothing moves: not the whole time";
  rocjfr_hold_waits(1);
  std::thread late([&] {
    while (rocjfr_hold_waits(1) == 0) std::this_thread::yield();
    stub().Complete(copy, kCopyWork);
    rocjfr_hold_waits(0);
  });
  EXPECT_EQ(rocjfr_quiesce(200, 100), 1u);
  late.join();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 1u);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 0u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), 1u);
}

TEST_P(StubWanted, WhatWasCountedAsLostIsNotRecordedLater) {
  Start();
  const auto copy = Copy();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 1u);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  stub().Complete(copy, kCopyWork);
  EXPECT_TRUE(Taken(ROCJFR_DOMAIN_HIP_OPS).empty()) << "it would be counted twice";
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

// Not only of the functions whose arguments are known.
TEST_P(StubWanted, AnyCallsCopyIsWaitedFor) {
  Start();
  const auto command = stub().CallAndSubmit(STUBHIP_hipGetDevice, NoArguments{}, ROCJFR_OP_COPY);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  EXPECT_TRUE(stub().Complete(command, kCopyWork));
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 1u);
}

// HIP 6 and 7 ask about a graph's copies when they are made, and again when they are launched.
TEST_P(StubWanted, WhatAGraphIsMadeOfIsNotInFlight) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  stub().CallAndSubmit(STUBHIP_hipGraphAddKernelNode, NoArguments{}, ROCJFR_OP_COPY);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

// It is asked about a kernel that it waits for.
TEST_P(StubWanted, ACopyThatOnlyFinishesOthersWorkIsNotInFlight) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  stub().CallAndSubmit(STUBHIP_hipMemcpy, CopyArguments{}, ROCJFR_OP_DISPATCH);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

// Newer than the catalogue of functions: nobody knows what it does. Its kernel is joined with it,
// but not waited for, since the runtime may as well have asked about another's.
TEST_P(StubWanted, AKernelOfAFunctionThatIsNotListedIsJoinedAndNotInFlight) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  const auto command =
      stub().CallAndSubmit(STUBHIP_hipLaunchKernelOfNextYear, NoArguments{}, ROCJFR_OP_DISPATCH);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  ASSERT_TRUE(stub().Complete(command, kKernelWork));
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_NE(taken[0].record.domain, taken[1].record.domain) << "the call and its kernel";
  EXPECT_EQ(taken[0].record.correlation_id, taken[1].record.correlation_id);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
}

// HIP 6.4: the launch makes a piece, which is asked for with each of its kernels, and a marker.
TEST_P(StubWanted, AGraphIsInFlightUntilAllOfItIsReported) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  std::vector<stubhip_command_t> kernels;
  stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
    stub().Submit(ROCJFR_OP_DISPATCH);
    for (int i = 0; i < 3; ++i) kernels.push_back(stub().SubmitFromElsewhere(ROCJFR_OP_DISPATCH));
    stub().Submit(ROCJFR_OP_BARRIER);
    stub().Complete(kernels[0], kKernelWork);
  });
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  stub().Complete(kernels[1], kKernelWork);
  EXPECT_EQ(rocjfr_in_flight(), 1u) << "one of three is missing";
  stub().Complete(kernels[2], kKernelWork);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 3u);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 0u);
}

// HIP 6 asks about each as it is made and as it is submitted. So the questions are as many as those
// about seven in a line.
TEST_P(StubWanted, AGraphOfBranchesHasAsManyPiecesAsKernels) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  std::vector<stubhip_command_t> kernels;
  stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
    for (size_t i = 0; i < 4; ++i) {
      stub().SubmitFromElsewhere(ROCJFR_OP_DISPATCH, 512 + 64 * i);
      kernels.push_back(stub().SubmitFromElsewhere(ROCJFR_OP_DISPATCH, 1024 + 64 * i));
    }
    stub().Submit(ROCJFR_OP_BARRIER);
  });
  EXPECT_EQ(PiecesInFlight(), 4u);
  for (const stubhip_command_t& kernel : kernels) stub().Complete(kernel, kKernelWork);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(rocjfr_work_counts().submitted, 4u);
}

// HIP 6 asks about a second marker where the launch has to wait for another stream, and about each
// line that a graph within the line makes.
TEST_P(StubWanted, AGraphOfALineHasAsManyPiecesAsKernelsWithinItAndBeside) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  std::vector<stubhip_command_t> kernels;
  stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
    stub().Submit(ROCJFR_OP_BARRIER);
    stub().Submit(ROCJFR_OP_DISPATCH);
    for (int i = 0; i < 7; ++i) {
      if (i == 3) stub().SubmitFromElsewhere(ROCJFR_OP_DISPATCH, 700);
      kernels.push_back(stub().SubmitFromElsewhere(ROCJFR_OP_DISPATCH));
    }
    stub().Submit(ROCJFR_OP_BARRIER);
  });
  EXPECT_EQ(PiecesInFlight(), 7u);
  for (const stubhip_command_t& kernel : kernels) stub().Complete(kernel, kKernelWork);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(rocjfr_work_counts().submitted, 7u);
}

TEST_P(StubWanted, WhatIsMissingOfAGraphIsCounted) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  std::vector<stubhip_command_t> kernels;
  // Of several lines: two questions for each kernel, and two markers.
  stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
    for (int i = 0; i < 5; ++i) {
      stub().Submit(ROCJFR_OP_DISPATCH);
      kernels.push_back(stub().SubmitFromElsewhere(ROCJFR_OP_DISPATCH));
    }
    for (int i = 0; i < 2; ++i) stub().Submit(ROCJFR_OP_BARRIER);
  });
  for (int i = 0; i < 2; ++i) stub().Complete(kernels[i], kKernelWork);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 3u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_OPS), 3u);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 2u);
}

// A batch of copies, or a copy that is made in several pieces.
TEST_P(StubWanted, EachOfACallsCopiesIsInFlight) {
  Start();
  constexpr size_t kCopies = 10;
  std::vector<stubhip_command_t> copies;
  stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
    copies.push_back(stub().Submit(ROCJFR_OP_COPY));
    EXPECT_TRUE(stub().Complete(copies[0], kCopyWork)) << "before the second one is submitted";
    EXPECT_EQ(rocjfr_in_flight(), 0u);
    while (copies.size() < kCopies) copies.push_back(stub().Submit(ROCJFR_OP_COPY));
  });
  EXPECT_EQ(rocjfr_in_flight(), kCopies - 1);
  EXPECT_EQ(PiecesInFlight(), kCopies - 1);
  for (size_t i = 1; i < 4; ++i) EXPECT_TRUE(stub().Complete(copies[i], kCopyWork));
  EXPECT_EQ(rocjfr_in_flight(), kCopies - 4);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_abandon_in_flight(), kCopies - 4);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  const size_t recorded = Taken(ROCJFR_DOMAIN_HIP_OPS).size();
  EXPECT_EQ(recorded, 4u);
  EXPECT_EQ(recorded + Lost(ROCJFR_DOMAIN_HIP_OPS), kCopies);
}

// How many that are stands in the arguments, or is announced.
TEST_P(StubWanted, AKernelOnSeveralDevicesIsInFlightUntilAllHaveRunIt) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  struct {
    uint64_t parameters[8] = {};
    uint32_t devices = 3;
  } arguments;
  auto* announce = stub().Symbol<void (*)(uint32_t)>("stubhip_announce");
  for (const bool announces : {false, true}) {
    std::vector<stubhip_command_t> kernels;
    stub().Call(STUBHIP_hipExtLaunchMultiKernelMultiDevice, arguments, [&] {
      for (uint32_t device = 0; device < 3; ++device) {
        stub().Submit(ROCJFR_OP_DISPATCH);
        if (announces) announce(ROCJFR_OP_DISPATCH);
        stub().Submit(ROCJFR_OP_DISPATCH);
        kernels.push_back(stub().Submit(ROCJFR_OP_DISPATCH));
      }
    });
    EXPECT_EQ(PiecesInFlight(), 3u);
    for (const auto& kernel : kernels) {
      EXPECT_EQ(rocjfr_in_flight(), 1u);
      stub().Complete(kernel, kKernelWork);
    }
    EXPECT_EQ(rocjfr_in_flight(), 0u);
  }
  // It failed before it launched anything.
  stub().Call(STUBHIP_hipExtLaunchMultiKernelMultiDevice, arguments, [] {});
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

TEST_P(StubWanted, PiecesInFlightAreCountedOneByOne) {
  Start();
  EXPECT_EQ(PiecesInFlight(), 0u);
  const auto copy = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  EXPECT_EQ(PiecesInFlight(), 1u);
  if (IsTracer()) {
    std::vector<stubhip_command_t> kernels;
    stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
      for (int i = 0; i < 3; ++i) {
        stub().Submit(ROCJFR_OP_DISPATCH);
        kernels.push_back(stub().Submit(ROCJFR_OP_DISPATCH));
      }
      EXPECT_EQ(PiecesInFlight(), 2u) << "how many the launch makes is not known yet";
      for (int i = 0; i < 2; ++i) stub().Submit(ROCJFR_OP_BARRIER);
    });
    EXPECT_EQ(PiecesInFlight(), 4u);
    stub().Complete(kernels[1], kKernelWork);
    EXPECT_EQ(PiecesInFlight(), 3u);
    for (const int i : {0, 2}) stub().Complete(kernels[i], kKernelWork);
  }
  EXPECT_EQ(PiecesInFlight(), 1u);
  stub().Complete(copy, kCopyWork);
  EXPECT_EQ(PiecesInFlight(), 0u);
}

// Submitted is reported, pending or given up.
TEST_P(StubWanted, TheNumbersOfPiecesAddUp) {
  Start();
  uint64_t given_up = 0;
  const auto expect = [&given_up](uint64_t submitted, uint64_t reported) {
    const rocjfr_work_counts_t counts = rocjfr_work_counts();
    EXPECT_EQ(counts.submitted, submitted);
    EXPECT_EQ(counts.reported, reported);
    EXPECT_EQ(counts.given_up, given_up);
    rocjfr_pending_t rows[2];
    const uint32_t devices = rocjfr_pending(rows, 2, nullptr, nullptr);
    EXPECT_EQ(devices != 0, submitted != reported + given_up);
    uint64_t pending = 0;
    for (uint32_t i = 0; i < devices; ++i) {
      pending += rows[i].busy + rows[i].finished + rows[i].unasked;
    }
    EXPECT_EQ(pending, submitted - reported - given_up);
  };
  expect(0, 0);
  const auto copy = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  expect(1, 0);
  uint64_t more = 0;
  for (const int within : {0, 1, 3}) {
    if (!IsTracer()) break;
    std::vector<stubhip_command_t> kernels;
    stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
      for (int i = 0; i < 3; ++i) {
        stub().Submit(ROCJFR_OP_DISPATCH);
        kernels.push_back(stub().Submit(ROCJFR_OP_DISPATCH));
        if (i < within) stub().Complete(kernels[i], kKernelWork);
      }
      for (int i = 0; i < 2; ++i) stub().Submit(ROCJFR_OP_BARRIER);
    });
    expect(1 + more + 3, more + within);
    for (int i = within; i < 3; ++i) stub().Complete(kernels[i], kKernelWork);
    more += 3;
    expect(1 + more, more);
  }
  stub().Complete(copy, kCopyWork);
  expect(1 + more, 1 + more);
  stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  expect(2 + more, 1 + more);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 1u);
  given_up = 1;
  expect(2 + more, 1 + more);
}

// 7.2 announces what it makes.
TEST_P(StubWanted, AnAnnouncedGraphsKernelsAreItsQuestionsButForTheLines) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 announces nothing";
  auto* announce = stub().Symbol<void (*)(uint32_t)>("stubhip_announce");
  stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
    for (int line = 0; line < 2; ++line) {
      stub().Submit(ROCJFR_OP_DISPATCH);
      announce(ROCJFR_OP_DISPATCH);
      for (int i = 0; i < 4; ++i) stub().Submit(ROCJFR_OP_DISPATCH);
    }
    for (int i = 0; i < 2; ++i) stub().Submit(ROCJFR_OP_BARRIER);
  });
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 8u);
}

// While the launch goes on nobody knows how many there will be: it counts them when it ends.
TEST_P(StubWanted, AGraphThatIsAbandonedInItsLaunchIsCountedAtItsEnd) {
  Start();
  if (!IsTracer()) GTEST_SKIP() << "HIP 5.2 names each piece of work by an id";
  stub().Call(STUBHIP_hipGraphLaunch, NoArguments{}, [&] {
    stub().Submit(ROCJFR_OP_DISPATCH);
    for (int i = 0; i < 3; ++i) stub().SubmitFromElsewhere(ROCJFR_OP_DISPATCH);
    stub().Submit(ROCJFR_OP_BARRIER);
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(rocjfr_abandon_in_flight(), 0u);
    EXPECT_EQ(rocjfr_in_flight(), 0u);
  });
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_OPS), 3u);
}

}  // namespace
}  // namespace rocjfr::test
