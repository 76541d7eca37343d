// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the tracer keeps of one thread: its ring, its block of correlation ids, the calls it is in,
// its external ids and open roctx ranges. Found through a thread-local; reused after the thread's
// end, never freed, since Java maps the external id stacks.
#ifndef ROCJFR_CORE_RECORD_THREAD_STATE_H_
#define ROCJFR_CORE_RECORD_THREAD_STATE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "base/fork.h"
#include "core/java/java_thread.h"
#include "core/java/mounted_thread.h"
#include "core/site/memory_map.h"
#include "core/site/sites.h"
#include "ring.h"
#include "rocjfr/rocjfr.h"
#include "streams.h"
#include "submissions.h"
#include "thread_table.h"
#include "virtual_threads.h"

namespace rocjfr {

struct ChainedCall;

// HIP calls that call HIP: deeper ones than this are not traced.
constexpr uint32_t kMaxCallDepth = 8;

// A traced HIP call that has not returned. The first line is all that a call without arguments
// touches, but for what clients keep.
struct alignas(64) Call {
  uint64_t correlation_id;
  uint64_t begin_ns;        // 0: nobody wants to know when it runs
  uint64_t submission_key;  // of what it submits (submissions.h)
  uint64_t epoch;           // in which it began (work_epoch.h)
  SubmissionRef submission;
  uint32_t op;
  uint16_t flags;             // what was wanted of the function when it began: api_flags.h
  bool has_submit;            // `submit` tells what the arguments said
  bool submits;               // with has_submit: the function submits work, which is followed
  uint8_t told;               // clients that are told of its end, as bits,
  uint8_t entered;            // and those that were told of its begin
  bool allocations;           // kApiMemory: what is allocated and not freed is followed,
  bool whereabouts;           // and where memory lies
  uint32_t submitted;         // pieces of work that are in flight or were
  int error_before;           // with kApiResult: see BeginResult
  uint8_t open_copy;          // submit_copy as it stays with the work: see OpenEnds
  bool ends_memory;           // with whereabouts: freed_range counts
  union {                     // kApiMemory
    uint64_t address_before;  // where an allocation's address will stand
    uint64_t freed_id;        // what is freed: see AllocationAt; of a reset: NextAllocationId
  };
  uint64_t freed_range;  // kApiMemory: what is freed: see BeginFree
  // What a call that submits much (kApiGraph, kApiDevices) was asked and has announced, by op; and
  // on how many devices it launches.
  uint32_t asked[3];
  uint32_t announced[3];
  uint32_t devices;
  // Where on the stack it was asked about the last dispatch, and how often from the place of the
  // one before. The second question came from the place of the first.
  const void* asked_at;
  uint32_t asked_again;
  bool asked_alike;
  // How often it was asked about dispatches from each of the first places.
  struct Place {
    const void* at;
    uint32_t times;
  } asked_from[4];
  uint64_t words[ROCJFR_CLIENTS];  // the clients' own
  rocjfr_submit_t submit;

  // What is known from the beginning, in two stores: no work, nobody was told.
  void SetBegun(uint32_t new_op, uint16_t new_flags, uint8_t new_told) noexcept {
    const uint64_t begun = new_op | uint64_t{new_flags} << 32, tells = new_told;
    memcpy(&op, &begun, sizeof(begun));
    memcpy(&told, &tells, sizeof(tells));
  }
};
static_assert(offsetof(Call, flags) == offsetof(Call, op) + 4 &&
                  offsetof(Call, has_submit) == offsetof(Call, op) + 6 &&
                  offsetof(Call, submits) == offsetof(Call, op) + 7 &&
                  offsetof(Call, told) == offsetof(Call, op) + 8 &&
                  offsetof(Call, submitted) == offsetof(Call, told) + 4,
              "Call::SetBegun");
static_assert(ROCJFR_CLIENTS <= 8, "one bit each");

namespace opencl {
struct Remembered;
}

// An open range of roctxRangePush.
struct OpenRange {
  uint64_t begin_ns;
  uint32_t unknown;  // how often its thread may have been one that was not known: roctx.cpp
  std::string message;
};
// Those of one thread.
struct OpenRanges {
  uint32_t depth = 0;  // may exceed open.size(): deeper ones are not kept
  std::vector<OpenRange> open;
};

// Who acts on an OS thread: a native thread, a Java thread of its own, or the virtual thread that
// is mounted on it at the moment.
struct Actor {
  enum class Kind : uint8_t {
    kUnknown,  // to be asked
    kFixed,    // the same until the OS thread is attached to a JVM, or detached
    kMounted,  // as long as the JVM has the same thread mounted: JDK 24 and later
    kAsked,    // a carrier; to be asked each time: JDK 21 to 23
  } kind = Kind::kUnknown;
  HeldRef ref;  // 0: not known
  JvmThread jvm_thread = nullptr;
  int64_t id = 0;          // Java thread id; 0: not known
  int64_t virtual_id = 0;  // the same if it is a virtual thread, else 0; -1: not known
  const rocjfr_virtual_entry_t* entry = nullptr;  // the virtual thread's, as it was found last

