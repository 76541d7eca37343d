// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Work of every kind, on PoCL.
#include <atomic>
#include <cstring>
#include <thread>

#include "pocl_fixture.h"

namespace rocjfr::test {
namespace {

TEST_F(PoclTest, WhatFailsLeavesNoTraceOfWork) {
  Begin();
  PROGRAM_OR_SKIP();
  cl_command_queue queue = program->Queue();
  cl_kernel kernel = program->Kernel();  // without its argument
  cl_mem buffer = program->Buffer(64);
  EXPECT_NE(program->Launch(queue, kernel, 64), CL_SUCCESS);
  char bytes[128];
  cl_event event = nullptr;
  EXPECT_NE(cl_->clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, sizeof(bytes), bytes, 0, nullptr,
                                     &event),
            CL_SUCCESS);
  EXPECT_EQ(cl_->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0, nullptr,
                                    nullptr, nullptr),
            nullptr);
  Finish();
  const Recorded recorded = Take();
  EXPECT_TRUE(recorded.work.empty());
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_OPENCL_OPS), 0u);
  size_t failed = 0;
  for (const Activity& call : recorded.calls) {
    const std::string name = rocjfr_opencl_api_name(call.record.op);
    if (name.rfind("clEnqueue", 0) != 0) continue;
    ++failed;
    ASSERT_GT(call.record.kind, 1u) << name;
    EXPECT_NE(rocjfr_opencl_error_name(1 - static_cast<int32_t>(call.record.kind)), nullptr);
  }
  EXPECT_EQ(failed, 3u);
}

void CL_CALLBACK Native(void* arguments) {
  ++**static_cast<std::atomic<int>**>(arguments);
}
void CL_CALLBACK Count(cl_event, cl_int, void* argument) {
  ++*static_cast<std::atomic<int>*>(argument);
}

