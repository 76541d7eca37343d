// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "marker_callbacks.h"

#include "markers.h"
#include "records.h"

namespace rocjfr::sdk {
namespace {

using Payload = rocprofiler_callback_tracing_marker_api_data_t;
// Without a return value, also of what returns none.
constexpr uint64_t kWithoutResult = sizeof(Payload) - offsetof(Payload, retval);

uint32_t CallbackKindOf(uint32_t buffer_kind) noexcept {
  switch (buffer_kind) {
    case ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API:
      return ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API;
    case ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API:
      return ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API;
    case ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API:
      return ROCPROFILER_CALLBACK_TRACING_MARKER_NAME_API;
    default:
      return ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API;
  }
}

// What the call returns: false where that is not known (levels of ranges), or nothing.
bool SetResult(uint32_t kind, int32_t operation, uint64_t id, Payload* payload) noexcept {
  if (kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API) {
    if (operation == ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStartA) {
      payload->retval.roctx_range_id_t_retval = id;
      return true;
    }
    return operation == ROCPROFILER_MARKER_CORE_API_ID_roctxGetThreadId;  // 0
  }
  // 0; ranges are no calls.
  return kind != ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API;
}

// *thread_id: has to live as long as the payload.
void SetArguments(uint32_t kind, int32_t operation, const char* message, uint64_t id,
                  roctx_thread_id_t* thread_id, Payload* payload) noexcept {
  rocprofiler_marker_api_args_t& args = payload->args;
  if (kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API) {
    args.roctxProfilerPause.tid = id;
    return;
  }
  args.roctxMarkA.message = message;
  if (kind == ROCPROFILER_CALLBACK_TRACING_MARKER_NAME_API) {
    if (operation == ROCPROFILER_MARKER_NAME_API_ID_roctxNameHsaAgent) {
      args.roctxNameHsaAgent.agent = reinterpret_cast<const hsa_agent_s*>(id);
    } else if (operation == ROCPROFILER_MARKER_NAME_API_ID_roctxNameHipDevice) {
      args.roctxNameHipDevice.device_id = static_cast<int>(id);
    } else if (operation == ROCPROFILER_MARKER_NAME_API_ID_roctxNameHipStream) {
      args.roctxNameHipStream.stream = reinterpret_cast<const ihipStream_t*>(id);
    }
    return;
  }
  const bool core = kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API;
  if (core && operation == ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStop) {
    args.roctxRangeStop.id = id;
  } else if (operation == (core ? int32_t{ROCPROFILER_MARKER_CORE_API_ID_roctxGetThreadId}
                                : int32_t{ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxGetThreadId})) {
    *thread_id = id;
    args.roctxGetThreadId.tid = thread_id;
  }
}

struct Calling {
  Thread& thread;
  const Service& service;
  int32_t operation;
  uint64_t correlation_id, external, ancestor, thread_id;

  void operator()(rocprofiler_callback_phase_t phase, Payload* payload,
                  rocprofiler_user_data_t* word) const {
    rocprofiler_callback_tracing_record_t record = {};
    record.context_id = service.context->id();
    record.thread_id = thread_id;
    record.correlation_id.internal = correlation_id;
    record.correlation_id.external.value = external;
    record.correlation_id.ancestor = ancestor;
    record.kind = static_cast<rocprofiler_callback_tracing_kind_t>(service.kind);
    record.operation = operation;
    record.phase = phase;
    record.payload = payload;
    CallTool(thread, service, record, word);
  }
};

}  // namespace

bool IsMarkerCallback(uint32_t callback_kind) noexcept {
  return callback_kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API ||
         callback_kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CONTROL_API ||
         callback_kind == ROCPROFILER_CALLBACK_TRACING_MARKER_NAME_API ||
         callback_kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API;
}

void TellMarker(Thread& thread, uint32_t buffer_kind, int32_t operation, const char* message,
                uint64_t id, uint64_t correlation_id, uint64_t now) {
  const uint32_t kind = CallbackKindOf(buffer_kind);
  g_active_callbacks[kind].ForEach([&](const Service& service) {
    if (!service.Wants(operation) || !service.context->Covers(now)) return;
    Payload payload = {};
    roctx_thread_id_t thread_id = 0;
    SetArguments(kind, operation, message, id, &thread_id, &payload);
    payload.size = sizeof(payload);
    rocprofiler_user_data_t word;
    word.value = 0;
    const uint64_t external =
        service.context->ExternalId(thread, RequestKindOf(buffer_kind), operation, correlation_id);
    const Calling call = {thread,         service,  operation,
                          correlation_id, external, AncestorOf(thread, correlation_id),
                          thread.id};
    call(ROCPROFILER_CALLBACK_PHASE_ENTER, &payload, &word);
    if (!SetResult(kind, operation, id, &payload)) payload.size -= kWithoutResult;
    call(ROCPROFILER_CALLBACK_PHASE_EXIT, &payload, &word);
  });
}

void TellRangeBegin(Thread& thread, int32_t operation, const char* message, OpenRange* range) {
  g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API].ForEach(
      [&](const Service& service) {
        if (!service.Wants(operation) || !service.context->Covers(range->begin_ns)) return;
        if (range->told.empty()) range->message = message == nullptr ? "" : message;
        Payload payload = {};
        payload.size = sizeof(payload);
        payload.args.roctxThreadRangeA.message = range->message.c_str();
        rocprofiler_user_data_t word;
        word.value = 0;
        const Calling call = {thread,
                              service,
                              operation,
                              range->correlation_id,
                              service.context->external().Top(thread),
                              range->ancestor,
                              range->thread_id};
        call(ROCPROFILER_CALLBACK_PHASE_ENTER, &payload, &word);
        range->told.push_back({&service, word.value});
      });
}

void TellRangeEnd(Thread& thread, int32_t operation, const OpenRange& range) {
  for (const OpenRange::Told& told : range.told) {
    Payload payload = {};
    payload.size = sizeof(payload) - kWithoutResult;
    payload.args.roctxThreadRangeA.message = range.message.c_str();
    rocprofiler_user_data_t word;
    word.value = told.word;
    const Calling call = {thread,
                          *told.service,
                          operation,
                          range.correlation_id,
                          told.service->context->external().Top(thread),
                          range.ancestor,
                          range.thread_id};
    call(ROCPROFILER_CALLBACK_PHASE_EXIT, &payload, &word);
  }
}

}  // namespace rocjfr::sdk
