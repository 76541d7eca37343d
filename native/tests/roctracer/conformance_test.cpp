// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which test shows which statement about AMD's roctracer 4.1 that a probe has confirmed (the
// behaviour document's P), and which shows that a defect of it is not ours. The table is checked: a
// row names at least one test, and each of them exists.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include <set>
#include <string>
#include <vector>

namespace rocjfr::test {
namespace {

struct Row {
  const char* statement;
  std::vector<const char*> tests;  // SUITE.TEST, without the generations of the hook
};

const Row kConformance[] = {
    // Runtime protocol
    {"the hook is registered with the first HIP operation of any kind and removed with the last",
     {"Protocol.TheHookIsThereWhileSomethingOfHipIsEnabled"}},
    {"a function that is not enabled is answered as not traced; an enabled one gets its id, ENTER "
     "and EXIT",
     {"Callbacks.EnterAndExitGetTheSameData", "Protocol.OnlyTracedCallsTakeCorrelationIds"}},
    {"frames: 832 bytes without phase data (5.2.3), 840 (5.7.1), 1520 (6.4.3)",
     {"Callbacks.EnterAndExitGetTheSameData", "Protocol.PhaseDataOfHip57",
      "Callbacks.PhaseDataIsKeptFromEnterToExit"}},
    {"HIP_OPS: asked at submit and at completion; the record is copied, on the reporting thread",
     {"Protocol.WorkIsTracedIfItsOperationIsEnabled", "Pools.RecordsOfWork"}},
    {"HIP and roctx are found among loaded objects; the tracer may be loaded first; op_code works "
     "without HIP",
     {"LateDefects.EnablingBeforeHipIsLoadedWorksOnceItIs", "Names.BeforeHipIsLoaded"}},

    // Status codes and error_string
    {"an invalid domain (KFD 4, 8 and above): -2, \"invalid domain ID\"", {"Statuses.Callbacks"}},
    {"an operation beyond the last, or a null callback: -3", {"Statuses.Callbacks"}},
    {"operation 0 of HIP_API is accepted", {"Statuses.Callbacks"}},
    {"EXT_API: a call for one operation -3, for the domain 0",
     {"Statuses.Callbacks", "Statuses.ActivitiesWithAPool", "Statuses.ActivitiesWithoutAPool"}},
    {"callbacks on HIP_OPS and activities on ROCTX: 0 and nothing (HSA's domains: -8, they cannot "
     "be traced yet)",
     {"Statuses.Callbacks", "Statuses.ActivitiesWithAPool", "Statuses.HsaMayBeEnabledWithoutHsa",
      "Roctx.ThereAreNoRecords"}},
    {"no pool and no default pool: -4, looked at before operation and domain, by domain calls "
     "after the domain; EXT_API's domain call 0",
     {"Statuses.ActivitiesWithoutAPool"}},
    {"a second default pool: -5, also with open_pool_expl(.., NULL)", {"Statuses.Pools"}},
    {"pop of an empty stack: -7 and *last_id 0", {"ExternalIds.PushAndPop"}},
    {"close and flush without a pool: 0", {"Statuses.Pools"}},
    {"op_code: an unknown name -3 (*op 0 for HIP), other domains -2", {"Names.Codes"}},
    {"set_properties: -2 on ROCTX and KFD, ignored on HIP and HSA", {"Statuses.SetProperties"}},
    {"error_string: an allocated copy, per thread, \"\" at first, survives successes, ends in a "
     "newline, \"function(), text\"",
     {"Statuses.ErrorTextIsPerThreadAndSurvivesSuccess", "Statuses.Callbacks"}},
    {"some texts hold the inner function's name a second time",
     {"Statuses.ActivitiesWithoutAPool", "Statuses.Pools", "Names.Codes",
      "ExternalIds.PushAndPop"}},
    {"op_string of each domain: HIP_OPS by kind, \"unknown\", \"EXT_API\", NULL and an error",
     {"Names.OfEveryDomain"}},
    {"deprecated functions change HIP and never ROCTX (AMD's return -2 of KFD all the same, at "
     "which the specification's sample aborts: ours 0); roctracer_load returns 1",
     {"Statuses.DeprecatedFunctionsChangeHip"}},

    // Records
    {"64 bytes; HIP_API has kind 0, process and thread, bytes 0",
     {"Header.Numbers", "Pools.ARecordOfACall"}},
    {"begin before the ENTER callback, end after the EXIT callback",
     {"Order.TheCallbacksAreInsideTheRecordsTimes"}},
    {"written at exit: nested calls come first", {"Order.InnerCallsComeFirst"}},
    {"failing calls are recorded too", {"RoctracerHip.FailingCallsAreRecorded"}},
    {"an external id's record stands directly before its API record, with its correlation id, "
     "times "
     "0, in the same buffer",
     {"ExternalIds.StandDirectlyBeforeTheirRecord", "PoolSizes.PairsAreNeverDivided"}},
    {"external ids: the innermost only, per thread, read at exit, never for HIP_OPS",
     {"ExternalIds.StandDirectlyBeforeTheirRecord", "PoolSizes.From0To300"}},
    {"correlation ids: from 1, unique, increasing per thread, taken by traced calls only, by those "
     "with a callback alone too",
     {"Callbacks.CorrelationIdsAreUniqueAndIncreasePerThread",
      "Protocol.OnlyTracedCallsTakeCorrelationIds"}},
    {"HIP_OPS carry the id of the call that submitted them, 0 while none is traced (AMD's also "
     "where "
     "another function is)",
     {"Pools.RecordsOfWork", "Pools.WorkOfCallsThatAreNotTracedIsUncorrelated"}},
    {"callbacks: the same data on both phases, a word kept between them, the EXIT callback before "
     "the record is written",
     {"Callbacks.EnterAndExitGetTheSameData", "Callbacks.PhaseDataIsKeptFromEnterToExit",
      "Order.InnerCallsComeFirst"}},
    {"HIP calls inside callbacks are traced as well",
     {"Order.InnerCallsComeFirst", "Callbacks.PhaseDataIsKeptFromEnterToExit"}},
    {"enabled twice: the last callback or pool wins, one disable is enough; never torn",
     {"Callbacks.TheLastCallbackWinsAndOneDisableEndsIt", "Pools.SeveralPoolsAtOnce",
      "Callbacks.ACallbackIsNeverSeenWithAnothersArgument"}},
    {"an activity enabled during a call: a record is written",
     {"Order.AnActivityEnabledInMidCallHasTimes"}},
    {"stop or disable between ENTER and EXIT: no EXIT callback, no record",
     {"StartStop.ACallInProgressAtAStopMakesNoRecordAndNoExit",
      "Order.AnActivityDisabledInMidCallMakesNoRecord",
      "Callbacks.ACallInProgressGetsNoHalfOfAPair"}},

    // Pools
    {"one allocation of 2*max(128, size) at open, freed at close",
     {"Pools.OneAllocationAtOpenAndOneFreeAtClose"}},
    {"one thread per pool", {"Protocol.EachPoolHasOneThread"}},
    {"whole records only; names behind them in the same buffer",
     {"Pools.NamesStandBehindTheRecordsInTheSameBuffer", "PoolSizes.PairsAreNeverDivided"}},
    {"a name that fits no buffer is not copied: the buffer is handed over",
     {"Pools.ANameThatFitsNoBufferIsDeliveredAtOnce"}},
    {"a full buffer is handed over; while its callback runs and the other one is full, threads "
     "wait; nothing is lost",
     {"Pools.AFullBufferIsHandedOverWhenTheNextRecordDoesNotFit",
      "Pools.AThreadWaitsForASlowConsumer", "Pools.ManyThreadsOneSmallPool"}},
    {"flush returns after its callback; no callback for an empty pool",
     {"Pools.ARecordOfACall", "Pools.AFullBufferIsHandedOverWhenTheNextRecordDoesNotFit"}},
    {"close flushes and ends the thread", {"Pools.CloseDeliversTheRestAndEndsTheThread"}},
    {"usable after dlclose; calls from thread-local and static destructors work",
     {"Ends.StaysUsableAfterDlclose", "Ends.CallsFromThreadDestructors",
      "Ends.CallsFromStaticDestructors"}},

    // start, stop, roctx
    {"a process begins started; stop gates HIP, not ROCTX; no ids are taken meanwhile",
     {"StartStop.NothingOfHipIsTracedWhileStopped"}},
    {"EXT_API's functions are called on real transitions only",
     {"StartStop.FunctionsAreCalledOnTransitionsOnly"}},
    {"roctx: once per call, on its thread, before the level changes",
     {"Roctx.CallbacksHearEachCallOnceOnItsThread", "Roctx.TheLevelChangesAfterTheCallback"}},
    {"roctx: push returns the level before, pop the new one or -1, with a callback all the same",
     {"Roctx.CallbacksHearEachCallOnceOnItsThread"}},
    {"roctx: ids of ranges from 1; messages of Pop and Stop are NULL; NULL passes through",
     {"Roctx.CallbacksHearEachCallOnceOnItsThread"}},
    {"roctx makes no records", {"Roctx.ThereAreNoRecords"}},
    {"the headers' numbers, not the specification's", {"Header.Numbers"}},
};

const Row kDefects[] = {
    {"enabled before HIP is loaded, nothing is ever traced",
     {"LateDefects.EnablingBeforeHipIsLoadedWorksOnceItIs",
      "RoctracerHip.EnabledBeforeHipIsLoaded"}},
    {"enabled before roctx is loaded, nothing is ever traced",
     {"RoctracerHip.RoctxIsFoundWhenItIsLoaded"}},
    {"op_string(HIP_API) without HIP aborts", {"Names.BeforeHipIsLoaded"}},
    {"close with activities enabled hangs",
     {"Defects.ClosingAPoolWithActivitiesDisablesThemAndFlushes", "Pools.ClosingWhileThreadsWrite",
      "Order.ClosingInsideACallIsSafe"}},
    {"flush in the buffer callback deadlocks",
     {"Defects.FlushInTheBufferCallback",
      "Defects.FlushAndCloseInTheBufferCallbackOfAPoolThatIsBeingClosed",
      "Defects.BufferCallbacksThatFlushEachOther"}},
    {"close in the buffer callback deadlocks", {"Defects.CloseInTheBufferCallback"}},
    {"a traced HIP call in the buffer callback deadlocks",
     {"Defects.TracedCallsInTheBufferCallback", "RoctracerHip.ThreadsAndAConsumerThatCallsHip"}},
    {"enable and disable in callbacks",
     {"Defects.EnableAndDisableInTheBufferCallback", "Defects.EverythingInAnApiCallback"}},
    {"a buffer callback that waits for the work that is just being reported deadlocks",
     {"Defects.ABufferCallbackMayWaitForWorkThatIsJustReported"}},
    {"a forked child hangs when a buffer fills",
     {"Ends.AForkedChildNeitherHangsNorWritesTheParentsRecords"}},
    {"what is unflushed at exit is lost", {"Ends.WhatIsUnflushedAtExitIsDelivered"}},
    {"NULL properties or a NULL buffer callback crash", {"Defects.NullsGetAStatus"}},
    {"buffer sizes 32, 100, and 64 with pairs overflow the heap",
     {"PoolSizes.From0To300", "PoolSizes.PairsAreNeverDivided"}},
    {"an activity enabled in mid-call has no begin", {"Order.AnActivityEnabledInMidCallHasTimes"}},
    {"work in flight at stop or disable is lost",
     {"StartStop.WorkInFlightIsDelivered", "LateWork.ComesWhenItEnds",
      "StartStop.WorkThatNeverEndsIsWaitedForBrieflyAndCountedWithItsPool"}},
    {"uninitialised fields leave the library",
     {"Pools.ARecordOfACall", "Protocol.EachPoolHasOneThread"}},
};

// "Hook/Pools.ARecordOfACall/tracer" is Pools.ARecordOfACall.
std::string Plain(std::string suite, std::string test) {
  const size_t slash = suite.find('/');
  if (slash != std::string::npos) suite.erase(0, slash + 1);
  return suite + "." + test.substr(0, test.find('/'));
}

void AddOwn(std::set<std::string>* tests) {
  const auto* unit = testing::UnitTest::GetInstance();
  for (int i = 0; i < unit->total_test_suite_count(); ++i) {
    const auto* suite = unit->GetTestSuite(i);
    for (int j = 0; j < suite->total_test_count(); ++j) {
      tests->insert(Plain(suite->name(), suite->GetTestInfo(j)->name()));
    }
  }
}

// Of the program that needs a HIP runtime, beside this one.
void AddThoseOnHip(std::set<std::string>* tests) {
  char self[PATH_MAX] = "";
  ASSERT_GT(readlink("/proc/self/exe", self, sizeof(self) - 1), 0);
  const std::string folder = std::string(self).substr(0, std::string(self).rfind('/'));
  FILE* list = popen((folder + "/roctracer_hip_test --gtest_list_tests").c_str(), "r");
  ASSERT_NE(list, nullptr);
  std::string suite;
  for (char line[512]; fgets(line, sizeof(line), list) != nullptr;) {
    std::string text = line;
    text.erase(text.find_last_not_of(" \n") + 1);
    if (!text.empty() && text[0] != ' ' && text.back() == '.') {
      suite = text.substr(0, text.size() - 1);
    } else if (text.compare(0, 2, "  ") == 0) {
      tests->insert(Plain(suite, text.substr(2)));
    }
  }
  EXPECT_EQ(pclose(list), 0);
}

template <size_t kRows>
void Check(const Row (&rows)[kRows], const std::set<std::string>& tests) {
  for (const Row& row : rows) {
    EXPECT_FALSE(row.tests.empty()) << "nothing shows: " << row.statement;
    for (const char* test : row.tests) {
      EXPECT_EQ(tests.count(test), 1u)
          << "there is no test " << test << ", which is to show: " << row.statement;
    }
  }
}

TEST(Conformance, EveryStatementHasATest) {
  std::set<std::string> tests;
  AddOwn(&tests);
  AddThoseOnHip(&tests);
  Check(kConformance, tests);
}

TEST(Conformance, EveryDefectHasATest) {
  std::set<std::string> tests;
  AddOwn(&tests);
  AddThoseOnHip(&tests);
  Check(kDefects, tests);
}

}  // namespace
}  // namespace rocjfr::test
