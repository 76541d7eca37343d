// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A tool as a library of its own, for programs that know nothing of it:
//
//   g++ -shared -fPIC counting_tool.cpp -o libcountingtool.so -lrocprofiler-sdk
//   LD_PRELOAD=libcountingtool.so PROGRAM
//   LD_PRELOAD=librocprofiler-sdk.so.1 ROCP_TOOL_LIBRARIES=libcountingtool.so PROGRAM
//
// At the end it prints how many GPUs there are, how often each HIP function was called and how many
// kernels and copies there were. It never flushes: what is in the buffer at exit is handed over
// before Finalize.
#include <cinttypes>
#include <cstdio>
#include <map>
#include <string>

#include "rocprofiler-sdk/registration.h"
#include "rocprofiler-sdk/rocprofiler.h"

namespace {

std::map<std::string, int>& Counts() {
  static auto* counts = new std::map<std::string, int>;  // used until the very end
  return *counts;
}

void OnRecords(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
               rocprofiler_record_header_t** headers, size_t count, void*, uint64_t) {
  for (size_t i = 0; i < count; ++i) {
    const auto kind = static_cast<rocprofiler_buffer_tracing_kind_t>(headers[i]->kind);
    const char* name = nullptr;
    if (kind == ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API) {
      const auto* record =
          static_cast<const rocprofiler_buffer_tracing_hip_api_record_t*>(headers[i]->payload);
      rocprofiler_query_buffer_tracing_kind_operation_name(kind, record->operation, &name, nullptr);
    } else {
      rocprofiler_query_buffer_tracing_kind_name(kind, &name, nullptr);
    }
    ++Counts()[name];
  }
}

rocprofiler_status_t OnAgents(rocprofiler_agent_version_t, const void** agents, size_t count,
                              void*) {
  for (size_t i = 0; i < count; ++i) {
    const auto* agent = static_cast<const rocprofiler_agent_t*>(agents[i]);
    if (agent->type == ROCPROFILER_AGENT_TYPE_GPU) ++Counts()["GPU"];
  }
  return ROCPROFILER_STATUS_SUCCESS;
}

int Initialize(rocprofiler_client_finalize_t, void*) {
  if (rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, &OnAgents,
                                         sizeof(rocprofiler_agent_t),
                                         nullptr) != ROCPROFILER_STATUS_SUCCESS) {
    return -1;
  }
  rocprofiler_context_id_t context = {0};
  rocprofiler_buffer_id_t buffer = {0};
  if (rocprofiler_create_context(&context) != ROCPROFILER_STATUS_SUCCESS ||
      rocprofiler_create_buffer(context, 1 << 16, 1 << 15, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                &OnRecords, nullptr, &buffer) != ROCPROFILER_STATUS_SUCCESS) {
    return -1;
  }
  for (const auto kind :
       {ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH,
        ROCPROFILER_BUFFER_TRACING_MEMORY_COPY}) {
    if (rocprofiler_configure_buffer_tracing_service(context, kind, nullptr, 0, buffer) !=
        ROCPROFILER_STATUS_SUCCESS) {
      return -1;
    }
  }
  return rocprofiler_start_context(context) == ROCPROFILER_STATUS_SUCCESS ? 0 : -1;
}

void Finalize(void*) {
  for (const auto& [name, count] : Counts()) printf("counted %s %d\n", name.c_str(), count);
  fflush(stdout);
}

}  // namespace

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t, const char*, uint32_t,
                                                           rocprofiler_client_id_t* client) {
  client->name = "counting tool";
  static rocprofiler_tool_configure_result_t result = {sizeof(result), &Initialize, &Finalize,
                                                       nullptr};
  return &result;
}
