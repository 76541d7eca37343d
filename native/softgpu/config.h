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
};

/// What the GPU at a place of the machine is called: "GPU-50f7000000000000".
std::string uuid_of(int place);

/// The process's configuration: read from the environment by the first caller.
const Config& config();

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_CONFIG_H_
