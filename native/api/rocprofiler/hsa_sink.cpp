// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hsa_sink.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "agents.h"
#include "base/leaky_singleton.h"
#include "clock.h"
#include "code_objects.h"
#include "core_link.h"
#include "hsa_callbacks.h"
#include "lifecycle.h"
#include "markers.h"
#include "packets.h"
#include "records.h"
#include "roctracer/roctracer_hsa.h"
#include "work_callbacks.h"

namespace rocjfr::sdk {
namespace {

constexpr uint32_t kMostFunctions = 256;
constexpr uint32_t kSuccess = 0;                     // hsa_status_t
constexpr size_t kResultAt = 16, kArgumentsAt = 24;  // in hsa_api_data_t

constexpr uint32_t kKinds[ROCJFR_HSA_TABLES] = {
    ROCPROFILER_BUFFER_TRACING_HSA_CORE_API, ROCPROFILER_BUFFER_TRACING_HSA_AMD_EXT_API,
    ROCPROFILER_BUFFER_TRACING_HSA_IMAGE_EXT_API, ROCPROFILER_BUFFER_TRACING_HSA_FINALIZE_EXT_API};

// What a function does with memory, and where its arguments say it.
struct Allocating {
  const char* name;
  rocprofiler_memory_allocation_operation_t operation;
  int pool, bytes, address;  // bytes from the first argument; -1: none
};
constexpr Allocating kAllocating[] = {
    {"hsa_memory_allocate", ROCPROFILER_MEMORY_ALLOCATION_ALLOCATE, -1, 8, 16},
    {"hsa_amd_memory_pool_allocate", ROCPROFILER_MEMORY_ALLOCATION_ALLOCATE, 0, 8, 24},
    {"hsa_amd_vmem_handle_create", ROCPROFILER_MEMORY_ALLOCATION_VMEM_ALLOCATE, 0, 8, 32},
    {"hsa_memory_free", ROCPROFILER_MEMORY_ALLOCATION_FREE, -1, -1, 0},
    {"hsa_amd_memory_pool_free", ROCPROFILER_MEMORY_ALLOCATION_FREE, -1, -1, 0},
    {"hsa_amd_vmem_handle_release", ROCPROFILER_MEMORY_ALLOCATION_VMEM_FREE, -1, -1, 0},
};

// By number: what the core says of the function.
struct Known {
  rocjfr_hsa_function_t function = {};
  const Allocating* allocating = nullptr;
  enum class Executable : uint8_t { kNo, kFreeze, kDestroy } executable = Executable::kNo;
};
const Known& KnownOf(uint32_t number) noexcept {
  static const auto* const known = [] {
    auto* all = new Known[kMostFunctions];
    for (uint32_t i = 0; i < std::min(rocjfr_hsa_functions(), kMostFunctions); ++i) {
      rocjfr_hsa_function(i, &all[i].function);
      const char* name = all[i].function.name;
      if (strcmp(name, "hsa_executable_freeze") == 0) {
        all[i].executable = Known::Executable::kFreeze;
      } else if (strcmp(name, "hsa_executable_destroy") == 0) {
        all[i].executable = Known::Executable::kDestroy;
      }
      for (const Allocating& one : kAllocating) {
        if (strcmp(one.name, all[i].function.name) == 0) all[i].allocating = &one;
      }
    }
    return all;
  }();
  return known[number];
}

// The place changes when HSA starts.
int32_t OperationOf(uint32_t number) noexcept {
  rocjfr_hsa_function_t function;
  return rocjfr_hsa_function(number, &function) != ROCJFR_STATUS_SUCCESS
             ? -1
             : static_cast<int32_t>(function.place);
}

template <typename T>
T ArgumentAt(const rocjfr_hsa_call_t& call, int offset) noexcept {
  T value;
  memcpy(&value, static_cast<const char*>(call.api_data) + kArgumentsAt + offset, sizeof(value));
  return value;
}

bool Succeeded(const rocjfr_hsa_call_t& call) noexcept {
  uint32_t status;
  memcpy(&status, static_cast<const char*>(call.api_data) + kResultAt, sizeof(status));
  return status == kSuccess;
}

rocprofiler_agent_id_t AgentOfNode(int32_t node) noexcept {
  try {
    for (const rocprofiler_agent_t* agent : AllAgents()) {
      if (node >= 0 && agent->node_id == static_cast<uint32_t>(node)) return agent->id;
    }
  } catch (...) {
  }
  return {0};
}

void WriteCall(Thread& thread, const rocjfr_hsa_call_t& call, uint32_t table) noexcept {
  const uint32_t kind = kKinds[table];
  if (!g_active[kind].Any()) return;
  const int32_t operation = OperationOf(call.function);
  const Times times = FromCallClock(call.begin_ns, call.end_ns);
  g_active[kind].ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(operation) || !context.Covers(call.begin_ns)) return;
    auto record = Make<rocprofiler_buffer_tracing_hsa_api_record_t>(service);
    record.operation = operation;
    record.correlation_id.internal = call.correlation_id;
    record.correlation_id.external.value =
        context.ExternalId(thread, RequestKindOf(kind), operation, call.correlation_id);
    record.correlation_id.ancestor = AncestorWithin(
        thread, call.correlation_id, call.outer != 0 ? call.outer : thread.OpenCall());
    record.start_timestamp = times.start;
    record.end_timestamp = times.end;
    record.thread_id = thread.id;
    Write(service, thread, Writer::kCaller, record);
  });
}

