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

Work WorkOf(const Call& call) noexcept {
  return call.graph ? Work::kGraph : Work::kOne;
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

void RecordCall(ThreadState& thread, const Call& call, uint64_t end_ns, uint32_t result) noexcept {
  const uint32_t slots = call.has_submit ? 2 : 1;
  // Who acts does not change within a call: as it was found when the submit was filled.
  const uint32_t ref = call.has_submit ? call.submit.submit_thread : thread.FindActor().ref;
  thread.Write(ROCJFR_DOMAIN_HIP_API, slots, [&](Ring& ring) {
    auto* record = static_cast<rocjfr_record_t*>(ring.Slot(0));
    record->domain = ROCJFR_DOMAIN_HIP_API;
    record->kind = result;
    record->op = call.op;
    record->meta = slots | ref << 8;
    record->correlation_id = call.correlation_id;
    record->begin_ns = call.begin_ns;
    record->end_ns = end_ns;
    record->device_id = g_process_id;
    record->thread_id = thread.os_thread_id;
    record->queue_id = thread.ExternalId();
    record->bytes = call.has_submit ? call.submit.submit_bytes : 0;
    if (call.has_submit) CopySlot(ring.Slot(1), &call.submit);
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

Call* BeginCall(ThreadState& thread, uint32_t op) noexcept {
  const uint16_t flags = ApiFlagsOf(op);
  if (flags == 0 || thread.drains || thread.asks || thread.depth == kMaxCallDepth) {
    BeginUntracedCall(thread);
    return nullptr;
  }
  if ((flags & kApiResult) != 0) BeginResult(thread, op);
  thread.calls_hip = true;
  thread.untraced_epoch = 0;
  Call& call = thread.calls[thread.depth++];
  call.submission_key = call.correlation_id = thread.NextCorrelationId();
  call.op = op;
  call.has_submit = false;
  call.records = (flags & kApiRecord) != 0;
  call.epoch = WorkEpoch();
  call.asks_result = (flags & kApiResult) != 0;
  call.submission = {};
  call.graph = (flags & kApiGraph) != 0;
  if (call.graph) {
    memset(call.asked, 0, sizeof(call.asked));
    memset(call.announced, 0, sizeof(call.announced));
  }
  call.told = (flags & kApiTell) != 0 ? ClientsToTell(op, call.words) : 0;
  call.submitted = 0;
  call.begin_ns = (flags & (kApiRecord | kApiTell)) != 0 ? NowNs() : 0;
  return &call;
}

void EnterCall(ThreadState& thread, void* api_data) {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  const uint16_t flags = ApiFlagsOf(call.op);
  if ((flags & kApiArguments) != 0) ReadArguments(thread, call, api_data);
  if ((flags & kApiTellEnter) != 0) TellEnter(&call, api_data);
}

void EndCall(ThreadState& thread, void* api_data) {
  const uint64_t correlation_id = static_cast<const ApiData*>(api_data)->correlation_id;
  uint32_t depth = thread.depth;
  // What is above it are inner calls that never returned.
  while (depth > 0 && thread.calls[depth - 1].correlation_id != correlation_id) --depth;
  if (depth == 0) return;
  Call& call = thread.calls[depth - 1];
  if (call.graph && call.submitted != 0) {
    EndGraphLaunch(thread, call);
  } else if (call.submitted == 0) {
    EndSubmission(call.submission);
  }
  const uint64_t end_ns = call.records || call.told != 0 ? EndNs(call.begin_ns) : 0;
  // Before anything else that calls HIP: a client's callback may.
  const uint32_t result = call.asks_result ? EndResult(thread, call.op) : 0;
  if (call.records) {
    if (!Wanted(ROCJFR_DOMAIN_HIP_API)) {
      CountLost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT, 1);
    } else if (end_ns - call.begin_ns >= g_threshold_ns.load(std::memory_order_relaxed)) {
      RecordCall(thread, call, end_ns, result);
    }
  }
  // Last, and while the call still has its place: clients' callbacks may call HIP.
  thread.depth = depth;
  if (call.told != 0) TellExit(call, end_ns, api_data, result);
  thread.depth = depth - 1;
}

void NoteSubmission(ThreadState& thread, uint32_t op) {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  if (!Follows(call)) return;
  if (call.graph && op <= ROCJFR_OP_BARRIER) ++call.asked[op];
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
  if (call.graph) ++call.announced[op];
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

void RecordOp(ThreadState& thread, const rocjfr_record_t& reported, uint64_t submission_key,
              const char* kernel_name) noexcept {
  rocjfr_submit_t submit;
  // A marker shares its correlation id with the work that it marks, which may still be running. (A
  // record id of 5.2 is the marker's own.)
  const bool marks = IsMarker(reported.kind) && (submission_key & kRecordIdKey) == 0;
  const Found found =
      submission_key == 0 ? Found::kNo : FindSubmission(submission_key, !marks, &submit);
  // Counted when its record has been written and told: then who waits for it finds it.
  struct CountDelivered {
    ThreadState& thread;
    const bool finished;
    ~CountDelivered() {
      if (finished) ThreadState::Increment(thread.delivered);
    }
  } const count{thread, found == Found::kFinished};
  // HIP 5.2 reports the markers of blocking copies as copies.
  const uint32_t op = IsMarker(reported.kind) ? uint32_t{ROCJFR_OP_BARRIER} : reported.op;
  const bool joined = found != Found::kNo;
  const uint64_t correlation_id = joined ? submit.submit_correlation_id
                                  : (submission_key & kRecordIdKey) != 0 ? 0
                                                                         : reported.correlation_id;
  const uint64_t bytes = reported.op == ROCJFR_OP_DISPATCH ? 0 : reported.bytes;
  OpTimes times = TimesOf(reported);
  if (op == ROCJFR_OP_BARRIER) ToGpuClock(&times.begin_ns, &times.end_ns);
  if (ClientsWantOps()) {
    // Field by field, as CopySlot does it by words.
    rocjfr_record_t record;
    record.domain = ROCJFR_DOMAIN_HIP_OPS;
    record.kind = reported.kind;
    record.op = op;
    record.meta = 0;
    record.correlation_id = correlation_id;
    record.begin_ns = times.begin_ns;
    record.end_ns = times.end_ns;
    record.device_id = reported.device_id;
    record.thread_id = 0;
    record.queue_id = reported.queue_id;
    record.bytes = bytes;
    thread.op_finishes = found == Found::kFinished;
    TellOp(record, joined ? &submit : nullptr, kernel_name);
  }
  if (op == ROCJFR_OP_BARRIER && !g_barriers.load(std::memory_order_relaxed)) return;
  if (!Wanted(ROCJFR_DOMAIN_HIP_OPS)) {
    // The wish ended between submission and delivery. (Where a client has it too, it may never have
    // been Java's.)
    const bool piece = found == Found::kPart || found == Found::kFinished;
    if (piece && !ClientsWantOps()) {
      CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, 1);
    }
    return;
  }
  if (found == Found::kAbandoned) return;  // counted as lost before a new recording began
  uint32_t name = 0;
  if (op == ROCJFR_OP_DISPATCH) {
    name = joined ? submit.submit_name : 0;
    if (name == 0) name = SymbolRef(thread, kernel_name);
  }
  const uint32_t slots = joined ? 2 : 1;
  thread.Write(ROCJFR_DOMAIN_HIP_OPS, slots, [&](Ring& ring) {
    auto* record = static_cast<rocjfr_record_t*>(ring.Slot(0));
    record->domain = ROCJFR_DOMAIN_HIP_OPS;
    record->kind = reported.kind;
    record->op = op;
    record->meta = slots | (joined ? submit.submit_thread << 8 : 0);
    record->correlation_id = correlation_id;
    record->begin_ns = times.begin_ns;
    record->end_ns = times.end_ns;
    record->device_id = reported.device_id;
    record->thread_id = name;
    record->queue_id = reported.queue_id;
    record->bytes = bytes;
    if (joined) CopySlot(ring.Slot(1), &submit);
  });
}

uint64_t InFlight() noexcept {
  // Delivered is read first: a submission counted meanwhile can only make the result larger.
  const uint64_t done = TotalDelivered() + EvictedInFlight() + g_abandoned.load();
  const uint64_t expected = TotalExpected();
  return expected > done ? expected - done : 0;
}

bool RuntimeHasPending() noexcept {
  const Runtime* runtime = TheRuntime();
  return runtime == nullptr || runtime->pending == nullptr || runtime->pending() > 0;
}

}  // namespace rocjfr

extern "C" {
uint64_t rocjfr_in_flight(void) {
  return rocjfr::InFlight();
}

uint64_t rocjfr_pieces_in_flight(void) {
  return rocjfr::InFlight() == 0 ? 0 : rocjfr::PiecesInFlight();
}

uint64_t rocjfr_abandon_in_flight(void) {
  if (rocjfr::WantedByAny(ROCJFR_DOMAIN_HIP_OPS) || rocjfr::InFlight() == 0) return 0;
  const rocjfr::Abandoned abandoned = rocjfr::AbandonSubmissions();
  rocjfr::g_abandoned.fetch_add(abandoned.entries);
  rocjfr::CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, abandoned.pieces);
  return abandoned.pieces;
}
}
