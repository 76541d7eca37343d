// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 5.2 changes a function's hooks when no call of it is in progress: whoever waits for that must
// have nothing that such a call may wait for.
#include <chrono>
#include <thread>

#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

class HookWaits : public RoctracerTest {
 protected:
  void SetUp() override {
    Load();
    stub().Symbol<void (*)(uint32_t)>("stubhip_set_waits")(1);
    g_test = this;
  }

 public:
  void UntilSomebodyWaits() const {
    auto* waiting = stub().Symbol<uint32_t (*)()>("stubhip_waiting");
    while (waiting() == 0) std::this_thread::yield();
  }
  inline static HookWaits* g_test = nullptr;
  std::thread disabler_;
  std::atomic<int> other_calls_{0};
};
INSTANTIATE_TEST_SUITE_P(Hook, HookWaits, testing::Values("register"));

// The hooks' changer has the lock under which the library says what it wants, and waits for the
// call.
TEST_P(HookWaits, ACallbackMayEnableWhileAnotherThreadDisablesItsFunction) {
  const auto callback = [](uint32_t, uint32_t, const void* data, void*) {
    if (static_cast<const uint32_t*>(data)[2] != 0 || g_test->disabler_.joinable()) return;
    g_test->disabler_ = std::thread([] {
      EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
    });
    g_test->UntilSomebodyWaits();
    const auto count = [](uint32_t, uint32_t, const void*, void* calls) {
      static_cast<std::atomic<int>*>(calls)->fetch_add(1);
    };
    EXPECT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice, count,
                                           &g_test->other_calls_));
  };
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, callback, nullptr));
  stub().Call(STUBHIP_hipMalloc);
  ASSERT_TRUE(disabler_.joinable());
  disabler_.join();
  // In a callback it takes effect a moment later.
  while (other_calls_.load() == 0) stub().Call(STUBHIP_hipGetDevice);
  EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice));
}

// A call that does not end: enabling and disabling wait for a second, and go on.
TEST_P(HookWaits, NobodyWaitsLongForACallInProgress) {
  const auto nothing = [](uint32_t, uint32_t, const void*, void*) {};
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, nothing, nullptr));
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&] {
    std::thread([&] {
      EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
    }).join();
    EXPECT_GT(stub().Callbacks(), 0u) << "not changed yet";
  });
  while (stub().Callbacks() != 0) std::this_thread::yield();
}

}  // namespace
}  // namespace rocjfr::test
