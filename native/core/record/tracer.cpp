// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "tracer.h"

#include <algorithm>
#include <cstring>

#include "api_flags.h"
#include "call_result.h"
#include "clients.h"
#include "clock.h"
#include "core/java/control.h"
#include "core/runtime/runtime.h"
#include "flight.h"
#include "losses.h"
#include "names.h"
#include "op_times.h"
#include "submit_reader.h"

namespace rocjfr {
namespace {

std::atomic<uint64_t> g_abandoned{0};

// How many pieces of work a graph's launch has submitted, as its questions say. 5.x asks once for
// each. Later ones ask for each when it is made and, as for a kernel, when it is submitted. The
// kernels of a graph in one line are made as one piece, whose kernels are asked for one by one when
// they are submitted: 7.2 does that for each line and announces what it makes, 6.x only for a graph
// that is one line, to which it adds one marker, and two to others.
uint32_t PiecesOfGraph(const Call& call, bool asks_twice) noexcept {
  const uint32_t copies = call.asked[ROCJFR_OP_COPY], asked = call.asked[ROCJFR_OP_DISPATCH];
  if (!asks_twice) return asked + copies;
  const uint32_t kernels = asked > copies ? asked - copies : 0;
  if (const uint32_t made = call.announced[ROCJFR_OP_DISPATCH]) {
    return copies + (kernels > made ? kernels - made : 0);
  }
  if (call.asked[ROCJFR_OP_BARRIER] == 1) return copies + (kernels > 1 ? kernels - 1 : 0);
  return copies + kernels / 2;
}

// OpenCL command types: CL_COMMAND_MARKER, and the runtime's own markers.
bool IsMarker(uint32_t kind) noexcept {
  return kind == 0x11FE || kind == 0;
}

// Its work is followed.
bool Follows(const Call& call) noexcept {
  return (call.epoch & kEpochFollows) != 0;
}

bool LaunchesGraph(const Call& call) noexcept {
  return (call.flags & kApiGraph) != 0;
}

Work WorkOf(const Call& call) noexcept {
  return LaunchesGraph(call) ? Work::kGraph : Work::kOne;
}

// The question is about work of this call. About dispatches the runtime also asks for others' work
// that finishes meanwhile, and where a copy is made by a kernel of its own; about copies where
// HIP 6 and 7 make those of a graph (hipGraphInstantiate), too.
bool IsItsOwn(const Call& call, uint32_t op) noexcept {
  if (op == ROCJFR_OP_COPY) return (ApiFlagsOf(call.op) & kApiMakes) == 0;
  const Runtime* runtime = TheRuntime();
  const ArgumentLayout* layout = runtime == nullptr ? nullptr : runtime->arguments[call.op];
  const bool launches =
      layout != nullptr && layout->effect == Effect::kSubmits && layout->shape == 0;
  return op == ROCJFR_OP_DISPATCH && launches;
}

// What is known of any call, without its arguments.
void FillCaller(ThreadState& thread, Call& call) noexcept {
  rocjfr_submit_t& submit = call.submit;
  submit = {};
  submit.submit_correlation_id = call.correlation_id;
  submit.submit_thread = thread.FindActor().ref;
  submit.submit_external_id = thread.ExternalId();
  submit.submit_stream = kNoStream;
  submit.submit_device = -1;
  submit.submit_source = -1;
  submit.submit_destination = -1;
}

void FillCall(ThreadState& thread, const Call& call, uint64_t end_ns, uint32_t result,
              uint32_t meta, uint64_t bytes, void* slot) noexcept {
  auto* record = static_cast<rocjfr_record_t*>(slot);
  record->domain = ROCJFR_DOMAIN_HIP_API;
  record->kind = result;
  record->op = call.op;
  record->meta = meta;
  record->correlation_id = call.correlation_id;
  record->begin_ns = call.begin_ns;
  record->end_ns = end_ns;
  record->device_id = g_process_id;
  record->thread_id = thread.os_thread_id;
  record->queue_id = thread.ExternalId();
  record->bytes = bytes;
}

void RecordCall(ThreadState& thread, const Call& call, uint64_t end_ns, uint32_t result) noexcept {
  if (__builtin_expect(!call.has_submit, true)) {
    const uint32_t meta = 1 | thread.FindActor().ref << 8;
    thread.Write<1>(ROCJFR_DOMAIN_HIP_API, [&](Ring& ring) {
      FillCall(thread, call, end_ns, result, meta, 0, ring.Slot(0));
    });
    return;
  }
  // Who acts does not change within a call: as it was found when the submit was filled.
  const uint32_t meta = 2 | call.submit.submit_thread << 8;
  thread.Write<2>(ROCJFR_DOMAIN_HIP_API, [&](Ring& ring) {
    FillCall(thread, call, end_ns, result, meta, call.submit.submit_bytes, ring.Slot(0));
    CopySlot(ring.Slot(1), &call.submit);
  });
}

// What of its work comes no more, since nobody waits for it any longer, is counted here where its
// number was not known before.
void EndGraphLaunch(ThreadState& thread, const Call& call) noexcept {
  const uint32_t pieces = PiecesOfGraph(call, AsksTwice(*TheRuntime()));
  uint32_t missing = 0;
  const Found found = EndGraph(call.submission, pieces, &missing);
  if (found == Found::kFinished) ThreadState::Increment(thread.delivered);
  if (missing != 0) CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, missing);
}

// The call returns that stands in the table of submissions.
void EndWork(ThreadState& thread, const Call& call) noexcept {
  if (call.submitted == 0) {
    EndSubmission(call.submission);
  } else if (LaunchesGraph(call)) {
    EndGraphLaunch(thread, call);
  }
}

// HIP 5.2 makes a copy between devices by a plain one, which submits the work.
void TakeDevices(const Call& outer, rocjfr_submit_t* submit) noexcept {
  if (!outer.has_submit || submit->submit_copy == ROCJFR_COPY_NONE || submit->submit_source >= 0 ||
      submit->submit_bytes != outer.submit.submit_bytes) {
    return;
  }
  submit->submit_source = outer.submit.submit_source;
  submit->submit_destination = outer.submit.submit_destination;
}

void ReadArguments(ThreadState& thread, Call& call, const void* api_data) noexcept {
  const Runtime* runtime = TheRuntime();
  const ArgumentLayout* layout = runtime == nullptr ? nullptr : runtime->arguments[call.op];
  if (layout == nullptr) return;
  FillCaller(thread, call);
  call.has_submit = true;
  ReadSubmit(thread, *runtime, call.op, *layout, api_data, &call.submit);
  if (thread.depth > 1) TakeDevices(thread.calls[thread.depth - 2], &call.submit);
  call.submits = layout->effect == Effect::kSubmits && Follows(call);
  // HIP 5.2 names its work by record ids: NoteRecordId.
  if (call.submits && runtime->register_tracer != nullptr) {
    InsertSubmission(call.submission_key, call.submit, WorkOf(call), &call.submission);
  }
}

}  // namespace

