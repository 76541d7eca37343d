// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How the reporter sleeps while nothing is in flight: it wakes with the first piece of work, and no
// timer runs until then.
#ifndef ROCJFR_CORE_RECORD_REPORT_SIGNAL_H_
#define ROCJFR_CORE_RECORD_REPORT_SIGNAL_H_

#include <atomic>
#include <cstdint>

#include "base/event_count.h"

namespace rocjfr {

extern std::atomic<bool> g_reporter_sleeps;
extern EventCount g_reporter_events;

[[gnu::cold]] void WakeReporter() noexcept;

// A piece of work is in flight. One load, but for the first piece after the reporter fell asleep.
inline void NoteInFlight() noexcept {
  if (__builtin_expect(g_reporter_sleeps.load(std::memory_order_relaxed), false)) WakeReporter();
}

// Sleeps until something is in flight and `wanted`, or until g_reporter_events is no longer at
// `seen`.
void SleepUntilInFlight(uint32_t seen, const std::atomic<bool>& wanted) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_REPORT_SIGNAL_H_
