// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP 5.2: callbacks registered for each function. API callbacks fire only if an activity callback
// is registered too. For each call the runtime
//   - calls activity(id, 0, 0, 0), which returns our hip_api_data_t (null: the call is not traced),
//   - fills the arguments and calls api(HIP_API, id, data, arg) with phase 0,
//   - calls api(...) again with phase 1 and activity(id, 0, 0, arg) when the call returns.
// For each command it calls id_callback(record id) on the calling thread, and later
// op_callback(op, record, arg), where the record holds that id in place of a correlation id.
#include <atomic>
#include <cstring>
#include <new>

#include "core/java/control.h"
#include "core/record/api_flags.h"
#include "core/record/call_work.h"
#include "core/record/finished_work.h"
#include "core/record/tracer.h"
#include "core/runtime/runtime.h"
#include "hooks.h"

namespace rocjfr {
namespace {

// sizeof(hip_api_data_t) is 832 in 5.2; the rest is for patch releases that add an argument.
constexpr uint32_t kFrameBytes = 1024;

[[gnu::always_inline]] inline ThreadState* Thread() noexcept {
  ThreadState* thread = CurrentThread();
  if (thread != nullptr) ThreadState::Increment(thread->hook_calls);
  return thread;
}

bool HasFrames(ThreadState& thread) noexcept {
  if (__builtin_expect(thread.frames == nullptr, false)) {
    thread.frames.reset(new (std::nothrow) char[kMaxCallDepth * kFrameBytes]);
  }
  return thread.frames != nullptr;
}

// Distinguishes the call at exit, which carries the registered argument, from the one at entry.
void* const kAtExit = reinterpret_cast<void*>(1);

// In a forked child nothing is wanted of any function, and its only thread is in no call
// (InForkedChild): for calls of functions that need not be asked.
void* OnActivity(uint32_t op, void*, const void*, void* arg) {
  if (arg == kAtExit) return nullptr;  // the call ended in OnApi
  ThreadState* thread = Thread();
  if (thread == nullptr || !HasFrames(*thread)) return nullptr;
  thread->caller = __builtin_return_address(0);
  const Call* call = BeginCall(*thread, op, __builtin_frame_address(0));
  if (call == nullptr) return nullptr;
  const auto depth = static_cast<uint32_t>(call - thread->calls);
  auto* data = reinterpret_cast<ApiData*>(thread->frames.get() + depth * kFrameBytes);
  data->correlation_id = call->correlation_id;
  data->phase = 0;
  // Else it holds the arguments of a call of before, until the runtime has filled it.
  if (__builtin_expect((call->flags & kApiMemory) != 0, false)) {
    MarkUnfilled(*TheRuntime()->memory[op], data);
  }
  return data;
}

void OnApi(uint32_t, uint32_t, void* data, void*) {
  ThreadState* thread = Thread();
  if (thread == nullptr) return;
  if (static_cast<const ApiData*>(data)->phase != 0) {
    EndCall(*thread, data);
  } else if (thread->depth != 0 && (thread->calls[thread->depth - 1].flags & kApiEnters) != 0) {
    EnterCall(*thread, data);  // as it was wanted when the call began
  }
}

// The last markers that the reporter has made: their records are nobody's.
constexpr uint32_t kReportersMarkers = 256;
std::atomic<uint64_t> g_reporters_markers[kReportersMarkers];  // record id + 1; 0: none

bool IsReportersMarker(uint64_t record_id) noexcept {
  return g_reporters_markers[record_id % kReportersMarkers].load(std::memory_order_relaxed) ==
         record_id + 1;
}

void OnRecordId(uint64_t record_id) {
  ThreadState* thread = Forked() ? nullptr : Thread();
  if (thread == nullptr) return;
  if (__builtin_expect(thread->reporter, false)) {
    g_reporters_markers[record_id % kReportersMarkers].store(record_id + 1,
                                                             std::memory_order_relaxed);
  } else {
    NoteRecordId(*thread, record_id);
  }
}

bool OnOp(uint32_t, void* data, void*) {
  ThreadState* thread = Forked() ? nullptr : Thread();
  if (thread == nullptr) return false;
  const auto& record = *static_cast<const rocjfr_record_t*>(data);
  if (__builtin_expect(IsReportersMarker(record.correlation_id), false)) return true;
  RecordOp(*thread, record, record.correlation_id | kRecordIdKey, nullptr);
  return true;
}

// What is registered. Under the hook's lock.
struct Registered {
  uint64_t apis[kMaxApis / 64] = {};
  bool ops = false;
};
Registered g_registered;

void UpdateApi(const Runtime& runtime, uint32_t id, bool wanted) noexcept {
  if (wanted) {
    runtime.register_api(id, reinterpret_cast<void*>(&OnApi), nullptr);
    runtime.register_activity(id, reinterpret_cast<void*>(&OnActivity), kAtExit);
  } else {
    runtime.remove_activity(id);
    runtime.remove_api(id);
  }
}

void UpdateOps(const Runtime& runtime, bool wanted) noexcept {
  if (g_registered.ops == wanted) return;
  g_registered.ops = wanted;
  if (wanted) {
    runtime.init_ops(reinterpret_cast<void*>(&OnRecordId), reinterpret_cast<void*>(&OnOp), nullptr);
  }
  for (unsigned op = 0; op <= ROCJFR_OP_BARRIER; ++op) runtime.enable_op(op, wanted);
}

}  // namespace

void UpdateCallbackHooks(const Runtime& runtime, bool wanted) noexcept {
  const bool ops = wanted && WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
  if (ops) UpdateOps(runtime, true);
  for (uint32_t word = 0; word < kMaxApis / 64; ++word) {
    const uint64_t apis = wanted ? g_wanted_functions[word].load(std::memory_order_relaxed) : 0;
    uint64_t changed = apis ^ g_registered.apis[word];
    g_registered.apis[word] = apis;
    for (; changed != 0; changed &= changed - 1) {
      const auto bit = static_cast<uint32_t>(__builtin_ctzll(changed));
      UpdateApi(runtime, word * 64 + bit, (apis >> bit & 1) != 0);
    }
  }
  if (!ops) UpdateOps(runtime, false);
}

}  // namespace rocjfr
