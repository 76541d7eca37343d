// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What one thread has written to one pool and the pool's thread has not taken yet: one producer,
// one consumer, no lock.
#ifndef ROCJFR_API_ROCTRACER_RING_H_
#define ROCJFR_API_ROCTRACER_RING_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "roctracer/ext/prof_protocol.h"
#include "thread.h"

namespace rocjfr::roctracer {

// The bytes that a record and its kernel name take in a buffer.
constexpr uint64_t kRecordBytes = sizeof(activity_record_t);
inline uint64_t NameBytes(const char* name) noexcept {
  return name == nullptr ? 0 : strlen(name) + 1;
}
// While a record waits for its buffer, how long its name is stands in its padding behind the op; 0
// where it has none.
constexpr size_t kNameBytesAt = offsetof(activity_record_t, op) + sizeof(activity_op_t);
static_assert(kNameBytesAt + sizeof(uint32_t) == offsetof(activity_record_t, correlation_id), "");
inline uint32_t KeptNameBytes(const activity_record_t& record) noexcept {
  uint32_t bytes;
  memcpy(&bytes, reinterpret_cast<const char*>(&record) + kNameBytesAt, sizeof(bytes));
  return bytes;
}
inline void ForgetNameBytes(activity_record_t* record) noexcept {
  memset(reinterpret_cast<char*>(record) + kNameBytesAt, 0, sizeof(uint32_t));
}

class Ring {
 public:
  // nullptr where memory is short. `slots`: how many records it holds, a power of two.
  static Ring* Make(uint32_t slots) noexcept;
  static void Free(Ring* ring) noexcept;

  // --- the producer ---
  bool HasRoom(uint32_t records) noexcept {
    if (tail_ + records - head_seen_ <= Slots()) return true;
    head_seen_ = head_.load(std::memory_order_acquire);
    return tail_ + records - head_seen_ <= Slots();
  }
  activity_record_t& Slot(uint32_t index) noexcept { return Records()[(tail_ + index) & mask_]; }
  // Publishes what was put into the slots; true: the consumer has asked to be told now, once.
  bool Publish(uint32_t records, uint64_t name_bytes) noexcept {
    const uint64_t tail = tail_ + records;
    const uint64_t bytes = bytes_ + records * kRecordBytes + name_bytes;
    tail_ = tail;
    bytes_ = bytes;
    // Before tell_at_ is read: see OrderAllThreads.
    if (__builtin_expect(g_kernel_orders_threads, true)) {
      published_.store(tail, std::memory_order_release);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      published_.exchange(tail, std::memory_order_seq_cst);
    }
    ClaimAhead(tail, records);
    return __builtin_expect(bytes > tell_at_.load(std::memory_order_seq_cst), false) && TakeWish();
  }

  // --- the consumer ---
  uint64_t Published() const noexcept { return published_.load(std::memory_order_seq_cst); }
  uint64_t Taken() const noexcept { return head_.load(std::memory_order_relaxed); }
  const activity_record_t& At(uint64_t count) const noexcept { return Records()[count & mask_]; }
  void Take(uint32_t records, uint64_t bytes) noexcept {
    taken_bytes_ += bytes;
    head_.store(Taken() + records, std::memory_order_release);
  }

  // Asks to be told when more than `bytes` wait to be taken. Replaces an earlier wish.
  void TellAfter(uint64_t bytes) noexcept {
    tell_at_.store(taken_bytes_ + bytes, std::memory_order_seq_cst);
  }
  uint64_t Slots() const noexcept { return mask_ + 1; }

  // The thread has ended: what it wrote is taken, then the ring is freed.
  std::atomic<bool> abandoned{false};

 private:
  explicit Ring(uint32_t slots) noexcept : mask_(slots - 1) {}
  // The slots to come lie in the consumer's cache: asked for in time, they need not be waited for.
  void ClaimAhead(uint64_t tail, uint32_t records) noexcept {
    constexpr uint64_t kAhead = 16;
    for (uint32_t i = 1; i <= records; ++i) {
      activity_record_t& slot = Records()[(tail + kAhead - i) & mask_];
#if defined(__x86_64__)
      __asm__ volatile("prefetchw %0" ::"m"(slot));
#else
      __builtin_prefetch(&slot, 1);
#endif
    }
  }
  // Whether the wish that has come true is there still: the consumer may have replaced it.
  bool TakeWish() noexcept {
    uint64_t at = tell_at_.load(std::memory_order_relaxed);
    return bytes_ > at && tell_at_.compare_exchange_strong(at, kNever, std::memory_order_acq_rel);
  }
  activity_record_t* Records() noexcept {
    return reinterpret_cast<activity_record_t*>(this + 1);
  }
  const activity_record_t* Records() const noexcept {
    return reinterpret_cast<const activity_record_t*>(this + 1);
  }

  static constexpr uint64_t kNever = UINT64_MAX;

  // What never changes, which both read with each record: not beside what one of them writes.
  const uint64_t mask_;
  // The producer's.
  alignas(64) uint64_t tail_ = 0;
  uint64_t head_seen_ = 0;
  uint64_t bytes_ = 0;
  std::atomic<uint64_t> published_{0};
  // The consumer's.
  alignas(64) std::atomic<uint64_t> head_{0};
  uint64_t taken_bytes_ = 0;
  // The consumer's wish, at first about the first record. On a line of its own, which the producer
  // looks at with each record and which hardly ever changes.
  alignas(64) std::atomic<uint64_t> tell_at_{0};
};

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_RING_H_
