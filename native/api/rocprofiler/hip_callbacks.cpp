// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hip_callbacks.h"

#include <cstring>

#include "clock.h"
#include "code_objects.h"
#include "hip_signatures.h"
#include "hip_streams.h"
#include "markers.h"
#include "records.h"

namespace rocjfr::sdk {
namespace {

// rocprofiler_callback_tracing_hip_api_data_t.
struct Payload {
  uint64_t size;
  HipApiData data;
};
static_assert(sizeof(Payload) == 120 && offsetof(Payload, data.result) == 96, "as the headers");

// rocprofiler_buffer_tracing_hip_api_ext_record_t.
struct ExtRecord {
  rocprofiler_buffer_tracing_hip_api_record_t call;
  HipApiData data;
};
constexpr uint64_t kWithoutResult = HipApiData::kResultBytes;

// hipErrorUnknown: what stands behind the end of a payload without a result.
constexpr uint32_t kNoResult = 999;

uint32_t CallbackKindOf(uint32_t buffer_kind) noexcept {
  return buffer_kind == ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API
             ? ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API
             : ROCPROFILER_CALLBACK_TRACING_HIP_COMPILER_API;
}
uint32_t ExtKindOf(uint32_t buffer_kind) noexcept {
  return buffer_kind == ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API
             ? ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT
             : ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API_EXT;
}
ActiveServices& CallbacksFor(const HipFunction& function) noexcept {
  return g_active_callbacks[CallbackKindOf(function.kind)];
}

// False: it is not known what the call returned.
bool CopyResult(const HipFunction& function, const rocjfr_call_t& call, HipApiData* data) noexcept {
  memset(data->result, 0, sizeof(data->result));
  const bool known =
      call.result != 0 && function.signature != nullptr && function.signature->returns_error;
  const uint32_t result = known ? call.result - 1 : kNoResult;
  memcpy(data->result, &result, sizeof(result));
  return known;
}

// The id that a call has in a context: what a tool said that is asked, else what was pushed.
uint64_t ExternalOf(Thread& thread, const Context& context, const HipFunction& function,
                    uint64_t correlation_id) {
  for (const Thread::Asked& asked : thread.asked) {
    if (asked.correlation_id == correlation_id && asked.context == context.id().handle) {
      return asked.external;
    }
  }
  const auto kind = RequestKindOf(function.kind);
  if (!context.AsksFor(kind)) return context.external().Top(thread);
  const uint64_t id = context.ExternalId(thread, kind, function.operation, correlation_id);
  try {
    thread.asked.push_back({correlation_id, context.id().handle, id});
  } catch (...) {
  }
  return id;
}

void Call(Thread& thread, const rocjfr_call_t& call, const HipFunction& function,
          const Service& service, rocprofiler_callback_phase_t phase, Payload* payload,
          rocprofiler_user_data_t* user_data) {
  rocprofiler_callback_tracing_record_t record = {};
  record.context_id = service.context->id();
  record.thread_id = thread.id;
  record.correlation_id.internal = call.correlation_id;
  record.correlation_id.external.value =
      ExternalOf(thread, *service.context, function, call.correlation_id);
  record.correlation_id.ancestor = AncestorWithin(thread, call.correlation_id, call.ancestor);
  record.kind = static_cast<rocprofiler_callback_tracing_kind_t>(service.kind);
  record.operation = function.operation;
  record.phase = phase;
  record.payload = payload;
  CallTool(thread, service, record, user_data);
}

void TellEnter(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  const ActiveServices& services = CallbacksFor(function);
  if (function.kind == 0 || !services.Any()) return;
  Payload payload;
  payload.size = sizeof(payload);  // as AMD's, although nothing has been returned yet
  CopyArguments(function.signature, call, &payload.data);
  memset(payload.data.result, 0, sizeof(payload.data.result));
  services.ForEach([&](const Service& service) {
    if (!service.Wants(function.operation) || !service.context->Covers(call.begin_ns)) return;
    rocprofiler_user_data_t data;
    data.value = 0;
    Call(thread, call, function, service, ROCPROFILER_CALLBACK_PHASE_ENTER, &payload, &data);
    try {
      thread.api_calls.push_back({call.correlation_id, &service, data.value});
      ++thread.exits_due;
    } catch (...) {
    }
  });
}

void TellExit(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  auto& open = thread.api_calls;
  // What is above it are inner calls that never returned.
  while (!open.empty() && open.back().correlation_id > call.correlation_id) {
    open.pop_back();
    --thread.exits_due;
  }
  if (open.empty() || open.back().correlation_id != call.correlation_id) return;
  Payload payload;
  CopyArguments(function.signature, call, &payload.data);
  payload.size = sizeof(payload);
  if (!CopyResult(function, call, &payload.data)) payload.size -= kWithoutResult;
  // A context that was stopped meanwhile hears the end as well.
  while (!open.empty() && open.back().correlation_id == call.correlation_id) {
    const Thread::StreamCall one = open.back();
    open.pop_back();
    --thread.exits_due;
    rocprofiler_user_data_t data;
    data.value = one.word;
    Call(thread, call, function, *one.service, ROCPROFILER_CALLBACK_PHASE_EXIT, &payload, &data);
  }
}

void WriteExt(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  const ActiveServices& services = g_active[ExtKindOf(function.kind)];
  if (function.kind == 0 || !services.Any()) return;
  const Times times = FromCallClock(call.begin_ns, call.end_ns);
  services.ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(function.operation) || !context.Covers(call.begin_ns)) return;
    ExtRecord record;
    record.call = Make<rocprofiler_buffer_tracing_hip_api_record_t>(service);
    record.call.operation = function.operation;
    record.call.correlation_id.internal = call.correlation_id;
    record.call.correlation_id.external.value =
        ExternalOf(thread, context, function, call.correlation_id);
    record.call.correlation_id.ancestor =
        AncestorWithin(thread, call.correlation_id, call.ancestor);
    record.call.start_timestamp = times.start;
    record.call.end_timestamp = times.end;
    record.call.thread_id = thread.id;
    record.call.size = sizeof(record);
    CopyArguments(function.signature, call, &record.data);
    if (!CopyResult(function, call, &record.data)) record.call.size -= kWithoutResult;
    // As long as its size says: the record may end before the result.
    service.buffer->Write(thread, Writer::kCaller, &record);
  });
}

}  // namespace

