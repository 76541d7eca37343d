// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A runtime that holds reports back, and what the reporter asks of it.
#ifndef ROCJFR_TESTS_CORE_STUB_REPORTER_FIXTURE_H_
#define ROCJFR_TESTS_CORE_STUB_REPORTER_FIXTURE_H_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "../stubhip/batches.h"
#include "stub_fixture.h"

namespace rocjfr::test {

inline constexpr int kReady = 0, kBusy = 600;
inline constexpr uint64_t kStream = 0x5000, kDefault = 1;
inline constexpr uint32_t kLong = 600000;

// What the runtime was asked, in order, and its answers. One per process; what they refer to lives
// as long: the reporter may ask until the process ends.
struct Asked {
  std::mutex mutex;
  std::vector<uint64_t> queried, synchronised, urged;
  std::atomic<int> state{kReady}, capture{0};
  std::function<void(uint64_t)> in_query, in_synchronise;
};
inline Asked& TheAsked() {
  static auto* asked = new Asked;
  return *asked;
}

class StubReporter : public StubTest {
 protected:
  void Begin(const char* runtime = "batches") {
    Initialize({});
    stub_ = std::make_unique<Stub>(runtime);
    const stubhip_batches_t batches = {[](uint64_t stream) {
                                         Note(&Asked::queried, stream);
                                         if (TheAsked().in_query) TheAsked().in_query(stream);
                                         return TheAsked().state.load();
                                       },
                                       [](uint64_t stream) {
                                         Note(&Asked::synchronised, stream);
                                         if (TheAsked().in_synchronise)
                                           TheAsked().in_synchronise(stream);
                                         return 0;
                                       },
                                       [](uint64_t) { return TheAsked().capture.load(); },
                                       [](uint64_t stream) { Note(&Asked::urged, stream); }};
    stub().Symbol<decltype(&stubhip_set_batches)>("stubhip_set_batches")(&batches);
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
  }
  // The answers are the test's own.
  void TearDown() override {
    rocjfr_set_wanted(0);
    rocjfr_abandon_in_flight();
  }
  static void Note(std::vector<uint64_t> Asked::*list, uint64_t stream) {
    std::lock_guard<std::mutex> lock(TheAsked().mutex);
    (TheAsked().*list).push_back(stream);
  }
  static std::vector<uint64_t> Got(std::vector<uint64_t> Asked::*list) {
    std::lock_guard<std::mutex> lock(TheAsked().mutex);
    return TheAsked().*list;
  }
  stubhip_command_t Copy(uint64_t stream) const {
    CopyArguments arguments;
    arguments.stream = stream;
    return stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, arguments, ROCJFR_OP_COPY);
  }
  static rocjfr_pending_t Pending() {
    rocjfr_pending_t rows[4] = {};
    EXPECT_EQ(rocjfr_pending(rows, 4, nullptr, nullptr), 1u);
    return rows[0];
  }
};

}  // namespace rocjfr::test

#endif  // ROCJFR_TESTS_CORE_STUB_REPORTER_FIXTURE_H_
