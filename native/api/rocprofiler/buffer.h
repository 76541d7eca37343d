// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A buffer: two areas of memory, of which one is filled while the other one is in the callback.
//
//     threads that make records                            the buffer's callback thread
//        reserve (one CAS of state_), fill, publish
//        -------> [ area 0 | records >     ]
//                 [ area 1, out            ] ----------->  callback(headers)
//
// state_ has the filled area, and its numbers of records and bytes. So a place is reserved in one
// step, and records of one thread keep their order. A record's first word is its size: 0 before
// anything is written, marked while the record is being copied, plain when it is published. Writers
// touch nothing else that others write. The callback thread makes the headers. Areas are swapped
// under mutex_, only while none is out.
//
// A record can be reserved and not published, because its thread ended in between, or a signal
// handler left with a jump. The callback thread waits for it for at most a second, then skips it.
// All records that were reserved and not handed over count as dropped, because neighbours without a
// size cannot be separated. The writer may still come. So the area is neither used again nor
// unmapped, and another one takes its place.
//
// Buffer objects are never freed: writers may hold them after they are destroyed.
#ifndef ROCJFR_API_ROCPROFILER_BUFFER_H_
#define ROCJFR_API_ROCPROFILER_BUFFER_H_

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/event_count.h"
#include "rocprofiler-sdk/buffer.h"
#include "thread.h"

namespace rocjfr::sdk {

struct BufferOptions {
  rocprofiler_context_id_t context;
  uint64_t size_bytes;
  uint64_t watermark_bytes;
  rocprofiler_buffer_policy_t policy;
  rocprofiler_buffer_tracing_cb_t callback;
  void* data;
};

// Who writes decides what happens while a LOSSLESS buffer has no room.
enum class Writer {
  kCaller,   // waits, if it is a thread of the program; else as
  kRuntime,  // a thread that reports finished work, which a callback may be waiting for: puts a
             // limited number of records elsewhere; when many are there it waits, but briefly
  kRetires,  // as kCaller, a record that must not overtake those that were put elsewhere before
};

class Buffer {
 public:
  // nullptr: no memory. The size is rounded up to pages.
  static Buffer* Make(rocprofiler_buffer_id_t id, const BufferOptions& options) noexcept;
  static uint64_t RoundUp(uint64_t size_bytes) noexcept;

  // `record` begins with its size, a multiple of 8, at most a page, and its kind. False: dropped.
  bool Write(const Thread& thread, Writer writer, const void* record) noexcept {
    uint64_t bytes;
    memcpy(&bytes, record, sizeof(bytes));
    return Write(thread, writer, record, bytes);
  }
  // The same where the compiler knows the size.
  [[gnu::always_inline]] bool Write(const Thread& thread, Writer writer, const void* record,
                                    uint64_t bytes) noexcept {
    const uint64_t units = bytes / kUnit;
    bool written = false;
    if (__builtin_expect(any_elsewhere_.load(std::memory_order_acquire), false) &&
        WroteElsewhere(thread, writer, record, bytes, &written)) {
      return written;
    }
    uint64_t state = state_.load(std::memory_order_acquire);
    do {
      if (__builtin_expect(OffsetOf(state) + units > capacity_, false) &&
          !FindRoom(thread, writer, record, bytes, &state, &written)) {
        return written;
      }
    } while (!state_.compare_exchange_weak(state, state + (units << kOffsetShift) + kOneRecord));
    Put(areas_[AreaOf(state)].records + OffsetOf(state) * kUnit, record, bytes);
    if (OffsetOf(state) * kUnit + bytes >= watermark_bytes_) AskForCallback();
    return true;
  }

  // A record that could not be made.
  void CountDrop() noexcept { drops_.fetch_add(1, std::memory_order_relaxed); }

  // Drops that no callback has been told of, since none came after them. Their count begins anew.
  uint64_t TakeUntoldDrops() noexcept { return drops_.exchange(0); }

  // Returns when all that was written before has been through the callback; in a callback at once.
  void Flush(const Thread& thread) noexcept;
  // The same in two steps. What is asked for; false: it was not done after so many milliseconds.
  uint64_t AskToFlush() noexcept;
  bool AwaitFlush(uint64_t asked, uint32_t timeout_ms) noexcept;
  // False: busy, nothing was done. The remaining records are handed over first. For that, the
  // callback thread may have to return from another buffer's callback. That callback may wait for
  // the caller, so the wait has this limit.
  static constexpr uint32_t kDestroyWaitMs = 5000;
  bool Destroy(Thread& thread, uint32_t most_ms = kDestroyWaitMs) noexcept;
  bool Destroyed() const noexcept { return destroyed_.load(std::memory_order_acquire); }

