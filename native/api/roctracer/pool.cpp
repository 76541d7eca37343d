// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A pool as the threads see it that write, flush and close. Its own thread: pool_thread.cpp.
// Model: native/models/pool.pml.
#include "pool.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "base/leaky_singleton.h"
#include "clock.h"
#include "lifecycle.h"

namespace rocjfr::roctracer {
namespace {

// So that a record and its external id fit.
constexpr uint64_t kSmallestBuffer = 2 * kRecordBytes;
// How many records a thread may write before the first of them is in a buffer. A fast thread then
// seldom waits for the pool's thread, which looks every 300 microseconds. To save memory, the
// number is smaller for pools with small buffers, and for all but a pool's first threads.
constexpr uint64_t kSmallPool = 512;
constexpr uint32_t kSmallRing = 1024, kRing = 4096, kLargeRing = 16384;
constexpr size_t kLargeRings = 4;

// How often a thread that finds no room looks again before it sleeps, some microseconds: less than
// sleeping costs, and the pool's thread is mostly about to make room.
constexpr int kLooks = 300;
void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

constexpr uint64_t kBoundedWaitNs = 100000000;
constexpr uint32_t kLookAgainUs = 5000;

// What may wait elsewhere: 64 MiB.
constexpr size_t kMostElsewhere = (64u << 20) / kRecordBytes;

std::atomic<bool> g_nobody_waits{false};
// Guards waits_for_ of all pools.
struct Mutex : std::mutex {};
std::mutex& WaitsMutex() {
  return LeakySingleton<Mutex>();
}

void DefaultAllocator(char** memory, size_t size, void*) {
  if (size == 0) {
    free(*memory);
    *memory = nullptr;
  } else {
    *memory = static_cast<char*>(realloc(*memory, size));
  }
}

// A count of Pool::moved_, apart from "none".
uint64_t NeverZero(uint32_t seen) {
  return uint64_t{seen} + 1;
}

uint64_t Larger(uint64_t buffer_size) {
  return std::max(kSmallestBuffer, buffer_size);
}

uint32_t RingSlots(uint64_t buffer_bytes, size_t rings) {
  if (buffer_bytes / kRecordBytes <= kSmallPool) return kSmallRing;
  return rings < kLargeRings ? kLargeRing : kRing;
}

}  // namespace

Pool::Pool(const roctracer_properties_t& properties) noexcept
    : properties_(properties),
      buffer_bytes_(Larger(properties.buffer_size) & ~uint64_t{7}) {}  // both halves are aligned

Pool* Pool::Open(const roctracer_properties_t& properties) noexcept {
  Pool* pool = new (std::nothrow) Pool(properties);
  if (pool == nullptr) return nullptr;
  if (pool->Allocate()) {
    if (pool->StartThread()) return pool;
    pool->Release();
  }
  delete pool;
  return nullptr;
}

bool Pool::Allocate() noexcept {
  const uint64_t half = Larger(properties_.buffer_size);
  if (half > SIZE_MAX / 2) return false;
  const auto allocate =
      properties_.alloc_fun == nullptr ? &DefaultAllocator : properties_.alloc_fun;
  allocate(&memory_, 2 * half, properties_.alloc_arg);
  buffer_ = memory_;
  return memory_ != nullptr;
}

void Pool::Release() noexcept {
  const auto allocate =
      properties_.alloc_fun == nullptr ? &DefaultAllocator : properties_.alloc_fun;
  allocate(&memory_, 0, properties_.alloc_arg);
  memory_ = buffer_ = nullptr;
}

Ring* Pool::FindRing(Thread& thread) noexcept {
  for (const auto& [pool, ring] : thread.rings) {
    if (pool != this) continue;
    thread.last_pool = this;
    return thread.last_ring = ring;
  }
  Ring* ring = nullptr;
  try {
    auto& known = thread.rings;
    known.erase(std::remove_if(known.begin(), known.end(),
                               [](const Thread::PoolRing& one) {
                                 return one.pool->closed_.load(std::memory_order_relaxed);
                               }),
                known.end());
    known.reserve(known.size() + 1);
    size_t rings;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      rings = rings_.size();
    }
    ring = Ring::Make(RingSlots(buffer_bytes_, rings));
    if (ring == nullptr) return nullptr;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      rings_.push_back(ring);
    }
    known.push_back({this, ring});
  } catch (...) {
    if (ring != nullptr) Ring::Free(ring);
    return nullptr;
  }
  thread.last_pool = this;
  return thread.last_ring = ring;
}

