// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "functions.h"

namespace rocjfr::hsa {
namespace {

constexpr uint32_t k_core = ROCJFR_HSA_CORE, k_amd = ROCJFR_HSA_AMD_EXT,
                   k_image = ROCJFR_HSA_IMAGE_EXT, k_finalizer = ROCJFR_HSA_FINALIZER_EXT;

// By (major_id, bytes). Since 6.0 AMD's extensions were only appended to; between releases there
// were steps.
struct Layout {
  uint32_t table, major, first_bytes, last_bytes;
};
constexpr Layout kLayouts[] = {
    {k_core, 1, 1016, 1016},  {k_core, 2, 1016, 1016}, {k_amd, 1, 400, 400},  // 5.2 to 5.4
    {k_amd, 1, 424, 424},                                                     // 5.5
    {k_amd, 1, 456, 456},                                                     // 5.6, 5.7
    {k_amd, 2, 552, 624},                                                     // 6.0 to 7.2
    {k_image, 1, 120, 120},   {k_image, 2, 120, 128},  {k_finalizer, 1, 64, 64},
    {k_finalizer, 2, 64, 64},
};

}  // namespace

const Function kFunctionList[kFunctions] = {
#define HSA_FUNCTION(table, name, since, ...) {#name, k_##table, since},
#include "functions.inc"
#undef HSA_FUNCTION
};

bool IsKnown(uint32_t table, const Version& version) noexcept {
  for (const Layout& layout : kLayouts) {
    if (layout.table == table && layout.major == version.major_id &&
        layout.first_bytes <= version.minor_id && version.minor_id <= layout.last_bytes &&
        version.minor_id % sizeof(void*) == 0) {
      return true;
    }
  }
  return false;
}

uint32_t PlaceOf(uint32_t number, uint32_t bytes) noexcept {
  const Function& function = kFunctionList[number];
  if (function.since > bytes) return UINT32_MAX;
  uint32_t place = 0;
  for (uint32_t i = number; i-- > 0 && kFunctionList[i].table == function.table;) {
    if (kFunctionList[i].since <= bytes) ++place;
  }
  return place;
}

uint32_t OldestBytes(uint32_t table) noexcept {
  for (const Layout& layout : kLayouts) {
    if (layout.table == table) return layout.first_bytes;
  }
  return 0;
}

}  // namespace rocjfr::hsa
