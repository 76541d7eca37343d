// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records of API calls and the work they submit, one at a time.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

class StubCalls : public StubTest {};
ROCJFR_BOTH_GENERATIONS(StubCalls);

TEST_P(StubCalls, ACopyIsRecordedAndJoined) {
  Start();
  rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 4711);
  const uint64_t before = MonotonicTime();
  const CopyArguments arguments = {nullptr, nullptr, 4096, 1, 0, 0x1000};
  const auto command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, arguments, ROCJFR_OP_COPY);
  const uint64_t after = MonotonicTime();
  ASSERT_TRUE(command.traced);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  std::thread([&] { EXPECT_TRUE(stub().Complete(command, kCopyWork)); }).join();
  EXPECT_EQ(rocjfr_in_flight(), 0u);

  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  const Activity& api = taken[0];
  EXPECT_EQ(api.record.domain, uint32_t{ROCJFR_DOMAIN_HIP_API});
  EXPECT_EQ(api.record.op, uint32_t{STUBHIP_hipMemcpyAsync});
  EXPECT_STREQ(rocjfr_api_name(api.record.op), "hipMemcpyAsync");
  EXPECT_NE(api.record.correlation_id, 0u);
  EXPECT_LE(before, api.record.begin_ns);
  EXPECT_LE(api.record.begin_ns, api.record.end_ns);
  EXPECT_LE(api.record.end_ns, after);
  EXPECT_EQ(api.record.device_id, static_cast<uint32_t>(getpid()));
  EXPECT_EQ(api.record.thread_id, static_cast<uint32_t>(syscall(SYS_gettid)));
  EXPECT_EQ(api.record.queue_id, 4711u);
  EXPECT_EQ(api.record.bytes, 4096u);

  const Activity& op = taken[1];
  EXPECT_EQ(op.record.domain, uint32_t{ROCJFR_DOMAIN_HIP_OPS});
  EXPECT_EQ(op.record.op, uint32_t{ROCJFR_OP_COPY});
  EXPECT_EQ(op.record.kind, kCopyWork.kind);
  EXPECT_EQ(op.record.correlation_id, api.record.correlation_id);
  EXPECT_EQ(op.record.begin_ns, kCopyWork.begin_ns);
  EXPECT_EQ(op.record.end_ns, kCopyWork.end_ns);
  EXPECT_EQ(op.record.device_id, 1u);
  EXPECT_EQ(op.record.queue_id, 3u);
  EXPECT_EQ(op.record.bytes, 4096u);
  for (const Activity& activity : taken) {
    ASSERT_TRUE(activity.has_submit);
    EXPECT_EQ(activity.submit.submit_correlation_id, api.record.correlation_id);
    EXPECT_EQ(activity.submit.submit_external_id, 4711u);
    EXPECT_EQ(activity.submit.submit_thread, api.thread_ref());
    EXPECT_EQ(activity.submit.submit_bytes, 4096u);
    EXPECT_EQ(activity.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
    EXPECT_EQ(activity.submit.submit_shape, 1);
    EXPECT_GT(activity.submit.submit_stream, 0);
    EXPECT_EQ(activity.submit.submit_device, 1) << "of stream 0x1000, as the stub has it";
    EXPECT_EQ(activity.submit.submit_grid_x, 0u);
  }
}

TEST_P(StubCalls, ALaunchTellsItsKernelAndGrid) {
  Start();
  LaunchArguments arguments = {"_Z5saxpyjPf", {4, 3, 2}, {64, 2, 1}, 256, 0, 0};
  const auto command =
      stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, arguments, ROCJFR_OP_DISPATCH);
  ASSERT_TRUE(stub().Complete(command, kKernelWork));
  const Activity op = One(ROCJFR_DOMAIN_HIP_OPS);
  EXPECT_STREQ(rocjfr_name_demangled(op.record.thread_id), "saxpy(unsigned int, float*)");
  EXPECT_EQ(op.record.bytes, 0u) << "the kernel's name is no size";
  ASSERT_TRUE(op.has_submit);
  EXPECT_EQ(op.submit.submit_name, op.record.thread_id);
  EXPECT_EQ(op.submit.submit_grid_x, 4u);
  EXPECT_EQ(op.submit.submit_grid_y, 3u);
  EXPECT_EQ(op.submit.submit_grid_z, 2u);
  EXPECT_EQ(op.submit.submit_group_x, 64);
  EXPECT_EQ(op.submit.submit_group_y, 2);
  EXPECT_EQ(op.submit.submit_group_z, 1);
  EXPECT_EQ(op.submit.submit_lds_bytes, 256u);
  EXPECT_EQ(op.submit.submit_stream, 0) << "the default stream";
}