  // Of the OS thread's own Java thread.
  int64_t own_id = 0;
  HeldRef own_ref;
  // Virtual threads that acted here before: id << 24 | ref. By id.
  static constexpr uint32_t kKnown = 256;
  std::unique_ptr<uint64_t[]> known;
};

struct alignas(64) ThreadState {
  // --- written by the thread, read by others ---
  std::atomic<uint64_t> hook_calls{0};
  // --- owned by the thread ---
  Ring* ring = nullptr;
  uint64_t next_correlation = 0;
  uint64_t last_correlation = 0;
  // In which its last call began, if that is not traced, or else 0 (work_epoch.h).
  uint64_t untraced_epoch = 0;
  const void* caller = nullptr;  // where the runtime called the hook from as the last call began
  uint32_t os_thread_id = 0;
  uint32_t depth = 0;
  bool drains = false;
  bool asks = false;         // inside calls of our own, of which nothing is recorded
  bool op_finishes = false;  // what clients are told of finishes a piece of work
  bool reports = false;      // one of the runtime's own, that reports finished work
  bool runtimes = false;     // the same, or another one of HSA's or HIP's own
  bool calls_hip = false;    // has begun a HIP call
  bool reporter = false;     // ours, that has HIP report (core/hook/reporter.h)
  // Written by the thread, read by others: the key of the submission of which clients are being
  // told a record, which may be in flight no more; 0: none.
  std::atomic<uint64_t> telling{0};

  // By depth: where on the stack the hook was called from as a call began.
  const void* began_at[kMaxCallDepth];
  Actor actor;
  uint32_t nameless_ref = 0;  // for records of which only the OS thread is known; 0: none yet
  Call calls[kMaxCallDepth];
  uint32_t correlation_ids = 0;    // how many it took at once the last time
  uint64_t ring_retry_ns = 0;      // when a ring may be asked for again after there was none
  ChainedCall* chained = nullptr;  // by depth, where another tool shares the hook: chained_hook.cpp
  std::unique_ptr<char[]> frames;  // HIP 5.2: the argument frames that the runtime fills

  OpenRanges ranges;            // of the OS thread itself
  uint32_t unknown_ranges = 0;  // that began or ended here, nobody knows of whom
  static constexpr uint32_t kNotSeen = UINT32_MAX;
  uint32_t ranges_before = kNotSeen;  // how many were open when it became a Java thread
  SiteState sites;

  struct CachedStream {
    uint64_t handle = 0;
    StreamInfo info;
  } streams[16];
  uint32_t stream_epoch = 0;
  KnownRanges known_ranges;  // where memory lies
  // hipStreamPerThread of each device; 0: not used yet. Of devices beyond it is not known.
  static constexpr int32_t kOwnStreams = 16;
  int32_t own_streams[kOwnStreams] = {};
  uint32_t own_work = 0;   // a bit for each that has got work since it was reported: own_stream.h
  uint32_t own_round = 0;  // of g_own_stream_round, that it has seen
  uint64_t own_first_call = 0;  // of lower correlation ids the own stream's work is not awaited
  struct CachedName {
    const void* key = nullptr;
    uint32_t ref = 0;
    const char* symbol = nullptr;
  } kernels[64], symbols[64];
  uint32_t kernel_epoch = 0;

  // The innermost call of HSA that it is in, and in how many calls of HIP it was when that began.
  uint64_t hsa_call = 0;
  uint32_t hsa_call_depth = 0;
  opencl::Remembered* opencl = nullptr;  // null: it has not used OpenCL

  // --- written by the thread, read by others ---
  std::atomic<uint64_t> expected{0};
  std::atomic<uint64_t> delivered{0};
  // Pieces of work beyond these: of calls that submit many, all but one.
  std::atomic<uint64_t> more_expected{0};
  std::atomic<uint64_t> more_delivered{0};

  rocjfr_external_stack_t external[ROCJFR_CLIENTS] = {};

