// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "sink.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/user_code.h"
#include "clock.h"
#include "core_link.h"
#include "external_ids.h"
#include "lifecycle.h"
#include "names.h"
#include "registrations.h"
#include "roctracer/roctracer_ext.h"
#include "roctracer/roctracer_roctx.h"
#include "status.h"
#include "thread.h"

namespace rocjfr::roctracer {
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

// Asked once, since it is a system call. A forked child records nothing.
const auto g_process_id = static_cast<uint32_t>(getpid());

class InCallback {
 public:
  explicit InCallback(Thread& thread) noexcept : thread_(thread) { ++thread_.callbacks; }
  ~InCallback() { --thread_.callbacks; }
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;

 private:
  Thread& thread_;
};

void Call(const UserCallback& callback, uint32_t domain, uint32_t op, const void* data) {
  CallUser([&] { callback.function(domain, op, data, callback.arg); },
           [] { TellThrown("an API callback"); });
}

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
  if (thread == nullptr || callback.function == nullptr || thread->phases >= kMaxPhases) return;
  const uint32_t phase = thread->phases++;
  thread->phase_data[phase] = 0;
  *call.word = phase + 1;  // EXIT is for those that got ENTER
  LetKeep(call, &thread->phase_data[phase]);
  thread->phase_begin_ns[phase] = call.begin_ns;
  InCallback in(*thread);
  Call(callback, ACTIVITY_DOMAIN_HIP_API, call.op, call.api_data);
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
    InCallback in(thread);
    Call(callback, ACTIVITY_DOMAIN_HIP_API, call.op, call.api_data);
  }
  thread.phases = phase;
}

// A record is written once, by words, where it lies in a ring, its padding too. (The compiler is
// told not to join them: see CMakeLists.txt.)
struct Words {
  uint64_t domain_and_kind, op, correlation_id, begin_ns, end_ns, device_or_process_and_thread,
      queue_id, bytes_or_name;
};
static_assert(sizeof(Words) == sizeof(activity_record_t), "");
static_assert(offsetof(Words, op) == offsetof(activity_record_t, op), "");
static_assert(offsetof(Words, correlation_id) == offsetof(activity_record_t, correlation_id), "");
static_assert(offsetof(Words, begin_ns) == offsetof(activity_record_t, begin_ns), "");
static_assert(offsetof(Words, end_ns) == offsetof(activity_record_t, end_ns), "");
static_assert(offsetof(Words, device_or_process_and_thread) ==
                  offsetof(activity_record_t, device_id),
              "");
static_assert(offsetof(Words, queue_id) == offsetof(activity_record_t, queue_id), "");
static_assert(offsetof(Words, bytes_or_name) == offsetof(activity_record_t, bytes), "");

uint64_t Pair(uint32_t first, uint32_t second) noexcept {
  return first | uint64_t{second} << 32;
}

void Put(const Words& words, activity_record_t* record) noexcept {
  auto* place = reinterpret_cast<char*>(record);
  const auto put = [place](size_t offset, uint64_t word) {
    memcpy(place + offset, &word, sizeof(word));
  };
  put(offsetof(Words, domain_and_kind), words.domain_and_kind);
  put(offsetof(Words, op), words.op);
  put(offsetof(Words, correlation_id), words.correlation_id);
  put(offsetof(Words, begin_ns), words.begin_ns);
  put(offsetof(Words, end_ns), words.end_ns);
  put(offsetof(Words, device_or_process_and_thread), words.device_or_process_and_thread);
  put(offsetof(Words, queue_id), words.queue_id);
  put(offsetof(Words, bytes_or_name), words.bytes_or_name);
}

struct Times {
  uint64_t begin_ns, end_ns;
};

void FillCall(const Thread& thread, const rocjfr_call_t& call, Times times,
              activity_record_t* record) noexcept {
  Put({ACTIVITY_DOMAIN_HIP_API, call.op, call.correlation_id, times.begin_ns, times.end_ns,
       Pair(g_process_id, thread.os_thread_id), 0, 0},
      record);
}