void BeginUntracedCall(ThreadState& thread) noexcept {
  thread.calls_hip = true;
  if (thread.depth == 0) thread.untraced_epoch = WorkEpoch();
}

namespace {

// A call that is traced, but for its times.
[[gnu::always_inline]] inline Call& PutCall(ThreadState& thread, uint32_t op,
                                            uint16_t flags) noexcept {
  thread.calls_hip = true;
  thread.untraced_epoch = 0;
  Call& call = thread.calls[thread.depth++];
  call.submission_key = call.correlation_id = thread.next_correlation++;
  call.epoch = WorkEpoch();
  call.submission.word = nullptr;
  call.op = op;
  call.flags = flags;
  call.has_submit = false;
  call.told = (flags & kApiTell) != 0 ? ClientsToTell(op) : 0;
  call.entered = 0;
  call.submitted = 0;
  return call;
}

// Functions end with calls of those that do what is seldom: so they need not save registers.
[[gnu::cold]] Call* TimeCall(Call& call) noexcept {
  call.begin_ns = NowNsSlow();
  return &call;
}

[[gnu::noinline]] Call* BeginAnyCall(ThreadState& thread, uint32_t op, uint16_t flags) noexcept {
  if (flags == 0 || thread.drains || thread.asks || thread.depth == kMaxCallDepth) {
    BeginUntracedCall(thread);
    return nullptr;
  }
  if ((flags & kApiResult) != 0) BeginResult(thread, op);
  thread.NeedCorrelationId();
  Call& call = PutCall(thread, op, flags);
  if (LaunchesGraph(call)) {
    memset(call.asked, 0, sizeof(call.asked));
    memset(call.announced, 0, sizeof(call.announced));
  }
  call.begin_ns = (flags & kApiTimes) != 0 ? NowNs() : 0;
  return &call;
}

}  // namespace