bool Pool::WaitForRoom(Thread& thread, Writer writer, Ring& ring, uint32_t count) noexcept {
  uint64_t start = 0;
  int looks = 0;
  while (true) {
    const uint32_t seen = moved_.Count();
    if (RoomNow(thread, ring, count)) return true;
    if (looks == 0 || looks > kLooks) Hurry();
    if (properties_.mode == ROCTRACER_MODE_ROCJFR_DROP) return false;
    if (g_nobody_waits.load(std::memory_order_relaxed) || Forked()) return false;
    const bool bounded =
        properties_.mode == ROCTRACER_MODE_ROCJFR_BOUNDED || writer == Writer::kRuntime;
    // A wait in vain is not repeated.
    if (bounded && gave_up_.load(std::memory_order_relaxed) == NeverZero(seen)) return false;
    if (looks++ < kLooks) {
      Pause();
      continue;
    }
    if (bounded) {
      const uint64_t now = MonotonicNs();
      if (start == 0) start = now;
      if (now - start >= kBoundedWaitNs) {
        gave_up_.store(NeverZero(seen));
        return false;
      }
    }
    moved_.Wait(seen, kLookAgainUs);
  }
}

// Records that found no room in their ring.
bool Pool::WriteElsewhere(Thread& thread, Writer writer, const activity_record_t* records,
                          uint32_t count) noexcept {
  const bool in_callback =
      thread.buffer_callback != nullptr && properties_.mode != ROCTRACER_MODE_ROCJFR_DROP;
  const bool reports = writer == Writer::kRuntime &&
                       properties_.mode != ROCTRACER_MODE_ROCJFR_DROP &&
                       properties_.mode != ROCTRACER_MODE_ROCJFR_BOUNDED &&
                       !g_nobody_waits.load(std::memory_order_relaxed) && !Forked();
  if (in_callback || reports) {
    try {
      std::lock_guard<std::mutex> lock(mutex_);
      if (elsewhere_.size() + count <= kMostElsewhere) {
        elsewhere_.insert(elsewhere_.end(), records, records + count);
        any_elsewhere_.store(true, std::memory_order_release);
        if (thread.buffer_callback == nullptr) thread.elsewhere = this;
        work_.Notify();
        return true;
      }
    } catch (...) {
    }
  }
  lost_.fetch_add(count, std::memory_order_relaxed);
  return false;
}

void Pool::Abandon(Thread& thread, Ring* ring) const noexcept {
  BeginWriting(thread);
  if (!closed_.load(std::memory_order_seq_cst)) {
    ring->abandoned.store(true, std::memory_order_release);
    const_cast<Pool*>(this)->work_.Notify();
  }
  thread.writing.store(nullptr, std::memory_order_release);
}

// Whether a chain of buffer callbacks that wait leads from this pool back to `callback`, whose
// callback is about to wait for this one.
bool Pool::WouldWaitForItself(const Pool* callback) noexcept {
  for (const Pool* pool = this; pool != nullptr; pool = pool->waits_for_) {
    if (pool == callback) return true;
  }
  return false;
}

template <typename Done>
void Pool::Await(Thread& thread, uint32_t timeout_ms, Done done) noexcept {
  auto* callback = const_cast<Pool*>(thread.buffer_callback);
  if (callback != nullptr) {
    std::lock_guard<std::mutex> lock(WaitsMutex());
    if (WouldWaitForItself(callback)) return;
    callback->waits_for_ = this;
  }
  const uint64_t start = MonotonicNs();
  while (true) {
    const uint32_t seen = done_.Count();
    if (done() || ended_.load(std::memory_order_acquire)) break;
    if (timeout_ms != 0 && MonotonicNs() - start >= timeout_ms * uint64_t{1000000}) break;
    done_.Wait(seen, timeout_ms == 0 ? 100000 : std::min<uint32_t>(timeout_ms, 100) * 1000);
  }
  if (callback != nullptr) {
    std::lock_guard<std::mutex> lock(WaitsMutex());
    callback->waits_for_ = nullptr;
  }
}

uint64_t Pool::AskToFlush() noexcept {
  const uint64_t ticket = flushes_asked_.fetch_add(1, std::memory_order_acq_rel) + 1;
  Hurry();
  return ticket;
}

void Pool::AwaitFlush(Thread& thread, uint64_t asked, uint32_t timeout_ms) noexcept {
  Await(thread, timeout_ms, [&] { return flushes_done_.load(std::memory_order_acquire) >= asked; });
}

void Pool::Close(Thread& thread) noexcept {
  closed_.store(true, std::memory_order_seq_cst);
  OrderAllThreads();
  closing_.store(true, std::memory_order_release);
  Hurry();
  Await(thread, 0, [] { return false; });
}

void Pool::StopAll(const Thread* thread) noexcept {
  g_nobody_waits.store(true, std::memory_order_relaxed);
  SilenceThreads(thread);
}

}  // namespace rocjfr::roctracer
