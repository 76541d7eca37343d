// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A tool that keeps something of its own for each piece of work: it is asked for an external
// correlation id where work is submitted, finds that id in the work's record, and frees what it
// stands for when the correlation id retires.
//
//   g++ requests.cpp -lrocprofiler-sdk -lamdhip64
#include <map>
#include <memory>
#include <mutex>

#include "tool.h"

namespace {

struct Work {
  rocprofiler_thread_id_t submitted_by;
  bool is_copy;
};

rocprofiler_context_id_t g_context;
rocprofiler_buffer_id_t g_buffer;
std::mutex g_mutex;
std::map<uint64_t, std::unique_ptr<Work>> g_work;  // by correlation id
int g_asked, g_dispatches, g_copies, g_wrong;

int OnRequest(rocprofiler_thread_id_t thread, rocprofiler_context_id_t,
              rocprofiler_external_correlation_id_request_kind_t kind,
              rocprofiler_tracing_operation_t, uint64_t correlation_id, rocprofiler_user_data_t* id,
              void*) {
  std::lock_guard<std::mutex> lock(g_mutex);
  auto& work = g_work[correlation_id];
  work.reset(new Work{thread, kind == ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY});
  id->ptr = work.get();
  ++g_asked;
  return 0;
}

void Count(const rocprofiler_async_correlation_id_t& id, rocprofiler_thread_id_t thread,
           bool is_copy) {
  const auto* work = static_cast<const Work*>(id.external.ptr);
  const bool right = work != nullptr && g_work.count(id.internal) != 0 &&
                     work->submitted_by == thread && work->is_copy == is_copy;
  ++(right ? is_copy ? g_copies : g_dispatches : g_wrong);
}

void OnRecords(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
               rocprofiler_record_header_t** headers, size_t count, void*, uint64_t) {
  std::lock_guard<std::mutex> lock(g_mutex);
  for (size_t i = 0; i < count; ++i) {
    if (const auto* copy = RecordOf<rocprofiler_buffer_tracing_memory_copy_record_t>(
            *headers[i], ROCPROFILER_BUFFER_TRACING_MEMORY_COPY)) {
      Count(copy->correlation_id, copy->thread_id, true);
    } else if (const auto* kernel = RecordOf<rocprofiler_buffer_tracing_kernel_dispatch_record_t>(
                   *headers[i], ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH)) {
      Count(kernel->correlation_id, kernel->thread_id, false);
    } else if (const auto* gone =
                   RecordOf<rocprofiler_buffer_tracing_correlation_id_retirement_record_t>(
                       *headers[i], ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT)) {
      g_work.erase(gone->internal_correlation_id);
    }
  }
}

int Initialize(rocprofiler_client_finalize_t, void*) {
  CHECK_ROCPROFILER(rocprofiler_create_context(&g_context));
  CHECK_ROCPROFILER(rocprofiler_create_buffer(
      g_context, 4096, 2048, ROCPROFILER_BUFFER_POLICY_LOSSLESS, &OnRecords, nullptr, &g_buffer));
  for (const auto kind :
       {ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, ROCPROFILER_BUFFER_TRACING_MEMORY_COPY,
        ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT}) {
    CHECK_ROCPROFILER(
        rocprofiler_configure_buffer_tracing_service(g_context, kind, nullptr, 0, g_buffer));
  }
  const rocprofiler_external_correlation_id_request_kind_t kinds[] = {
      ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_KERNEL_DISPATCH,
      ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MEMORY_COPY};
  CHECK_ROCPROFILER(rocprofiler_configure_external_correlation_id_request_service(
      g_context, kinds, 2, &OnRequest, nullptr));
  CHECK_ROCPROFILER(rocprofiler_start_context(g_context));
  return 0;
}

rocprofiler_tool_configure_result_t* Configure(uint32_t, const char*, uint32_t,
                                               rocprofiler_client_id_t* client) {
  client->name = "requests sample";
  static rocprofiler_tool_configure_result_t result = {sizeof(result), &Initialize, nullptr,
                                                       nullptr};
  return &result;
}

}  // namespace

int main() {
  constexpr int kRuns = 50;
  CHECK_ROCPROFILER(rocprofiler_force_configure(&Configure));
  char host[256] = "";
  void* memory = nullptr;
  CHECK_HIP(hipMalloc(&memory, sizeof(host)));
  hipFunction_t kernel = CompileKernel(kEmptyKernel, "empty");
  for (int i = 0; i < kRuns; ++i) {
    CHECK_HIP(hipMemcpy(memory, host, sizeof(host), hipMemcpyHostToDevice));
    CHECK_HIP(hipModuleLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
  }
  CHECK_HIP(hipDeviceSynchronize());
  CHECK_ROCPROFILER(rocprofiler_stop_context(g_context));
  CHECK_ROCPROFILER(rocprofiler_flush_buffer(g_buffer));
  printf("asked %d times; %d dispatches, %d copies, %d others; %zu not retired\n", g_asked,
         g_dispatches, g_copies, g_wrong, g_work.size());
  CHECK_HIP(hipFree(memory));
  const bool right = g_asked == 2 * kRuns && g_dispatches == kRuns && g_copies == kRuns;
  return right && g_wrong == 0 && g_work.empty() ? 0 : 1;
}