Call* BeginCall(ThreadState& thread, uint32_t op) noexcept {
  const uint16_t flags = ApiFlagsOf(op);
  const bool seldom = flags == 0 || (flags & (kApiResult | kApiGraph)) != 0 || thread.drains ||
                      thread.asks || thread.depth == kMaxCallDepth || !thread.HasCorrelationId();
  if (__builtin_expect(seldom, false)) return BeginAnyCall(thread, op, flags);
  Call& call = PutCall(thread, op, flags);
  call.begin_ns = 0;
  if ((flags & kApiTimes) != 0 && !NowNs(&call.begin_ns)) return TimeCall(call);
  return &call;
}

void EnterCall(ThreadState& thread, void* api_data) {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  if ((call.flags & kApiArguments) != 0) ReadArguments(thread, call, api_data);
  if ((call.flags & kApiTellEnter) != 0) TellEnter(&call, api_data);
}

namespace {

// It took so long that it is recorded.
bool IsRecorded(const Call& call, uint64_t end_ns) noexcept {
  return end_ns - call.begin_ns >= g_threshold_ns.load(std::memory_order_relaxed);
}

// Last, and while the call still has its place: clients' callbacks may call HIP.
[[gnu::noinline]] void TellAndLeave(ThreadState& thread, Call& call, uint32_t depth,
                                    uint64_t end_ns, void* api_data, uint32_t result) {
  thread.depth = depth;
  TellExit(call, depth > 1 ? &call - 1 : nullptr, end_ns, api_data, result);
  thread.depth = depth - 1;
}

// Of a call without arguments, where there is room.
[[gnu::noinline]] void RecordAndLeave(ThreadState& thread, const Call& call, uint32_t depth,
                                      uint64_t end_ns) noexcept {
  thread.depth = depth - 1;
  if (__builtin_expect(!IsRecorded(call, end_ns), false)) return;
  Ring& ring = *thread.ring;
  const uint32_t meta = 1 | thread.FindActor().ref << 8;
  FillCall(thread, call, end_ns, 0, meta, 0, ring.Slot(0));
  ring.Publish(1);
}

[[gnu::noinline]] void EndAnyCall(ThreadState& thread, void* api_data) {
  const uint64_t correlation_id = static_cast<const ApiData*>(api_data)->correlation_id;
  uint32_t depth = thread.depth;
  // What is above it are inner calls that never returned.
  while (depth > 0 && thread.calls[depth - 1].correlation_id != correlation_id) --depth;
  if (depth == 0) return;
  Call& call = thread.calls[depth - 1];
  if (call.submission.word != nullptr) EndWork(thread, call);
  const uint64_t end_ns = call.begin_ns != 0 ? EndNs(call.begin_ns) : 0;
  // Before anything else that calls HIP: a client's callback may.
  const uint32_t result = (call.flags & kApiResult) != 0 ? EndResult(thread, call.op) : 0;
  if ((call.flags & kApiRecord) != 0) {
    if (!Wanted(ROCJFR_DOMAIN_HIP_API)) {
      CountLost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT, 1);
    } else if (IsRecorded(call, end_ns)) {
      RecordCall(thread, call, end_ns, result);
    }
  }
  if (call.told != 0) return TellAndLeave(thread, call, depth, end_ns, api_data, result);
  thread.depth = depth - 1;
}

}  // namespace

