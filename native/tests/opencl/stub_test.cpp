// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// On a vendor of our own: what PoCL does not do. Calls go by the objects' table, as a loader's do.
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <ctime>
#include <thread>

#include "fixture.h"
#include "stub_vendor.h"

namespace rocjfr::test {
namespace {

using opencl::Dispatch;

class StubOpenClTest : public OpenClTest, protected StubVendor {
 protected:
  void SetUp() override {}
};

constexpr int64_t kHourNs = 3600000000000;

// A vendor that starts HSA when it is asked for its platforms, which calls us.
TEST_F(StubOpenClTest, AVendorMayStartHsaWhileItIsFound) {
  Begin();
  Load();
  static std::atomic<int> starts{0};
  Find<void (*)(void (*)())>("stub_at_platforms")([] {
    ++starts;
    const auto on_load = reinterpret_cast<bool (*)(void*, uint64_t, uint64_t, const char* const*)>(
        dlsym(RTLD_DEFAULT, "OnLoad"));
    EXPECT_TRUE(on_load(nullptr, 0, 0, nullptr));
    rocjfr_poll();
  });
  rocjfr_poll();
  EXPECT_EQ(starts.load(), 1);
  EXPECT_EQ(Info().platforms, 1u);
  Use();
  Queue();
  EXPECT_EQ(Take().Count("clCreateCommandQueue"), 1u);
}

// Whether a call is recorded and whether its work is followed is read at once, as it begins.
TEST_F(StubOpenClTest, ARecordedCallHasItsWorkWhateverIsWantedMeanwhile) {
  static Dispatch table;
  options_.table = &table;
  Begin();
  Load();
  Find<void (*)(Dispatch*, bool)>("stub_fill")(&table, true);
  table.clGetKernelInfo = [](cl_kernel, cl_kernel_info, size_t, void*, size_t*) -> cl_int {
    rocjfr_set_wanted(0);
    return CL_INVALID_KERNEL;
  };
  static const auto enqueue = table.clEnqueueNDRangeKernel;
  table.clEnqueueNDRangeKernel = [](auto... arguments) {
    rocjfr_set_wanted(kClApi | kClOps);
    return enqueue(arguments...);
  };
  Use();
  const cl_command_queue queue = Queue();
  Launch(queue);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  end_(1, CL_COMPLETE);
  const Recorded recorded = Take();
  EXPECT_EQ(recorded.Count("clEnqueueNDRangeKernel"), 1u);
  EXPECT_EQ(recorded.Ops(ROCJFR_OP_DISPATCH), 1u);
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_OPENCL_OPS), 0u);
}

// HSA's start waits for no vendor, which may wait for that.
TEST_F(StubOpenClTest, TheStartOfHsaAsksNoVendor) {
  Begin();
  Load();
  static std::atomic<int> asked{0};
  Find<void (*)(void (*)())>("stub_at_platforms")([] { ++asked; });
  const auto on_load = reinterpret_cast<bool (*)(void*, uint64_t, uint64_t, const char* const*)>(
      dlsym(RTLD_DEFAULT, "OnLoad"));
  EXPECT_TRUE(on_load(nullptr, 0, 0, nullptr));
  EXPECT_EQ(asked.load(), 0);
  rocjfr_poll();
  EXPECT_EQ(asked.load(), 1);
}

// One device's clock can be read; of the other it is only known when work was queued.
TEST_F(StubOpenClTest, EachDeviceHasAClockOfItsOwn) {
  options_.clock_offset_ns[0] = kHourNs;
  options_.clock_offset_ns[1] = -98000000;
  options_.has_timer[1] = false;
  Begin();
  Load();
  Use();
  cl_command_queue queues[] = {Queue(0), Queue(1)};
  constexpr int kEach = 100;
  for (int i = 0; i < kEach; ++i) {
    Launch(queues[0]);
    Launch(queues[1]);
    ASSERT_EQ(end_(2, CL_COMPLETE), 2);
  }
  const Recorded recorded = Take();
  ASSERT_EQ(recorded.work.size(), 2u * kEach);
  int seen[2] = {};
  for (const Activity& piece : recorded.work) {
    const auto device = static_cast<int>(piece.record.device_id);
    ASSERT_TRUE(device == 0 || device == 1);
    ++seen[device];
    EXPECT_STREQ(rocjfr_name_symbol(piece.work.work_device_name),
                 device == 0 ? "Stub 0" : "Stub 1");
    const Activity& call = *recorded.call_of.at(piece.record.correlation_id);
    const uint64_t error = piece.work.work_error_ns;
    EXPECT_EQ(piece.work.work_untimed, 0u);
    EXPECT_GE(piece.work.work_queued_ns + error, call.record.begin_ns);
    EXPECT_LE(piece.work.work_queued_ns, call.record.end_ns + error);
    EXPECT_LE(piece.record.begin_ns, piece.record.end_ns);
    EXPECT_EQ(call.submit.submit_device, device);
  }
  EXPECT_EQ(seen[0], kEach);
  EXPECT_EQ(seen[1], kEach);
  EXPECT_EQ(events_(), 0);
}

