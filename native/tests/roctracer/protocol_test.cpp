// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the runtime is told and asks: when the hook is there, which functions and commands it hears
// of, the frames of the versions of HIP.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <set>
#include <thread>

#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

class Protocol : public RoctracerTest {};
ROCJFR_BOTH_GENERATIONS(Protocol);

void Nothing(uint32_t, uint32_t, const void*, void*) {}

// The hook comes with the first operation of any kind and goes with the last.
TEST_P(Protocol, TheHookIsThereWhileSomethingOfHipIsEnabled) {
  Collector collector;
  collector.Open();
  EXPECT_EQ(stub().Callbacks(), 0u);
  for (int round = 0; round < 2; ++round) {
    ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, &Nothing,
                                           nullptr));
    EXPECT_NE(stub().Callbacks(), 0u);
    EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
    EXPECT_EQ(stub().Callbacks(), 0u);

    ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
    ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
    EXPECT_NE(stub().Callbacks(), 0u);
    EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
    EXPECT_NE(stub().Callbacks(), 0u) << "for the copies";
    EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
    EXPECT_EQ(stub().Callbacks(), 0u);
  }
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, &Nothing, nullptr));
  EXPECT_EQ(stub().Callbacks(), 0u) << "roctx is none of HIP's";
}

// Work is asked about when it is submitted, and again when it has ended.
TEST_P(Protocol, WorkIsTracedIfItsOperationIsEnabled) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
  const auto dispatch =
      stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, LaunchArguments{}, kDispatch);
  const auto copy = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  const auto running = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  stub().Complete(dispatch, kKernelWork);
  EXPECT_TRUE(stub().Complete(copy, kCopyWork));
  EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, kCopy));
  const auto late = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, kCopy);
  stub().Complete(late, kCopyWork);
  EXPECT_TRUE(stub().Complete(running, kCopyWork)) << "it was enabled when that was submitted";
  EXPECT_OK(roctracer_close_pool());
  ASSERT_EQ(collector.Count(), 2u);
  for (const Kept& kept : collector.Records()) EXPECT_EQ(kept.record.op, kCopy);
}

// Functions that nobody enabled take no correlation id; a callback alone takes them.
TEST_P(Protocol, OnlyTracedCallsTakeCorrelationIds) {
  static std::vector<uint64_t> ids;
  const auto note = [](uint32_t, uint32_t, const void* data, void*) {
    uint64_t id = 0;
    memcpy(&id, data, sizeof(id));
    if (static_cast<const uint32_t*>(data)[2] == 0) ids.push_back(id);
  };
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, note, nullptr));
  for (int i = 0; i < 3; ++i) {
    stub().Call(STUBHIP_hipMalloc);
    for (int j = 0; j < 5; ++j) stub().Call(STUBHIP_hipGetDevice);
  }
  EXPECT_EQ(ids, (std::vector<uint64_t>{1, 2, 3}));
}

// The word between the phases stands at the end of hip_api_data_t, in each version's place.
TEST_P(Protocol, PhaseDataOfHip57) {
  if (!IsTracer()) GTEST_SKIP() << "hip_api_data_t of HIP 5.2 has no phase data";
  stub().SetLastId(363);
  constexpr size_t kPointerAt = 840 - 8;
  static std::vector<uint64_t> words;
  const auto note = [](uint32_t, uint32_t, const void* data, void*) {
    uint64_t* word = nullptr;
    memcpy(&word, static_cast<const char*>(data) + kPointerAt, sizeof(word));
    words.push_back(*word);
    *word += 7;
  };
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, note, nullptr));
  for (int i = 0; i < 2; ++i) stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(words, (std::vector<uint64_t>{0, 7, 0, 7}));
}

// One thread for each pool, which is none of the program's.
TEST_P(Protocol, EachPoolHasOneThread) {
  const auto tid = [] { return static_cast<long>(syscall(SYS_gettid)); };
  std::set<long> of_first, of_second;
  Collector first(0x400), second(0x400);
  first.in_callback = [&] { of_first.insert(tid()); };
  second.in_callback = [&] { of_second.insert(tid()); };
  roctracer_pool_t* const one = first.OpenExplicit();
  roctracer_pool_t* const two = second.OpenExplicit();
  ASSERT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, one));
  ASSERT_OK(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy, two));
  std::thread other([&] {
    for (int i = 0; i < 100; ++i) stub().Call(STUBHIP_hipMemcpy);
  });
  for (int i = 0; i < 100; ++i) stub().Call(STUBHIP_hipMalloc);
  other.join();
  EXPECT_OK(roctracer_close_pool_expl(one));
  EXPECT_OK(roctracer_close_pool_expl(two));
  EXPECT_GT(first.Buffers(), 1u);
  EXPECT_EQ(of_first.size(), 1u);
  EXPECT_EQ(of_second.size(), 1u);
  EXPECT_NE(of_first, of_second);
  EXPECT_EQ(of_first.count(tid()), 0u);
}

// As the headers have them, which is not as the specification's text has them.
TEST(Header, Numbers) {
  EXPECT_EQ(ACTIVITY_DOMAIN_HSA_API, 0);
  EXPECT_EQ(ACTIVITY_DOMAIN_HSA_OPS, 1);
  EXPECT_EQ(ACTIVITY_DOMAIN_HIP_OPS, 2);
  EXPECT_EQ(ACTIVITY_DOMAIN_HIP_API, 3);
  EXPECT_EQ(ACTIVITY_DOMAIN_KFD_API, 4);
  EXPECT_EQ(ACTIVITY_DOMAIN_EXT_API, 5);
  EXPECT_EQ(ACTIVITY_DOMAIN_ROCTX, 6);
  EXPECT_EQ(ACTIVITY_DOMAIN_HSA_EVT, 7);
  EXPECT_EQ(ACTIVITY_DOMAIN_NUMBER, 8);
  EXPECT_EQ(ROCTRACER_STATUS_ERROR, -1);
  EXPECT_EQ(ROCTRACER_STATUS_ERROR_NOT_IMPLEMENTED, -8);
  EXPECT_EQ(sizeof(activity_record_t), 64u);
}

}  // namespace
}  // namespace rocjfr::test
