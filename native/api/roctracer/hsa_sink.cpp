// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hsa_sink.h"

#include <algorithm>

#include "clock.h"
#include "core_link.h"
#include "hsa_ops.h"
#include "lifecycle.h"
#include "names.h"
#include "records.h"
#include "registrations.h"
#include "roctracer/roctracer_hsa.h"
#include "thread.h"

namespace rocjfr::roctracer {
namespace {

bool Stopped() noexcept {
  return g_stopped.load(std::memory_order_relaxed);
}

void OnStart() {
  RenewHsaOps();
  UpdateHsa();
}

void Enter(const rocjfr_hsa_call_t& call, uint32_t op) {
  const UserCallback callback = g_hsa_api[op].callback.Get();
  Thread* thread = CurrentThread();
  if (callback.function == nullptr || thread == nullptr || Stopped()) return;
  *call.word = 1;  // EXIT is for those that got ENTER
  CallBack(*thread, callback, ACTIVITY_DOMAIN_HSA_API, op, call.api_data);
}

void Exit(const rocjfr_hsa_call_t& call, uint32_t op) {
  Thread* thread = CurrentThread();
  if (thread == nullptr || Stopped()) return;
  uint64_t end_ns = call.end_ns;
  const UserCallback callback = g_hsa_api[op].callback.Get();
  if (*call.word != 0 && callback.function != nullptr) {
    CallBack(*thread, callback, ACTIVITY_DOMAIN_HSA_API, op, call.api_data);
    end_ns = std::max(end_ns, MonotonicNs());  // the callback is part of the call
  }
  Pool* pool = g_hsa_api[op].pool.load(std::memory_order_acquire);
  if (pool == nullptr || Stopped()) return;
  RecordCall(*thread, {ACTIVITY_DOMAIN_HSA_API, op, call.correlation_id, call.begin_ns, end_ns},
             *pool);
}

void OnCall(const rocjfr_hsa_call_t* call) {
  if (call->function >= kMaxHsaApis || Forked()) return;
  const uint32_t op = TheHsaOps().op_of_number[call->function];
  if (op >= kMaxHsaApis) return;
  if (call->phase == ACTIVITY_API_PHASE_ENTER) {
    Enter(*call, op);
  } else {
    Exit(*call, op);
  }
}

void OnEvent(uint32_t event, const void* data) {
  if (event >= kHsaEvents || Forked() || Stopped()) return;
  const UserCallback callback = g_hsa_events[event].Get();
  Thread* thread = CurrentThread();
  if (callback.function == nullptr || thread == nullptr) return;
  CallBack(*thread, callback, ACTIVITY_DOMAIN_HSA_EVT, event, data);
}

void OnOp(const rocjfr_record_t* reported, const char* kernel_name) {
  if (reported->op >= kHsaOps || Forked()) return;
  Pool* pool = g_hsa_ops[reported->op].load(std::memory_order_acquire);
  Thread* thread = CurrentThread();
  if (pool == nullptr || thread == nullptr) return;
  const bool correlated = g_correlated.load(std::memory_order_relaxed) ||
                          g_hsa_correlated.load(std::memory_order_relaxed);
  uint64_t bytes_or_name = reported->bytes;
  KeptName name;
  if (reported->op == HSA_OP_ID_DISPATCH) {
    name = KeepName(*thread, kernel_name, 0);
    bytes_or_name = reinterpret_cast<uint64_t>(name.text);
  }
  pool->Write<1>(*thread, Writer::kRuntime, name.bytes, [&](uint32_t, activity_record_t* record) {
    Put({ACTIVITY_DOMAIN_HSA_OPS, Pair(reported->op, static_cast<uint32_t>(name.bytes)),
         correlated ? reported->correlation_id : 0, reported->begin_ns, reported->end_ns,
         reported->device_id, reported->queue_id, bytes_or_name},
        record);
  });
}

}  // namespace

const rocjfr_hsa_client_t kHsaSink = {
    sizeof(rocjfr_hsa_client_t), &OnStart, &OnCall, &OnEvent, &OnOp, nullptr};

}  // namespace rocjfr::roctracer
