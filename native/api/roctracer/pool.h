// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A memory pool. It has the rings of the threads that write to it, and two buffers from the user's
// allocator. Its thread fills a buffer from the rings and hands it to the user's callback.
//
//     writing threads      rings            the pool's thread         user
//        record ---------> [ | | | ] ---+
//        record ---------> [ | | ]   ---+-> [records >   < names] --> callback(begin, end)
//
// A buffer is handed over when the next record does not fit, on a flush and on close. Kernel names
// stand at its end, behind `end`. While the callback runs nothing is taken from the rings: when
// they are full, their threads wait (or drop, by the pool's mode).
//
// Pool objects are never freed, so that a handle that was closed is recognised; memory and rings
// are.
#ifndef ROCJFR_API_ROCTRACER_POOL_H_
#define ROCJFR_API_ROCTRACER_POOL_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/event_count.h"
#include "ring.h"
#include "rocjfr/client.h"
#include "roctracer/roctracer.h"
#include "thread.h"

namespace rocjfr::roctracer {

// Who writes decides what happens while there is no room in a pool that may lose nothing.
enum class Writer {
  kCaller,   // waits for the buffer callback, if it is a thread of the program; else as
  kRuntime,  // a thread that reports finished work, which that callback may be waiting for: waits
             // briefly, then puts a limited number of records elsewhere
};

class Pool {
 public:
  // nullptr: no memory or no thread.
  static Pool* Open(const roctracer_properties_t& properties) noexcept;

  // kCount records that stay together, an external id and its record: fill(i, place) writes all of
  // the i-th. False: closed, or dropped.
  template <uint32_t kCount, typename Fill>
  bool Write(Thread& thread, Writer writer, uint64_t name_bytes, Fill fill) noexcept {
    BeginWriting(thread);
    // Nothing has to be waited for, asked or put elsewhere.
    if (__builtin_expect(!closed_.load(std::memory_order_seq_cst) && thread.last_pool == this &&
                             thread.buffer_callback == nullptr && thread.elsewhere == nullptr &&
                             thread.last_ring->HasRoom(kCount),
                         true)) {
      Ring& ring = *thread.last_ring;
      for (uint32_t i = 0; i < kCount; ++i) fill(i, &ring.Slot(i));
      const bool tell = ring.Publish(kCount, name_bytes);
      thread.writing.store(nullptr, std::memory_order_release);
      if (__builtin_expect(tell, false)) Hurry();
      return true;
    }
    return WriteWithCare<kCount>(thread, writer, name_bytes, fill);
  }

  // Returns when everything that was written before has been delivered, or at once in the pool's
  // own callback.
  void Flush(Thread& thread) noexcept { AwaitFlush(thread, AskToFlush(), 0); }
  // The same in two steps. `timeout_ms` 0: without a limit.
  uint64_t AskToFlush() noexcept;
  void AwaitFlush(Thread& thread, uint64_t asked, uint32_t timeout_ms) noexcept;
  // Nobody else may use the pool any more. As Flush, and then the pool's thread ends.
  void Close(Thread& thread) noexcept;

  // The thread that owns `ring` ends.
  void Abandon(Thread& thread, Ring* ring) const noexcept;
  uint64_t Lost() const noexcept { return lost_.load(std::memory_order_relaxed); }
  // What was to be written to it and never will be.
  void CountLost(uint64_t records) noexcept { lost_.fetch_add(records, std::memory_order_relaxed); }
  bool IsClosed() const noexcept { return closed_.load(std::memory_order_relaxed); }
  // How long an exit waits for this pool's callback.
  uint32_t LongestExitMs() const noexcept {
    return properties_.mode == ROCTRACER_MODE_ROCJFR_BOUNDED ? 100 : 5000;
  }
  // The process exits: from now on nobody waits for room, and no callback begins but those of a
  // flush or a close; those that have begun are waited for (ExitWait).
  static void StopAll(const Thread* thread) noexcept;

 private:
  explicit Pool(const roctracer_properties_t& properties) noexcept;

  // The same where there is something to do before. The thread has begun to write.
  template <uint32_t kCount, typename Fill>
  [[gnu::noinline]] bool WriteWithCare(Thread& thread, Writer writer, uint64_t name_bytes,
                                       Fill fill) noexcept {
    bool written = false;
    if (!closed_.load(std::memory_order_seq_cst)) {
      if (rocjfr_runtimes_thread() != 0) writer = Writer::kRuntime;
      Ring* ring = thread.last_pool == this ? thread.last_ring : FindRing(thread);
      const bool room = ring != nullptr && RoomFor(thread, writer, *ring, kCount);
      activity_record_t elsewhere[kCount];
      for (uint32_t i = 0; i < kCount; ++i) fill(i, room ? &ring->Slot(i) : &elsewhere[i]);
      if (room) {
        if (ring->Publish(kCount, name_bytes)) Hurry();
        written = true;
      } else {
        written = WriteElsewhere(thread, writer, elsewhere, kCount);
      }
    }
    thread.writing.store(nullptr, std::memory_order_release);
    return written;
  }
  bool Allocate() noexcept;
  void Release() noexcept;
  bool StartThread() noexcept;

