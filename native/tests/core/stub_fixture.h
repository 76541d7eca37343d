// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The core under a stub runtime, for both generations of the hook.
#ifndef ROCJFR_TESTS_CORE_STUB_FIXTURE_H_
#define ROCJFR_TESTS_CORE_STUB_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core.h"
#include "drainer.h"
#include "stub.h"

namespace rocjfr::test {

class StubTest : public testing::TestWithParam<std::string> {
 protected:
  // The usual order: the core, the runtime, the wish.
  void Start(uint32_t wanted = kApi | kOps, const Options& options = {}) {
    Initialize(options);
    stub_ = std::make_unique<Stub>(GetParam());
    ASSERT_EQ(rocjfr_set_wanted(wanted), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  }
  bool IsTracer() const { return GetParam() == "tracer"; }
  const Stub& stub() const { return *stub_; }

  static uint32_t State() { return RuntimeInfo().hook_state; }
  static rocjfr_runtime_info_t RuntimeInfo() {
    rocjfr_runtime_info_t info;
    EXPECT_EQ(rocjfr_runtime(&info), ROCJFR_STATUS_SUCCESS);
    return info;
  }

  // What was recorded since the last look.
  std::vector<Activity> Taken() {
    std::vector<Activity> taken;
    drainer_.Drain(&taken);
    return taken;
  }
  std::vector<Activity> Taken(uint32_t domain) {
    std::vector<Activity> matching;
    for (Activity& activity : Taken()) {
      if (activity.record.domain == domain) matching.push_back(activity);
    }
    return matching;
  }
  Activity One(uint32_t domain) {
    const auto taken = Taken(domain);
    EXPECT_EQ(taken.size(), 1u);
    return taken.empty() ? Activity() : taken[0];
  }

  std::unique_ptr<Stub> stub_;
  Drainer drainer_;
};

#define ROCJFR_BOTH_GENERATIONS(Suite)                                         \
  INSTANTIATE_TEST_SUITE_P(Hook, Suite, testing::Values("tracer", "register"), \
                           [](const auto& info) { return std::string(info.param); })

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_STUB_FIXTURE_H_
