// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hsa_callbacks.h"

#include <cstring>

#include "markers.h"
#include "records.h"

namespace rocjfr::sdk {
namespace {

// rocprofiler_callback_tracing_hsa_api_data_t, of which this library knows bytes only.
struct Payload {
  uint64_t size = sizeof(Payload);
  unsigned char arguments[192] = {};  // the longest are hsa_ext_program_finalize's
  uint64_t result = 0;
};
static_assert(sizeof(Payload) == 208, "as the headers");
// In hsa_api_data_t.
constexpr size_t kResultAt = 16, kArgumentsAt = 24, kArgumentBytes = 88;
// Of hsa_amd_memory_async_copy_rect what stands there between the pointer to the range and the
// next argument: the range itself, which the SDK's structure has not.
constexpr size_t kRangeAt = 40, kBehindRangeAt = 56;

constexpr uint32_t kCallbacks[ROCJFR_HSA_TABLES] = {
    ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API,
    ROCPROFILER_CALLBACK_TRACING_HSA_IMAGE_EXT_API,
    ROCPROFILER_CALLBACK_TRACING_HSA_FINALIZE_EXT_API};
constexpr uint32_t kBuffers[ROCJFR_HSA_TABLES] = {
    ROCPROFILER_BUFFER_TRACING_HSA_CORE_API, ROCPROFILER_BUFFER_TRACING_HSA_AMD_EXT_API,
    ROCPROFILER_BUFFER_TRACING_HSA_IMAGE_EXT_API, ROCPROFILER_BUFFER_TRACING_HSA_FINALIZE_EXT_API};

void Call(Thread& thread, const rocjfr_hsa_call_t& call, int32_t operation,
          const Thread::HsaCall& told, rocprofiler_callback_phase_t phase, Payload* payload,
          rocprofiler_user_data_t* word) {
  rocprofiler_callback_tracing_record_t record = {};
  record.context_id = told.service->context->id();
  record.thread_id = thread.id;
  record.correlation_id.internal = call.correlation_id;
  record.correlation_id.external.value = told.external;
  record.correlation_id.ancestor =
      AncestorWithin(thread, call.correlation_id, call.outer != 0 ? call.outer : thread.OpenCall());
  record.kind = static_cast<rocprofiler_callback_tracing_kind_t>(told.service->kind);
  record.operation = operation;
  record.phase = phase;
  record.payload = payload;
  ++thread.hsa_callbacks;
  CallTool(thread, *told.service, record, word);
  --thread.hsa_callbacks;
}

uint32_t NumberOf(const char* name) noexcept {
  rocjfr_hsa_function_t function;
  for (uint32_t number = 0; number < rocjfr_hsa_functions(); ++number) {
    if (rocjfr_hsa_function(number, &function) == ROCJFR_STATUS_SUCCESS &&
        strcmp(function.name, name) == 0) {
      return number;
    }
  }
  return UINT32_MAX;
}

Payload PayloadOf(const rocjfr_hsa_call_t& call) noexcept {
  static const uint32_t finalize = NumberOf("hsa_ext_program_finalize"),
                        rectangle = NumberOf("hsa_amd_memory_async_copy_rect");
  Payload payload;
  const char* arguments = static_cast<const char*>(call.api_data) + kArgumentsAt;
  if (call.function == finalize) {
    memcpy(payload.arguments, arguments, sizeof(payload.arguments));
  } else if (call.function == rectangle) {
    memcpy(payload.arguments, arguments, kRangeAt);
    memcpy(payload.arguments + kRangeAt, arguments + kBehindRangeAt,
           kArgumentBytes - kBehindRangeAt);
  } else {
    memcpy(payload.arguments, arguments, kArgumentBytes);
  }
  return payload;
}

}  // namespace

uint32_t HsaCallbackKindOf(uint32_t table) noexcept {
  return kCallbacks[table];
}

bool IsHsaCallback(uint32_t callback_kind) noexcept {
  for (const uint32_t kind : kCallbacks) {
    if (kind == callback_kind) return true;
  }
  return false;
}

void TellHsaEnter(Thread& thread, const rocjfr_hsa_call_t& call, uint32_t table,
                  int32_t operation) {
  const ActiveServices& services = g_active_callbacks[kCallbacks[table]];
  if (!services.Any() || thread.hsa_callbacks != 0) return;
  Payload payload = PayloadOf(call);
  services.ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(operation) || !context.Covers(call.begin_ns)) return;
    const uint64_t external =
        context.ExternalId(thread, RequestKindOf(kBuffers[table]), operation, call.correlation_id);
    Thread::HsaCall told = {call.correlation_id, &service, 0, external};
    rocprofiler_user_data_t word;
    word.value = 0;
    Call(thread, call, operation, told, ROCPROFILER_CALLBACK_PHASE_ENTER, &payload, &word);
    told.word = word.value;
    try {
      thread.hsa_calls.push_back(told);
    } catch (...) {
    }
  });
}

void TellHsaExit(Thread& thread, const rocjfr_hsa_call_t& call, uint32_t table, int32_t operation) {
  auto& open = thread.hsa_calls;
  // What is above it are inner calls that never returned.
  while (!open.empty() && open.back().correlation_id > call.correlation_id) open.pop_back();
  if (open.empty() || open.back().correlation_id != call.correlation_id) return;
  Payload payload = PayloadOf(call);
  memcpy(&payload.result, static_cast<const char*>(call.api_data) + kResultAt,
         sizeof(payload.result));
  // A context that was stopped meanwhile hears the end as well.
  while (!open.empty() && open.back().correlation_id == call.correlation_id) {
    const Thread::HsaCall told = open.back();
    open.pop_back();
    if (told.service->kind != kCallbacks[table]) continue;
    rocprofiler_user_data_t word;
    word.value = told.word;
    Call(thread, call, operation, told, ROCPROFILER_CALLBACK_PHASE_EXIT, &payload, &word);
  }
}

}  // namespace rocjfr::sdk
