// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All rings of the process, within the memory bound. A thread begins with a small one, and goes on
// with larger ones where the consumer does not keep up. Rings that a thread has left are lent
// again.
#ifndef ROCJFR_CORE_RECORD_RING_POOL_H_
#define ROCJFR_CORE_RECORD_RING_POOL_H_

#include <cstdint>

#include "ring.h"

namespace rocjfr {

// A ring for the calling thread, or nullptr where the bound leaves none. Takes a lock; a thread
// calls it once, and again at most every millisecond while there was none.
Ring* AcquireRing() noexcept;
// A larger one for the thread that writes to `ring`, which it gives up; or nullptr: it keeps that.
// What `ring` holds is read before what the larger one will. Takes a lock.
Ring* GrowRing(Ring* ring) noexcept;
// For the consumer, before it sleeps: larger rings are ready, so that no call has to make one.
void MakeRingsReady() noexcept;
// The owner ended: what it holds is still drained.
void ReleaseRing(Ring* ring) noexcept;
// Any ring is fuller than its watermark.
bool AnyRingWantsDrain() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_RING_POOL_H_
