// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// For the samples: what to do when a call fails, and a kernel compiled at run time.
#ifndef ROCJFR_SAMPLES_CHECK_H_
#define ROCJFR_SAMPLES_CHECK_H_

#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "roctracer/roctracer.h"

#define CHECK_ROCTRACER(call)                                            \
  do {                                                                   \
    if ((call) != ROCTRACER_STATUS_SUCCESS) {                            \
      fprintf(stderr, "%s failed: %s", #call, roctracer_error_string()); \
      exit(1);                                                           \
    }                                                                    \
  } while (false)

#define CHECK_HIP(call)                                                     \
  do {                                                                      \
    const hipError_t error_ = (call);                                       \
    if (error_ != hipSuccess) {                                             \
      fprintf(stderr, "%s failed: %s\n", #call, hipGetErrorString(error_)); \
      exit(1);                                                              \
    }                                                                       \
  } while (false)

// The function `name` of a source, for the first device.
inline hipFunction_t CompileKernel(const char* source, const char* name) {
  hiprtcProgram program;
  if (hiprtcCreateProgram(&program, source, "sample.hip", 0, nullptr, nullptr) != HIPRTC_SUCCESS ||
      hiprtcCompileProgram(program, 0, nullptr) != HIPRTC_SUCCESS) {
    fprintf(stderr, "the kernel does not compile\n");
    exit(1);
  }
  size_t size = 0;
  hiprtcGetCodeSize(program, &size);
  std::string code(size, '\0');
  hiprtcGetCode(program, &code[0]);
  hiprtcDestroyProgram(&program);
  hipModule_t module;
  hipFunction_t function;
  CHECK_HIP(hipModuleLoadData(&module, code.data()));
  CHECK_HIP(hipModuleGetFunction(&function, module, name));
  return function;
}

#endif  // ROCJFR_SAMPLES_CHECK_H_
