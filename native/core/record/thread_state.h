// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the tracer keeps of one thread: its ring, its block of correlation ids, the calls it is in,
// its external ids and open roctx ranges. Found through a thread-local; reused after the thread's
// end, never freed, since Java maps the external id stacks.
#ifndef ROCJFR_CORE_RECORD_THREAD_STATE_H_
#define ROCJFR_CORE_RECORD_THREAD_STATE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/java/java_thread.h"
#include "core/java/mounted_thread.h"
#include "ring.h"
#include "rocjfr/rocjfr.h"
#include "streams.h"
#include "submissions.h"
#include "virtual_threads.h"

namespace rocjfr {

struct ChainedCall;

// HIP calls that call HIP: deeper ones than this are not traced.
constexpr uint32_t kMaxCallDepth = 8;

// A traced HIP call that has not returned.
struct Call {
  uint64_t correlation_id;
  uint64_t submission_key;  // of what it submits (submissions.h)
  uint64_t begin_ns;
  uint32_t op;
  bool records;        // the call itself makes a record
  bool has_submit;     // `submit` tells what the arguments said
  bool submits;        // with has_submit: the function submits work, which is followed
  uint64_t epoch;      // in which it began (work_epoch.h)
  bool asks_result;    // what it returned is asked for when it ends
  uint32_t told;       // clients that were told of its begin, as bits
  uint32_t submitted;  // pieces of work that are in flight or were
  bool graph;          // launches one, and what it was asked and has announced, by op:
  uint32_t asked[3];
  uint32_t announced[3];
  SubmissionRef submission;
  rocjfr_submit_t submit;
  uint64_t words[ROCJFR_CLIENTS];  // the clients' own
};

// An open range of roctxRangePush.
struct OpenRange {
  uint64_t begin_ns;
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
    kFixed,    // always the same
    kMounted,  // as long as the JVM has the same thread mounted: JDK 24 and later
    kAsked,    // a carrier; to be asked each time: JDK 21 to 23
  } kind = Kind::kUnknown;
  uint32_t ref = 0;  // see thread_table.h; 0: not known
  JvmThread jvm_thread = nullptr;
  int64_t id = 0;          // Java thread id; 0: not known
  int64_t virtual_id = 0;  // the same if it is a virtual thread, else 0; -1: not known
  const rocjfr_virtual_entry_t* entry = nullptr;  // the virtual thread's, as it was found last

  // Of the OS thread's own Java thread.
  int64_t own_id = 0;
  uint32_t own_ref = 0;
  // Virtual threads that acted here before: id << 24 | ref. By id.
  static constexpr uint32_t kKnown = 256;
  std::unique_ptr<uint64_t[]> known;
};

struct ThreadState {
  // --- owned by the thread ---
  Ring* ring = nullptr;
  uint64_t ring_retry_ns = 0;  // when a ring may be asked for again after there was none
  uint64_t next_correlation = 0;
  uint64_t last_correlation = 0;
  uint32_t os_thread_id = 0;
  uint32_t depth = 0;
  bool drains = false;
  bool asks = false;         // inside calls of our own, of which nothing is recorded
  bool op_finishes = false;  // what clients are told of finishes a piece of work
  bool reports = false;      // one of the runtime's own, that reports finished work
  bool calls_hip = false;    // has begun a HIP call
  // In which its last call began, if that is not traced, or else 0 (work_epoch.h).
  uint64_t untraced_epoch = 0;

  Actor actor;

  const void* caller = nullptr;  // where the runtime called the hook from as the last call began
  Call calls[kMaxCallDepth];
  ChainedCall* chained = nullptr;  // by depth, where another tool shares the hook: chained_hook.cpp
  std::unique_ptr<char[]> frames;  // HIP 5.2: the argument frames that the runtime fills

  OpenRanges ranges;  // of the OS thread itself

