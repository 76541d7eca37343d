// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// On PoCL: real kernels, on the processor.
#include <cstring>

#include "fixture.h"

namespace rocjfr::test {
namespace {

class PoclTest : public OpenClTest {
 protected:
  std::unique_ptr<ClProgram> ProgramOrSkip() {
    auto program = Program();
    if (!program->works()) return nullptr;
    return program;
  }
};
#define PROGRAM_OR_SKIP()                            \
  auto program = ProgramOrSkip();                    \
  if (program == nullptr)                            \
  GTEST_SKIP() << "PoCL is not installed: no device" \
                  " answered clGetDeviceIDs"

// Every piece of work is joined to its call, and its times are in order.
void ExpectSound(const Recorded& recorded) {
  for (const Activity& piece : recorded.work) {
    ASSERT_TRUE(piece.has_submit);
    const auto call = recorded.call_of.find(piece.record.correlation_id);
    ASSERT_NE(call, recorded.call_of.end()) << piece.record.correlation_id;
    EXPECT_EQ(piece.thread_ref(), call->second->thread_ref());
    EXPECT_EQ(piece.work.work_untimed, 0u);
    EXPECT_LE(piece.work.work_queued_ns, piece.work.work_submitted_ns);
    EXPECT_LE(piece.work.work_submitted_ns, piece.record.begin_ns);
    EXPECT_LE(piece.record.begin_ns, piece.record.end_ns);
    // Queued while the call ran, as far as the clocks can tell.
    const uint64_t error = piece.work.work_error_ns;
    EXPECT_GE(piece.work.work_queued_ns + error, call->second->record.begin_ns);
    EXPECT_LE(piece.work.work_queued_ns, call->second->record.end_ns + error);
    EXPECT_LE(error, 1000000u);
  }
}

TEST_F(PoclTest, AllOfALateRecordingIsThere) {
  Begin({}, 0);
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
  EXPECT_STREQ(Info().way, "tables patched");
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

}  // namespace
}  // namespace rocjfr::test