// The handle of a kernel whose library has gone may be another library's kernel. HIP 5.2 does not
// say what it has run.
TEST_P(StubCalls, AKernelThatTookAnothersPlaceHasItsOwnName) {
  if (!IsTracer()) GTEST_SKIP() << "see below";
  Start();
  char kernel[] = "_Z5firstv";
  const auto launch = [&] {
    LaunchArguments arguments;
    arguments.function = kernel;
    stub().Complete(stub().CallAndSubmit(STUBHIP_hipLaunchKernel, arguments, ROCJFR_OP_DISPATCH),
                    kKernelWork);
    return rocjfr_name_symbol(One(ROCJFR_DOMAIN_HIP_OPS).record.thread_id);
  };
  EXPECT_STREQ(launch(), "_Z5firstv");
  EXPECT_STREQ(launch(), "_Z5firstv");
  strcpy(kernel, "_Z5otherv");
  EXPECT_STREQ(launch(), "_Z5otherv");
  strcpy(kernel, "_Z5firstv");
  EXPECT_STREQ(launch(), "_Z5firstv");
}

TEST_P(StubCalls, TheNameOfAKernelsDescriptorIsTheKernels) {
  Start();
  const auto command = stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel,
                                            LaunchArguments{"_Z5saxpyjPf"}, ROCJFR_OP_DISPATCH);
  stubhip_work_t work = kKernelWork;
  work.kernel = "_Z5saxpyjPf.kd";
  stub().Complete(command, work);
  EXPECT_STREQ(rocjfr_name_symbol(One(ROCJFR_DOMAIN_HIP_OPS).record.thread_id), "_Z5saxpyjPf");
}

// Libraries come and go between two launches, and nobody looks for them in between.
TEST_P(StubCalls, AKernelOfALibraryThatTookAnothersPlace) {
  Start();
  char kernel[] = "_Z5firstv";
  const auto launch = [&] {
    LaunchArguments arguments;
    arguments.function = kernel;
    stubhip_work_t work = kKernelWork;
    work.kernel = nullptr;
    stub().Complete(stub().CallAndSubmit(STUBHIP_hipLaunchKernel, arguments, ROCJFR_OP_DISPATCH),
                    work);
    return rocjfr_name_symbol(One(ROCJFR_DOMAIN_HIP_OPS).record.thread_id);
  };
  if (IsTracer()) GTEST_SKIP() << "the runtime names it";
  EXPECT_STREQ(launch(), "_Z5firstv");
  void* library = dlopen((StubFolder("lazy") + "/../stubhsa/libhsa-runtime64.so.1").c_str(),
                         RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_STREQ(launch(), "_Z5firstv");
  dlclose(library);
  strcpy(kernel, "_Z5otherv");
  EXPECT_STREQ(launch(), "_Z5otherv");
}

TEST_P(StubCalls, AGridInWorkItemsIsCountedInGroups) {
  Start();
  LaunchArguments arguments = {"k", {1000, 1, 1}, {64, 1, 1}, 0, 0, 0};
  stub().CallAndSubmit(STUBHIP_hipExtModuleLaunchKernel, arguments, ROCJFR_OP_DISPATCH);
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_grid_x, 16u) << "the last one in part";
}

