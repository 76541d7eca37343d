// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Streams end while the runtime's own thread has yet to tell of their work: HIP 7.2.4, which looks
// at their queues then, ended the process in most of such runs.
#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

constexpr int kTimes = 300;

class HipStreamEnd : public HipTest {
 protected:
  // Whatever it says.
  void Query(Hip::Stream stream) const { hip()("hipStreamQuery", stream); }
  // All is there of streams that `use` gives work.
  template <typename Use>
  void EndStreams(Use use) {
    Start();
    ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);
    void* memory = hip().Malloc(4096);
    Forget();
    for (int i = 0; i < kTimes; ++i) {
      Hip::Stream stream = hip().NewStream();
      use(memory, stream);
      hip().Do("hipStreamDestroy", stream);
    }
    Finish();
    const Sorted sorted(Taken());
    EXPECT_EQ(sorted.CallsOf("hipStreamDestroy"), size_t{kTimes});
    EXPECT_EQ(sorted.copies.size(), sorted.CallsOf("hipMemsetAsync"));
    EXPECT_GE(sorted.copies.size(), size_t{kTimes});
    EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_API) + Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
  }
};

TEST_F(HipStreamEnd, AfterAQueryAndASynchronisation) {
  EndStreams([&](void* memory, Hip::Stream stream) {
    FillAsync(memory, 4096, stream);
    Query(stream);
    hip().Do("hipStreamSynchronize", stream);
    Query(stream);
  });
}

TEST_F(HipStreamEnd, AfterASynchronisationOfTheDevice) {
  EndStreams([&](void* memory, Hip::Stream stream) {
    FillAsync(memory, 4096, stream);
    Query(stream);
    hip().Do("hipDeviceSynchronize");
  });
}

TEST_F(HipStreamEnd, AfterWorkThatFollowsAQuery) {
  EndStreams([&](void* memory, Hip::Stream stream) {
    FillAsync(memory, 4096, stream);
    Query(stream);
    FillAsync(memory, 4096, stream);
    hip().Do("hipStreamSynchronize", stream);
  });
}

TEST_F(HipStreamEnd, AfterAnEvent) {
  void* event = nullptr;
  EndStreams([&](void* memory, Hip::Stream stream) {
    if (event == nullptr) hip().Do("hipEventCreate", &event);
    FillAsync(memory, 4096, stream);
    Query(stream);
    hip().Do("hipEventRecord", event, stream);
    hip().Do("hipEventSynchronize", event);
    hip().Do("hipStreamSynchronize", stream);
  });
}

TEST_F(HipStreamEnd, WithoutASynchronisation) {
  EndStreams([&](void* memory, Hip::Stream stream) { FillAsync(memory, 4096, stream); });
}

TEST_F(HipStreamEnd, AfterAnEventAlone) {
  void* event = nullptr;
  EndStreams([&](void* memory, Hip::Stream stream) {
    if (event == nullptr) hip().Do("hipEventCreate", &event);
    FillAsync(memory, 4096, stream);
    hip().Do("hipEventRecord", event, stream);
    hip().Do("hipEventSynchronize", event);
  });
}

}  // namespace
}  // namespace rocjfr::test
