// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "sink.h"

#include <cstring>

#include "agents.h"
#include "calls.h"
#include "clock.h"
#include "code_objects.h"
#include "core_link.h"
#include "graphs.h"
#include "hip_callbacks.h"
#include "hip_streams.h"
#include "lifecycle.h"
#include "markers.h"
#include "records.h"
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
  if (Retirements().Any()) pending.stream = StreamOf(call);  // for graphs before it
  if (call.submit != nullptr && HipFunctionOf(call.op).plain_copy &&
      Argument<uint64_t>(call, 16) != ROCJFR_UNFILLED) {
    pending.dst = Argument<uint64_t>(call, 16);
    pending.src = Argument<uint64_t>(call, 24);
  }
  std::vector<ExternalOfContext> more;
  for (const uint32_t kind : {uint32_t{ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH},
                              uint32_t{ROCPROFILER_BUFFER_TRACING_MEMORY_COPY}}) {
    g_active[kind].ForEach([&](const Service& service) {
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
void AskForExternals(Thread& thread, const rocjfr_call_t& call) noexcept {
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

uint64_t ExternalOf(Thread& thread, const Context& context, uint64_t correlation_id) noexcept {
  for (const Thread::Asked& asked : thread.asked) {
    if (asked.correlation_id == correlation_id && asked.context == context.id().handle) {
      return asked.external;
    }
  }
  return context.external().Top(thread);
}

void OnEnter(Thread& thread, const rocjfr_call_t& call) {
  const bool submits = call.submits != 0;
  // First: an id that a tool pushes there is its work's, too.
  if (AnyHipCallbacks()) HipCallbacksOnEnter(thread, call, HipFunctionOf(call.op));
  if (submits) Remember(thread, call);
  if (g_any_requests.load(std::memory_order_relaxed)) AskForExternals(thread, call);
  if (thread.depth < kMaxDepth) {
    thread.open[thread.depth] = call.correlation_id;
    thread.remembered[thread.depth] = submits;
  }
  ++thread.depth;
}

void OnExit(Thread& thread, const rocjfr_call_t& call) {
  // The core may have given up inner calls that never returned.
  while (call.entered != 0 && thread.depth > 0 &&
         (thread.depth > kMaxDepth || thread.open[thread.depth - 1] != call.correlation_id)) {
    --thread.depth;
  }
  bool remembered = call.entered != 0;
  if (remembered && thread.depth > 0) remembered = thread.remembered[--thread.depth];
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
    record.correlation_id.ancestor = call.outer;
    record.start_timestamp = times.start;
    record.end_timestamp = times.end;
    record.thread_id = thread.id;
    Write(service, thread, Writer::kCaller, record);
  });
  while (!thread.asked.empty() && thread.asked.back().correlation_id >= call.correlation_id) {
    thread.asked.pop_back();
  }
  // A runtime with one hook counts a graph as one piece of work, whatever records it has.
  const bool graph = call.submits != 0 && call.submit != nullptr && call.submit->submit_copy == 0 &&
                     call.submit->submit_grid_x == 0 && rocjfr_hook_waits() == 0;
  // Also without the service: the table's entry becomes free. Most calls have none.
  if (!remembered || CallReturned(call.correlation_id, call.submits, graph)) {
    Retire(thread, Writer::kCaller, call.correlation_id, call.begin_ns, call.end_ns);
  }
  if (graph && Retirements().Any()) {
    GraphLaunched({call.correlation_id, call.begin_ns, call.end_ns, StreamOf(call), 0});
  } else if (function.synchronizes != HipFunction::Synchronizes::kNo) {
    Synchronized(
        function.synchronizes == HipFunction::Synchronizes::kStream ? StreamOf(call) : kAllStreams,
        call.begin_ns, call.end_ns);
  }
}

void OnApi(const rocjfr_call_t* call) {
  if (Forked()) return;
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  if (call->phase == 0) {
    OnEnter(*thread, *call);
  } else {
    OnExit(*thread, *call);
  }
}

// --- work on a GPU ---

// OpenCL command types, as op records have them.
enum : uint32_t {
  kReadBuffer = 0x11F3,
  kWriteBuffer = 0x11F4,
  kReadImage = 0x11F6,
  kWriteImage = 0x11F7,
  kReadBufferRect = 0x1201,
  kWriteBufferRect = 0x1202,
  kFillBuffer = 0x1207,
  kFillImage = 0x1208,
};

rocprofiler_memory_copy_operation_t Direction(uint32_t kind,
                                              const rocjfr_submit_t* submit) noexcept {
  switch (submit == nullptr ? uint32_t{ROCJFR_COPY_DEFAULT} : submit->submit_copy) {
    case ROCJFR_COPY_HOST_TO_HOST:
      return ROCPROFILER_MEMORY_COPY_HOST_TO_HOST;
    case ROCJFR_COPY_HOST_TO_DEVICE:
      return ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
    case ROCJFR_COPY_DEVICE_TO_HOST:
      return ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST;
    case ROCJFR_COPY_DEVICE_TO_DEVICE:
      return ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE;
    case ROCJFR_COPY_FILL:
      return ROCPROFILER_MEMORY_COPY_NONE;
  }
  switch (kind) {
    case kReadBuffer:
    case kReadImage:
    case kReadBufferRect:
      return ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST;
    case kWriteBuffer:
    case kWriteImage:
    case kWriteBufferRect:
      return ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
    case kFillBuffer:
    case kFillImage:
      return ROCPROFILER_MEMORY_COPY_NONE;
    default:
      return ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE;
  }
}

struct Work {
  const rocjfr_record_t& record;
  const rocjfr_submit_t* submit;
  const FoundCall& call;
  uint64_t thread_id;
  Times times;

  // Work whose call is not known belongs to all that are active.
  bool BelongsTo(const Context& context) const noexcept {
    return call.Found() ? context.Covers(call->begin_ns) : context.Active();
  }
};

template <typename Record>
Record MakeWork(const Service& service, const Work& work) noexcept {
  auto record = Make<Record>(service);
  record.correlation_id.internal = work.record.correlation_id;
  record.correlation_id.external.value =
      work.call.Found() ? work.call->External(service.context->id().handle) : 0;
  record.thread_id = work.thread_id;
  record.start_timestamp = work.times.start;
  record.end_timestamp = work.times.end;
  return record;
}

using DispatchRecord = rocprofiler_buffer_tracing_kernel_dispatch_record_t;
using CopyRecord = rocprofiler_buffer_tracing_memory_copy_record_t;

DispatchRecord MakeDispatch(const Service& service, const Work& work, uint64_t kernel_id,
                            uint64_t dispatch_id) noexcept {
  auto record = MakeWork<DispatchRecord>(service, work);
  record.operation = ROCPROFILER_KERNEL_DISPATCH_COMPLETE;
  rocprofiler_kernel_dispatch_info_t& info = record.dispatch_info;
  info.size = sizeof(info);
  info.agent_id = AgentOfGpu(work.record.device_id);
  info.queue_id = {work.record.queue_id};
  info.kernel_id = kernel_id;
  info.dispatch_id = dispatch_id;
  if (const rocjfr_submit_t* submit = work.submit) {
    info.group_segment_size = submit->submit_lds_bytes;
    info.workgroup_size = {submit->submit_group_x, submit->submit_group_y, submit->submit_group_z};
    info.grid_size = {submit->submit_grid_x * submit->submit_group_x,
                      submit->submit_grid_y * submit->submit_group_y,
                      submit->submit_grid_z * submit->submit_group_z};
  }
  return record;
}

void WriteDispatch(Thread& thread, const Work& work, uint64_t kernel_id) noexcept {
  const uint64_t dispatch_id = TakeDispatchId(work.record.correlation_id);
  g_active[ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH].ForEach([&](const Service& service) {
    if (!service.Wants(ROCPROFILER_KERNEL_DISPATCH_COMPLETE) || !work.BelongsTo(*service.context)) {
      return;
    }
    Write(service, thread, Writer::kRuntime, MakeDispatch(service, work, kernel_id, dispatch_id));
  });
  if (!DispatchCallbacks().Any()) return;
  DispatchCallbacks().ForEach([&](const Service& service) {
    TellDispatch(thread, service, MakeDispatch(service, work, kernel_id, dispatch_id),
                 work.call.Found() ? work.call->begin_ns : 0);
  });
  WorkTold(work.record.correlation_id);
}

CopyRecord MakeCopy(const Service& service, const Work& work,
                    rocprofiler_memory_copy_operation_t direction) noexcept {
  const rocprofiler_agent_id_t gpu = AgentOfGpu(work.record.device_id);
  const rocprofiler_agent_id_t host = AgentOfHost();
  const bool from_host = direction == ROCPROFILER_MEMORY_COPY_HOST_TO_HOST ||
                         direction == ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
  const bool to_host = direction == ROCPROFILER_MEMORY_COPY_HOST_TO_HOST ||
                       direction == ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST;
  auto record = MakeWork<CopyRecord>(service, work);
  record.operation = direction;
  record.dst_agent_id = to_host ? host : gpu;
  record.src_agent_id = from_host ? host : gpu;
  if (direction == ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE && work.submit != nullptr) {
    record.dst_agent_id = AgentOfDevice(work.submit->submit_destination, gpu);
    record.src_agent_id = AgentOfDevice(work.submit->submit_source, gpu);
  }
  record.bytes = work.record.bytes;
  // Where the runtime does not say, the call did.
  if (record.bytes == 0 && work.submit != nullptr) record.bytes = work.submit->submit_bytes;
  if (work.call.Found()) {
    record.dst_address.value = work.call->dst;
    record.src_address.value = work.call->src;
  }
  return record;
}

void WriteCopy(Thread& thread, const Work& work,
               rocprofiler_memory_copy_operation_t direction) noexcept {
  g_active[ROCPROFILER_BUFFER_TRACING_MEMORY_COPY].ForEach([&](const Service& service) {
    if (!service.Wants(direction) || !work.BelongsTo(*service.context)) return;
    Write(service, thread, Writer::kRuntime, MakeCopy(service, work, direction));
  });
  if (!CopyCallbacks().Any()) return;
  CopyCallbacks().ForEach([&](const Service& service) {
    TellCopy(thread, service, MakeCopy(service, work, direction),
             work.call.Found() ? work.call->begin_ns : 0);
  });
  WorkTold(work.record.correlation_id);
}

// The runtime's own kernels that fill memory and images: for AMD's library, which looks at the
// packets in the queues, a fill is a dispatch of one of them.
const char* FillKernel(uint32_t kind) noexcept {
  return kind == kFillImage ? "__amd_rocclr_fillImage" : "__amd_rocclr_fillBufferAligned";
}

uint64_t ThreadOf(const FoundCall& call, const rocjfr_submit_t* submit) noexcept {
  if (call.Found()) return call->thread_id;
  rocjfr_thread_info_t info;
  if (submit == nullptr || rocjfr_thread(submit->submit_thread, &info) != ROCJFR_STATUS_SUCCESS) {
    return 0;
  }
  return info.os_thread_id;
}

void OnOp(const rocjfr_record_t* record, const rocjfr_submit_t* submit, const char* kernel_name) {
  if (Forked()) return;
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  // Asked first: what the user calls below may be told of other work.
  const bool finishes = rocjfr_op_finishes() != 0;
  const FoundCall call(record->correlation_id);
  const Work work = {*record, submit, call, ThreadOf(call, submit),
                     FromGpu(record->begin_ns, record->end_ns)};
  if (record->op == ROCJFR_OP_DISPATCH) {
    // Told before the record: who gets the record knows the kernel.
    const uint64_t kernel_id = KernelIdOf(*thread, submit, kernel_name);
    WriteDispatch(*thread, work, kernel_id);
  } else if (record->op == ROCJFR_OP_COPY) {
    const auto direction = Direction(record->kind, submit);
    if (direction != ROCPROFILER_MEMORY_COPY_NONE) {
      WriteCopy(*thread, work, direction);
    } else {
      const Work fill = {*record, nullptr, call, work.thread_id, work.times};
      WriteDispatch(*thread, fill, KernelIdOf(*thread, nullptr, FillKernel(record->kind)));
    }
  }
  if (!finishes || !call.Found()) return;
  if (WorkFinished(record->correlation_id)) {
    Retire(*thread, Writer::kRuntime, record->correlation_id, call->begin_ns, 0);
  }
  if (!AnyGraphs()) return;
  struct Done {
    const Thread& thread;
  } done{*thread};
  TakeGraphsBefore(
      call->stream, call->begin_ns,
      [](uint64_t correlation_id, uint64_t begin_ns, void* to) {
        if (!RetireKept(correlation_id)) return;
        Retire(static_cast<const Done*>(to)->thread, Writer::kRuntime, correlation_id, begin_ns, 0);
      },
      &done);
}

// --- submissions ---

void OnSubmission(uint64_t correlation_id, const rocjfr_submit_t* submit) {
  const bool callbacks = AnyWorkCallbacks();
  if ((!callbacks && !g_any_requests.load(std::memory_order_relaxed)) || Forked()) return;
  Thread* thread = CurrentThread();
  const FoundCall call(correlation_id);
  if (thread == nullptr || !call.Found()) return;
  const bool copy =
      submit->submit_copy != ROCJFR_COPY_NONE && submit->submit_copy != ROCJFR_COPY_FILL;
  const uint32_t kind = copy ? uint32_t{ROCPROFILER_BUFFER_TRACING_MEMORY_COPY}
                             : uint32_t{ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH};
  const bool known = submit->submit_copy != ROCJFR_COPY_DEFAULT;
  const int32_t direction = copy && known ? Direction(0, submit) : ROCPROFILER_MEMORY_COPY_NONE;
  g_active[kind].ForEach([&](const Service& service) {
    const Context& context = *service.context;
    const auto request = RequestKindOf(kind);
    if (!context.AsksFor(request) || !context.Covers(call->begin_ns)) return;
    if (!service.Wants(copy ? direction : int32_t{ROCPROFILER_KERNEL_DISPATCH_COMPLETE}) && known) {
      return;
    }
    const int32_t operation = copy ? direction : int32_t{ROCPROFILER_KERNEL_DISPATCH_ENQUEUE};
    SetExternal(correlation_id, context.id().handle,
                context.ExternalId(*thread, request, operation, correlation_id));
  });
  // What the arguments say; of a graph or a fill that is nothing.
  const bool says = copy ? known : submit->submit_grid_x != 0;
  if (!callbacks || !says) return;
  const uint64_t kernel_id = copy ? 0 : KernelIdOf(*thread, submit, nullptr);
  WorkSubmitted(*thread, {correlation_id, call->begin_ns, submit, direction, kernel_id,
                          AgentOfDevice(submit->submit_device, {0})});
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