TEST_P(StubCalls, AGraphsKernelsAreJoinedToItsLaunch) {
  Start();
  struct {
    uint64_t graph, stream;
  } arguments = {1, 0x2000};
  std::vector<stubhip_command_t> commands;
  stub().Call(STUBHIP_hipGraphLaunch, arguments, [&] {
    for (int i = 0; i < 3; ++i) commands.push_back(stub().Submit(ROCJFR_OP_DISPATCH));
  });
  stubhip_work_t work = kKernelWork;
  for (const char* kernel : {"first", "second", "third"}) {
    work.kernel = kernel;
    EXPECT_TRUE(stub().Complete(commands.back(), work));
    commands.pop_back();
  }
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 4u);
  std::set<std::string> names;
  for (size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(taken[i].record.correlation_id, taken[0].record.correlation_id);
    EXPECT_EQ(taken[i].submit.submit_stream, taken[0].submit.submit_stream);
    const char* name = rocjfr_name_symbol(taken[i].record.thread_id);
    if (name != nullptr) names.insert(name);
  }
  // 5.2 names kernels by their launch only.
  EXPECT_EQ(names.size(), IsTracer() ? 3u : 0u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

TEST_P(StubCalls, SizesAndFillsComeFromTheArguments) {
  Start();
  struct {
    const void* dst;
    int value;
    uint32_t padding;
    uint64_t count, stream;
  } fill = {nullptr, 0, 0, 100, 0x3000};
  stub().CallAndSubmit(STUBHIP_hipMemsetD32Async, fill, ROCJFR_OP_COPY);
  const Activity api = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(api.submit.submit_bytes, 400u);
  EXPECT_EQ(api.submit.submit_copy, ROCJFR_COPY_FILL);

  // hipMemcpy3DParms: extent at 128, kind at 152.
  uint64_t parameters[20] = {};
  parameters[16] = 64, parameters[17] = 8, parameters[18] = 2, parameters[19] = 2;
  const uint64_t* pointer = parameters;
  stub().CallAndSubmit(STUBHIP_hipMemcpy3D, pointer, ROCJFR_OP_COPY);
  const Activity cube = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(cube.submit.submit_bytes, 1024u);
  EXPECT_EQ(cube.submit.submit_shape, 3);
  EXPECT_EQ(cube.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
}

TEST_P(StubCalls, DirectionsComeFromTheMemory) {
  Start();
  constexpr uint64_t kDevice = 0x100000, kHost = 0x200000, kManaged = 0x300000, kBytes = 0x10000;
  stub().Malloc(kDevice, kBytes);
  stub().Malloc(kManaged, kBytes, STUBHIP_hipMallocManaged);
  stub().Register(kHost, kBytes);
  const auto direction = [&](uint64_t to, uint64_t from, uint32_t kind) {
    Taken();
    CopyArguments copy;
    copy.dst = reinterpret_cast<const void*>(to);
    copy.src = reinterpret_cast<const void*>(from);
    copy.kind = 1;  // what the program says
    auto work = kCopyWork;
    work.kind = kind;
    stub().Complete(stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, copy, ROCJFR_OP_COPY), work);
    return uint32_t{One(ROCJFR_DOMAIN_HIP_OPS).submit.submit_copy};
  };
  constexpr uint32_t kRead = 0x11F3, kWrite = 0x11F4, kCopy = 0x11F5, kCopyRect = 0x1203;
  // A copy is one between devices on 5.2 where it is one line, and else where it is not.
  const uint32_t kSilent = IsTracer() ? kCopy : kCopyRect;
  const uint32_t kDevices = IsTracer() ? kCopyRect : kCopy;
  constexpr uint64_t kOther = 0x900000, kLast = kBytes - 1;
  EXPECT_EQ(direction(kDevice, kHost, kSilent), ROCJFR_COPY_HOST_TO_DEVICE);
  EXPECT_EQ(direction(kHost + kLast, kDevice + kLast, kSilent), ROCJFR_COPY_DEVICE_TO_HOST);
  EXPECT_EQ(direction(kDevice, kDevice, kSilent), ROCJFR_COPY_DEVICE_TO_DEVICE);
  EXPECT_EQ(direction(kHost, kHost, kSilent), ROCJFR_COPY_HOST_TO_HOST);
  EXPECT_EQ(direction(kManaged, kHost, kSilent), ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(direction(kManaged, kHost, kRead), ROCJFR_COPY_UNKNOWN);
  // All allocations were seen: other memory is pageable, or HIP does not know it.
  EXPECT_EQ(direction(kDevice, kOther, kWrite), ROCJFR_COPY_HOST_TO_DEVICE);
  EXPECT_EQ(direction(kOther, kDevice, kRead), ROCJFR_COPY_DEVICE_TO_HOST);
  EXPECT_EQ(direction(kDevice, kOther, kSilent), ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(direction(kDevice, kOther, kDevices), ROCJFR_COPY_UNKNOWN);
  stub().Call(STUBHIP_hipMemMap);
  // It may be mapped. Of an address that nobody knows the kind may tell.
  EXPECT_EQ(direction(kDevice, kOther, kSilent), ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(direction(kDevice, kOther, kDevices), ROCJFR_COPY_DEVICE_TO_DEVICE);
  EXPECT_EQ(direction(kDevice, kOther, kWrite), ROCJFR_COPY_HOST_TO_DEVICE);
  EXPECT_EQ(direction(kOther, kDevice, kRead), ROCJFR_COPY_DEVICE_TO_HOST);
  EXPECT_EQ(direction(kOther, kOther, kRead), ROCJFR_COPY_UNKNOWN);
  // Where memory and kind contradict each other nothing is known.
  EXPECT_EQ(direction(kOther, kDevice, kWrite), ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(direction(kDevice, kHost, kRead), ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(direction(kDevice, kHost, kDevices), ROCJFR_COPY_UNKNOWN);
  stub().Free(kDevice);
  EXPECT_EQ(direction(kDevice, kHost, kSilent), ROCJFR_COPY_UNKNOWN);
  stub().Malloc(kDevice, kBytes);
  EXPECT_EQ(direction(kDevice, kHost, kSilent), ROCJFR_COPY_HOST_TO_DEVICE);
}

// Of arguments that say nothing, and of those that name no memory, nothing is entered or read.
TEST_P(StubCalls, AllocationsWithWrongArgumentsDoNoHarm) {
  Start();
  rocjfr_set_wanted(kApi | kOps | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_MEMORY));
  void* const none = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (const uint64_t place : {uint64_t{0}, uint64_t{8}, reinterpret_cast<uint64_t>(none)}) {
    const uint64_t arguments[8] = {place, 0, 4096, 0, 0, 0, 0, 0};
    for (const uint32_t function :
         {STUBHIP_hipMalloc, STUBHIP_hipMallocManaged, STUBHIP_hipHostRegister, STUBHIP_hipFree}) {
      stub().Call(
          function, arguments, [] {}, 1);
      stub().Call(function);
    }
  }
  munmap(none, 4096);
  stub().Malloc(0x5000, 4096);
}

TEST_P(StubCalls, ArraysStandWhereTheVersionHasThem) {
  Start();
  // hipMemcpy2DToArrayAsync: in 5.2 the array itself stands behind its pointer.
  uint64_t arguments[24] = {};
  const size_t array = IsTracer() ? 0 : 8;
  arguments[5 + array] = 32, arguments[6 + array] = 4;  // width, height
  arguments[7 + array] = 1;                             // host to device
  arguments[8 + array] = 0x1000;
  stub().CallAndSubmit(STUBHIP_hipMemcpy2DToArrayAsync, arguments, ROCJFR_OP_COPY);
  const Activity api = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(api.submit.submit_bytes, 128u);
  EXPECT_EQ(api.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(api.submit.submit_device, 1);
}

TEST_P(StubCalls, ArgumentsOfACallThatIsGoingToFailAreNotFollowed) {
  Start();
  const uint64_t* null = nullptr;
  stub().Call(STUBHIP_hipMemcpy3D, null, [] {});
  LaunchArguments launch;
  launch.function = nullptr;
  stub().Call(STUBHIP_hipModuleLaunchKernel, launch, [] {});
  EXPECT_EQ(Taken(ROCJFR_DOMAIN_HIP_API).size(), 2u);
  EXPECT_EQ(rocjfr_in_flight(), 0u) << "nothing was submitted";
}

// The program names places where there is no memory: its calls fail, and nothing more.
TEST_P(StubCalls, NothingIsReadWhereArgumentsPointNowhere) {
  Start();
  constexpr int kInvalidValue = 1;
  const uint64_t nowhere[12] = {8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8};
  for (const uint32_t function :
       {STUBHIP_hipMemcpy3D, STUBHIP_hipModuleLaunchKernel, STUBHIP_hipGraphAddKernelNode}) {
    stub().Call(
        function, nowhere, [] {}, kInvalidValue);
  }
  for (const Activity& call : Taken(ROCJFR_DOMAIN_HIP_API)) {
    EXPECT_EQ(call.submit.submit_bytes, 0u);
    EXPECT_EQ(call.submit.submit_name, 0u);
  }
  EXPECT_EQ(rocjfr_in_flight(), 0u) << "nothing was submitted";
}

// A struct may be the last thing in its page, and shorter than the longest of them.
TEST_P(StubCalls, WhatLiesBehindAStructIsNotNeeded) {
  Start();
  constexpr size_t kPage = 4096, kBytes = 160;  // hipMemcpy3DParms
  auto* pages = static_cast<char*>(
      mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_EQ(mprotect(pages + kPage, kPage, PROT_NONE), 0);
  auto* parameters = reinterpret_cast<uint64_t*>(pages + kPage - kBytes);
  parameters[16] = 64, parameters[17] = 8, parameters[18] = 2;
  stub().CallAndSubmit(STUBHIP_hipMemcpy3D, parameters, ROCJFR_OP_COPY);
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_bytes, 1024u);
}

TEST_P(StubCalls, KernelHandlesMayBeReusedAfterAModuleIsUnloaded) {
  Start();
  char handle[16] = "first";
  LaunchArguments launch;
  launch.function = handle;
  const auto name = [&] {
    const auto command =
        stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, launch, ROCJFR_OP_DISPATCH);
    stub().Complete(command, kKernelWork);
    const char* symbol = rocjfr_name_symbol(One(ROCJFR_DOMAIN_HIP_OPS).record.thread_id);
    return std::string(symbol == nullptr ? "" : symbol);
  };
  EXPECT_EQ(name(), "first");
  EXPECT_EQ(name(), "first");
  snprintf(handle, sizeof(handle), "second");
  stub().Call(STUBHIP_hipModuleUnload, StreamArgument{}, [] {});
  Taken();
  EXPECT_EQ(name(), "second");
}

TEST_P(StubCalls, ADestroyedStreamsHandleIsAnotherStream) {
  Start();
  CopyArguments copy;
  copy.stream = 0x5000;
  const auto number = [&] {
    stub().Call(STUBHIP_hipMemcpyAsync, copy, [] {});
    return One(ROCJFR_DOMAIN_HIP_API).submit.submit_stream;
  };
  const int32_t first = number();
  EXPECT_EQ(number(), first);
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0x5000}, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_stream, first) << "it names what it destroys";
  EXPECT_GT(number(), first);
}

TEST_P(StubCalls, WorkOutsideAnyCallIsRecordedAlone) {
  Start();
  const auto command = stub().Submit(ROCJFR_OP_COPY);
  ASSERT_TRUE(stub().Complete(command, kCopyWork));
  const Activity op = One(ROCJFR_DOMAIN_HIP_OPS);
  EXPECT_FALSE(op.has_submit);
  EXPECT_EQ(op.record.correlation_id, 0u);
  EXPECT_EQ(op.thread_ref(), 0u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

TEST_P(StubCalls, TimesThatCannotBeAreNoDurationAndUsersAreTold) {
  Start();
  const auto report = [this](uint64_t begin_ns, uint64_t end_ns) {
    stubhip_work_t work = kKernelWork;
    work.begin_ns = begin_ns;
    work.end_ns = end_ns;
    EXPECT_TRUE(stub().Complete(stub().Submit(ROCJFR_OP_DISPATCH), work));
    return One(ROCJFR_DOMAIN_HIP_OPS).record;
  };
  EXPECT_EQ(report(1000, 2000).kind & ROCJFR_KIND_UNTIMED, 0u);
  EXPECT_STREQ(RuntimeInfo().message, "");
  for (const auto& [begin_ns, end_ns] :
       std::map<uint64_t, uint64_t>{{1000, 999}, {1001, 0}, {0, 1002}}) {
    const rocjfr_record_t record = report(begin_ns, end_ns);
    const uint64_t known = begin_ns != 0 ? begin_ns : end_ns;
    EXPECT_EQ(record.begin_ns, known);
    EXPECT_EQ(record.end_ns, known);
    EXPECT_EQ(record.kind, kKernelWork.kind | ROCJFR_KIND_UNTIMED);
  }
  const std::string told = "have no duration, because the runtime gave impossible times";
  EXPECT_EQ(rocjfr_adjusted_times(), 3u);
  EXPECT_EQ(RuntimeInfo().message, "1 or more pieces of work " + told);
  for (int i = 0; i < 96; ++i) report(1000, 0);
  EXPECT_EQ(RuntimeInfo().message, "10 or more pieces of work " + told);
  report(1000, 0);
  EXPECT_EQ(RuntimeInfo().message, "100 or more pieces of work " + told);
}

// Not all calls with work in flight can be remembered, however many they are.
TEST_P(StubCalls, WorkThatIsInFlightTooLongIsNotJoinedWhichIsTold) {
  Start(kOps);
  constexpr uint32_t kRemembered = 131072, kMore = 100;
  constexpr CopyArguments kArguments = {nullptr, nullptr, 4096, 1};
  const auto first = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, kArguments, ROCJFR_OP_COPY);
  const auto submit = [&](uint32_t copies) {
    for (uint32_t i = 0; i < copies; ++i) {
      stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, kArguments, ROCJFR_OP_COPY);
    }
  };
  submit(kRemembered / 2);
  EXPECT_STREQ(RuntimeInfo().message, "") << "there is room";
  submit(kRemembered / 2 + kMore);
  EXPECT_GE(rocjfr_in_flight(), kRemembered - kMore);
  EXPECT_LE(rocjfr_in_flight(), kRemembered);
  const uint64_t gave_way = kRemembered + kMore + 1 - rocjfr_in_flight();
  EXPECT_EQ(RuntimeInfo().message,
            std::string("the work of ") + (gave_way < 1000 ? "100" : "1000") +
                " or more calls is not joined with its calls, and rocjfr does not wait for it,"
                " because newer calls took their places");
  EXPECT_TRUE(stub().Complete(first, kCopyWork));
  EXPECT_FALSE(One(ROCJFR_DOMAIN_HIP_OPS).has_submit);
  EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT), 0u) << "it came";
}

TEST_P(StubCalls, WorkMayFinishBeforeItsCallReturns) {
  Start();
  stub().Call(STUBHIP_hipMemcpy, CopyArguments{}, [&] {
    const auto command = stub().Submit(ROCJFR_OP_COPY);
    std::thread([&] { EXPECT_TRUE(stub().Complete(command, kCopyWork)); }).join();
    EXPECT_EQ(rocjfr_in_flight(), 0u);
  });
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].record.correlation_id, taken[1].record.correlation_id);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

