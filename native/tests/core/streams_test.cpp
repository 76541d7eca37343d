// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/streams.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

#include "core.h"

namespace rocjfr::test {
namespace {

int DeviceOf(void* stream) {
  return static_cast<int>(reinterpret_cast<uintptr_t>(stream) % 3);
}

TEST(Streams, KeepTheirNumberAndDevice) {
  const StreamInfo a = LookUpStream(0x1000, &DeviceOf);
  const StreamInfo b = LookUpStream(0x2000, &DeviceOf);
  EXPECT_GT(a.number, 0) << "0 is the default stream";
  EXPECT_NE(a.number, b.number);
  EXPECT_EQ(a.device, 0x1000 % 3);
  EXPECT_EQ(b.device, 0x2000 % 3);
  EXPECT_EQ(LookUpStream(0x1000, &DeviceOf).number, a.number);
}

TEST(Streams, DeviceIsUnknownWhereTheRuntimeCannotSay) {
  EXPECT_EQ(LookUpStream(0x1000, nullptr).device, -1);
}

TEST(Streams, AHandleThatWasDestroyedIsAnotherStream) {
  const int32_t first = LookUpStream(0x1000, nullptr).number;
  const uint32_t epoch = g_stream_epoch.load();
  ForgetStream(0x1000);
  EXPECT_NE(g_stream_epoch.load(), epoch) << "threads must drop what they remember";
  EXPECT_GT(LookUpStream(0x1000, nullptr).number, first);
}

TEST(Streams, OfTheirEndsIsKnownWhatIsCertain) {
  const auto device = [](void* stream) { return stream == nullptr ? -1 : 0; };
  const int32_t destroyed = LookUpStream(0x1000, device).number;
  const int32_t reset = LookUpStream(0x2000, device).number;
  const int32_t unknown = LookUpStream(0x3000, nullptr).number;
  const int32_t own = NewStreamNumber();
  EXPECT_FALSE(IsEnded(destroyed));
  ForgetStream(0x1000);
  EXPECT_TRUE(IsEnded(destroyed));
  EXPECT_FALSE(IsEnded(reset));
  ForgetStreamsOf(0);
  EXPECT_TRUE(IsEnded(reset));
  EXPECT_FALSE(IsEnded(unknown)) << "it may be another device's";
  ForgetStreams();
  EXPECT_FALSE(IsEnded(unknown));
  EXPECT_FALSE(IsEnded(own));
  EXPECT_FALSE(IsEnded(kNoStream));
}

TEST(Streams, AHandleThatWasDestroyedMayBeAnotherDevices) {
  const auto on_seven = [](void*) { return 7; };
  EXPECT_EQ(LookUpStream(0x1000, &DeviceOf).device, 0x1000 % 3);
  EXPECT_EQ(LookUpStream(0x1000, on_seven).device, 0x1000 % 3) << "it is kept";
  ForgetStream(0x1000);
  EXPECT_EQ(LookUpStream(0x1000, on_seven).device, 7);
  ForgetStreamsOf(7);
  EXPECT_EQ(LookUpStream(0x1000, &DeviceOf).device, 0x1000 % 3);
  ForgetStreams();
  EXPECT_EQ(LookUpStream(0x1000, on_seven).device, 7);
}

TEST(Streams, ForgottenOnesAreBounded) {
  const int32_t first = LookUpStream(8, nullptr).number;
  const uint32_t epoch = g_stream_epoch.load();
  for (uint64_t handle = 16; handle < 16 + 8 * 65536; handle += 8) LookUpStream(handle, nullptr);
  EXPECT_NE(g_stream_epoch.load(), epoch);
  EXPECT_GT(LookUpStream(8, nullptr).number, first) << "numbered anew, never twice the same";
}

TEST(Streams, ThreadsAgreeOnNumbers) {
  constexpr int kThreads = 4, kStreams = 1000;
  std::vector<std::vector<int32_t>> numbers(kThreads);
  std::vector<std::thread> threads;
  for (auto& mine : numbers) {
    threads.emplace_back([&mine] {
      for (uint64_t i = 1; i <= kStreams; ++i) {
        mine.push_back(LookUpStream(i << 6, nullptr).number);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& mine : numbers) EXPECT_EQ(mine, numbers[0]);
  EXPECT_EQ(std::set<int32_t>(numbers[0].begin(), numbers[0].end()).size(), size_t{kStreams});
}

}  // namespace
}  // namespace rocjfr::test