// As EndAnyCall, for what most calls are: they submit nothing, their results are not asked for, and
// either Java or clients want them.
void EndCall(ThreadState& thread, void* api_data) {
  const uint32_t depth = thread.depth;
  Call& call = thread.calls[(depth - 1) & (kMaxCallDepth - 1)];
  const bool records = (call.flags & kApiRecord) != 0;
  const bool seldom =
      depth == 0 || call.correlation_id != static_cast<const ApiData*>(api_data)->correlation_id ||
      call.submission.word != nullptr || call.has_submit || (call.flags & kApiResult) != 0 ||
      (records && (call.told != 0 || !Wanted(ROCJFR_DOMAIN_HIP_API) || !thread.HasRoom(1)));
  if (__builtin_expect(seldom, false)) return EndAnyCall(thread, api_data);
  uint64_t end_ns = 0;
  if (call.begin_ns != 0) {
    if (!NowNs(&end_ns)) return EndAnyCall(thread, api_data);
    if (__builtin_expect(end_ns < call.begin_ns, false)) end_ns = call.begin_ns;
  }
  if (records) return RecordAndLeave(thread, call, depth, end_ns);
  if (call.told != 0) return TellAndLeave(thread, call, depth, end_ns, api_data, 0);
  thread.depth = depth - 1;
}

void NoteSubmission(ThreadState& thread, uint32_t op) {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  if (!Follows(call)) return;
  if (LaunchesGraph(call) && op <= ROCJFR_OP_BARRIER) ++call.asked[op];
  if (call.submission.word == nullptr) {
    if (!call.has_submit) FillCaller(thread, call);
    InsertSubmission(call.submission_key, call.submit, WorkOf(call), &call.submission);
  }
  if (!IsItsOwn(call, op)) return;
  if (ExpectSubmission(call.submission)) {
    ++call.submitted;
    ThreadState::Increment(thread.expected);
    // Not what a call of before has left: a wish that came and went meanwhile read no arguments.
    if (call.has_submit && g_submission_clients.load(std::memory_order_relaxed) != 0) {
      TellSubmission(call.correlation_id, call.submit);
    }
  }
}

void NoteAnnouncement(ThreadState& thread, uint32_t op) noexcept {
  if (thread.depth == 0 || op > ROCJFR_OP_BARRIER) return;
  Call& call = thread.calls[thread.depth - 1];
  if (LaunchesGraph(call)) ++call.announced[op];
}

void NoteRecordId(ThreadState& thread, uint64_t record_id) {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  if (!Follows(call)) return;
  if (!call.has_submit) FillCaller(thread, call);
  SubmissionRef submission;
  InsertSubmission(record_id | kRecordIdKey, call.submit, Work::kOne, &submission);
  if (ExpectSubmission(submission)) {
    ThreadState::Increment(thread.expected);
    if (call.submitted++ == 0) TellSubmission(call.correlation_id, call.submit);
  }
}

namespace {

// Finished work as it is recorded and told.
struct FinishedWork {
  const rocjfr_record_t& reported;
  OpTimes times;
  uint64_t correlation_id;
  uint32_t op;
  uint32_t name;  // of the kernel