  // What it calls of HIP is not recorded.
  bool IsOurs() const noexcept { return (drains | asks) != 0; }
  bool HasCorrelationId() const noexcept { return next_correlation != last_correlation; }
  // Then `next_correlation` is one.
  void NeedCorrelationId() noexcept {
    if (!HasCorrelationId()) TakeCorrelationBlock();
  }
  uint64_t NextCorrelationId() noexcept {
    NeedCorrelationId();
    return next_correlation++;
  }
  // The innermost id of the OS thread's own stack; 0 also where that one had no room: the one
  // around it is not whom the work is for.
  uint64_t OwnExternalId(uint32_t client) const noexcept {
    const rocjfr_external_stack_t& stack = external[client];
    const uint64_t innermost = static_cast<uint64_t>(stack.depth) - 1;
    return innermost < ROCJFR_EXTERNAL_IDS ? stack.id[innermost] : 0;
  }
  static void Increment(std::atomic<uint64_t>& own, uint64_t by = 1) noexcept {
    own.store(own.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  // Finds out who acts. Costs a few loads, but for where that changes.
  const Actor& FindActor() noexcept {
    if (__builtin_expect(!SameActor(), false)) ResolveActor();
    return actor;
  }
  // The same, where the OS thread may have been attached to the JVM since it acted first.
  void MeetActor() noexcept {
    if (actor.id == -1 && !Forked()) actor = {};
    FindActor();
  }
  // The OS thread becomes a Java thread, and is it no more: another one each time. What that one
  // has begun and not ended is nobody's.
  [[gnu::cold]] void Attached() noexcept;
  [[gnu::cold]] void Detached() noexcept;
  // The Java client's innermost id of who acts, as FindActor found last.
  uint64_t ExternalId() noexcept {
    return __builtin_expect(actor.virtual_id == 0, true) ? OwnExternalId(ROCJFR_CLIENT_JAVA)
                                                         : VirtualExternalId();
  }
  // Who acts is the OS thread itself, as was found last: neither FindActor nor ExternalId has
  // anything to find out.
  bool ActsItselfAsBefore() const noexcept { return SameActor() && actor.virtual_id == 0; }
  // Writes a group; counts it as lost where there is no room. `fill` gets the ring.
  template <uint32_t kSlots, typename Fill>
  void Write(uint32_t domain, Fill fill) noexcept {
    Write(domain, std::integral_constant<uint32_t, kSlots>(), fill);
  }
  template <typename Slots, typename Fill>
  void Write(uint32_t domain, Slots slots, Fill fill) noexcept {
    if (__builtin_expect(HasRoom(slots) || MakeRoom(domain, slots), true)) {
      fill(*ring);
      ring->Publish(slots);
    }
  }
  // A group can be written without asking anybody.
  bool HasRoom(uint32_t slots) const noexcept { return ring != nullptr && ring->HasRoom(slots); }
  // The place of slot 1 of the group that is written next, where that is as good as certain to have
  // room; else `other`. Nothing may be written to the ring in between.
  rocjfr_submit_t* PlaceOfSubmit(rocjfr_submit_t* other) noexcept {
    return __builtin_expect(HasRoom(2), true) ? static_cast<rocjfr_submit_t*>(ring->Slot(1))
                                              : other;
  }

 private:
  [[gnu::cold]] void TakeCorrelationBlock() noexcept;
  bool SameActor() const noexcept {
    if (actor.kind == Actor::Kind::kFixed) return true;
    if (actor.kind != Actor::Kind::kMounted) return false;
    const JvmLayout* layout = g_jvm_layout.load(std::memory_order_relaxed);
    return CurrentJvmThread(layout) == actor.jvm_thread &&
           MountedId(*layout, actor.jvm_thread) == actor.id;
  }
  [[gnu::cold]] void ResolveActor() noexcept;
  void ActsItself(const JavaThread& java) noexcept;
  void ActsNative() noexcept;
  void ActsVirtual(const JavaThread& java) noexcept;
  uint32_t NamelessRef(bool own) noexcept;
  void ActsUnknown(int64_t mounted) noexcept;
  bool ActsKnown(int64_t mounted) noexcept;
  uint64_t VirtualExternalId() noexcept;
  bool FindRing() noexcept;
  void Grow() noexcept;
  // False: there is none, which is counted.
  [[gnu::cold]] bool MakeRoom(uint32_t domain, uint32_t slots) noexcept;
};

ThreadState* MakeThreadState() noexcept;
// __thread, since thread_local of another file is reached through a check for its initialisation.
extern __thread ThreadState* t_state __attribute__((tls_model("initial-exec")));

// The calling thread's state; nullptr where memory is short, and for new threads of a forked child.
inline ThreadState* CurrentThread() noexcept {
  ThreadState* state = t_state;
  return __builtin_expect(state != nullptr, 1) ? state : MakeThreadState();
}

// While it lives, what the calling thread calls of HIP and HSA is ours, and not recorded.
class OwnCalls {
 public:
  OwnCalls() noexcept : thread_(CurrentThread()), before_(thread_ != nullptr && thread_->asks) {
    if (thread_ != nullptr) thread_->asks = true;
  }
  ~OwnCalls() {
    if (thread_ != nullptr) thread_->asks = before_;
  }
  OwnCalls(const OwnCalls&) = delete;
  OwnCalls& operator=(const OwnCalls&) = delete;

 private:
  ThreadState* const thread_;
  const bool before_;
};

// Whether it can be told which virtual thread acts; false before the JVM was met.
bool TellsVirtualThreads() noexcept;

// Sums over all threads, ended ones too.
uint64_t TotalHookCalls() noexcept;
uint64_t TotalExpected() noexcept;
uint64_t TotalPassed(GateKind kind) noexcept;
uint64_t TotalDelivered() noexcept;
// What clients are being told records of: keys of submissions. May throw bad_alloc.
std::vector<uint64_t> BeingTold();
// In pieces of work.
uint64_t TotalMoreExpected() noexcept;
uint64_t TotalMoreDelivered() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_THREAD_STATE_H_
