// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that knows of no tool: 10 times two copies and a kernel.
#include "../roctracer/check.h"

int main() {
  char host[256] = "";
  void* memory = nullptr;
  CHECK_HIP(hipMalloc(&memory, sizeof(host)));
  hipFunction_t kernel = CompileKernel("extern \"C\" __global__ void empty() {}", "empty");
  for (int i = 0; i < 10; ++i) {
    CHECK_HIP(hipMemcpy(memory, host, sizeof(host), hipMemcpyHostToDevice));
    CHECK_HIP(hipModuleLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
    CHECK_HIP(hipMemcpy(host, memory, sizeof(host), hipMemcpyDeviceToHost));
  }
  CHECK_HIP(hipDeviceSynchronize());
  CHECK_HIP(hipFree(memory));
  printf("done\n");
  return 0;
}
