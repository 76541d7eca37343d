// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What chapter 4.2 of the specification shows: a matrix is transposed on the GPU, with callbacks
// and activity records of everything, started and stopped in each round.
//
//   g++ matrix_transpose.cpp -lroctracer64 -lroctx64 -lamdhip64
//
// prints each call with its arguments on ENTER, each record with its times and bytes, PASSED! for
// each round, and at the end how many there were of each.
#include <cinttypes>
#include <map>
#include <vector>

#include "check.h"
#include "roctracer/roctracer_hip.h"
#include "roctracer/roctracer_roctx.h"

namespace {

constexpr int kRounds = 3;
constexpr int kWidth = 256;
constexpr size_t kElements = size_t{kWidth} * kWidth;
constexpr size_t kBytes = kElements * sizeof(float);

std::map<std::string, int> g_callbacks, g_records;
uint64_t g_copied;

void OnHip(uint32_t id, const hip_api_data_t& data) {
  const char* name = roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, id, 0);
  ++g_callbacks[name];
  const bool enter = data.phase == ACTIVITY_API_PHASE_ENTER;
  printf("<%s id(%u)\tcorrelation_id(%" PRIu64 ") %s> ", name, id, data.correlation_id,
         enter ? "on-enter" : "on-exit");
  switch (id) {
    case HIP_API_ID_hipMemcpy:
      if (!enter) break;
      printf("dst(%p) src(%p) size(0x%zx) kind(%u)", data.args.hipMemcpy.dst,
             data.args.hipMemcpy.src, data.args.hipMemcpy.sizeBytes,
             static_cast<unsigned>(data.args.hipMemcpy.kind));
      break;
    case HIP_API_ID_hipMalloc:
      if (enter) {
        printf("ptr(%p) size(0x%zx)", static_cast<void*>(data.args.hipMalloc.ptr),
               data.args.hipMalloc.size);
      } else {
        printf("*ptr(%p)", *data.args.hipMalloc.ptr);
      }
      break;
    case HIP_API_ID_hipFree:
      if (enter) printf("ptr(%p)", data.args.hipFree.ptr);
      break;
    case HIP_API_ID_hipModuleLaunchKernel:
      if (!enter) break;
      printf("kernel(\"%s\") stream(%p)", hipKernelNameRef(data.args.hipModuleLaunchKernel.f),
             static_cast<void*>(data.args.hipModuleLaunchKernel.stream));
      break;
    default:
      break;
  }
  printf("\n");
}

void OnCall(uint32_t domain, uint32_t id, const void* data, void*) {
  if (domain == ACTIVITY_DOMAIN_HIP_API) {
    OnHip(id, *static_cast<const hip_api_data_t*>(data));
  } else if (domain == ACTIVITY_DOMAIN_ROCTX) {
    const auto& args = static_cast<const roctx_api_data_t*>(data)->args;
    ++g_callbacks["roctx"];
    printf("<roctx id(%u)> %s\n", id, args.message == nullptr ? "" : args.message);
  }
}

void OnRecords(const char* begin, const char* end, void*) {
  const auto* record = reinterpret_cast<const roctracer_record_t*>(begin);
  const auto* last = reinterpret_cast<const roctracer_record_t*>(end);
  printf("\tActivity records:\n");
  while (record < last) {
    const char* name = roctracer_op_string(record->domain, record->op, record->kind);
    printf("\t%s\tcorrelation_id(%" PRIu64 ") time_ns(%" PRIu64 ":%" PRIu64 ")", name,
           record->correlation_id, record->begin_ns, record->end_ns);
    if (record->domain == ACTIVITY_DOMAIN_HIP_OPS) {
      printf(" device_id(%d) queue_id(%" PRIu64 ")", record->device_id, record->queue_id);
      if (record->op == HIP_OP_ID_COPY) {
        printf(" bytes(0x%zx)", record->bytes);
        g_copied += record->bytes;
      }
    }
    printf("\n");
    const bool kernel = record->domain == ACTIVITY_DOMAIN_HIP_OPS &&
                        record->op == HIP_OP_ID_DISPATCH && record->kernel_name != nullptr;
    ++g_records[kernel ? record->kernel_name : name];
    CHECK_ROCTRACER(roctracer_next_record(record, &record));
  }
}

