// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The direction of a copy: where both of its ends lie. What is known of them when the call begins
// stays with what it submits, until the kind of the finished work says more.
#ifndef ROCJFR_CORE_RECORD_DIRECTIONS_H_
#define ROCJFR_CORE_RECORD_DIRECTIONS_H_

#include <cstdint>

#include "core/runtime/runtime.h"
#include "core/site/memory_map.h"
#include "rocjfr/record.h"

namespace rocjfr {

// submit_copy of a call that is under way: ROCJFR_COPY_*, or this and the ends as far as they are
// known. Nobody is told that.
constexpr uint8_t kOpenEnds = 0x80;
uint8_t DirectionOf(End from, End to) noexcept;
inline uint8_t ToldDirection(uint8_t copy) noexcept {
  return (copy & kOpenEnds) != 0 ? uint8_t{ROCJFR_COPY_UNKNOWN} : copy;
}
// The same once the work's kind is known: of a copy whose call said nothing of it (a graph's), too.
uint8_t FinalDirection(const Runtime* runtime, uint8_t copy, uint32_t kind) noexcept;
inline bool HasOpenEnds(uint8_t copy) noexcept {
  return (copy & kOpenEnds) != 0 || copy == ROCJFR_COPY_NONE;
}

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_DIRECTIONS_H_
