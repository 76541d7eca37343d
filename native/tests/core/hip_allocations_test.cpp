// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a real runtime allocates and frees, by each function that does: entered once, removed once,
// with the exact bytes.
#include <functional>
#include <iostream>
#include <set>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

// As rocjfr_memory_t.kind has it.
enum class MemoryKind : uint32_t { kDevice, kHost, kManaged, kPool, kVirtual, kArray };

struct Extent {
  size_t width, height, depth;
};
struct PitchedPtr {
  void* memory = nullptr;
  size_t pitch = 0, width = 0, height = 0;
};
struct ChannelFormat {
  int x = 32, y = 0, z = 0, w = 0, kind = 2;  // float
};
struct ArrayDescriptor {
  size_t width = 64, height = 8;
  uint32_t format = 0x20, channels = 2;  // float
};
struct AllocationProperties {  // hipMemAllocationProp: pinned memory of device 0
  int type = 1, handle_type = 0, location_type = 1, location_id = 0;
  void* unused = nullptr;
  uint8_t flags[8] = {};
};

class HipAllocations : public HipTest {
 protected:
  static constexpr uint32_t kMemory = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_MEMORY);

  struct Total {
    uint64_t bytes = 0, count = 0, unknown_frees = 0, not_tracked = 0;
  };
  static Total TotalOf(MemoryKind kind) {
    Total total;
    std::vector<rocjfr_memory_t> rows(500);
    rows.resize(rocjfr_memory(rows.data(), 500));
    for (const auto& row : rows) {
      total.unknown_frees = row.unknown_frees;
      total.not_tracked = row.not_tracked;
      if (row.kind != static_cast<uint32_t>(kind)) continue;
      EXPECT_TRUE(row.count == 0 || row.device == 0) << row.device;
      EXPECT_LE(row.bytes, row.peak_bytes) << "less than nothing";
      total.bytes += row.bytes;
      total.count += row.count;
    }
    return total;
  }
  static std::vector<rocjfr_allocation_t> Live() {
    std::vector<rocjfr_allocation_t> live;
    uint64_t cursor = 0;
    rocjfr_allocation_t some[16];
    while (const uint32_t count = rocjfr_live_allocations(&cursor, some, 16)) {
      live.insert(live.end(), some, some + count);
    }
    return live;
  }
  static std::string FunctionOf(const rocjfr_allocation_t& allocation) {
    const char* name = rocjfr_api_name(static_cast<uint32_t>(allocation.function));
    return name == nullptr ? "" : name;
  }
  bool Has(const char* function) const { return dlsym(hip().library(), function) != nullptr; }

  // One function beside one that frees: `allocate` returns its status and says how many bytes.
  void Check(const char* function, const char* free_function, MemoryKind kind,
             const std::function<int(uint64_t*)>& allocate, const std::function<int()>& free) {
    SCOPED_TRACE(function);
    if (!Has(function) || !Has(free_function)) {
      missing_.insert(function);
      return;
    }
    const Total before = TotalOf(kind);
    uint64_t bytes = 0;
    const int status = allocate(&bytes);
    if (status != 0) {
      failed_.insert(function);
      EXPECT_EQ(TotalOf(kind).count, before.count) << "entered, but it failed with " << status;
      return;
    }
    const Total with = TotalOf(kind);
    EXPECT_EQ(with.count, before.count + 1);
    EXPECT_EQ(with.bytes, before.bytes + bytes);
    const auto live = Live();
    ASSERT_FALSE(live.empty());
    uint32_t found = 0;
    for (const auto& one : live) found += FunctionOf(one) == function ? 1 : 0;
    EXPECT_EQ(found, 1u) << "under its own name";
    EXPECT_EQ(free(), 0) << free_function;
    const Total after = TotalOf(kind);
    EXPECT_EQ(after.count, before.count);
    EXPECT_EQ(after.bytes, before.bytes);
    EXPECT_EQ(after.unknown_frees, before.unknown_frees);
    EXPECT_EQ(after.not_tracked, before.not_tracked);
    done_.insert(function);
  }
  void Plain(const char* function, const char* free_function, MemoryKind kind) {
    Check(
        function, free_function, kind,
        [&](uint64_t* bytes) { return hip()(function, &memory_, size_t{*bytes = 12345}); },
        [&] { return hip()(free_function, memory_); });
  }
  void WithFlags(const char* function, const char* free_function, MemoryKind kind, uint32_t flags) {
    Check(
        function, free_function, kind,
        [&](uint64_t* bytes) { return hip()(function, &memory_, size_t{*bytes = 54321}, flags); },
        [&] { return hip()(free_function, memory_); });
  }
  void Print() const {
    std::cout << "on HIP " << hip().Version() << " " << done_.size() << " functions";
    for (const auto& name : missing_) std::cout << "; " << name << " is not there";
    for (const auto& name : failed_) std::cout << "; " << name << " failed";
    std::cout << std::endl;
  }

  void* memory_ = nullptr;
  std::set<std::string> done_, missing_, failed_;
};

