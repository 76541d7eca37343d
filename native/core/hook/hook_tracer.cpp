// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 5.3 and later: int callback(domain, op, data).
//
//   HIP_API            data is a hip_api_data_t and its tail (tracer_frame.h), uninitialised.
//                      0: traced, and then correlation id, phase_enter and phase_exit must be
//                      set; anything else: not traced.
//   HIP_OPS, null      "is this op wanted?", 0 is yes; asked at submit and again at completion
//   HIP_OPS, 1         7.2: a record will follow
//   HIP_OPS, record    finished work
#include <cstddef>
#include <cstring>

#include "chained_hook.h"
#include "core/java/control.h"
#include "core/record/api_flags.h"
#include "core/record/call_work.h"
#include "core/record/finished_work.h"
#include "core/record/stream_end.h"
#include "core/record/stream_visit.h"
#include "core/record/tracer.h"
#include "frame_probe.h"
#include "hooks.h"
#include "reporter.h"
#include "tracer_frame.h"

namespace rocjfr {
namespace {

// Where the runtime keeps the callback; nullptr unless that is readable.
std::atomic<void* const volatile*> g_slot{nullptr};
// The slot did not hold our callback after registering it: it is not what its address promised.
std::atomic<bool> g_slot_refuted{false};

void OnEnter(uint32_t, void* frame) {
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return;
  static_cast<ApiData*>(frame)->phase = 0;
  EnterCall(*thread, frame);
}

void OnExit(uint32_t, void* frame) {
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return;
  static_cast<ApiData*>(frame)->phase = 1;
  EndCall(*thread, frame);
}

[[gnu::always_inline]] inline int Begin(ThreadState& thread, uint32_t op, void* frame,
                                        uint32_t frame_bytes) {
  const Call* call = BeginCall(thread, op, frame);
  if (call == nullptr) return thread.reporter ? AnswerReporter(frame, frame_bytes, &OnExit) : -1;
  auto* data = static_cast<ApiData*>(frame);
  data->correlation_id = call->correlation_id;
  FrameTail* tail = TailOf(frame, frame_bytes);
  tail->phase_enter = nullptr;
  tail->phase_exit = &OnExit;
  if ((call->flags & kApiEnters) != 0) {
    MarkUnfilled(TheRuntime()->arguments[op], frame);
    if ((call->flags & kApiMemory) != 0) MarkUnfilled(*TheRuntime()->memory[op], frame);
    tail->phase_enter = &OnEnter;
  }
  return 0;
}

// While the frame's size is not known.
[[gnu::cold]] int OnFirstApi(ThreadState& thread, uint32_t op, void* frame) {
  int answer;
  if (AnswerFrameProbe(frame, &answer)) return answer;
  const uint32_t frame_bytes = FrameBytesAtFirst(thread, op);
  if (frame_bytes != 0) return Begin(thread, op, frame, frame_bytes);
  BeginUntracedCall(thread, frame);
  return -1;
}

// Each of the two on its own, so that neither saves registers for the other.
[[gnu::noinline]] int OnApi(ThreadState& thread, uint32_t op, void* frame) {
  const uint32_t frame_bytes = g_frame_bytes.load(std::memory_order_acquire);
  if (__builtin_expect(frame_bytes == 0, false)) return OnFirstApi(thread, op, frame);
  return Begin(thread, op, frame, frame_bytes);
}

int OnRuntime(uint32_t domain, uint32_t op, void* data);

// Whoever has the slot now told us, and knows its work by ids of its own.
bool ToldByAnother() noexcept {
  void* const volatile* slot = g_slot.load(std::memory_order_relaxed);
  if (slot == nullptr) return false;
  void* const owner = __atomic_load_n(slot, __ATOMIC_RELAXED);
  return owner != nullptr && owner != reinterpret_cast<void*>(&OnRuntime);
}

[[gnu::noinline]] int OnOp(ThreadState& thread, uint32_t op, void* data) {
  if (data == nullptr) {
    if (!IsWanted(thread)) return -1;
    NoteSubmission(thread, op);
  } else if (!WantedByAny(ROCJFR_DOMAIN_HIP_OPS)) {
    const bool told = op == ROCJFR_OP_BARRIER && data != reinterpret_cast<void*>(1);
    if (told) FinishMarker(static_cast<const rocjfr_record_t*>(data)->correlation_id);
    return -1;
  } else if (data == reinterpret_cast<void*>(1)) {
    NoteAnnouncement(thread, op);
  } else {
    const auto& record = *static_cast<const rocjfr_record_t*>(data);
    if (__builtin_expect(record.correlation_id == kReportersId, false)) return 0;
    const char* kernel_name = nullptr;
    if (record.op == ROCJFR_OP_DISPATCH) memcpy(&kernel_name, &record.bytes, sizeof(kernel_name));
    if (__builtin_expect(ToldByAnother(), false)) {
      rocjfr_record_t unknown = record;
      unknown.correlation_id = 0;
      RecordOp(thread, unknown, 0, kernel_name);
    } else {
      RecordOp(thread, record, record.correlation_id, kernel_name);
    }
  }
  return 0;
}

int OnRuntime(uint32_t domain, uint32_t op, void* data) {
  if (g_wanted_by_any.load(std::memory_order_relaxed) == 0 && !g_visits_outlast.load()) return -1;
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return -1;
  ThreadState::Increment(thread->hook_calls);
  if (domain == ROCJFR_DOMAIN_HIP_API) {
    thread->caller = __builtin_return_address(0);
    return OnApi(*thread, op, data);
  }
  if (domain == ROCJFR_DOMAIN_HIP_OPS) return OnOp(*thread, op, data);
  return -1;
}

// Atomic, as the runtime's own accesses are.
TracerCallback Slot(const Runtime& runtime) noexcept {
  return reinterpret_cast<TracerCallback>(__atomic_load_n(runtime.tracer_slot, __ATOMIC_RELAXED));
}

TracerCallback Ours() noexcept {
  return Chains() ? ChainedCallback() : &OnRuntime;
}

}  // namespace

uint32_t FrameBytesAtFirst(ThreadState& thread, uint32_t op) noexcept {
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr || thread.drains || ApiFlagsOf(op) == 0) return 0;
  return MeasuredFrameBytes(thread, *runtime, op);
}

