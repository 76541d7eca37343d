// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A forked child has one thread: the threads that serve it, the runtime's and whoever held a lock
// are the parent's leftovers. Each of our libraries has its own.
#ifndef ROCJFR_BASE_FORK_H_
#define ROCJFR_BASE_FORK_H_

#include <atomic>

namespace rocjfr {

extern std::atomic<bool> g_forked;
// In a child of the process that used this library.
inline bool Forked() noexcept {
  return g_forked.load(std::memory_order_relaxed);
}

// From now on Forked() is true in children. Each may be null: `before` runs ahead of a fork, the
// others behind it. The first call of a library counts.
void WatchForks(void (*before)() = nullptr, void (*in_parent)() = nullptr,
                void (*in_child)() = nullptr) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_FORK_H_