  struct CachedStream {
    uint64_t handle = 0;
    StreamInfo info;
  } streams[16];
  uint32_t stream_epoch = 0;
  // hipStreamPerThread of each device; 0: not used yet. Of devices beyond it is not known.
  static constexpr int32_t kOwnStreams = 16;
  int32_t own_streams[kOwnStreams] = {};
  struct CachedName {
    const void* key = nullptr;
    uint32_t ref = 0;
    const char* symbol = nullptr;
  } kernels[64], symbols[64];
  uint32_t kernel_epoch = 0;

  // --- written by the thread, read by others ---
  std::atomic<uint64_t> hook_calls{0};
  std::atomic<uint64_t> expected{0};
  std::atomic<uint64_t> delivered{0};

  rocjfr_external_stack_t external[ROCJFR_CLIENTS] = {};

  uint64_t NextCorrelationId() noexcept {
    if (next_correlation == last_correlation) TakeCorrelationBlock();
    return next_correlation++;
  }
  // The innermost id of the OS thread's own stack.
  uint64_t OwnExternalId(uint32_t client) const noexcept {
    const rocjfr_external_stack_t& stack = external[client];
    if (stack.depth <= 0) return 0;
    return stack.id[(stack.depth < ROCJFR_EXTERNAL_IDS ? stack.depth : ROCJFR_EXTERNAL_IDS) - 1];
  }
  static void Increment(std::atomic<uint64_t>& own) noexcept {
    own.store(own.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // Finds out who acts. Costs a few loads, but for where that changes.
  const Actor& FindActor() noexcept {
    if (__builtin_expect(!SameActor(), false)) ResolveActor();
    return actor;
  }
  // The same, where the OS thread may have been attached to the JVM since it acted first.
  void MeetActor() noexcept {
    if (actor.id == -1) actor = {};
    FindActor();
  }
  // The Java client's innermost id of who acts, as FindActor found last.
  uint64_t ExternalId() noexcept {
    return __builtin_expect(actor.virtual_id == 0, true) ? OwnExternalId(ROCJFR_CLIENT_JAVA)
                                                         : VirtualExternalId();
  }
  // Writes a group; counts it as lost where there is no room. `fill` gets the ring.
  template <typename Fill>
  void Write(uint32_t domain, uint32_t slots, Fill fill) noexcept {
    uint32_t cause = ROCJFR_LOST_THREAD_LIMIT;
    if ((ring != nullptr || FindRing()) && ring->Reserve(slots, !drains, &cause)) {
      fill(*ring);
      ring->Publish(slots);
    } else {
      Lose(domain, cause);
    }
  }

 private:
  void TakeCorrelationBlock() noexcept;
  bool SameActor() const noexcept {
    if (actor.kind == Actor::Kind::kFixed) return true;
    if (actor.kind != Actor::Kind::kMounted) return false;
    const JvmLayout* layout = g_jvm_layout.load(std::memory_order_relaxed);
    return CurrentJvmThread(layout) == actor.jvm_thread &&
           MountedId(*layout, actor.jvm_thread) == actor.id;
  }
  void ResolveActor() noexcept;
  void ActsItself(const JavaThread& java) noexcept;
  void ActsNative() noexcept;
  void ActsVirtual(const JavaThread& java) noexcept;
  void ActsUnknown(int64_t mounted) noexcept;
  bool ActsKnown(int64_t mounted) noexcept;
  uint64_t VirtualExternalId() noexcept;
  bool FindRing() noexcept;
  void Lose(uint32_t domain, uint32_t cause) noexcept;
};

ThreadState* MakeThreadState() noexcept;
// __thread, since thread_local of another file is reached through a check for its initialisation.
extern __thread ThreadState* t_state __attribute__((tls_model("initial-exec")));

// The calling thread's state; nullptr where memory is short, and for new threads of a forked child.
inline ThreadState* CurrentThread() noexcept {
  ThreadState* state = t_state;
  return __builtin_expect(state != nullptr, 1) ? state : MakeThreadState();
}

// Whether it can be told which virtual thread acts; false before the JVM was met.
bool TellsVirtualThreads() noexcept;

// Sums over all threads, ended ones too.
uint64_t TotalHookCalls() noexcept;
uint64_t TotalExpected() noexcept;
uint64_t TotalDelivered() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_THREAD_STATE_H_
