// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What calls of HIP do to the map of where memory lies, and to what HSA said of it.
#include "core/record/whereabouts.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

#include "core/runtime/memory_arguments.h"
#include "core/site/memory_map.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kNotTold = 0, kSuccess = 1, kFailure = 2;  // results, as calls have them
constexpr uint64_t kHere = 0x50000, kBytes = 0x4000;

// Words of hip_api_data_t, by offset.
using Words = std::map<uint16_t, uint64_t>;

class Whereabouts : public testing::Test {
 protected:
  void SetUp() override { FollowWhereabouts(true); }

  End At(uint64_t address) { return WhereIs(known_, address); }
  // HSA knows a device's memory here.
  static void Answer() {
    AskAboutMemory(
        [](uint64_t, const void*) noexcept {
          return Told{End::kDevice, kHere, kBytes};
        },
        nullptr);
  }
  // A call with these arguments; `during` runs before it returns.
  template <typename During>
  static void Do(const char* function, const Words& words, uint32_t result, During during) {
    const MemoryLayout* layout = FindMemory(function);
    ASSERT_NE(layout, nullptr) << function;
    alignas(8) char data[512] = {};
    for (const auto& [offset, word] : words) memcpy(data + offset, &word, sizeof(word));
    Call call = {};
    BeginWhereabouts(call, *layout, data);
    during();
    EndWhereabouts(call, *layout, data, result);
  }
  static void Do(const char* function, const Words& words, uint32_t result = kSuccess) {
    Do(function, words, result, [] {});
  }
  // The function puts this address at the place that its first argument names.
  static void Put(const char* function, Words words, uint64_t address, uint32_t result = kSuccess) {
    uint64_t place = address;
    words[16] = reinterpret_cast<uint64_t>(&place);
    Do(function, words, result);
  }

  KnownRanges known_;
};

TEST_F(Whereabouts, WhatHsaSaidEndsWithEachFunctionThatEndsMemory) {
  for (const char* function :
       {"hipFree", "hipFreeAsync", "hipFreeHost", "hipHostFree", "hipHostUnregister", "hipMemUnmap",
        "hipDeviceReset", "hipIpcCloseMemHandle", "hipDestroyExternalMemory",
        "hipGraphicsUnmapResources", "hipGraphicsUnregisterResource", "hipMemAddressFree",
        "hipMemPoolDestroy", "hipModuleUnload", "hipLibraryUnload", "hipCtxDestroy",
        "hipDevicePrimaryCtxRelease", "hipDevicePrimaryCtxReset"}) {
    for (const uint32_t result : {kNotTold, kSuccess}) {
      FollowWhereabouts(false);
      EXPECT_EQ(At(kHere), End::kUnknown);
      Answer();
      EXPECT_EQ(At(kHere), End::kDevice);
      Do(function, {{16, kHere}}, result, [&] {
        EXPECT_EQ(At(kHere), End::kUnknown) << function;
        Answer();  // the memory may still be there
        EXPECT_EQ(At(kHere), End::kUnknown) << function;
      });
      EXPECT_EQ(At(kHere), End::kUnknown) << function;
      EXPECT_TRUE(HasQuestions()) << function;
    }
  }
}

// Each function that ends a graph, where graphs have memory.
TEST_F(Whereabouts, WhatHsaSaidEndsWithGraphsThatHaveMemory) {
  const auto all = {"hipGraphDestroy", "hipGraphDestroyNode", "hipGraphExecDestroy",
                    "hipDeviceGraphMemTrim"};
  FollowWhereabouts(false);
  EXPECT_EQ(At(kHere), End::kUnknown);
  Answer();
  for (const char* function : all) {
    Do(function, {{16, 0x1234}});
    EXPECT_EQ(At(kHere), End::kDevice) << function;
  }
  for (const char* adds : {"hipGraphAddMemAllocNode", "hipGraphAddNode"}) {
    FollowWhereabouts(false);
    Do(adds, {{16, 0x1234}});
    for (const char* function : all) {
      EXPECT_EQ(At(kHere), End::kUnknown) << function;
      Answer();
      EXPECT_EQ(At(kHere), End::kDevice) << function;
      Do(function, {{16, 0x1234}});
      EXPECT_EQ(At(kHere), End::kUnknown) << function;
    }
  }
}

// HSA allocates each piece by itself.
TEST_F(Whereabouts, WhatHsaSaidOutlivesFreesOfOtherMemory) {
  FollowWhereabouts(false);
  EXPECT_EQ(At(kHere), End::kUnknown);
  Answer();
  for (const char* function : {"hipFree", "hipHostUnregister", "hipMemUnmap"}) {
    Do(function, {{16, kHere + kBytes}});
    EXPECT_EQ(At(kHere), End::kDevice) << function;
  }
}