TEST_F(StubOpenClTest, WhatEndsWithAnErrorIsCounted) {
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  Launch(queue);
  Launch(queue);
  EXPECT_EQ(end_(1, CL_OUT_OF_RESOURCES), 1);
  EXPECT_EQ(end_(1, CL_COMPLETE), 1);
  EXPECT_EQ(Take().work.size(), 1u);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_FAILED), 1u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

TEST_F(StubOpenClTest, WhatCannotBeFollowedIsCountedAndItsEventLetGo) {
  options_.refuses_callbacks = true;
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  cl_event event = nullptr;
  Launch(queue);
  Launch(queue, &event);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_FAILED), 2u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(end_(2, CL_COMPLETE), 2);
  EXPECT_EQ(events_(), 1);
  By(event).clReleaseEvent(event);
  EXPECT_EQ(events_(), 0);
}

// Where a clock cannot be read, what a command says of itself holds, whatever its call took.
TEST_F(StubOpenClTest, WorkEndsBeforeItsEndWasSeen) {
  options_.clock_offset_ns[0] = kHourNs;
  options_.has_timer[0] = false;
  options_.ends_at_once = true;
  options_.takes_ns = 20000000;
  Begin();
  Load();
  Use();
  Launch(Queue());
  timespec seen;
  clock_gettime(CLOCK_MONOTONIC, &seen);
  const Recorded recorded = Take();
  ASSERT_EQ(recorded.work.size(), 1u);
  const Activity& piece = recorded.work[0];
  const Activity& call = *recorded.call_of.at(piece.record.correlation_id);
  EXPECT_LE(piece.record.end_ns,
            static_cast<uint64_t>(seen.tv_sec) * 1000000000u + static_cast<uint64_t>(seen.tv_nsec));
  EXPECT_GE(piece.work.work_queued_ns, call.record.begin_ns);
}

TEST_F(StubOpenClTest, WorkThatEndsWithinItsCallIsThere) {
  options_.ends_at_once = true;
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  for (int i = 0; i < 1000; ++i) Launch(queue);
  EXPECT_EQ(Take().Ops(ROCJFR_OP_DISPATCH), 1000u);
  EXPECT_EQ(events_(), 0);
}

// At the stop nothing waits for ever: what is open is lost, once, and comes to nothing later.
TEST_F(StubOpenClTest, WhatIsInFlightAtTheEndIsLostOnce) {
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  for (int i = 0; i < 5; ++i) Launch(queue);
  EXPECT_EQ(end_(2, CL_COMPLETE), 2);
  EXPECT_EQ(rocjfr_in_flight(), 3u);
  rocjfr_set_wanted(0);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 3u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  rocjfr_set_wanted(kClApi | kClOps);
  Launch(queue);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  EXPECT_EQ(end_(4, CL_COMPLETE), 4);
  EXPECT_EQ(Take().work.size(), 3u);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_IN_FLIGHT), 3u);
  EXPECT_EQ(events_(), 0);
}

