// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where memory lies, by address: what HIP's functions allocated while they were followed, and what
// HSA said of other addresses when it was asked. For the directions of copies.
#ifndef ROCJFR_CORE_SITE_MEMORY_MAP_H_
#define ROCJFR_CORE_SITE_MEMORY_MAP_H_

#include <cstdint>

namespace rocjfr {

// Where one end of a copy lies.
enum class End : uint8_t {
  kUnknown,
  kHost,
  kDevice,
  kMoves,     // managed memory, now here, now there
  kPageable,  // no function has allocated it, as far as was seen: then it is the host's
};

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
// There may be memory that was not seen being allocated.
void MemoryMayBeUnseen() noexcept;
// `sure`: the call is known to have succeeded. Where it is not nothing is known of the range, but
// of the host's memory, and where it was seen that the same was freed before.
void EnterMemory(uint64_t begin, uint64_t bytes, End where, bool sure) noexcept;
// A call that frees what begins there has begun: before it ends the address may be given out again.
// The id of what is there, for EndFree; 0: nothing is known to be.
uint64_t BeginFree(uint64_t begin) noexcept;
// Where it may have failed, or 0 was the id, nothing is known of the range from then on.
enum class Freed : uint8_t { kYes, kNo, kMaybe };
void EndFree(uint64_t begin, uint64_t id, Freed freed) noexcept;

// HSA is to be asked about addresses.
bool HasQuestions() noexcept;
// Asks HSA about the addresses that are to be asked about. On a thread of ours.
struct Told {
  End where = End::kUnknown;  // kUnknown: no memory of HSA's
  uint64_t begin = 0, bytes = 0;
};
using AskMemory = Told (*)(uint64_t address, const void* argument);
void AskAboutMemory(AskMemory ask, const void* argument) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_SITE_MEMORY_MAP_H_
