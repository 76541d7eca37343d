// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// On PoCL: real kernels, on the processor.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <random>
#include <thread>

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

// Every piece of work is joined to its call, and its times are in order. Not `rectangles`: their
// times may be missing; AMD's 7.2.4 has them end before they begin.
void ExpectSound(const Recorded& recorded, bool rectangles = true) {
  for (const Activity& piece : recorded.work) {
    ASSERT_TRUE(piece.has_submit);
    const auto call = recorded.call_of.find(piece.record.correlation_id);
    ASSERT_NE(call, recorded.call_of.end()) << piece.record.correlation_id;
    EXPECT_EQ(piece.thread_ref(), call->second->thread_ref());
    const bool rectangle = piece.record.kind == CL_COMMAND_READ_BUFFER_RECT ||
                           piece.record.kind == CL_COMMAND_WRITE_BUFFER_RECT;
    if (rectangle && !rectangles && piece.work.work_untimed != 0) continue;
    EXPECT_EQ(piece.work.work_untimed, 0u) << std::hex << piece.record.kind;
    EXPECT_LE(piece.work.work_queued_ns, piece.work.work_submitted_ns);
    EXPECT_LE(piece.work.work_submitted_ns, piece.record.begin_ns);
    EXPECT_LE(piece.record.begin_ns, piece.record.end_ns);
    // Queued while the call ran, as far as the clocks can tell.
    const uint64_t error = piece.work.work_error_ns;
    EXPECT_GE(piece.work.work_queued_ns + error, call->second->record.begin_ns);
    EXPECT_LE(piece.work.work_queued_ns, call->second->record.end_ns + error);
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

// The loader calls us when the program begins to use OpenCL: nothing of it is missed.
TEST_F(PoclTest, TheProgramsFirstCallsAreThere) {
  Options options;
  rocjfr_options_t c = ToC(options);
  c.early = 1;
  char error[256] = "";
  ASSERT_EQ(rocjfr_initialize(&c, error, sizeof(error)), ROCJFR_STATUS_SUCCESS) << error;
  rocjfr_set_wanted(kClApi | kClOps);
  ClProgram program(*cl_);  // no poll in between
  if (!program.works()) GTEST_SKIP() << "PoCL is not installed: no device";
  const Recorded recorded = Take();
  EXPECT_EQ(recorded.Count("clGetDeviceIDs"), 1u);
  EXPECT_EQ(recorded.Count("clCreateContext"), 1u);
  EXPECT_STREQ(Info().way, "tables patched");
}

TEST_F(PoclTest, ARecordingOfHipLeavesTheTablesAlone) {
  Begin({}, kApi | kOps | kRoctx);
  PROGRAM_OR_SKIP();
  const auto* table = *reinterpret_cast<opencl::Dispatch**>(program->platform);
  const opencl::Dispatch before = *table;
  rocjfr_poll();
  EXPECT_EQ(Info().platforms, 0u);
  EXPECT_EQ(memcmp(&before, table, sizeof(before)), 0);
  rocjfr_set_wanted(kClApi);
  EXPECT_NE(before.clFinish, table->clFinish);
  rocjfr_set_wanted(0);
  EXPECT_EQ(memcmp(&before, table, sizeof(before)), 0);
}

TEST_F(PoclTest, QueuesAnswerAsTheProgramMadeThem) {
  Begin();
  PROGRAM_OR_SKIP();
  const auto properties_of = [&](cl_command_queue queue) {
    cl_command_queue_properties properties = 77;
    EXPECT_EQ(cl_->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties),
                                         &properties, nullptr),
              CL_SUCCESS);
    return properties;
  };
  cl_command_queue plain = program->Queue();
  cl_command_queue asked = program->Queue(CL_QUEUE_PROFILING_ENABLE);
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                      0};
  cl_command_queue listed =
      cl_->clCreateCommandQueueWithProperties(program->context, program->device, list, nullptr);
  const bool unordered = program->Unordered() != 0;
  ASSERT_EQ(listed != nullptr, unordered);
  EXPECT_EQ(properties_of(plain), 0u);
  EXPECT_EQ(properties_of(asked), cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE});
  if (unordered) {
    EXPECT_EQ(properties_of(listed),
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
    EXPECT_EQ(properties_of(plain), 0u);
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
  EXPECT_NE(table->clGetCommandQueueInfo, ours);
}

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
  EXPECT_EQ(rocjfr_in_flight(), uint64_t{kThreads} * kEach);
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
  EXPECT_GE(recorded.work.size() + Lost(ROCJFR_DOMAIN_OPENCL_OPS),
            recorded.Count("clEnqueueNDRangeKernel"));
  EXPECT_LE(recorded.work.size() + Lost(ROCJFR_DOMAIN_OPENCL_OPS), size_t{kThreads} * kEach);
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

TEST_F(PoclTest, AlwaysGivesQueuesOfBeforeTheirTimes) {
  Begin({}, 0);
  ASSERT_EQ(rocjfr_set_opencl_profiling(1), ROCJFR_STATUS_SUCCESS);
  PROGRAM_OR_SKIP();
  cl_command_queue queue = program->Queue();
  cl_command_queue_properties properties = 77;
  cl_->clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties, nullptr);
  EXPECT_EQ(properties, 0u);
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
  Begin({}, kClApi | kMemory);
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
  Begin({}, kClApi | kMemory);
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
