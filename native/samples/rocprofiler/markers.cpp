// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// roctx: marks and ranges, and a program that asks its tool to pause. The tool has a thread of its
// own for its callbacks and a buffer that drops what does not fit.
//
//   g++ markers.cpp -lrocprofiler-sdk -lrocprofiler-sdk-roctx
#include <map>
#include <string>
#include <thread>

#include "rocprofiler-sdk-roctx/roctx.h"
#include "tool.h"

namespace {

rocprofiler_context_id_t g_context;
rocprofiler_buffer_id_t g_buffer;
std::map<std::string, int> g_seen;
uint64_t g_dropped;
std::thread::id g_thread;

void OnRecords(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
               rocprofiler_record_header_t** headers, size_t count, void*, uint64_t drop_count) {
  g_thread = std::this_thread::get_id();
  g_dropped += drop_count;
  for (size_t i = 0; i < count; ++i) {
    // The kinds of marker share a record.
    const auto* record =
        static_cast<const rocprofiler_buffer_tracing_marker_api_record_t*>(headers[i]->payload);
    ++g_seen[OperationName(record->kind, record->operation)];
  }
}

int Initialize(rocprofiler_client_finalize_t, void*) {
  CHECK_ROCPROFILER(rocprofiler_create_context(&g_context));
  CHECK_ROCPROFILER(rocprofiler_create_buffer(
      g_context, 8192, 8192, ROCPROFILER_BUFFER_POLICY_DISCARD, &OnRecords, nullptr, &g_buffer));
  for (const auto kind :
       {ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, ROCPROFILER_BUFFER_TRACING_MARKER_CONTROL_API,
        ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API}) {
    CHECK_ROCPROFILER(
        rocprofiler_configure_buffer_tracing_service(g_context, kind, nullptr, 0, g_buffer));
  }
  rocprofiler_callback_thread_t thread;
  CHECK_ROCPROFILER(rocprofiler_create_callback_thread(&thread));
  CHECK_ROCPROFILER(rocprofiler_assign_callback_thread(g_buffer, thread));
  CHECK_ROCPROFILER(rocprofiler_start_context(g_context));
  return 0;
}

rocprofiler_tool_configure_result_t* Configure(uint32_t, const char*, uint32_t,
                                               rocprofiler_client_id_t* client) {
  client->name = "markers sample";
  static rocprofiler_tool_configure_result_t result = {sizeof(result), &Initialize, nullptr,
                                                       nullptr};
  return &result;
}

}  // namespace

int main() {
  constexpr int kRuns = 20;
  CHECK_ROCPROFILER(rocprofiler_force_configure(&Configure));
  roctxNameOsThread("main");
  for (int i = 0; i < kRuns; ++i) {
    roctxRangePush("step");
    roctxMark("in the step");
    roctxRangePop();
    roctxRangeStop(roctxRangeStart("request"));
  }
  roctxProfilerPause(0);
  CHECK_ROCPROFILER(rocprofiler_flush_buffer(g_buffer));
  for (const auto& [name, count] : g_seen) printf("%-20s %d\n", name.c_str(), count);
  printf("%d dropped\n", static_cast<int>(g_dropped));
  bool right = g_dropped == 0 && g_thread != std::this_thread::get_id();
  for (const char* name :
       {"roctxMarkA", "roctxRangePushA", "roctxRangePop", "roctxRangeStartA", "roctxRangeStop"}) {
    right = right && g_seen[name] == kRuns;
  }
  right = right && g_seen["roctxProfilerPause"] == 1 && g_seen["roctxNameOsThread"] == 1;
  // Twice as much as fits: the tool learns exactly what it has missed.
  constexpr int kTooMany = 256;
  g_seen.clear();
  for (int i = 0; i < kTooMany - 1; ++i) roctxMark("much");
  CHECK_ROCPROFILER(rocprofiler_flush_buffer(g_buffer));
  printf("%d marks and %d dropped, of %d\n", g_seen["roctxMarkA"], static_cast<int>(g_dropped),
         kTooMany - 1);
  return right && g_seen["roctxMarkA"] + static_cast<int>(g_dropped) == kTooMany - 1 ? 0 : 1;
}
