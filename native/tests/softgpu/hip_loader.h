// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HIP runtime, whichever of 5.x, 6.x and 7.x there is, without its headers: one binary runs
// with all of them. ROCJFR_HIP_LIBRARY names the library; else the newest that is found is taken.

#ifndef ROCJFR_TESTS_SOFTGPU_HIP_LOADER_H_
#define ROCJFR_TESTS_SOFTGPU_HIP_LOADER_H_

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace rocjfr::hip {

using Error = int;
using Stream = struct StreamTag*;
using Event = struct EventTag*;
using Module = struct ModuleTag*;
using Function = struct FunctionTag*;
using Graph = struct GraphTag*;
using GraphExec = struct GraphExecTag*;
using Array = struct ArrayTag*;
using RtcProgram = struct RtcProgramTag*;

constexpr Error kSuccess = 0;
constexpr Error kInvalidValue = 1;
constexpr Error kOutOfMemory = 2;
constexpr Error kNotReady = 600;

enum CopyKind : int { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kDefault };

struct Position {
  size_t x, y, z;
};
struct PitchedPointer {
  void* pointer;
  size_t pitch, width, height;
};
struct Extent {
  size_t width, height, depth;
};
struct Copy3D {
  Array from_array;
  Position from_position;
  PitchedPointer from;
  Array to_array;
  Position to_position;
  PitchedPointer to;
  Extent extent;
  CopyKind kind;
};
struct ChannelFormat {
  int x, y, z, w;
  int kind;
};
struct IpcHandle {
  char bytes[64];
};

// name, then result and arguments
#define ROCJFR_HIP_FUNCTIONS(F)                                                                   \
  F(hipInit, (unsigned))                                                                          \
  F(hipRuntimeGetVersion, (int*))                                                                 \
  F(hipGetDeviceCount, (int*))                                                                    \
  F(hipSetDevice, (int))                                                                          \
  F(hipDeviceGetName, (char*, int, int))                                                          \
  F(hipDeviceSynchronize, ())                                                                     \
  F(hipDeviceCanAccessPeer, (int*, int, int))                                                     \
  F(hipDeviceEnablePeerAccess, (int, unsigned))                                                   \
  F(hipGetLastError, ())                                                                          \
  F(hipMalloc, (void**, size_t))                                                                  \
  F(hipFree, (void*))                                                                             \
  F(hipHostMalloc, (void**, size_t, unsigned))                                                    \
  F(hipHostFree, (void*))                                                                         \
  F(hipMallocManaged, (void**, size_t, unsigned))                                                 \
  F(hipMallocPitch, (void**, size_t*, size_t, size_t))                                            \
  F(hipMallocArray, (Array*, const ChannelFormat*, size_t, size_t, unsigned))                     \
  F(hipMemGetInfo, (size_t*, size_t*))                                                            \
  F(hipHostRegister, (void*, size_t, unsigned))                                                   \
  F(hipHostUnregister, (void*))                                                                   \
  F(hipHostGetDevicePointer, (void**, void*, unsigned))                                           \
  F(hipMemcpy, (void*, const void*, size_t, CopyKind))                                            \
  F(hipMemcpyAsync, (void*, const void*, size_t, CopyKind, Stream))                               \
  F(hipMemcpyPeer, (void*, int, const void*, int, size_t))                                        \
  F(hipMemcpy2D, (void*, size_t, const void*, size_t, size_t, size_t, CopyKind))                  \
  F(hipMemcpy3D, (const Copy3D*))                                                                 \
  F(hipMemset, (void*, int, size_t))                                                              \
  F(hipMemsetAsync, (void*, int, size_t, Stream))                                                 \
  F(hipMemsetD16, (void*, unsigned short, size_t))                                                \
  F(hipMemsetD32, (void*, int, size_t))                                                           \
  F(hipStreamCreate, (Stream*))                                                                   \
  F(hipStreamDestroy, (Stream))                                                                   \
  F(hipStreamSynchronize, (Stream))                                                               \
  F(hipStreamQuery, (Stream))                                                                     \
  F(hipStreamWaitEvent, (Stream, Event, unsigned))                                                \
  F(hipStreamAddCallback, (Stream, void (*)(Stream, Error, void*), void*, unsigned))              \
  F(hipStreamBeginCapture, (Stream, int))                                                         \
  F(hipStreamEndCapture, (Stream, Graph*))                                                        \
  F(hipStreamWriteValue32, (Stream, void*, uint32_t, unsigned))                                   \
  F(hipStreamWaitValue32, (Stream, void*, uint32_t, unsigned, uint32_t))                          \
  F(hipGraphInstantiate, (GraphExec*, Graph, void*, char*, size_t))                               \
  F(hipGraphLaunch, (GraphExec, Stream))                                                          \
  F(hipGraphExecDestroy, (GraphExec))                                                             \
  F(hipGraphDestroy, (Graph))                                                                     \
  F(hipEventCreate, (Event*))                                                                     \
  F(hipEventDestroy, (Event))                                                                     \
  F(hipEventRecord, (Event, Stream))                                                              \
  F(hipEventSynchronize, (Event))                                                                 \
  F(hipEventElapsedTime, (float*, Event, Event))                                                  \
  F(hipModuleLoadData, (Module*, const void*))                                                    \
  F(hipModuleUnload, (Module))                                                                    \
  F(hipModuleGetFunction, (Function*, Module, const char*))                                       \
  F(hipModuleGetGlobal, (void**, size_t*, Module, const char*))                                   \
  F(hipModuleLaunchKernel, (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
                            unsigned, Stream, void**, void**))                                    \
  F(hipIpcGetMemHandle, (IpcHandle*, void*))

#define ROCJFR_HIPRTC_FUNCTIONS(F)                                                                 \
  F(hiprtcCreateProgram, (RtcProgram*, const char*, const char*, int, const char**, const char**)) \
  F(hiprtcCompileProgram, (RtcProgram, int, const char**))                                         \
  F(hiprtcGetCodeSize, (RtcProgram, size_t*))                                                      \
  F(hiprtcGetCode, (RtcProgram, char*))                                                            \
  F(hiprtcGetProgramLogSize, (RtcProgram, size_t*))                                                \
  F(hiprtcGetProgramLog, (RtcProgram, char*))                                                      \
  F(hiprtcDestroyProgram, (RtcProgram*))

struct Api {
#define ROCJFR_FUNCTION(name, arguments) Error(*name) arguments = nullptr;
  ROCJFR_HIP_FUNCTIONS(ROCJFR_FUNCTION)
  ROCJFR_HIPRTC_FUNCTIONS(ROCJFR_FUNCTION)
#undef ROCJFR_FUNCTION
  int version = 0;      // as hipRuntimeGetVersion gives it: 50221153 is 5.2
  std::string problem;  // why it cannot be used, else empty

  int major() const {
    return version / 10000000;
  }
  int minor() const {
    return version / 100000 % 100;
  }
};

inline void* open_library(const std::vector<std::string>& names, std::string* problem) {
  for (const std::string& name : names) {
    void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library != nullptr) return library;
    *problem = dlerror();
  }
  return nullptr;
}

