// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "ring_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#include "base/never_destroyed.h"
#include "core/java/control.h"
#include "drain_signal.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

// With the default bound a server with hundreds of GPU threads would run out of rings of the full
// size: towards the end of the bound rings get smaller, down to this.
constexpr uint64_t kSmallestRingBytes = 16384;
constexpr uint32_t kMaxRings = 16384;

struct Pool {
  std::mutex mutex;
  std::vector<Ring*> all;
  std::vector<Ring*> orphans;  // their thread ended
  uint64_t used_bytes = 0;
};

Pool& ThePool() {
  return NeverDestroyed<Pool>();
}

uint64_t NextRingBytes(uint64_t remaining) {
  uint64_t bytes = g_settings.ring_bytes;
  while (bytes > kSmallestRingBytes && bytes > remaining / 4) bytes /= 2;
  return bytes <= remaining ? bytes : 0;
}

Ring* MakeRing(Pool& pool) {
  if (pool.all.size() == kMaxRings || pool.used_bytes >= g_settings.memory_bytes) return nullptr;
  const uint64_t bytes = NextRingBytes(g_settings.memory_bytes - pool.used_bytes);
  if (bytes == 0) return nullptr;
  void* memory = mmap(nullptr, sizeof(RingHeader) + bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  Ring* ring = new (std::nothrow) Ring(memory, bytes / ROCJFR_SLOT_BYTES);
  if (ring == nullptr) {
    munmap(memory, sizeof(RingHeader) + bytes);
    return nullptr;
  }
  pool.used_bytes += bytes;
  pool.all.push_back(ring);
  g_control.ring_count.store(pool.all.size(), std::memory_order_release);
  return ring;
}

}  // namespace

Ring* AcquireRing() noexcept {
  try {
    Pool& pool = ThePool();
    std::lock_guard<std::mutex> lock(pool.mutex);
    const auto drained = std::find_if(pool.orphans.begin(), pool.orphans.end(),
                                      [](const Ring* ring) { return ring->Empty(); });
    if (drained != pool.orphans.end()) {
      Ring* ring = *drained;
      pool.orphans.erase(drained);
      return ring;
    }
    Ring* ring = MakeRing(pool);
    if (ring == nullptr && !pool.orphans.empty()) WakeDrain();
    return ring;
  } catch (...) {
    return nullptr;
  }
}

void ReleaseRing(Ring* ring) noexcept {
  Pool& pool = ThePool();
  std::lock_guard<std::mutex> lock(pool.mutex);
  try {
    pool.orphans.push_back(ring);
  } catch (...) {
    // The ring stays readable but is not reused: a leak within the bound.
  }
}

bool AnyRingWantsDrain() noexcept {
  Pool& pool = ThePool();
  std::lock_guard<std::mutex> lock(pool.mutex);
  return std::any_of(pool.all.begin(), pool.all.end(),
                     [](const Ring* ring) { return ring->WantsDrain(); });
}

}  // namespace rocjfr

extern "C" uint32_t rocjfr_any_unread(void) {
  rocjfr::Pool& pool = rocjfr::ThePool();
  std::lock_guard<std::mutex> lock(pool.mutex);
  return std::any_of(pool.all.begin(), pool.all.end(),
                     [](const rocjfr::Ring* ring) { return !ring->Empty(); })
             ? 1
             : 0;
}

extern "C" void* rocjfr_ring(uint32_t index, uint64_t* bytes) {
  rocjfr::Pool& pool = rocjfr::ThePool();
  std::lock_guard<std::mutex> lock(pool.mutex);
  if (index >= pool.all.size()) return nullptr;
  rocjfr::Ring* ring = pool.all[index];
  if (bytes != nullptr) *bytes = sizeof(rocjfr::RingHeader) + ring->slots() * ROCJFR_SLOT_BYTES;
  return ring->header();
}
