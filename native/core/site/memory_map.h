// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where memory lies, by address: what HIP's functions allocated while they were followed, and what
// HSA said of other addresses when it was asked. For the directions of copies.
#ifndef ROCJFR_CORE_SITE_MEMORY_MAP_H_
#define ROCJFR_CORE_SITE_MEMORY_MAP_H_

#include <cstdint>

#include "answered_ranges.h"

namespace rocjfr {

// What one thread looked up last.
struct KnownRanges {
  static constexpr uint32_t kRanges = 4;
  uint64_t epoch = 0;
  uint32_t next = 0;
  struct {
    uint64_t begin = 1, end = 0;  // empty
    End where = End::kUnknown;
  } ranges[kRanges];
};

// Where the address lies. Where nothing is known of it: kPageable if all allocations have been
// seen; else unknown, and HSA is to be asked about it.
End WhereIs(KnownRanges& known, uint64_t address) noexcept;

// From now on allocations are followed. `all`: there are none yet.
void BeginMemoryMap(bool all) noexcept;
// There may be memory that was not seen being allocated. What HSA said before does not count.
void MemoryMayBeUnseen() noexcept;
// It is known where the address lies.
bool MemoryIsKnown(uint64_t address) noexcept;
// `sure`: the call is known to have succeeded. Where it is not nothing is known of the range, but
// of the host's memory, and where it was seen that the same was freed before.
void EnterMemory(uint64_t begin, uint64_t bytes, End where, bool sure) noexcept;
// The host's memory at this address stands for devices at another one. False: it is not known to be
// the host's.
bool EnterAlias(uint64_t host, uint64_t device) noexcept;

// A call has begun that frees the memory at this address, or, with 0, memory that is not known.
// Before it ends the address may be given out again: until then nothing is known of that memory,
// and HSA's answers about it do not count. For EndFree.
uint64_t BeginFree(uint64_t address) noexcept;
// Where it may have failed nothing is known of the memory from then on. An id of 0 is of a call
// whose begin was not seen.
enum class Freed : uint8_t { kYes, kNo, kMaybe };
void EndFree(uint64_t address, uint64_t id, Freed freed) noexcept;

// Memory has been given out here of which no more is known: what was known was of other memory.
void MemoryIsNew(uint64_t begin, uint64_t bytes) noexcept;

// HSA is to be asked about addresses.
bool HasQuestions() noexcept;
// Asks HSA about the addresses that are to be asked about. On a thread of ours.
struct Told {
  End where = End::kUnknown;  // kUnknown: no memory of HSA's
  uint64_t begin = 0, bytes = 0;
  bool loose = false;  // as HsaMemory has it
};
using AskMemory = Told (*)(uint64_t address, const void* argument);
void AskAboutMemory(AskMemory ask, const void* argument) noexcept;

// How often memory was forgotten because there was no room for all.
uint64_t MemoryForgotten() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_SITE_MEMORY_MAP_H_
