// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The direction of a copy: where both of its ends lie. What is known of them when the call begins
// stays with what it submits. The kind of the finished work then adds to it, confirms or refutes
// it.
#ifndef ROCJFR_CORE_RECORD_DIRECTIONS_H_
#define ROCJFR_CORE_RECORD_DIRECTIONS_H_

#include <cstdint>

#include "core/runtime/runtime.h"
#include "core/site/memory_map.h"
#include "rocjfr/record.h"

namespace rocjfr {

// submit_copy of a copy that is under way: this, and both ends. Nobody is told that.
constexpr uint8_t kOpenEnds = 0x80;
constexpr uint32_t kEndBits = 3;

inline uint8_t OpenEnds(End from, End to) noexcept {
  return static_cast<uint8_t>(kOpenEnds | static_cast<uint32_t>(from) << kEndBits |
                              static_cast<uint32_t>(to));
}
inline bool HasOpenEnds(uint8_t copy) noexcept {
  return (copy & kOpenEnds) != 0;
}

// The direction as far as it is known before the work has finished.
uint8_t ToldDirection(uint8_t copy) noexcept;
// The direction of finished work. `copy` is what its call said; of a graph that is nothing.
uint8_t FinalDirection(const Runtime* runtime, uint8_t copy, uint32_t kind) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_DIRECTIONS_H_
