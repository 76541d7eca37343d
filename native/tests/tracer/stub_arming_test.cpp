// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 6.4.3 crashes where it hears "not wanted" of a command when it makes it, and "wanted" when it
// submits it. Here each call asks twice, as that runtime does.
#include <atomic>
#include <thread>
#include <vector>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

class StubArming : public StubTest {
 protected:
  // Asks as a runtime does inside a call of a function that submits; false: "no", then "yes".
  bool AnswersAgree(uint32_t op) {
    const bool made = stub().Submit(op).traced != 0;
    std::this_thread::yield();
    const bool submitted = stub().Submit(op).traced != 0;
    return made || !submitted;
  }
};
INSTANTIATE_TEST_SUITE_P(Hook, StubArming, testing::Values("tracer"));

TEST_P(StubArming, ACallOfBeforeTheHookHearsNo) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  std::thread starts;
  stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
    ASSERT_EQ(stub().Submit(ROCJFR_OP_COPY).traced, 0u) << "there is no hook";
    starts = std::thread([] { rocjfr_set_wanted(kApi | kOps); });
    while (stub().Callbacks() == 0) std::this_thread::yield();
    EXPECT_EQ(stub().Submit(ROCJFR_OP_COPY).traced, 0u);
  });
  starts.join();
  EXPECT_TRUE(Taken().empty());
}

TEST_P(StubArming, ACallOfBeforeTheWishHearsNo) {
  Start(kApi);
  stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
    ASSERT_EQ(stub().Submit(ROCJFR_OP_COPY).traced, 0u);
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(stub().Submit(ROCJFR_OP_COPY).traced, 0u);
  });
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
  stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{},
              [&] { EXPECT_NE(stub().Submit(ROCJFR_OP_COPY).traced, 0u); });
}

TEST_P(StubArming, ACallThatIsFilteredOutHearsTheSameThroughout) {
  Start(kApi);
  const uint64_t none[4] = {};
  ASSERT_EQ(rocjfr_set_filter(none, 4, 0, 0), ROCJFR_STATUS_SUCCESS);
  stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
    ASSERT_EQ(stub().Submit(ROCJFR_OP_COPY).traced, 0u);
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(stub().Submit(ROCJFR_OP_COPY).traced, 0u);
  });
  EXPECT_TRUE(Taken().empty());
}

// A thread that waits in HIP handles what finishes meanwhile, also what was submitted later.
TEST_P(StubArming, ACallThatWaitsHearsYesAboutOthersWork) {
  Start(kApi);
  stub().Call(STUBHIP_hipDeviceSynchronize, NoArguments{}, [&] {
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    stubhip_command_t command;
    std::thread([&] {
      command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
    }).join();
    EXPECT_NE(stub().Submit(ROCJFR_OP_COPY).traced, 0u);
    EXPECT_TRUE(stub().Complete(command, kCopyWork));
  });
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_OPS).size(), 1u);
}

TEST_P(StubArming, AnswersAgreeWhileTheHookComesAndGoes) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  std::atomic<bool> done{false};
  std::atomic<uint64_t> calls{0}, disagreements{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (!done.load()) {
        stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
          if (!AnswersAgree(ROCJFR_OP_COPY)) disagreements.fetch_add(1);
        });
        calls.fetch_add(1);
      }
    });
  }
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(rocjfr_set_wanted(i % 2 == 0 ? kApi | kOps : kOps), ROCJFR_STATUS_SUCCESS);
    Taken();
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  }
  done.store(true);
  for (auto& thread : threads) thread.join();
  EXPECT_GT(calls.load(), 20u);
  EXPECT_EQ(disagreements.load(), 0u) << "of " << calls.load() << " calls";
}

}  // namespace
}  // namespace rocjfr::test
