// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Model: native/models/ring_growth.pml.
#include "ring_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <new>
#include <vector>

#include "base/leaky_singleton.h"
#include "core/java/control.h"
#include "drain_signal.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

// A thread's first ring. One that is not drained in time goes on with a larger one.
constexpr uint64_t kFirstRingBytes = 32768;
// Of the next one, until it is as large as the option `ring` says.
constexpr uint64_t kGrowth = 8;
// Near the limit, first rings get smaller, down to this. With the default limit 10,000 threads get
// a ring. If others have used up the half for larger rings, 8,000 get one.
constexpr uint64_t kSmallestRingBytes = 4096;
constexpr uint64_t kThreadsForWhatIsLeft = 2048;
constexpr uint32_t kMaxRings = 16384;

struct Pool {
  std::mutex mutex;
  std::vector<Ring*> all;
  std::vector<Ring*> free;  // their threads ended, or went on with others
  uint64_t used_bytes = 0;
  uint64_t grown_bytes = 0;  // of these, those that were made for threads with one: at most a half
};

// Rings were taken since the consumer made new ones ready.
std::atomic<bool> g_taken{false};

Pool& ThePool() {
  return LeakySingleton<Pool>();
}

uint64_t LargestFirst() noexcept {
  return std::min(kFirstRingBytes, g_settings.ring_bytes);
}

uint64_t BytesOf(const Ring& ring) noexcept {
  return ring.slots() * ROCJFR_SLOT_BYTES;
}

// 0: there is no memory left.
uint64_t NextFirstBytes(const Pool& pool) noexcept {
  const uint64_t left = g_settings.memory_bytes - pool.used_bytes;
  uint64_t bytes = LargestFirst();
  while (bytes > kSmallestRingBytes && bytes > left / kThreadsForWhatIsLeft) bytes /= 2;
  return bytes <= left ? bytes : 0;
}

// Of one that follows a ring of so many bytes. 0: there is no memory left for a larger one.
uint64_t NextGrownBytes(const Pool& pool, uint64_t before) noexcept {
  const uint64_t most = g_settings.memory_bytes / 2;
  const uint64_t left =
      std::min(most - std::min(most, pool.grown_bytes), g_settings.memory_bytes - pool.used_bytes);
  uint64_t bytes = std::min(before * kGrowth, g_settings.ring_bytes);
  while (bytes > before && bytes > left / 4) bytes /= 2;
  return bytes > before ? bytes : 0;
}

Ring* MakeRing(Pool& pool, uint64_t bytes, bool grown) {
  if (bytes == 0 || pool.all.size() == kMaxRings) return nullptr;
  if (pool.all.size() == pool.all.capacity()) pool.all.reserve(2 * pool.all.size() + 16);
  pool.free.reserve(pool.all.capacity());  // ReleaseRing does not allocate
  void* memory = mmap(nullptr, sizeof(RingHeader) + bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  Ring* ring = new (std::nothrow)
      Ring(memory, bytes / ROCJFR_SLOT_BYTES, pool.all.size(), bytes < g_settings.ring_bytes);
  if (ring == nullptr) {
    munmap(memory, sizeof(RingHeader) + bytes);
    return nullptr;
  }
  pool.used_bytes += bytes;
  if (grown) pool.grown_bytes += bytes;
  pool.all.push_back(ring);
  g_control.ring_count.store(pool.all.size(), std::memory_order_release);
  return ring;
}

// The one that was given back last, if it is any of these: its memory is in the caches.
template <typename Fits>
Ring* TakeFree(Pool& pool, Fits fits) {
  const auto found = std::find_if(pool.free.rbegin(), pool.free.rend(), fits);
  if (found == pool.free.rend()) return nullptr;
  Ring* ring = *found;
  pool.free.erase(std::next(found).base());
  return ring;
}

// Larger than a ring of so many bytes, at most `most`. Empty: what it is to be read after is new.
Ring* TakeGrown(Pool& pool, uint64_t before, uint64_t most) {
  return TakeFree(pool, [=](const Ring* ring) {
    return BytesOf(*ring) > before && BytesOf(*ring) <= most && ring->Empty();
  });
}

}  // namespace

Ring* AcquireRing() noexcept {
  try {
    g_taken.store(true, std::memory_order_relaxed);
    Pool& pool = ThePool();
    std::lock_guard<std::mutex> lock(pool.mutex);
    // Records say whose they are: it need not be drained before.
    Ring* ring = TakeFree(pool, [](const Ring* free) {
      return BytesOf(*free) <= LargestFirst() && free->HalfEmpty();
    });
    if (ring == nullptr) ring = MakeRing(pool, NextFirstBytes(pool), false);
    if (ring == nullptr) ring = TakeFree(pool, [](const Ring* free) { return free->HalfEmpty(); });
    if (ring != nullptr) {
      ring->Lend();
    } else if (!pool.free.empty()) {
      WakeDrain();
    }
    return ring;
  } catch (...) {
    return nullptr;
  }
}

Ring* GrowRing(Ring* ring) noexcept {
  try {
    g_taken.store(true, std::memory_order_relaxed);
    Pool& pool = ThePool();
    std::lock_guard<std::mutex> lock(pool.mutex);
    const uint64_t before = BytesOf(*ring);
    Ring* larger = TakeGrown(pool, before, before * kGrowth);
    if (larger == nullptr) larger = MakeRing(pool, NextGrownBytes(pool, before), true);
    if (larger == nullptr) larger = TakeGrown(pool, before, UINT64_MAX);
    if (larger == nullptr) return nullptr;
    larger->Follow(*ring);
    pool.free.push_back(ring);
    return larger;
  } catch (...) {
    return nullptr;
  }
}

void MakeRingsReady() noexcept {
  if (!g_taken.load(std::memory_order_relaxed) || !g_taken.exchange(false)) return;
  try {
    Pool& pool = ThePool();
    std::lock_guard<std::mutex> lock(pool.mutex);
    for (uint64_t before = LargestFirst(); before < g_settings.ring_bytes; before *= kGrowth) {
      Ring* ready = TakeGrown(pool, before, before * kGrowth);
      if (ready == nullptr) ready = MakeRing(pool, NextGrownBytes(pool, before), true);
      if (ready != nullptr) pool.free.push_back(ready);
    }
  } catch (...) {
    // Then the threads make them.
  }
}

void ReleaseRing(Ring* ring) noexcept {
  Pool& pool = ThePool();
  std::lock_guard<std::mutex> lock(pool.mutex);
  pool.free.push_back(ring);  // there is room: MakeRing has reserved it
  if (!ring->HalfEmpty()) WakeDrain();
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
