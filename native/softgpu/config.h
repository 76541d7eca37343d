// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The environment: read once, checked, with a default for each value that makes no sense.

#ifndef ROCJFR_SOFTGPU_CONFIG_H_
#define ROCJFR_SOFTGPU_CONFIG_H_

#include <cstdint>
#include <string>
#include <vector>

namespace rocjfr::softgpu {

constexpr int kMaxGpus = 8;
constexpr int kMaxSockets = 8;

/// What is wrong with the reported times, 0: nothing. Numbers count kernels and copies from 1.
struct Faults {
  bool any = false;
  int64_t shifted = 0;   // all are so many ns later
  int64_t drifting = 0;  // they run so many ppm faster than the device's clock
  int64_t longer = 0;    // durations have so many percent more
  int64_t jumping = 0;   // from this one on they are 50 ms later
  int64_t stale = 0;     // this one has the times of the one before
  int64_t reversed = 0;  // this one ends before it begins
};

struct Config {
  int gpus = 1;                         // SOFTGPU_GPUS, as far as ROCR_VISIBLE_DEVICES shows them
  int sockets = 1;                      // SOFTGPU_SOCKETS
  std::vector<int> places = {0};        // of each visible GPU: which of the machine's it is
  uint64_t vram_bytes = 4096ull << 20;  // SOFTGPU_VRAM_MB
  std::string gfx = "gfx1030";          // SOFTGPU_GFX
  std::vector<std::string> kernels;     // SOFTGPU_KERNELS
  uint64_t copy_mbps = 0;               // SOFTGPU_COPY_MBPS, 0: as fast as it goes
  uint64_t kernel_us = 0;               // SOFTGPU_KERNEL_US, 0: as fast as it goes
  int64_t clock_offset_ns = 0;          // SOFTGPU_CLOCK_OFFSET_NS
  double clock_drift_ppm = 0;           // SOFTGPU_CLOCK_DRIFT_PPM
  int log_level = 0;                    // SOFTGPU_LOG
  Faults faults;                        // SOFTGPU_FAULTS
};

/// What the GPU at a place of the machine is called: "GPU-50f7000000000000".
std::string uuid_of(int place);

/// The process's configuration: read from the environment by the first caller.
const Config& config();

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_CONFIG_H_
