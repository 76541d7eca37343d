// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies, as the runtime asks HSA for them.

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "hsa_fixture.h"

namespace rocjfr::softgpu::test {
namespace {

class CopyTest : public HsaTest {
 protected:
  void* allocate(size_t bytes, hsa_amd_memory_pool_t pool) {
    void* memory = nullptr;
    EXPECT_HSA(hsa_amd_memory_pool_allocate(pool, bytes, 0, &memory));
    return memory;
  }

  /// Copies and waits.
  void copy(void* to, hsa_agent_t to_agent, const void* from, hsa_agent_t from_agent,
            size_t bytes) {
    ScopedSignal done(1);
    ASSERT_HSA(
        hsa_amd_memory_async_copy(to, to_agent, from, from_agent, bytes, 0, nullptr, done.signal));
    ASSERT_TRUE(done.wait_zero());
  }
};

TEST_F(CopyTest, ThereAndBack) {
  constexpr size_t kBytes = 100001;
  std::vector<unsigned char> source(kBytes);
  std::vector<unsigned char> result(kBytes);
  for (size_t i = 0; i < kBytes; ++i) source[i] = static_cast<unsigned char>(i * 7);
  void* a = allocate(kBytes, vram());
  void* b = allocate(kBytes, vram());
  copy(a, gpu(), source.data(), cpu(), kBytes);
  copy(b, gpu(), a, gpu(), kBytes);
  copy(result.data(), cpu(), b, gpu(), kBytes);
  EXPECT_EQ(source, result);
  EXPECT_HSA(hsa_amd_memory_pool_free(a));
  EXPECT_HSA(hsa_amd_memory_pool_free(b));
}

TEST_F(CopyTest, WaitsForItsDependenciesAndLetsOthersPass) {
  ScopedSignal first(1);
  ScopedSignal second(1);
  ScopedSignal done(1);
  ScopedSignal other_done(1);
  uint64_t from = 42;
  uint64_t* to = static_cast<uint64_t*>(allocate(4096, vram()));
  hsa_signal_t dependencies[] = {first.signal, second.signal};
  ASSERT_HSA(hsa_amd_memory_async_copy(to, gpu(), &from, cpu(), sizeof from, 2, dependencies,
                                       done.signal));
  ASSERT_HSA(hsa_amd_memory_async_copy(to + 1, gpu(), &from, cpu(), sizeof from, 0, nullptr,
                                       other_done.signal));
  EXPECT_TRUE(other_done.wait_zero());
  hsa_signal_store_screlease(first.signal, 0);
  EXPECT_EQ(1, hsa_signal_wait_scacquire(done.signal, HSA_SIGNAL_CONDITION_EQ, 0, kSecond / 20,
                                         HSA_WAIT_STATE_BLOCKED));
  EXPECT_EQ(0u, to[0]);
  hsa_signal_store_screlease(second.signal, 0);
  EXPECT_TRUE(done.wait_zero());
  EXPECT_EQ(42u, to[0]);
  EXPECT_HSA(hsa_amd_memory_pool_free(to));
}

TEST_F(CopyTest, RectangleInThreeDimensions) {
  // A box of 5 x 4 x 3 bytes from one volume into another, at different places and pitches.
  constexpr size_t kFromPitch = 16;
  constexpr size_t kFromSlice = kFromPitch * 8;
  constexpr size_t kToPitch = 32;
  constexpr size_t kToSlice = kToPitch * 6;
  std::vector<unsigned char> from(kFromSlice * 6);
  std::iota(from.begin(), from.end(), 0);
  auto* to = static_cast<unsigned char*>(allocate(kToSlice * 5, vram()));
  hsa_pitched_ptr_t to_ptr{to, kToPitch, kToSlice};
  hsa_pitched_ptr_t from_ptr{from.data(), kFromPitch, kFromSlice};
  hsa_dim3_t to_offset{7, 1, 2};
  hsa_dim3_t from_offset{3, 2, 1};
  hsa_dim3_t range{5, 4, 3};
  ScopedSignal done(1);
  ASSERT_HSA(hsa_amd_memory_async_copy_rect(&to_ptr, &to_offset, &from_ptr, &from_offset, &range,
                                            gpu(), hsaHostToDevice, 0, nullptr, done.signal));
  ASSERT_TRUE(done.wait_zero());
  size_t inside = 0;
  for (size_t z = 0; z < 5; ++z) {
    for (size_t y = 0; y < 6; ++y) {
      for (size_t x = 0; x < kToPitch; ++x) {
        bool in = x >= 7 && x < 12 && y >= 1 && y < 5 && z >= 2 && z < 5;
        unsigned char expected =
            in ? from[(z - 2 + 1) * kFromSlice + (y - 1 + 2) * kFromPitch + (x - 7 + 3)] : 0;
        ASSERT_EQ(expected, to[z * kToSlice + y * kToPitch + x]) << x << " " << y << " " << z;
        inside += in;
      }
    }
  }
  EXPECT_EQ(60u, inside);
  EXPECT_HSA(hsa_amd_memory_pool_free(to));
}

TEST_F(CopyTest, ArgumentsAreChecked) {
  char* to = static_cast<char*>(allocate(4096, vram()));
  char from[64] = {};
  ScopedSignal done(1);
  auto copy_of = [&](void* t, hsa_agent_t ta, const void* f, size_t bytes, uint32_t count,
                     const hsa_signal_t* dependencies, hsa_signal_t signal) {
    return hsa_amd_memory_async_copy(t, ta, f, cpu(), bytes, count, dependencies, signal);
  };
  hsa_signal_t bad{3};
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            copy_of(nullptr, gpu(), from, 64, 0, nullptr, done.signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            copy_of(to, gpu(), nullptr, 64, 0, nullptr, done.signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_AGENT, copy_of(to, {5}, from, 64, 0, nullptr, done.signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            copy_of(to, gpu(), from, 64, 2, nullptr, done.signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SIGNAL, copy_of(to, gpu(), from, 64, 1, &bad, done.signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SIGNAL, copy_of(to, gpu(), from, 64, 0, nullptr, bad));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            copy_of(to + 4090, gpu(), from, 64, 0, nullptr, done.signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_memory_copy(nullptr, from, 1));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_memory_copy(to + 4095, from, 2));

  hsa_pitched_ptr_t ptr{to, 64, 4096};
  hsa_dim3_t zero{0, 0, 0};
  hsa_dim3_t large{64, 65, 1};
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_memory_async_copy_rect(&ptr, &zero, &ptr, &zero, &large, gpu(),
                                           hsaDeviceToDevice, 0, nullptr, done.signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_memory_async_copy_rect(nullptr, &zero, &ptr, &zero, &large, gpu(),
                                           hsaDeviceToDevice, 0, nullptr, done.signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_AGENT,
            hsa_amd_memory_async_copy_rect(&ptr, &zero, &ptr, &zero, &large, cpu(),
                                           hsaDeviceToDevice, 0, nullptr, done.signal));
  EXPECT_EQ(1, done.value());
  EXPECT_HSA(hsa_amd_memory_pool_free(to));
}

TEST_F(CopyTest, ChainOfCopiesOnBothEngines) {
  constexpr int kSteps = 300;
  constexpr size_t kBytes = 256;
  char* device = static_cast<char*>(allocate(4096, vram()));
  std::vector<char> host(kBytes, 5);
  std::vector<hsa_signal_t> signals(kSteps);
  for (int i = 0; i < kSteps; ++i) {
    ASSERT_HSA(hsa_signal_create(1, 0, nullptr, &signals[i]));
    bool down = i % 2 == 0;  // alternates between the engines, each waiting for the other
    ASSERT_HSA(hsa_amd_memory_async_copy(down ? device : host.data(), down ? gpu() : cpu(),
                                         down ? host.data() : device, down ? cpu() : gpu(), kBytes,
                                         i == 0 ? 0 : 1, i == 0 ? nullptr : &signals[i - 1],
                                         signals[i]));
  }
  EXPECT_EQ(0, hsa_signal_wait_scacquire(signals.back(), HSA_SIGNAL_CONDITION_EQ, 0, 20 * kSecond,
                                         HSA_WAIT_STATE_BLOCKED));
  uint64_t last_end = 0;
  for (hsa_signal_t s : signals) {
    hsa_amd_profiling_async_copy_time_t time{};
    ASSERT_HSA(hsa_amd_profiling_get_async_copy_time(s, &time));
    EXPECT_GE(time.start, last_end);
    EXPECT_GT(time.end, time.start);
    last_end = time.end;
    EXPECT_HSA(hsa_signal_destroy(s));
  }
  EXPECT_EQ(std::vector<char>(kBytes, 5), host);
  EXPECT_HSA(hsa_amd_memory_pool_free(device));
}

// 10 MB at 100 MB/s take 100 ms.
CHILD(paced_copy) {
  hsa_init();
  Devices devices = find_devices();
  void* to = nullptr;
  constexpr size_t kBytes = 10000000;
  std::vector<char> from(kBytes);
  if (hsa_amd_memory_pool_allocate(pools_of(devices.gpus[0])[0], kBytes, 0, &to)) return 1;
  hsa_signal_t done;
  if (hsa_signal_create(1, 0, nullptr, &done)) return 2;
  if (hsa_amd_memory_async_copy(to, devices.gpus[0], from.data(), devices.cpu, kBytes, 0, nullptr,
                                done)) {
    return 3;
  }
  hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
  hsa_amd_profiling_async_copy_time_t time{};
  if (hsa_amd_profiling_get_async_copy_time(done, &time)) return 4;
  uint64_t took = time.end - time.start;
  return took >= 100000000 && took < 1000000000 ? 0 : 5;
}

TEST(CopyPacing, BandwidthIsAsConfigured) {
  ChildResult result = run_child("paced_copy", {{"SOFTGPU_COPY_MBPS", "100"}});
  EXPECT_EQ(0, result.status) << result.output;
}

}  // namespace
}  // namespace rocjfr::softgpu::test
