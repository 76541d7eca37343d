// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How many pieces of HIP's work are in flight, of all devices and states.
#ifndef ROCJFR_TESTS_PIECES_H_
#define ROCJFR_TESTS_PIECES_H_

#include <cstdint>

#include "rocjfr/rocjfr.h"

namespace rocjfr::test {

inline uint64_t PiecesInFlight() {
  constexpr uint32_t kMost = 16;
  rocjfr_pending_t rows[kMost] = {};
  const uint32_t count = rocjfr_pending(rows, kMost, nullptr, nullptr);
  uint64_t pieces = 0;
  for (uint32_t i = 0; i < count; ++i) {
    pieces += rows[i].busy + rows[i].finished + rows[i].unasked;
  }
  return pieces;
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_PIECES_H_
