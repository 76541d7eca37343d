// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What one thread has written to one pool and the pool's thread has not taken yet: one producer,
// one consumer, no lock.
#ifndef ROCJFR_ROCTRACER_RING_H_
#define ROCJFR_ROCTRACER_RING_H_

#include <atomic>
#include <cstdint>
#include <cstring>

#include "roctracer/ext/prof_protocol.h"

namespace rocjfr::roctracer {

// The bytes that a record and its kernel name take in a buffer.
constexpr uint64_t kRecordBytes = sizeof(activity_record_t);
inline uint64_t NameBytes(const char* name) noexcept {
  return name == nullptr ? 0 : strlen(name) + 1;
}
// Of a dispatch; other records have none.
inline bool HasName(const activity_record_t& record) noexcept {
  constexpr activity_op_t kDispatch = 0;  // HIP_OP_ID_DISPATCH
  return record.domain == ACTIVITY_DOMAIN_HIP_OPS && record.op == kDispatch &&
         record.kernel_name != nullptr;
}

class Ring {
 public:
  // nullptr where memory is short. `limit`: how many records it holds at most.
  static Ring* Make(uint32_t limit) noexcept;
  static void Free(Ring* ring) noexcept;

  // --- the producer ---
  // Whether it then holds no more than `limit`.
  bool HasRoom(uint32_t records, uint64_t limit) noexcept {
    if (tail_ + records - head_seen_ <= limit) return true;
    head_seen_ = head_.load(std::memory_order_acquire);
    return tail_ + records - head_seen_ <= limit;
  }
  activity_record_t& Slot(uint32_t index) noexcept { return Slots()[(tail_ + index) & mask_]; }
  // Publishes what was put into the slots; true: the consumer should be told.
  bool Publish(uint32_t records, uint64_t name_bytes) noexcept {
    tail_ += records;
    bytes_ += records * kRecordBytes + name_bytes;
    published_.store(tail_, std::memory_order_release);
    ClaimAhead();
    return bytes_ > tell_at_;
  }
  // Bytes published and not taken.
  uint64_t PendingBytes() const noexcept {
    return bytes_ - taken_bytes_.load(std::memory_order_relaxed);
  }
  void TellAfter(uint64_t more_bytes) noexcept { tell_at_ = bytes_ + more_bytes; }

  // --- the consumer ---
  uint64_t Published() const noexcept { return published_.load(std::memory_order_acquire); }
  uint64_t Taken() const noexcept { return head_.load(std::memory_order_relaxed); }
  const activity_record_t& At(uint64_t count) const noexcept { return Slots()[count & mask_]; }
  void Take(uint32_t records, uint64_t bytes) noexcept {
    taken_bytes_.store(taken_bytes_.load(std::memory_order_relaxed) + bytes,
                       std::memory_order_relaxed);
    head_.store(Taken() + records, std::memory_order_release);
  }

  // The thread has ended: what it wrote is taken, then the ring is freed.
  std::atomic<bool> abandoned{false};

 private:
  explicit Ring(uint32_t slots) noexcept : mask_(slots - 1) {}
  // The slots to come lie in the consumer's cache: asked for in time, they need not be waited for.
  void ClaimAhead() noexcept {
    constexpr uint64_t kAhead = 8;
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" ::"m"(Slots()[(tail_ + kAhead) & mask_]));
#else
    __builtin_prefetch(&Slots()[(tail_ + kAhead) & mask_], 1);
#endif
  }
  activity_record_t* Slots() noexcept {
    return reinterpret_cast<activity_record_t*>(this + 1);
  }
  const activity_record_t* Slots() const noexcept {
    return reinterpret_cast<const activity_record_t*>(this + 1);
  }

  const uint64_t mask_;

  // The producer's.
  alignas(64) uint64_t tail_ = 0;
  uint64_t head_seen_ = 0;
  uint64_t bytes_ = 0;
  uint64_t tell_at_ = 0;
  std::atomic<uint64_t> published_{0};
  // The consumer's.
  alignas(64) std::atomic<uint64_t> head_{0};
  std::atomic<uint64_t> taken_bytes_{0};
};

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_ROCTRACER_RING_H_