// Maps, fills, images, sub-buffers, shared memory, native kernels, markers, callbacks of the
// program's own: each is what it is, once.
TEST_F(PoclTest, EveryKindOfWork) {
  Begin();
  ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);
  PROGRAM_OR_SKIP();
  cl_command_queue queue = program->Queue();
  cl_mem buffer = program->Buffer(4096), other = program->Buffer(4096);
  std::map<uint32_t, std::pair<size_t, uint64_t>> expected;  // by command: pieces, bytes
  const auto expect = [&](cl_int result, uint32_t command, uint64_t bytes) {
    EXPECT_EQ(result, CL_SUCCESS) << std::hex << command;
    if (result != CL_SUCCESS) return;
    ++expected[command].first;
    expected[command].second += bytes;
  };
  const int pattern = 7;
  expect(cl_->clEnqueueFillBuffer(queue, buffer, &pattern, sizeof(pattern), 0, 1024, 0, nullptr,
                                  nullptr),
         CL_COMMAND_FILL_BUFFER, 1024);
  expect(cl_->clEnqueueCopyBuffer(queue, buffer, other, 0, 0, 512, 0, nullptr, nullptr),
         CL_COMMAND_COPY_BUFFER, 512);
  const size_t origin[3] = {0, 0, 0}, region[3] = {16, 4, 2};
  char host[4096] = {};
  expect(cl_->clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0,
                                       host, 0, nullptr, nullptr),
         CL_COMMAND_WRITE_BUFFER_RECT, 128);
  expect(cl_->clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0,
                                      host, 0, nullptr, nullptr),
         CL_COMMAND_READ_BUFFER_RECT, 128);
  cl_int error = 0;
  const cl_buffer_region part = {1024, 2048};
  cl_mem sub = cl_->clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                      &part, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  expect(cl_->clEnqueueReadBuffer(queue, sub, CL_TRUE, 0, 2048, host, 0, nullptr, nullptr),
         CL_COMMAND_READ_BUFFER, 2048);
  void* mapped = cl_->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 256, 0, nullptr,
                                         nullptr, nullptr);
  expect(mapped != nullptr ? CL_SUCCESS : CL_MAP_FAILURE, CL_COMMAND_MAP_BUFFER, 256);
  expect(cl_->clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr),
         CL_COMMAND_UNMAP_MEM_OBJECT, 0);
  expect(cl_->clEnqueueMigrateMemObjects(queue, 1, &other, 0, 0, nullptr, nullptr),
         CL_COMMAND_MIGRATE_MEM_OBJECTS, 4096);
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 16;
  cl_mem image =
      cl_->clCreateImage(program->context, CL_MEM_READ_WRITE, &format, &shape, nullptr, &error);
  if (error == CL_SUCCESS) {
    const size_t all[3] = {16, 16, 1};
    expect(cl_->clEnqueueWriteImage(queue, image, CL_TRUE, origin, all, 0, 0, host, 0, nullptr,
                                    nullptr),
           CL_COMMAND_WRITE_IMAGE, 1024);
    expect(cl_->clEnqueueReadImage(queue, image, CL_TRUE, origin, all, 0, 0, host, 0, nullptr,
                                   nullptr),
           CL_COMMAND_READ_IMAGE, 1024);
  }
  void* shared = cl_->clSVMAlloc(program->context, CL_MEM_READ_WRITE, 4096, 0);
  if (shared != nullptr) {
    expect(cl_->clEnqueueSVMMemFill(queue, shared, &pattern, sizeof(pattern), 4096, 0, nullptr,
                                    nullptr),
           CL_COMMAND_SVM_MEMFILL, 4096);
    expect(cl_->clEnqueueSVMMemcpy(queue, CL_TRUE, host, shared, 1000, 0, nullptr, nullptr),
           CL_COMMAND_SVM_MEMCPY, 1000);
    expect(cl_->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, shared, 4096, 0, nullptr, nullptr),
           CL_COMMAND_SVM_MAP, 4096);
    expect(cl_->clEnqueueSVMUnmap(queue, shared, 0, nullptr, nullptr), CL_COMMAND_SVM_UNMAP, 0);
  }
  std::atomic<int> native{0}, called{0};
  std::atomic<int>* argument = &native;
  const cl_int made = cl_->clEnqueueNativeKernel(queue, &Native, &argument, sizeof(argument), 0,
                                                 nullptr, nullptr, 0, nullptr, nullptr);
  if (made == CL_SUCCESS) expect(made, CL_COMMAND_NATIVE_KERNEL, 0);
  cl_event marker = nullptr;
  expect(cl_->clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), CL_COMMAND_MARKER, 0);
  EXPECT_EQ(cl_->clSetEventCallback(marker, CL_COMPLETE, &Count, &called), CL_SUCCESS);
  EXPECT_EQ(cl_->clReleaseEvent(marker), CL_SUCCESS);  // before it is over, perhaps
  expect(cl_->clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), CL_COMMAND_BARRIER, 0);
  ASSERT_EQ(cl_->clFinish(queue), CL_SUCCESS);
  Finish();
  for (int i = 0; called == 0 && i < 600000; ++i) SleepMs(1);
  EXPECT_EQ(called, 1);
  EXPECT_EQ(native, made == CL_SUCCESS ? 1 : 0);
  std::map<uint32_t, std::pair<size_t, uint64_t>> found;
  const Recorded recorded = Take();
  for (const Activity& piece : recorded.work) {
    ++found[piece.record.kind].first;
    found[piece.record.kind].second += piece.record.bytes;
  }
  EXPECT_EQ(found, expected);
  for (const Activity& call : recorded.calls) {
    if (rocjfr_opencl_api_name(call.record.op) == std::string("clSVMAlloc")) {  // 1: succeeded
      EXPECT_EQ(call.record.kind, shared == nullptr ? 0u : 1u);
    }
  }
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_OPENCL_OPS), 0u);
  ExpectSound(recorded, strstr(Info().names, "AMD") == nullptr);
}

