// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "call_work.h"

#include <algorithm>

#include "api_flags.h"
#include "clients.h"
#include "core/runtime/runtime.h"
#include "flight.h"
#include "losses.h"
#include "report_signal.h"
#include "stream_end.h"

namespace rocjfr {
namespace {

// The runtime's questions about a graph of one line. There is one for the line when it is made, and
// then one for each kernel when it is submitted, all from the same place. About kernels of branches
// it asks in turns, from two places: when each is made, and when it is submitted.
bool AsksAsOfALine(const Call& call) noexcept {
  return !call.asked_alike && call.asked_again * 2 >= call.asked[ROCJFR_OP_DISPATCH] - 2;
}

// Without the questions about lines that graphs within the line make: their place is another.
uint32_t KernelsOfALine(const Call& call) noexcept {
  uint32_t most = 0;
  for (const auto& place : call.asked_from) most = std::max(most, place.times);
  return most;
}

// How many pieces of work a graph's launch has submitted, according to its questions. 5.x asks once
// for each. Later ones ask for each when it is made and again, as for a kernel, when it is
// submitted. The kernels of one line are made as one piece, and each kernel is asked for when it is
// submitted. 7.2 does that for each line and announces what it makes. 6.x does it only for a graph
// that is one line.
uint32_t PiecesOfGraph(const Call& call, bool asks_twice) noexcept {
  const uint32_t copies = call.asked[ROCJFR_OP_COPY], asked = call.asked[ROCJFR_OP_DISPATCH];
  if (!asks_twice) return asked + copies;
  const uint32_t kernels = asked > copies ? asked - copies : 0;
  if (const uint32_t made = call.announced[ROCJFR_OP_DISPATCH]) {
    return copies + (kernels > made ? kernels - made : 0);
  }
  if (kernels > 1 && AsksAsOfALine(call)) {
    return copies == 0 ? KernelsOfALine(call) : copies + kernels - 1;
  }
  return copies + kernels / 2;
}

bool LaunchesGraph(const Call& call) noexcept {
  return (call.flags & kApiGraph) != 0;
}

Work WorkOf(const Call& call) noexcept {
  return SubmitsMany(call) ? Work::kMany : Work::kEach;
}

// What the call said, as it stays with its work: with open ends. Nobody is told of it meanwhile.
class OpenSubmit {
 public:
  explicit OpenSubmit(Call& call) noexcept : submit_(call.submit), told_(call.submit.submit_copy) {
    submit_.submit_copy = call.open_copy;
  }
  ~OpenSubmit() { submit_.submit_copy = told_; }
  OpenSubmit(const OpenSubmit&) = delete;
  OpenSubmit& operator=(const OpenSubmit&) = delete;

 private:
  rocjfr_submit_t& submit_;
  const uint8_t told_;
};

// So that its work finds what the call said. True: it is in flight from now on, as is asked for.
bool InsertWork(Call& call, bool in_flight) noexcept {
  if (call.submission_key == 0) return false;
  const OpenSubmit open(call);
  const Work work = WorkOf(call);
  Inserted inserted = Inserted::kNo;
  if (in_flight) {
    inserted = InsertInFlight(call.submission_key, call.submit, work, &call.submission);
  } else if (!InsertSubmission(call.submission_key, call.submit, work, &call.submission)) {
    inserted = Inserted::kNobodys;
  }
  if (__builtin_expect(inserted == Inserted::kNobodys, false)) {
    call.submission_key = 0;
    CountUnjoined();
  }
  return inserted == Inserted::kYes;
}

// Kernels that were launched on several devices: as many as were announced, or else as the
// arguments say, if it came to that. About each it is asked more than once.
uint32_t PiecesOnDevices(const Call& call) noexcept {
  const uint32_t announced = call.announced[ROCJFR_OP_DISPATCH];
  return announced != 0 ? announced : std::min(call.devices, call.asked[ROCJFR_OP_DISPATCH]);
}

// The question is about work of this call. The runtime also asks about dispatches of others that
// finish meanwhile, and about its own kernels that make a copy. HIP 6 and 7 also ask about copies
// when they make those of a graph (hipGraphInstantiate).
bool IsItsOwn(const Call& call, uint32_t op) noexcept {
  if (op == ROCJFR_OP_COPY) return (ApiFlagsOf(call.op) & kApiMakes) == 0;
  const Runtime* runtime = TheRuntime();
  const ArgumentLayout* layout = runtime == nullptr ? nullptr : runtime->arguments[call.op];
  const bool launches = layout == nullptr
                            ? (ApiFlagsOf(call.op) & kApiLaunches) != 0
                            : layout->effect == Effect::kSubmits && layout->shape == 0;
  return op == ROCJFR_OP_DISPATCH && launches;
}

// Of a call whose arguments were read.
Effect EffectOf(const Call& call) noexcept {
  return TheRuntime()->arguments[call.op]->effect;
}

// What of its work comes no more, since nobody waits for it any longer, is counted here where its
// number was not known before.
void EndManyPieces(ThreadState& thread, Call& call) noexcept {
  uint32_t pieces =
      LaunchesGraph(call) ? PiecesOfGraph(call, AsksTwice(*TheRuntime())) : PiecesOnDevices(call);
  uint32_t missing = 0;
  const Found found = EndMany(call.submission, &pieces, &missing);
  if (found == Found::kFinished) {
    ThreadState::Increment(thread.delivered);
    // The last one was taken for one of many as it came.
    ThreadState::Increment(thread.more_delivered, UINT64_MAX);
  } else if (found == Found::kNo) {
    CountGivenUp(uint64_t{pieces} - 1);  // it gave way, and was counted as one
  }
  call.submitted = pieces;
  if (pieces != 1) ThreadState::Increment(thread.more_expected, uint64_t{pieces} - 1);
  if (missing == 0) return;
  CountGivenUp(missing);
  CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, missing);
}

// One more question. Its place on the stack tells apart where the runtime asks from. Not part of
// its caller, which would keep its frame for that.
[[gnu::noinline]] void NoteAsked(Call& call, uint32_t op) noexcept {
  const void* const place = __builtin_frame_address(0);
  const uint32_t before = call.asked[op]++;
  if (op != ROCJFR_OP_DISPATCH) return;
  const bool same = place == call.asked_at;
  call.asked_again += same ? 1 : 0;
  if (before == 1) call.asked_alike = same;
  call.asked_at = place;
  for (auto& from : call.asked_from) {
    if (from.at != nullptr && from.at != place) continue;
    from = {place, from.times + 1};
    break;
  }
}

// A piece of work after the first one of a call.
void NoteAnother(ThreadState& thread, Call& call) noexcept {
  switch (ExpectAnother(call.submission)) {
    case Expected::kNo:
      break;
    case Expected::kYes:
      ++call.submitted;
      ThreadState::Increment(thread.expected);
      NoteInFlight();
      break;
    case Expected::kAbandoned:
      CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, 1);
      break;
  }
}

}  // namespace

