// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "ring.h"

#include <cstdlib>
#include <mutex>
#include <new>

#include "base/leaky_singleton.h"

namespace rocjfr::roctracer {
namespace {

// Rings of ended threads and closed pools, for new ones: their memory need not be mapped again,
// page by page, while records are written. At most 8 MiB.
constexpr uint32_t kMostSpares = 8;
struct Spares {
  std::mutex mutex;
  Ring* rings[kMostSpares];
  uint32_t count = 0;
};
Spares& TheSpares() {
  return LeakySingleton<Spares>();
}

Ring* TakeSpare(uint32_t slots) {
  Spares& spares = TheSpares();
  std::lock_guard<std::mutex> lock(spares.mutex);
  for (uint32_t i = spares.count; i-- > 0;) {
    Ring* ring = spares.rings[i];
    if (ring->Slots() != slots) continue;
    spares.rings[i] = spares.rings[--spares.count];
    return ring;
  }
  return nullptr;
}

bool KeepSpare(Ring* ring) {
  Spares& spares = TheSpares();
  std::lock_guard<std::mutex> lock(spares.mutex);
  if (spares.count == kMostSpares) return false;
  spares.rings[spares.count++] = ring;
  return true;
}

}  // namespace

Ring* Ring::Make(uint32_t slots) noexcept {
  static_assert(sizeof(Ring) % 64 == 0, "slots are aligned");
  void* memory = TakeSpare(slots);
  if (memory == nullptr) memory = std::aligned_alloc(64, sizeof(Ring) + slots * kRecordBytes);
  return memory == nullptr ? nullptr : new (memory) Ring(slots);
}

void Ring::Free(Ring* ring) noexcept {
  if (KeepSpare(ring)) return;
  ring->~Ring();
  std::free(ring);
}

}  // namespace rocjfr::roctracer
