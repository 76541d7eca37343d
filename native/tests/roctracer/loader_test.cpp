// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Libraries whose constructors enable tracing, while another thread does.
#include "constructor.h"
#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

class Loader : public RoctracerTest {
 protected:
  static void Count(uint32_t, uint32_t, const void*, void* count) {
    static_cast<std::atomic<int>*>(count)->fetch_add(1);
  }
  void Enable(uint32_t op) {
    EXPECT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, op, &Count, &calls_));
  }
  // ENTER and EXIT of both functions are told.
  void ExpectBothTold() {
    stub().Call(STUBHIP_hipMalloc);
    stub().Call(STUBHIP_hipGetDevice);
    EXPECT_EQ(calls_.load(), 4);
  }

  std::atomic<int> calls_{0};
};
ROCJFR_BOTH_GENERATIONS(Loader);

TEST_P(Loader, AConstructorMayEnableWhileAnotherThreadStartsTheCore) {
  ConstructWhile([this] { Enable(STUBHIP_hipMalloc); }, [this] { Enable(STUBHIP_hipGetDevice); });
  ExpectBothTold();
}

class LateLoader : public Loader {
 protected:
  LateLoader() { load_first_ = false; }
};
ROCJFR_BOTH_GENERATIONS(LateLoader);

TEST_P(LateLoader, AConstructorMayEnableWhileAnotherThreadFindsTheRuntime) {
  // Something that needs no HIP: then the core is there.
  ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_ROCTX, 0, &Count, &calls_));
  ASSERT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_ROCTX, 0));
  Load();
  ConstructWhile([this] { Enable(STUBHIP_hipMalloc); }, [this] { Enable(STUBHIP_hipGetDevice); });
  ExpectBothTold();
}

}  // namespace
}  // namespace rocjfr::test
