// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory until its last reference, on PoCL.
#include "pocl_fixture.h"

namespace rocjfr::test {
namespace {

// What OpenCL's memory amounts to now; how many frees were of nothing known.
struct Held {
  uint64_t bytes = 0, count = 0, unknown_frees = 0, not_tracked = 0;
};
Held HeldNow() {
  std::vector<rocjfr_memory_t> rows(500);
  rows.resize(rocjfr_memory(rows.data(), 500));
  Held held;
  for (const auto& row : rows) {
    constexpr uint32_t kOpenCl = 6;
    held.unknown_frees = row.unknown_frees;
    held.not_tracked = row.not_tracked;
    if (row.kind != kOpenCl) continue;
    held.bytes += row.bytes;
    held.count += row.count;
  }
  return held;
}
// The vendor may tell of an end on a thread of its own.
void AwaitHeld(uint64_t bytes, uint64_t count) {
  for (int i = 0; (HeldNow().bytes != bytes || HeldNow().count != count) && i < 600000; ++i)
    SleepMs(1);
  EXPECT_EQ(HeldNow().bytes, bytes);
  EXPECT_EQ(HeldNow().count, count);
  EXPECT_EQ(HeldNow().unknown_frees, 0u);
  EXPECT_EQ(HeldNow().not_tracked, 0u);
}

constexpr uint32_t kMemory = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_MEMORY);

TEST_F(PoclTest, MemoryIsHeldUntilItsLastReference) {
  Begin(kClApi | kMemory);
  PROGRAM_OR_SKIP();
  cl_mem buffer = program->Buffer(10000);
  AwaitHeld(10000, 1);
  cl_mem other = program->Buffer(500);
  AwaitHeld(10500, 2);
  const cl_buffer_region region = {0, 4096};
  cl_int error = 0;
  cl_mem part = cl_->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  AwaitHeld(10500, 2);  // memory of the other's
  ASSERT_EQ(cl_->clRetainMemObject(other), CL_SUCCESS);
  ASSERT_EQ(cl_->clReleaseMemObject(other), CL_SUCCESS);
  AwaitHeld(10500, 2);
  ASSERT_EQ(cl_->clReleaseMemObject(other), CL_SUCCESS);
  AwaitHeld(10000, 1);
  ASSERT_EQ(cl_->clReleaseMemObject(part), CL_SUCCESS);
  ASSERT_EQ(cl_->clReleaseMemObject(buffer), CL_SUCCESS);
  AwaitHeld(0, 0);
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 16;
  cl_mem image =
      cl_->clCreateImage(program->context, CL_MEM_READ_WRITE, &format, &shape, nullptr, &error);
  if (error == CL_SUCCESS) {
    AwaitHeld(1024, 1);
    ASSERT_EQ(cl_->clReleaseMemObject(image), CL_SUCCESS);
  }
  AwaitHeld(0, 0);
  ASSERT_EQ(cl_->clCreateBuffer(program->context, CL_MEM_READ_WRITE, 0, nullptr, &error), nullptr);
  AwaitHeld(0, 0);
}

const Cl* g_cl = nullptr;
void CL_CALLBACK FreeThem(cl_command_queue, cl_uint count, void* memory[], void* context) {
  for (cl_uint i = 0; i < count; ++i) g_cl->clSVMFree(static_cast<cl_context>(context), memory[i]);
}

TEST_F(PoclTest, SharedMemoryIsHeldUntilItIsFreedByEitherWay) {
  Begin(kClApi | kMemory);
  // Whatever calls are recorded.
  ASSERT_EQ(rocjfr_set_opencl_filter("clFinish", 0), ROCJFR_STATUS_SUCCESS);
  PROGRAM_OR_SKIP();
  g_cl = cl_.get();
  cl_command_queue queue = program->Queue();
  void* memory[3];
  const auto allocate = [&] {
    for (void*& one : memory) {
      one = cl_->clSVMAlloc(program->context, CL_MEM_READ_WRITE, 4096, 0);
      ASSERT_NE(one, nullptr);
    }
    AwaitHeld(3 * 4096, 3);
  };
  allocate();
  for (void* one : memory) cl_->clSVMFree(program->context, one);
  AwaitHeld(0, 0);
  // As a command: by the runtime, or by a function of the program's.
  allocate();
  ASSERT_EQ(cl_->clEnqueueSVMFree(queue, 2, memory, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  AwaitHeld(4096, 1);
  ASSERT_EQ(cl_->clEnqueueSVMFree(queue, 1, memory + 2, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(cl_->clFinish(queue), CL_SUCCESS);
  AwaitHeld(0, 0);
  allocate();
  ASSERT_EQ(
      cl_->clEnqueueSVMFree(queue, 3, memory, &FreeThem, program->context, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(cl_->clFinish(queue), CL_SUCCESS);
  AwaitHeld(0, 0);
}

}  // namespace
}  // namespace rocjfr::test
