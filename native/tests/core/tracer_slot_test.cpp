// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/tracer_slot.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace rocjfr::test {
namespace {

// Code bytes with the slot (or its GOT entry) right behind them.
struct Function {
  uint8_t code[64];
  void* behind;
};

Function Make(const std::vector<uint8_t>& code, size_t displacement_at) {
  Function function;
  memset(function.code, 0xCC, sizeof(function.code));
  memcpy(function.code, code.data(), code.size());
  // Relative to the end of the instruction, which the displacement ends.
  const auto distance =
      static_cast<int32_t>(offsetof(Function, behind) - (displacement_at + sizeof(int32_t)));
  memcpy(function.code + displacement_at, &distance, sizeof(distance));
  function.behind = nullptr;
  return function;
}

const std::vector<uint8_t> kEndbr = {0xF3, 0x0F, 0x1E, 0xFA};
const std::vector<uint8_t> kStore = {0x48, 0x89, 0x3D, 0, 0, 0, 0, 0xC3};
const std::vector<uint8_t> kLea = {0x48, 0x8D, 0x05, 0, 0, 0, 0, 0x48, 0x89, 0x38, 0xC3};
const std::vector<uint8_t> kGot = {0x48, 0x8B, 0x05, 0, 0, 0, 0, 0x48, 0x89, 0x38, 0xC3};

std::vector<uint8_t> After(std::vector<uint8_t> first, const std::vector<uint8_t>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const void* SlotOf(const Function& function) {
  return const_cast<const void*>(
      reinterpret_cast<const volatile void*>(FindTracerSlot(function.code)));
}

TEST(TracerSlot, IsReadOffADirectStore) {
  const Function function = Make(kStore, 3);
  EXPECT_EQ(SlotOf(function), &function.behind);
}

TEST(TracerSlot, IsReadOffAnAddressAndAStore) {
  const Function function = Make(kLea, 3);
  EXPECT_EQ(SlotOf(function), &function.behind);
}

TEST(TracerSlot, IsReadOffTheGlobalOffsetTable) {
  Function function = Make(kGot, 3);
  void* slot = nullptr;
  function.behind = &slot;
  EXPECT_EQ(SlotOf(function), &slot);
}

TEST(TracerSlot, MayFollowABranchTarget) {
  for (const auto& code : {kStore, kLea}) {
    const Function function = Make(After(kEndbr, code), 7);
    EXPECT_EQ(SlotOf(function), &function.behind);
  }
}

TEST(TracerSlot, IsUnknownWhereTheCodeHasAnotherForm) {
  EXPECT_EQ(SlotOf(Make({0x55, 0x48, 0x89, 0xE5, 0, 0, 0, 0}, 4)), nullptr) << "push %rbp";
  std::vector<uint8_t> no_return = kStore;
  no_return[7] = 0x90;
  EXPECT_EQ(SlotOf(Make(no_return, 3)), nullptr) << "does more than store";
  std::vector<uint8_t> other_register = kLea;
  other_register[9] = 0x30;  // mov %rsi, (%rax)
  EXPECT_EQ(SlotOf(Make(other_register, 3)), nullptr);
}

}  // namespace
}  // namespace rocjfr::test
