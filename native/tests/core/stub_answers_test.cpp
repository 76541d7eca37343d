// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 6.4.3 crashes where it hears "not wanted" of a command when it makes it, and "wanted" when it
// submits it. Here the asking is split from the call, as in that runtime.
#include <functional>
#include <thread>

#include "rocjfr/client.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

class StubAnswers : public StubTest {
 protected:
  // HIP has been in use before anything was wanted: there may be calls of before.
  void StartLate() {
    Initialize();
    stub_ = std::make_unique<Stub>(GetParam());
    ASSERT_EQ(stub().Symbol<int (*)()>("hsa_init")(), 0);
  }
  // By another thread, and it is done.
  static void SetWanted(uint32_t domains) {
    std::thread([=] { rocjfr_set_wanted(domains); }).join();
  }
  void OnReportingThread(const std::function<void()>& function) {
    auto* report = stub().Symbol<void (*)(void (*)(void*), void*)>("stubhip_report");
    report([](void* argument) { (*static_cast<std::function<void()>*>(argument))(); },
           const_cast<std::function<void()>*>(&function));
  }
  // It is known which thread that is, or will be after its next task.
  void AwaitHandler(int count = 1) {
    while (stub().Symbol<int (*)()>("stubhip_hsa_handlers")() < count) std::this_thread::yield();
  }
  bool Asked(uint32_t op = ROCJFR_OP_COPY) { return stub().Submit(op).traced != 0; }
  // Returns how often the thread that wants something asked.
  int StartHsaAtQuestion(int question) {
    Initialize();
    stub_ = std::make_unique<Stub>(GetParam());
    static int (*start)() = nullptr;
    start = stub().Symbol<int (*)()>("hsa_init");
    stub().Symbol<void (*)(void (*)())>("stubhip_at_hsa_start")([] {
      const auto on_load =
          reinterpret_cast<bool (*)(void*, uint64_t, uint64_t, const char* const*)>(
              dlsym(RTLD_DEFAULT, "OnLoad"));
      EXPECT_TRUE(on_load(nullptr, 0, 0, nullptr));
    });
    static thread_local int left = 0;
    stub().Symbol<void (*)(void (*)())>("stubhip_at_hsa_info")([] {
      if (--left == 0) std::thread([] { EXPECT_EQ(start(), 0); }).join();
    });
    int asked = 0;
    std::thread([&] {
      left = question;
      EXPECT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
      asked = question - left;
    }).join();
    return asked;
  }
  void ExpectTheFirstCallsWork() {
    EXPECT_EQ(stub().Symbol<int (*)(int, void*)>("hsa_system_get_info")(0, nullptr), 0);
    Copy([&] { EXPECT_TRUE(Asked()); });
    EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
  }
  template <typename Body>
  void Copy(Body body) {
    stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, body);
  }
};
// Of HIP 6.4, and one that nobody knows.
INSTANTIATE_TEST_SUITE_P(Hook, StubAnswers, testing::Values("tracer", "future"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(StubAnswers, ACallOfBeforeTheHookHearsNo) {
  StartLate();
  Copy([&] {
    ASSERT_FALSE(Asked()) << "there is no hook";
    SetWanted(kApi | kOps);
    EXPECT_FALSE(Asked());
    EXPECT_FALSE(Asked()) << "however long it takes";
  });
  EXPECT_TRUE(Taken().empty());
  Copy([&] { EXPECT_TRUE(Asked()); });
}

TEST_P(StubAnswers, ACallOfBeforeTheWishHearsNo) {
  Start(kApi);
  Copy([&] {
    ASSERT_FALSE(Asked());
    SetWanted(kApi | kOps);
    EXPECT_FALSE(Asked());
  });
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
  Copy([&] { EXPECT_TRUE(Asked()); });
}

TEST_P(StubAnswers, ACallThatIsFilteredOutHearsTheSameThroughout) {
  Start(kApi);
  ASSERT_EQ(rocjfr_set_filter("", 0, 0), ROCJFR_STATUS_SUCCESS);
  Copy([&] {
    ASSERT_FALSE(Asked());
    SetWanted(kApi | kOps);
    EXPECT_FALSE(Asked());
  });
  EXPECT_TRUE(Taken().empty());
}

// Also of functions that are in no list.
TEST_P(StubAnswers, ACallThatIsNotKnownToSubmitHearsTheSameThroughout) {
  Start(kApi);
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&] {
    ASSERT_FALSE(Asked());
    SetWanted(kApi | kOps);
    EXPECT_FALSE(Asked());
  });
}

