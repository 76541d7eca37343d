// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How the thread that changes the hooks for Java sleeps, and looks for libraries meanwhile: in
// here, since to wake up in Java costs many times what a look costs.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "rocjfr/rocjfr.h"

namespace {

// Counts wakes: one that came before the sleep ends it at once.
std::atomic<uint32_t> g_wakes{0};
static_assert(sizeof(g_wakes) == 4, "a futex word");
uint32_t g_seen = 0;  // the watching thread's
constexpr uint32_t kSliceMs = 100;

long Futex(int op, uint32_t value, const timespec* timeout) {
  return syscall(SYS_futex, reinterpret_cast<uint32_t*>(&g_wakes), op | FUTEX_PRIVATE_FLAG, value,
                 timeout, nullptr, 0);
}

}  // namespace

extern "C" {
void rocjfr_watch_hooks(uint32_t timeout_ms) {
  uint32_t left_ms = timeout_ms;
  while (left_ms > 0 && g_wakes.load(std::memory_order_acquire) == g_seen) {
    const uint32_t slice_ms = std::min(left_ms, kSliceMs);
    const timespec slice = {0, static_cast<long>(slice_ms) * 1000000};
    Futex(FUTEX_WAIT, g_seen, &slice);
    left_ms -= slice_ms;
    if (g_wakes.load(std::memory_order_acquire) == g_seen) rocjfr_poll();
  }
  g_seen = g_wakes.load(std::memory_order_acquire);
}

void rocjfr_wake_hooks(void) {
  g_wakes.fetch_add(1, std::memory_order_release);
  Futex(FUTEX_WAKE, 1, nullptr);
}
}