TEST_P(StubCalls, TheSubmittingThreadMayBeGone) {
  Start();
  stubhip_command_t command;
  uint32_t os_thread_id = 0;
  std::thread([&] {
    pthread_setname_np(pthread_self(), "gone");
    os_thread_id = static_cast<uint32_t>(syscall(SYS_gettid));
    command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  }).join();
  std::thread([] {}).join();
  ASSERT_TRUE(stub().Complete(command, kCopyWork));
  const Activity op = One(ROCJFR_DOMAIN_HIP_OPS);
  rocjfr_thread_info_t info;
  ASSERT_EQ(rocjfr_thread(op.thread_ref(), &info), ROCJFR_STATUS_SUCCESS);
  EXPECT_STREQ(info.name, "gone");
  EXPECT_EQ(info.os_thread_id, os_thread_id);
}

TEST_P(StubCalls, CallsNestEightDeep) {
  Start();
  constexpr int kDeep = 12, kTraced = 8;
  std::vector<stubhip_command_t> commands;
  std::function<void(int)> nest = [&](int depth) {
    stub().Call(STUBHIP_hipMemcpyAsync, CopyArguments{nullptr, nullptr, 100u + depth}, [&] {
      commands.push_back(stub().Submit(ROCJFR_OP_COPY));
      if (depth + 1 < kDeep) nest(depth + 1);
    });
  };
  for (int round = 0; round < 3; ++round) {
    commands.clear();
    nest(0);
    auto apis = Taken(ROCJFR_DOMAIN_HIP_API);
    ASSERT_EQ(apis.size(), size_t{kTraced});
    for (int depth = 0; depth < kTraced; ++depth) {
      const Activity& api = apis[kTraced - 1 - depth];  // the innermost returns first
      ASSERT_EQ(api.record.bytes, 100u + depth);
      ASSERT_TRUE(stub().Complete(commands[depth], kCopyWork));
      const Activity op = One(ROCJFR_DOMAIN_HIP_OPS);
      EXPECT_EQ(op.record.correlation_id, api.record.correlation_id);
      EXPECT_EQ(op.submit.submit_bytes, 100u + depth);
    }
    for (int depth = kTraced; depth < kDeep; ++depth) stub().Complete(commands[depth], kCopyWork);
    Taken();
  }
}

TEST_P(StubCalls, UnknownFunctionsAreNotTraced) {
  Start();
  for (const uint32_t id : {419u, 1000u}) stub().Call(id);
  EXPECT_TRUE(Taken().empty());
  EXPECT_EQ(rocjfr_api_name(419), nullptr);
  EXPECT_EQ(rocjfr_api_name(UINT32_MAX), nullptr);
  EXPECT_EQ(rocjfr_api_last(), 418u);
}

}  // namespace
}  // namespace rocjfr::test
