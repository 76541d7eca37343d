// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "chained_hook.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/java/control.h"
#include "core/record/api_flags.h"
#include "core/record/call_work.h"
#include "core/record/finished_work.h"
#include "core/record/stream_end.h"
#include "core/record/submissions.h"
#include "core/record/tracer.h"
#include "frame_probe.h"
#include "hooks.h"
#include "reporter.h"
#include "rocjfr/rocjfr.h"
#include "tracer_frame.h"

namespace rocjfr {

// What a call of ours has to do with the other tool.
struct ChainedCall {
  uint64_t correlation_id;  // ours: tells whether this still belongs to the call at its depth
  uint64_t frame_id;        // what the runtime knows the call by
  PhaseFunction enter;      // the tool's; null where it has none
  PhaseFunction exit;
};

namespace {

// In a frame's correlation id: it is ours. A tool counts from 1; once one has given such an id
// nobody's are told apart by it.
constexpr uint64_t kOurMark = uint64_t{1} << 62;
std::atomic<bool> g_tool_marks{false};

std::atomic<TracerCallback> g_tool{nullptr};
std::atomic<TracerCallback> g_asked{nullptr};  // by hipRegisterTracerCallback
std::atomic<bool> g_asked_now{false};

ChainedCall* ChainedCalls(ThreadState& thread) noexcept {
  if (thread.chained == nullptr) {
    thread.chained = new (std::nothrow) ChainedCall[kMaxCallDepth]();
  }
  return thread.chained;
}

bool Belongs(const ThreadState& thread, uint32_t depth) noexcept {
  return thread.chained[depth].correlation_id == thread.calls[depth].correlation_id;
}

void OnEnter(uint32_t op, void* frame) {
  ThreadState* thread = CurrentThread();
  if (thread == nullptr || thread->depth == 0 || !Belongs(*thread, thread->depth - 1)) return;
  const ChainedCall call = thread->chained[thread->depth - 1];
  auto* data = static_cast<ApiData*>(frame);
  if (call.enter != nullptr) call.enter(op, frame);
  data->correlation_id = call.correlation_id;  // clients of ours read it
  data->phase = 0;
  EnterCall(*thread, frame);
  data->correlation_id = call.frame_id;
}

void OnExit(uint32_t op, void* frame) {
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return;
  auto* data = static_cast<ApiData*>(frame);
  uint32_t depth = thread->depth;
  while (depth > 0 && !(Belongs(*thread, depth - 1) &&
                        thread->chained[depth - 1].frame_id == data->correlation_id)) {
    --depth;
  }
  if (depth == 0) return;
  const ChainedCall call = thread->chained[depth - 1];
  data->correlation_id = call.correlation_id;
  data->phase = 1;
  EndCall(*thread, frame);
  data->correlation_id = call.frame_id;
  if (call.exit != nullptr) call.exit(op, frame);
}

// 0: nothing is joined by this id.
uint64_t KeyOfTools(uint64_t id) noexcept {
  return id != 0 && id < kToolIdKey ? id | kToolIdKey : 0;
}

int OnApi(ThreadState* thread, TracerCallback tool, uint32_t op, void* frame) {
  int answer;
  if (AnswerFrameProbe(frame, &answer)) return answer;
  uint32_t frame_bytes = g_frame_bytes.load(std::memory_order_acquire);
  if (frame_bytes == 0 && thread != nullptr) frame_bytes = FrameBytesAtFirst(*thread, op);
  auto* data = static_cast<ApiData*>(frame);
  // The frame is what the stack held: a call before may have left its id there.
  data->correlation_id = 0;
  const int theirs = tool == nullptr ? -1 : tool(ROCJFR_DOMAIN_HIP_API, op, frame);
  if (thread == nullptr) return theirs;
  if (frame_bytes == 0 || ChainedCalls(*thread) == nullptr) {
    BeginUntracedCall(*thread, frame);
    return theirs;
  }
  Call* call = BeginCall(*thread, op, frame);
  if (call == nullptr) return theirs;
  FrameTail* tail = TailOf(frame, frame_bytes);
  ChainedCall& chained = thread->chained[thread->depth - 1];
  chained = {call->correlation_id, call->correlation_id | kOurMark, nullptr, nullptr};
  if (theirs == 0) {
    chained.enter = tail->phase_enter;
    chained.exit = tail->phase_exit;
    const uint64_t id = data->correlation_id;
    if (id != 0) {  // or else the call keeps ours
      chained.frame_id = id;
      call->submission_key = KeyOfTools(id);
      if ((id & kOurMark) != 0) g_tool_marks.store(true);
    }
  }
  const bool marked = chained.frame_id == (call->correlation_id | kOurMark);
  if (marked && g_tool_marks.load()) call->submission_key = 0;
  if (call->submission_key == 0) CountUnjoined();
  data->correlation_id = chained.frame_id;
  const bool enters = (call->flags & kApiEnters) != 0;
  if (enters) MarkUnfilled(TheRuntime()->arguments[op], frame);
  if ((call->flags & kApiMemory) != 0) MarkUnfilled(*TheRuntime()->memory[op], frame);
  tail->phase_enter = enters || chained.enter != nullptr ? &OnEnter : nullptr;
  tail->phase_exit = &OnExit;
  return 0;
}

// What the tool is being told: one that was there first may tell it on to us.
struct Telling {
  uint32_t op;
  const void* data;
};
__thread const Telling* t_telling __attribute__((tls_model("initial-exec"))) = nullptr;

int TellTool(TracerCallback tool, uint32_t op, void* data) noexcept {
  const Telling* before = t_telling;
  const Telling telling = {op, data};
  t_telling = &telling;
  const int answer = tool(ROCJFR_DOMAIN_HIP_OPS, op, data);
  t_telling = before;
  return answer;
}

// The runtime asks whether a piece of work is wanted, when it is submitted and when it has
// finished; 7.2 announces the record instead, by 1 for `data`.
int OnQuestion(ThreadState* thread, TracerCallback tool, uint32_t op, void* data) {
  const bool theirs = tool != nullptr && TellTool(tool, op, data) == 0;
  if (thread == nullptr) return theirs ? 0 : -1;
  const bool ours = data == nullptr ? IsWanted(*thread) : WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
  if (ours) data == nullptr ? NoteSubmission(*thread, op) : NoteAnnouncement(*thread, op);
  return ours || theirs ? 0 : -1;
}

int OnRecord(ThreadState* thread, TracerCallback tool, uint32_t op, rocjfr_record_t* reported) {
  const uint64_t frame_id = reported->correlation_id;
  if (frame_id == kReportersId) return 0;
  const bool ours = (frame_id & kOurMark) != 0 && !g_tool_marks.load();
  const bool records = thread != nullptr && WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
  if (records) {
    rocjfr_record_t record = *reported;
    record.correlation_id = ours ? frame_id & ~kOurMark : 0;
    const char* kernel_name = nullptr;
    if (record.op == ROCJFR_OP_DISPATCH) memcpy(&kernel_name, &record.bytes, sizeof(kernel_name));
    RecordOp(*thread, record, ours ? record.correlation_id : KeyOfTools(frame_id), kernel_name);
  } else if (op == ROCJFR_OP_BARRIER) {
    FinishMarker(ours ? frame_id & ~kOurMark : KeyOfTools(frame_id));
  }
  if (tool == nullptr) return records ? 0 : -1;
  // Whether it wanted this one was asked on another thread: it is handed the record, and may say
  // no.
  if (ours) reported->correlation_id = 0;  // a call that the tool does not know
  const int theirs = TellTool(tool, op, reported);
  reported->correlation_id = frame_id;
  return records ? 0 : theirs;
}

// A call of ours.
int NotThePrograms(ThreadState& thread, void* frame) noexcept {
  BeginUntracedCall(thread, frame);
  const uint32_t frame_bytes = g_frame_bytes.load(std::memory_order_acquire);
  if (!thread.reporter || frame_bytes == 0) return -1;
  return AnswerReporter(frame, frame_bytes, &OnExit);
}

int OnRuntime(uint32_t domain, uint32_t op, void* data) {
  const bool again = domain == ROCJFR_DOMAIN_HIP_OPS && t_telling != nullptr &&
                     t_telling->op == op && t_telling->data == data;
  if (again) return 0;
  const TracerCallback tool = ChainedTool();
  // A child's calls are the tool's alone.
  ThreadState* thread = Forked() ? nullptr : CurrentThread();
  if (thread != nullptr) {
    ThreadState::Increment(thread->hook_calls);
    if (domain == ROCJFR_DOMAIN_HIP_API) thread->caller = __builtin_return_address(0);
  }
  if (domain == ROCJFR_DOMAIN_HIP_API && thread != nullptr && thread->asks) {
    return NotThePrograms(*thread, data);
  }
  if (domain == ROCJFR_DOMAIN_HIP_API) return OnApi(thread, tool, op, data);
  if (domain != ROCJFR_DOMAIN_HIP_OPS) return tool == nullptr ? -1 : tool(domain, op, data);
  if (data == nullptr || data == reinterpret_cast<void*>(1)) {
    return OnQuestion(thread, tool, op, data);
  }
  return OnRecord(thread, tool, op, static_cast<rocjfr_record_t*>(data));
}

}  // namespace

bool Chains() noexcept {
  static const bool chains = [] {
    const char* preloaded = getenv("LD_PRELOAD");
    return preloaded != nullptr && strstr(preloaded, "librocjfr.so") != nullptr;
  }();
  return chains;
}

TracerCallback ChainedCallback() noexcept {
  return &OnRuntime;
}

TracerCallback ChainedTool() noexcept {
  return g_tool.load(std::memory_order_acquire);
}

void SetChainedTool(TracerCallback tool) noexcept {
  g_tool.store(tool, std::memory_order_release);
}

void PassOnRegistration(const Runtime& runtime, TracerCallback callback) noexcept {
  if (runtime.hook != HookKind::kTracer) return;
  const SlotOwner owner = TracerSlotOwner(runtime);
  const bool tools = owner == SlotOwner::kOther || (owner == SlotOwner::kUnreadable && !Chains());
  if (tools && !HeldByItsProfiler(runtime)) runtime.register_tracer(callback);
}

bool TakeRegistration() noexcept {
  if (!g_asked_now.exchange(false)) return false;
  SetChainedTool(g_asked.load());
  return true;
}

}  // namespace rocjfr

extern "C" {
// In place of the runtime's own, for tools that look it up among all libraries. Whoever asks the
// runtime's library itself is found in the slot instead.
ROCJFR_API void hipRegisterTracerCallback(rocjfr::TracerCallback callback) {
  // The runtime's own profiler takes the slot: it cannot be shared with that, see hooks.h.
  const rocjfr::Runtime* runtime = rocjfr::TheRuntime();
  if (runtime != nullptr && runtime->register_tracer != nullptr &&
      rocjfr::IsOfRuntime(*runtime, callback)) {
    runtime->register_tracer(callback);
    rocjfr::UpdateHookSoon();
    return;
  }
  // At once: a tool that takes its callback back may be unloaded right afterwards.
  if (rocjfr::Chains()) rocjfr::SetChainedTool(callback);
  rocjfr::g_asked.store(callback);
  rocjfr::g_asked_now.store(true);
  // Likewise where another thread is at the hook, and will do it only later.
  if (!rocjfr::UpdateHookSoon() && runtime != nullptr)
    rocjfr::PassOnRegistration(*runtime, callback);
}
}
