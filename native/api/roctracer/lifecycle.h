// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fork and exit.
#ifndef ROCJFR_API_ROCTRACER_LIFECYCLE_H_
#define ROCJFR_API_ROCTRACER_LIFECYCLE_H_

#include <atomic>

namespace rocjfr::roctracer {

extern std::atomic<bool> g_forked;
// In a child of the process that used this library: its pools' threads do not exist here.
inline bool Forked() noexcept {
  return g_forked.load(std::memory_order_relaxed);
}
void WatchForks() noexcept;

// From now on a normal end of the process delivers what is unflushed, before the static objects
// that exist now are destroyed.
void DeliverAtExit() noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_LIFECYCLE_H_
