// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What handles mean: streams, kernels and devices, also where the runtime gives a handle out again.
#include <set>
#include <thread>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

constexpr uint64_t kLegacy = 1, kPerThread = 2;  // hipStreamLegacy, hipStreamPerThread
constexpr uint64_t kPatienceNs = 250'000'000;    // of a stream's end

class StubHandles : public StubTest {
 protected:
  rocjfr_submit_t Copy(uint64_t stream) {
    CopyArguments copy;
    copy.stream = stream;
    stub().Call(STUBHIP_hipMemcpyAsync, copy, [] {});
    return One(ROCJFR_DOMAIN_HIP_API).submit;
  }
  std::string Launch(const void* function) {
    LaunchArguments launch;
    launch.function = function;
    stub().Call(STUBHIP_hipModuleLaunchKernel, launch, [] {});
    const char* symbol = rocjfr_name_symbol(One(ROCJFR_DOMAIN_HIP_API).submit.submit_name);
    return symbol == nullptr ? "" : symbol;
  }
  // What is made from now on is made on other devices.
  void TurnDevices(uint32_t by) { stub().Symbol<void (*)(uint32_t)>("stubhip_turn_devices")(by); }
  void Pause() { ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS); }
  void Resume(uint32_t wanted = kApi | kOps) {
    ASSERT_EQ(rocjfr_set_wanted(wanted), ROCJFR_STATUS_SUCCESS);
    Taken();
  }
};
ROCJFR_BOTH_GENERATIONS(StubHandles);

TEST_P(StubHandles, AStreamThatWasDestroyedWhileNobodyTracedIsAnother) {
  Start();
  const int32_t first = Copy(0x5000).submit_stream;
  Pause();
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0x5000}, [] {});
  Resume();
  EXPECT_GT(Copy(0x5000).submit_stream, first);
}

// The handle is given out for another device's stream: destroyed during a recording, while nobody
// traced, and where nobody was told of it.
TEST_P(StubHandles, AHandleThatComesAgainMayBeAnotherDevices) {
  Start();
  const auto destroy = [&] {
    stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0x5000}, [] {});
    Taken();
  };
  EXPECT_EQ(Copy(0x5000).submit_device, 1);
  destroy();
  TurnDevices(1);
  EXPECT_EQ(Copy(0x5000).submit_device, 2);
  Pause();
  destroy();
  TurnDevices(2);
  Resume();
  EXPECT_EQ(Copy(0x5000).submit_device, 3);
  Pause();
  TurnDevices(3);
  Resume();
  // The work says so, too.
  CopyArguments copy;
  copy.stream = 0x5000;
  stub().Complete(stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, copy, ROCJFR_OP_COPY), kCopyWork);
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  for (const Activity& activity : taken) EXPECT_EQ(activity.submit.submit_device, 0);
}

TEST_P(StubHandles, AResetDevicesHandleMayBeAnotherDevices) {
  Start();
  EXPECT_EQ(Copy(0x5000).submit_device, 1);
  stub().Symbol<void (*)(int)>("stubhip_set_device")(1);
  stub().Call(STUBHIP_hipDeviceReset);
  Taken();
  TurnDevices(2);
  EXPECT_EQ(Copy(0x5000).submit_device, 3);
}

// Of HIP 7.2, which says what records will come.
class StubStreamEnd : public StubHandles {
 protected:
  stubhip_command_t Query() {
    const auto announce = stub().Symbol<void (*)(uint32_t)>("stubhip_announce");
    stubhip_command_t marker;
    stub().Call(STUBHIP_hipStreamQuery, StreamArgument{0x5000}, [&] {
      marker = stub().Submit(ROCJFR_OP_BARRIER);
      announce(ROCJFR_OP_BARRIER);
    });
    return marker;
  }
  void Tell(const stubhip_command_t& marker) { stub().Complete(marker, kMarkerWork); }
  // With a marker, or alone; neither is told.
  void Copy(uint32_t op) {
    CopyArguments copy;
    copy.stream = 0x5000;
    stub().Call(STUBHIP_hipMemcpyAsync, copy, [&] {
      stub().Submit(op);
      stub().Symbol<void (*)(uint32_t)>("stubhip_announce")(op);
    });
  }
  uint64_t Destroy() {
    const uint64_t begin_ns = MonotonicTime();
    uint64_t took_ns = 0;
    stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0x5000},
                [&] { took_ns = MonotonicTime() - begin_ns; });
    return took_ns;
  }
  // It takes less than patience: at the latest when the machine lets it.
  template <typename Use>
  bool EndsSoon(Use use) {
    for (int i = 0; i < 20; ++i) {
      use();
      if (Destroy() < kPatienceNs) return true;
    }
    return false;
  }
};
INSTANTIATE_TEST_SUITE_P(Hook, StubStreamEnd, testing::Values("tracer"));

