// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program of known calls and work, for tests on real HIP runtimes.
#ifndef ROCJFR_TESTS_CORE_TRANSPOSE_H_
#define ROCJFR_TESTS_CORE_TRANSPOSE_H_

#include <vector>

#include "hip.h"

namespace rocjfr::test {

inline const char* const kTransposeSource = R"(
extern "C" __global__ void matrixTranspose(float* out, const float* in, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < width) out[y * width + x] = in[x * width + y];
}
)";

class Transpose {
 public:
  static constexpr int kWidth = 64;
  static constexpr size_t kBytes = kWidth * kWidth * sizeof(float);

  explicit Transpose(const Hip& hip)
      : hip_(hip), function_(hip.Compile(kTransposeSource, "matrixTranspose", &module_)) {}
  void* module() const { return module_; }

  // Two hipMalloc, two hipMemcpy, one launch, two hipFree. True: the result is right.
  bool Run() const {
    std::vector<float> in(kWidth * kWidth), out(kWidth * kWidth);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
    void* gpu_in = hip_.Malloc(kBytes);
    void* gpu_out = hip_.Malloc(kBytes);
    hip_.Do("hipMemcpy", gpu_in, static_cast<const void*>(in.data()), kBytes, 1);
    int width = kWidth;
    void* arguments[] = {&gpu_out, &gpu_in, &width};
    void* stream = nullptr;
    void** none = nullptr;
    hip_.Do("hipModuleLaunchKernel", function_, 4u, 4u, 1u, 16u, 16u, 1u, 0u, stream,
            static_cast<void**>(arguments), none);
    hip_.Do("hipMemcpy", static_cast<void*>(out.data()), static_cast<const void*>(gpu_out), kBytes,
            2);
    hip_.Do("hipFree", gpu_in);
    hip_.Do("hipFree", gpu_out);
    for (int y = 0; y < kWidth; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        if (out[y * kWidth + x] != in[x * kWidth + y]) return false;
      }
    }
    return true;
  }

 private:
  const Hip& hip_;
  void* module_ = nullptr;
  void* function_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_TRANSPOSE_H_