  void Fill(uint32_t meta, void* slot) const noexcept {
    // Field by field, as CopySlot does it by words.
    auto* record = static_cast<rocjfr_record_t*>(slot);
    record->domain = ROCJFR_DOMAIN_HIP_OPS;
    record->kind = reported.kind;
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
  if (__builtin_expect(submit == nullptr, false)) {
    thread.Write<1>(ROCJFR_DOMAIN_HIP_OPS, [&](Ring& ring) { work.Fill(1, ring.Slot(0)); });
    return;
  }
  const uint32_t meta = 2 | submit->submit_thread << 8;
  thread.Write<2>(ROCJFR_DOMAIN_HIP_OPS, [&](Ring& ring) {
    work.Fill(meta, ring.Slot(0));
    if (__builtin_expect(submit != ring.Slot(1), false)) CopySlot(ring.Slot(1), submit);
  });
}

}  // namespace

void RecordOp(ThreadState& thread, const rocjfr_record_t& reported, uint64_t submission_key,
              const char* kernel_name) noexcept {
  const bool java = Wanted(ROCJFR_DOMAIN_HIP_OPS);
  const bool clients = ClientsWantOps();
  // What the call said is read to where it will stand; clients may record something in between.
  rocjfr_submit_t said;
  rocjfr_submit_t* const submit = java && !clients ? thread.PlaceOfSubmit(&said) : &said;
  // A marker shares its correlation id with the work that it marks, which may still be running. (A
  // record id of 5.2 is the marker's own.)
  const bool marker = IsMarker(reported.kind);
  const bool marks = marker && (submission_key & kRecordIdKey) == 0;
  const Found found =
      submission_key == 0 ? Found::kNo : FindSubmission(submission_key, !marks, submit);
  // Counted when its record has been written and told: then who waits for it finds it.
  struct CountDelivered {
    ThreadState& thread;
    const bool finished;
    ~CountDelivered() {
      if (finished) ThreadState::Increment(thread.delivered);
    }
  } const count{thread, found == Found::kFinished};
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
  if (clients) {
    rocjfr_record_t record;
    work.Fill(0, &record);
    thread.op_finishes = count.finished;
    TellOp(record, joined ? submit : nullptr, kernel_name);
  }
  if (__builtin_expect(work.op == ROCJFR_OP_BARRIER, false) &&
      !g_barriers.load(std::memory_order_relaxed)) {
    return;
  }
  if (!java) {
    // The wish ended between submission and delivery. (Where a client has it too, it may never have
    // been Java's.)
    const bool piece = found == Found::kPart || found == Found::kFinished;
    if (piece && !clients) CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, 1);
    return;
  }
  // Counted as lost before a new recording began.
  if (__builtin_expect(found == Found::kAbandoned, false)) return;
  if (work.op == ROCJFR_OP_DISPATCH) {
    work.name = joined ? submit->submit_name : 0;
    if (__builtin_expect(work.name == 0, false)) work.name = SymbolRef(thread, kernel_name);
  }
  RecordFinished(thread, work, joined ? submit : nullptr);
}

uint64_t InFlight() noexcept {
  // Delivered is read first: a submission counted meanwhile can only make the result larger.
  const uint64_t done = TotalDelivered() + EvictedInFlight() + g_abandoned.load();
  const uint64_t expected = TotalExpected();
  return (expected > done ? expected - done : 0) + g_opencl_flight.Count();
}

bool RuntimeHasPending() noexcept {
  if (g_opencl_flight.Count() != 0) return true;
  const Runtime* runtime = TheRuntime();
  return runtime == nullptr || runtime->pending == nullptr || runtime->pending() > 0;
}

Flight g_opencl_flight;

}  // namespace rocjfr

extern "C" {
uint64_t rocjfr_in_flight(void) {
  return rocjfr::InFlight();
}

uint64_t rocjfr_pieces_in_flight(void) {
  return rocjfr::InFlight() == 0 ? 0 : rocjfr::PiecesInFlight();
}

uint64_t rocjfr_abandon_in_flight(void) {
  uint64_t opencl = 0;
  if (!rocjfr::WantedByAny(ROCJFR_DOMAIN_OPENCL_OPS)) {
    opencl = rocjfr::g_opencl_flight.Abandon();
    rocjfr::CountLost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_IN_FLIGHT, opencl);
  }
  if (rocjfr::WantedByAny(ROCJFR_DOMAIN_HIP_OPS) || rocjfr::InFlight() == 0) return opencl;
  const rocjfr::Abandoned abandoned = rocjfr::AbandonSubmissions();
  rocjfr::g_abandoned.fetch_add(abandoned.entries);
  rocjfr::CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, abandoned.pieces);
  return abandoned.pieces + opencl;
}
}