// What is known of any call, without its arguments.
void FillCaller(ThreadState& thread, Call& call) noexcept {
  rocjfr_submit_t& submit = call.submit;
  submit = {};
  call.open_copy = ROCJFR_COPY_NONE;
  submit.submit_correlation_id = call.correlation_id;
  submit.submit_thread = thread.FindActor().ref;
  submit.submit_external_id = thread.ExternalId();
  submit.submit_stream = kNoStream;
  submit.submit_device = -1;
  submit.submit_source = -1;
  submit.submit_destination = -1;
}

// The call returns that stands in the table of submissions.
void EndWork(ThreadState& thread, Call& call) noexcept {
  if (call.submitted == 0) {
    EndSubmission(call.submission);
  } else if (SubmitsMany(call)) {
    EndManyPieces(thread, call);
  }
}

void NoteSubmission(ThreadState& thread, uint32_t op) {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  if (!FollowsNow(call)) return;
  if (SubmitsMany(call) && op <= ROCJFR_OP_BARRIER) NoteAsked(call, op);
  const bool its_own = IsItsOwn(call, op);
  // Not before: a call that submits nothing, as far as the runtime asks, needs no place.
  bool first = false;
  if (call.submission.word == nullptr) {
    if (!call.has_submit) FillCaller(thread, call);
    first = InsertWork(call, its_own && call.submitted == 0);
  }
  if (!its_own) return;
  // About a copy it is asked as often as there are records of copies; not so about a kernel.
  if (call.submitted != 0) {
    if (op == ROCJFR_OP_COPY && !SubmitsMany(call)) NoteAnother(thread, call);
    return;
  }
  if (first || ExpectSubmission(call.submission)) {
    ++call.submitted;
    ThreadState::Increment(thread.expected);
    NoteInFlight();
    // Not what a call of before has left: a wish that came and went meanwhile read no arguments.
    if (call.has_submit && g_submission_clients.load(std::memory_order_relaxed) != 0) {
      TellSubmission(call.correlation_id, call.submit);
    }
  }
}

void NoteAnnouncement(ThreadState& thread, uint32_t op) noexcept {
  NoteAnnounces();
  if (thread.depth == 0 || op > ROCJFR_OP_BARRIER) return;
  Call& call = thread.calls[thread.depth - 1];
  if (op == ROCJFR_OP_BARRIER && call.has_submit) {
    const bool query = EffectOf(call) == Effect::kQueries;
    if (query || call.submits) {
      ExpectMarker(call.submission_key, call.submit.submit_stream, call.submit.submit_device,
                   query);
    }
  }
  if (SubmitsMany(call)) ++call.announced[op];
}

void NoteRecordId(ThreadState& thread, uint64_t record_id) {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  if (!FollowsNow(call)) return;
  if (!call.has_submit) FillCaller(thread, call);
  SubmissionRef submission;
  {
    const OpenSubmit open(call);
    InsertSubmission(record_id | kRecordIdKey, call.submit, Work::kEach, &submission);
  }
  if (ExpectSubmission(submission)) {
    ThreadState::Increment(thread.expected);
    NoteInFlight();
    if (call.submitted++ == 0) TellSubmission(call.correlation_id, call.submit);
  }
}

}  // namespace rocjfr
