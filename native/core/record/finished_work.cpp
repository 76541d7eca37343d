// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "finished_work.h"

#include "api_flags.h"
#include "clients.h"
#include "clock.h"
#include "core/java/control.h"
#include "core/runtime/runtime.h"
#include "directions.h"
#include "losses.h"
#include "op_times.h"
#include "rocjfr/command_type.h"
#include "stream_end.h"
#include "submissions.h"
#include "submit_reader.h"

namespace rocjfr {
namespace {

// OpenCL's, and the runtime's own.
bool IsMarker(uint32_t kind) noexcept {
  return kind == ROCJFR_COMMAND_MARKER || kind == 0;
}

// Barriers only where somebody wants them.
bool IsRecorded(uint32_t op) noexcept {
  return __builtin_expect(op != ROCJFR_OP_BARRIER, true) ||
         g_barriers.load(std::memory_order_relaxed);
}

// Finished work as it is recorded and told.
struct FinishedWork {
  const rocjfr_record_t& reported;
  OpTimes times;
  uint64_t correlation_id;
  uint32_t op;
  uint32_t name;  // of the kernel

  void Fill(uint32_t kind, uint32_t meta, void* slot) const noexcept {
    // Field by field, as CopySlot does it by words.
    auto* record = static_cast<rocjfr_record_t*>(slot);
    record->domain = ROCJFR_DOMAIN_HIP_OPS;
    record->kind = kind;
    record->op = op;
    record->meta = meta;
    record->correlation_id = correlation_id;
    record->begin_ns = times.begin_ns;
    record->end_ns = times.end_ns;
    record->device_id = reported.device_id;
    record->thread_id = name;
    record->queue_id = reported.queue_id;
    record->bytes = reported.op == ROCJFR_OP_DISPATCH ? 0 : reported.bytes;
  }
};

void RecordFinished(ThreadState& thread, const FinishedWork& work,
                    const rocjfr_submit_t* submit) noexcept {
  const uint32_t kind = work.reported.kind | (work.times.known ? 0 : ROCJFR_KIND_UNTIMED);
  if (__builtin_expect(submit == nullptr, false)) {
    thread.Write<1>(ROCJFR_DOMAIN_HIP_OPS, [&](Ring& ring) { work.Fill(kind, 1, ring.Slot(0)); });
    return;
  }
  const uint32_t meta = 2 | submit->submit_thread << 8;
  thread.Write<2>(ROCJFR_DOMAIN_HIP_OPS, [&](Ring& ring) {
    work.Fill(kind, meta, ring.Slot(0));
    if (__builtin_expect(submit != ring.Slot(1), false)) CopySlot(ring.Slot(1), submit);
  });
}

// A record as clients get it: the runtime's own where ours says the same.
[[gnu::always_inline]] inline void TellFinished(const FinishedWork& work,
                                                const rocjfr_submit_t* submit,
                                                const char* kernel_name) {
  const rocjfr_record_t& reported = work.reported;
  const bool same = work.correlation_id == reported.correlation_id && work.op == reported.op &&
                    work.times.begin_ns == reported.begin_ns &&
                    work.times.end_ns == reported.end_ns;
  if (__builtin_expect(same, true)) return TellOp(reported, submit, kernel_name);
  rocjfr_record_t record;
  work.Fill(reported.kind, 0, &record);
  TellOp(record, submit, kernel_name);
}

// A graph's launch says nothing of its copies. The runtime may make copies by kernels.
[[gnu::noinline]] void EndDirection(uint32_t kind, rocjfr_submit_t* submit) noexcept {
  if (!HasOpenEnds(submit->submit_copy) && submit->submit_copy != ROCJFR_COPY_NONE) return;
  submit->submit_copy = FinalDirection(TheRuntime(), submit->submit_copy, kind);
}

}  // namespace

void RecordOp(ThreadState& thread, const rocjfr_record_t& reported, uint64_t submission_key,
              const char* kernel_name) {
  const bool java = Wanted(ROCJFR_DOMAIN_HIP_OPS);
  const bool clients = ClientsWantOps();
  // What the call said is read to where it will stand; clients may record something in between.
  rocjfr_submit_t said;
  rocjfr_submit_t* const submit = java && !clients ? thread.PlaceOfSubmit(&said) : &said;
  // A marker shares its correlation id with the work that it marks, which may still be running. (A
  // record id of 5.2 is the marker's own.)
  const bool marker = IsMarker(reported.kind);
  const bool marks = marker && (submission_key & kRecordIdKey) == 0;
  if (__builtin_expect(marks, false)) FinishMarker(submission_key);
  // With clients, work is `telling` before it ceases to be in flight, until it was delivered. So a
  // search for undelivered work finds it in one of the two.
  uint64_t outer = 0;
  if (clients) {
    outer = thread.telling.load(std::memory_order_relaxed);
    thread.telling.store(submission_key, std::memory_order_relaxed);
  }
  const Found found =
      submission_key == 0 ? Found::kNo : FindSubmission(submission_key, !marks, submit);
  // Counted as lost before a new recording began.
  if (__builtin_expect(found == Found::kAbandoned, false)) {
    if (clients) thread.telling.store(outer, std::memory_order_release);
    return;
  }
  // Counted when its record has been written and told: then who waits for it finds it.
  struct CountDelivered {
    ThreadState& thread;
    const bool finished;
    ~CountDelivered() {
      if (finished) ThreadState::Increment(thread.delivered);
    }
  } const count{thread, found == Found::kFinished};
  if (__builtin_expect(found == Found::kPart, false)) {
    ThreadState::Increment(thread.more_delivered);
  }
  const bool joined = found != Found::kNo;
  // HIP 5.2 reports the markers of blocking copies as copies.
  FinishedWork work = {reported, TimesOf(reported),
                       joined                                 ? submit->submit_correlation_id
                       : (submission_key & kRecordIdKey) != 0 ? 0
                                                              : reported.correlation_id,
                       marker ? uint32_t{ROCJFR_OP_BARRIER} : reported.op, 0};
  if (__builtin_expect(work.op == ROCJFR_OP_BARRIER, false)) {
    ToGpuClock(&work.times.begin_ns, &work.times.end_ns);
  }
  if (joined) {
    if (__builtin_expect(work.op == ROCJFR_OP_COPY, false)) {
      EndDirection(reported.kind, submit);
    } else if (work.op == ROCJFR_OP_DISPATCH && submit->submit_name != 0) {
      submit->submit_name = KernelOf(thread, submit->submit_name, kernel_name);
    } else if (__builtin_expect(HasOpenEnds(submit->submit_copy), false)) {
      EndDirection(reported.kind, submit);
    }
  }
  if (clients) {
    thread.op_finishes = count.finished || found == Found::kPart;
    // An application's thread reports what it finds finished in a call that waits.
    if (thread.depth == 0 && !thread.calls_hip) thread.runtimes = true;
    // A user's callback may end the thread, or be told of other work meanwhile.
    struct Told {
      ThreadState& thread;
      const uint64_t outer;
      ~Told() { thread.telling.store(outer, std::memory_order_release); }
    } const told{thread, outer};
    TellFinished(work, joined ? submit : nullptr, kernel_name);
  }
  if (!java) {
    // The wish ended between submission and delivery. (Where a client has it too, it may never have
    // been Java's.)
    const bool piece = found == Found::kPart || found == Found::kFinished;
    if (!clients && piece && IsRecorded(work.op)) {
      CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, 1);
    }
    return;
  }
  if (!IsRecorded(work.op)) return;
  if (work.op == ROCJFR_OP_DISPATCH) {
    work.name = joined ? submit->submit_name : 0;
    if (__builtin_expect(work.name == 0, false)) work.name = SymbolRef(thread, kernel_name);
  }
  RecordFinished(thread, work, joined ? submit : nullptr);
}

}  // namespace rocjfr
