// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How many pieces of work the table of submissions misses.
#ifndef ROCJFR_TESTS_CORE_MISSING_PIECES_H_
#define ROCJFR_TESTS_CORE_MISSING_PIECES_H_

#include "core/record/submissions.h"

namespace rocjfr {

inline uint64_t PiecesInFlight() {
  uint64_t pieces = 0;
  AnyInFlight(
      [](const InFlightCall& call, void* sum) {
        *static_cast<uint64_t*>(sum) += call.pieces;
        return false;
      },
      &pieces);
  return pieces;
}

}  // namespace rocjfr
#endif  // ROCJFR_TESTS_CORE_MISSING_PIECES_H_
