// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What newer runtimes added: functions (7.13 to 10.2), and that they tell how many records they
// have yet to report.
#include <set>

#include "future_fixture.h"

namespace rocjfr::test {
namespace {

class StubNewer : public FutureTest {};
ROCJFR_FUTURE(StubNewer);

TEST_P(StubNewer, LaunchesByAConfigurationTellTheirs) {
  StartWith(1584);
  struct {
    uint32_t grid[3] = {4, 3, 2}, group[3] = {64, 2, 1};
    uint64_t lds = 256, stream = 0x1000, attributes = 0, attribute_count = 0;
  } config;
  struct {
    const void* config;
    uint64_t copy[7];
    const char* kernel;
  } arguments = {&config, {}, "_Z5saxpyjPf"};
  for (const uint32_t function : {STUBHIP_hipLaunchKernelExC, STUBHIP_hipDrvLaunchKernelEx}) {
    const auto command = stub().CallAndSubmit(function, arguments, ROCJFR_OP_DISPATCH);
    stubhip_work_t work = kKernelWork;
    work.kernel = arguments.kernel;
    stub().Complete(command, work);
    const auto taken = Taken();
    ASSERT_EQ(taken.size(), 2u);
    for (const Activity& activity : taken) {
      EXPECT_STREQ(rocjfr_name_demangled(activity.submit.submit_name),
                   "saxpy(unsigned int, float*)");
      EXPECT_EQ(activity.submit.submit_grid_x, 4u);
      EXPECT_EQ(activity.submit.submit_grid_z, 2u);
      EXPECT_EQ(activity.submit.submit_group_x, 64);
      EXPECT_EQ(activity.submit.submit_lds_bytes, 256u);
      EXPECT_GT(activity.submit.submit_stream, 0);
      EXPECT_EQ(activity.submit.submit_device, 1);
    }
  }
  arguments.config = nullptr;  // the call is going to fail
  stub().Call(STUBHIP_hipLaunchKernelExC, arguments, [] {});
  const Activity call = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(call.submit.submit_grid_x, 0u);
  EXPECT_EQ(call.submit.submit_stream, -1);
}

TEST_P(StubNewer, BatchesOfCopiesTellTheirBytes) {
  StartWith(1584);
  const uint64_t sizes[] = {100, 20, 3};
  uint64_t batch[17] = {};
  batch[4] = reinterpret_cast<uint64_t>(sizes);
  batch[6] = 3;
  batch[16] = 0x1000;
  stub().CallAndSubmit(STUBHIP_hipMemcpyBatchAsync, batch, ROCJFR_OP_COPY);
  const Activity copies = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(copies.submit.submit_bytes, 123u);
  EXPECT_EQ(copies.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(copies.submit.submit_device, 1);
  batch[6] = 5000;
  stub().Call(STUBHIP_hipMemcpyBatchAsync, batch, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_bytes, 0u) << "too many to add up";

  // Two operands of five words, extent, order and flags.
  uint64_t ops[2][14] = {};
  for (auto& op : ops) {
    op[0] = op[5] = 1;  // pointers
    op[10] = 8, op[11] = 4, op[12] = 2;
  }
  uint64_t cubes[20] = {2, reinterpret_cast<uint64_t>(ops)};
  cubes[19] = 0x2000;
  stub().Call(STUBHIP_hipMemcpy3DBatchAsync, cubes, [] {});
  const Activity call = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(call.submit.submit_bytes, 128u);
  EXPECT_EQ(call.submit.submit_shape, 3);
  EXPECT_EQ(call.submit.submit_device, 2);
  ops[1][5] = 2;  // an array, whose extent counts elements
  stub().Call(STUBHIP_hipMemcpy3DBatchAsync, cubes, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_bytes, 0u);
}

TEST_P(StubNewer, PeerCopiesAndKernelNodesTellTheirs) {
  StartWith(1584);
  uint64_t parameters[21] = {};
  parameters[8] = 3, parameters[17] = 5;
  parameters[18] = 16, parameters[19] = 4, parameters[20] = 2;
  uint64_t peer[23] = {reinterpret_cast<uint64_t>(parameters)};
  peer[22] = 0x1000;
  stub().Call(STUBHIP_hipMemcpy3DPeerAsync, peer, [] {});
  const Activity copy = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(copy.submit.submit_bytes, 128u);
  EXPECT_EQ(copy.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(copy.submit.submit_device, 1);
  EXPECT_EQ(copy.submit.submit_source, 3);
  EXPECT_EQ(copy.submit.submit_destination, 5);

  struct {
    uint32_t group[3] = {64, 1, 1}, padding = 0;
    uint64_t extra = 0;
    const char* kernel = "node";
    uint32_t grid[3] = {5, 1, 1}, more_padding = 0;
    uint64_t arguments = 0;
    uint32_t lds = 128;
  } node;
  uint64_t add[7] = {};
  add[6] = reinterpret_cast<uint64_t>(&node);
  stub().Call(STUBHIP_hipGraphAddKernelNode, add, [] {});
  const Activity call = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_STREQ(rocjfr_name_symbol(call.submit.submit_name), "node");
  EXPECT_EQ(call.submit.submit_grid_x, 5u);
  EXPECT_EQ(call.submit.submit_group_x, 64);
  EXPECT_EQ(call.submit.submit_lds_bytes, 128u);
  EXPECT_EQ(call.submit.submit_stream, -1);
}

TEST_P(StubNewer, CopyAndFillNodesTellTheirs) {
  StartWith(1584);
  uint64_t copy[20] = {};  // hipMemcpy3DParms
  copy[16] = 16, copy[17] = 4, copy[18] = 2, copy[19] = 1;
  uint64_t add[7] = {};
  add[6] = reinterpret_cast<uint64_t>(copy);
  stub().Call(STUBHIP_hipGraphAddMemcpyNode, add, [] {});
  const Activity copies = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(copies.submit.submit_bytes, 128u);
  EXPECT_EQ(copies.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(copies.submit.submit_stream, -1);
  const uint64_t fill[6] = {0x1000, 4, 3, 64, 7, 10};  // hipMemsetParams: 3 rows of 10 words
  add[6] = reinterpret_cast<uint64_t>(fill);
  stub().Call(STUBHIP_hipGraphAddMemsetNode, add, [] {});
  const Activity fills = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(fills.submit.submit_bytes, 120u);
  EXPECT_EQ(fills.submit.submit_copy, ROCJFR_COPY_FILL);
  add[6] = 0;  // the call is going to fail
  stub().Call(STUBHIP_hipGraphAddMemsetNode, add, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_bytes, 0u);
}

TEST_P(StubNewer, ADriversCopyTellsItsStreamAndBytes) {
  StartWith(1584);
  uint64_t parameters[23] = {};  // HIP_MEMCPY3D
  parameters[20] = 16, parameters[21] = 4, parameters[22] = 2;
  uint64_t copy[25] = {reinterpret_cast<uint64_t>(parameters)};
  copy[24] = 0x1000;
  stub().CallAndSubmit(STUBHIP_hipDrvMemcpy3DAsync, copy, ROCJFR_OP_COPY);
  const Activity call = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_EQ(call.submit.submit_bytes, 128u);
  EXPECT_EQ(call.submit.submit_copy, ROCJFR_COPY_UNKNOWN);
  EXPECT_EQ(call.submit.submit_device, 1);
  EXPECT_GT(call.submit.submit_stream, 0);
}

TEST_P(StubNewer, WhatTheRuntimeDoesNotHaveAnyMoreIsNotWaitedFor) {
  StartWith(1584);
  const auto command =
      stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, ROCJFR_OP_COPY);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  const stubhip_command_t lost = {command.op, 1, 0, nullptr};  // reported as nobody's
  stub().Complete(lost, kCopyWork);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  rocjfr_hold_waits(1);  // no time ends this wait
  EXPECT_EQ(rocjfr_quiesce(1, 1), 1u) << "the runtime has none left";
  rocjfr_hold_waits(0);
}

// A stream that was destroyed, though nobody knows which: any handle may come again.
TEST_P(StubNewer, AnUnknownStreamThatIsDestroyedMayBeAny) {
  StartWith(1584);
  CopyArguments copy;
  copy.stream = 0x5000;
  const auto number = [&] {
    stub().Call(STUBHIP_hipMemcpyAsync, copy, [] {});
    return One(ROCJFR_DOMAIN_HIP_API).submit.submit_stream;
  };
  const int32_t first = number();
  stub().SetFrame(1584, STUBHIP_FRAME_NO_ARGUMENTS);
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0x5000}, [] {});
  stub().SetFrame(1584, STUBHIP_FRAME_LEFT);
  Taken();
  const int32_t second = number();
  EXPECT_GT(second, first);
  // The streams of a context that is destroyed.
  stub().Call(STUBHIP_hipGreenCtxDestroy, StreamArgument{1}, [] {});
  Taken();
  EXPECT_GT(number(), second);
}

// A green context is a part of a device; its streams are streams as others.
TEST_P(StubNewer, StreamsOfGreenContextsAreAsOthers) {
  StartWith(1584);
  constexpr uint64_t kContext = 0x77, kFirst = 0x5000, kSecond = 0x6000;
  uint64_t handle = 0;
  // hipStream_t*, what it points to, the context, flags, priority
  const uint64_t create[] = {reinterpret_cast<uint64_t>(&handle), 0, kContext, 0};
  stub().Call(STUBHIP_hipExecutionCtxStreamCreate, create, [&] { handle = kFirst; });
  const Activity created = One(ROCJFR_DOMAIN_HIP_API);
  EXPECT_STREQ(rocjfr_api_name(created.record.op), "hipExecutionCtxStreamCreate");
  EXPECT_FALSE(created.has_submit) << "its argument is no stream";

  const auto number = [&](uint64_t stream, int device) {
    CopyArguments copy;
    copy.stream = stream;
    const auto command = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, copy, ROCJFR_OP_COPY);
    stub().Complete(command, kCopyWork);
    const auto taken = Taken();
    EXPECT_EQ(taken.size(), 2u);
    std::set<int32_t> numbers;
    for (const Activity& activity : taken) {
      EXPECT_EQ(activity.submit.submit_device, device);
      numbers.insert(activity.submit.submit_stream);
    }
    EXPECT_EQ(numbers.size(), 1u) << "the call's and the work's";
    return *numbers.begin();
  };
  const int32_t first = number(kFirst, 1), second = number(kSecond, 2);
  EXPECT_GT(first, 0);
  EXPECT_GT(second, first);
  EXPECT_EQ(number(kFirst, 1), first);
  LaunchArguments launch;
  launch.function = "kernel";
  launch.stream = handle;
  stub().Call(STUBHIP_hipModuleLaunchKernel, launch, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_stream, first);
  stub().Call(STUBHIP_hipStreamGetGreenCtx, StreamArgument{kFirst}, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_stream, first);

  // All of the context's streams end with it, also where a filter leaves the call out.
  stub().Call(STUBHIP_hipExecutionCtxDestroy, StreamArgument{kContext}, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_stream, -1);
  const int32_t third = number(kFirst, 1), fourth = number(kSecond, 2);
  EXPECT_GT(third, second);
  EXPECT_GT(fourth, third);
  ASSERT_EQ(rocjfr_set_filter("hipMemcpyAsync", 0, 0), ROCJFR_STATUS_SUCCESS);
  stub().Call(STUBHIP_hipExecutionCtxDestroy, StreamArgument{kContext}, [] {});
  EXPECT_TRUE(Taken().empty());
  EXPECT_GT(number(kFirst, 1), fourth);
}

}  // namespace
}  // namespace rocjfr::test
