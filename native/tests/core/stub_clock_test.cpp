// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Two clocks: HIP times its markers by the host's, which stands still while the machine is
// suspended, the GPU's work is timed by HSA's.
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

class StubClock : public StubTest {
 protected:
  StubClock()
      : hsa_(dlopen((StubFolder("lazy") + "/../stubhsa/libhsa-runtime64.so.1").c_str(), RTLD_NOW)) {
    if (hsa_ == nullptr) abort();
  }
  template <typename Function>
  Function Hsa(const char* name) const {
    return reinterpret_cast<Function>(dlsym(hsa_, name));
  }
  static rocjfr_clock_sample_t Sample() {
    rocjfr_clock_sample_t sample = {};
    EXPECT_EQ(rocjfr_sample_gpu_clock(&sample), ROCJFR_STATUS_SUCCESS);
    return sample;
  }
  void Finish(uint32_t op, stubhip_work_t work, uint64_t begin_ns, uint64_t end_ns) const {
    work.begin_ns = begin_ns;
    work.end_ns = end_ns;
    const auto command =
        stub().CallAndSubmit(STUBHIP_hipStreamSynchronize, StreamArgument{0x1000}, op);
    EXPECT_TRUE(stub().Complete(command, work));
  }

  void* hsa_;
};
ROCJFR_BOTH_GENERATIONS(StubClock);

TEST_P(StubClock, ABarrierIsOfTheClockOfOtherWorkAlsoAfterASuspend) {
  constexpr uint64_t kHour = 3600000000000, kSlack = 1000000;
  Start();
  ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);
  Hsa<int (*)()>("hsa_init")();
  for (const uint64_t slept : {uint64_t{0}, kHour, kHour}) {
    Hsa<void (*)(uint64_t)>("stubhip_suspend")(slept);
    const rocjfr_clock_sample_t before = Sample();
    const uint64_t marked = MonotonicTime();
    Finish(ROCJFR_OP_BARRIER, kMarkerWork, marked, MonotonicTime());
    Finish(ROCJFR_OP_COPY, kCopyWork, before.gpu_ns, Sample().gpu_ns);
    const rocjfr_clock_sample_t after = Sample();
    const auto taken = Taken(ROCJFR_DOMAIN_HIP_OPS);
    ASSERT_EQ(taken.size(), 2u);
    EXPECT_EQ(taken[0].record.op, uint32_t{ROCJFR_OP_BARRIER});
    EXPECT_EQ(taken[1].record.begin_ns, before.gpu_ns) << "as the runtime says";
    for (const Activity& work : taken) {
      EXPECT_GE(work.record.begin_ns + kSlack, before.gpu_ns) << work.record.op;
      EXPECT_LE(work.record.begin_ns, work.record.end_ns) << work.record.op;
      EXPECT_LE(work.record.end_ns, after.gpu_ns + kSlack) << work.record.op;
    }
  }
}

}  // namespace
}  // namespace rocjfr::test