inline std::vector<std::string> newest_first(const std::string& name) {
  std::vector<std::string> names;
  for (int number = 20; number >= 5; --number) names.push_back(name + "." + std::to_string(number));
  return names;
}

/// Loads it on the first call; never unloads it.
inline const Api& api() {
  static const Api* the = [] {
    auto* a = new Api();
    const char* given = std::getenv("ROCJFR_HIP_LIBRARY");
    std::vector<std::string> names = newest_first("libamdhip64.so");
    if (given != nullptr && *given != '\0') names = {given};
    void* hip = open_library(names, &a->problem);
    if (hip == nullptr) return a;
    void* rtc = hip;  // since 7.x in a library of its own
    if (dlsym(hip, "hiprtcCompileProgram") == nullptr) {
      rtc = open_library(newest_first("libhiprtc.so"), &a->problem);
      if (rtc == nullptr) return a;
    }
    a->problem.clear();
#define ROCJFR_FUNCTION(name, arguments)                                 \
  a->name = reinterpret_cast<Error(*) arguments>(dlsym(library, #name)); \
  if (a->name == nullptr) a->problem += std::string(#name) + " is missing. ";
    void* library = hip;
    ROCJFR_HIP_FUNCTIONS(ROCJFR_FUNCTION)
    library = rtc;
    ROCJFR_HIPRTC_FUNCTIONS(ROCJFR_FUNCTION)
#undef ROCJFR_FUNCTION
    if (a->problem.empty() && a->hipRuntimeGetVersion(&a->version) != kSuccess) {
      a->problem = "hipRuntimeGetVersion fails";
    }
    return a;
  }();
  return *the;
}

}  // namespace rocjfr::hip

#endif  // ROCJFR_TESTS_SOFTGPU_HIP_LOADER_H_
