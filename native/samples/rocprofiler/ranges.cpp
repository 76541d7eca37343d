// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a time line begins with: the runtimes that start, roctx ranges as one record each, and which
// stream each call acts on.
//
//   g++ ranges.cpp -lrocprofiler-sdk -lrocprofiler-sdk-roctx -lamdhip64
#include <map>
#include <mutex>
#include <string>

#include "rocprofiler-sdk-roctx/roctx.h"
#include "tool.h"

namespace {

rocprofiler_context_id_t g_context;
rocprofiler_buffer_id_t g_buffer;
std::mutex g_mutex;
std::map<std::string, int> g_seen;
uint64_t g_range_ns;
std::map<uint64_t, int> g_uses;  // by stream id

void OnRecords(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
               rocprofiler_record_header_t** headers, size_t count, void*, uint64_t) {
  std::lock_guard<std::mutex> lock(g_mutex);
  for (size_t i = 0; i < count; ++i) {
    if (const auto* runtime = RecordOf<rocprofiler_buffer_tracing_runtime_initialization_record_t>(
            *headers[i], ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION)) {
      const char* name = OperationName(runtime->kind, runtime->operation);
      printf("%s, version %" PRIu64 "\n", name, runtime->version);
      ++g_seen[name];
    } else if (const auto* range = RecordOf<rocprofiler_buffer_tracing_marker_api_record_t>(
                   *headers[i], ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API)) {
      ++g_seen[OperationName(range->kind, range->operation)];
      g_range_ns += range->end_timestamp - range->start_timestamp;
    }
  }
}

void OnStream(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void*) {
  const auto* data =
      static_cast<const rocprofiler_callback_tracing_hip_stream_data_t*>(record.payload);
  std::lock_guard<std::mutex> lock(g_mutex);
  if (record.operation == ROCPROFILER_HIP_STREAM_CREATE) ++g_seen["streams"];
  if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) ++g_uses[data->stream_id.handle];
}

int Initialize(rocprofiler_client_finalize_t, void*) {
  CHECK_ROCPROFILER(rocprofiler_create_context(&g_context));
  CHECK_ROCPROFILER(rocprofiler_create_buffer(
      g_context, 4096, 2048, ROCPROFILER_BUFFER_POLICY_LOSSLESS, &OnRecords, nullptr, &g_buffer));
  for (const auto kind : {ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION,
                          ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API}) {
    CHECK_ROCPROFILER(
        rocprofiler_configure_buffer_tracing_service(g_context, kind, nullptr, 0, g_buffer));
  }
  CHECK_ROCPROFILER(rocprofiler_configure_callback_tracing_service(
      g_context, ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, nullptr, 0, &OnStream, nullptr));
  CHECK_ROCPROFILER(rocprofiler_start_context(g_context));
  return 0;
}

rocprofiler_tool_configure_result_t* Configure(uint32_t, const char*, uint32_t,
                                               rocprofiler_client_id_t* client) {
  client->name = "ranges sample";
  static rocprofiler_tool_configure_result_t result = {sizeof(result), &Initialize, nullptr,
                                                       nullptr};
  return &result;
}

}  // namespace

int main() {
  constexpr int kSteps = 20;
  CHECK_ROCPROFILER(rocprofiler_force_configure(&Configure));
  hipFunction_t kernel = CompileKernel(kEmptyKernel, "empty");
  hipStream_t stream = nullptr;
  CHECK_HIP(hipStreamCreate(&stream));
  const roctx_range_id_t all = roctxRangeStart("all steps");
  for (int i = 0; i < kSteps; ++i) {
    roctxRangePush("step");
    CHECK_HIP(hipModuleLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, stream, nullptr, nullptr));
    CHECK_HIP(hipStreamSynchronize(stream));
    roctxRangePop();
  }
  roctxRangeStop(all);
  CHECK_ROCPROFILER(rocprofiler_flush_buffer(g_buffer));
  CHECK_ROCPROFILER(rocprofiler_stop_context(g_context));
  printf("%d steps, %" PRIu64 " ns in ranges; %d uses of the stream\n", g_seen["roctxThreadRangeA"],
         g_range_ns, g_uses[1]);
  bool right = g_seen["roctxThreadRangeA"] == kSteps && g_seen["roctxProcessRangeA"] == 1 &&
               g_seen["streams"] == 1 && g_uses[1] == 2 * kSteps && g_range_ns > 0;
  for (const char* runtime : {"HSA", "HIP", "MARKER"}) {
    right = right && g_seen[std::string("RUNTIME_INITIALIZATION_") + runtime] == 1;
  }
  return right ? 0 : 1;
}