void StartTracing() {
  printf("# START #############################\n");
  roctracer_properties_t properties = {};
  properties.buffer_size = 0x1000;
  properties.buffer_callback_fun = OnRecords;
  CHECK_ROCTRACER(roctracer_open_pool(&properties));
  CHECK_ROCTRACER(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, OnCall, nullptr));
  CHECK_ROCTRACER(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, OnCall, nullptr));
  CHECK_ROCTRACER(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  CHECK_ROCTRACER(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
}

void StopTracing() {
  CHECK_ROCTRACER(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
  CHECK_ROCTRACER(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_ROCTX));
  CHECK_ROCTRACER(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  CHECK_ROCTRACER(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  CHECK_ROCTRACER(roctracer_close_pool());
  printf("# STOP #############################\n");
}

// True: the GPU's result is right.
bool Round(hipFunction_t kernel) {
  std::vector<float> matrix(kElements), transposed(kElements);
  for (size_t i = 0; i < kElements; ++i) matrix[i] = static_cast<float>(i) * 10.0f;
  void* gpu_matrix = nullptr;
  void* gpu_transposed = nullptr;
  roctxRangePush("round");
  CHECK_HIP(hipMalloc(&gpu_matrix, kBytes));
  CHECK_HIP(hipMalloc(&gpu_transposed, kBytes));
  CHECK_HIP(hipMemcpy(gpu_matrix, matrix.data(), kBytes, hipMemcpyHostToDevice));
  int width = kWidth;
  void* arguments[] = {&gpu_transposed, &gpu_matrix, &width};
  CHECK_HIP(hipModuleLaunchKernel(kernel, kWidth / 16, kWidth / 16, 1, 16, 16, 1, 0, nullptr,
                                  arguments, nullptr));
  CHECK_HIP(hipMemcpy(transposed.data(), gpu_transposed, kBytes, hipMemcpyDeviceToHost));
  CHECK_HIP(hipFree(gpu_matrix));
  CHECK_HIP(hipFree(gpu_transposed));
  CHECK_HIP(hipDeviceSynchronize());
  roctxRangePop();
  for (int y = 0; y < kWidth; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      if (transposed[y * kWidth + x] != matrix[x * kWidth + y]) return false;
    }
  }
  return true;
}

bool Print(const char* what, const std::map<std::string, int>& counts, const char* name,
           int expected) {
  const auto found = counts.find(name);
  const int count = found == counts.end() ? 0 : found->second;
  printf("%s of %s: %d, expected %d\n", what, name, count, expected);
  return count == expected;
}

}  // namespace

int main() {
  hipFunction_t kernel = CompileKernel(
      "extern \"C\" __global__ void matrixTranspose(float* out, const float* in, int width) {\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  if (x < width && y < width) out[y * width + x] = in[x * width + y];\n"
      "}\n",
      "matrixTranspose");
  bool ok = true;
  for (int i = 0; i < kRounds; ++i) {
    StartTracing();
    const bool right = Round(kernel);
    printf(right ? "PASSED!\n" : "FAILED\n");
    StopTracing();
    ok = ok && right;
  }
  const struct {
    const char* name;
    int per_round;
  } kCalls[] = {{"hipMalloc", 2},
                {"hipMemcpy", 2},
                {"hipModuleLaunchKernel", 1},
                {"hipFree", 2},
                {"hipDeviceSynchronize", 1}};
  for (const auto& call : kCalls) {
    ok &= Print("callbacks", g_callbacks, call.name, 2 * call.per_round * kRounds);
    ok &= Print("records", g_records, call.name, call.per_round * kRounds);
  }
  ok &= Print("callbacks", g_callbacks, "roctx", 2 * kRounds);
  ok &= Print("records", g_records, "matrixTranspose", kRounds) ||
        Print("records", g_records, "matrixTranspose.kd", kRounds);
  printf("bytes copied: %" PRIu64 ", expected %zu\n", g_copied, 2 * kBytes * kRounds);
  ok &= g_copied == 2 * kBytes * kRounds;
  printf(ok ? "all as expected\n" : "not as expected\n");
  return ok ? 0 : 1;
}
