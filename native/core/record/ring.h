// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One thread's ring, producer side. Protocol: rocjfr/record.h. Models: native/models/ring*.pml.
#ifndef ROCJFR_CORE_RECORD_RING_H_
#define ROCJFR_CORE_RECORD_RING_H_

#include <atomic>
#include <cstdint>
#include <cstring>

#include "core/java/control.h"
#include "rocjfr/record.h"

namespace rocjfr {

struct RingHeader {
  alignas(64) std::atomic<uint64_t> tail{0};
  alignas(64) std::atomic<uint64_t> head{0};
  alignas(64) uint64_t slots = 0;
  uint64_t after_ring = 0;
  uint64_t after_tail = 0;
};
static_assert(sizeof(RingHeader) == ROCJFR_RING_HEADER_BYTES, "record.h");
#define ROCJFR_CHECK(type, field, offset, text) \
  static_assert(offsetof(RingHeader, field) == (offset), #field);
ROCJFR_RING_FIELDS(ROCJFR_CHECK)
#undef ROCJFR_CHECK

// A slot's 64 bytes, word by word: they were often stored so a moment ago, and wider loads would
// wait until those stores have left the store buffer.
inline void CopySlot(void* to, const void* from) noexcept {
#pragma GCC unroll 8
  for (uint32_t i = 0; i < ROCJFR_SLOT_BYTES; i += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, static_cast<const char*>(from) + i, sizeof(word));
    memcpy(static_cast<char*>(to) + i, &word, sizeof(word));
  }
}

class alignas(64) Ring {
 public:
  // `memory` holds a header and `slots` slots (a power of two), zeroed; it is never freed. `index`:
  // see rocjfr_ring. `grows`: its thread may go on with a larger one.
  Ring(void* memory, uint64_t slots, uint64_t index, bool grows);

  // Makes room for a group of up to ROCJFR_MAX_GROUP_SLOTS slots. False: there is none, and the
  // caller has been told by `cause` why waiting did not help.
  bool Reserve(uint32_t group_slots, bool may_wait, uint32_t* cause) noexcept {
    return HasRoom(group_slots) || ReserveSlow(group_slots, may_wait, cause);
  }
  // As far as the consumer had come when it was last looked at.
  bool HasRoom(uint32_t group_slots) const noexcept {
    return tail_ + group_slots - cached_head_ <= slots_;
  }
  // The place of slot `i` of the reserved group.
  void* Slot(uint32_t i) noexcept { return base_ + ((tail_ + i) & mask_) * ROCJFR_SLOT_BYTES; }
  // Makes the reserved group visible to the consumer.
  void Publish(uint32_t group_slots) noexcept {
    const uint64_t tail = tail_ + group_slots;
    tail_ = tail;
    header_->tail.store(tail, std::memory_order_release);
    ClaimAhead(tail, group_slots);
    if (__builtin_expect(g_control.published.load(std::memory_order_relaxed) == 0, false)) {
      g_control.published.store(1, std::memory_order_relaxed);
    }
    if (__builtin_expect(tail > look_at_, false)) PastWatermark();
  }

  bool Empty() const noexcept {
    return header_->head.load(std::memory_order_acquire) ==
           header_->tail.load(std::memory_order_acquire);
  }
  // Fuller than its watermark: for the consumer, before it sleeps.
  bool WantsDrain() const noexcept {
    return header_->tail.load(std::memory_order_seq_cst) -
               header_->head.load(std::memory_order_relaxed) >
           watermark_;
  }
  // The consumer has left more than three quarters in it: too small for the pace of its thread.
  bool TooSmall() const noexcept { return too_small_; }
  // There is no larger one for now. Wakes the consumer.
  void StaysSmall() noexcept;
  // Room enough for another thread, whatever it still holds.
  bool HalfEmpty() const noexcept;
  // Another thread writes from now on.
  void Lend() noexcept;
  // This one is empty, and its thread wrote to `before` until now.
  void Follow(const Ring& before) noexcept;

  uint64_t slots() const noexcept { return slots_; }
  RingHeader* header() const noexcept { return header_; }

 private:
  // A ring is larger than the processor's nearest caches: what is written next is asked for before.
  void ClaimAhead(uint64_t tail, uint32_t group_slots) noexcept {
    constexpr uint64_t kAhead = 16;
    for (uint32_t i = 1; i <= group_slots; ++i) {
      const char* place = base_ + ((tail + kAhead - i) & mask_) * ROCJFR_SLOT_BYTES;
#if defined(__x86_64__)
      __asm__ volatile("prefetchw %0" ::"m"(*place));
#else
      __builtin_prefetch(place, 1);
#endif
    }
  }
  [[gnu::cold]] bool ReserveSlow(uint32_t group_slots, bool may_wait, uint32_t* cause) noexcept;
  bool WaitForRoom(uint32_t group_slots) noexcept;
  [[gnu::cold]] void PastWatermark() noexcept;
  void WakeAtWatermark() noexcept;

  RingHeader* const header_;
  char* const base_;
  const uint64_t slots_;
  const uint64_t mask_;
  const uint64_t
      watermark_;      // wakes a sleeping consumer; a half where the ring grows, or a quarter
  uint64_t tail_ = 0;  // the producer's own copy
  uint64_t cached_head_ = 0;
  uint64_t look_at_;                    // the tail from which on the consumer may have to be woken
  uint64_t gave_up_head_ = UINT64_MAX;  // where head stood when a wait was in vain: no second one
  const uint64_t index_;
  const bool grows_;
  bool too_small_ = false;
  uint64_t ask_again_at_ = 0;  // from which tail on, after there was no larger one
};

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_RING_H_
