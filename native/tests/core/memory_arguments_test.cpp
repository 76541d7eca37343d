// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rows of functions that allocate and free against the structs that the HIP headers of this
// machine declare. Those that these headers lack are looked at nowhere.
#include "core/runtime/memory_arguments.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <regex>
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

TEST(MemoryArguments, OfAliasesAndPoolsStandWhereTheHeadersHaveThem) {
  FIRST(hipHostGetDevicePointer, devPtr);
  IS(hipHostGetDevicePointer, host, hstPtr);
  FIRST(hipModuleGetGlobal, dptr);
  FIRST(hipMemPoolCreate, mem_pool);
  IS(hipMemPoolCreate, handle, pool_props);
  EXPECT_EQ(offsetof(hipMemPoolProps, allocType), 0u);
  EXPECT_EQ(offsetof(hipMemPoolProps, location.type), 8u);
  EXPECT_EQ(hipMemAllocationTypePinned, 1);
  EXPECT_EQ(hipMemLocationTypeDevice, 1);
}

// All functions of HIP whose name sounds like memory that comes, goes, or stands at two addresses.
TEST(MemoryArguments, EachFunctionThatSoundsLikeMemoryIsARowOrNone) {
  static constexpr const char* kFunctions[] = {
#define F(name, since, result, ...) #name,
#include "hip_signatures.inc"
#undef F
  };
  // They tell of memory, or of where it is used; arrays have no address.
  const std::regex none(
      ".*(Texture|Surface|TexRef|TexObject|MemcpyNode|MemsetNode|Semaphore|UserObject|Event).*|"
      "hip(Drv|)Mem(cpy|set|Advise|Prefetch|Range|Get(A|H|Info)|PtrGetInfo|SetAccess|Export).*|"
      "hipMemPool(Export|GetA|SetA|TrimTo).*|hipMemMapArrayAsync|"
      "hipMemAddressReserve|hipMemImportFromShareableHandle|"  // no memory stands there yet
      ".*Mipmapped(Array|Level).*|hipArray(|3D)Get.*|hipGraphicsSubResourceGetMappedArray|"
      "hip(Device|Drv|Pointer|Ipc|Host)(Get|Set|Total|Pointer).*|hipFreeMipmappedArray|"
      "hipGraphMem(AllocNode|FreeNode)GetParams|hip(Drv|)GraphAddMemFreeNode|"
      "hipGraphicsGLRegister(Buffer|Image)|hipImportExternalMemory|"  // mapped later
      "hipStreamAttachMemAsync|hipOccupancy.*|hip(Ctx|Func)SetSharedMemConfig|"
      "hipCtxGetSharedMemConfig|hipStreamBatchMemOp|hipGraph.*BatchMemOpNode.*|"
      "__hipRegister.*|__hipUnregisterFatBinary");  // the hook does not report these
  const std::regex sounds(
      ".*(Malloc|Alloc|Free|Mem|Ipc|Import|Register|Map|Unmap|GetGlobal|GetManaged|"
      "SymbolAddress|DevicePointer|PtrGet|External|ArrayCreate|ArrayDestroy).*|"
      "hip(Graph|GraphExec|Ctx)Destroy|hipGraphDestroyNode|hip(Module|Library)Unload|"
      "hipDeviceReset|"
      "hipDevicePrimaryCtxRe(set|lease)|hipGraphAddNode");
  std::set<std::string> seen;
  for (const std::string function : kFunctions) {
    const MemoryLayout* row = FindMemory(function);
    if (row != nullptr) {
      seen.insert(function);
    } else if (std::regex_match(function, sounds)) {
      EXPECT_TRUE(std::regex_match(function, none)) << function;
    }
  }
  uint32_t count = 0;
  const MemoryLayout* rows = AllMemory(&count);
  for (uint32_t i = 0; i < count; ++i) {
    EXPECT_EQ(seen.count(rows[i].function), 1u) << "no function of HIP: " << rows[i].function;
  }
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