  // Before closed_ is read: see OrderAllThreads.
  void BeginWriting(Thread& thread) const noexcept {
    if (__builtin_expect(g_kernel_orders_threads, true)) {
      thread.writing.store(this, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      thread.writing.exchange(this, std::memory_order_seq_cst);
    }
  }
  Ring* FindRing(Thread& thread) noexcept;
  bool RoomFor(Thread& thread, Writer writer, Ring& ring, uint32_t count) noexcept {
    if (thread.buffer_callback == nullptr) {
      return (thread.elsewhere == nullptr && ring.HasRoom(count)) ||
             WaitForRoom(thread, writer, ring, count);
    }
    // It must not wait for a callback; and what has gone elsewhere comes first.
    return !any_elsewhere_.load(std::memory_order_acquire) && ring.HasRoom(count);
  }
  bool RoomNow(Thread& thread, Ring& ring, uint32_t count) noexcept {
    if (thread.elsewhere != nullptr &&
        !thread.elsewhere->any_elsewhere_.load(std::memory_order_acquire)) {
      thread.elsewhere = nullptr;
    }
    return thread.elsewhere != this && ring.HasRoom(count);
  }
  void Hurry() noexcept {
    work_.Notify();
    urgent_.Notify();
  }
  bool WaitForRoom(Thread& thread, Writer writer, Ring& ring, uint32_t count) noexcept;
  bool WriteElsewhere(Thread& thread, Writer writer, const activity_record_t* records,
                      uint32_t count) noexcept;

  static void SilenceThreads(const Thread* thread) noexcept;

  // The pool's thread.
  static void* ThreadMain(void* pool);
  void Run();
  bool TakeAll();
  bool TakeRing(Ring& ring, uint64_t end);
  void PutElsewhere();
  // Before the thread sleeps until it is told. False: it must not.
  bool AskToBeTold() noexcept;
  bool NothingLeft() noexcept;
  // Of `count` records that stay together the first and the last (one: the same), and the bytes of
  // the name of the last.
  bool Fits(uint32_t count, uint64_t name) const noexcept;
  void Put(const activity_record_t& first, const activity_record_t& last, uint32_t count,
           uint64_t name) noexcept;
  bool MustDeliver(uint64_t name) const noexcept { return name > buffer_bytes_ - kRecordBytes; }
  void Deliver();
  void End();

  bool WouldWaitForItself(const Pool* callback) noexcept;
  template <typename Done>
  void Await(Thread& thread, uint32_t timeout_ms, Done done) noexcept;

  // Apart by cache lines: what threads that write read, what they and the pool's thread change.
  const roctracer_properties_t properties_;
  const uint64_t buffer_bytes_;
  std::atomic<bool> closed_{false};
  std::atomic<bool> any_elsewhere_{false};

  alignas(64) EventCount moved_;  // records were taken from rings
  std::atomic<uint64_t> lost_{0};
  std::atomic<uint64_t> gave_up_{0};  // where moved_ stood, plus 1, when somebody waited in vain

  alignas(64) EventCount work_;  // something is to be done
  EventCount urgent_;            // somebody waits for it: naps end too

  alignas(64) EventCount done_;  // a flush is done, or the pool's thread has ended
  std::atomic<uint64_t> flushes_asked_{0};
  std::atomic<uint64_t> flushes_done_{0};
  std::atomic<bool> closing_{false};
  std::atomic<bool> ended_{false};
  const Pool* waits_for_ = nullptr;  // this pool's callback waits for that one

  std::mutex mutex_;  // of the next two
  std::vector<Ring*> rings_;
  std::vector<activity_record_t> elsewhere_;  // of threads that must not wait for the callback

  // The pool's thread's.
  char* memory_ = nullptr;
  char* buffer_ = nullptr;  // the half of memory_ that is being filled
  uint64_t used_ = 0;       // by records, from the front
  uint64_t names_ = 0;      // by names, from the back
  bool asked_for_ = false;  // by a flush or a close
  std::vector<Ring*> taking_;
  std::vector<activity_record_t> taking_elsewhere_;
};

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_POOL_H_