void RegisterTracerHook(const Runtime& runtime) noexcept {
  if (Chains()) {
    if (TracerSlotOwner(runtime) != SlotOwner::kUnreadable) SetChainedTool(Slot(runtime));
    TakeRegistration();
  }
  runtime.register_tracer(Ours());
  if (runtime.tracer_slot != nullptr && Slot(runtime) != Ours()) {
    g_slot_refuted.store(true, std::memory_order_relaxed);
  }
  const bool readable = TracerSlotOwner(runtime) != SlotOwner::kUnreadable;
  g_slot.store(readable && !Chains() ? runtime.tracer_slot : nullptr, std::memory_order_relaxed);
}

void RemoveTracerHook(const Runtime& runtime) noexcept {
  runtime.register_tracer(Chains() ? ChainedTool() : nullptr);
}

SlotOwner TracerSlotOwner(const Runtime& runtime) noexcept {
  if (runtime.tracer_slot == nullptr || g_slot_refuted.load(std::memory_order_relaxed)) {
    return SlotOwner::kUnreadable;
  }
  const TracerCallback owner = Slot(runtime);
  if (owner == nullptr) return SlotOwner::kNobody;
  return owner == Ours() ? SlotOwner::kUs : SlotOwner::kOther;
}

bool HeldByItsProfiler(const Runtime& runtime) noexcept {
  if (TracerSlotOwner(runtime) != SlotOwner::kOther) return false;
  return IsOfRuntime(runtime, Slot(runtime));
}

bool IsOfRuntime(const Runtime& runtime, TracerCallback callback) noexcept {
  return callback != nullptr && runtime.range.Contains(reinterpret_cast<void*>(callback));
}

}  // namespace rocjfr