TEST_P(StubAnswers, ACallDuringWhichTheHookWentAndCameHearsNo) {
  StartLate();
  SetWanted(kApi | kOps);
  Copy([&] {
    ASSERT_TRUE(Asked());
    SetWanted(0);
    ASSERT_FALSE(Asked()) << "this one is made without the hook";
    SetWanted(kApi | kOps);
    EXPECT_FALSE(Asked()) << "and submitted with it";
  });
  Copy([&] { EXPECT_TRUE(Asked()); });
}

TEST_P(StubAnswers, ACallDuringWhichTheWishWentAndCameHearsNo) {
  StartLate();
  SetWanted(kApi | kOps);
  Copy([&] {
    ASSERT_TRUE(Asked());
    SetWanted(kApi);
    ASSERT_FALSE(Asked());
    SetWanted(kApi | kOps);
    EXPECT_FALSE(Asked());
  });
}

// A thread that waits in HIP handles what finishes meanwhile, also what was submitted later.
TEST_P(StubAnswers, ACallThatWaitsHearsYesAboutOthersWork) {
  Start(kApi);
  stub().Call(STUBHIP_hipDeviceSynchronize, NoArguments{}, [&] {
    SetWanted(kApi | kOps);
    stubhip_command_t command;
    std::thread([&] {
      command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
    }).join();
    EXPECT_TRUE(Asked());
    EXPECT_TRUE(stub().Complete(command, kCopyWork));
  });
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 1u);
}

// The runtime asks there whether it should report what has finished.
TEST_P(StubAnswers, TheThreadThatReportsHearsYesInEachRecording) {
  StartLate();
  for (int recording = 0; recording < 3; ++recording) {
    SetWanted(kApi | kOps);
    AwaitHandler();
    const auto command =
        stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
    ASSERT_NE(command.traced, 0u);
    OnReportingThread([&] {
      EXPECT_TRUE(Asked(ROCJFR_OP_DISPATCH));
      EXPECT_TRUE(stub().Complete(command, kCopyWork));
    });
    EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 1u);
    EXPECT_EQ(rocjfr_in_flight(), 0u);
    SetWanted(0);
    OnReportingThread([&] { EXPECT_FALSE(Asked(ROCJFR_OP_DISPATCH)); });
  }
}

// Nothing can have been made then: a thread that never called HIP is one of the runtime's.
TEST_P(StubAnswers, BeforeTheStartOfHsaThereIsNothingOfBefore) {
  Start();
  std::thread([&] { EXPECT_TRUE(Asked()); }).join();
  // In a second recording it would be one of before.
  ASSERT_EQ(stub().Symbol<int (*)()>("hsa_init")(), 0);
  SetWanted(0);
  SetWanted(kApi | kOps);
  std::thread([&] { EXPECT_FALSE(Asked()); }).join();
}

// Of a runtime that is not known only the begins of calls are seen.
TEST_P(StubAnswers, WithoutCallsTheAnswerBelongsToTheLastBegin) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  stub().SetFrame(0, STUBHIP_FRAME_ZEROED);
  ASSERT_EQ(stub().Symbol<int (*)()>("hsa_init")(), 0);
  Copy([&] {
    SetWanted(kOps);
    EXPECT_FALSE(Asked());
  });
  EXPECT_FALSE(Asked());
  stub().Call(STUBHIP_hipGetDevice);
  ASSERT_EQ(State(), uint32_t{ROCJFR_HOOK_OPS_ONLY});
  Copy([&] { EXPECT_TRUE(Asked()); });
  Copy([&] {
    EXPECT_TRUE(Asked());
    SetWanted(0);
    SetWanted(kOps);
    EXPECT_FALSE(Asked());
  });
  AwaitHandler();
  OnReportingThread([&] { EXPECT_TRUE(Asked(ROCJFR_OP_DISPATCH)); });
}

// 5.x asks once for each piece.
TEST_P(StubAnswers, HipFiveHearsYesAtOnce) {
  StartLate();
  stub().SetLastId(363);
  Copy([&] {
    SetWanted(kApi | kOps);
    EXPECT_TRUE(Asked());
  });
}

// Of one that does not say which functions it has nothing is known.
TEST_P(StubAnswers, ARuntimeThatNamesNoFunctionMayAskTwice) {
  StartLate();
  stub().SetLastId(0);
  Copy([&] {
    SetWanted(kApi | kOps);
    EXPECT_FALSE(Asked());
  });
  EXPECT_EQ(rocjfr_api_last(), 0u);
  Copy([&] { EXPECT_TRUE(Asked()); });
}

