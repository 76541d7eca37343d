// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is told to Java of calls that were picked: where they are made, and of memory that they have
// allocated.
#ifndef ROCJFR_CORE_SITE_SITES_H_
#define ROCJFR_CORE_SITE_SITES_H_

#include <cstdint>

#include "allocations.h"
#include "core/java/upcall.h"
#include "gate.h"

namespace rocjfr {

// Of one thread.
struct SiteState {
  Gate gates[kGates];
  UpcallState upcall;
};

// Numbers of OpenCL's functions, beside HIP's.
constexpr uint32_t kOpenClFunction = 1u << 16;

// Has the event of a call committed that was picked when it began. `name`: the ref of its kernel.
void CommitSite(SiteState& thread, uint64_t correlation_id, uint32_t function,
                uint32_t name) noexcept;

// A call has allocated memory: picks it or not, and enters it. All fields of `allocation` but id,
// weight and stack are set.
void NoteAllocation(SiteState& thread, AddressOf what, uint64_t correlation_id,
                    rocjfr_allocation_t* allocation) noexcept;

// Whether allocations are picked, to ask for their stacks.
void PickAllocations(bool pick) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_SITE_SITES_H_
