// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP API calls. The tool is part of the program: the library finds rocprofiler_configure by itself
// and calls it inside the program's first HIP call, which is recorded already.
//
//   g++ hip_api.cpp -lrocprofiler-sdk -lamdhip64
#include "tool.h"

namespace {

rocprofiler_context_id_t g_context;
rocprofiler_buffer_id_t g_buffer;
int g_mallocs, g_frees, g_others;

// On the library's background thread.
void OnRecords(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
               rocprofiler_record_header_t** headers, size_t count, void*, uint64_t) {
  for (size_t i = 0; i < count; ++i) {
    const auto* record = RecordOf<rocprofiler_buffer_tracing_hip_api_record_t>(
        *headers[i], ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API);
    if (record == nullptr) continue;
    printf("%s thread %" PRIu64 " correlation id %" PRIu64 " %" PRIu64 " ns\n",
           OperationName(record->kind, record->operation), record->thread_id,
           record->correlation_id.internal, record->end_timestamp - record->start_timestamp);
    const bool malloced = record->operation == ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc;
    const bool freed = record->operation == ROCPROFILER_HIP_RUNTIME_API_ID_hipFree;
    ++(malloced ? g_mallocs : freed ? g_frees : g_others);
  }
}

int Initialize(rocprofiler_client_finalize_t, void*) {
  CHECK_ROCPROFILER(rocprofiler_create_context(&g_context));
  CHECK_ROCPROFILER(rocprofiler_create_buffer(
      g_context, 4096, 2048, ROCPROFILER_BUFFER_POLICY_LOSSLESS, &OnRecords, nullptr, &g_buffer));
  // Two functions of all: an empty list would mean every function.
  const rocprofiler_tracing_operation_t operations[] = {ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc,
                                                        ROCPROFILER_HIP_RUNTIME_API_ID_hipFree};
  CHECK_ROCPROFILER(rocprofiler_configure_buffer_tracing_service(
      g_context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, operations, 2, g_buffer));
  CHECK_ROCPROFILER(rocprofiler_start_context(g_context));
  return 0;
}

}  // namespace

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t, const char*, uint32_t,
                                                           rocprofiler_client_id_t* client) {
  client->name = "hip_api sample";
  static rocprofiler_tool_configure_result_t result = {sizeof(result), &Initialize, nullptr,
                                                       nullptr};
  return &result;
}

int main() {
  constexpr int kRuns = 100;
  for (int i = 0; i < kRuns; ++i) {
    void* memory = nullptr;
    CHECK_HIP(hipMalloc(&memory, 4096));
    CHECK_HIP(hipFree(memory));
    int device = -1;
    CHECK_HIP(hipGetDevice(&device));
  }
  CHECK_ROCPROFILER(rocprofiler_stop_context(g_context));
  CHECK_ROCPROFILER(rocprofiler_flush_buffer(g_buffer));
  printf("%d hipMalloc, %d hipFree, %d others, of %d, %d and none\n", g_mallocs, g_frees, g_others,
         kRuns, kRuns);
  return g_mallocs == kRuns && g_frees == kRuns && g_others == 0 ? 0 : 1;
}
