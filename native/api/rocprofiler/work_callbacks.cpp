// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "work_callbacks.h"

#include <map>
#include <utility>

#include "base/leaky_singleton.h"
#include "core_link.h"
#include "records.h"

namespace rocjfr::sdk {
namespace {

using Dispatch = rocprofiler_callback_tracing_kernel_dispatch_data_t;
using Copy = rocprofiler_callback_tracing_memory_copy_data_t;

// What was told at the submission, until the work has run. The oldest give way: some never run.
constexpr size_t kMost = 65536;
struct Submitted {
  std::mutex mutex;
  std::map<uint64_t, ToldWork> told;  // by correlation id: the oldest first
};
Submitted& TheSubmitted() {
  return LeakySingleton<Submitted>();
}
std::atomic<uint64_t> g_dispatches{0};
std::atomic<uint64_t> g_evicted{0};

// False: the oldest gave way.
bool KeepIn(Submitted& submitted, uint64_t correlation_id, ToldWork told) {
  std::lock_guard<std::mutex> lock(submitted.mutex);
  const bool full = submitted.told.size() >= kMost;
  if (full) submitted.told.erase(submitted.told.begin());
  submitted.told[correlation_id] = std::move(told);
  g_told.store(static_cast<uint32_t>(submitted.told.size()), std::memory_order_release);
  return !full;
}

void Keep(uint64_t correlation_id, ToldWork told) {
  if (KeepIn(TheSubmitted(), correlation_id, std::move(told))) return;
  g_evicted.fetch_add(1, std::memory_order_relaxed);
  TellProblem(
      "callbacks have more than 65536 pieces of work in flight, so the tools' data of the"
      " oldest pieces is lost");
}

// The word that the tool kept at the submission. False: it was not told of that.
bool WordOf(const ToldWork& told, const Service& service, uint64_t* word) noexcept {
  *word = 0;
  for (const ToldWork::One& one : told.services) {
    if (one.service != &service) continue;
    *word = one.word;
    return true;
  }
  return false;
}

template <typename Payload>
void Call(Thread& thread, const Service& service, int32_t operation,
          rocprofiler_callback_phase_t phase, uint64_t correlation_id, uint64_t external,
          uint64_t submitter, Payload* payload, rocprofiler_user_data_t* word) {
  rocprofiler_callback_tracing_record_t record = {};
  record.context_id = service.context->id();
  record.thread_id = submitter;
  record.correlation_id.internal = correlation_id;
  record.correlation_id.external.value = external;
  record.kind = static_cast<rocprofiler_callback_tracing_kind_t>(service.kind);
  record.operation = operation;
  record.phase = phase;
  record.payload = payload;
  CallTool(thread, service, record, word);
}

Dispatch DispatchOf(const Submission& submission) noexcept {
  const rocjfr_submit_t& submit = *submission.submit;
  Dispatch dispatch = {};
  dispatch.size = sizeof(dispatch);
  rocprofiler_kernel_dispatch_info_t& info = dispatch.dispatch_info;
  info.size = kDispatchInfoBytes;
  info.agent_id = submission.agent;
  info.kernel_id = submission.kernel_id;
  info.dispatch_id = NewDispatchId();
  info.group_segment_size = submit.submit_lds_bytes;
  info.workgroup_size = {submit.submit_group_x, submit.submit_group_y, submit.submit_group_z};
  info.grid_size = {submit.submit_grid_x * submit.submit_group_x,
                    submit.submit_grid_y * submit.submit_group_y,
                    submit.submit_grid_z * submit.submit_group_z};
  return dispatch;
}

bool Wants(const Service& service, int32_t operation, uint64_t begin_ns) noexcept {
  return service.Wants(operation) &&
         (begin_ns == 0 ? service.context->Active() : service.context->Covers(begin_ns));
}

}  // namespace

void WorkSubmitted(Thread& thread, const Submission& submission) {
  const bool copy = submission.direction != ROCPROFILER_MEMORY_COPY_NONE;
  ToldWork told;
  told.direction = submission.direction;
  Dispatch dispatch = {};
  if (!copy) {
    if (!DispatchCallbacks().Any()) return;
    dispatch = DispatchOf(submission);
    told.dispatch_id = dispatch.dispatch_info.dispatch_id;
  }
  Copy data = {};
  data.size = sizeof(data);
  data.bytes = submission.submit->submit_bytes;
  data.src_agent_id = submission.source;
  data.dst_agent_id = submission.destination;
  constexpr int32_t kEnqueue = ROCPROFILER_KERNEL_DISPATCH_ENQUEUE;
  (copy ? CopyCallbacks() : DispatchCallbacks()).ForEach([&](const Service& service) {
    const int32_t operation = copy ? submission.direction : kEnqueue;
    const bool complete = !copy && service.Wants(ROCPROFILER_KERNEL_DISPATCH_COMPLETE);
    if (!service.context->Covers(submission.call->begin_ns)) return;
    rocprofiler_user_data_t word;
    word.value = 0;
    if (service.Wants(operation)) {
      const auto request = copy ? ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY
                                : ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH;
      const uint64_t external = service.context->AsksFor(request)
                                    ? submission.call->External(service.context->id().handle)
                                    : service.context->external().Top(thread);
      const auto enter = ROCPROFILER_CALLBACK_PHASE_ENTER;
      if (copy) {
        Call(thread, service, operation, enter, submission.correlation_id, external, thread.id,
             &data, &word);
      } else {
        Call(thread, service, operation, enter, submission.correlation_id, external, thread.id,
             &dispatch, &word);
        Call(thread, service, operation, ROCPROFILER_CALLBACK_PHASE_EXIT, submission.correlation_id,
             external, thread.id, &dispatch, &word);
      }
    } else if (!complete) {
      return;
    }
    try {
      told.services.push_back({&service, word.value});
    } catch (...) {
    }
  });
  try {
    Keep(submission.correlation_id, std::move(told));
  } catch (...) {
  }
}

std::atomic<uint32_t> g_told{0};

ToldWork FindTold(uint64_t correlation_id) noexcept {
  ToldWork told;
  Submitted& submitted = TheSubmitted();
  std::lock_guard<std::mutex> lock(submitted.mutex);
  const auto found = submitted.told.find(correlation_id);
  if (found == submitted.told.end()) return told;
  told = std::move(found->second);
  submitted.told.erase(found);
  g_told.store(static_cast<uint32_t>(submitted.told.size()), std::memory_order_release);
  return told;
}

uint64_t NewDispatchId() noexcept {
  return g_dispatches.fetch_add(1, std::memory_order_relaxed) + 1;
}

uint64_t EvictedWork() noexcept {
  return g_evicted.load(std::memory_order_relaxed);
}

void TellDispatch(Thread& thread, const Service& service, const ToldWork& told,
                  const rocprofiler_buffer_tracing_kernel_dispatch_record_t& record,
                  uint64_t begin_ns) {
  const bool complete = Wants(service, ROCPROFILER_KERNEL_DISPATCH_COMPLETE, begin_ns);
  rocprofiler_user_data_t word;
  const bool enqueued = WordOf(told, service, &word.value) ||
                        !Wants(service, ROCPROFILER_KERNEL_DISPATCH_ENQUEUE, begin_ns);
  Dispatch dispatch = {};
  dispatch.size = sizeof(dispatch);
  dispatch.dispatch_info = record.dispatch_info;
  const auto call = [&](int32_t operation, rocprofiler_callback_phase_t phase) {
    Call(thread, service, operation, phase, record.correlation_id.internal,
         record.correlation_id.external.value, record.thread_id, &dispatch, &word);
  };
  if (!enqueued) {
    call(ROCPROFILER_KERNEL_DISPATCH_ENQUEUE, ROCPROFILER_CALLBACK_PHASE_ENTER);
    call(ROCPROFILER_KERNEL_DISPATCH_ENQUEUE, ROCPROFILER_CALLBACK_PHASE_EXIT);
  }
  if (!complete) return;
  dispatch.start_timestamp = record.start_timestamp;
  dispatch.end_timestamp = record.end_timestamp;
  call(ROCPROFILER_KERNEL_DISPATCH_COMPLETE, ROCPROFILER_CALLBACK_PHASE_NONE);
}

void TellCopy(Thread& thread, const Service& service, const ToldWork& told,
              const rocprofiler_buffer_tracing_memory_copy_record_t& record, uint64_t begin_ns) {
  rocprofiler_user_data_t word;
  const bool entered = WordOf(told, service, &word.value);
  // What was told at the submission has its end, whatever has turned out since.
  const int32_t operation = entered ? told.direction : record.operation;
  if (!Wants(service, operation, begin_ns)) return;
  Copy data = {};
  data.size = sizeof(data);
  data.dst_agent_id = record.dst_agent_id;
  data.src_agent_id = record.src_agent_id;
  data.bytes = record.bytes;
  data.dst_address = record.dst_address;
  data.src_address = record.src_address;
  const auto call = [&](rocprofiler_callback_phase_t phase) {
    Call(thread, service, operation, phase, record.correlation_id.internal,
         record.correlation_id.external.value, record.thread_id, &data, &word);
  };
  if (!entered) call(ROCPROFILER_CALLBACK_PHASE_ENTER);
  data.start_timestamp = record.start_timestamp;
  data.end_timestamp = record.end_timestamp;
  call(ROCPROFILER_CALLBACK_PHASE_EXIT);
}

}  // namespace rocjfr::sdk
