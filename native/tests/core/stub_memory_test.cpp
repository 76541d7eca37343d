// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory that the software GPU does not have, by calls as real runtimes make them: arrays, and
// memory that is mapped.
#include <thread>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kDevice = 0, kVirtual = 4, kArray = 5;  // of rocjfr_memory_t.kind

class StubMemory : public StubTest {
 protected:
  void SetUp() override { Start(kApi | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_MEMORY)); }

  static rocjfr_memory_t Total(uint32_t kind) {
    rocjfr_memory_t rows[16] = {};
    rocjfr_memory_t total = {};
    const uint32_t count = rocjfr_memory(rows, 16);
    for (uint32_t i = 0; i < count && i < 16; ++i) {
      total.unknown_frees = rows[i].unknown_frees;
      total.failed_frees = rows[i].failed_frees;
      total.not_tracked = rows[i].not_tracked;
      if (rows[i].kind != kind) continue;
      total.bytes += rows[i].bytes;
      total.count += rows[i].count;
    }
    return total;
  }
  static void Expect(uint32_t kind, uint64_t bytes, uint64_t count) {
    EXPECT_EQ(Total(kind).bytes, bytes);
    EXPECT_EQ(Total(kind).count, count);
    EXPECT_EQ(Total(kind).unknown_frees, 0u);
    EXPECT_EQ(Total(kind).not_tracked, 0u);
  }

  // A pointer argument, and the copy of what it points to that the runtime makes.
  struct Out {
    uint64_t* place;
    uint64_t value = 0;
  };
  void Create(uint64_t handle, uint64_t bytes) const {
    uint64_t out = 0;
    const struct {
      Out handle;
      uint64_t bytes;
      uint64_t rest[8] = {};
    } arguments{{&out}, bytes};
    stub().Call(STUBHIP_hipMemCreate, arguments, [&] { out = handle; });
  }
  void Allocate(uint64_t address, uint64_t bytes) const {
    uint64_t out = 0;
    const struct {
      Out address;
      uint64_t bytes;
      uint64_t rest[8] = {};
    } arguments{{&out}, bytes};
    stub().Call(STUBHIP_hipMalloc, arguments, [&] { out = address; });
  }
  void Map(uint64_t address, uint64_t handle) const {
    const struct {
      uint64_t address, bytes = 4096, offset = 0, handle, flags = 0;
    } arguments{address, 4096, 0, handle, 0};
    stub().Call(STUBHIP_hipMemMap, arguments, [] {});
  }
  void Retain(uint64_t address, uint64_t handle) const {
    uint64_t out = 0;
    const struct {
      Out handle;
      uint64_t address;
      uint64_t rest[4] = {};
    } arguments{{&out}, address};
    stub().Call(STUBHIP_hipMemRetainAllocationHandle, arguments, [&] { out = handle; });
  }
  void By(uint32_t function, uint64_t address) const {
    const uint64_t arguments[4] = {address};
    stub().Call(function, arguments, [] {});
  }
  // While another thread does what `meanwhile` does; it returns `result`.
  template <typename Meanwhile>
  void By(uint32_t function, uint64_t address, Meanwhile meanwhile, int result = 0) const {
    const uint64_t arguments[4] = {address};
    stub().Call(
        function, arguments, [&] { std::thread(meanwhile).join(); }, result);
  }
};

constexpr int kInvalidValue = 1;

TEST_P(StubMemory, WhatIsNotFreedStaysLive) {
  Allocate(0x5000, 100);
  By(
      STUBHIP_hipFree, 0x5000, [] {}, kInvalidValue);
  Expect(kDevice, 100, 1);
  EXPECT_EQ(Total(kDevice).failed_frees, 1u);
  Create(0x77, 4096);
  Map(0x100000, 0x77);
  By(
      STUBHIP_hipMemUnmap, 0x100000, [] {}, kInvalidValue);
  By(STUBHIP_hipMemRelease, 0x77);
  Expect(kVirtual, 4096, 1);  // it is mapped
  EXPECT_EQ(Total(kVirtual).failed_frees, 2u);
  By(STUBHIP_hipMemUnmap, 0x100000);
  Expect(kVirtual, 0, 0);
  By(
      STUBHIP_hipDeviceReset, 0, [] {}, kInvalidValue);
  Expect(kDevice, 100, 1);
  By(STUBHIP_hipDeviceReset, 0, [&] { Allocate(0x6000, 30); });
  Expect(kDevice, 30, 1);  // what another thread got after it
}

// The program names a place where there is no memory: its call fails, and nothing more.
TEST_P(StubMemory, NothingIsReadWhereAnAllocationHasFailed) {
  const auto way = stub().Symbol<decltype(&stubhip_set_error_way)>("stubhip_set_error_way");
  for (const int32_t error_way : {STUBHIP_ERROR_EACH_CALL, STUBHIP_ERROR_ODD}) {
    way(error_way);
    for (const uint32_t function : {STUBHIP_hipMalloc, STUBHIP_hipMemCreate}) {
      By(
          function, 8, [] {}, kInvalidValue);
    }
  }
  EXPECT_EQ(Total(kDevice).count, 0u);
  EXPECT_EQ(Total(kVirtual).count, 0u);
}

