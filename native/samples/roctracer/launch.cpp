// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What chapter 4.1 of the specification shows: a callback around kernel launches, and activity
// records of the launches and of the kernels that they start.
//
//   g++ launch.cpp -lroctracer64 -lamdhip64
//
// prints for each launch its callback on ENTER and EXIT and, later, two records with the same
// correlation id: the call and the kernel.
#include <cinttypes>
#include <map>
#include <mutex>

#include "check.h"
#include "roctracer/roctracer_hip.h"

namespace {

constexpr int kLaunches = 3;
int g_enters, g_exits;

void OnLaunch(uint32_t domain, uint32_t id, const void* callback_data, void*) {
  const auto* data = static_cast<const hip_api_data_t*>(callback_data);
  const bool enter = data->phase == ACTIVITY_API_PHASE_ENTER;
  ++(enter ? g_enters : g_exits);
  printf("<%s id(%u) correlation_id(%" PRIu64 ") %s>", roctracer_op_string(domain, id, 0), id,
         data->correlation_id, enter ? "on-enter" : "on-exit");
  if (enter) {
    const auto& arguments = data->args.hipModuleLaunchKernel;
    printf(" grid(%u,%u,%u) block(%u,%u,%u)", arguments.gridDimX, arguments.gridDimY,
           arguments.gridDimZ, arguments.blockDimX, arguments.blockDimY, arguments.blockDimZ);
  }
  printf("\n");
}

// What was seen of each correlation id. The buffer callback runs on the pool's thread.
struct Seen {
  int calls = 0, kernels = 0;
};
std::map<uint64_t, Seen> g_seen;

void OnRecords(const char* begin, const char* end, void*) {
  const auto* record = reinterpret_cast<const roctracer_record_t*>(begin);
  const auto* last = reinterpret_cast<const roctracer_record_t*>(end);
  printf("\tActivity records:\n");
  while (record < last) {
    const char* name = roctracer_op_string(record->domain, record->op, record->kind);
    printf("\t%s correlation_id(%" PRIu64 ") time_ns(%" PRIu64 ":%" PRIu64 ")", name,
           record->correlation_id, record->begin_ns, record->end_ns);
    if (record->domain == ACTIVITY_DOMAIN_HIP_OPS) {
      printf(" device_id(%d) queue_id(%" PRIu64 ") kernel(%s)", record->device_id, record->queue_id,
             record->kernel_name);
      ++g_seen[record->correlation_id].kernels;
    } else {
      printf(" process_id(%u) thread_id(%u)", record->process_id, record->thread_id);
      ++g_seen[record->correlation_id].calls;
    }
    printf("\n");
    CHECK_ROCTRACER(roctracer_next_record(record, &record));
  }
}

}  // namespace

int main() {
  // Two records to a buffer.
  roctracer_properties_t properties = {};
  properties.buffer_size = 128;
  properties.buffer_callback_fun = OnRecords;
  CHECK_ROCTRACER(roctracer_open_pool(&properties));

  CHECK_ROCTRACER(roctracer_enable_op_callback(
      ACTIVITY_DOMAIN_HIP_API, HIP_API_ID_hipModuleLaunchKernel, OnLaunch, nullptr));
  CHECK_ROCTRACER(
      roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_API, HIP_API_ID_hipModuleLaunchKernel));
  CHECK_ROCTRACER(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_DISPATCH));

  hipFunction_t kernel = CompileKernel("extern \"C\" __global__ void empty() {}", "empty");
  for (int i = 0; i < kLaunches; ++i) {
    CHECK_HIP(hipModuleLaunchKernel(kernel, 2, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
  }
  CHECK_HIP(hipDeviceSynchronize());

  CHECK_ROCTRACER(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
  CHECK_ROCTRACER(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  CHECK_ROCTRACER(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  CHECK_ROCTRACER(roctracer_close_pool());

  int complete = 0;
  for (const auto& [id, seen] : g_seen) complete += seen.calls == 1 && seen.kernels == 1 ? 1 : 0;
  printf("%d on-enter, %d on-exit, %d calls with their kernel, of %d\n", g_enters, g_exits,
         complete, kLaunches);
  return g_enters == kLaunches && g_exits == kLaunches && complete == kLaunches ? 0 : 1;
}
