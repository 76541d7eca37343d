// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How the consumer sleeps until there is something worth draining.
#ifndef ROCJFR_CORE_RECORD_DRAIN_SIGNAL_H_
#define ROCJFR_CORE_RECORD_DRAIN_SIGNAL_H_

#include <cstdint>

namespace rocjfr {

// Producer side: no system call unless the consumer sleeps. A consumer that does not sleep looks at
// the rings before it does.
void WakeDrain() noexcept;
// Any thread: ends the present wait, or else the next one.
void WakeDrainSurely() noexcept;
// Consumer side: returns after a wake, when a ring is fuller than a quarter, or after timeout_ms;
// of a quiet wait soon after a record was published.
void WaitForDrain(uint32_t timeout_ms) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_DRAIN_SIGNAL_H_