// 8 threads on 4 queues, half of them out of order, all behind a user event, while recordings come
// and go: each piece is recorded or counted as lost.
TEST_F(PoclTest, RecordedAndLostIsWhatWasEnqueued) {
  Begin();
  PROGRAM_OR_SKIP();
  constexpr int kThreads = 8, kEach = 400, kStarts = 50;
  cl_kernel kernel = program->Kernel("nothing");
  std::vector<cl_command_queue> queues;
  for (int i = 0; i < 4; ++i) {
    queues.push_back(program->Queue(i % 2 == 0 ? 0 : program->Unordered()));
  }
  cl_event gate = cl_->clCreateUserEvent(program->context, nullptr);
  ASSERT_NE(gate, nullptr);
  const auto launch = [&](bool gated) {
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        const size_t one = 1;
        for (int i = 0; i < kEach; ++i) {
          cl_command_queue queue = queues[(t + i) % queues.size()];
          EXPECT_EQ(cl_->clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr,
                                                gated ? 1 : 0, gated ? &gate : nullptr, nullptr),
                    CL_SUCCESS);
        }
        for (cl_command_queue queue : queues) cl_->clFlush(queue);
      });
    }
    return threads;
  };
  for (std::thread& thread : launch(true)) thread.join();
  // All of them, but for what PoCL runs before its event has come: one of an unordered queue now
  // and then, where several threads fill it. The stub's wait for sure.
  EXPECT_GT(rocjfr_in_flight(), 0u);
  EXPECT_LE(rocjfr_in_flight(), uint64_t{kThreads} * kEach);
  EXPECT_EQ(cl_->clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  for (cl_command_queue queue : queues) ASSERT_EQ(cl_->clFinish(queue), CL_SUCCESS);
  Finish();
  Recorded recorded = Take();
  EXPECT_EQ(recorded.Ops(ROCJFR_OP_DISPATCH), size_t{kThreads} * kEach);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_OPENCL_OPS), 0u);
  ExpectSound(recorded);

  // Every call that was recorded has its work recorded or lost.
  std::vector<std::thread> threads = launch(false);
  for (int i = 0; i < kStarts; ++i) {
    rocjfr_set_wanted(0);
    rocjfr_abandon_in_flight();
    rocjfr_set_wanted(kClApi | kClOps);
    SleepMs(1);
  }
  for (std::thread& thread : threads) thread.join();
  for (cl_command_queue queue : queues) ASSERT_EQ(cl_->clFinish(queue), CL_SUCCESS);
  Finish();
  recorded = Take();
  EXPECT_LE(recorded.work.size(), size_t{kThreads} * kEach);
  // Of some of those that it ran too early PoCL tells no end.
  EXPECT_GE(recorded.work.size() + Lost(ROCJFR_DOMAIN_OPENCL_OPS) + rocjfr_in_flight(),
            recorded.Count("clEnqueueNDRangeKernel"));
  EXPECT_LE(recorded.work.size() + Lost(ROCJFR_DOMAIN_OPENCL_OPS), size_t{kThreads} * kEach);
}

TEST_F(PoclTest, CommandBuffersByTheirExtension) {
  Begin();
  PROGRAM_OR_SKIP();
  const auto find = [&](const char* name) {
    return cl_->clGetExtensionFunctionAddressForPlatform(program->platform, name);
  };
  const auto create =
      reinterpret_cast<clCreateCommandBufferKHR_fn>(find("clCreateCommandBufferKHR"));
  const auto finalize =
      reinterpret_cast<clFinalizeCommandBufferKHR_fn>(find("clFinalizeCommandBufferKHR"));
  const auto enqueue =
      reinterpret_cast<clEnqueueCommandBufferKHR_fn>(find("clEnqueueCommandBufferKHR"));
  const auto command =
      reinterpret_cast<clCommandNDRangeKernelKHR_fn>(find("clCommandNDRangeKernelKHR"));
  if (create == nullptr || enqueue == nullptr) GTEST_SKIP() << "no cl_khr_command_buffer";
  cl_command_queue queue = program->Queue();
  cl_kernel kernel = program->Kernel("nothing");
  cl_int error = 0;
  cl_command_buffer_khr buffer = create(1, &queue, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const size_t one = 1;
  ASSERT_EQ(command(buffer, nullptr, nullptr, kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                    nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(enqueue(0, nullptr, buffer, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(cl_->clFinish(queue), CL_SUCCESS);
  Finish();
  const Recorded recorded = Take();
  EXPECT_EQ(recorded.Count("clEnqueueCommandBufferKHR"), 1u);
  EXPECT_EQ(recorded.Count("clCreateCommandBufferKHR"), 1u);
  ASSERT_EQ(recorded.work.size(), 1u);
  EXPECT_STREQ(rocjfr_name_symbol(recorded.work[0].record.thread_id), "[command buffer]");
  EXPECT_EQ(recorded.work[0].work.work_untimed, 0u);
}

}  // namespace
}  // namespace rocjfr::test
