// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rows of functions that allocate and free against the structs that the HIP headers of this
// machine declare. Those that these headers lack are looked at nowhere.
#include "core/runtime/memory_arguments.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>

#include "hip_headers.h"

namespace rocjfr::test {
namespace {

template <typename Member>
void Is(const char* function, const char* what, uint16_t offset, Member member) {
  if constexpr (std::is_invocable_v<Member, hip_api_data_t&>) {
    union Raw {  // the struct has no constructor
      char bytes[sizeof(hip_api_data_t)];
      hip_api_data_t data;
    };
    static Raw raw = {{0}};
    const auto at =
        reinterpret_cast<const char*>(member(raw.data)) - reinterpret_cast<const char*>(&raw.data);
    EXPECT_EQ(offset, at) << function << " " << what;
  } else {
    GTEST_LOG_(INFO) << "not in these headers: " << function << " " << what;
  }
}
#define IS(function, what, member)                            \
  Is(#function, #what, FindMemory(#function)->what,           \
     [](auto& data) -> decltype(&data.args.function.member) { \
       return &data.args.function.member;                     \
     })
#define FIRST(function, member)                                                                \
  Is(#function, "first argument", 16, [](auto& data) -> decltype(&data.args.function.member) { \
    return &data.args.function.member;                                                         \
  })

TEST(MemoryArguments, OfAllocationsStandWhereTheHeadersHaveThem) {
  FIRST(hipMalloc, ptr);
  IS(hipMalloc, bytes, size);
  FIRST(hipExtMallocWithFlags, ptr);
  IS(hipExtMallocWithFlags, bytes, sizeBytes);
  FIRST(hipMallocManaged, dev_ptr);
  IS(hipMallocManaged, bytes, size);
  FIRST(hipMallocHost, ptr);
  IS(hipMallocHost, bytes, size);
  FIRST(hipHostMalloc, ptr);
  IS(hipHostMalloc, bytes, size);
  FIRST(hipHostAlloc, ptr);
  IS(hipHostAlloc, bytes, size);
  FIRST(hipMemAllocHost, ptr);
  IS(hipMemAllocHost, bytes, size);
  FIRST(hipHostRegister, hostPtr);
  IS(hipHostRegister, bytes, sizeBytes);
  FIRST(hipMallocAsync, dev_ptr);
  IS(hipMallocAsync, bytes, size);
  FIRST(hipMallocFromPoolAsync, dev_ptr);
  IS(hipMallocFromPoolAsync, bytes, size);
  FIRST(hipMemCreate, handle);
  IS(hipMemCreate, bytes, size);
  FIRST(hipMallocPitch, ptr);
  IS(hipMallocPitch, pitch, pitch);
  IS(hipMallocPitch, height, height);
  FIRST(hipMemAllocPitch, dptr);
  IS(hipMemAllocPitch, pitch, pitch);
  IS(hipMemAllocPitch, height, height);
  FIRST(hipMalloc3D, pitchedDevPtr);
  IS(hipMalloc3D, height, extent.height);
  IS(hipMalloc3D, depth, extent.depth);
  FIRST(hipMallocArray, array);
  IS(hipMallocArray, format, desc);
  IS(hipMallocArray, width, width);
  IS(hipMallocArray, height, height);
  FIRST(hipMalloc3DArray, array);
  IS(hipMalloc3DArray, format, desc);
  IS(hipMalloc3DArray, width, extent.width);
  IS(hipMalloc3DArray, height, extent.height);
  IS(hipMalloc3DArray, depth, extent.depth);
  FIRST(hipArray3DCreate, array);
  IS(hipArray3DCreate, bytes, pAllocateArray);
  IS(hipArrayCreate, bytes, pAllocateArray);
}

TEST(MemoryArguments, OfFreesStandWhereTheHeadersHaveThem) {
  FIRST(hipFree, ptr);
  FIRST(hipFreeAsync, dev_ptr);
  FIRST(hipFreeHost, ptr);
  FIRST(hipHostFree, ptr);
  FIRST(hipHostUnregister, hostPtr);
  FIRST(hipFreeArray, array);
  FIRST(hipArrayDestroy, array);
  FIRST(hipMemMap, ptr);
  IS(hipMemMap, handle, handle);
  FIRST(hipMemUnmap, ptr);
  FIRST(hipMemRetainAllocationHandle, handle);
  FIRST(hipMemRelease, handle);
}

TEST(MemoryArguments, EachRowIsOfAnotherFunction) {
  uint32_t count = 0;
  const MemoryLayout* rows = AllMemory(&count);
  std::set<std::string> functions;
  for (uint32_t i = 0; i < count; ++i) {
    EXPECT_TRUE(functions.insert(rows[i].function).second) << rows[i].function;
    EXPECT_EQ(FindMemory(rows[i].function), &rows[i]);
  }
  EXPECT_EQ(FindMemory("hipMemcpy"), nullptr);
}

// Members of structs that arguments point to.
TEST(MemoryArguments, StructsAreAsTheHeadersHaveThem) {
  EXPECT_EQ(offsetof(hipPitchedPtr, ptr), 0u);
  EXPECT_EQ(offsetof(hipPitchedPtr, pitch), 8u);
  EXPECT_EQ(offsetof(HIP_ARRAY_DESCRIPTOR, Width), 0u);
  EXPECT_EQ(offsetof(HIP_ARRAY_DESCRIPTOR, Height), 8u);
  EXPECT_EQ(offsetof(HIP_ARRAY_DESCRIPTOR, Format), 16u);
  EXPECT_EQ(offsetof(HIP_ARRAY_DESCRIPTOR, NumChannels), 20u);
  EXPECT_EQ(offsetof(HIP_ARRAY3D_DESCRIPTOR, Depth), 16u);
  EXPECT_EQ(offsetof(HIP_ARRAY3D_DESCRIPTOR, Format), 24u);
  EXPECT_EQ(offsetof(HIP_ARRAY3D_DESCRIPTOR, NumChannels), 28u);
  EXPECT_EQ(offsetof(hipChannelFormatDesc, w), 12u);
}

}  // namespace
}  // namespace rocjfr::test