void FillExternalId(uint64_t external_id, const rocjfr_call_t& call,
                    activity_record_t* record) noexcept {
  // The id stands where others have their device.
  Put({ACTIVITY_DOMAIN_EXT_API, ACTIVITY_EXT_OP_EXTERN_ID, call.correlation_id, 0, 0, external_id,
       0, 0},
      record);
}

[[gnu::noinline]] void RecordBoth(Thread& thread, const rocjfr_call_t& call, Times times,
                                  uint64_t external_id, Pool& pool) noexcept {
  pool.Write<2>(thread, Writer::kCaller, 0, [&](uint32_t index, activity_record_t* record) {
    if (index == 0) {
      FillExternalId(external_id, call, record);
    } else {
      FillCall(thread, call, times, record);
    }
  });
}

void RecordCall(Thread& thread, const rocjfr_call_t& call, Times times, Pool& pool) noexcept {
  uint64_t external_id = 0;
  if (__builtin_expect(ExternalId(thread, &external_id), false)) {
    RecordBoth(thread, call, times, external_id, pool);
    return;
  }
  pool.Write<1>(thread, Writer::kCaller, 0, [&](uint32_t, activity_record_t* record) {
    FillCall(thread, call, times, record);
  });
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
  RecordCall(thread, call, {begin_ns, std::max(begin_ns, MonotonicNs())}, *pool);
}

void OnApi(const rocjfr_call_t* call) {
  if (call->op >= kMaxHipApis || Forked()) return;
  if (call->phase == ACTIVITY_API_PHASE_ENTER) return Enter(*call, g_hip_api[call->op].callback);
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  if (*call->word != 0) return ExitAndRecord(*thread, *call);
  Pool* pool = PoolOf(*call, call->begin_ns);
  if (pool != nullptr) RecordCall(*thread, *call, {call->begin_ns, call->end_ns}, *pool);
}

// Read field by field: what was written in small pieces a moment ago is slow to read in large ones.
void FillWork(const rocjfr_record_t& reported, uint64_t correlation_id, uint64_t bytes_or_name,
              uint64_t name_bytes, activity_record_t* record) noexcept {
  Put({Pair(ACTIVITY_DOMAIN_HIP_OPS, reported.kind),
       Pair(reported.op, static_cast<uint32_t>(name_bytes)), correlation_id, reported.begin_ns,
       reported.end_ns, reported.device_id, reported.queue_id, bytes_or_name},
      record);
}

void OnOp(const rocjfr_record_t* reported, const rocjfr_submit_t* submit, const char* kernel_name) {
  if (reported->op >= kHipOps || Forked()) return;
  Pool* pool = g_hip_ops[reported->op].load(std::memory_order_acquire);
  Thread* thread = CurrentThread();
  if (pool == nullptr || thread == nullptr) return;
  const uint64_t correlation_id =
      g_correlated.load(std::memory_order_relaxed) ? reported->correlation_id : 0;
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
  pool->Write<1>(*thread, Writer::kRuntime, name_bytes, [&](uint32_t, activity_record_t* record) {
    FillWork(*reported, correlation_id, bytes_or_name, name_bytes, record);
  });
}

void OnRoctx(uint32_t op, const char* message, uint64_t id) {
  if (op >= kRoctxOps || Forked()) return;
  const UserCallback callback = g_roctx[op].Get();
  Thread* thread = CurrentThread();
  if (callback.function == nullptr || thread == nullptr) return;
  roctx_api_data_t data;
  data.args.message = message;
  data.args.id = id;
  InCallback in(*thread);
  Call(callback, ACTIVITY_DOMAIN_ROCTX, op, &data);
}

}  // namespace

const rocjfr_client_t kSink = {sizeof(rocjfr_client_t), &OnApi, &OnOp, &OnRoctx};

}  // namespace rocjfr::roctracer
