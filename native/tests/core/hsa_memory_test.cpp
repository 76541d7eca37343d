// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What HSA says of memory, by the type of its pointer. The structs are those of HSA's headers.
#include <gtest/gtest.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <cstring>

#include "core/runtime/hsa.h"

namespace rocjfr::test {
namespace {

using Owner = HsaMemory::Owner;
constexpr uint64_t kHere = 0x51234, kBase = 0x50000, kBytes = 0x10000, kElsewhere = 0x900000;
constexpr uint64_t kCpu = 7, kGpu = 8, kNobody = 0;

hsa_amd_pointer_info_t g_info;

Hsa FakeHsa() {
  Hsa hsa;
  hsa.pointer_info = [](const void* address, void* info, void*, uint32_t*, void*) {
    EXPECT_EQ(reinterpret_cast<uint64_t>(address), kHere);
    auto* to = static_cast<hsa_amd_pointer_info_t*>(info);
    EXPECT_GE(to->size, sizeof(g_info));
    g_info.size = sizeof(g_info);
    memcpy(to, &g_info, sizeof(g_info));
    return 0;
  };
  hsa.agent_info = [](uint64_t agent, int attribute, void* value) {
    EXPECT_EQ(attribute, HSA_AGENT_INFO_DEVICE);
    if (agent == kNobody) return static_cast<int>(HSA_STATUS_ERROR_INVALID_AGENT);
    const auto device = agent == kGpu ? HSA_DEVICE_TYPE_GPU : HSA_DEVICE_TYPE_CPU;
    memcpy(value, &device, sizeof(device));
    return 0;
  };
  return hsa;
}

HsaMemory Ask(uint32_t type, uint64_t owner, uint64_t agent_base = kBase,
              uint64_t host_base = kBase, uint64_t bytes = kBytes) {
  g_info = {};
  g_info.type = static_cast<hsa_amd_pointer_type_t>(type);
  g_info.agentBaseAddress = reinterpret_cast<void*>(agent_base);
  g_info.hostBaseAddress = reinterpret_cast<void*>(host_base);
  g_info.sizeInBytes = bytes;
  g_info.agentOwner.handle = owner;
  return AskHsaForMemory(FakeHsa(), kHere);
}
// All of it; or the page of the address.
void Expect(const HsaMemory& memory, Owner owner, bool all, bool loose = false) {
  EXPECT_EQ(memory.owner, owner);
  if (owner == Owner::kNone) return;
  EXPECT_EQ(memory.begin, all ? kBase : 0x51000);
  EXPECT_EQ(memory.bytes, all ? kBytes : 0x1000);
  EXPECT_EQ(memory.loose, loose || !all);
}

constexpr uint32_t kReserved = 5, kVirtual = 6;  // of newer releases

TEST(HsaMemory, OfAnAllocationLiesWithItsOwner) {
  Expect(Ask(HSA_EXT_POINTER_TYPE_HSA, kGpu), Owner::kGpu, true);
  Expect(Ask(HSA_EXT_POINTER_TYPE_HSA, kCpu), Owner::kHost, true);
  Expect(Ask(HSA_EXT_POINTER_TYPE_HSA, kNobody), Owner::kNone, true);
  Expect(Ask(HSA_EXT_POINTER_TYPE_HSA, kGpu, kBase, 0), Owner::kGpu, true);
}

TEST(HsaMemory, ThatIsLockedIsTheHosts) {
  Expect(Ask(HSA_EXT_POINTER_TYPE_LOCKED, kGpu), Owner::kHost, true);
  Expect(Ask(HSA_EXT_POINTER_TYPE_LOCKED, kCpu, kElsewhere), Owner::kHost, true);
  Expect(Ask(HSA_EXT_POINTER_TYPE_LOCKED, kCpu, kBase, kElsewhere), Owner::kHost, true, true);
}

// Its base is the address that was asked for, its size that of the whole.
TEST(HsaMemory, ThatIsMappedIsKnownForThePage) {
  Expect(Ask(kVirtual, kGpu, kHere, kHere), Owner::kGpu, false);
  Expect(Ask(kVirtual, kCpu, kHere, kHere), Owner::kHost, false);
  Expect(Ask(kVirtual, kNobody, kHere, kHere), Owner::kNone, false);
}

// Only devices' memory is shared by processes; HSA may not know the owner.
TEST(HsaMemory, OfAnotherProcessIsADevicesOrNotKnown) {
  Expect(Ask(HSA_EXT_POINTER_TYPE_IPC, kGpu), Owner::kGpu, true);
  Expect(Ask(HSA_EXT_POINTER_TYPE_IPC, kCpu), Owner::kNone, true);
  Expect(Ask(HSA_EXT_POINTER_TYPE_IPC, kNobody), Owner::kNone, true);
}

TEST(HsaMemory, ThatGraphicsSharesOrNobodyHasIsNotKnown) {
  for (const uint32_t type : {uint32_t{HSA_EXT_POINTER_TYPE_UNKNOWN},
                              uint32_t{HSA_EXT_POINTER_TYPE_GRAPHICS}, kReserved, 7u}) {
    Expect(Ask(type, kGpu), Owner::kNone, true);
  }
}

// Such as of a release whose struct is another.
TEST(HsaMemory, ThatDoesNotHoldTheAddressIsNotKnown) {
  Expect(Ask(HSA_EXT_POINTER_TYPE_HSA, kGpu, kElsewhere, kElsewhere), Owner::kNone, true);
  Expect(Ask(HSA_EXT_POINTER_TYPE_HSA, kGpu, kBase, kBase, 0x1000), Owner::kNone, true);
}

}  // namespace
}  // namespace rocjfr::test