// AMD's refuses queues out of order by themselves, and takes them where profiling is asked for,
// too.
TEST_F(StubOpenClTest, WhatTheVendorRefusesIsRefused) {
  Begin();
  Load();
  Use();
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(By(context_).clCreateCommandQueue(context_, devices_[0],
                                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(Info().hidden_queues, 0u);
  cl_command_queue plain = Queue();
  EXPECT_NE(plain, nullptr);
  EXPECT_EQ(Info().hidden_queues, 1u);
}

// A context's vendor is asked nothing about a device that is not its own: it may take it for one.
TEST_F(StubOpenClTest, AnotherVendorsDeviceIsNoneOfTheContexts) {
  Begin();
  Load();
  Use();
  static Dispatch of_another;
  of_another = By(context_);
  struct {
    Dispatch* table;
    int number;
  } another = {&of_another, 0};
  const auto device = reinterpret_cast<cl_device_id>(&another);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(By(context_).clCreateCommandQueue(context_, device, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_EQ(Find<int (*)()>("stub_foreign")(), 1);  // the program's own call
}

// Of an event's references ours is not the program's business.
TEST_F(StubOpenClTest, ReferencesAreTheProgramsOwn) {
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  cl_event event = nullptr;
  Launch(queue, &event);
  const auto count = [&](const Dispatch& table) {
    cl_uint references = 0;
    table.clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(references), &references, nullptr);
    return references;
  };
  const cl_uint as_told = count(By(event));
  rocjfr_set_wanted(0);
  const cl_uint as_is = count(By(event));  // the vendor's own answer
  EXPECT_EQ(as_is, as_told + 1);
  By(event).clReleaseEvent(event);
  EXPECT_EQ(end_(1, CL_COMPLETE), 1);
  EXPECT_EQ(events_(), 0);
}

// A table as old platforms have it ends early, where the next page may not be touched; one that is
// read-only stays so.
TEST_F(StubOpenClTest, ShortAndReadOnlyTables) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  auto* memory = static_cast<char*>(
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  constexpr size_t kBytes = offsetof(Dispatch, clCreateSubDevices);  // OpenCL 1.1
  Dispatch whole = {};
  options_.version = "OpenCL 1.1 stub";
  options_.table = reinterpret_cast<Dispatch*>(memory + page - kBytes);
  Begin();
  Load();
  Find<void (*)(Dispatch*, bool)>("stub_fill")(&whole, false);
  memcpy(static_cast<void*>(options_.table), &whole, kBytes);
  ASSERT_EQ(mprotect(memory, page, PROT_READ), 0);
  ASSERT_EQ(mprotect(memory + page, page, PROT_NONE), 0);
  Find<void (*)(const StubOptions*)>("stub_configure")(&options_);
  Use();
  cl_command_queue queue = Queue();
  Launch(queue);
  EXPECT_EQ(end_(1, CL_COMPLETE), 1);
  EXPECT_EQ(Take().work.size(), 1u);
  rocjfr_set_wanted(0);
  By(queue).clReleaseCommandQueue(queue);
  rocjfr_poll();
  EXPECT_EQ(memcmp(options_.table, &whole, kBytes), 0);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  // read() into it tells without a signal whether it may be written.
  ASSERT_EQ(write(ends[1], "x", 1), 1);
  EXPECT_EQ(read(ends[0], memory, 1), -1);
}

// Threads enqueue, others end, recordings come and go: each piece that was followed is recorded or
// lost, and no event is kept.
TEST_F(StubOpenClTest, RecordedAndLostIsWhatWasFollowed) {
  Begin();
  Load();
  Use();
  cl_command_queue queue = Queue();
  constexpr int kThreads = 8, kEach = kSanitized ? 500 : 5000;
  constexpr int kAll = kThreads * kEach + 1;
  std::atomic<bool> done{false};
  std::atomic<int> ended{0};
  std::vector<std::thread> threads, enders;
  for (int i = 0; i < 2; ++i) {
    enders.emplace_back([&] {
      while (!done || ended < kAll) {
        const int now = end_(16, CL_COMPLETE);
        ended += now;
        if (now == 0) std::this_thread::yield();
      }
    });
  }
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < kEach; ++j) Launch(queue);
    });
  }
  std::thread starts([&] {
    for (int i = 0; i < 50; ++i) {
      rocjfr_set_wanted(kClApi);
      rocjfr_abandon_in_flight();
      rocjfr_set_wanted(kClApi | kClOps);
      std::this_thread::yield();
    }
  });
  for (std::thread& thread : threads) thread.join();
  starts.join();
  Launch(queue);  // wanted for certain: the others may all fall between two starts
  done = true;
  for (std::thread& thread : enders) thread.join();
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(events_(), 0);
  const Recorded recorded = Take();
  const uint64_t calls_lost = Lost(ROCJFR_DOMAIN_OPENCL_API);
  EXPECT_EQ(recorded.Count("clEnqueueNDRangeKernel") + calls_lost, uint64_t{kAll});
  const uint64_t work = recorded.work.size() + Lost(ROCJFR_DOMAIN_OPENCL_OPS);
  EXPECT_GT(recorded.work.size(), 0u);
  EXPECT_LE(work, uint64_t{kAll});
  for (const Activity& piece : recorded.work) {
    EXPECT_EQ(recorded.call_of.count(piece.record.correlation_id) + (calls_lost != 0 ? 1 : 0) > 0,
              true);
  }
}

}  // namespace
}  // namespace rocjfr::test