// Another thread is just registering the hook and waits for that start of HSA: neither waits for
// the other for long, and the hook is there for the first call.
TEST_P(StubAnswers, TheStartOfHsaFindsTheHook) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  const auto on_load = reinterpret_cast<bool (*)(void*, uint64_t, uint64_t, const char* const*)>(
      dlsym(RTLD_DEFAULT, "OnLoad"));
  ASSERT_NE(on_load, nullptr);
  std::thread starts([] { rocjfr_set_wanted(kApi | kOps); });
  while (stub().Callbacks() == 0) std::this_thread::yield();
  ASSERT_EQ(stub().Symbol<int (*)()>("hsa_init")(), 0);
  EXPECT_TRUE(on_load(nullptr, 0, 0, nullptr));
  Copy([&] { EXPECT_TRUE(Asked()); });
  starts.join();
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
}

// A tool is called inside HSA's start, for which another thread waits that begins a recording.
TEST_P(StubAnswers, AToolMayChangeItsWishInTheStartOfHsa) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  static const Stub* stub = nullptr;
  stub = stub_.get();
  static std::atomic<int> told{0};
  ASSERT_EQ(rocjfr_at_hsa_start([] {
              constexpr rocjfr_wish_t kWish = {sizeof(kWish), kApi,    0,      nullptr,
                                               nullptr,       nullptr, nullptr};
              ++told;
              EXPECT_EQ(rocjfr_client_want(ROCJFR_CLIENT_ROCPROFILER, &kWish),
                        ROCJFR_STATUS_SUCCESS);
            }),
            ROCJFR_STATUS_SUCCESS);
  stub->Symbol<void (*)(void (*)())>("stubhip_at_hsa_start")([] {
    while (stub->Symbol<int (*)()>("stubhip_hsa_waiting")() == 0) std::this_thread::yield();
    const auto on_load = reinterpret_cast<bool (*)(void*, uint64_t, uint64_t, const char* const*)>(
        dlsym(RTLD_DEFAULT, "OnLoad"));
    EXPECT_TRUE(on_load(nullptr, 0, 0, nullptr));
  });
  std::thread first_call([] { stub->Symbol<int (*)()>("hsa_init")(); });
  while (stub->Symbol<int (*)(int, void*)>("hsa_system_get_info")(0, nullptr) != 0) {
    std::this_thread::yield();
  }
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  first_call.join();
  EXPECT_EQ(told.load(), 1);
  Copy([&] { EXPECT_TRUE(Asked()); });
}

// HSA starts at one of the questions whether it has, which who registers the hook asks, and the
// answer, yes, comes after OnLoad.
TEST_P(StubAnswers, HsaMayStartAtTheFirstQuestion) {
  StartHsaAtQuestion(1);
  ExpectTheFirstCallsWork();
}
TEST_P(StubAnswers, HsaMayStartAtTheSecondQuestion) {
  StartHsaAtQuestion(2);
  ExpectTheFirstCallsWork();
}
TEST_P(StubAnswers, HsaMayStartAtTheThirdQuestion) {
  StartHsaAtQuestion(3);
  ExpectTheFirstCallsWork();
}
TEST_P(StubAnswers, HsaMayStartAtTheFourthQuestion) {
  StartHsaAtQuestion(4);
  ExpectTheFirstCallsWork();
}
TEST_P(StubAnswers, WhetherHsaHasStartedIsAskedFourTimes) {
  EXPECT_EQ(StartHsaAtQuestion(5), 4);
}

// It waits for another thread that begins to follow work, and so looks for HSA's thread: AMD's
// roctracer_tool does when it enables tracing.
TEST_P(StubAnswers, AToolMayWaitInTheStartOfHsaForWhoFollowsWork) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  stub().Symbol<void (*)(void (*)())>("stubhip_at_hsa_start")([] {
    std::thread([] { EXPECT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS); }).join();
  });
  ASSERT_EQ(stub().Symbol<int (*)()>("hsa_init")(), 0);
  AwaitHandler();
  OnReportingThread([&] { EXPECT_TRUE(Asked(ROCJFR_OP_DISPATCH)); });
  Copy([&] { EXPECT_TRUE(Asked()); });
}

// What it reports then is not recorded, which is said.
TEST_P(StubAnswers, AThreadThatReportsMayBeLate) {
  StartLate();
  OnReportingThread([&] {
    std::thread([&] { rocjfr_set_wanted(kApi | kOps); }).join();  // which waits for this thread
    AwaitHandler();
    EXPECT_FALSE(Asked(ROCJFR_OP_DISPATCH));
    EXPECT_NE(std::string(RuntimeInfo().message).find("HSA has not made a callback"),
              std::string::npos);
    const int handlers = stub().Symbol<int (*)()>("stubhip_hsa_handlers")();
    rocjfr_poll();
    EXPECT_EQ(stub().Symbol<int (*)()>("stubhip_hsa_handlers")(), handlers) << "it will come";
  });
  OnReportingThread([&] { EXPECT_TRUE(Asked(ROCJFR_OP_DISPATCH)); });
  EXPECT_STREQ(RuntimeInfo().message, "");
}