// A free of nothing, and of arrays.
TEST_F(Whereabouts, WhatHsaSaidOutlivesWhatEndsNoSuchMemory) {
  FollowWhereabouts(false);
  EXPECT_EQ(At(kHere), End::kUnknown);
  Answer();
  Do("hipFree", {});
  Do("hipFreeArray", {{16, kHere}});
  Do("hipMemRelease", {{16, kHere}});
  EXPECT_EQ(At(kHere), End::kDevice);
}

TEST_F(Whereabouts, MemoryMayBeUnseenAfterEachFunctionThatBringsSome) {
  for (const char* function :
       {"hipIpcOpenMemHandle", "hipExternalMemoryGetMappedBuffer", "hipGraphicsMapResources",
        "hipGraphicsResourceGetMappedPointer", "hipMemPoolImportPointer", "hipGraphAddMemAllocNode",
        "hipGraphAddNode", "hipMemMap", "hipGetSymbolAddress", "hipModuleGetGlobal",
        "hipLibraryGetGlobal", "hipLibraryGetManaged", "hipHostGetDevicePointer"}) {
    for (const uint32_t result : {kNotTold, kSuccess}) {
      FollowWhereabouts(true);
      EXPECT_EQ(At(kHere), End::kPageable);
      Put(function, {}, kHere, kFailure);
      EXPECT_EQ(At(kHere), End::kPageable) << function;
      Put(function, {}, kHere, result);
      EXPECT_EQ(At(kHere), End::kUnknown) << function;
    }
  }
}

TEST_F(Whereabouts, WhatIsKnownMayBeShown) {
  Put("hipMalloc", {{32, kBytes}}, kHere);
  Put("hipModuleGetGlobal", {}, kHere + 8);
  Put("hipGetSymbolAddress", {}, 0);
  EXPECT_EQ(At(2 * kHere), End::kPageable);
}

// Where devices have it at another address.
TEST_F(Whereabouts, TheDevicesPointerIsTheHosts) {
  Do("hipHostRegister", {{16, kHere}, {24, kBytes}});
  Put("hipHostGetDevicePointer", {{32, kHere + 0x1000}}, 2 * kHere);
  EXPECT_EQ(At(2 * kHere), End::kHost);
  EXPECT_EQ(At(2 * kHere + kBytes - 0x1001), End::kHost);
  EXPECT_EQ(At(2 * kHere + kBytes - 0x1000), End::kPageable);
  EXPECT_EQ(At(kHere), End::kHost);
  Do("hipHostUnregister", {{16, kHere}});
  EXPECT_EQ(At(2 * kHere), End::kPageable);
}

// hipDeviceMallocUncached is 3: no combination of two flags.
TEST_F(Whereabouts, OnlySignalsMemoryMayBeAnywhere) {
  const std::map<uint32_t, End> expected = {{0, End::kDevice},  {1, End::kDevice},
                                            {2, End::kUnknown}, {3, End::kDevice},
                                            {4, End::kDevice},  {5, End::kUnknown}};
  for (const auto& [flags, where] : expected) {
    Put("hipExtMallocWithFlags", {{32, kBytes}, {40, flags}}, kHere);
    EXPECT_EQ(At(kHere), where) << flags;
  }
}

// hipMemPoolProps: a type of memory, handles' types, a type of location, its number.
TEST_F(Whereabouts, APoolMayHaveOtherMemoryThanADevices) {
  struct Properties {
    uint32_t type, handles, location, id;
  };
  const auto pool = [&](const Properties& properties) {
    uint64_t out = 1;
    Do("hipMemPoolCreate",
       {{16, reinterpret_cast<uint64_t>(&out)}, {32, reinterpret_cast<uint64_t>(&properties)}});
    Put("hipMallocFromPoolAsync", {{32, kBytes}}, kHere);
    return At(kHere);
  };
  EXPECT_EQ(pool({1, 0, 1, 0}), End::kDevice);
  EXPECT_EQ(pool({2, 0, 1, 0}), End::kUnknown);
  FollowWhereabouts(true);
  EXPECT_EQ(pool({1, 0, 2, 0}), End::kUnknown);
  for (const char* function : {"hipMemPoolImportFromShareableHandle", "hipMemSetMemPool",
                               "hipMemGetMemPool", "hipMemGetDefaultMemPool"}) {
    FollowWhereabouts(true);
    EXPECT_EQ(pool({1, 0, 1, 0}), End::kDevice);
    Do(function, {{16, kHere}});
    EXPECT_EQ(pool({1, 0, 1, 0}), End::kUnknown) << function;
  }
}

// It may have failed, and nothing be where the program says.
TEST_F(Whereabouts, ABadPlaceForThePitchIsNotRead) {
  uint64_t place = kHere;
  const uint64_t address = reinterpret_cast<uint64_t>(&place);
  Do("hipMallocPitch", {{16, address}, {32, 8}, {56, 16}}, kNotTold, [&] { place = 0; });
  place = kHere;
  Do("hipMallocPitch", {{16, address}, {32, 8}, {56, 16}}, kFailure);
  EXPECT_EQ(At(kHere), End::kPageable);
}

}  // namespace
}  // namespace rocjfr::test
