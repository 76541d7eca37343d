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
#include <cstring>
#include <new>

#include "core/java/control.h"
#include "core/record/api_flags.h"
#include "core/record/tracer.h"
#include "hooks.h"

namespace rocjfr {
namespace {

// sizeof(hip_api_data_t) is 832 in 5.2; the rest is for patch releases that add an argument.
constexpr uint32_t kFrameBytes = 1024;

ThreadState* Thread() noexcept {
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

void* OnActivity(uint32_t op, void*, const void*, void* arg) {
  if (arg == kAtExit) return nullptr;  // the call ended in OnApi
  ThreadState* thread = Thread();
  if (thread == nullptr || !HasFrames(*thread)) return nullptr;
  thread->caller = __builtin_return_address(0);
  const Call* call = BeginCall(*thread, op);
  if (call == nullptr) return nullptr;
  const auto depth = static_cast<uint32_t>(call - thread->calls);
  auto* data = reinterpret_cast<ApiData*>(thread->frames.get() + depth * kFrameBytes);
  data->correlation_id = call->correlation_id;
  data->phase = 0;
  return data;
}

void OnApi(uint32_t, uint32_t op, void* data, void*) {
  ThreadState* thread = Thread();
  if (thread == nullptr) return;
  if (static_cast<const ApiData*>(data)->phase != 0) {
    EndCall(*thread, data);
  } else if ((ApiFlagsOf(op) & (kApiArguments | kApiTellEnter)) != 0) {
    EnterCall(*thread, data);
  }
}

void OnRecordId(uint64_t record_id) {
  ThreadState* thread = Thread();
  if (thread != nullptr) NoteRecordId(*thread, record_id);
}

bool OnOp(uint32_t, void* data, void*) {
  ThreadState* thread = Thread();
  if (thread == nullptr) return false;
  const auto& record = *static_cast<const rocjfr_record_t*>(data);
  RecordOp(*thread, record, record.correlation_id | kRecordIdKey, nullptr);
  return true;
}

}  // namespace

void RegisterCallbackHooks(const Runtime& runtime) noexcept {
  runtime.init_ops(reinterpret_cast<void*>(&OnRecordId), reinterpret_cast<void*>(&OnOp), nullptr);
  for (unsigned op = 0; op <= ROCJFR_OP_BARRIER; ++op) runtime.enable_op(op, true);
  for (uint32_t id = 1; id <= runtime.api_last; ++id) {
    if (runtime.api_names[id] == nullptr) continue;
    runtime.register_api(id, reinterpret_cast<void*>(&OnApi), nullptr);
    runtime.register_activity(id, reinterpret_cast<void*>(&OnActivity), kAtExit);
  }
}

void RemoveCallbackHooks(const Runtime& runtime) noexcept {
  for (uint32_t id = 1; id <= runtime.api_last; ++id) {
    if (runtime.api_names[id] == nullptr) continue;
    runtime.remove_activity(id);
    runtime.remove_api(id);
  }
  for (unsigned op = 0; op <= ROCJFR_OP_BARRIER; ++op) runtime.enable_op(op, false);
}

}  // namespace rocjfr