rocprofiler_agent_id_t AgentOf(const rocjfr_hsa_call_t& call, const Allocating& does) noexcept {
  if (does.pool < 0) return {0};
  const uint64_t owner = rocjfr_hsa_agent_of_pool(ArgumentAt<uint64_t>(call, does.pool));
  return AgentOfNode(rocjfr_hsa_node_of_agent(owner));
}

// 0 of nothing, and of an allocation that failed. At EXIT.
uint64_t AddressOf(const rocjfr_hsa_call_t& call, const Allocating& does) noexcept {
  if (!Succeeded(call)) return 0;
  const auto address = ArgumentAt<uint64_t>(call, does.address);
  return does.bytes < 0 ? address : *reinterpret_cast<const uint64_t*>(address);
}

uint64_t BytesOf(const rocjfr_hsa_call_t& call, const Allocating& does) noexcept {
  return does.bytes < 0 ? 0 : ArgumentAt<uint64_t>(call, does.bytes);
}

// Of the call of HIP that it is part of, as AMD's library has it.
uint64_t WithinOf(const Thread& thread, const rocjfr_hsa_call_t& call) noexcept {
  const uint64_t within = thread.OpenCall();
  return within != 0 ? within : call.correlation_id;
}

void WriteAllocation(Thread& thread, const rocjfr_hsa_call_t& call,
                     const Allocating& does) noexcept {
  constexpr uint32_t kKind = ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION;
  if (!g_active[kKind].Any()) return;
  const uint64_t address = AddressOf(call, does);
  if (address == 0) return;
  const Times times = FromCallClock(call.begin_ns, call.end_ns);
  const rocprofiler_agent_id_t agent = AgentOf(call, does);
  g_active[kKind].ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(does.operation) || !context.Covers(call.begin_ns)) return;
    auto record = Make<rocprofiler_buffer_tracing_memory_allocation_record_t>(service);
    record.operation = does.operation;
    record.correlation_id.internal = WithinOf(thread, call);
    record.correlation_id.external.value = context.ExternalId(
        thread, RequestKindOf(kKind), does.operation, record.correlation_id.internal);
    record.thread_id = thread.id;
    record.start_timestamp = times.start;
    record.end_timestamp = times.end;
    record.agent_id = agent;
    record.address.value = address;
    record.allocation_size = BytesOf(call, does);
    Write(service, thread, Writer::kCaller, record);
  });
}

ActiveServices& AllocationCallbacks() noexcept {
  return g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION];
}

void TellAllocation(Thread& thread, const rocjfr_hsa_call_t& call, const Allocating& does,
                    const Thread::HsaCall& told, rocprofiler_callback_phase_t phase,
                    rocprofiler_callback_tracing_memory_allocation_data_t* data,
                    rocprofiler_user_data_t* word) {
  rocprofiler_callback_tracing_record_t record = {};
  record.context_id = told.service->context->id();
  record.thread_id = thread.id;
  record.correlation_id.internal = WithinOf(thread, call);
  record.correlation_id.external.value = told.external;
  record.kind = ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION;
  record.operation = does.operation;
  record.phase = phase;
  record.payload = data;
  ++thread.hsa_callbacks;
  CallTool(thread, *told.service, record, word);
  --thread.hsa_callbacks;
}

rocprofiler_callback_tracing_memory_allocation_data_t DataOf(const rocjfr_hsa_call_t& call,
                                                             const Allocating& does) noexcept {
  rocprofiler_callback_tracing_memory_allocation_data_t data = {};
  data.size = sizeof(data);
  data.agent_id = AgentOf(call, does);
  data.allocation_size = BytesOf(call, does);
  return data;
}

