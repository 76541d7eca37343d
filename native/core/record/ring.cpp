// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Model: native/models/ring.pml.
#include "ring.h"

#include <time.h>

#include <new>

#include "clock.h"
#include "core/java/control.h"
#include "drain_signal.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {

Ring::Ring(void* memory, uint64_t slots, uint64_t index, bool grows)
    : header_(new (memory) RingHeader),
      base_(static_cast<char*>(memory) + sizeof(RingHeader)),
      slots_(slots),
      mask_(slots - 1),
      watermark_(grows ? slots / 2 : slots / 4),
      look_at_(watermark_),
      index_(index),
      grows_(grows) {
  header_->slots = slots;
}

bool Ring::ReserveSlow(uint32_t group_slots, bool may_wait, uint32_t* cause) noexcept {
  cached_head_ = header_->head.load(std::memory_order_acquire);
  if (tail_ + group_slots - cached_head_ <= slots_) return true;
  WakeDrain();
  *cause = ROCJFR_LOST_RING_FULL;
  if (!g_settings.lossless || !may_wait) return false;
  if (g_exiting.load(std::memory_order_relaxed)) {
    *cause = ROCJFR_LOST_EXIT;
    return false;
  }
  *cause = ROCJFR_LOST_LOSSLESS_WAIT;
  return gave_up_head_ != cached_head_ && WaitForRoom(group_slots);
}

bool Ring::WaitForRoom(uint32_t group_slots) noexcept {
  // The consumer may itself be waiting for this thread (a garbage collection that waits for a JNI
  // critical region). So every wait ends, and nobody waits again for a consumer that did not move.
  const uint64_t end = MonotonicNs() + g_settings.lossless_wait_ms * uint64_t{1000000};
  do {
    WakeDrain();
    const timespec nap = {0, 50000};
    nanosleep(&nap, nullptr);
    cached_head_ = header_->head.load(std::memory_order_acquire);
    if (tail_ + group_slots - cached_head_ <= slots_) return true;
  } while (MonotonicNs() < end && !g_exiting.load(std::memory_order_relaxed));
  gave_up_head_ = cached_head_;
  return false;
}

void Ring::PastWatermark() noexcept {
  cached_head_ = header_->head.load(std::memory_order_acquire);
  if (tail_ - cached_head_ <= watermark_) {
    look_at_ = cached_head_ + watermark_;
    return;
  }
  if (grows_ && tail_ - cached_head_ > slots_ / 4 * 3 && tail_ >= ask_again_at_) {
    too_small_ = true;
    cached_head_ = tail_ - slots_;  // as if it were full: the next record has its thread look
    return;
  }
  WakeAtWatermark();
}

void Ring::StaysSmall() noexcept {
  too_small_ = false;
  ask_again_at_ = tail_ + slots_;
  WakeAtWatermark();
}

bool Ring::HalfEmpty() const noexcept {
  return header_->tail.load(std::memory_order_relaxed) -
             header_->head.load(std::memory_order_acquire) <=
         slots_ / 2;
}

void Ring::Lend() noexcept {
  too_small_ = false;
  ask_again_at_ = 0;
  cached_head_ = header_->head.load(std::memory_order_acquire);
  look_at_ = cached_head_ + watermark_;
}

void Ring::Follow(const Ring& before) noexcept {
  Lend();
  header_->after_ring = before.index_ + 1;
  header_->after_tail = before.tail_;
}

void Ring::WakeAtWatermark() noexcept {
  // A consumer that has taken back `published` before it could see our tail must not take the rings
  // for quiet: it sees this, or else we see that it sleeps.
  g_control.published.store(1, std::memory_order_release);
  // A full barrier between our tail and the look at drain_asleep: with the consumer's own, between
  // drain_asleep and its look at the rings, one of the two sees the other.
  header_->tail.fetch_add(0, std::memory_order_seq_cst);
  WakeDrain();
  look_at_ = tail_ + watermark_ / 4;  // not at every record while the consumer is busy
}

}  // namespace rocjfr
