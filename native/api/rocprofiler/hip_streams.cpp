// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hip_streams.h"

#include <cxxabi.h>

#include <unordered_map>

#include "base/leaky_singleton.h"
#include "markers.h"
#include "outcome.h"
#include "records.h"

namespace rocjfr::sdk {
namespace {

using Operation = rocprofiler_hip_stream_operation_t;

// Numbers by handle, of the streams that were seen and not destroyed.
struct Streams {
  std::mutex mutex;
  std::unordered_map<uint64_t, uint64_t> ids;
  uint64_t last = 0;
};
Streams& TheStreams() {
  return LeakySingleton<Streams>();
}

// A handle that has just been made is another stream's, whatever it was before.
uint64_t IdOf(uint64_t handle, bool made) {
  if (handle == 0) return 0;
  Streams& streams = TheStreams();
  std::lock_guard<std::mutex> lock(streams.mutex);
  uint64_t& id = streams.ids[handle];
  if (id == 0 || made) id = ++streams.last;
  return id;
}

bool Known(uint64_t handle) {
  Streams& streams = TheStreams();
  std::lock_guard<std::mutex> lock(streams.mutex);
  return streams.ids.count(handle) != 0;
}

void Forget(uint64_t handle) {
  Streams& streams = TheStreams();
  std::lock_guard<std::mutex> lock(streams.mutex);
  streams.ids.erase(handle);
}

uint64_t At(const rocjfr_call_t& call, uint32_t offset) noexcept {
  return ArgumentAt<uint64_t>(call, offset);
}

void Call(Thread& thread, const rocjfr_call_t& call, const Service& service, Operation operation,
          rocprofiler_callback_phase_t phase, uint64_t handle, uint64_t id,
          rocprofiler_user_data_t* user_data) {
  rocprofiler_callback_tracing_hip_stream_data_t data = {};
  data.size = sizeof(data);
  data.stream_id = {id};
  data.stream_value.value = handle;
  rocprofiler_callback_tracing_record_t record = {};
  record.context_id = service.context->id();
  record.thread_id = thread.id;
  record.correlation_id.internal = call.correlation_id;
  record.correlation_id.external.value = service.context->external().Top(thread);
  record.correlation_id.ancestor = AncestorWithin(thread, call.correlation_id, call.ancestor);
  record.kind = ROCPROFILER_CALLBACK_TRACING_HIP_STREAM;
  record.operation = operation;
  record.phase = phase;
  record.payload = &data;
  CallTool(thread, service, record, user_data);
}

void TellOnce(Thread& thread, const rocjfr_call_t& call, Operation operation, uint64_t handle,
              uint64_t id) {
  HipStreamServices().ForEach([&](const Service& service) {
    if (!service.Wants(operation) || !service.context->Covers(call.begin_ns)) return;
    rocprofiler_user_data_t data;
    data.value = 0;
    Call(thread, call, service, operation, ROCPROFILER_CALLBACK_PHASE_NONE, handle, id, &data);
  });
}

bool Uses(const rocjfr_call_t& call, const HipFunction& function) noexcept {
  const uint32_t offset = rocjfr_stream_argument(call.op);
  return function.stream == HipFunction::Stream::kNo && offset != 0 &&
         At(call, offset) != ROCJFR_UNFILLED;
}

}  // namespace

void ForgetStreams() noexcept {
  Streams& streams = TheStreams();
  std::lock_guard<std::mutex> lock(streams.mutex);
  streams.ids.clear();
}

uint64_t StreamOf(const rocjfr_call_t& call) noexcept {
  const uint32_t offset = rocjfr_stream_argument(call.op);
  const uint64_t handle = offset == 0 ? 0 : At(call, offset);
  return handle == ROCJFR_UNFILLED ? 0 : handle;
}

__attribute__((no_sanitize("undefined"))) void HipStreamsOnEnter(Thread& thread,
                                                                 const rocjfr_call_t& call,
                                                                 const HipFunction& function) {
  // For calls of which it will not be known whether they have failed: one that has leaves the
  // handle as it is. (Where a destroyed stream's handle comes again, it is not known any more.)
  if (function.stream == HipFunction::Stream::kCreate) *call.word = MadeHandle(call);
  if (!Uses(call, function)) return;
  try {
    const uint64_t handle = StreamOf(call), id = IdOf(handle, false);
    HipStreamServices().ForEach([&](const Service& service) {
      if (!service.Wants(ROCPROFILER_HIP_STREAM_SET) || !service.context->Covers(call.begin_ns)) {
        return;
      }
      rocprofiler_user_data_t data;
      data.value = 0;
      Call(thread, call, service, ROCPROFILER_HIP_STREAM_SET, ROCPROFILER_CALLBACK_PHASE_ENTER,
           handle, id, &data);
      try {
        thread.stream_calls.push_back({call.correlation_id, &service, data.value});
        ++thread.exits_due;
      } catch (...) {
      }
    });
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
  }
}

__attribute__((no_sanitize("undefined"))) void HipStreamsOnExit(Thread& thread,
                                                                const rocjfr_call_t& call,
                                                                const HipFunction& function) {
  try {
    if (function.stream == HipFunction::Stream::kCreate) {
      const uint64_t handle = MadeHandle(call);
      const bool told = OutcomeOf(call) == Outcome::kSuccess;
      if (handle == 0 || (!told && handle == *call.word && Known(handle))) return;
      TellOnce(thread, call, ROCPROFILER_HIP_STREAM_CREATE, handle, IdOf(handle, true));
    } else if (function.stream == HipFunction::Stream::kDestroy) {
      const uint64_t handle = At(call, 16);
      if (handle == ROCJFR_UNFILLED || OutcomeOf(call) == Outcome::kFailure) return;
      TellOnce(thread, call, ROCPROFILER_HIP_STREAM_DESTROY, handle, IdOf(handle, false));
      Forget(handle);
    } else if (Uses(call, function)) {
      const uint64_t handle = StreamOf(call), id = IdOf(handle, false);
      auto& open = thread.stream_calls;
      // What is above it are inner calls that never returned.
      while (!open.empty() && open.back().correlation_id > call.correlation_id) {
        open.pop_back();
        --thread.exits_due;
      }
      // A context that was stopped meanwhile hears the end as well.
      while (!open.empty() && open.back().correlation_id == call.correlation_id) {
        const Thread::StreamCall one = open.back();
        open.pop_back();
        --thread.exits_due;
        rocprofiler_user_data_t data;
        data.value = one.word;
        Call(thread, call, *one.service, ROCPROFILER_HIP_STREAM_SET,
             ROCPROFILER_CALLBACK_PHASE_EXIT, handle, id, &data);
      }
    }
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
  }
}

}  // namespace rocjfr::sdk
