// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "sink.h"

#include <cstring>

#include "agents.h"
#include "calls.h"
#include "clock.h"
#include "code_objects.h"
#include "core_link.h"
#include "hip_callbacks.h"
#include "lifecycle.h"
#include "markers.h"
#include "records.h"
#include "work.h"
#include "work_callbacks.h"

namespace rocjfr::sdk {
namespace {

using ApiRecord = rocprofiler_buffer_tracing_hip_api_record_t;

template <typename T>
T Argument(const rocjfr_call_t& call, uint32_t offset) noexcept {
  T value;
  memcpy(&value, static_cast<const char*>(call.api_data) + offset, sizeof(value));
  return value;
}

void AddExternal(PendingCall* call, std::vector<ExternalOfContext>* more, uint64_t context,
                 uint64_t id) {
  if (call->External(context) != 0) return;  // by another service of the context
  const ExternalOfContext one = {context, id};
  if (call->external_count < PendingCall::kExternals) {
    call->externals[call->external_count++] = one;
    return;
  }
  more->push_back(one);
  call->more = more->data();
  ++call->external_count;
}

void Remember(Thread& thread, const rocjfr_call_t& call) noexcept {
  PendingCall pending;
  pending.correlation_id = call.correlation_id;
  pending.begin_ns = call.begin_ns;
  pending.thread_id = thread.id;
  if (call.submit != nullptr && HipFunctionOf(call.op).plain_copy &&
      Argument<uint64_t>(call, 16) != ROCJFR_UNFILLED) {
    pending.dst = Argument<uint64_t>(call, 16);
    pending.src = Argument<uint64_t>(call, 24);
  }
  if (call.submit != nullptr) {
    pending.kernel_id = LaunchedKernel(thread, call, HipFunctionOf(call.op));
    pending.kernel_name = call.submit->submit_name;
  }
  std::vector<ExternalOfContext> more;
  const ActiveServices* const of_work[] = {&g_active[ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH],
                                           &g_active[ROCPROFILER_BUFFER_TRACING_MEMORY_COPY],
                                           &DispatchCallbacks(), &CopyCallbacks()};
  for (const ActiveServices* services : of_work) {
    services->ForEach([&](const Service& service) {
      const uint64_t id = service.context->external().Top(thread);
      if (id == 0) return;
      try {
        AddExternal(&pending, &more, service.context->id().handle, id);
      } catch (...) {
      }
    });
  }
  if (RememberCall(pending)) return;
  // Another one gave way to it, which now never retires.
  Retirements().ForEach([](const Service& service) { service.buffer->CountDrop(); });
}

// Tools that want to be asked for the ids of calls are asked before the call.
[[gnu::noinline]] void AskForExternals(Thread& thread, const rocjfr_call_t& call) {
  const HipFunction& function = HipFunctionOf(call.op);
  const auto kind = RequestKindOf(function.kind);
  g_active[function.kind].ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(function.operation) || !context.AsksFor(kind) ||
        !context.Covers(call.begin_ns)) {
      return;
    }
    for (const Thread::Asked& asked : thread.asked) {
      if (asked.correlation_id == call.correlation_id && asked.context == context.id().handle) {
        return;  // by a callback
      }
    }
    const uint64_t id = context.ExternalId(thread, kind, function.operation, call.correlation_id);
    try {
      thread.asked.push_back({call.correlation_id, context.id().handle, id});
    } catch (...) {
    }
  });
}

uint64_t ExternalOf(Thread& thread, const Context& context, uint64_t correlation_id) {
  for (const Thread::Asked& asked : thread.asked) {
    if (asked.correlation_id == correlation_id && asked.context == context.id().handle) {
      return asked.external;
    }
  }
  return context.external().Top(thread);
}

// Calls that this one is not in never returned.
[[gnu::noinline]] void ForgetAbandoned(Thread& thread, uint64_t outer) {
  while (thread.depth > 0 && (thread.depth > kMaxDepth || thread.open[thread.depth - 1] > outer)) {
    --thread.depth;
  }
  while (!thread.asked.empty() && thread.asked.back().correlation_id > outer) {
    thread.asked.pop_back();
  }
  for (auto* open : {&thread.api_calls, &thread.stream_calls}) {
    while (!open->empty() && open->back().correlation_id > outer) {
      open->pop_back();
      --thread.exits_due;
    }
  }
}

