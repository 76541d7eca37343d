// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions that programs call: each jumps to where its table says at the moment, as HSA's own
// do, so that tools can put theirs there. What the software GPU does itself is called impl_NAME;
// where there is none, an error that is told once. The HSA headers are not included: they declare
// these with their arguments.

#include <atomic>

#include "api_tables.h"
#include "log.h"

namespace {

constexpr int kHsaStatusError = 0x1000;

int refuse(const char* name, std::atomic<bool>* told) {
  using rocjfr::softgpu::LogLevel;
  if (!told->exchange(true)) rocjfr::softgpu::log(LogLevel::kError, "%s is not supported", name);
  return kHsaStatusError;
}

}  // namespace

// slot_NAME points to the place in a table, or to this library's own where no table has it.
#define HSA_FUNCTION(table, name, since)                                                          \
  extern "C" __attribute__((weak)) int impl_##name() {                                            \
    static std::atomic<bool> told{false};                                                         \
    return refuse(#name, &told);                                                                  \
  }                                                                                               \
  extern "C" {                                                                                    \
  __attribute__((visibility("hidden"))) void* own_##name = reinterpret_cast<void*>(&impl_##name); \
  __attribute__((visibility("hidden"))) void** slot_##name = &own_##name;                         \
  }                                                                                               \
  asm(".pushsection .text\n.p2align 4\n.globl " #name "\n.type " #name ",@function\n" #name       \
      ":\n  endbr64\n  movq slot_" #name "(%rip), %r11\n  jmp *(%r11)\n.size " #name ", .-" #name \
      "\n.popsection\n");
#include "tables.inc"
#undef HSA_FUNCTION

namespace rocjfr::softgpu {

const Function kFunctions[] = {
#define HSA_FUNCTION(table, name, since) \
  {#name, Table::k_##table, since, &own_##name, &slot_##name},
#include "tables.inc"
#undef HSA_FUNCTION
};
const size_t kFunctionCount = sizeof kFunctions / sizeof kFunctions[0];

}  // namespace rocjfr::softgpu

// In no table.
extern "C" __attribute__((visibility("default"))) int hsa_amd_image_get_info_max_dim() {
  static std::atomic<bool> told{false};
  return refuse("hsa_amd_image_get_info_max_dim", &told);
}
