// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "report_signal.h"

#include "base/exit.h"
#include "base/membarrier.h"
#include "flight.h"

namespace rocjfr {

std::atomic<bool> g_reporter_sleeps{false};
EventCount g_reporter_events;

void WakeReporter() noexcept {
  // HIP and HSA have registered their exit handlers by now. The process may end before the reporter
  // gets to its first look.
  static std::atomic<bool> g_watched{false};
  if (!g_watched.exchange(true)) CallsBeforeExit::Watch();
  if (g_reporter_sleeps.exchange(false)) g_reporter_events.Notify();
}

void SleepUntilInFlight(uint32_t seen, const std::atomic<bool>& wanted) noexcept {
  static const bool g_orders = RegisterMembarrier();
  g_reporter_sleeps.store(true);
  // Who submits counts first and looks second, without a barrier between: this is the barrier.
  // Without one it has to be looked for again.
  constexpr uint32_t kLookAgainUs = 1000000;
  const uint32_t timeout_us = g_orders && Membarrier() ? 0 : kLookAgainUs;
  if (!(wanted.load() && HipInFlight() != 0)) g_reporter_events.Wait(seen, timeout_us);
  g_reporter_sleeps.store(false);
}

}  // namespace rocjfr