TEST_P(StubStreamEnd, ARecordThatDoesNotComeIsAwaitedOnceAndThatIsNotTheCallsTime) {
  Start();
  Query();
  Taken();
  const uint64_t begin_ns = MonotonicTime();
  EXPECT_GE(Destroy(), kPatienceNs);
  EXPECT_GE(One(ROCJFR_DOMAIN_HIP_API).record.begin_ns, begin_ns + kPatienceNs);
}

TEST_P(StubStreamEnd, ARecordThatHasComeIsNotAwaited) {
  Start(kOps);
  EXPECT_TRUE(EndsSoon([&] { Tell(Query()); }));
}

TEST_P(StubStreamEnd, NorOneThatCameWhenNobodyWantedItAnyMore) {
  Start();
  EXPECT_TRUE(EndsSoon([&] {
    Resume(kApi | kOps);
    const stubhip_command_t marker = Query();
    Resume(kApi);
    Tell(marker);
  }));
}

TEST_P(StubStreamEnd, WorkAndItsMarkersAreAwaitedWhereTheyAreSynchronised) {
  Start();
  EXPECT_TRUE(EndsSoon([&] { Copy(ROCJFR_OP_COPY); }));
  EXPECT_TRUE(EndsSoon([&] { Copy(ROCJFR_OP_BARRIER); }));
  for (const uint32_t op : {ROCJFR_OP_COPY, ROCJFR_OP_BARRIER}) {
    Copy(op);
    stub().Call(STUBHIP_hipStreamSynchronize, StreamArgument{0x5000}, [] {});
    EXPECT_GE(Destroy(), kPatienceNs) << op;
  }
}

TEST_P(StubHandles, AKernelThatWasUnloadedWhileNobodyTracedIsAnother) {
  Start();
  char handle[16] = "first";
  EXPECT_EQ(Launch(handle), "first");
  Pause();
  stub().Call(STUBHIP_hipModuleUnload);
  strcpy(handle, "second");
  Resume();
  EXPECT_EQ(Launch(handle), "second");
}

// A graph's node takes functions where host pointers stand, too.
TEST_P(StubHandles, AFunctionThatANodeWasMadeOfKeepsItsName) {
  Start();
  const char function[] = "#kernel";
  const struct Params {
    uint64_t unused[3];
    const void* function;
    uint64_t rest[4];
  } params = {{}, function, {}};
  const struct Arguments {
    uint64_t unused[6];
    const void* params;
  } arguments = {{}, &params};
  stub().Call(STUBHIP_hipGraphAddKernelNode, arguments, [] {});
  EXPECT_EQ(One(ROCJFR_DOMAIN_HIP_API).submit.submit_name, 0u);
  EXPECT_EQ(Launch(function), "#kernel");
}

// A filter that leaves these calls out says nothing about the handles that they free.
TEST_P(StubHandles, CallsThatAreNotRecordedFreeHandlesAllTheSame) {
  Start(kApi);
  ASSERT_EQ(rocjfr_set_filter("hipMemcpyAsync,hipModuleLaunchKernel", 0, 0), ROCJFR_STATUS_SUCCESS);
  const int32_t first = Copy(0x5000).submit_stream;
  char handle[16] = "first";
  EXPECT_EQ(Launch(handle), "first");
  stub().Call(STUBHIP_hipStreamDestroy, StreamArgument{0x5000}, [] {});
  stub().Call(STUBHIP_hipModuleUnload);
  strcpy(handle, "second");
  EXPECT_TRUE(Taken().empty());
  EXPECT_GT(Copy(0x5000).submit_stream, first);
  EXPECT_EQ(Launch(handle), "second");
}