std::atomic<uint32_t> g_hip_callbacks{0};

bool IsHipCallback(uint32_t callback_kind) noexcept {
  return callback_kind == ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API ||
         callback_kind == ROCPROFILER_CALLBACK_TRACING_HIP_COMPILER_API ||
         callback_kind == ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT ||
         callback_kind == ROCPROFILER_CALLBACK_TRACING_HIP_STREAM;
}

bool HasHipArguments(uint32_t buffer_kind) noexcept {
  return buffer_kind == ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API_EXT ||
         buffer_kind == ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API_EXT;
}

bool WantsArguments(const HipFunction& function) noexcept {
  if (function.kind == 0) return false;
  bool wants = false;
  const auto look = [&](const Service& service) {
    wants = wants || service.Wants(function.operation);
  };
  CallbacksFor(function).ForEach(look);
  g_active[ExtKindOf(function.kind)].ForEach(look);
  return wants;
}

void HipCallbacksOnEnter(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  TellEnter(thread, call, function);
  if (CodeObjectServices().Any()) CodeObjectsOnEnter(thread, call, function);
  if (HipStreamServices().Any()) HipStreamsOnEnter(thread, call, function);
}

void HipCallbacksOnExit(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  if (CodeObjectServices().Any()) CodeObjectsOnExit(thread, call, function);
  if (HipStreamServices().Any() || !thread.stream_calls.empty()) {
    HipStreamsOnExit(thread, call, function);
  }
  WriteExt(thread, call, function);
  if (!thread.api_calls.empty()) TellExit(thread, call, function);
}

}  // namespace rocjfr::sdk
