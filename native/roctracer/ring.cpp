// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "ring.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "roctracer/roctracer.h"

namespace rocjfr::roctracer {

uint64_t NameBytes(const activity_record_t& record) noexcept {
  constexpr activity_op_t kDispatch = 0;  // HIP_OP_ID_DISPATCH
  if (record.domain != ACTIVITY_DOMAIN_HIP_OPS || record.op != kDispatch ||
      record.kernel_name == nullptr) {
    return 0;
  }
  return strlen(record.kernel_name) + 1;
}

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
