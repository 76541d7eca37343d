// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Host kernels of rocjfr selftest: what its kernels compute, see Kernels.java.
#include <cstdint>

#include "softgpu.h"

namespace {

struct Arguments {
  uint32_t* out;
  uint32_t value;
};

uint64_t Items(const softgpu_launch_t* launch) {
  return uint64_t{launch->grid[0]} * launch->grid[1] * launch->grid[2];
}

}  // namespace

extern "C" void softgpu_rocjfr_selftest_spin(const softgpu_launch_t* launch) {
  const auto* a = static_cast<const Arguments*>(launch->kernarg);
  for (uint64_t i = 0; i < Items(launch); ++i) {
    auto x = static_cast<uint32_t>(i);
    for (uint32_t k = 0; k < a->value; ++k) x = x * 1664525u + 1013904223u;
    a->out[i] = x;
  }
}

extern "C" void softgpu_rocjfr_selftest_fill(const softgpu_launch_t* launch) {
  const auto* a = static_cast<const Arguments*>(launch->kernarg);
  for (uint64_t i = 0; i < Items(launch); ++i) a->out[i] = a->value;
}

extern "C" void softgpu__ZN15rocjfr_selftest5scaleEPjj(const softgpu_launch_t* launch) {
  const auto* a = static_cast<const Arguments*>(launch->kernarg);
  for (uint64_t i = 0; i < Items(launch); ++i) a->out[i] *= a->value;
}