  // Services of contexts that lead to it. With ContextsMutex.
  void AddService() noexcept { ++services_; }
  void RemoveService() noexcept { --services_; }
  bool HasServices() const noexcept { return services_ != 0; }
  // A writer may still come to a place that it had reserved. When it is destroyed.
  bool HasLateWriter() const noexcept;

  // What the callback thread does; true: there was something.
  bool Serve(CallbackThread& by, Thread& thread);
  void AssignTo(CallbackThread* thread) noexcept;

  // How long a writer waits for room at most, then the record is dropped; 0 without a limit.
  void LimitWait(uint32_t ms) noexcept { wait_limit_ms_.store(ms, std::memory_order_relaxed); }
  // The process exits: from now on nobody waits for room and no callback begins; those that have
  // begun are waited for (ExitWait).
  static void StopAll(const Thread* thread) noexcept;
  // The process exits. From now on nobody waits for room. A callback begins only for a flush or a
  // destroy, which waits no longer than an exit does (ExitWait).
  static void CallOnlyWhenAsked(const Thread* thread) noexcept;
  static bool OnlyWhenAsked() noexcept;

  const void* memory() const noexcept { return mapped_; }
  uint64_t memory_bytes() const noexcept { return 2 * area_bytes_; }
  rocprofiler_buffer_id_t id() const noexcept { return id_; }
  rocprofiler_context_id_t context() const noexcept { return options_.context; }

 private:
  struct Area {
    char* records = nullptr;
    rocprofiler_record_header_t* headers = nullptr;
    rocprofiler_record_header_t** pointers = nullptr;
    bool abandoned = false;  // a writer may still come to it
  };
  enum class Room { kLook, kElsewhere, kNone };
  // kNobody: nothing is waited for at the process's end, nor in a forked child.
  enum class Waited { kDone, kNobody, kInVain };

  // state_: from below the area, the records in it, and their units. The largest area has 2^30
  // units, of which the smallest record needs 4 (kLargest in buffer.cpp).
  static constexpr uint32_t kUnit = 8, kAreaBits = 4, kOffsetShift = 33;
  static constexpr uint64_t kOneRecord = uint64_t{1} << kAreaBits;
  static constexpr uint64_t kClosed = UINT64_MAX << kOffsetShift;
  static uint64_t OffsetOf(uint64_t state) noexcept { return state >> kOffsetShift; }
  static uint32_t RecordsOf(uint64_t state) noexcept {
    return static_cast<uint32_t>(state << (64 - kOffsetShift) >> (64 - kOffsetShift + kAreaBits));
  }
  static uint32_t AreaOf(uint64_t state) noexcept {
    return static_cast<uint32_t>(state % kOneRecord);
  }
  // In the first word of a record that is being copied.
  static constexpr uint64_t kReserved = uint64_t{1} << 63;
  static uint64_t WordAt(const char* place) noexcept {
    return __atomic_load_n(reinterpret_cast<const uint64_t*>(place), __ATOMIC_ACQUIRE);
  }
  static void SetWord(char* place, uint64_t word) noexcept {
    __atomic_store_n(reinterpret_cast<uint64_t*>(place), word, __ATOMIC_RELEASE);
  }
  // Each word with release: who sees one of them also sees the first, marked.
  [[gnu::always_inline]] static void Put(char* place, const void* record, uint64_t bytes) noexcept {
    SetWord(place, bytes | kReserved);
#pragma GCC unroll 32
    for (uint64_t at = sizeof(uint64_t); at < bytes; at += sizeof(uint64_t)) {
      uint64_t word;
      memcpy(&word, static_cast<const char*>(record) + at, sizeof(word));
      SetWord(place + at, word);
    }
    SetWord(place, bytes);
  }

  Buffer(rocprofiler_buffer_id_t id, const BufferOptions& options) noexcept;
  bool Map() noexcept;
  bool MapOneMore() noexcept;
  void LayOut(Area& area, char* place) const noexcept;
  void Unmap() noexcept;

  void AskForCallback() noexcept {
    if (wanted_.load() == 0 && wanted_.exchange(1) == 0) WakeThread();
  }
  void WakeThread() noexcept;
  // While something is elsewhere. False: the record has a place with the others.
  bool WroteElsewhere(const Thread& thread, Writer writer, const void* record, uint64_t bytes,
                      bool* written) noexcept;
  // False: the record has gone elsewhere, or is dropped.
  bool FindRoom(const Thread& thread, Writer writer, const void* record, uint64_t bytes,
                uint64_t* state, bool* written) noexcept;
  bool PutsElsewhere(const Thread& thread, Writer writer) const noexcept;
  // The limit of a wait that the tool has set, or what it is without.
  uint64_t LimitNs(uint64_t otherwise) const noexcept;
  // Waits until `done`, for `most` nanoseconds, and not again before room_ has been told of
  // something: `in_vain` says where a wait was in vain.
  template <typename Done, typename Most>
  Waited WaitForRoom(std::atomic<uint64_t>* in_vain, Done done, Most most) noexcept;
  bool HasRoomElsewhere() noexcept;
  Room MakeRoom(const Thread& thread, Writer writer, uint64_t full) noexcept;
  bool WriteElsewhere(const Thread& thread, Writer writer, const void* record,
                      uint64_t bytes) noexcept;
  // Waits for room elsewhere; false: what was there has been taken.
  bool FollowsElsewhere() noexcept;
  // The same for a thread that must not wait for long; nor again before a callback has returned.
  void WaitBrieflyElsewhere() noexcept;