TEST_P(StubHandles, AResetDevicesStreamsAreGone) {
  Start();
  const rocjfr_submit_t gone = Copy(0x5000), stays = Copy(0x6000);
  ASSERT_EQ(gone.submit_device, 1);
  ASSERT_EQ(stays.submit_device, 2);
  char handle[16] = "first";
  EXPECT_EQ(Launch(handle), "first");
  stub().Symbol<void (*)(int)>("stubhip_set_device")(1);
  stub().Call(STUBHIP_hipDeviceReset);
  strcpy(handle, "second");
  Taken();
  EXPECT_GT(Copy(0x5000).submit_stream, gone.submit_stream);
  EXPECT_EQ(Copy(0x6000).submit_stream, stays.submit_stream) << "of another device";
  EXPECT_EQ(Launch(handle), "second");
}

TEST_P(StubHandles, TheLegacyStreamIsTheDefaultOne) {
  Start();
  stub().Symbol<void (*)(int)>("stubhip_set_device")(3);
  const rocjfr_submit_t legacy = Copy(kLegacy);
  EXPECT_EQ(legacy.submit_stream, 0);
  EXPECT_EQ(legacy.submit_device, 3);
}

TEST_P(StubHandles, EachThreadHasItsOwnPerThreadStreamOnEachDevice) {
  Start();
  const auto set_device = stub().Symbol<void (*)(int)>("stubhip_set_device");
  const rocjfr_submit_t mine = Copy(kPerThread);
  EXPECT_GT(mine.submit_stream, 0);
  EXPECT_EQ(mine.submit_device, 0);
  EXPECT_EQ(Copy(kPerThread).submit_stream, mine.submit_stream);
  set_device(1);
  const rocjfr_submit_t elsewhere = Copy(kPerThread);
  EXPECT_EQ(elsewhere.submit_device, 1);
  std::set<int32_t> numbers = {0, mine.submit_stream, elsewhere.submit_stream,
                               Copy(0x5000).submit_stream};
  // One after another: what is kept of an ended thread is given to the next one.
  for (int i = 0; i < 3; ++i) {
    std::thread([&] { numbers.insert(Copy(kPerThread).submit_stream); }).join();
  }
  EXPECT_EQ(numbers.size(), 7u);
  set_device(0);
  EXPECT_EQ(Copy(kPerThread).submit_stream, mine.submit_stream);
}

TEST_P(StubHandles, AStreamThatTheCallDoesNotTellIsUnknown) {
  Start();
  const uint64_t function = 0x1000;
  const auto command = stub().CallAndSubmit(STUBHIP_hipLaunchByPtr, function, ROCJFR_OP_DISPATCH);
  stub().Complete(command, kKernelWork);
  const auto taken = Taken();
  ASSERT_EQ(taken.size(), 2u);
  for (const Activity& activity : taken) {
    ASSERT_TRUE(activity.has_submit);
    EXPECT_EQ(activity.submit.submit_stream, -1);
    EXPECT_EQ(activity.submit.submit_device, -1);
  }
}

struct PeerArguments {
  const void* dst = nullptr;
  int32_t dst_device = 0;
  uint32_t padding = 0;
  const void* src = nullptr;
  int32_t src_device = 0;
  uint32_t padding2 = 0;
  uint64_t bytes = 0;
  uint64_t stream = 0;
};

TEST_P(StubHandles, ACopyBetweenDevicesNamesBoth) {
  Start();
  PeerArguments peer;
  peer.dst_device = 3;
  peer.src_device = 2;
  peer.bytes = 4096;
  peer.stream = 0x1000;
  const auto plain = stub().CallAndSubmit(STUBHIP_hipMemcpyPeerAsync, peer, ROCJFR_OP_COPY);
  stub().Complete(plain, kCopyWork);
  // HIP 5.2 makes it by a plain copy.
  stubhip_command_t nested;
  stub().Call(STUBHIP_hipMemcpyPeerAsync, peer, [&] {
    CopyArguments copy;
    copy.bytes = peer.bytes;
    copy.kind = 3;
    nested = stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, copy, ROCJFR_OP_COPY);
  });
  stub().Complete(nested, kCopyWork);
  const auto taken = Taken();
  EXPECT_EQ(taken.size(), 5u);
  for (const Activity& activity : taken) {
    ASSERT_TRUE(activity.has_submit);
    EXPECT_EQ(activity.submit.submit_source, 2);
    EXPECT_EQ(activity.submit.submit_destination, 3);
  }
  const rocjfr_submit_t within = Copy(0x1000);
  EXPECT_EQ(within.submit_source, -1);
  EXPECT_EQ(within.submit_destination, -1);
}

}  // namespace
}  // namespace rocjfr::test
