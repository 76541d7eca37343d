// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's own HIP runtime on the software GPU: kernels for it, and how tests get at both.
#ifndef ROCJFR_TESTS_SOFTGPU_HIP_FIXTURE_H_
#define ROCJFR_TESTS_SOFTGPU_HIP_FIXTURE_H_

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "hip_loader.h"
#include "softgpu.h"

namespace rocjfr::hip {

#define ASSERT_HIP(call) ASSERT_EQ(kSuccess, api().call)
#define EXPECT_HIP(call) EXPECT_EQ(kSuccess, api().call)

constexpr char kSource[] = R"(
extern "C" __global__ void matrixTranspose(float* out, const float* in, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < width) out[y * width + x] = in[x * width + y];
}
extern "C" __global__ void saxpy(float a, const float* x, float* y, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
extern "C" __global__ void nap(int milliseconds) {
  for (long long end = clock64() + milliseconds * 1000000ll; clock64() < end;) {}
}
extern "C" __global__ void empty() {}
__device__ int counter = 7;
extern "C" __global__ void shape(unsigned* out) {
  extern __shared__ unsigned shared[];
  if (out == nullptr) shared[threadIdx.x] = counter++;
}
)";

/// The control functions of the software GPU, where it is what runs.
struct Control {
  decltype(&softgpu_hold) hold;
  decltype(&softgpu_release) release;
  decltype(&softgpu_stats) stats;
  decltype(&softgpu_read_work) read_work;
  decltype(&softgpu_next_work) next_work;
};

inline const Control* control() {
  static const Control the = {
      reinterpret_cast<decltype(&softgpu_hold)>(dlsym(RTLD_DEFAULT, "softgpu_hold")),
      reinterpret_cast<decltype(&softgpu_release)>(dlsym(RTLD_DEFAULT, "softgpu_release")),
      reinterpret_cast<decltype(&softgpu_stats)>(dlsym(RTLD_DEFAULT, "softgpu_stats")),
      reinterpret_cast<decltype(&softgpu_read_work)>(dlsym(RTLD_DEFAULT, "softgpu_read_work")),
      reinterpret_cast<decltype(&softgpu_next_work)>(dlsym(RTLD_DEFAULT, "softgpu_next_work"))};
  return the.hold != nullptr ? &the : nullptr;
}

/// The kernels, compiled by hiprtc as programs do it.
class Kernels {
 public:
  Kernels() {
    RtcProgram program = nullptr;
    EXPECT_HIP(hiprtcCreateProgram(&program, kSource, "test.cu", 0, nullptr, nullptr));
    // hiprtc of 5.7 and 7.2 asks libamdhip64.so for the GPU's name, which only the development
    // package has; so the name is given where it is known.
    const char* gfx = std::getenv("SOFTGPU_GFX");
    std::string option = std::string("--offload-arch=") + (gfx != nullptr ? gfx : "gfx1030");
    const char* options[] = {option.c_str()};
    Error compiled = api().hiprtcCompileProgram(program, control() != nullptr ? 1 : 0, options);
    if (compiled != kSuccess) {
      size_t length = 0;
      api().hiprtcGetProgramLogSize(program, &length);
      std::string text(length, ' ');
      api().hiprtcGetProgramLog(program, text.data());
      ADD_FAILURE() << "hiprtc: " << compiled << " " << text;
      return;
    }
    size_t size = 0;
    EXPECT_HIP(hiprtcGetCodeSize(program, &size));
    std::vector<char> code(size);
    EXPECT_HIP(hiprtcGetCode(program, code.data()));
    EXPECT_HIP(hiprtcDestroyProgram(&program));
    EXPECT_HIP(hipModuleLoadData(&module, code.data()));
  }
  ~Kernels() {
    if (module != nullptr) {
      EXPECT_HIP(hipModuleUnload(module));
    }
  }

  /// One-dimensional launch.
  template <class... Arguments>
  Error launch(const char* name, unsigned groups, unsigned threads, Stream stream,
               Arguments... arguments) {
    Function function = nullptr;
    Error error = api().hipModuleGetFunction(&function, module, name);
    return error != kSuccess ? error : launch(function, groups, threads, stream, arguments...);
  }
  template <class... Arguments>
  Error launch(Function function, unsigned groups, unsigned threads, Stream stream,
               Arguments... arguments) {
    void* pointers[] = {&arguments..., nullptr};
    return api().hipModuleLaunchKernel(function, groups, 1, 1, threads, 1, 1, 0, stream, pointers,
                                       nullptr);
  }

  Module module = nullptr;
};

template <class T>
std::vector<T> counting(size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i * 7 + 3);
  return values;
}

class HipTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ("", api().problem);
    ASSERT_HIP(hipInit(0));
  }
};

template <class T>
T* device_memory(size_t count) {
  void* memory = nullptr;
  EXPECT_HIP(hipMalloc(&memory, count * sizeof(T)));
  return static_cast<T*>(memory);
}

template <class T>
std::vector<T> read_back(const T* device, size_t count) {
  std::vector<T> host(count);
  EXPECT_HIP(hipMemcpy(host.data(), device, count * sizeof(T), kDeviceToHost));
  return host;
}

}  // namespace rocjfr::hip
#endif  // ROCJFR_TESTS_SOFTGPU_HIP_FIXTURE_H_