// Also of one without a name, which is not traced.
TEST_P(StubAnswers, ACallWithoutANameHearsTheSameThroughout) {
  constexpr uint32_t kNameless = 333;
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  stub().Symbol<decltype(&stubhip_set_nameless_id)>("stubhip_set_nameless_id")(kNameless);
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  EXPECT_EQ(rocjfr_api_name(kNameless), nullptr);
  stub().Call(kNameless, NoArguments{}, [&] {
    ASSERT_FALSE(Asked());
    SetWanted(kApi | kOps);
    EXPECT_FALSE(Asked());
  });
  EXPECT_TRUE(Taken().empty());
  // Functions on either side of it have theirs, up to the last.
  for (const uint32_t id : {kNameless - 1, kNameless, kNameless + 1, rocjfr_api_last()}) {
    stub().Call(id);
  }
  const auto calls = Taken(ROCJFR_DOMAIN_HIP_API);
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_STREQ(rocjfr_api_name(calls[0].record.op), "hipStub332");
  EXPECT_STREQ(rocjfr_api_name(calls[1].record.op), "hipStub334");
  EXPECT_EQ(rocjfr_api_name(calls[2].record.op), "hipStub" + std::to_string(rocjfr_api_last()));
}

// It changes what it wants while another thread begins a recording, and waits for nobody.
TEST_P(StubAnswers, TheThreadThatReportsMayWaitForWhoLooksForIt) {
  StartLate();
  std::thread starts;
  OnReportingThread([&] {
    starts = std::thread([&] { rocjfr_set_wanted(kApi | kOps); });
    AwaitHandler();
    rocjfr_set_filter(nullptr, 0, 0);
    EXPECT_FALSE(Asked(ROCJFR_OP_DISPATCH));
  });
  starts.join();
  // Where this took long it is known only now.
  OnReportingThread([&] { EXPECT_TRUE(Asked(ROCJFR_OP_DISPATCH)); });
  EXPECT_STREQ(RuntimeInfo().message, "");
}

TEST_P(StubAnswers, AnotherThreadThatReportsIsLookedFor) {
  StartLate();
  SetWanted(kApi | kOps);
  AwaitHandler();
  OnReportingThread([&] { EXPECT_TRUE(Asked(ROCJFR_OP_DISPATCH)); });
  stub().Symbol<void (*)()>("stubhip_end_reporting")();
  OnReportingThread([&] { EXPECT_FALSE(Asked(ROCJFR_OP_DISPATCH)); });
  rocjfr_poll();
  AwaitHandler(2);
  OnReportingThread([&] { EXPECT_TRUE(Asked(ROCJFR_OP_DISPATCH)); });
}

// A runtime that loads HSA in its first call, which needs no library of that name before.
class StubLazyHsa : public StubAnswers {
 protected:
  void* LoadHsa() {
    const std::string path = StubFolder("lazy") + "/../stubhsa/libhsa-runtime64.so.1";
    void* hsa = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(hsa, nullptr) << dlerror();
    return hsa;
  }
  template <typename Function>
  static Function Of(void* hsa, const char* name) {
    return reinterpret_cast<Function>(dlsym(hsa, name));
  }
};
INSTANTIATE_TEST_SUITE_P(Hook, StubLazyHsa, testing::Values("lazy"));

TEST_P(StubLazyHsa, BeforeItIsLoadedThereIsNothingOfBefore) {
  Start();
  std::thread([&] { EXPECT_TRUE(Asked()); }).join();
  void* hsa = LoadHsa();
  ASSERT_EQ(Of<int (*)()>(hsa, "hsa_init")(), 0);
  std::thread([&] { EXPECT_TRUE(Asked()) << "the epoch goes on"; }).join();
  SetWanted(0);
  SetWanted(kApi | kOps);
  std::thread([&] { EXPECT_FALSE(Asked()) << "it may be in a call of before"; }).join();
}

TEST_P(StubLazyHsa, ItsThreadThatReportsHearsYes) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  void* hsa = LoadHsa();
  ASSERT_EQ(Of<int (*)()>(hsa, "hsa_init")(), 0);
  SetWanted(kApi | kOps);
  while (Of<int (*)()>(hsa, "stubhip_hsa_handlers")() == 0) std::this_thread::yield();
  const auto command =
      stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  ASSERT_NE(command.traced, 0u);
  std::function<void()> complete = [&] {
    EXPECT_TRUE(Asked(ROCJFR_OP_DISPATCH));
    EXPECT_TRUE(stub().Complete(command, kCopyWork));
  };
  Of<void (*)(void (*)(void*), void*)>(hsa, "stubhip_report")(
      [](void* function) { (*static_cast<std::function<void()>*>(function))(); }, &complete);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 1u);
}

}  // namespace
}  // namespace rocjfr::test
