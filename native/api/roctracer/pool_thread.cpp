// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A pool's own thread: fills the buffers from the rings and calls the user. Where the user ends the
// thread another one goes on: what it finds is right wherever Deliver is called.
// Model: native/models/pool.pml.
#include <sys/prctl.h>
#include <unistd.h>

#include <cstring>

#include "base/detached_thread.h"
#include "base/exit.h"
#include "base/user_code.h"
#include "clock.h"
#include "lifecycle.h"
#include "pool.h"
#include "status.h"

namespace rocjfr::roctracer {
namespace {

// After it has found something the thread looks again this often before it sleeps, so that threads
// that write fast need not wake it.
constexpr int kNaps = 10;
constexpr uint32_t kNapUs = 300;
// How much longer a nap may take; the kernel's default is half as long as the nap.
constexpr unsigned long kNapSlackNs = 5000;
// Records that are fetched before they are looked at.
constexpr uint64_t kLookAhead = 24;

std::atomic<bool> g_silent{false};
std::atomic<uint32_t> g_calling{0};  // callbacks that are about to begin or have begun

uint32_t GroupSize(const activity_record_t& first) {
  return first.domain == ACTIVITY_DOMAIN_EXT_API ? 2 : 1;
}

}  // namespace

bool Pool::StartThread() noexcept {
  return StartDetachedThread("rocjfr-pool", &Pool::ThreadMain, this);
}

void* Pool::ThreadMain(void* pool) {
  prctl(PR_SET_TIMERSLACK, kNapSlackNs, 0, 0, 0);
  auto* self = static_cast<Pool*>(pool);
  const AtScopeEnd go_on([self] {
    // Where there is no thread it is this one, as long as its callbacks let it.
    if (!self->ended_.load() && !self->StartThread()) self->Run();
  });
  self->Run();
  return nullptr;
}

void Pool::Run() {
  int naps = 0;
  while (true) {
    const uint32_t seen = work_.Count();
    const uint32_t urgent = urgent_.Count();
    const bool closing = closing_.load(std::memory_order_acquire);
    const uint64_t asked = flushes_asked_.load(std::memory_order_acquire);
    asked_for_ = closing || asked != flushes_done_.load(std::memory_order_relaxed);
    if (TakeAll()) naps = kNaps;
    if (asked != flushes_done_.load(std::memory_order_relaxed)) {
      Deliver();
      flushes_done_.store(asked, std::memory_order_release);
      done_.Notify();
    }
    if (closing && !AnyThreadWrites(this) && NothingLeft()) break;
    if (work_.Count() != seen) continue;
    if (closing || naps-- > 0) {
      urgent_.Wait(urgent, kNapUs);
    } else {
      naps = 0;
      if (AskToBeTold()) work_.Wait(seen, 0);
    }
  }
  End();
}

// Takes what is in the rings now. False: there was nothing.
bool Pool::TakeAll() {
  try {
    std::lock_guard<std::mutex> lock(mutex_);
    taking_ = rings_;
    // While any_elsewhere_ is set its writers leave their rings alone, so that what is in the rings
    // now is older than this.
    if (taking_elsewhere_.empty()) taking_elsewhere_.swap(elsewhere_);
  } catch (...) {
    return false;  // the rings keep it; the next round may have memory
  }
  bool any = !taking_elsewhere_.empty();
  for (Ring* ring : taking_) {
    const bool abandoned = ring->abandoned.load(std::memory_order_acquire);
    any |= TakeRing(*ring, ring->Published());
    if (!abandoned) continue;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      for (Ring*& one : rings_) {
        if (one != ring) continue;
        one = rings_.back();
        rings_.pop_back();
        break;
      }
    }
    Ring::Free(ring);
  }
  if (!taking_elsewhere_.empty()) PutElsewhere();
  return any;
}

bool Pool::TakeRing(Ring& ring, uint64_t end) {
  uint64_t head = ring.Taken();
  if (head == end) return false;
  uint32_t taken = 0;
  uint64_t bytes = 0;
  const auto give_room = [&] {
    if (taken == 0) return;
    ring.Take(taken, bytes);
    moved_.Notify();
    taken = 0;
    bytes = 0;
  };
  while (head != end) {
    const activity_record_t& first = ring.At(head);
    if (end - head > kLookAhead) __builtin_prefetch(&ring.At(head + kLookAhead));
    const uint32_t count = GroupSize(first);
    const activity_record_t& last = count == 2 ? ring.At(head + 1) : first;
    const uint64_t name = KeptNameBytes(last);
    if (!Fits(count, name)) {
      give_room();  // it keeps these: they were not counted as taken
      Deliver();
    }
    Put(first, last, count, name);
    head += count;
    taken += count;
    bytes += count * kRecordBytes + name;
    if (MustDeliver(name)) {
      give_room();
      Deliver();
    }
  }
  give_room();
  // While it naps it looks for itself; a thread that is faster than that wakes it.
  ring.TellAfter(ring.Slots() / 4 * 3 * kRecordBytes);
  return true;
}

