// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Model: native/models/ring.pml.
#include "drain_signal.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "core/java/control.h"
#include "ring_pool.h"

namespace rocjfr {
namespace {

// Counts wakes: a wake between the consumer's last look and its sleep makes the futex return.
std::atomic<uint32_t> g_wakes{0};
static_assert(sizeof(g_wakes) == 4, "a futex word");
// How often a quiet wait looks for records. A look here costs much less than waking the consumer,
// whose code has left the caches.
constexpr uint32_t kSliceMs = 100;

uint32_t g_seen = 0;  // the consumer's: wakes that ended a wait

long Futex(int op, uint32_t value, const timespec* timeout) {
  return syscall(SYS_futex, reinterpret_cast<uint32_t*>(&g_wakes), op | FUTEX_PRIVATE_FLAG, value,
                 timeout, nullptr, 0);
}

}  // namespace

void WakeDrain() noexcept {
  if (g_control.drain_asleep.load(std::memory_order_seq_cst) == 0) return;
  if (g_control.drain_asleep.exchange(0, std::memory_order_seq_cst) == 0) return;
  g_wakes.fetch_add(1, std::memory_order_release);
  Futex(FUTEX_WAKE, 1, nullptr);
}

void WakeDrainSurely() noexcept {
  g_wakes.fetch_add(1, std::memory_order_release);
  if (g_control.drain_asleep.exchange(0, std::memory_order_seq_cst) != 0) {
    Futex(FUTEX_WAKE, 1, nullptr);
  }
}

void WaitForDrain(uint32_t timeout_ms) noexcept {
  MakeRingsReady();
  g_control.drain_asleep.store(1, std::memory_order_seq_cst);
  const bool quiet = g_control.published.load(std::memory_order_seq_cst) == 0;
  if (g_wakes.load(std::memory_order_acquire) == g_seen && (quiet || !AnyRingWantsDrain())) {
    do {
      const uint32_t slice_ms = std::min(timeout_ms, kSliceMs);
      const timespec slice = {0, static_cast<long>(slice_ms) * 1000000};
      Futex(FUTEX_WAIT, g_seen, &slice);
      timeout_ms -= slice_ms;
    } while (timeout_ms > 0 && g_wakes.load(std::memory_order_acquire) == g_seen &&
             !(quiet && g_control.published.load(std::memory_order_relaxed) != 0));
  }
  g_control.drain_asleep.store(0, std::memory_order_seq_cst);
  g_seen = g_wakes.load(std::memory_order_acquire);
}

}  // namespace rocjfr
