// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "ring.h"

#include <cstdlib>
#include <new>

namespace rocjfr::roctracer {

Ring* Ring::Make(uint32_t limit) noexcept {
  uint32_t slots = 2;
  while (slots < limit) slots *= 2;
  static_assert(sizeof(Ring) % 64 == 0, "slots are aligned");
  void* memory = std::aligned_alloc(64, sizeof(Ring) + slots * kRecordBytes);
  return memory == nullptr ? nullptr : new (memory) Ring(slots);
}

void Ring::Free(Ring* ring) noexcept {
  ring->~Ring();
  std::free(ring);
}

}  // namespace rocjfr::roctracer
