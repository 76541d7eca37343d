// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fork and exit.
#ifndef ROCJFR_API_ROCPROFILER_LIFECYCLE_H_
#define ROCJFR_API_ROCPROFILER_LIFECYCLE_H_

#include <atomic>

namespace rocjfr::sdk {

extern std::atomic<bool> g_forked;
// In a child of the process that used this library: its threads do not exist here.
inline bool Forked() noexcept {
  return g_forked.load(std::memory_order_relaxed);
}
void WatchForks() noexcept;

// From now on a normal end of the process finalises the tools, before the static objects that exist
// now are destroyed.
void DeliverAtExit() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_LIFECYCLE_H_
