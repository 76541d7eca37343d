// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies, with the agents between which they go, and the retirement of correlation ids.
//
//   g++ copies.cpp -lrocprofiler-sdk -lamdhip64
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tool.h"

namespace {

rocprofiler_context_id_t g_context;
rocprofiler_buffer_id_t g_buffer;
std::map<uint64_t, std::string> g_agents;
std::map<int, uint64_t> g_bytes;         // by direction
std::set<uint64_t> g_copies, g_retired;  // correlation ids
int g_late;

void OnRecords(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
               rocprofiler_record_header_t** headers, size_t count, void*, uint64_t) {
  for (size_t i = 0; i < count; ++i) {
    if (const auto* copy = RecordOf<rocprofiler_buffer_tracing_memory_copy_record_t>(
            *headers[i], ROCPROFILER_BUFFER_TRACING_MEMORY_COPY)) {
      printf("%s %" PRIu64 " bytes from %s to %s\n", OperationName(copy->kind, copy->operation),
             copy->bytes, g_agents[copy->src_agent_id.handle].c_str(),
             g_agents[copy->dst_agent_id.handle].c_str());
      g_bytes[copy->operation] += copy->bytes;
      g_copies.insert(copy->correlation_id.internal);
      g_late += g_retired.count(copy->correlation_id.internal) != 0 ? 1 : 0;
    } else if (const auto* retirement =
                   RecordOf<rocprofiler_buffer_tracing_correlation_id_retirement_record_t>(
                       *headers[i], ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT)) {
      g_retired.insert(retirement->internal_correlation_id);
    }
  }
}

rocprofiler_status_t OnAgents(rocprofiler_agent_version_t, const void** agents, size_t count,
                              void*) {
  for (size_t i = 0; i < count; ++i) {
    const auto* agent = static_cast<const rocprofiler_agent_t*>(agents[i]);
    g_agents[agent->id.handle] = agent->name;
  }
  return ROCPROFILER_STATUS_SUCCESS;
}

int Initialize(rocprofiler_client_finalize_t, void*) {
  CHECK_ROCPROFILER(rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, &OnAgents,
                                                       sizeof(rocprofiler_agent_t), nullptr));
  CHECK_ROCPROFILER(rocprofiler_create_context(&g_context));
  CHECK_ROCPROFILER(rocprofiler_create_buffer(
      g_context, 4096, 4096, ROCPROFILER_BUFFER_POLICY_LOSSLESS, &OnRecords, nullptr, &g_buffer));
  for (const auto kind : {ROCPROFILER_BUFFER_TRACING_MEMORY_COPY,
                          ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT}) {
    CHECK_ROCPROFILER(
        rocprofiler_configure_buffer_tracing_service(g_context, kind, nullptr, 0, g_buffer));
  }
  CHECK_ROCPROFILER(rocprofiler_start_context(g_context));
  return 0;
}

rocprofiler_tool_configure_result_t* Configure(uint32_t, const char*, uint32_t,
                                               rocprofiler_client_id_t* client) {
  client->name = "copies sample";
  static rocprofiler_tool_configure_result_t result = {sizeof(result), &Initialize, nullptr,
                                                       nullptr};
  return &result;
}

}  // namespace

int main() {
  constexpr int kRuns = 30;
  constexpr size_t kBytes = 10000;
  CHECK_ROCPROFILER(rocprofiler_force_configure(&Configure));
  std::vector<char> host(kBytes);
  void *first = nullptr, *second = nullptr;
  CHECK_HIP(hipMalloc(&first, kBytes));
  CHECK_HIP(hipMalloc(&second, kBytes));
  for (int i = 0; i < kRuns; ++i) {
    CHECK_HIP(hipMemcpy(first, host.data(), kBytes, hipMemcpyHostToDevice));
    CHECK_HIP(hipMemcpy(second, first, kBytes, hipMemcpyDeviceToDevice));
    CHECK_HIP(hipMemcpy(host.data(), second, kBytes, hipMemcpyDeviceToHost));
  }
  CHECK_HIP(hipDeviceSynchronize());
  CHECK_ROCPROFILER(rocprofiler_stop_context(g_context));
  CHECK_ROCPROFILER(rocprofiler_flush_buffer(g_buffer));
  const uint64_t expected = kRuns * kBytes;
  const bool all = g_bytes[ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE] == expected &&
                   g_bytes[ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE] == expected &&
                   g_bytes[ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST] == expected;
  size_t retired = 0;
  for (const uint64_t id : g_copies) retired += g_retired.count(id);
  printf("%zu copies, %zu of their ids retired, %d too early, bytes %s\n", g_copies.size(), retired,
         g_late, all ? "right" : "wrong");
  return all && g_copies.size() == 3u * kRuns && retired == g_copies.size() && g_late == 0 ? 0 : 1;
}
