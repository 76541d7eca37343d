// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What HIP calls do to the map of where memory lies (core/site/memory_map.h).
#ifndef ROCJFR_CORE_RECORD_WHEREABOUTS_H_
#define ROCJFR_CORE_RECORD_WHEREABOUTS_H_

#include <cstdint>

#include "core/runtime/memory_arguments.h"
#include "thread_state.h"

namespace rocjfr {

// From now on it is followed where memory lies. `all`: HIP has not been used yet.
void FollowWhereabouts(bool all) noexcept;

// As BeginMemoryCall and EndMemoryCall.
void BeginWhereabouts(Call& call, const MemoryLayout& layout, const void* api_data) noexcept;
void EndWhereabouts(const Call& call, const MemoryLayout& layout, const void* api_data,
                    uint32_t result) noexcept;

// HSA frees, unmaps or detaches memory at an address, for HIP or for the program: around that call.
class HsaFree {
 public:
  explicit HsaFree(const void* address) noexcept;
  void End(bool freed) const noexcept;

 private:
  uint64_t address_;
  uint64_t id_ = 0;
};
// HSA has given memory out, or mapped some.
void HsaHasGiven(const void* address, uint64_t bytes) noexcept;

// Asks HSA where memory lies that copies name and whose allocation was not seen. On a thread of
// ours.
void AskHsaAboutMemory() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_WHEREABOUTS_H_
