// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "tracer_slot.h"

#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace rocjfr {
namespace {

int32_t Displacement(const uint8_t* at) {
  int32_t value;
  memcpy(&value, at, sizeof(value));
  return value;
}

bool Is(const uint8_t* code, std::initializer_list<uint8_t> bytes) {
  for (const uint8_t byte : bytes) {
    if (*code++ != byte) return false;
  }
  return true;
}

}  // namespace

void* const volatile* FindTracerSlot(const void* register_function) noexcept {
#if defined(__x86_64__)
  const auto* code = static_cast<const uint8_t*>(register_function);
  if (Is(code, {0xF3, 0x0F, 0x1E, 0xFA})) code += 4;  // endbr64
  // mov %rdi, slot(%rip); ret (Clang, AMD's builds)
  if (Is(code, {0x48, 0x89, 0x3D}) && code[7] == 0xC3) {
    return reinterpret_cast<void* const volatile*>(code + 7 + Displacement(code + 3));
  }
  // lea slot(%rip), %rax; mov %rdi, (%rax); ret (GCC, Debian's builds)
  // mov slot@GOTPCREL(%rip), %rax; mov %rdi, (%rax); ret
  if (Is(code + 7, {0x48, 0x89, 0x38, 0xC3})) {
    const uint8_t* target = code + 7 + Displacement(code + 3);
    if (Is(code, {0x48, 0x8D, 0x05})) return reinterpret_cast<void* const volatile*>(target);
    if (Is(code, {0x48, 0x8B, 0x05})) {
      return *reinterpret_cast<void* const volatile* const*>(target);
    }
  }
#else
  (void)register_function;
#endif
  return nullptr;
}

}  // namespace rocjfr
