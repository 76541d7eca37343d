// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Queues as the program made them, on PoCL.
#include <cstring>
#include <thread>

#include "pocl_fixture.h"

namespace rocjfr::test {
namespace {

TEST_F(PoclTest, QueuesAnswerAsTheProgramMadeThem) {
  Begin();
  PROGRAM_OR_SKIP();
  const bool is_layer = IsLayer();  // nothing is patched then
  cl_command_queue plain = program->Queue();
  cl_command_queue asked = program->Queue(CL_QUEUE_PROFILING_ENABLE);
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                      0};
  cl_command_queue listed =
      cl_->clCreateCommandQueueWithProperties(program->context, program->device, list, nullptr);
  const bool unordered = program->Unordered() != 0;
  ASSERT_EQ(listed != nullptr, unordered);
  EXPECT_EQ(PropertiesOf(*cl_, plain), 0u);
  EXPECT_EQ(PropertiesOf(*cl_, asked), cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE});
  if (unordered) {
    EXPECT_EQ(PropertiesOf(*cl_, listed),
              cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE});
    cl_queue_properties array[8] = {};
    size_t bytes = 0;
    ASSERT_EQ(
        cl_->clGetCommandQueueInfo(listed, CL_QUEUE_PROPERTIES_ARRAY, sizeof(array), array, &bytes),
        CL_SUCCESS);
    EXPECT_EQ(bytes, sizeof(list));
    EXPECT_EQ(memcmp(array, list, sizeof(list)), 0);
  }
  EXPECT_EQ(Info().hidden_queues, unordered ? 2u : 1u);

  // Events likewise; and still so when the recording is over.
  cl_kernel kernel = program->Kernel("nothing");
  for (int recording = 1; recording >= 0; --recording) {
    if (recording == 0) {
      Finish();
      rocjfr_set_wanted(0);
    }
    cl_event event = nullptr;
    cl_ulong time = 0;
    ASSERT_EQ(program->Launch(plain, kernel, 1, 0, &event), CL_SUCCESS);
    cl_uint references = 0;
    ASSERT_EQ(cl_->clWaitForEvents(1, &event), CL_SUCCESS);
    // PoCL gives its own reference back a moment after the event is complete; ours is never seen.
    do {
      std::this_thread::yield();
      ASSERT_EQ(cl_->clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(references),
                                    &references, nullptr),
                CL_SUCCESS);
    } while (references != 1);
    EXPECT_EQ(
        cl_->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, nullptr),
        CL_PROFILING_INFO_NOT_AVAILABLE);
    ASSERT_EQ(program->Launch(asked, kernel, 1, 0, &event), CL_SUCCESS);
    ASSERT_EQ(cl_->clWaitForEvents(1, &event), CL_SUCCESS);
    EXPECT_EQ(
        cl_->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, nullptr),
        CL_SUCCESS);
    EXPECT_NE(time, 0u);
    EXPECT_EQ(PropertiesOf(*cl_, plain), 0u);
  }
  // With the last such queue the last of ours is gone from the table.
  const auto* table = *reinterpret_cast<opencl::Dispatch**>(program->platform);
  const auto ours = table->clGetCommandQueueInfo;
  EXPECT_EQ(cl_->clRetainCommandQueue(plain), CL_SUCCESS);
  for (cl_command_queue queue : {plain, plain, listed, asked}) {
    if (queue == nullptr) continue;
    EXPECT_EQ(cl_->clReleaseCommandQueue(queue), CL_SUCCESS);
  }
  EXPECT_EQ(Info().hidden_queues, 0u);
  rocjfr_poll();
  if (!is_layer) {
    EXPECT_NE(table->clGetCommandQueueInfo, ours);
  }
}

TEST_F(PoclTest, AlwaysGivesQueuesOfBeforeTheirTimes) {
  Begin(0);
  ASSERT_EQ(rocjfr_set_opencl_profiling(1), ROCJFR_STATUS_SUCCESS);
  PROGRAM_OR_SKIP();
  cl_command_queue queue = program->Queue();
  EXPECT_EQ(PropertiesOf(*cl_, queue), 0u);
  EXPECT_EQ(Info().hidden_queues, 1u);
  cl_kernel kernel = program->Kernel("nothing");
  rocjfr_set_wanted(kClApi | kClOps);
  ASSERT_EQ(program->Launch(queue, kernel, 1), CL_SUCCESS);
  ASSERT_EQ(cl_->clFinish(queue), CL_SUCCESS);
  Finish();
  const Recorded recorded = Take();
  ASSERT_EQ(recorded.work.size(), 1u);
  ExpectSound(recorded);
}

TEST_F(PoclTest, ContextAndQueueMayGoAtOnce) {
  Begin();
  PROGRAM_OR_SKIP();
  cl_kernel kernel = program->Kernel("nothing");
  cl_command_queue queue = program->Queue();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(program->Launch(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(cl_->clReleaseKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(cl_->clReleaseProgram(program->program), CL_SUCCESS);
  EXPECT_EQ(cl_->clReleaseCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(cl_->clReleaseContext(program->context), CL_SUCCESS);
  Finish();
  EXPECT_EQ(Take().Ops(ROCJFR_OP_DISPATCH), 100u);
  EXPECT_EQ(Info().hidden_queues, 0u);
}

}  // namespace
}  // namespace rocjfr::test
