// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The core under OpenCL.
#ifndef ROCJFR_TESTS_OPENCL_FIXTURE_H_
#define ROCJFR_TESTS_OPENCL_FIXTURE_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cl_program.h"
#include "core.h"
#include "drainer.h"

namespace rocjfr::test {

constexpr uint32_t kClApi = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_OPENCL_API);
constexpr uint32_t kClOps = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_OPENCL_OPS);

// What was recorded, by domain.
struct Recorded {
  std::vector<Activity> calls, work;
  std::map<uint64_t, const Activity*> call_of;  // by correlation id

  size_t Count(const std::string& function) const {
    size_t count = 0;
    for (const Activity& call : calls) {
      count += rocjfr_opencl_api_name(call.record.op) == function ? 1 : 0;
    }
    return count;
  }
  size_t Ops(uint32_t op) const {
    size_t count = 0;
    for (const Activity& piece : work) count += piece.record.op == op ? 1 : 0;
    return count;
  }
};

class OpenClTest : public testing::Test {
 protected:
  // Skips the test where there is no OpenCL.
  void SetUp() override {
    cl_ = std::make_unique<Cl>();
    if (cl_->library == nullptr) GTEST_SKIP() << "there is no libOpenCL.so.1";
  }
  void Begin(const Options& options = {}, uint32_t wanted = kClApi | kClOps) {
    Initialize(options);
    ASSERT_EQ(rocjfr_set_wanted(wanted), ROCJFR_STATUS_SUCCESS);
  }
  // A program, which loads the vendors.
  std::unique_ptr<ClProgram> Program() {
    auto program = std::make_unique<ClProgram>(*cl_);
    rocjfr_poll();
    return program;
  }
  static rocjfr_opencl_info_t Info() {
    rocjfr_opencl_info_t info;
    EXPECT_EQ(rocjfr_opencl(&info), ROCJFR_STATUS_SUCCESS);
    return info;
  }
  // Waits until nothing is in flight.
  static void Finish() {
    constexpr int kMostMs = 600000;
    for (int i = 0; rocjfr_in_flight() != 0 && i < kMostMs; ++i) SleepMs(1);
    ASSERT_EQ(rocjfr_in_flight(), 0u);
  }
  Recorded Take() {
    std::vector<Activity> all;
    drainer_.Drain(&all);
    Recorded recorded;
    for (Activity& one : all) {
      (one.record.domain == ROCJFR_DOMAIN_OPENCL_API ? recorded.calls : recorded.work)
          .push_back(std::move(one));
    }
    for (const Activity& call : recorded.calls) {
      recorded.call_of[call.record.correlation_id] = &call;
    }
    return recorded;
  }

  std::unique_ptr<Cl> cl_;
  Drainer drainer_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_OPENCL_FIXTURE_H_
