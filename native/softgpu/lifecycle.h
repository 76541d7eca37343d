// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the process's own life does to the device: threads of ours, fork, exit.

#ifndef ROCJFR_SOFTGPU_LIFECYCLE_H_
#define ROCJFR_SOFTGPU_LIFECYCLE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace rocjfr::softgpu {

/// Arranges for fork and exit to be noticed. Idempotent. To be called by the first hsa_init: exit
/// handlers run in reverse order, so ours then comes before the destructors of the HIP runtime,
/// which wait for the device.
void watch_process();

/// True in a child of fork, where none of the device's threads exist.
bool in_forked_child();

/// True once exit() has begun. Holds are over, and what waits gives up at exit_deadline_ns().
const std::atomic<bool>& exiting();

/// The instant of CLOCK_MONOTONIC at which waits give up; UINT64_MAX while the process lives.
uint64_t exit_deadline_ns();

/// Runs a function when exit() begins. The function must not block.
void at_exit_begin(std::function<void()> action);

/// A mutex that fork() takes before it forks, so that the child finds it free and what it guards
/// whole. Two of these are never held together by anyone else.
class ForkSafeMutex : public std::mutex {
 public:
  ForkSafeMutex();
};

/// Starts a thread of the device: named, and with all signals blocked, since the host's handlers
/// belong on the host's threads. Throws std::system_error where no thread can be had.
std::thread start_device_thread(const char* name, std::function<void()> body);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_LIFECYCLE_H_
