// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the program's own calls of HSA do to what HSA said of memory. HSA is a table of ours.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/java/control.h"
#include "core/record/whereabouts.h"
#include "core/site/memory_map.h"
#include "hsa/functions.h"
#include "hsa/tables.h"

namespace rocjfr::test {
namespace {

constexpr uint64_t kHere = 0x50000, kBytes = 0x4000;

// As ROCm 7.2 has them.
struct Table {
  hsa::Version version;
  void* functions[80];
};
struct Core {
  hsa::Version version;
  void* functions[128];
};
struct Tables {
  hsa::Version version = {2, 48, 0, 0};
  Core* core;
  Table* amd;
  Table* finalizer;
  Table* image;
};

class WhereaboutsHsa : public testing::Test {
 protected:
  void SetUp() override {
    core_.version = {2, 1016, 0, 0};
    amd_.version = {2, 624, 0, 0};
    image_.version = {2, 120, 0, 0};
    finalizer_.version = {2, 64, 0, 0};
    root_.core = &core_;
    root_.amd = &amd_;
    root_.finalizer = &finalizer_;
    root_.image = &image_;
    during_ = End::kPageable;
    static const auto done = +[]() -> uint32_t {
      during_ = At(kHere);
      return status_;
    };
    for (void*& function : core_.functions) function = reinterpret_cast<void*>(done);
    for (void*& function : amd_.functions) function = reinterpret_cast<void*>(done);
    status_ = 0;
    g_wanted_by_any.store(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS));
    hsa::TakeTables(&root_);
    FollowWhereabouts(false);
  }
  void TearDown() override {
    hsa::ForgetTables();
    g_wanted_by_any.store(0);
  }
  static End At(uint64_t address) {
    KnownRanges known;
    return WhereIs(known, address);
  }
  // HSA knows a device's memory here.
  static void Answer() {
    At(kHere);
    AskAboutMemory(
        [](uint64_t, const void*) noexcept {
          return Told{End::kDevice, kHere, kBytes};
        },
        nullptr);
    ASSERT_EQ(At(kHere), End::kDevice);
  }
  void* In(const std::string& name) {
    for (uint32_t i = 0; i < hsa::kFunctions; ++i) {
      const hsa::Function& function = hsa::kFunctionList[i];
      if (function.name != name) continue;
      const bool core = function.table == ROCJFR_HSA_CORE;
      const uint32_t bytes = core ? core_.version.minor_id : amd_.version.minor_id;
      return (core ? core_.functions : amd_.functions)[hsa::PlaceOf(i, bytes)];
    }
    ADD_FAILURE() << name;
    return nullptr;
  }
  // As a program calls it.
  template <typename... A>
  uint32_t Call(const std::string& name, A... arguments) {
    return reinterpret_cast<uint32_t (*)(A...)>(In(name))(arguments...);
  }

  Core core_ = {};
  Table amd_ = {}, image_ = {}, finalizer_ = {};
  Tables root_ = {};
  static uint32_t status_;
  static End during_;  // where the memory lay when HSA was called
};
uint32_t WhereaboutsHsa::status_;
End WhereaboutsHsa::during_;

TEST_F(WhereaboutsHsa, WhatItSaidEndsWithTheMemory) {
  void* const here = reinterpret_cast<void*>(kHere);
  for (const char* function :
       {"hsa_memory_free", "hsa_amd_memory_pool_free", "hsa_amd_ipc_memory_detach",
        "hsa_amd_interop_unmap_buffer", "hsa_amd_vmem_unmap"}) {
    Answer();
    EXPECT_EQ(Call(function, here, kBytes), 0u);
    EXPECT_EQ(during_, End::kUnknown) << function;
    EXPECT_EQ(At(kHere), End::kUnknown) << function;
  }
}

TEST_F(WhereaboutsHsa, WhatItSaidIsOfOtherMemoryWhereItGivesSomeOut) {
  void* at = reinterpret_cast<void*>(kHere + kBytes / 2);
  uint64_t bytes = kBytes;
  Answer();
  EXPECT_EQ(Call("hsa_memory_allocate", uint64_t{1}, kBytes, &at), 0u);
  EXPECT_EQ(At(kHere), End::kUnknown);
  Answer();
  EXPECT_EQ(Call("hsa_amd_memory_pool_allocate", uint64_t{1}, kBytes, uint32_t{0}, &at), 0u);
  EXPECT_EQ(At(kHere), End::kUnknown);
  Answer();
  EXPECT_EQ(Call("hsa_amd_ipc_memory_attach", &bytes, kBytes, uint32_t{0}, nullptr, &at), 0u);
  EXPECT_EQ(At(kHere), End::kUnknown);
  Answer();
  EXPECT_EQ(Call("hsa_amd_interop_map_buffer", uint32_t{0}, nullptr, 0, uint32_t{0}, &bytes, &at,
                 nullptr, nullptr),
            0u);
  EXPECT_EQ(At(kHere), End::kUnknown);
  Answer();
  EXPECT_EQ(Call("hsa_amd_vmem_map", at, kBytes, uint64_t{0}, uint64_t{1}, uint64_t{0}), 0u);
  EXPECT_EQ(At(kHere), End::kUnknown);
}

// HIP frees by HSA, too: what it has allocated meanwhile at the same place stays known.
TEST_F(WhereaboutsHsa, WhatHipAllocatedIsHips) {
  void* const here = reinterpret_cast<void*>(kHere);
  EnterMemory(kHere, kBytes, End::kDevice, true);
  const uint64_t id = BeginFree(kHere);
  EXPECT_EQ(Call("hsa_amd_memory_pool_free", here), 0u);
  EnterMemory(kHere, kBytes, End::kHost, true);
  EndFree(kHere, id, Freed::kYes);
  EXPECT_EQ(At(kHere), End::kHost);
}

TEST_F(WhereaboutsHsa, AFreeThatFailsLeavesWhatIsHips) {
  EnterMemory(kHere, kBytes, End::kDevice, true);
  status_ = 1;
  EXPECT_EQ(Call("hsa_amd_memory_pool_free", reinterpret_cast<void*>(kHere)), 1u);
  EXPECT_EQ(At(kHere), End::kDevice);
}

// Ours stand in HSA's tables only as long as directions are wanted.
TEST_F(WhereaboutsHsa, TheTablesAreHsasWhereNothingIsWanted) {
  void* const ours = In("hsa_amd_memory_pool_free");
  g_wanted_by_any.store(0);
  hsa::UpdateTables();
  EXPECT_NE(In("hsa_amd_memory_pool_free"), ours);
  EXPECT_EQ(In("hsa_amd_memory_pool_free"), In("hsa_init"));
}

}  // namespace
}  // namespace rocjfr::test