// What is allocated, and the times, are known at EXIT only.
void TellAllocationEnter(Thread& thread, const rocjfr_hsa_call_t& call, const Allocating& does) {
  if (!AllocationCallbacks().Any() || thread.hsa_callbacks != 0) return;
  auto data = DataOf(call, does);
  AllocationCallbacks().ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(does.operation) || !context.Covers(call.begin_ns)) return;
    const uint64_t external =
        context.ExternalId(thread, RequestKindOf(ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION),
                           does.operation, WithinOf(thread, call));
    Thread::HsaCall told = {call.correlation_id, &service, 0, external};
    rocprofiler_user_data_t word;
    word.value = 0;
    TellAllocation(thread, call, does, told, ROCPROFILER_CALLBACK_PHASE_ENTER, &data, &word);
    told.word = word.value;
    try {
      thread.allocations.push_back(told);
    } catch (...) {
    }
  });
}

void TellAllocationExit(Thread& thread, const rocjfr_hsa_call_t& call, const Allocating& does) {
  auto& open = thread.allocations;
  // What is above it are inner calls that never returned.
  while (!open.empty() && open.back().correlation_id > call.correlation_id) open.pop_back();
  if (open.empty() || open.back().correlation_id != call.correlation_id) return;
  auto data = DataOf(call, does);
  const Times times = FromCallClock(call.begin_ns, call.end_ns);
  data.start_timestamp = times.start;
  data.end_timestamp = times.end;
  data.address.value = AddressOf(call, does);
  while (!open.empty() && open.back().correlation_id == call.correlation_id) {
    const Thread::HsaCall told = open.back();
    open.pop_back();
    rocprofiler_user_data_t word;
    word.value = told.word;
    TellAllocation(thread, call, does, told, ROCPROFILER_CALLBACK_PHASE_EXIT, &data, &word);
  }
}

void OnCall(const rocjfr_hsa_call_t* call) {
  if (call->function >= kMostFunctions || Forked()) return;
  const Known& known = KnownOf(call->function);
  const uint32_t table = known.function.table;
  const bool callbacks = g_active_callbacks[HsaCallbackKindOf(table)].Any() ||
                         (known.allocating != nullptr && AllocationCallbacks().Any()) ||
                         known.executable == Known::Executable::kDestroy;
  if (call->phase == 0 && !callbacks) return;
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  const Reading reading(thread);
  if (call->phase == 0) {
    if (known.executable == Known::Executable::kDestroy) {
      ExecutableEnds(*thread, ArgumentAt<uint64_t>(*call, 0));
    }
    TellHsaEnter(*thread, *call, table, OperationOf(call->function));
    if (known.allocating != nullptr) TellAllocationEnter(*thread, *call, *known.allocating);
    return;
  }
  if (known.executable == Known::Executable::kFreeze && Succeeded(*call)) {
    ExecutableFrozen(*thread, ArgumentAt<uint64_t>(*call, 0));
  }
  if (!thread->allocations.empty() && known.allocating != nullptr) {
    TellAllocationExit(*thread, *call, *known.allocating);
  }
  if (!thread->hsa_calls.empty()) {
    TellHsaExit(*thread, *call, table, OperationOf(call->function));
  }
  WriteCall(*thread, *call, table);
  if (known.allocating != nullptr) WriteAllocation(*thread, *call, *known.allocating);
}

// What HSA tells of scratch memory begins with this (hsa_amd_tool_event_t).
struct ScratchEvent {
  int kind;
  const char* queue;
  int flags;
  uint64_t dispatch_id;  // of allocations
  size_t size;           // at their end
};
constexpr size_t kQueueIdAt = 32;  // in hsa_queue_t

// HSA tells of a begin and of its end one after the other, on one thread.
__thread uint64_t t_scratch_begin_ns = 0;

