// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "markers.h"

#include <cxxabi.h>

#include <mutex>
#include <unordered_map>

#include "base/leaky_singleton.h"
#include "clock.h"
#include "lifecycle.h"
#include "marker_callbacks.h"
#include "records.h"
#include "rocjfr/client.h"
#include "runtimes.h"

namespace rocjfr::sdk {
namespace {

using Record = rocprofiler_buffer_tracing_marker_api_record_t;

// AMD's ops of roctx: up to GET_THREAD_ID they are the operations of MARKER_CORE_API.
enum : uint32_t { kMark = 0, kPush = 1, kPop = 2, kStart = 3, kStop = 4 };

constexpr uint32_t kRangeKind = ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API;
// Ranges of one thread, and started ranges of the process, that are kept.
constexpr size_t kMostOfThread = 1024, kMostStarted = 65536;

std::atomic<uint64_t> g_session{1};

struct Started {
  std::mutex mutex;
  uint64_t session = 0;
  std::unordered_map<uint64_t, OpenRange> ranges;
};
Started& TheStarted() {
  return LeakySingleton<Started>();
}

struct Marker {
  uint32_t kind;
  int32_t operation;
};

bool MarkerOf(uint32_t op, Marker* marker) noexcept {
  if (op <= ROCJFR_ROCTX_GET_THREAD_ID) {
    *marker = {ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, static_cast<int32_t>(op)};
  } else if (op <= ROCJFR_ROCTX_RESUME) {
    *marker = {ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API,
               static_cast<int32_t>(op - ROCJFR_ROCTX_PAUSE)};
  } else if (op <= ROCJFR_ROCTX_NAME_HIP_STREAM) {
    *marker = {ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API,
               static_cast<int32_t>(op - ROCJFR_ROCTX_NAME_OS_THREAD)};
  } else {
    return false;
  }
  return true;
}

// One record for each service that wants the operation.
void WriteCall(Thread& thread, const Marker& marker, uint64_t correlation_id, uint64_t now) {
  const auto request = RequestKindOf(marker.kind);
  g_active[marker.kind].ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(marker.operation) || !context.Covers(now)) return;
    auto record = Make<Record>(service);
    record.operation = marker.operation;
    record.correlation_id.internal = correlation_id;
    record.correlation_id.external.value =
        context.ExternalId(thread, request, marker.operation, correlation_id);
    record.correlation_id.ancestor = AncestorOf(thread, correlation_id);
    record.start_timestamp = record.end_timestamp = FromCallClock(now);
    record.thread_id = thread.id;
    Write(service, thread, Writer::kCaller, record);
  });
}

OpenRange Open(Thread& thread, int32_t operation, const char* message, uint64_t now) {
  OpenRange range;
  range.correlation_id = rocjfr_take_correlation_id();
  range.begin_ns = now;
  range.thread_id = thread.id;
  range.ancestor = AncestorOf(thread, range.correlation_id);
  range.actor = rocjfr_virtual_thread();
  g_active[kRangeKind].ForEach([&](const Service& service) {
    const Context& context = *service.context;
    if (!service.Wants(operation) || !context.Covers(now)) return;
    range.externals.push_back(
        {context.id().handle,
         context.ExternalId(thread, RequestKindOf(kRangeKind), operation, range.correlation_id)});
  });
  if (AnyMarkerCallbacks()) TellRangeBegin(thread, operation, message, &range);
  return range;
}

// The contexts that wanted it when it began, if they have been active all the time.
void Close(Thread& thread, const OpenRange& range, int32_t operation) {
  const uint64_t now = CallClockNs();
  const Times times = FromCallClock(range.begin_ns, now);
  g_active[kRangeKind].ForEach([&](const Service& service) {
    for (const ExternalOfContext& external : range.externals) {
      if (external.context != service.context->id().handle ||
          !service.context->Covers(range.begin_ns)) {
        continue;
      }
      auto record = Make<Record>(service);
      record.operation = operation;
      record.correlation_id.internal = range.correlation_id;
      record.correlation_id.external.value = external.id;
      record.correlation_id.ancestor = range.ancestor;
      record.start_timestamp = times.start;
      record.end_timestamp = times.end;
      record.thread_id = range.thread_id;
      Write(service, thread, Writer::kCaller, record);
    }
  });
  if (!range.told.empty()) TellRangeEnd(thread, operation, range);
  Retire(thread, Writer::kCaller, range.correlation_id, range.begin_ns, now);
}

