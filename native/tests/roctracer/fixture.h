// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// libroctracer64 under a stub runtime, for both generations of the hook.
#ifndef ROCJFR_TESTS_ROCTRACER_FIXTURE_H_
#define ROCJFR_TESTS_ROCTRACER_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "collector.h"
#include "stub.h"

namespace rocjfr::test {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

#if defined(__SANITIZE_THREAD__)
constexpr bool kThreadSanitizer = true;
#else
constexpr bool kThreadSanitizer = false;
#endif

class RoctracerTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (load_first_) Load();
  }
  void Load() { stub_ = std::make_unique<Stub>(GetParam()); }
  const Stub& stub() const { return *stub_; }
  bool IsTracer() const { return GetParam() == "tracer"; }

  // One command of the GPU: submitted by a call, finished at once on this thread.
  void Run(uint32_t function, uint32_t op, const stubhip_work_t& work) {
    const auto command = op == kDispatch ? stub().CallAndSubmit(function, LaunchArguments{}, op)
                                         : stub().CallAndSubmit(function, CopyArguments{}, op);
    stub().Complete(command, work);
  }

  bool load_first_ = true;
  std::unique_ptr<Stub> stub_;
};

#define ROCJFR_BOTH_GENERATIONS(Suite)                                         \
  INSTANTIATE_TEST_SUITE_P(Hook, Suite, testing::Values("tracer", "register"), \
                           [](const auto& info) { return std::string(info.param); })

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_ROCTRACER_FIXTURE_H_
