// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kernels: dispatch records, the kernels' names from code object callbacks, and external
// correlation ids. The program configures the tool by itself, before its first HIP call.
//
//   g++ kernels.cpp -lrocprofiler-sdk -lamdhip64
#include <map>
#include <mutex>
#include <string>

#include "tool.h"

namespace {

rocprofiler_context_id_t g_context;
rocprofiler_buffer_id_t g_buffer;
std::mutex g_mutex;
std::map<rocprofiler_kernel_id_t, std::string> g_names;
int g_dispatches;

void OnCodeObject(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void*) {
  using Symbol = rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t;
  if (record.operation != ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER ||
      record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD) {
    return;
  }
  const auto* symbol = static_cast<const Symbol*>(record.payload);
  std::lock_guard<std::mutex> lock(g_mutex);
  g_names[symbol->kernel_id] = symbol->kernel_name;
}

void OnRecords(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
               rocprofiler_record_header_t** headers, size_t count, void*, uint64_t) {
  std::lock_guard<std::mutex> lock(g_mutex);
  for (size_t i = 0; i < count; ++i) {
    const auto* record = RecordOf<rocprofiler_buffer_tracing_kernel_dispatch_record_t>(
        *headers[i], ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH);
    if (record == nullptr) continue;
    const auto& info = record->dispatch_info;
    const std::string& name = g_names[info.kernel_id];
    printf("dispatch %" PRIu64 " of %s, grid %u, workgroup %u, external id %" PRIu64 ", %" PRIu64
           " ns\n",
           info.dispatch_id, name.c_str(), info.grid_size.x, info.workgroup_size.x,
           record->correlation_id.external.value, record->end_timestamp - record->start_timestamp);
    const bool right = name.find("empty") != std::string::npos && info.grid_size.x == 128 &&
                       record->correlation_id.external.value == 1000u + g_dispatches;
    g_dispatches += right ? 1 : 0;
  }
}

int Initialize(rocprofiler_client_finalize_t, void*) {
  CHECK_ROCPROFILER(rocprofiler_create_context(&g_context));
  CHECK_ROCPROFILER(rocprofiler_create_buffer(
      g_context, 4096, 4096, ROCPROFILER_BUFFER_POLICY_LOSSLESS, &OnRecords, nullptr, &g_buffer));
  CHECK_ROCPROFILER(rocprofiler_configure_buffer_tracing_service(
      g_context, ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, nullptr, 0, g_buffer));
  CHECK_ROCPROFILER(rocprofiler_configure_callback_tracing_service(
      g_context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, nullptr, 0, &OnCodeObject, nullptr));
  return 0;
}

rocprofiler_tool_configure_result_t* Configure(uint32_t, const char*, uint32_t,
                                               rocprofiler_client_id_t* client) {
  client->name = "kernels sample";
  static rocprofiler_tool_configure_result_t result = {sizeof(result), &Initialize, nullptr,
                                                       nullptr};
  return &result;
}

}  // namespace

int main() {
  constexpr int kLaunches = 50;
  CHECK_ROCPROFILER(rocprofiler_force_configure(&Configure));
  CHECK_ROCPROFILER(rocprofiler_start_context(g_context));
  rocprofiler_thread_id_t thread = 0;
  CHECK_ROCPROFILER(rocprofiler_get_thread_id(&thread));
  hipFunction_t kernel = CompileKernel(kEmptyKernel, "empty");
  for (int i = 0; i < kLaunches; ++i) {
    rocprofiler_user_data_t id;
    id.value = 1000u + i;
    CHECK_ROCPROFILER(rocprofiler_push_external_correlation_id(g_context, thread, id));
    CHECK_HIP(hipModuleLaunchKernel(kernel, 2, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
    CHECK_ROCPROFILER(rocprofiler_pop_external_correlation_id(g_context, thread, nullptr));
  }
  CHECK_HIP(hipDeviceSynchronize());
  CHECK_ROCPROFILER(rocprofiler_stop_context(g_context));
  CHECK_ROCPROFILER(rocprofiler_flush_buffer(g_buffer));
  printf("%d dispatches of %d\n", g_dispatches, kLaunches);
  return g_dispatches == kLaunches ? 0 : 1;
}
