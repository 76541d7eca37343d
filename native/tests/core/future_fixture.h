// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The core under a stub of a runtime that nobody knows yet: more functions, frames of other sizes.
#ifndef ROCJFR_TESTS_CORE_FUTURE_FIXTURE_H_
#define ROCJFR_TESTS_CORE_FUTURE_FIXTURE_H_

#include <pthread.h>

#include <memory>

#include "rocjfr/client.h"
#include "stub_fixture.h"

namespace rocjfr::test {

class FutureTest : public StubTest {
 protected:
  // What the sanitizers put on a stack needs more.
  static constexpr size_t kSmallStack = kSanitized ? 256u << 10 : 64u << 10;

  void StartWith(uint32_t frame_bytes, uint32_t mode = STUBHIP_FRAME_LEFT,
                 uint32_t wanted = kApi | kOps) {
    Initialize();
    stub_ = std::make_unique<Stub>("future");
    stub().SetFrame(frame_bytes, mode);
    ASSERT_EQ(rocjfr_set_wanted(wanted), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(State(), uint32_t{ROCJFR_HOOK_ON});
    ASSERT_EQ(rocjfr_api_data_bytes(), 0u) << "no call has been made";
  }
  stubhip_command_t Copy(uint64_t bytes) const {
    const auto command =
        stub().CallAndSubmit(STUBHIP_hipMemcpyAsync,
                             CopyArguments{nullptr, nullptr, bytes, 1, 0, 0x1000}, ROCJFR_OP_COPY);
    stub().Complete(command, kCopyWork);
    return command;
  }
  // `copies` of 1, 2, ... bytes, each with its work, and nothing else.
  void ExpectCopies(uint64_t copies) {
    const auto taken = Taken();
    ASSERT_EQ(taken.size(), 2 * copies);
    for (uint64_t i = 0; i < copies; ++i) {
      const Activity& call = taken[2 * i];
      const Activity& work = taken[2 * i + 1];
      EXPECT_STREQ(rocjfr_api_name(call.record.op), "hipMemcpyAsync");
      ASSERT_TRUE(call.has_submit);
      EXPECT_EQ(call.submit.submit_bytes, i + 1);
      EXPECT_EQ(call.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
      EXPECT_EQ(call.submit.submit_device, 1);
      ASSERT_TRUE(work.has_submit);
      EXPECT_EQ(work.record.correlation_id, call.record.correlation_id);
      EXPECT_EQ(work.submit.submit_bytes, i + 1);
    }
  }
  // Runs `body` on a thread with a stack of this size.
  template <typename Body>
  static void OnSmallStack(size_t bytes, Body body) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
    pthread_t thread;
    ASSERT_EQ(pthread_create(
                  &thread, &attributes,
                  [](void* function) -> void* {
                    (*static_cast<Body*>(function))();
                    return nullptr;
                  },
                  &body),
              0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
  }
};
#define ROCJFR_FUTURE(fixture)                                       \
  INSTANTIATE_TEST_SUITE_P(Hook, fixture, testing::Values("future"), \
                           [](const auto& info) { return std::string(info.param); })

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_FUTURE_FIXTURE_H_