void Push(Thread& thread, const char* message, uint64_t now) {
  const uint64_t session = g_session.load(std::memory_order_relaxed);
  if (thread.ranges_session != session) {
    thread.ranges.clear();
    thread.ranges_not_kept = thread.ranges_wanted = 0;
    thread.ranges_session = session;
  }
  if (thread.ranges_not_kept != 0 || thread.ranges.size() == kMostOfThread) {
    ++thread.ranges_not_kept;
    return;
  }
  thread.ranges.push_back(
      Open(thread, ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxThreadRangeA, message, now));
  if (thread.ranges.back().Wanted()) ++thread.ranges_wanted;
}

void Pop(Thread& thread) {
  if (thread.ranges_session != g_session.load(std::memory_order_relaxed)) return;
  if (thread.ranges_not_kept != 0) {
    --thread.ranges_not_kept;
    return;
  }
  if (thread.ranges.empty()) return;  // began before anybody wanted it
  const OpenRange range = std::move(thread.ranges.back());
  thread.ranges.pop_back();
  if (range.Wanted()) --thread.ranges_wanted;
  Close(thread, range, ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxThreadRangeA);
}

void Start(Thread& thread, uint64_t id, const char* message, uint64_t now) {
  OpenRange range =
      Open(thread, ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxProcessRangeA, message, now);
  Started& started = TheStarted();
  std::lock_guard<std::mutex> lock(started.mutex);
  const uint64_t session = g_session.load(std::memory_order_relaxed);
  if (started.session != session) started.ranges.clear();
  started.session = session;
  if (started.ranges.size() < kMostStarted) started.ranges[id] = std::move(range);
}

void Stop(Thread& thread, uint64_t id) {
  OpenRange range;
  {
    Started& started = TheStarted();
    std::lock_guard<std::mutex> lock(started.mutex);
    const auto found = started.ranges.find(id);
    if (found == started.ranges.end() ||
        started.session != g_session.load(std::memory_order_relaxed)) {
      return;
    }
    range = std::move(found->second);
    started.ranges.erase(found);
  }
  Close(thread, range, ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxProcessRangeA);
}

// Ranges; marks are as in MARKER_CORE_API. Ranges are followed also while no context wants them, as
// long as roctx is told, so that ends find their begins.
// (The attribute: as at CallUser.)
__attribute__((no_sanitize("undefined"))) void OnRange(Thread& thread, uint32_t op,
                                                       const char* message, uint64_t id,
                                                       uint64_t now) {
  try {
    if (op == kPush) Push(thread, message, now);
    if (op == kPop) Pop(thread);
    if (op == kStart) Start(thread, id, message, now);
    if (op == kStop) Stop(thread, id);
  } catch (const abi::__forced_unwind&) {
    throw;  // by the user
  } catch (...) {
  }
}

}  // namespace

uint64_t RangeAround(const Thread& thread, uint64_t id) noexcept {
  if (thread.ranges_session != g_session.load(std::memory_order_relaxed)) return 0;
  const int64_t actor = rocjfr_virtual_thread();
  if (actor < 0) return 0;
  for (auto range = thread.ranges.rbegin(); range != thread.ranges.rend(); ++range) {
    if (range->correlation_id < id && range->Wanted() && range->actor == actor) {
      return range->correlation_id;
    }
  }
  return 0;
}

void ForgetRanges() noexcept {
  g_session.fetch_add(1, std::memory_order_relaxed);
}

void OnRoctx(uint32_t op, const char* message, uint64_t id) {
  if (Forked()) return;
  Thread* thread = CurrentThread();
  if (thread == nullptr) return;
  const Reading reading(thread);
  RuntimeInitialized(*thread, ROCPROFILER_RUNTIME_INITIALIZATION_MARKER);
  Marker marker;
  if (!MarkerOf(op, &marker)) return;
  const uint64_t now = CallClockNs();
  const bool ranges = AnyRanges();
  const bool callbacks = AnyMarkerCallbacks();
  const bool once = op == kMark || op == ROCJFR_ROCTX_GET_THREAD_ID;
  if (g_active[marker.kind].Any() || (ranges && once) || callbacks) {
    const uint64_t correlation_id = rocjfr_take_correlation_id();
    if (callbacks)
      TellMarker(*thread, marker.kind, marker.operation, message, id, correlation_id, now);
    WriteCall(*thread, marker, correlation_id, now);
    if (once) {
      const int32_t operation = op == kMark ? ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxMarkA
                                            : ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxGetThreadId;
      WriteCall(*thread, {kRangeKind, operation}, correlation_id, now);
      if (callbacks) TellMarker(*thread, kRangeKind, operation, message, id, correlation_id, now);
    }
    Retire(*thread, Writer::kCaller, correlation_id, now, now);
  }
  if (ranges && op >= kPush && op <= kStop) OnRange(*thread, op, message, id, now);
}

}  // namespace rocjfr::sdk
