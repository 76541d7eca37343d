// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Host kernels: what the demo's and the tests' kernels do when the software GPU runs them. Each
// stands for a kernel of the same name that hiprtc or AMD's OpenCL compiles from source; the
// argument structures are the kernels' parameter lists.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "softgpu.h"

namespace {

// A tile of this edge, read and written, stays in the first-level cache.
constexpr uint32_t kTile = 32;

template <typename Arguments>
const Arguments& arguments(const softgpu_launch_t* launch) {
  return *static_cast<const Arguments*>(launch->kernarg);
}

}  // namespace

/// matrixTranspose(float* out, const float* in, int width): one work-item per element.
extern "C" void softgpu_matrixTranspose(const softgpu_launch_t* launch) {
  struct Arguments {
    float* out;
    const float* in;
    int width;
  };
  const auto& args = arguments<Arguments>(launch);
  const auto width = static_cast<uint32_t>(std::max(args.width, 0));
  const uint32_t columns = std::min(launch->grid[0], width);
  const uint32_t rows = std::min(launch->grid[1], width);
  for (uint32_t tile_y = 0; tile_y < rows; tile_y += kTile) {
    for (uint32_t tile_x = 0; tile_x < columns; tile_x += kTile) {
      for (uint32_t y = tile_y; y < std::min(tile_y + kTile, rows); ++y) {
        for (uint32_t x = tile_x; x < std::min(tile_x + kTile, columns); ++x) {
          args.out[size_t{y} * width + x] = args.in[size_t{x} * width + y];
        }
      }
    }
  }
}

/// saxpy(float a, const float* x, float* y, unsigned n): y = a * x + y.
extern "C" void softgpu_saxpy(const softgpu_launch_t* launch) {
  struct Arguments {
    float a;
    const float* x;
    float* y;
    unsigned n;
  };
  const auto& args = arguments<Arguments>(launch);
  const uint32_t count = std::min(launch->grid[0], args.n);
  for (uint32_t i = 0; i < count; ++i) {
    args.y[i] += args.a * args.x[i];
  }
}

/// empty(): nothing but the dispatch.
extern "C" void softgpu_empty(const softgpu_launch_t*) {}

/// OpenCL's: increment(int* v), and run(int* v, int pass), as Aparapi names and declares its
/// kernels: one is added to each of the first values.
extern "C" void softgpu_increment(const softgpu_launch_t* launch) {
  struct Arguments {
    int* values;
  };
  int* values = arguments<Arguments>(launch).values;
  for (uint32_t i = 0; i < launch->grid[0]; ++i) {
    ++values[i];
  }
}
extern "C" void softgpu_run(const softgpu_launch_t* launch) {
  softgpu_increment(launch);
}
extern "C" void softgpu_nothing(const softgpu_launch_t*) {}

/// counted(unsigned* ended): adds one when it is about to end.
extern "C" void softgpu_counted(const softgpu_launch_t* launch) {
  struct Arguments {
    unsigned* ended;
  };
  __atomic_fetch_add(arguments<Arguments>(launch).ended, 1, __ATOMIC_RELEASE);
}

/// spin(unsigned microseconds): keeps the device busy for that long.
extern "C" void softgpu_spin(const softgpu_launch_t* launch) {
  struct Arguments {
    unsigned microseconds;
  };
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::microseconds(arguments<Arguments>(launch).microseconds);
  // All but the last of it asleep: a GPU takes no processor either.
  std::this_thread::sleep_until(end - std::chrono::microseconds(500));
  while (std::chrono::steady_clock::now() < end) {
  }
}