void OnScratch(uint32_t event, const void* data) {
  constexpr uint32_t kKind = ROCPROFILER_BUFFER_TRACING_SCRATCH_MEMORY;
  if (Forked()) return;
  if (event % 2 == 1) {
    t_scratch_begin_ns = CallClockNs();
    return;
  }
  Thread* thread = CurrentThread();
  if (thread == nullptr || !g_active[kKind].Any() || t_scratch_begin_ns == 0) return;
  const Reading reading(thread);
  const auto* told = static_cast<const ScratchEvent*>(data);
  const auto operation = static_cast<rocprofiler_scratch_memory_operation_t>(event / 2);
  const uint64_t begin_ns = t_scratch_begin_ns;
  const Times times = FromCallClock(begin_ns, CallClockNs());
  g_active[kKind].ForEach([&](const Service& service) {
    if (!service.Wants(operation) || !service.context->Covers(begin_ns)) return;
    auto record = Make<rocprofiler_buffer_tracing_scratch_memory_record_t>(service);
    record.operation = operation;
    if (told->queue != nullptr)
      memcpy(&record.queue_id, told->queue + kQueueIdAt, sizeof(uint64_t));
    record.thread_id = thread->id;
    record.start_timestamp = times.start;
    record.end_timestamp = times.end;
    record.flags = static_cast<rocprofiler_scratch_alloc_flag_t>(told->flags);
    if (operation == ROCPROFILER_SCRATCH_MEMORY_ALLOC) record.allocation_size = told->size;
    Write(service, *thread, Writer::kRuntime, record);
  });
}

// HIP has put a packet into a queue, on this thread.
void OnEvent(uint32_t event, const void* data) {
  if (event != HSA_EVT_ID_SUBMIT || Forked() || !KernelsWanted()) return;
  const Thread* thread = CurrentThread();
  if (thread == nullptr || thread->OpenCall() == 0) return;
  const auto& submit = static_cast<const hsa_evt_data_t*>(data)->submit;
  NotePacket(thread->OpenCall(), submit.packet, submit.kernel_name);
}

struct Told {
  std::mutex mutex;
  uint64_t functions[kMostFunctions / 64] = {};
  uint32_t others = 0;
};

}  // namespace

std::vector<const char*> HsaOperations(uint32_t table) {
  std::vector<const char*> names;
  for (uint32_t i = 0; i < rocjfr_hsa_functions(); ++i) {
    rocjfr_hsa_function_t function;
    if (rocjfr_hsa_function(i, &function) == ROCJFR_STATUS_SUCCESS && function.table == table &&
        function.place != UINT32_MAX) {
      names.push_back(function.name);
    }
  }
  return names;
}

// Services are added and removed under the contexts' mutex; their lists are read without.
void UpdateHsa() noexcept {
  if (Forked()) return;
  const Reading reading(CurrentThread());
  Told& told = LeakySingleton<Told>();
  std::lock_guard<std::mutex> lock(told.mutex);
  uint64_t functions[kMostFunctions / 64] = {};
  bool asked = false;  // code objects do without where they have to
  const bool allocations =
      g_active[ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION].Any() || AllocationCallbacks().Any();
  for (uint32_t i = 0; i < std::min(rocjfr_hsa_functions(), kMostFunctions); ++i) {
    const Known& known = KnownOf(i);
    bool wants = allocations && known.allocating != nullptr;
    const bool of_code = g_code_objects_configured.load(std::memory_order_relaxed) &&
                         known.executable != Known::Executable::kNo;
    const auto look = [&](const Service& service) {
      wants = wants || service.Wants(OperationOf(i));
    };
    g_active[kKinds[known.function.table]].ForEach(look);
    g_active_callbacks[HsaCallbackKindOf(known.function.table)].ForEach(look);
    asked = asked || wants;
    if (wants || of_code) functions[i / 64] |= uint64_t{1} << (i % 64);
  }
  const uint32_t others =
      (g_active[ROCPROFILER_BUFFER_TRACING_SCRATCH_MEMORY].Any() ? ROCJFR_HSA_SCRATCH_BIT : 0) |
      (PacketsAsked() && KernelsWanted() ? ROCJFR_HSA_EVENT_BIT(HSA_EVT_ID_SUBMIT) : 0);
  if (others == told.others && memcmp(functions, told.functions, sizeof(functions)) == 0) return;
  memcpy(told.functions, functions, sizeof(functions));
  told.others = others;
  rocjfr_client_want_hsa(ROCJFR_CLIENT_ROCPROFILER, functions, kMostFunctions / 64, others);
  rocjfr_hsa_info_t info;
  if (rocjfr_hsa(&info) != ROCJFR_STATUS_SUCCESS) return;
  const bool fine = info.state == ROCJFR_HSA_NOT_STARTED || info.state == ROCJFR_HSA_READY;
  if (!fine && (asked || others != 0) && info.message[0] != '\0') TellProblem(info.message);
}

const rocjfr_hsa_client_t kHsaSink = {
    sizeof(rocjfr_hsa_client_t), &UpdateHsa, &OnCall, &OnEvent, nullptr, &OnScratch};

}  // namespace rocjfr::sdk
