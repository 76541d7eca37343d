// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is allocated and not freed, as far as it was seen: a fixed table by address, without locks,
// and totals by device and kind.
//
// A thread that allocates enters the memory before its caller knows the address. A thread that
// frees, unmaps or resets removes it after the runtime has succeeded. The runtime may have given
// the address to another allocation by then. That allocation has taken the place, and its id
// differs. So an address is in the table once.
#ifndef ROCJFR_CORE_SITE_ALLOCATIONS_H_
#define ROCJFR_CORE_SITE_ALLOCATIONS_H_

#include <cstdint>

#include "core/runtime/memory_arguments.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {

// What an address is one of: numbers of these name spaces may be equal.
enum class AddressOf : uint8_t { kMemory, kHandle, kArray, kMapping, kClMemory, kClSvm };
inline uint64_t AllocationKey(AddressOf what, uint64_t address) noexcept {
  return (static_cast<uint64_t>(what) + 1) << 60 ^ address;
}

// A new allocation's id; later ones are larger.
uint64_t NewAllocationId() noexcept;
// That of the next one: what is allocated by now has a smaller one.
uint64_t NextAllocationId() noexcept;

// Enters it; where its address is known already, that one was freed unseen. False: there is no
// room, which is counted.
bool EnterAllocation(AddressOf what, const rocjfr_allocation_t& allocation) noexcept;
// Removes it. False: it is not known; counted, if `counts`.
bool RemoveAllocation(AddressOf what, uint64_t address, bool counts) noexcept;
// The id of what is at an address; 0: nothing is known of it.
uint64_t AllocationAt(AddressOf what, uint64_t address) noexcept;
// It has been freed, and was that allocation when the call began; 0: nothing was known, which is
// counted.
void FreeAllocation(AddressOf what, uint64_t address, uint64_t id) noexcept;
// A free that failed: of what was freed before, or is no such memory.
void CountFailedFree() noexcept;
// Removes what is the device's and had an id when it was reset, but not memory of the host.
void RemoveAllocationsOf(int32_t device, uint64_t next_id) noexcept;

// Memory of a handle lives until it is released and nothing maps it. What an address maps has an
// id, too; where it is known already, that was unmapped unseen.
void MapHandle(uint64_t handle, uint64_t address) noexcept;
// `id` as with FreeAllocation; 0: it maps nothing that is known.
void UnmapHandle(uint64_t address, uint64_t id) noexcept;
void ReleaseHandle(uint64_t handle, uint64_t id) noexcept;

// An allocation that cannot be followed, or not any more.
void CountNotTracked() noexcept;

// From now on allocations are followed; what was known is forgotten.
void BeginTracking() noexcept;

// For the test: as if a thread that changes this got no core for so long.
void HoldAllocation(AddressOf what, uint64_t address, bool hold) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_SITE_ALLOCATIONS_H_
