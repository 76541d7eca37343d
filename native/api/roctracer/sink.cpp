// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "sink.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "clock.h"
#include "core_link.h"
#include "external_ids.h"
#include "hip_ops.h"
#include "lifecycle.h"
#include "names.h"
#include "records.h"
#include "registrations.h"
#include "roctracer/roctracer_ext.h"
#include "roctracer/roctracer_roctx.h"
#include "status.h"
#include "thread.h"

namespace rocjfr::roctracer {

std::atomic<bool> g_silent{false};

void SilenceCallbacks() noexcept {
  g_silent.store(true);
}

namespace {

// The core's record is AMD's, but for what it keeps in the padding and beside the device.
static_assert(sizeof(activity_record_t) == sizeof(rocjfr_record_t), "");
static_assert(offsetof(activity_record_t, correlation_id) ==
                  offsetof(rocjfr_record_t, correlation_id),
              "");
static_assert(offsetof(activity_record_t, end_ns) == offsetof(rocjfr_record_t, end_ns), "");
static_assert(offsetof(activity_record_t, device_id) == offsetof(rocjfr_record_t, device_id), "");
static_assert(offsetof(activity_record_t, thread_id) == offsetof(rocjfr_record_t, thread_id), "");
static_assert(offsetof(activity_record_t, queue_id) == offsetof(rocjfr_record_t, queue_id), "");
static_assert(offsetof(activity_record_t, bytes) == offsetof(rocjfr_record_t, bytes), "");

// hip_api_data_t ends with a pointer to the word that is kept between the phases, in all versions
// whose size is known.
void LetKeep(const rocjfr_call_t& call, uint64_t* word) noexcept {
  const uint32_t bytes = rocjfr_api_data_bytes();
  if (bytes == 0) return;
  memcpy(static_cast<char*>(call.api_data) + bytes - sizeof(word), &word, sizeof(word));
}

[[gnu::noinline]] void Enter(const rocjfr_call_t& call, const CallbackSlot& slot) {
  if (!slot.Enabled() || g_stopped.load(std::memory_order_relaxed)) return;
  Thread* thread = CurrentThread();
  const UserCallback callback = slot.Get();
  if (thread == nullptr || callback.function == nullptr) return;
  // What the call is not in never returned.
  while (thread->phases > 0 && thread->phase_call[thread->phases - 1] > call.outer) {
    --thread->phases;
  }
  if (thread->phases >= kMaxPhases) return;
  const uint32_t phase = thread->phases++;
  thread->phase_data[phase] = 0;
  thread->phase_call[phase] = call.correlation_id;
  *call.word = phase + 1;  // EXIT is for those that got ENTER
  LetKeep(call, &thread->phase_data[phase]);
  thread->phase_begin_ns[phase] = call.begin_ns;
  CallBack(*thread, callback, ACTIVITY_DOMAIN_HIP_API, call.op, call.api_data);
  // The callback may have enabled the call's record.
  if (call.begin_ns == 0 && g_hip_api[call.op].pool.load(std::memory_order_relaxed) != nullptr) {
    thread->phase_begin_ns[phase] = MonotonicNs();
  }
}

[[gnu::noinline]] void Exit(Thread& thread, const rocjfr_call_t& call, const CallbackSlot& slot) {
  const auto phase = static_cast<uint32_t>(*call.word - 1);
  thread.phases = phase + 1;  // inner calls that never returned are over
  const UserCallback callback = slot.Get();
  if (callback.function != nullptr && !g_stopped.load(std::memory_order_relaxed)) {
    CallBack(thread, callback, ACTIVITY_DOMAIN_HIP_API, call.op, call.api_data);
  }
  thread.phases = phase;
}

CallRecord RecordOf(const rocjfr_call_t& call, uint64_t begin_ns, uint64_t end_ns) noexcept {
  return {ACTIVITY_DOMAIN_HIP_API, call.op, call.correlation_id, begin_ns, end_ns};
}

// The pool that the call's record goes to; nullptr: to none.
Pool* PoolOf(const rocjfr_call_t& call, uint64_t begin_ns) noexcept {
  // Where it has no times it had begun when its records were enabled.
  if (begin_ns == 0 || g_stopped.load(std::memory_order_relaxed)) return nullptr;
  return g_hip_api[call.op].pool.load(std::memory_order_acquire);
}

// The end of a call whose callback was told of its begin.
[[gnu::noinline]] void ExitAndRecord(Thread& thread, const rocjfr_call_t& call) {
  const uint64_t begin_ns = thread.phase_begin_ns[*call.word - 1];
  Exit(thread, call, g_hip_api[call.op].callback);
  Pool* pool = PoolOf(call, begin_ns);
  if (pool == nullptr) return;
  // The callback is part of the call.
  RecordCall(thread, RecordOf(call, begin_ns, std::max(begin_ns, MonotonicNs())), *pool);
}

// Not in a forked child, of whose calls the core tells nothing.
void OnApi(const rocjfr_call_t* call) {
  if (call->op >= kMaxHipApis) return;
  if (call->phase == ACTIVITY_API_PHASE_ENTER) return Enter(*call, g_hip_api[call->op].callback);
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  if (*call->word != 0) return ExitAndRecord(*thread, *call);
  Pool* pool = PoolOf(*call, call->begin_ns);
  if (pool != nullptr) RecordCall(*thread, RecordOf(*call, call->begin_ns, call->end_ns), *pool);
}

// Read field by field: what was written in small pieces a moment ago is slow to read in large ones.
void FillWork(const rocjfr_record_t& reported, uint64_t correlation_id, uint64_t bytes_or_name,
              uint64_t name_bytes, activity_record_t* record) noexcept {
  Put({Pair(ACTIVITY_DOMAIN_HIP_OPS, reported.kind),
       Pair(reported.op, static_cast<uint32_t>(name_bytes)), correlation_id, reported.begin_ns,
       reported.end_ns, reported.device_id, reported.queue_id, bytes_or_name},
      record);
}

// What would have been written to a pool that was closed a moment ago.
[[gnu::cold, gnu::noinline]] void NoteUnwritten(Pool& pool) noexcept {
  if (g_hip_ops_vary.load(std::memory_order_relaxed) && pool.IsClosed()) pool.CountLost(1);
}

void OnOp(const rocjfr_record_t* reported, const rocjfr_submit_t* submit, const char* kernel_name) {
  if (reported->op >= kHipOps || Forked()) return;
  Pool* pool = g_hip_ops[reported->op].load(std::memory_order_acquire);
  bool correlated = g_correlated.load(std::memory_order_relaxed);
  const bool varies = g_hip_ops_vary.load(std::memory_order_relaxed);
  if (__builtin_expect(varies, false)) {
    const OpDestination to = DestinationOf(*reported);
    pool = to.pool;
    correlated = to.correlated;
  }
  Thread* thread = CurrentThread();
  if (pool == nullptr || thread == nullptr) return;
  const uint64_t correlation_id = correlated ? reported->correlation_id : 0;
  uint64_t bytes_or_name = reported->bytes;
  uint64_t name_bytes = 0;
  if (reported->op == ROCJFR_OP_DISPATCH) {
    KeptName name = KeepName(*thread, kernel_name, submit == nullptr ? 0 : submit->submit_name);
    if (name.text == nullptr && submit != nullptr) {
      name.text = rocjfr_name_symbol(submit->submit_name);  // HIP 5.2
      name.bytes = NameBytes(name.text);
    }
    bytes_or_name = reinterpret_cast<uint64_t>(name.text);
    name_bytes = name.bytes;
  } else if (bytes_or_name == 0 && reported->op == ROCJFR_OP_COPY && submit != nullptr) {
    bytes_or_name = submit->submit_bytes;  // where the runtime does not say, the call did
  }
  // By value: what a function's address is taken of cannot stay in registers.
  const bool written = pool->Write<1>(
      *thread, Writer::kRuntime, name_bytes, [=](uint32_t, activity_record_t* record) {
        FillWork(*reported, correlation_id, bytes_or_name, name_bytes, record);
      });
  if (__builtin_expect(!written, false)) NoteUnwritten(*pool);
}

void OnRoctx(uint32_t op, const char* message, uint64_t id) {
  if (op >= kRoctxOps || Forked()) return;
  const UserCallback callback = g_roctx[op].Get();
  Thread* thread = CurrentThread();
  if (callback.function == nullptr || thread == nullptr) return;
  roctx_api_data_t data;
  data.args.message = message;
  data.args.id = id;
  CallBack(*thread, callback, ACTIVITY_DOMAIN_ROCTX, op, &data);
}

}  // namespace

const rocjfr_client_t kSink = {sizeof(rocjfr_client_t), &OnApi, &OnOp, &OnRoctx};

}  // namespace rocjfr::roctracer
