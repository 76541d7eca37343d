// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work that runs longer than HIP_OPS is enabled, on real HIP runtimes. The software GPU is held, so
// that it does; only a few kernels are launched meanwhile, since HIP 5.2 waits when it is to time
// many.
#include "../core/hip_fixture.h"
#include "collector.h"

namespace rocjfr::test {
namespace {

constexpr auto kHipOps = ACTIVITY_DOMAIN_HIP_OPS;

class RoctracerLate : public testing::Test {
 protected:
  void SetUp() override {
    kernel_ = hip_.Compile("extern \"C\" __global__ void empty() {}\n", "empty");
    stream_ = hip_.NewStream();
    Launch(1);
    hip_.Do("hipDeviceSynchronize");
  }
  void Launch(int times) const {
    void* no_arguments[1] = {};  // HIP 5.7 captures no launch with a null pointer here
    for (int i = 0; i < times; ++i) hip_.Launch(kernel_, 1, 1, 0, stream_, no_arguments);
  }
  void Graph(int kernels) {
    void* graph = nullptr;
    void* ready = nullptr;
    hip_.Do("hipStreamBeginCapture", stream_, 0);
    Launch(kernels);
    hip_.Do("hipStreamEndCapture", stream_, &graph);
    void* none = nullptr;
    hip_.Do("hipGraphInstantiate", &ready, graph, none, none, size_t{0});
    hip_.Do("hipGraphLaunch", ready, stream_);
  }
  // The program waits for nothing but an event.
  void AwaitWork() const {
    void* event = nullptr;
    hip_.Do("hipEventCreate", &event);
    hip_.Do("hipEventRecord", event, stream_);
    hip_.Do("hipEventSynchronize", event);
    hip_.Do("hipEventDestroy", event);
  }
  static size_t Kernels(Collector& collector) {
    size_t kernels = 0;
    for (const Kept& kept : collector.Records(kHipOps)) {
      kernels += kept.record.op == ROCJFR_OP_DISPATCH ? 1 : 0;
    }
    return kernels;
  }
  static uint64_t Lost(roctracer_pool_t* pool) {
    uint64_t lost = 0;
    EXPECT_OK(roctracer_rocjfr_lost_records(pool, &lost));
    return lost;
  }
  static void UntilThereAre(size_t kernels, Collector& collector) {
    while (Kernels(collector) < kernels) {
      EXPECT_OK(roctracer_flush_activity());
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  const Hip hip_;
  void* kernel_ = nullptr;
  Hip::Stream stream_ = nullptr;
};

TEST_F(RoctracerLate, WorkComesWhenItEnds) {
  if (!OnSoftwareGpu()) GTEST_SKIP() << "no GPU can be held";
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(kHipOps));
  {
    const HeldGpu held;
    Launch(3);
    ASSERT_OK(roctracer_disable_domain_activity(kHipOps));
    Launch(2);  // nobody's
    ASSERT_OK(roctracer_enable_domain_activity(kHipOps));
    Launch(5);
    ASSERT_OK(roctracer_disable_domain_activity(kHipOps));
    Launch(2);
    EXPECT_EQ(Kernels(collector), 0u);
  }
  AwaitWork();
  UntilThereAre(8, collector);
  EXPECT_EQ(Lost(roctracer_default_pool()), 0u);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(Kernels(collector), 8u);
}

TEST_F(RoctracerLate, AGraphComesWhole) {
  if (!OnSoftwareGpu()) GTEST_SKIP() << "no GPU can be held";
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(kHipOps));
  {
    const HeldGpu held;
    Graph(30);
    ASSERT_OK(roctracer_disable_domain_activity(kHipOps));
  }
  AwaitWork();
  UntilThereAre(30, collector);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(Kernels(collector), 30u);
  EXPECT_EQ(rocjfr_lost(kHipOps, ROCJFR_LOST_IN_FLIGHT), 0u);
}

TEST_F(RoctracerLate, NothingComesToAPoolThatIsOpenedLater) {
  if (!OnSoftwareGpu()) GTEST_SKIP() << "no GPU can be held";
  Collector before, after;
  before.Open();
  roctracer_pool_t* closed = roctracer_default_pool();
  ASSERT_OK(roctracer_enable_domain_activity(kHipOps));
  {
    const HeldGpu held;
    Launch(3);
    ASSERT_OK(roctracer_disable_domain_activity(kHipOps));
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(Lost(closed), 3u);
    after.Open();
    ASSERT_OK(roctracer_enable_domain_activity(kHipOps));
    Launch(2);
  }
  AwaitWork();
  UntilThereAre(2, after);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(Kernels(after), 2u);
  EXPECT_EQ(before.Count(), 0u);
}

// What has finished is in the pool at once, though the program waited by an event only.
TEST_F(RoctracerLate, FinishedWorkIsThereAfterTheDisable) {
  Collector collector;
  collector.Open();
  for (size_t round = 1; round <= 10; ++round) {
    ASSERT_OK(roctracer_enable_domain_activity(kHipOps));
    Launch(50);
    AwaitWork();
    ASSERT_OK(roctracer_disable_domain_activity(kHipOps));
    EXPECT_OK(roctracer_flush_activity());
    EXPECT_EQ(Kernels(collector), round * 50);
  }
  EXPECT_OK(roctracer_close_pool());
}

}  // namespace
}  // namespace rocjfr::test
