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

// Put this around each call of libc that takes a lock which libc does not reset in a child of a
// fork. These are the locks of the exit handlers, of the list of libraries (dl_iterate_phdr) and of
// the environment. (The child of glibc resets the others that our threads take: malloc's, stdio's,
// and those of dlopen, dlsym and dladdr.)
//
// Forks wait until nobody is inside; a thread of ours does not enter while one is under way. Both
// wait for a bounded time, since either may hold what the other waits for. The program's threads
// enter at once: who forks may wait for a lock that they hold. Inside, nothing of the program's may
// be called.
class ForkHold {
 public:
  ForkHold() noexcept;
  ~ForkHold();
  ForkHold(const ForkHold&) = delete;
  ForkHold& operator=(const ForkHold&) = delete;
};

// Calls `task` inside a ForkHold, or, where a fork is under way, once in the parent after that. One
// of four functions at most.
void RunOutsideForks(void (*task)()) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_FORK_H_
