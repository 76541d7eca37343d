// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory and copies of AMD's own HIP runtime on the software GPU.
#include "hip_fixture.h"

namespace rocjfr::hip {
namespace {

TEST_F(HipTest, CopiesOfAllSizesInAllDirections) {
  for (size_t size : {1, 3, 4095, 4096, 65537, 1 << 20, (5 << 20) + 13}) {
    auto source = counting<unsigned char>(size);
    auto* a = device_memory<unsigned char>(size);
    auto* b = device_memory<unsigned char>(size);
    ASSERT_HIP(hipMemcpy(a, source.data(), size, kHostToDevice));
    ASSERT_HIP(hipMemcpy(b, a, size, kDeviceToDevice));
    EXPECT_EQ(source, read_back(b, size)) << size;
    EXPECT_HIP(hipFree(a));
    EXPECT_HIP(hipFree(b));
  }
}

TEST_F(HipTest, FillsOfOddSizesTouchNothingElse) {
  constexpr size_t kSize = 8192;
  auto* device = device_memory<unsigned char>(kSize);
  for (size_t offset : {0, 4, 13, 1008}) {
    for (size_t size : {1, 2, 3, 7, 21, 1003, 4096, 4097}) {
      // HIP 5.2 itself fills nearly 2^64 bytes where size is less than what aligns the offset.
      if (offset % 8 != 0 && size < 8 && api().major() == 5 && api().minor() < 3) continue;
      ASSERT_HIP(hipMemset(device, 0, kSize));
      ASSERT_HIP(hipMemset(device + offset, 0x5a, size));
      std::vector<unsigned char> expected(kSize);
      std::fill_n(expected.begin() + static_cast<ptrdiff_t>(offset), size, 0x5a);
      ASSERT_EQ(expected, read_back(device, kSize)) << offset << " " << size;
    }
  }
  ASSERT_HIP(hipMemset(device, 0, kSize));
  ASSERT_HIP(hipMemsetD16(device, 0x1234, 111));
  ASSERT_HIP(hipMemsetD32(device + 1024, 0x12345678, 77));
  auto shorts = read_back(reinterpret_cast<uint16_t*>(device), kSize / 2);
  auto ints = read_back(reinterpret_cast<uint32_t*>(device), kSize / 4);
  EXPECT_EQ(0x1234, shorts[110]);
  EXPECT_EQ(0, shorts[111]);
  EXPECT_EQ(0u, ints[255]);
  EXPECT_EQ(0x12345678u, ints[256]);
  EXPECT_EQ(0x12345678u, ints[256 + 76]);
  EXPECT_EQ(0u, ints[256 + 77]);
  EXPECT_HIP(hipFree(device));
}

TEST_F(HipTest, CopiesInTwoDimensions) {
  constexpr size_t kWidth = 500 * sizeof(float);
  constexpr size_t kHeight = 300;
  auto source = counting<float>(500 * kHeight);
  void* pitched = nullptr;
  size_t pitch = 0;
  ASSERT_HIP(hipMallocPitch(&pitched, &pitch, kWidth, kHeight));
  ASSERT_GE(pitch, kWidth);
  auto* packed = device_memory<float>(500 * kHeight);
  ASSERT_HIP(hipMemcpy2D(pitched, pitch, source.data(), kWidth, kWidth, kHeight, kHostToDevice));
  ASSERT_HIP(hipMemcpy2D(packed, kWidth, pitched, pitch, kWidth, kHeight, kDeviceToDevice));
  EXPECT_EQ(source, read_back(packed, source.size()));
  std::vector<float> back(source.size());
  ASSERT_HIP(hipMemcpy2D(back.data(), kWidth, pitched, pitch, kWidth, kHeight, kDeviceToHost));
  EXPECT_EQ(source, back);
  EXPECT_HIP(hipFree(pitched));
  EXPECT_HIP(hipFree(packed));
}

TEST_F(HipTest, CopiesInThreeDimensions) {
  constexpr size_t kWidth = 40;
  constexpr size_t kHeight = 12;
  constexpr size_t kDepth = 5;
  auto source = counting<unsigned char>(kWidth * kHeight * kDepth);
  auto* device = device_memory<unsigned char>(source.size());
  ASSERT_HIP(hipMemset(device, 0, source.size()));
  Copy3D copy{};
  copy.from = {source.data(), kWidth, kWidth, kHeight};
  copy.to = {device, kWidth, kWidth, kHeight};
  copy.from_position = {3, 2, 1};
  copy.to_position = {5, 4, 0};
  copy.extent = {20, 7, 3};
  copy.kind = kHostToDevice;
  ASSERT_HIP(hipMemcpy3D(&copy));
  std::vector<unsigned char> expected(source.size());
  for (size_t z = 0; z < 3; ++z) {
    for (size_t y = 0; y < 7; ++y) {
      for (size_t x = 0; x < 20; ++x) {
        expected[((z + 0) * kHeight + y + 4) * kWidth + x + 5] =
            source[((z + 1) * kHeight + y + 2) * kWidth + x + 3];
      }
    }
  }
  EXPECT_EQ(expected, read_back(device, source.size()));
  EXPECT_HIP(hipFree(device));
}

TEST_F(HipTest, HostMemoryCanBeRegisteredAndUnregistered) {
  Kernels kernels;
  constexpr unsigned kCount = 10000;
  std::vector<float> host(kCount + 3, 1.0f);
  float* begin = host.data() + 3;  // not at the beginning of anything
  auto* x = device_memory<float>(kCount);
  for (int round = 0; round < 3; ++round) {
    ASSERT_HIP(hipHostRegister(begin, kCount * sizeof(float), 0));
    void* device_pointer = nullptr;
    ASSERT_HIP(hipHostGetDevicePointer(&device_pointer, begin, 0));
    auto* device_view = static_cast<float*>(device_pointer);
    std::fill(host.begin(), host.end(), 1.0f);
    // By a kernel, by its device address.
    ASSERT_EQ(kSuccess,
              kernels.launch("saxpy", 64, 256, static_cast<Stream>(nullptr), 4.0f,
                             static_cast<const float*>(device_view), device_view, kCount));
    ASSERT_HIP(hipDeviceSynchronize());
    EXPECT_EQ(5.0f, begin[0]);
    EXPECT_EQ(5.0f, begin[kCount - 1]);
    EXPECT_EQ(1.0f, host[2]);
    // By copies, by either address.
    ASSERT_HIP(hipMemcpy(x, begin, kCount * sizeof(float), kHostToDevice));
    ASSERT_HIP(hipMemset(x, 0, 4 * sizeof(float)));
    ASSERT_HIP(hipMemcpy(device_view, x, kCount * sizeof(float), kDefault));
    EXPECT_EQ(0.0f, begin[3]);
    EXPECT_EQ(5.0f, begin[4]);
    // By a fill.
    ASSERT_HIP(hipMemset(device_view, 0, kCount * sizeof(float)));
    ASSERT_HIP(hipDeviceSynchronize());
    EXPECT_EQ(0.0f, begin[kCount - 1]);
    ASSERT_HIP(hipHostUnregister(begin));
  }
  EXPECT_NE(kSuccess, api().hipHostUnregister(begin));
  EXPECT_HIP(hipFree(x));
}

TEST_F(HipTest, ManagedMemoryIsSeenByBoth) {
  Kernels kernels;
  void* memory = nullptr;
  constexpr unsigned kCount = 512;
  constexpr unsigned kAttachGlobal = 1;
  ASSERT_HIP(hipMallocManaged(&memory, 2 * kCount * sizeof(float), kAttachGlobal));
  auto* values = static_cast<float*>(memory);
  std::fill_n(values, 2 * kCount, 2.0f);
  ASSERT_EQ(kSuccess, kernels.launch("saxpy", 2, 256, static_cast<Stream>(nullptr), 3.0f,
                                     static_cast<const float*>(values), values + kCount, kCount));
  ASSERT_HIP(hipDeviceSynchronize());
  EXPECT_EQ(8.0f, values[2 * kCount - 1]);
  EXPECT_HIP(hipFree(memory));
}

TEST_F(HipTest, SeveralDevicesAndCopiesBetweenThem) {
  int count = 0;
  ASSERT_HIP(hipGetDeviceCount(&count));
  if (count < 2) GTEST_SKIP() << "one GPU";
  constexpr unsigned kCount = 1000;
  std::vector<float*> y;
  for (int d = 0; d < count; ++d) {
    ASSERT_HIP(hipSetDevice(d));
    Kernels kernels;
    std::vector<float> threes(kCount, 3.0f);
    auto* x = device_memory<float>(kCount);
    y.push_back(device_memory<float>(kCount));
    ASSERT_HIP(hipMemcpy(x, threes.data(), kCount * sizeof(float), kHostToDevice));
    ASSERT_HIP(hipMemset(y.back(), 0, kCount * sizeof(float)));
    ASSERT_EQ(kSuccess, kernels.launch("saxpy", 4, 256, static_cast<Stream>(nullptr),
                                       static_cast<float>(d + 1), x, y.back(), kCount));
    ASSERT_HIP(hipDeviceSynchronize());
    EXPECT_EQ(std::vector<float>(kCount, 3.0f * static_cast<float>(d + 1)),
              read_back(y.back(), kCount));
    EXPECT_HIP(hipFree(x));
  }
  int can = 0;
  ASSERT_HIP(hipDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(1, can);
  ASSERT_HIP(hipMemcpyPeer(y[0], 0, y[1], 1, kCount * sizeof(float)));
  ASSERT_HIP(hipSetDevice(0));
  EXPECT_EQ(std::vector<float>(kCount, 6.0f), read_back(y[0], kCount));
  for (float* memory : y) EXPECT_HIP(hipFree(memory));
}

TEST_F(HipTest, TooMuchMemoryIsAnError) {
  size_t free_before = 0;
  size_t total = 0;
  ASSERT_HIP(hipMemGetInfo(&free_before, &total));
  EXPECT_LE(free_before, total);
  void* memory = nullptr;
  EXPECT_EQ(kOutOfMemory, api().hipMalloc(&memory, size_t{1} << 42));
  EXPECT_EQ(kOutOfMemory, api().hipGetLastError());
  auto* some = device_memory<char>(64 << 20);
  size_t free_now = 0;
  ASSERT_HIP(hipMemGetInfo(&free_now, &total));
  EXPECT_GE(free_before - free_now, size_t{64} << 20);
  EXPECT_HIP(hipFree(some));
}

}  // namespace
}  // namespace rocjfr::hip
