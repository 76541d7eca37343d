// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include <pthread.h>

#include <cstdlib>

#include "buffer.h"
#include "clients.h"

namespace rocjfr::sdk {
namespace {

// Once: the static objects that a callback uses may be gone when an earlier handler runs.
void AtExit() {
  static std::atomic<bool> done{false};
  if (Forked() || done.exchange(true)) return;
  Finalize();
  Buffer::StopAll(CurrentThread());
}

}  // namespace

std::atomic<bool> g_forked{false};

void WatchForks() noexcept {
  static std::atomic<bool> watching{false};
  if (watching.exchange(true)) return;
  pthread_atfork(nullptr, nullptr, [] { g_forked.store(true); });
}

void DeliverAtExit() noexcept {
  // Handlers run in reverse order: the last that was registered does it. The C library keeps 32 of
  // them for sure.
  static std::atomic<int> registered{0};
  constexpr int kMost = 16;
  if (registered.load(std::memory_order_relaxed) >= kMost) return;
  if (registered.fetch_add(1, std::memory_order_relaxed) < kMost) atexit(&AtExit);
}

}  // namespace rocjfr::sdk