void Pool::PutElsewhere() {
  // A callback that runs meanwhile writes to elsewhere_, never to this.
  size_t i = 0;
  const auto deliver = [&] {
    taking_elsewhere_.erase(taking_elsewhere_.begin(),
                            taking_elsewhere_.begin() + static_cast<ptrdiff_t>(i));
    i = 0;
    Deliver();
  };
  while (i < taking_elsewhere_.size()) {
    const uint32_t count = GroupSize(taking_elsewhere_[i]);
    const activity_record_t& last = taking_elsewhere_[i + count - 1];
    const uint64_t name = KeptNameBytes(last);
    if (!Fits(count, name)) deliver();
    Put(taking_elsewhere_[i], taking_elsewhere_[i + count - 1], count, name);
    i += count;
    if (MustDeliver(name)) deliver();
  }
  taking_elsewhere_.clear();
  std::lock_guard<std::mutex> lock(mutex_);
  if (elsewhere_.empty()) any_elsewhere_.store(false, std::memory_order_release);
}

// A full buffer is to be handed over at once: each thread may write its share of what the buffer
// still takes. One that has not been asked yet tells of its first record.
bool Pool::AskToBeTold() noexcept {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const uint64_t room = buffer_bytes_ - used_ - names_;
    for (Ring* ring : rings_) ring->TellAfter(room / rings_.size());
  }
  // Either a thread that publishes sees the wish, or its records are seen here.
  OrderAllThreads();
  return NothingLeft();
}

bool Pool::NothingLeft() noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const Ring* ring : rings_) {
    if (ring->Published() != ring->Taken()) return false;
  }
  return elsewhere_.empty();
}

bool Pool::Fits(uint32_t count, uint64_t name) const noexcept {
  uint64_t bytes = count * kRecordBytes;
  if (name <= buffer_bytes_ - kRecordBytes) bytes += name;
  return used_ + names_ + bytes <= buffer_bytes_;
}

// A name that does not fit behind a single record stays where it is kept; the buffer is then to be
// handed over at once.
void Pool::Put(const activity_record_t& first, const activity_record_t& last, uint32_t count,
               uint64_t name) noexcept {
  if (count == 2) {
    memcpy(buffer_ + used_, &first, kRecordBytes);
    used_ += kRecordBytes;
  }
  auto* record = reinterpret_cast<activity_record_t*>(buffer_ + used_);
  memcpy(record, &last, kRecordBytes);
  ForgetNameBytes(record);
  used_ += kRecordBytes;
  if (name == 0 || MustDeliver(name)) return;
  names_ += name;
  char* place = buffer_ + buffer_bytes_ - names_;
  memcpy(place, last.kernel_name, name);
  record->kernel_name = place;
}

void Pool::Deliver() {
  if (used_ == 0) return;
  char* begin = buffer_;
  char* end = buffer_ + used_;
  PutOnRecordClock(begin, end);
  buffer_ = buffer_ == memory_ ? memory_ + buffer_bytes_ : memory_;
  used_ = 0;
  names_ = 0;
  Thread* thread = CurrentThread();
  g_calling.fetch_add(1);
  const AtScopeEnd after([&] {
    if (thread != nullptr) thread->buffer_callback = nullptr;
    g_calling.fetch_sub(1);
    moved_.Notify();
    NoteUserCode();
  });
  if (!asked_for_ && g_silent.load()) {
    lost_.fetch_add(static_cast<uint64_t>(end - begin) / kRecordBytes, std::memory_order_relaxed);
    return;
  }
  if (thread != nullptr) thread->buffer_callback = this;
  CallUser([&] { properties_.buffer_callback_fun(begin, end, properties_.buffer_callback_arg); },
           [] { TellThrown("a buffer callback"); });
}

// What a callback uses may be destroyed from now on, but who flushes or closes a pool knows.
void Pool::SilenceThreads(const Thread* thread) noexcept {
  g_silent.store(true);
  // A process may also be ended by a callback.
  const uint32_t own = thread != nullptr && thread->buffer_callback != nullptr ? 1 : 0;
  const ExitWait wait;
  while (g_calling.load() > own && wait.LeftMs() != 0) usleep(1000);
}

void Pool::End() {
  Deliver();
  for (Ring* ring : rings_) Ring::Free(ring);
  rings_ = {};
  taking_ = {};
  taking_elsewhere_ = {};
  elsewhere_ = {};
  any_elsewhere_.store(false, std::memory_order_release);
  Release();
  ended_.store(true, std::memory_order_release);
  done_.Notify();
}

}  // namespace rocjfr::roctracer
