// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The runtime's own kernels, with the arguments of both generations, without the runtime. What the
// arguments really are is seen by hip_test.cpp; here it is that they cannot do harm.

#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "hsa_fixture.h"

namespace rocjfr::softgpu::test {
namespace {

constexpr char kFill[] = "__amd_rocclr_fillBufferAligned";
constexpr char kCopy[] = "__amd_rocclr_copyBuffer";
constexpr char kAlignedCopy[] = "__amd_rocclr_copyBufferAligned";

class BlitTest : public HsaTest {
 protected:
  static constexpr size_t kBytes = 4096;

  void SetUp() override {
    HsaTest::SetUp();
    ASSERT_HSA(hsa_amd_memory_pool_allocate(vram(), kBytes, 0, reinterpret_cast<void**>(&memory_)));
    // Since 6.x the fill has fewer arguments than the aligned copy: that is how they are told
    // apart.
    old_ =
        CodeObjectBuilder().kernel(kFill, 120).kernel(kCopy, 104).kernel(kAlignedCopy, 104).build();
    new_ =
        CodeObjectBuilder().kernel(kFill, 40).kernel(kCopy, 48).kernel(kAlignedCopy, 304).build();
  }
  void TearDown() override {
    EXPECT_HSA(hsa_amd_memory_pool_free(memory_));
    HsaTest::TearDown();
  }

  /// Runs one kernel; returns the error of the queue, or 0.
  template <class Arguments>
  int run(const std::vector<char>& image, const char* kernel, const Arguments& arguments) {
    alignas(64) char kernarg[512] = {};
    static_assert(sizeof arguments <= sizeof kernarg, "room for the arguments");
    std::memcpy(kernarg, &arguments, sizeof arguments);
    ScopedExecutable executable(gpu(), image);
    ScopedQueue queue(gpu());
    ScopedSignal done(1);
    queue.dispatch(executable.kernel(kernel), kernarg, done.signal);
    for (int i = 0; i < 600000 && done.value() != 0 && queue.last_error.load() == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return queue.last_error.load();
  }

  struct OldFill {
    char* buffers[4];  // as bytes, 16, 32, 64 bits: one is set
    const void* pattern;
    uint64_t pattern_elements;
    uint64_t offset;
    uint64_t count;
  };
  struct NewFill {
    char* begin;
    const void* pattern;
    uint32_t pattern_elements;
    uint32_t element;
    char* end;
  };
  struct OldCopy {
    const void* from;
    void* to;
    uint64_t from_offset;
    uint64_t to_offset;
    uint64_t size;
    uint64_t remainder;
  };
  struct NewCopy {
    const void* from;
    void* to;
    uint64_t bytes;
  };

  char* memory_ = nullptr;
  std::vector<char> old_;
  std::vector<char> new_;
  const uint32_t pattern_[2] = {0x01020304, 0x05060708};
};

TEST_F(BlitTest, FillsOfBothGenerations) {
  softgpu_stats_t before{};
  softgpu_stats_t after{};
  before.size = after.size = sizeof before;
  ASSERT_EQ(0, softgpu_stats(&before));
  EXPECT_EQ(0, run(old_, kFill, OldFill{{nullptr, nullptr, memory_, nullptr}, pattern_, 2, 3, 5}));
  auto* words = reinterpret_cast<uint32_t*>(memory_);
  EXPECT_EQ(0u, words[2]);
  EXPECT_EQ(pattern_[0], words[3]);
  EXPECT_EQ(pattern_[1], words[12]);
  EXPECT_EQ(0u, words[13]);
  EXPECT_EQ(0, run(new_, kFill, NewFill{memory_ + 1000, pattern_, 1, 4, memory_ + 1012}));
  EXPECT_EQ(0u, words[249]);
  EXPECT_EQ(pattern_[0], words[252]);
  EXPECT_EQ(0u, words[253]);
  ASSERT_EQ(0, softgpu_stats(&after));
  EXPECT_EQ(before.blit_dispatches + 2, after.blit_dispatches);
  EXPECT_EQ(before.dispatches, after.dispatches);
  softgpu_work_t work{};
  ASSERT_EQ(1u, softgpu_read_work(softgpu_next_work() - 1, &work, 1));
  EXPECT_EQ(static_cast<uint32_t>(SOFTGPU_WORK_BLIT), work.kind);
  EXPECT_EQ(12u, work.bytes);
  EXPECT_STREQ(kFill, work.name);
}

TEST_F(BlitTest, CopiesOfBothGenerations) {
  std::memcpy(memory_, "abcdefghijkl", 12);
  EXPECT_EQ(0, run(old_, kCopy, OldCopy{memory_, memory_, 2, 100, 3, 1}));  // 2 words and a byte
  EXPECT_EQ(0, std::memcmp(memory_ + 100, "cdefghijk\0", 10));
  EXPECT_EQ(0, run(old_, kCopy, OldCopy{memory_, memory_, 0, 200, 5, 8}));  // 5 bytes
  EXPECT_EQ(0, std::memcmp(memory_ + 200, "abcde\0", 6));
  EXPECT_EQ(0, run(new_, kCopy, NewCopy{memory_ + 1, memory_ + 300, 4}));
  EXPECT_EQ(0, std::memcmp(memory_ + 300, "bcde\0", 5));
}

TEST_F(BlitTest, LeavingTheMemoryIsAFaultOfTheQueue) {
  constexpr int kFault = HSA_STATUS_ERROR_MEMORY_FAULT;
  OldFill fill{{memory_, nullptr, nullptr, nullptr}, pattern_, 8, 0, kBytes / 8};
  EXPECT_EQ(0, run(old_, kFill, fill));
  ++fill.count;
  EXPECT_EQ(kFault, run(old_, kFill, fill));
  fill.count = UINT64_MAX / 8;  // as HIP 5.2.3 asks for
  EXPECT_EQ(kFault, run(old_, kFill, fill));
  fill.count = UINT64_MAX;
  EXPECT_EQ(kFault, run(old_, kFill, fill));
  EXPECT_EQ(kFault, run(new_, kFill, NewFill{memory_, pattern_, 1, 4, memory_ + kBytes + 1}));
  EXPECT_EQ(kFault, run(new_, kCopy, NewCopy{memory_, memory_ + 1, kBytes}));
  EXPECT_EQ(kFault, run(new_, kCopy, NewCopy{memory_ + kBytes - 4, memory_, 5}));
  EXPECT_EQ(0, run(new_, kCopy, NewCopy{memory_ + kBytes - 4, memory_, 4}));
}

}  // namespace
}  // namespace rocjfr::softgpu::test
