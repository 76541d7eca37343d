// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "tracer.h"

#include <algorithm>
#include <cstring>

#include "api_flags.h"
#include "call_result.h"
#include "call_work.h"
#include "clients.h"
#include "clock.h"
#include "core/java/control.h"
#include "core/runtime/runtime.h"
#include "directions.h"
#include "ending_stream.h"
#include "losses.h"
#include "memory_calls.h"
#include "own_stream.h"
#include "stream_end.h"
#include "stream_visit.h"
#include "submit_reader.h"
#include "urged_streams.h"

namespace rocjfr {
namespace {

void FillCall(const ThreadState& thread, const Call& call, uint64_t end_ns, uint32_t result,
              uint32_t meta, uint64_t external_id, uint64_t bytes, void* slot) noexcept {
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
  record->queue_id = external_id;
  record->bytes = bytes;
}

[[gnu::noinline]] void RecordCall(ThreadState& thread, const Call& call, uint64_t end_ns,
                                  uint32_t result) noexcept {
  if (__builtin_expect(!call.has_submit, true)) {
    const uint32_t meta = 1 | thread.FindActor().ref << 8;
    thread.Write<1>(ROCJFR_DOMAIN_HIP_API, [&](Ring& ring) {
      FillCall(thread, call, end_ns, result, meta, thread.ExternalId(), 0, ring.Slot(0));
    });
    return;
  }
  // Who acts does not change within a call: as it was found when the submit was filled.
  const uint32_t meta = 2 | call.submit.submit_thread << 8;
  thread.Write<2>(ROCJFR_DOMAIN_HIP_API, [&](Ring& ring) {
    FillCall(thread, call, end_ns, result, meta, thread.ExternalId(), call.submit.submit_bytes,
             ring.Slot(0));
    CopySlot(ring.Slot(1), &call.submit);
  });
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

// At least one where the arguments are not known.
uint32_t DevicesOf(const ArgumentLayout& layout, const void* api_data) noexcept {
  uint32_t devices = kUnfilledHalf;
  if (layout.devices != 0) {
    memcpy(&devices, static_cast<const char*>(api_data) + layout.devices, sizeof(devices));
  }
  return devices == kUnfilledHalf ? 1 : devices;
}

// Of a call that keeps visitors off: which stream, or all.
int32_t KeptFromVisitor(const Call& call) noexcept {
  const int32_t stream = call.submit.submit_stream;
  const Effect effect = TheRuntime()->arguments[call.op]->effect;
  return effect == Effect::kCaptures && stream != kNoStream ? stream : kAllStreams;
}

// The call ends, resets or captures a stream, which the reporter may be visiting.
[[gnu::noinline]] void KeepFromVisitor(Call& call, const ArgumentLayout& layout,
                                       const void* api_data) noexcept {
  // One that ends a stream waits for the stream's work in any case.
  constexpr uint64_t kCapturesNs = 100'000'000, kEndsNs = 5'000'000'000;
  if (!MayBeVisited()) return;
  if (layout.effect == Effect::kStreamDestroy) {  // it has been forgotten
    uint64_t handle = 0;
    if (!ReadStreamHandle(layout, api_data, &handle)) return AwaitVisit(kAllStreams, kEndsNs);
    if (handle != 0) AwaitVisitsTo(handle, kEndsNs);
    return;
  }
  call.flags |= kApiKeepsOff;
  if (layout.effect == Effect::kCaptures) {
    ForbidVisits(KeptFromVisitor(call), kCapturesNs, Visits::kThatAsk);
  } else {
    ForbidVisitsOf(layout.effect == Effect::kDeviceReset ? call.submit.submit_device : -1, kEndsNs);
  }
}

void LetVisitorIn(Call& call) noexcept {
  if ((call.flags & kApiKeepsOff) == 0) return;
  call.flags = static_cast<uint16_t>(call.flags & ~kApiKeepsOff);
  AllowVisits(KeptFromVisitor(call));
}

// The call ends streams. How many nanoseconds it has waited for their records.
[[gnu::noinline]] uint64_t AwaitEnd(ThreadState& thread, const Call& call,
                                    const ArgumentLayout& layout, const void* api_data) {
  Ending ending;
  ending.effect = layout.effect;
  ending.stream = call.submit.submit_stream;
  ending.device = call.submit.submit_device;
  uint64_t handle = 0;
  const bool one = layout.effect == Effect::kStreamDestroy;
  if (one && !ReadStreamHandle(layout, api_data, &handle)) handle = 0;
  return AwaitEnding(thread, ending, handle);
}

bool Submits(const Runtime& runtime, Effect effect) noexcept {
  return effect == Effect::kSubmits ||
         (effect == Effect::kStreamMemory && runtime.hook == HookKind::kRegister);
}

// A client's callback may end the thread in it.
void ReadArguments(ThreadState& thread, Call& call, const void* api_data) {
  const Runtime* runtime = TheRuntime();
  const ArgumentLayout* layout = runtime == nullptr ? nullptr : runtime->arguments[call.op];
  if (layout == nullptr) return;
  if (layout->effect == Effect::kHostFunction) NoteHostFunction();
  if (layout->effect == Effect::kSynchronises && layout->stream == 0) {
    NoteSynchronisation(kNoStream);
    return;
  }
  FillCaller(thread, call);
  call.has_submit = true;
  ReadSubmit(thread, *runtime, call.op, *layout, api_data, &call.submit);
  call.open_copy = call.submit.submit_copy;
  if (HasOpenEnds(call.open_copy)) call.submit.submit_copy = ToldDirection(call.open_copy);
  if (thread.depth > 1) TakeDevices(thread.calls[thread.depth - 2], &call.submit);
  call.submits = Submits(*runtime, layout->effect) && Follows(call);
  if (call.submits) {
    NoteWork(call.submit.submit_stream);
  } else if (layout->effect == Effect::kSynchronises) {
    NoteSynchronisation(call.submit.submit_stream);
  }
  if ((call.flags & kApiDevices) != 0) call.devices = DevicesOf(*layout, api_data);
  if (__builtin_expect(EndsStreams(layout->effect), false)) {
    KeepFromVisitor(call, *layout, api_data);
    const uint64_t waited_ns = AwaitEnd(thread, call, *layout, api_data);
    if (call.begin_ns != 0) call.begin_ns += waited_ns;  // that is not the call's time
  } else if (layout->effect == Effect::kCaptures) {
    KeepFromVisitor(call, *layout, api_data);
  }
}

}  // namespace

namespace {

// The innermost call never returns: it has no record. What it has submitted is its all the same.
void Abandon(ThreadState& thread) noexcept {
  Call& call = thread.calls[--thread.depth];
  LetVisitorIn(call);
  if (call.submission.word != nullptr) EndWork(thread, call);
  if ((call.flags & kApiResult) != 0) LeaveResult(call);
  if ((call.flags & kApiRecord) != 0) {
    CountLost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT, 1);
  }
}

// Read as it is: it may be the padding of whatever the stack holds by now.
[[gnu::no_sanitize_address]] uint64_t CorrelationIdAt(const void* place) noexcept {
  return *static_cast<const volatile uint64_t*>(place);
}

// The innermost call's part of the stack is gone where one begins at `place`.
bool IsGone(ThreadState& thread, const void* place) noexcept {
  const uint32_t innermost = thread.depth - 1;
  const void* began_at = thread.began_at[innermost];
  OwnStack& stack = thread.sites.upcall.stack;
  // Of different stacks the addresses say nothing.
  if (!stack.Holds(began_at) || !stack.Holds(place)) return false;
  if (began_at <= place) return true;
  // HIP keeps its frame, with our id in it, until the call returns; a tool that shares the hook
  // puts its own there.
  return TheRuntime()->hook == HookKind::kTracer && thread.chained == nullptr &&
         CorrelationIdAt(began_at) != thread.calls[innermost].correlation_id;
}

[[gnu::cold]] void LeaveAbandoned(ThreadState& thread, const void* place) noexcept {
  while (thread.depth != 0 && IsGone(thread, place)) Abandon(thread);
}

}  // namespace

void BeginUntracedCall(ThreadState& thread, const void* place) noexcept {
  if (__builtin_expect(thread.depth != 0, false)) LeaveAbandoned(thread, place);
  thread.calls_hip = true;
  if (thread.depth == 0) thread.untraced_epoch = WorkEpoch();
}

namespace {

// A call that is traced, but for its times.
[[gnu::always_inline]] inline Call& PutCall(ThreadState& thread, uint32_t op, uint16_t flags,
                                            uint64_t epoch, const void* place) noexcept {
  thread.calls_hip = true;
  thread.untraced_epoch = 0;
  thread.began_at[thread.depth] = place;
  Call& call = thread.calls[thread.depth++];
  call.submission_key = call.correlation_id = thread.next_correlation++;
  call.epoch = epoch;
  call.submission.word = nullptr;
  const uint8_t told = (flags & kApiTell) != 0 ? ClientsToTell(op) : uint8_t{0};
  call.SetBegun(op, flags, told);
  return call;
}

// Functions end with calls of those that do what is seldom: so they need not save registers.
[[gnu::cold]] Call* TimeCall(Call& call) noexcept {
  call.begin_ns = NowNsSlow();
  return &call;
}

// On a listener's thread: nothing of the call is recorded, but the program may end, reset or
// capture there what others know.
uint16_t FlagsOfListeners(uint32_t op, uint16_t flags) noexcept {
  const Runtime* runtime = TheRuntime();
  const ArgumentLayout* layout = runtime == nullptr ? nullptr : runtime->arguments[op];
  const bool follows = layout != nullptr && (flags & kApiArguments) != 0 &&
                       (FreesHandles(layout->effect) || layout->effect == Effect::kCaptures);
  uint32_t kept = follows ? kApiArguments : 0;
  if ((flags & kApiMemory) != 0) kept |= flags & (kApiMemory | kApiArguments | kApiResult);
  return static_cast<uint16_t>(kept);
}

[[gnu::noinline]] Call* BeginAnyCall(ThreadState& thread, uint32_t op, uint16_t flags,
                                     uint64_t epoch, const void* place) noexcept {
  if (thread.depth != 0) LeaveAbandoned(thread, place);
  if (thread.drains) flags = FlagsOfListeners(op, flags);
  if (flags == 0 || thread.asks || thread.depth == kMaxCallDepth) {
    BeginUntracedCall(thread, place);
    return nullptr;
  }
  const int error = (flags & kApiResult) != 0 ? BeginResult(thread, op) : kNotAsked;
  thread.NeedCorrelationId();
  Call& call = PutCall(thread, op, flags, epoch, place);
  call.error_before = error;
  if ((flags & kApiSite) != 0 && Pick(thread.sites.gates[kSites], kSites)) {
    call.flags |= kApiPicked;
  }
  if (SubmitsMany(call)) {
    memset(call.asked, 0, sizeof(call.asked));
    memset(call.announced, 0, sizeof(call.announced));
    call.devices = 1;
    call.asked_at = nullptr;
    call.asked_again = 0;
    call.asked_alike = false;
    memset(call.asked_from, 0, sizeof(call.asked_from));
  }
  call.begin_ns = (flags & kApiTimes) != 0 ? NowNs() : 0;
  return &call;
}

}  // namespace

Call* BeginCall(ThreadState& thread, uint32_t op, const void* place) noexcept {
  // The epoch first: it ends after the flags have changed, so what a call submits that is traced by
  // the flags of before is followed, too.
  const uint64_t epoch = WorkEpoch();
  const uint16_t flags = ApiFlagsOf(op);
  const bool seldom = flags == 0 ||
                      (flags & (kApiResult | kApiGraph | kApiDevices | kApiSite)) != 0 ||
                      thread.IsOurs() || thread.depth != 0 || !thread.HasCorrelationId();
  if (__builtin_expect(seldom, false)) return BeginAnyCall(thread, op, flags, epoch, place);
  Call& call = PutCall(thread, op, flags, epoch, place);
  call.begin_ns = 0;
  if ((flags & kApiTimes) != 0 && !NowNs(&call.begin_ns)) return TimeCall(call);
  return &call;
}

namespace {

// Not memory that a call of the runtime's own allocates in another one.
bool FollowsMemory(const Call& call, uint32_t depth) noexcept {
  if ((call.flags & kApiMemory) == 0) return false;
  return depth == 1 || ((&call - 1)->flags & kApiMemory) == 0;
}

[[gnu::noinline]] void EnterSite(ThreadState& thread, Call& call, const void* api_data) noexcept {
  if (FollowsMemory(call, thread.depth)) BeginMemoryCall(call, api_data);
  if ((call.flags & kApiPicked) == 0) return;
  const uint32_t name = call.has_submit ? call.submit.submit_name : 0;
  CommitSite(thread.sites, call.correlation_id, call.op, name);
  if (call.begin_ns != 0) call.begin_ns = NowNs();  // that took time
}

}  // namespace

void EnterCall(ThreadState& thread, void* api_data) {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  if ((call.flags & kApiArguments) != 0) ReadArguments(thread, call, api_data);
  if (__builtin_expect((call.flags & (kApiPicked | kApiMemory)) != 0, false)) {
    EnterSite(thread, call, api_data);
  }
  if ((call.flags & kApiTellEnter) != 0) TellEnter(&call, thread.depth, api_data);
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
  TellExit(call, depth, end_ns, api_data, result);
  thread.depth = depth - 1;
}

// Of a call without arguments, where there is room.
[[gnu::noinline]] void RecordAndLeave(ThreadState& thread, const Call& call, uint32_t depth,
                                      uint64_t end_ns) noexcept {
  thread.depth = depth - 1;
  if (__builtin_expect(!IsRecorded(call, end_ns), false)) return;
  if (__builtin_expect(!thread.ActsItselfAsBefore(), false)) {
    return RecordCall(thread, call, end_ns, 0);
  }
  Ring& ring = *thread.ring;
  const uint32_t meta = 1 | thread.actor.ref << 8;
  const uint64_t external_id = thread.OwnExternalId(ROCJFR_CLIENT_JAVA);
  FillCall(thread, call, end_ns, 0, meta, external_id, 0, ring.Slot(0));
  ring.Publish(1);
}

void EndOneCall(ThreadState& thread, void* api_data) {
  const uint64_t correlation_id = static_cast<const ApiData*>(api_data)->correlation_id;
  uint32_t depth = thread.depth;
  while (depth > 0 && thread.calls[depth - 1].correlation_id != correlation_id) --depth;
  if (depth == 0) return;
  while (thread.depth > depth) Abandon(thread);
  Call& call = thread.calls[depth - 1];
  const uint64_t end_ns = call.begin_ns != 0 ? EndNs(call.begin_ns) : 0;
  LetVisitorIn(call);
  // Before anything else that calls HIP: a client's callback may.
  const uint32_t result = (call.flags & kApiResult) != 0 ? EndResult(thread, call) : 0;
  if (call.submission.word != nullptr) EndWork(thread, call);
  if (FollowsMemory(call, depth)) EndMemoryCall(thread, call, api_data, result);
  if ((call.flags & kApiRecord) != 0) {
    if (!Wanted(ROCJFR_DOMAIN_HIP_API)) {
      CountLost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT, 1);
    } else if (IsRecorded(call, end_ns)) {
      RecordCall(thread, call, end_ns, result);
    }
  }
  // A client may leave the call, which is given up then: of that nothing is left to be done.
  call.flags = static_cast<uint16_t>(call.flags & ~(kApiRecord | kApiResult));
  if (call.told != 0) return TellAndLeave(thread, call, depth, end_ns, api_data, result);
  thread.depth = depth - 1;
}

[[gnu::noinline]] void EndAnyCall(ThreadState& thread, void* api_data) {
  EndOneCall(thread, api_data);
  if (OwnStreamIsDue(thread) && thread.depth == 0) ReportOwnStream(thread);
}

}  // namespace

void AbandonCalls(ThreadState& thread) noexcept {
  while (thread.depth > 0) Abandon(thread);
}

// As EndAnyCall, for what most calls are: they submit nothing, their results are not asked for, and
// either Java or clients want them.
void EndCall(ThreadState& thread, void* api_data) {
  const uint32_t depth = thread.depth;
  Call& call = thread.calls[(depth - 1) & (kMaxCallDepth - 1)];
  const bool records = (call.flags & kApiRecord) != 0;
  const bool seldom =
      depth == 0 || call.correlation_id != static_cast<const ApiData*>(api_data)->correlation_id ||
      call.submission.word != nullptr || call.has_submit || OwnStreamIsDue(thread) ||
      (call.flags & (kApiResult | kApiMemory)) != 0 ||
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

}  // namespace rocjfr
