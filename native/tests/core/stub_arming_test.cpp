// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 6.4.3 crashes where it hears "not wanted" of a command when it makes it, and "wanted" when it
// submits it. Here the asking is split from the call, as in that runtime.
#include <thread>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

class StubArming : public StubTest {};
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

// HSA starts in a program's first HIP call, which is to be recorded, also where another thread is
// just registering the hook.
TEST_P(StubArming, TheStartOfHsaWaitsForTheHook) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  const auto on_load = reinterpret_cast<bool (*)(void*, uint64_t, uint64_t, const char* const*)>(
      dlsym(RTLD_DEFAULT, "OnLoad"));
  ASSERT_NE(on_load, nullptr);
  std::thread starts([] { rocjfr_set_wanted(kApi); });
  while (stub().Callbacks() == 0) std::this_thread::yield();
  EXPECT_TRUE(on_load(nullptr, 0, 0, nullptr));
  stub().Call(STUBHIP_hipGetDevice);
  starts.join();
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
}

}  // namespace
}  // namespace rocjfr::test
