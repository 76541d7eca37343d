// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HIP runtime's own kernels, which it compiles for the GPU and launches for fills and copies.

#ifndef ROCJFR_SOFTGPU_BLIT_KERNELS_H_
#define ROCJFR_SOFTGPU_BLIT_KERNELS_H_

#include <atomic>
#include <cstdint>
#include <string>

namespace rocjfr::softgpu {

/// What a kernel returns that would leave the memory that its arguments point into.
constexpr uint64_t kBlitFault = UINT64_MAX;

/// Does the whole grid's work and returns how many bytes it moved or filled, or kBlitFault. A
/// kernel that waits gives up when *stop becomes true or the process exits.
using BlitFunction = uint64_t (*)(const void* kernarg, const std::atomic<bool>& stop);

/// The function of a kernel of that name, or nullptr where the runtime has none. Runtimes 5.x and
/// 6.x (and later) use the same names with different arguments.
BlitFunction find_blit(const std::string& kernel, bool old_arguments);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_BLIT_KERNELS_H_