// Before a free, or what ends a mapping, is told to have ended, the address and the handle may be
// another thread's.
TEST_P(StubMemory, WhatHasTheAddressMeanwhileIsNotTakenForTheOld) {
  Allocate(0x5000, 100);
  By(STUBHIP_hipFree, 0x5000, [&] { Allocate(0x5000, 30); });
  Expect(kDevice, 30, 1);
  By(STUBHIP_hipFree, 0x5000);
  Expect(kDevice, 0, 0);

  Create(0x77, 4096);
  Map(0x100000, 0x77);
  By(STUBHIP_hipMemRelease, 0x77);
  By(STUBHIP_hipMemUnmap, 0x100000, [&] {
    Create(0x77, 8192);
    Map(0x100000, 0x77);
  });
  Expect(kVirtual, 8192, 1);
  By(STUBHIP_hipMemRelease, 0x77);
  Expect(kVirtual, 8192, 1);
  By(STUBHIP_hipMemUnmap, 0x100000);
  Expect(kVirtual, 0, 0);

  // The handle only: its memory was gone with its last mapping.
  Create(0x77, 4096);
  Map(0x100000, 0x77);
  By(STUBHIP_hipMemRelease, 0x77);
  By(STUBHIP_hipMemUnmap, 0x100000, [&] { Create(0x77, 8192); });
  Expect(kVirtual, 8192, 1);
  // The address only: what is mapped there now is another handle's.
  Create(0x88, 1);
  Map(0x100000, 0x77);
  By(STUBHIP_hipMemUnmap, 0x100000, [&] { Map(0x100000, 0x88); });
  By(STUBHIP_hipMemRelease, 0x77);
  Expect(kVirtual, 1, 1);
  By(STUBHIP_hipMemRelease, 0x88);
  Expect(kVirtual, 1, 1);
  By(STUBHIP_hipMemUnmap, 0x100000);
  Expect(kVirtual, 0, 0);
}

TEST_P(StubMemory, AHandlesMemoryLivesUntilItIsReleasedAndNothingMapsIt) {
  Create(0x77, 1 << 21);
  Expect(kVirtual, 1 << 21, 1);
  Map(0x100000, 0x77);
  Map(0x900000, 0x77);
  By(STUBHIP_hipMemRelease, 0x77);
  Expect(kVirtual, 1 << 21, 1);
  By(STUBHIP_hipMemUnmap, 0x100000);
  Expect(kVirtual, 1 << 21, 1);
  By(STUBHIP_hipMemUnmap, 0x900000);
  Expect(kVirtual, 0, 0);
  Create(0x77, 4096);
  By(STUBHIP_hipMemRelease, 0x77);
  Expect(kVirtual, 0, 0);
}

// HIP says that it is to be released once more, and up to 7.2 does not count it.
TEST_P(StubMemory, AHandleThatIsGivenOutOnceMoreIsCountedAsNotFollowed) {
  Create(0x77, 4096);
  Map(0x100000, 0x77);
  Expect(kVirtual, 4096, 1);
  Retain(0x100000, 0x77);
  EXPECT_EQ(Total(kVirtual).not_tracked, 1u);
  By(STUBHIP_hipMemRelease, 0x77);
  EXPECT_EQ(Total(kVirtual).bytes, 4096u) << "it is mapped";
  By(STUBHIP_hipMemUnmap, 0x100000);
  EXPECT_EQ(Total(kVirtual).bytes, 0u);
}

// A function without arguments: in the frame, which is the thread's own on HIP 5.2, is what the
// call before had there.
TEST_P(StubMemory, AResetReadsNoArguments) {
  By(STUBHIP_hipStreamDestroy, 0x7f0000000000);
  stub().Call(STUBHIP_hipDeviceReset);
}

TEST_P(StubMemory, ArraysAreAsLargeAsTheirElements) {
  uint64_t out = 0;
  const struct {
    int32_t bits[4] = {16, 16, 0, 0};
    int32_t kind = 0;
  } format;
  const struct {
    Out array;
    const void* format;
    uint64_t copy[3] = {};
    uint64_t width, height, depth;
  } elements{{&out}, &format, {}, 64, 8, 4};
  static_assert(sizeof(elements) == 88 - 16, "width stands at 64, behind 16 bytes of the call");
  stub().Call(STUBHIP_hipMallocArray, elements, [&] { out = 0x1000; });
  Expect(kArray, 64 * 8 * 4, 1);
  stub().Call(STUBHIP_hipMalloc3DArray, elements, [&] { out = 0x2000; });
  Expect(kArray, 64 * 8 * 4 + 64 * 8 * 4 * 4, 2);
  By(STUBHIP_hipFreeArray, 0x1000);
  By(STUBHIP_hipFreeArray, 0x2000);
  Expect(kArray, 0, 0);

  const struct {
    uint64_t width = 32, height = 0;  // one row
    uint32_t format = 0x20, channels = 4;
  } descriptor;
  const struct {
    Out array;
    const void* descriptor;
    uint64_t copy[8] = {};
  } described{{&out}, &descriptor, {}};
  stub().Call(STUBHIP_hipArrayCreate, described, [&] { out = 0x3000; });
  Expect(kArray, 32 * 4 * 4, 1);
  By(STUBHIP_hipArrayDestroy, 0x3000);
  Expect(kArray, 0, 0);
}

ROCJFR_BOTH_GENERATIONS(StubMemory);

}  // namespace
}  // namespace rocjfr::test
