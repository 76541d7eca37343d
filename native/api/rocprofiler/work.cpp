// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include "agents.h"
#include "calls.h"
#include "clock.h"
#include "code_objects.h"
#include "core_link.h"
#include "lifecycle.h"
#include "packets.h"
#include "records.h"
#include "rocjfr/command_type.h"
#include "work_callbacks.h"

namespace rocjfr::sdk {
namespace {

// Of a copy; NONE: it is not known.
rocprofiler_memory_copy_operation_t Direction(const rocjfr_submit_t* submit) noexcept {
  switch (submit == nullptr ? uint32_t{ROCJFR_COPY_UNKNOWN} : submit->submit_copy) {
    case ROCJFR_COPY_HOST_TO_HOST:
      return ROCPROFILER_MEMORY_COPY_HOST_TO_HOST;
    case ROCJFR_COPY_HOST_TO_DEVICE:
      return ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
    case ROCJFR_COPY_DEVICE_TO_HOST:
      return ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST;
    case ROCJFR_COPY_DEVICE_TO_DEVICE:
      return ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE;
    default:
      return ROCPROFILER_MEMORY_COPY_NONE;
  }
}

bool IsFill(uint32_t kind, const rocjfr_submit_t* submit) noexcept {
  return kind == ROCJFR_COMMAND_FILL_BUFFER || kind == ROCJFR_COMMAND_FILL_IMAGE ||
         (submit != nullptr && submit->submit_copy == ROCJFR_COPY_FILL);
}

struct Work {
  const rocjfr_record_t& record;
  const rocjfr_submit_t* submit;
  const FoundCall& call;
  uint64_t thread_id;
  Times times;
  rocprofiler_agent_id_t gpu;

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

// What ran. packet: null where that is not known.
struct Kernel {
  uint64_t id;
  const Packet* packet;
};

DispatchRecord MakeDispatch(const Service& service, const Work& work, const Kernel& kernel,
                            uint64_t dispatch_id) noexcept {
  auto record = MakeWork<DispatchRecord>(service, work);
  record.operation = ROCPROFILER_KERNEL_DISPATCH_COMPLETE;
  rocprofiler_kernel_dispatch_info_t& info = record.dispatch_info;
  info.size = kDispatchInfoBytes;
  info.agent_id = work.gpu;
  info.queue_id = {work.record.queue_id};
  info.kernel_id = kernel.id;
  info.dispatch_id = dispatch_id;
  if (kernel.packet != nullptr) {
    info.private_segment_size = kernel.packet->private_bytes;
    info.group_segment_size = kernel.packet->group_bytes;
    info.workgroup_size = kernel.packet->workgroup;
    info.grid_size = kernel.packet->grid;
  } else if (const rocjfr_submit_t* submit = work.submit) {
    info.group_segment_size = submit->submit_lds_bytes;
    info.workgroup_size = {submit->submit_group_x, submit->submit_group_y, submit->submit_group_z};
    info.grid_size = {submit->submit_grid_x * submit->submit_group_x,
                      submit->submit_grid_y * submit->submit_group_y,
                      submit->submit_grid_z * submit->submit_group_z};
  }
  return record;
}

[[gnu::always_inline]] inline void WriteDispatchRecords(Thread& thread, const Work& work,
                                                        const Kernel& kernel,
                                                        uint64_t dispatch_id) {
  g_active[ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH].ForEach([&](const Service& service) {
    if (!service.Wants(ROCPROFILER_KERNEL_DISPATCH_COMPLETE) || !work.BelongsTo(*service.context)) {
      return;
    }
    Write(service, thread, Writer::kRuntime, MakeDispatch(service, work, kernel, dispatch_id));
  });
}

// Where tools are told of work, or were. Apart, so that records alone do not pay for it.
[[gnu::noinline, gnu::cold]] void WriteAndTellDispatch(Thread& thread, const Work& work,
                                                       const Kernel& kernel) {
  const ToldWork told = TakeTold(work.record.correlation_id);
  const uint64_t dispatch_id = told.dispatch_id != 0 ? told.dispatch_id : NewDispatchId();
  WriteDispatchRecords(thread, work, kernel, dispatch_id);
  DispatchCallbacks().ForEach([&](const Service& service) {
    TellDispatch(thread, service, told, MakeDispatch(service, work, kernel, dispatch_id),
                 work.call.Found() ? work.call->begin_ns : 0);
  });
}

void WriteDispatch(Thread& thread, const Work& work, const Kernel& kernel) {
  if (g_told.load(std::memory_order_acquire) != 0 || DispatchCallbacks().Any()) {
    return WriteAndTellDispatch(thread, work, kernel);
  }
  WriteDispatchRecords(thread, work, kernel, NewDispatchId());
}

struct Ends {
  rocprofiler_agent_id_t source, destination;
};
Ends EndsOf(int32_t direction, rocprofiler_agent_id_t gpu, const rocjfr_submit_t* submit) noexcept {
  const rocprofiler_agent_id_t host = AgentOfHost();
  switch (direction) {
    case ROCPROFILER_MEMORY_COPY_HOST_TO_HOST:
      return {host, host};
    case ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE:
      return {host, gpu};
    case ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST:
      return {gpu, host};
    default:
      // The GPU is one of both at most, and a plain hipMemcpy does not say whose the other's memory
      // is.
      return {AgentOfDevice(submit == nullptr ? -1 : submit->submit_source),
              AgentOfDevice(submit == nullptr ? -1 : submit->submit_destination)};
  }
}

CopyRecord MakeCopy(const Service& service, const Work& work,
                    rocprofiler_memory_copy_operation_t direction) noexcept {
  auto record = MakeWork<CopyRecord>(service, work);
  record.operation = direction;
  const Ends ends = EndsOf(direction, work.gpu, work.submit);
  record.src_agent_id = ends.source;
  record.dst_agent_id = ends.destination;
  record.bytes = work.record.bytes;
  // Where the runtime does not say, the call did.
  if (record.bytes == 0 && work.submit != nullptr) record.bytes = work.submit->submit_bytes;
  if (work.call.Found()) {
    record.dst_address.value = work.call->dst;
    record.src_address.value = work.call->src;
  }
  return record;
}

void WriteCopy(Thread& thread, const Work& work, rocprofiler_memory_copy_operation_t direction) {
  g_active[ROCPROFILER_BUFFER_TRACING_MEMORY_COPY].ForEach([&](const Service& service) {
    if (!service.Wants(direction) || !work.BelongsTo(*service.context)) return;
    Write(service, thread, Writer::kRuntime, MakeCopy(service, work, direction));
  });
  const ToldWork told = TakeTold(work.record.correlation_id);
  CopyCallbacks().ForEach([&](const Service& service) {
    TellCopy(thread, service, told, MakeCopy(service, work, direction),
             work.call.Found() ? work.call->begin_ns : 0);
  });
}

// The runtime's own kernels that fill memory and images: for AMD's library, which looks at the
// packets in the queues, a fill is a dispatch of one of them.
const char* FillKernel(uint32_t kind) noexcept {
  return kind == ROCJFR_COMMAND_FILL_IMAGE ? "__amd_rocclr_fillImage"
                                           : "__amd_rocclr_fillBufferAligned";
}

// The call's own, unless it is another one that ran (a graph's, the runtime's own).
uint64_t KernelOf(Thread& thread, Teller teller, const FoundCall& call, uint32_t name,
                  const char* kernel_name, rocprofiler_agent_id_t agent) {
  const bool own = call.Found() && call->kernel_id != 0 && call->kernel_name == name;
  return own ? call->kernel_id : KernelIdOf(thread, teller, name, kernel_name, agent);
}

// With the sizes of the packet, if that is known. name: null where its call's name says it.
[[gnu::noinline, gnu::cold]] void TellPacket(Thread& thread, const Work& work, uint64_t kernel_id,
                                             const char* name) {
  const uint32_t ref = work.submit == nullptr ? 0 : work.submit->submit_name;
  if (name == nullptr && ref != 0) name = rocjfr_name_symbol(ref);
  Packet packet;
  const bool known = TakePacket(work.record.correlation_id, name, &packet);
  WriteDispatch(thread, work, {kernel_id, known ? &packet : nullptr});
}

void TellDispatched(Thread& thread, const Work& work, uint64_t kernel_id, const char* name) {
  if (__builtin_expect(PacketsAsked(), false)) return TellPacket(thread, work, kernel_id, name);
  WriteDispatch(thread, work, {kernel_id, nullptr});
}

// If packets are inspected, it is a dispatch if the runtime has made it with a kernel, as in AMD's
// library. But it stays a copy if a callback has been told so.
void TellCopied(Thread& thread, const Work& work) {
  Packet packet;
  if (PacketsAsked() && KernelsWanted() && !CopyCallbacks().Any() &&
      TakeCopyPacket(work.record.correlation_id, &packet)) {
    const Work kernel = {work.record, nullptr, work.call, work.thread_id, work.times, work.gpu};
    const uint64_t id = KernelIdOf(thread, Teller::kRuntime, 0, packet.kernel.c_str(), work.gpu);
    return WriteDispatch(thread, kernel, {id, &packet});
  }
  if (CopiesWanted()) return WriteCopy(thread, work, Direction(work.submit));
  TakeTold(work.record.correlation_id);
}

uint64_t ThreadOf(const FoundCall& call, const rocjfr_submit_t* submit) noexcept {
  if (call.Found()) return call->thread_id;
  rocjfr_thread_info_t info;
  if (submit == nullptr || rocjfr_thread(submit->submit_thread, &info) != ROCJFR_STATUS_SUCCESS) {
    return 0;
  }
  return info.os_thread_id;
}

}  // namespace

void OnOp(const rocjfr_record_t* record, const rocjfr_submit_t* submit, const char* kernel_name) {
  if (Forked()) return;
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  const Reading reading(thread);
  if (!g_hip_has_worked.load(std::memory_order_relaxed)) NoteHipWorks();
  // Asked first: what the user calls below may be told of other work.
  const bool finishes = rocjfr_op_finishes() != 0;
  const FoundCall call(record->correlation_id);
  const Work work = {*record,
                     submit,
                     call,
                     ThreadOf(call, submit),
                     FromGpu(record->begin_ns, record->end_ns),
                     AgentOfGpu(record->device_id)};
  const bool copy = record->op == ROCJFR_OP_COPY && !IsFill(record->kind, submit);
  if (copy) {
    TellCopied(*thread, work);
  } else if (!KernelsWanted()) {
    // Who was told of its begin has gone.
    TakeTold(record->correlation_id);
  } else if (record->op == ROCJFR_OP_DISPATCH) {
    // Told before the record: who gets the record knows the kernel.
    const uint32_t name = submit == nullptr ? 0 : submit->submit_name;
    const uint64_t id = KernelOf(*thread, Teller::kRuntime, call, name, kernel_name, work.gpu);
    TellDispatched(*thread, work, id, kernel_name);
  } else if (record->op == ROCJFR_OP_COPY) {
    const Work fill = {*record, nullptr, call, work.thread_id, work.times, work.gpu};
    const char* kernel = FillKernel(record->kind);
    TellDispatched(*thread, fill, KernelIdOf(*thread, Teller::kRuntime, 0, kernel, work.gpu),
                   kernel);
  }
  if (!finishes || !call.Found()) return;
  if (WorkFinished(record->correlation_id)) {
    Retire(*thread, Writer::kRuntime, record->correlation_id, call->begin_ns, 0);
  }
}

void OnSubmission(uint64_t correlation_id, const rocjfr_submit_t* submit) {
  const bool callbacks = AnyWorkCallbacks();
  if ((!callbacks && !g_any_requests.load(std::memory_order_relaxed)) || Forked()) return;
  Thread* thread = CurrentThread();
  const FoundCall call(correlation_id);
  if (thread == nullptr || !call.Found()) return;
  const Reading reading(thread);
  const bool copy =
      submit->submit_copy != ROCJFR_COPY_NONE && submit->submit_copy != ROCJFR_COPY_FILL;
  const uint32_t kind = copy ? uint32_t{ROCPROFILER_BUFFER_TRACING_MEMORY_COPY}
                             : uint32_t{ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH};
  const bool known = submit->submit_copy != ROCJFR_COPY_UNKNOWN;
  const int32_t direction = copy ? Direction(submit) : ROCPROFILER_MEMORY_COPY_NONE;
  const auto wants = [&](const Service& service) {
    return !known || (copy ? service.Wants(direction)
                           : service.Wants(ROCPROFILER_KERNEL_DISPATCH_COMPLETE) ||
                                 service.Wants(ROCPROFILER_KERNEL_DISPATCH_ENQUEUE));
  };
  const auto ask = [&](const Service& service) {
    const Context& context = *service.context;
    const auto request = RequestKindOf(kind);
    if (!context.AsksFor(request) || !context.Covers(call->begin_ns) || !wants(service)) return;
    const int32_t operation = copy ? direction : int32_t{ROCPROFILER_KERNEL_DISPATCH_ENQUEUE};
    SetExternal(correlation_id, context.id().handle,
                context.ExternalId(*thread, request, operation, correlation_id));
  };
  g_active[kind].ForEach(ask);
  (copy ? CopyCallbacks() : DispatchCallbacks()).ForEach([&](const Service& service) {
    bool asked = false;  // for a buffer of the context
    g_active[kind].ForEach([&](const Service& buffered) {
      asked = asked || (buffered.context == service.context && wants(buffered));
    });
    if (!asked) ask(service);
  });
  // What the arguments say; of a graph that is nothing.
  const bool fill = submit->submit_copy == ROCJFR_COPY_FILL;
  const bool says = copy ? known : fill || submit->submit_grid_x != 0;
  if (!callbacks || !says) return;
  const rocprofiler_agent_id_t gpu = AgentOfDevice(submit->submit_device);
  uint64_t kernel_id = 0;
  if (fill) {
    kernel_id =
        KernelIdOf(*thread, Teller::kCaller, 0, FillKernel(ROCJFR_COMMAND_FILL_BUFFER), gpu);
  } else if (!copy) {
    kernel_id = KernelOf(*thread, Teller::kCaller, call, submit->submit_name, nullptr, gpu);
  }
  const FoundCall with_ids(correlation_id);
  if (!with_ids.Found()) return;
  const Ends ends = EndsOf(direction, gpu, submit);
  WorkSubmitted(*thread, {correlation_id, with_ids, submit, direction, kernel_id, gpu, ends.source,
                          ends.destination});
}

}  // namespace rocjfr::sdk
