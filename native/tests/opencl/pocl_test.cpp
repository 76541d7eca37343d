// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When recordings begin and end, and what they leave alone, on PoCL.
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "pocl_fixture.h"

namespace rocjfr::test {
namespace {

TEST_F(PoclTest, AllOfALateRecordingIsThere) {
  Begin(0);
  PROGRAM_OR_SKIP();
  cl_command_queue queue = program->Queue();
  cl_kernel kernel = program->Kernel();
  constexpr size_t kItems = 4096, kLaunches = 1000;
  cl_mem buffer = program->Buffer(kItems * sizeof(int));
  std::vector<int> values(kItems, 5);
  ASSERT_EQ(cl_->clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, kItems * sizeof(int),
                                      values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl_->clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
  ASSERT_EQ(program->Launch(queue, kernel, kItems), CL_SUCCESS);
  ASSERT_EQ(cl_->clFinish(queue), CL_SUCCESS);

  rocjfr_set_wanted(kClApi | kClOps);
  ExpectRecords();
  cl_command_queue timed = program->Queue();
  for (size_t i = 0; i < kLaunches; ++i) {
    ASSERT_EQ(program->Launch(timed, kernel, kItems, 64), CL_SUCCESS);
  }
  ASSERT_EQ(cl_->clEnqueueReadBuffer(timed, buffer, CL_TRUE, 0, kItems * sizeof(int), values.data(),
                                     0, nullptr, nullptr),
            CL_SUCCESS);
  for (int value : values) ASSERT_EQ(value, 5 + 1 + static_cast<int>(kLaunches));
  Finish();
  rocjfr_set_wanted(0);
  EXPECT_STREQ(Info().way, "off");
  ASSERT_EQ(program->Launch(timed, kernel, kItems), CL_SUCCESS);
  ASSERT_EQ(cl_->clFinish(timed), CL_SUCCESS);

  const Recorded recorded = Take();
  EXPECT_EQ(recorded.Count("clEnqueueNDRangeKernel"), kLaunches);
  EXPECT_EQ(recorded.Count("clEnqueueReadBuffer"), 1u);
  EXPECT_EQ(recorded.Count("clCreateCommandQueue"), 1u);
  EXPECT_EQ(recorded.calls.size(), kLaunches + 2);
  EXPECT_EQ(recorded.Ops(ROCJFR_OP_DISPATCH), kLaunches);
  EXPECT_EQ(recorded.Ops(ROCJFR_OP_COPY), 1u);
  ExpectSound(recorded);
  for (const Activity& piece : recorded.work) {
    if (piece.record.op != ROCJFR_OP_DISPATCH) {
      EXPECT_EQ(piece.record.bytes, kItems * sizeof(int));
      EXPECT_EQ(piece.submit.submit_copy, ROCJFR_COPY_DEVICE_TO_HOST);
      continue;
    }
    EXPECT_STREQ(rocjfr_name_symbol(piece.record.thread_id), "increment");
    EXPECT_EQ(piece.work.work_global_x, kItems);
    EXPECT_EQ(piece.submit.submit_grid_x, kItems / 64);
    EXPECT_EQ(piece.submit.submit_group_x, 64u);
    EXPECT_NE(rocjfr_name_symbol(piece.work.work_device_name), nullptr);
  }
  for (const Activity& call : recorded.calls) EXPECT_EQ(call.record.kind, 1u);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_OPENCL_OPS) + Lost(ROCJFR_DOMAIN_OPENCL_API), 0u);
}

// The loader calls us when the program begins to use OpenCL: nothing of it is missed.
TEST_F(PoclTest, TheProgramsFirstCallsAreThere) {
  Begin();
  ClProgram program(*cl_);  // no poll in between
  if (!program.works()) GTEST_SKIP() << "PoCL is not installed: no device";
  const Recorded recorded = Take();
  EXPECT_EQ(recorded.Count("clGetDeviceIDs"), 1u);
  EXPECT_EQ(recorded.Count("clCreateContext"), 1u);
  ExpectRecords();
}

TEST_F(PoclTest, ARecordingOfHipLeavesTheTablesAlone) {
  OpenClTest::Begin({}, kApi | kOps | kRoctx);
  PROGRAM_OR_SKIP();
  const auto* table = *reinterpret_cast<opencl::Dispatch**>(program->platform);
  const opencl::Dispatch before = *table;
  rocjfr_poll();
  EXPECT_EQ(Info().platforms, 0u);
  EXPECT_EQ(memcmp(&before, table, sizeof(before)), 0);
  rocjfr_set_wanted(kClApi);
  if (strcmp(Info().way, "none") == 0)
    GTEST_SKIP() << "the loader makes PoCL's tables: nothing is patched";
  EXPECT_NE(before.clFinish, table->clFinish);
  rocjfr_set_wanted(0);
  EXPECT_EQ(memcmp(&before, table, sizeof(before)), 0);
}

TEST_F(PoclTest, AForkedChildRecordsNothingAndGoesOn) {
  Begin();
  PROGRAM_OR_SKIP();
  const pid_t child = fork();
  if (child == 0) {
    cl_uint count = 0;  // answered without a thread of the vendor's
    const bool works = cl_->clGetDeviceIDs(program->platform, CL_DEVICE_TYPE_ALL, 0, nullptr,
                                           &count) == CL_SUCCESS;
    _exit(works && count > 0 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace rocjfr::test
