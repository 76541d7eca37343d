// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include <pthread.h>

#include <cstdlib>

#include "core_link.h"
#include "pools.h"
#include "thread.h"

namespace rocjfr::roctracer {
namespace {

// Once: the static objects that a callback uses may be gone when an earlier handler runs.
void AtExit() {
  static std::atomic<bool> done{false};
  if (Forked() || done.exchange(true)) return;
  WaitForWorkInFlightAtExit();
  FlushAllPools();
  Pool::StopWaiting();
}

}  // namespace

std::atomic<bool> g_forked{false};

void WatchForks() noexcept {
  pthread_atfork(&LockThreads, &UnlockThreads, [] {
    g_forked.store(true);
    UnlockThreads();
  });
}

void DeliverAtExit() noexcept {
  // Handlers run in reverse order: the last that was registered does it. The C library keeps 32 of
  // them for sure.
  static std::atomic<int> registered{0};
  constexpr int kMost = 16;
  if (registered.fetch_add(1, std::memory_order_relaxed) < kMost) atexit(&AtExit);
}

}  // namespace rocjfr::roctracer