TEST_F(HipAllocations, EachIsThereOnceUntilItIsFreed) {
  Start({}, kApi | kMemory);
  ASSERT_TRUE(Live().empty());
  Plain("hipMalloc", "hipFree", MemoryKind::kDevice);
  WithFlags("hipExtMallocWithFlags", "hipFree", MemoryKind::kDevice, 0);
  WithFlags("hipMallocManaged", "hipFree", MemoryKind::kManaged, 1);
  WithFlags("hipHostMalloc", "hipHostFree", MemoryKind::kHost, 0);
  WithFlags("hipHostAlloc", "hipFreeHost", MemoryKind::kHost, 0);
  WithFlags("hipExtHostAlloc", "hipHostFree", MemoryKind::kHost, 0);
  Plain("hipMallocHost", "hipHostFree", MemoryKind::kHost);
  Plain("hipMemAllocHost", "hipHostFree", MemoryKind::kHost);

  size_t pitch = 0;
  Check(
      "hipMallocPitch", "hipFree", MemoryKind::kDevice,
      [&](uint64_t* bytes) {
        const int status = hip()("hipMallocPitch", &memory_, &pitch, size_t{100}, size_t{7});
        EXPECT_GE(pitch, 100u);
        *bytes = pitch * 7;
        return status;
      },
      [&] { return hip()("hipFree", memory_); });
  Check(
      "hipMemAllocPitch", "hipFree", MemoryKind::kDevice,
      [&](uint64_t* bytes) {
        const int status = hip()("hipMemAllocPitch", &memory_, &pitch, size_t{300}, size_t{5}, 4u);
        *bytes = pitch * 5;
        return status;
      },
      [&] { return hip()("hipFree", memory_); });
  PitchedPtr pitched;
  Check(
      "hipMalloc3D", "hipFree", MemoryKind::kDevice,
      [&](uint64_t* bytes) {
        const int status = hip()("hipMalloc3D", &pitched, Extent{100, 7, 3});
        *bytes = pitched.pitch * 7 * 3;
        return status;
      },
      [&] { return hip()("hipFree", pitched.memory); });

  alignas(4096) static char host[8192];
  Check(
      "hipHostRegister", "hipHostUnregister", MemoryKind::kHost,
      [&](uint64_t* bytes) {
        *bytes = sizeof(host);
        return hip()("hipHostRegister", static_cast<void*>(host), sizeof(host), 0u);
      },
      [&] { return hip()("hipHostUnregister", static_cast<void*>(host)); });

  const ChannelFormat format;
  void* array = nullptr;
  Check(
      "hipMallocArray", "hipFreeArray", MemoryKind::kArray,
      [&](uint64_t* bytes) {
        *bytes = 64 * 8 * 4;
        return hip()("hipMallocArray", &array, &format, size_t{64}, size_t{8}, 0u);
      },
      [&] { return hip()("hipFreeArray", array); });
  Check(
      "hipMalloc3DArray", "hipFreeArray", MemoryKind::kArray,
      [&](uint64_t* bytes) {
        *bytes = 16 * 8 * 4 * 4;
        return hip()("hipMalloc3DArray", &array, &format, Extent{16, 8, 4}, 0u);
      },
      [&] { return hip()("hipFreeArray", array); });
  const ArrayDescriptor descriptor;
  Check(
      "hipArrayCreate", "hipArrayDestroy", MemoryKind::kArray,
      [&](uint64_t* bytes) {
        *bytes = 64 * 8 * 8;
        return hip()("hipArrayCreate", &array, &descriptor);
      },
      [&] { return hip()("hipArrayDestroy", array); });
  Print();
  // The others are not on every runtime, nor on the software GPU.
  for (const char* function :
       {"hipMalloc", "hipExtMallocWithFlags", "hipMallocManaged", "hipHostMalloc", "hipHostAlloc",
        "hipMallocPitch", "hipMemAllocPitch", "hipMalloc3D", "hipHostRegister"}) {
    EXPECT_EQ(done_.count(function), 1u) << function;
  }
  EXPECT_TRUE(Live().empty());
}

