// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All rings of the process: made within the memory bound, reused when their thread has ended and
// the consumer has taken everything.
#ifndef ROCJFR_CORE_RECORD_RING_POOL_H_
#define ROCJFR_CORE_RECORD_RING_POOL_H_

#include <cstdint>

#include "ring.h"

namespace rocjfr {

// A ring for the calling thread, or nullptr where the bound leaves none. Takes a lock; a thread
// calls it once, and again at most every millisecond while there was none.
Ring* AcquireRing() noexcept;
// The owner ended (or gives up the ring): what it holds is still drained.
void ReleaseRing(Ring* ring) noexcept;
// Any ring is fuller than a quarter.
bool AnyRingWantsDrain() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_RING_POOL_H_
