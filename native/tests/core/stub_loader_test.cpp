// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Libraries whose constructors trace, while another thread is inside the core.
#include "constructor.h"
#include "other_tool.h"
#include "stub_fixture.h"
#include "stub_roctx.h"

namespace rocjfr::test {
namespace {

class StubLoader : public StubTest {
 protected:
  static void WantAll() { EXPECT_EQ(rocjfr_set_wanted(kApi | kRoctx), ROCJFR_STATUS_SUCCESS); }
};
ROCJFR_BOTH_GENERATIONS(StubLoader);

TEST_P(StubLoader, AConstructorMayCallWhileAnotherThreadFindsTheRuntime) {
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  ConstructWhile(&WantAll, &rocjfr_poll);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
}

TEST_P(StubLoader, AConstructorMayCallWhileAnotherThreadFindsRoctx) {
  Start(kApi | kRoctx);
  StubRoctx roctx;
  ConstructWhile(&WantAll, &rocjfr_poll);
  roctx.Mark("here");
  EXPECT_EQ(One(ROCJFR_DOMAIN_ROCTX).message, "here");
}

// Each library that is loaded may be a vendor's.
TEST_P(StubLoader, AConstructorMayCallWhileAnotherThreadLooksForOpenClVendors) {
  Start();
  ASSERT_EQ(rocjfr_set_wanted(kApi | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_OPENCL_API)),
            ROCJFR_STATUS_SUCCESS);
  ConstructWhile(&rocjfr_poll, &rocjfr_poll);
  stub().Call(STUBHIP_hipGetDevice);
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 1u);
}

// Whose the callback is that has the slot must be found without the loader.
TEST_P(StubLoader, AConstructorMayCallWhileAnotherThreadLooksAtAnothersHook) {
  if (!IsTracer()) GTEST_SKIP() << "5.2 does not tell whose hook it has";
  Start();
  stub().Symbol<void (*)(TracerCallback)>("hipRegisterTracerCallback")(&OtherTool::OnRuntime);
  ConstructWhile(&WantAll, &rocjfr_poll);
  EXPECT_EQ(State(), uint32_t{ROCJFR_HOOK_TAKEN});
}

// Who acts is asked at a thread's first record, of a JVM that is looked for.
TEST_P(StubLoader, AConstructorMayActWhileAnotherThreadLooksForTheJvm) {
  Start(kApi);
  ConstructWhile([this] { stub().Call(STUBHIP_hipGetDevice); },
                 [this] { stub().Call(STUBHIP_hipMalloc); });
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 2u);
}

}  // namespace
}  // namespace rocjfr::test
