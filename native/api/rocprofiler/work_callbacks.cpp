// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "work_callbacks.h"

#include <deque>
#include <unordered_map>
#include <vector>

#include "base/never_destroyed.h"
#include "records.h"

namespace rocjfr::sdk {
namespace {

using Dispatch = rocprofiler_callback_tracing_kernel_dispatch_data_t;
using Copy = rocprofiler_callback_tracing_memory_copy_data_t;

// What was told at the submission, until the work has run. The oldest give way: some never run.
constexpr size_t kMost = 65536;
struct Told {
  uint64_t dispatch_id = 0;
  struct One {
    const Service* service;
    uint64_t word;
  };
  std::vector<One> services;
};
struct Submitted {
  std::mutex mutex;
  std::unordered_map<uint64_t, Told> told;
  std::deque<uint64_t> order;
};
Submitted& TheSubmitted() {
  return NeverDestroyed<Submitted>();
}
std::atomic<uint64_t> g_dispatches{0};
std::atomic<uint32_t> g_told{0};  // how many there are

void Keep(uint64_t correlation_id, Told told) {
  Submitted& submitted = TheSubmitted();
  std::lock_guard<std::mutex> lock(submitted.mutex);
  while (submitted.order.size() >= kMost) {
    submitted.told.erase(submitted.order.front());
    submitted.order.pop_front();
  }
  submitted.order.push_back(correlation_id);
  submitted.told[correlation_id] = std::move(told);
  g_told.store(static_cast<uint32_t>(submitted.told.size()), std::memory_order_release);
}

// The word that the tool kept at the submission. False: it was not told of that.
bool WordOf(uint64_t correlation_id, const Service& service, uint64_t* word) noexcept {
  *word = 0;
  if (g_told.load(std::memory_order_acquire) == 0) return false;
  Submitted& submitted = TheSubmitted();
  std::lock_guard<std::mutex> lock(submitted.mutex);
  const auto found = submitted.told.find(correlation_id);
  if (found == submitted.told.end()) return false;
  for (const Told::One& one : found->second.services) {
    if (one.service != &service) continue;
    *word = one.word;
    return true;
  }
  return false;
}

template <typename Payload>
void Call(Thread& thread, const Service& service, int32_t operation,
          rocprofiler_callback_phase_t phase, uint64_t correlation_id, uint64_t external,
          uint64_t submitter, Payload* payload, rocprofiler_user_data_t* word) noexcept {
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
  info.size = sizeof(info);
  info.agent_id = submission.agent;
  info.kernel_id = submission.kernel_id;
  info.dispatch_id = g_dispatches.fetch_add(1, std::memory_order_relaxed) + 1;
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

void WorkSubmitted(Thread& thread, const Submission& submission) noexcept {
  const bool copy = submission.direction != ROCPROFILER_MEMORY_COPY_NONE;
  Told told;
  Dispatch dispatch = {};
  if (!copy) {
    if (!DispatchCallbacks().Any()) return;
    dispatch = DispatchOf(submission);
    told.dispatch_id = dispatch.dispatch_info.dispatch_id;
  }
  Copy data = {};
  data.size = sizeof(data);
  data.bytes = submission.submit->submit_bytes;
  data.src_agent_id = data.dst_agent_id = submission.agent;
  constexpr int32_t kEnqueue = ROCPROFILER_KERNEL_DISPATCH_ENQUEUE;
  (copy ? CopyCallbacks() : DispatchCallbacks()).ForEach([&](const Service& service) {
    const int32_t operation = copy ? submission.direction : kEnqueue;
    const bool complete = !copy && service.Wants(ROCPROFILER_KERNEL_DISPATCH_COMPLETE);
    if (!service.context->Covers(submission.begin_ns)) return;
    rocprofiler_user_data_t word;
    word.value = 0;
    if (service.Wants(operation)) {
      const auto request = copy ? ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY
                                : ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH;
      const uint64_t external =
          service.context->AsksFor(request) ? 0 : service.context->external().Top(thread);
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

uint64_t TakeDispatchId(uint64_t correlation_id) noexcept {
  if (g_told.load(std::memory_order_acquire) != 0) {
    Submitted& submitted = TheSubmitted();
    std::lock_guard<std::mutex> lock(submitted.mutex);
    const auto found = submitted.told.find(correlation_id);
    if (found != submitted.told.end() && found->second.dispatch_id != 0) {
      return found->second.dispatch_id;
    }
  }
  return g_dispatches.fetch_add(1, std::memory_order_relaxed) + 1;
}

void TellDispatch(Thread& thread, const Service& service,
                  const rocprofiler_buffer_tracing_kernel_dispatch_record_t& record,
                  uint64_t begin_ns) noexcept {
  if (!Wants(service, ROCPROFILER_KERNEL_DISPATCH_COMPLETE, begin_ns)) return;
  Dispatch dispatch = {};
  dispatch.size = sizeof(dispatch);
  dispatch.start_timestamp = record.start_timestamp;
  dispatch.end_timestamp = record.end_timestamp;
  dispatch.dispatch_info = record.dispatch_info;
  rocprofiler_user_data_t word;
  WordOf(record.correlation_id.internal, service, &word.value);
  Call(thread, service, ROCPROFILER_KERNEL_DISPATCH_COMPLETE, ROCPROFILER_CALLBACK_PHASE_NONE,
       record.correlation_id.internal, record.correlation_id.external.value, record.thread_id,
       &dispatch, &word);
}

void TellCopy(Thread& thread, const Service& service,
              const rocprofiler_buffer_tracing_memory_copy_record_t& record,
              uint64_t begin_ns) noexcept {
  if (!Wants(service, record.operation, begin_ns)) return;
  Copy data = {};
  data.size = sizeof(data);
  data.dst_agent_id = record.dst_agent_id;
  data.src_agent_id = record.src_agent_id;
  data.bytes = record.bytes;
  data.dst_address = record.dst_address;
  data.src_address = record.src_address;
  rocprofiler_user_data_t word;
  const bool entered = WordOf(record.correlation_id.internal, service, &word.value);
  const auto call = [&](rocprofiler_callback_phase_t phase) {
    Call(thread, service, record.operation, phase, record.correlation_id.internal,
         record.correlation_id.external.value, record.thread_id, &data, &word);
  };
  if (!entered) call(ROCPROFILER_CALLBACK_PHASE_ENTER);
  data.start_timestamp = record.start_timestamp;
  data.end_timestamp = record.end_timestamp;
  call(ROCPROFILER_CALLBACK_PHASE_EXIT);
}

void WorkTold(uint64_t correlation_id) noexcept {
  if (g_told.load(std::memory_order_acquire) == 0) return;
  Submitted& submitted = TheSubmitted();
  std::lock_guard<std::mutex> lock(submitted.mutex);
  submitted.told.erase(correlation_id);
  if (submitted.told.empty()) submitted.order.clear();
  g_told.store(static_cast<uint32_t>(submitted.told.size()), std::memory_order_release);
}

}  // namespace rocjfr::sdk