  // With mutex_.
  bool Busy() const noexcept;
  void Swap(uint64_t next) noexcept;
  void TakeAll(std::vector<char>* elsewhere) noexcept;
  void GiveBackArea() noexcept;
  // Waits until what was left in a closed buffer is handed over; false: in vain, it is open again.
  bool AwaitLast(uint32_t most_ms) noexcept;
  // The same, for as long as an exit waits if the process exits.
  bool AwaitLastFor(uint32_t most_ms) noexcept;
  // On the callback thread (buffer_thread.cpp).
  // Then takes the rest, if that is wanted, before anybody else can change the area.
  void DeliverArea(Thread& thread, std::vector<char>* then_take);
  uint64_t SkippedBytes(const Area& area, uint64_t offset) const noexcept;
  void DeliverAll(Thread& thread);
  void DeliverElsewhere(Thread& thread, std::vector<char>& elsewhere);
  // *given: how many records the user has been given, also where that ends the thread.
  void Call(Thread& thread, rocprofiler_record_header_t** headers, size_t count, uint64_t drops,
            size_t* given);
  void CallOnce(Thread& thread, rocprofiler_record_header_t** headers, size_t count,
                uint64_t drops);
  static void SilenceThreads(const Thread* thread) noexcept;
  static void WaitForCallbacks(const Thread* thread) noexcept;

  const rocprofiler_buffer_id_t id_;
  const BufferOptions options_;
  const uint64_t watermark_bytes_;
  const uint64_t capacity_;  // of an area, in units
  // Two, and those that have taken the place of an abandoned one. What has been used once stays as
  // it is: a late writer goes where it wanted to.
  static constexpr uint32_t kMostAreas = 1 << kAreaBits;
  Area areas_[kMostAreas];
  uint32_t area_count_ = 0;
  char* mapped_ = nullptr;  // the first two
  uint64_t area_bytes_ = 0;

  alignas(64) std::atomic<uint64_t> state_{0};
  alignas(64) std::atomic<uint32_t> wanted_{0};  // a callback is wanted
  std::atomic<bool> any_elsewhere_{false};
  // Some of these are of threads whose next ones must not overtake them.
  std::atomic<bool> callers_elsewhere_{false};
  // 1 + the count of room_ at which a thread has waited in vain for a callback (gave_up_ is the
  // same of the runtime's threads).
  std::atomic<uint64_t> stuck_{0};
  std::atomic<uint64_t> drops_{0};
  std::atomic<uint32_t> wait_limit_ms_{0};

  std::atomic<CallbackThread*> thread_{nullptr};
  std::atomic<bool> served_{false};  // a callback thread is in Serve
  std::atomic<uint64_t> flushes_asked_{0}, flushes_done_{0};
  EventCount room_;  // an area has come back
  std::atomic<uint64_t> gave_up_{
      0};            // where room_ stood, plus 1, when a runtime's thread waited in vain
  EventCount done_;  // a flush is done
  std::atomic<bool> destroyed_{false};
  uint32_t services_ = 0;

  std::mutex mutex_;
  uint32_t next_ = 1;                    // the area that is filled next
  std::atomic<bool> destroying_{false};  // changed with mutex_
  // The area that is, or waits to be, in the callback. Only the callback thread makes it -1.
  std::atomic<int> out_{-1};
  uint64_t out_bytes_ = 0;
  uint32_t out_records_ = 0;  // in it that were reserved and not handed over
  uint64_t out_drops_ = 0;
  uint64_t out_given_ = 0;  // bytes of it that the user has been given
  // How many records the user is given at once. A callback that throws has not read the rest of
  // what it was given: so few at first, and one by one after an exception.
  uint64_t most_at_once_ = 1;
  bool has_thrown_ = false;
  bool asked_ = false;  // what is being handed over, by a flush or a destroy
  bool calling_ = false;
  bool area_first_ = false;      // one was out when all was taken, with older records
  std::vector<char> elsewhere_;  // records of threads that must not wait, one after the other
};

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_BUFFER_H_
