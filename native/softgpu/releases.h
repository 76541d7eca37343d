// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The releases of ROCm whose HSA tables SOFTGPU_ROCM can ask for, by name.
#ifndef ROCJFR_SOFTGPU_RELEASES_H_
#define ROCJFR_SOFTGPU_RELEASES_H_

#include <cstdint>

namespace rocjfr::softgpu {

// A release's tables: the versions of the root and of AMD's extensions, whose functions grew, and
// in the two oldest generations were put in the middle.
struct Release {
  const char* name;
  uint32_t root_major, root_bytes, root_step;
  uint32_t major;  // of the tables
  uint32_t amd_bytes, amd_step;
  uint32_t image_bytes, image_step;
};
constexpr Release kReleases[] = {
    {"5.2", 1, 48, 0, 1, 400, 0, 120, 0},
    {"5.5", 1, 48, 0, 1, 424, 0, 120, 0},
    {"5.6", 1, 48, 0, 1, 456, 0, 120, 0},
    {"6.0", 2, 48, 0, 2, 552, 0, 120, 0},
    {"6.1", 3, 56, 0, 2, 560, 1, 120, 0},
    {"6.2", 3, 64, 1, 2, 576, 3, 120, 0},
    {"6.3", 3, 64, 1, 2, 584, 4, 120, 0},
    {"6.4", 3, 64, 1, 2, 592, 5, 128, 1},
    {"7.2", 3, 64, 1, 2, 624, 8, 128, 1},
    {"unknown", 3, 64, 1, 2, 640, 9, 128, 1},  // one that no tool knows
};

}  // namespace rocjfr::softgpu
#endif  // ROCJFR_SOFTGPU_RELEASES_H_
