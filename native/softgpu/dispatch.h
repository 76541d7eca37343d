// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The execution of one dispatch packet.

#ifndef ROCJFR_SOFTGPU_DISPATCH_H_
#define ROCJFR_SOFTGPU_DISPATCH_H_

#include <atomic>

#include "control.h"
#include "hsa_compat.h"

namespace rocjfr::softgpu {

/// Runs the kernel for the whole grid, not faster than configured, and completes the packet's
/// signal. Gives up waiting when *stop becomes true. An error is the queue's: it does not go on.
hsa_status_t run_dispatch(const hsa_kernel_dispatch_packet_t& packet, int gpu,
                          const std::atomic<bool>& stop);

/// Enters work into the log, then completes its signal: whoever waits for the signal finds the log
/// complete.
void finish_work(const Work& work, hsa_signal_t completion);

/// When work that began then and moved so many bytes may end, by the configured bandwidth.
uint64_t paced_end(uint64_t begin_monotonic, uint64_t bytes);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_DISPATCH_H_