TEST_F(HipAllocations, MemoryOfPoolsIsFreedInItsStream) {
  Start({}, kApi | kMemory);
  const Hip::Stream stream = hip().NewStream();
  Check(
      "hipMallocAsync", "hipFreeAsync", MemoryKind::kPool,
      [&](uint64_t* bytes) {
        return hip()("hipMallocAsync", &memory_, size_t{*bytes = 70000}, stream);
      },
      [&] { return hip()("hipFreeAsync", memory_, stream); });
  Check(
      "hipMallocAsync", "hipFree", MemoryKind::kPool,
      [&](uint64_t* bytes) {
        return hip()("hipMallocAsync", &memory_, size_t{*bytes = 90000}, stream);
      },
      [&] { return hip()("hipFree", memory_); });
  void* pool = nullptr;
  Check(
      "hipMallocFromPoolAsync", "hipFreeAsync", MemoryKind::kPool,
      [&](uint64_t* bytes) {
        const int status = hip()("hipDeviceGetDefaultMemPool", &pool, 0);
        return status != 0 ? status
                           : hip()("hipMallocFromPoolAsync", &memory_, size_t{*bytes = 80000}, pool,
                                   stream);
      },
      [&] { return hip()("hipFreeAsync", memory_, stream); });
  hip().Do("hipStreamSynchronize", stream);
  Print();
  EXPECT_TRUE(Live().empty());
  if (done_.empty()) GTEST_SKIP() << "this runtime has no pools on this device";
}

TEST_F(HipAllocations, AHandlesMemoryLivesUntilNothingMapsIt) {
  Start({}, kApi | kMemory);
  if (!Has("hipMemCreate")) GTEST_SKIP() << "this runtime has no hipMemCreate";
  const AllocationProperties properties;
  size_t granularity = 0;
  void* handle = nullptr;
  const size_t bytes = 1 << 21;
  if (hip()("hipMemGetAllocationGranularity", &granularity, &properties, 0) != 0 ||
      granularity == 0 || bytes % granularity != 0 ||
      hip()("hipMemCreate", &handle, bytes, &properties, uint64_t{0}) != 0) {
    EXPECT_TRUE(Live().empty());
    GTEST_SKIP() << "hipMemCreate fails on this device";
  }
  EXPECT_EQ(TotalOf(MemoryKind::kVirtual).bytes, bytes);
  void* address = nullptr;
  void* none = nullptr;
  hip().Do("hipMemAddressReserve", &address, bytes, size_t{0}, none, uint64_t{0});
  hip().Do("hipMemMap", address, bytes, size_t{0}, handle, uint64_t{0});
  hip().Do("hipMemRelease", handle);
  EXPECT_EQ(TotalOf(MemoryKind::kVirtual).bytes, bytes) << "it is still mapped";
  EXPECT_EQ(Live().size(), 1u);
  hip().Do("hipMemUnmap", address, bytes);
  EXPECT_EQ(TotalOf(MemoryKind::kVirtual).bytes, 0u);
  EXPECT_EQ(TotalOf(MemoryKind::kVirtual).unknown_frees, 0u);
  hip().Do("hipMemAddressFree", address, bytes);
}

TEST_F(HipAllocations, AResetTakesTheDevicesMemory) {
  Start({}, kApi | kMemory);
  hip().Malloc(1000);
  hip().Malloc(2000);
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).bytes, 3000u);
  hip().Do("hipDeviceReset");
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).bytes, 0u);
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).count, 0u);
  hip().Malloc(500);
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).bytes, 500u);
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).unknown_frees, 0u);
}

// What was allocated before tracking began is not known: its frees are counted, and take nothing.
TEST_F(HipAllocations, FreesOfWhatWasThereBeforeTakeNothingAway) {
  Start({}, kApi);
  void* before = hip().Malloc(1 << 20);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kMemory), ROCJFR_STATUS_SUCCESS);
  void* after = hip().Malloc(4096);
  hip().Do("hipFree", before);
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).bytes, 4096u);
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).unknown_frees, 1u);
  hip().Do("hipFree", after);
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).bytes, 0u);
  EXPECT_EQ(TotalOf(MemoryKind::kDevice).unknown_frees, 1u);
}

}  // namespace
}  // namespace rocjfr::test