void OnEnter(Thread& thread, const rocjfr_call_t& call) {
  const bool submits = call.submits != 0;
  if (__builtin_expect(thread.depth != 0, false)) ForgetAbandoned(thread, call.outer);
  // What a tool calls from here on is called within it.
  const uint32_t depth = thread.depth++;
  if (depth < kMaxDepth) {
    thread.open[depth] = call.correlation_id;
    thread.remembered[depth] = submits;
  }
  // First: an id that a tool pushes there is its work's, too.
  if (AnyHipCallbacks()) HipCallbacksOnEnter(thread, call, HipFunctionOf(call.op));
  if (submits) Remember(thread, call);
  if (g_any_requests.load(std::memory_order_relaxed)) AskForExternals(thread, call);
}

void OnExit(Thread& thread, const rocjfr_call_t& call) {
  const bool entered = call.entered != 0;
  // The core may have given up inner calls that never returned.
  while (entered && thread.depth > 0 &&
         (thread.depth > kMaxDepth || thread.open[thread.depth - 1] != call.correlation_id)) {
    --thread.depth;
  }
  const uint32_t depth = thread.depth;
  const bool remembered = entered && (depth == 0 || thread.remembered[depth - 1]);
  const HipFunction& function = HipFunctionOf(call.op);
  if (AnyHipCallbacks() || thread.exits_due != 0) HipCallbacksOnExit(thread, call, function);
  const Times times = FromCallClock(call.begin_ns, call.end_ns);
  g_active[function.kind].ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(function.operation) || !context.Covers(call.begin_ns)) return;
    auto record = Make<ApiRecord>(service);
    record.operation = function.operation;
    record.correlation_id.internal = call.correlation_id;
    record.correlation_id.external.value = ExternalOf(thread, context, call.correlation_id);
    record.correlation_id.ancestor = AncestorWithin(thread, call.correlation_id, call.ancestor);
    record.start_timestamp = times.start;
    record.end_timestamp = times.end;
    record.thread_id = thread.id;
    Write(service, thread, Writer::kCaller, record);
  });
  while (!thread.asked.empty() && thread.asked.back().correlation_id >= call.correlation_id) {
    thread.asked.pop_back();
  }
  // Also without the service: the table's entry becomes free. Most calls have none.
  if (!remembered || CallReturned(call.correlation_id, call.submits)) {
    Retire(thread, Writer::kCaller, call.correlation_id, call.begin_ns, call.end_ns);
  }
  if (entered && depth > 0) thread.depth = depth - 1;
}

void OnApi(const rocjfr_call_t* call) {
  if (Forked()) return;
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  const Reading reading(thread);
  if (call->phase == 0) {
    OnEnter(*thread, *call);
  } else {
    OnExit(*thread, *call);
    if (!g_hip_has_worked.load(std::memory_order_relaxed)) NoteHipWorks();
  }
}

}  // namespace

void RetirePending(Thread& thread, const Service& stopping, bool last) noexcept {
  struct Stopping {
    const Thread& thread;
    const Service& service;
  } data{thread, stopping};
  ForEachPending(
      last,
      [](uint64_t correlation_id, uint64_t begin_ns, void* to) {
        const auto* stops = static_cast<const Stopping*>(to);
        // The context no longer covers what begins now, but what began before.
        if (!stops->service.context->Covers(begin_ns)) return;
        WriteRetirement(stops->service, stops->thread, Writer::kCaller, correlation_id,
                        CallClockNs());
      },
      &data);
}

void FollowSubmissions() noexcept {
  rocjfr_client_follow_submissions(ROCJFR_CLIENT_ROCPROFILER, &OnSubmission);
}

const rocjfr_client_t kSink = {sizeof(rocjfr_client_t), &OnApi, &OnOp, &OnRoctx};

}  // namespace rocjfr::sdk
