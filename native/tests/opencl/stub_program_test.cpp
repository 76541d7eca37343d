// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the program sees of its vendor is what it would see without us, on a vendor of our own.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "fixture.h"
#include "stub_vendor.h"

namespace rocjfr::test {
namespace {

class StubProgramTest : public OpenClTest, protected StubVendor {
 protected:
  void SetUp() override {}
  cl_command_queue_properties PropertiesOf(cl_command_queue queue) {
    cl_command_queue_properties properties = 0;
    EXPECT_EQ(By(queue).clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties),
                                              &properties, nullptr),
              CL_SUCCESS);
    return properties;
  }
};

// An event of ours would have it succeed.
TEST_F(StubProgramTest, AMarkerWithoutAPlaceForItsEventIsRefused) {
  Begin();
  ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);
  Load();
  Use();
  cl_command_queue queue = Queue();
  EXPECT_EQ(By(queue).clEnqueueMarker(queue, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(events_(), 0);
  cl_event event = nullptr;
  EXPECT_EQ(By(queue).clEnqueueMarker(queue, &event), CL_SUCCESS);
  EXPECT_EQ(end_(1, CL_COMPLETE), 1);
  By(event).clReleaseEvent(event);
  EXPECT_EQ(Take().Ops(ROCJFR_OP_BARRIER), 1u);
  EXPECT_EQ(events_(), 0);
}

// OpenCL 2 has no list of properties to ask for.
TEST_F(StubProgramTest, WhatTheVendorDoesNotTellOfAQueueIsNotTold) {
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  ASSERT_EQ(Info().hidden_queues, 1u);
  size_t bytes = 0;
  EXPECT_EQ(By(queue).clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, nullptr, &bytes),
            CL_INVALID_VALUE);
}

// The recording ends between our look whether there is one and the vendor's answer.
TEST_F(StubProgramTest, AQueueThatIsMadeAsTheRecordingEndsIsAsTheProgramMadeIt) {
  Begin();
  Load();
  Use();
  Find<void (*)(void (*)())>("stub_at_queue")([] { rocjfr_set_wanted(0); });
  cl_command_queue queue = Queue();
  EXPECT_EQ(PropertiesOf(queue), 0u);
  By(queue).clReleaseCommandQueue(queue);
  EXPECT_EQ(Info().hidden_queues, 0u);
}

// Work of a queue that ends while another thread reads the device's clock for the first time.
TEST_F(StubProgramTest, WorkHasItsTimesWhileTheClockIsRead) {
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  Launch(queue);
  Launch(queue);
  static int (*const end)(int, cl_int) = end_;
  Find<void (*)(void (*)())>("stub_at_timer")(
      [] { std::thread([] { EXPECT_EQ(end(1, CL_COMPLETE), 1); }).join(); });
  EXPECT_EQ(end_(1, CL_COMPLETE), 1);
  const Recorded recorded = Take();
  ASSERT_EQ(recorded.work.size(), 2u);
  for (const Activity& piece : recorded.work) EXPECT_EQ(piece.work.work_untimed, 0u);
}

// Its parent's other threads may have been in any of our functions.
TEST_F(StubProgramTest, AForkedChildWaitsForNobody) {
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  const auto use = [queue] {
    By(queue).clRetainCommandQueue(queue);
    By(queue).clReleaseCommandQueue(queue);
  };
  std::atomic<bool> done{false};
  std::vector<std::thread> busy;
  for (int i = 0; i < 2; ++i) {
    busy.emplace_back([&] {
      while (!done) use();
    });
  }
  for (int i = 0; i < (kSanitized ? 30 : 150) && !HasFailure(); ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      use();
      _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << "fork " << i;
  }
  done = true;
  for (std::thread& thread : busy) thread.join();
}

}  // namespace
}  // namespace rocjfr::test
