// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The host side of the kernels that hip_test.cpp compiles.

#include <unistd.h>

#include <cstdint>

#include "softgpu.h"

#define HOST_KERNEL(name) \
  extern "C"              \
      __attribute__((visibility("default"))) void softgpu_##name(const softgpu_launch_t* launch)

HOST_KERNEL(matrixTranspose) {
  struct Arguments {
    float* out;
    const float* in;
    int width;
  };
  auto* a = static_cast<const Arguments*>(launch->kernarg);
  for (int y = 0; y < a->width; ++y) {
    for (int x = 0; x < a->width; ++x) a->out[y * a->width + x] = a->in[x * a->width + y];
  }
}

HOST_KERNEL(saxpy) {
  struct Arguments {
    float a;
    const float* x;
    float* y;
    unsigned n;
  };
  auto* a = static_cast<const Arguments*>(launch->kernarg);
  for (unsigned i = 0; i < a->n && i < launch->grid[0]; ++i) a->y[i] += a->a * a->x[i];
}

HOST_KERNEL(nap) {
  struct Arguments {
    int milliseconds;
  };
  usleep(static_cast<useconds_t>(static_cast<const Arguments*>(launch->kernarg)->milliseconds) *
         1000);
}

HOST_KERNEL(empty) {
  (void)launch;
}

// Writes grid, block and group memory of its launch.
HOST_KERNEL(shape) {
  struct Arguments {
    uint32_t* out;
  };
  uint32_t* out = static_cast<const Arguments*>(launch->kernarg)->out;
  for (int i = 0; i < 3; ++i) out[i] = launch->grid[i];
  for (int i = 0; i < 3; ++i) out[3 + i] = launch->block[i];
  out[6] = launch->lds_bytes;
  out[7] = launch->device;
}
