// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A HIP runtime that does nothing but call a tool's hook, exactly as the real ones do: the tests
// and benchmarks say what the program calls and when the GPU finishes. Three shared objects have
// this interface: lib/stubhip-tracer/libamdhip64.so.6 has the hook of 5.3 and later,
// lib/stubhip-register/libamdhip64.so.5 that of 5.2, and lib/stubhip-future/libamdhip64.so.8 is a
// runtime of tomorrow: the former's hook, 600 functions, and what newer runtimes have beside it. A
// fourth, lib/stubhip-none, has no hook.
#ifndef ROCJFR_TESTS_STUBHIP_STUBHIP_H_
#define ROCJFR_TESTS_STUBHIP_STUBHIP_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STUBHIP_API __attribute__((visibility("default")))

// Function ids; the first four are those of the real runtimes. Other ids up to the last one are
// functions of no interest.
#define STUBHIP_FUNCTIONS(X)           \
  X(hipLaunchKernel, 107)              \
  X(hipMalloc, 108)                    \
  X(hipMemcpy, 125)                    \
  X(hipModuleLaunchKernel, 169)        \
  X(hipPeekAtLastError, 181)           \
  X(hipGetLastError, 85)               \
  X(hipExtGetLastError, 390)           \
  X(hipLaunchKernelExC, 400)           \
  X(hipDrvLaunchKernelEx, 401)         \
  X(hipMemcpyBatchAsync, 402)          \
  X(hipMemcpy3DBatchAsync, 403)        \
  X(hipMemcpy3DPeerAsync, 404)         \
  X(hipGraphAddKernelNode, 405)        \
  X(hipGreenCtxDestroy, 406)           \
  X(hipLaunchKernelOfNextYear, 407)    \
  X(hipGraphAddMemcpyNode, 408)        \
  X(hipGraphAddMemsetNode, 409)        \
  X(hipDrvMemcpy3DAsync, 410)          \
  X(hipExecutionCtxStreamCreate, 411)  \
  X(hipExecutionCtxDestroy, 412)       \
  X(hipStreamGetGreenCtx, 413)         \
  X(hipMemcpyAsync, 126)               \
  X(hipMemcpy3D, 132)                  \
  X(hipExtModuleLaunchKernel, 59)      \
  X(hipMemsetD32Async, 150)            \
  X(hipMemcpy2DToArrayAsync, 151)      \
  X(hipGraphLaunch, 100)               \
  X(hipStreamDestroy, 200)             \
  X(hipStreamSynchronize, 201)         \
  X(hipModuleUnload, 202)              \
  X(hipDeviceSynchronize, 203)         \
  X(hipGetDevice, 204)                 \
  X(hipStreamCreate, 205)              \
  X(hipDeviceReset, 206)               \
  X(hipMemcpyPeerAsync, 207)           \
  X(hipLaunchByPtr, 208)               \
  X(hipMemset, 209)                    \
  X(hipEventDestroy, 210)              \
  X(hipStreamQuery, 211)               \
  X(hipStreamBeginCapture, 212)        \
  X(hipStreamEndCapture, 213)          \
  X(hipMemCreate, 217)                 \
  X(hipMemMap, 218)                    \
  X(hipMemUnmap, 219)                  \
  X(hipMemRelease, 220)                \
  X(hipMemRetainAllocationHandle, 226) \
  X(hipMallocArray, 221)               \
  X(hipMalloc3DArray, 222)             \
  X(hipFreeArray, 223)                 \
  X(hipFree, 227)                      \
  X(hipHostRegister, 228)              \
  X(hipMallocManaged, 229)             \
  X(hipArrayCreate, 224)               \
  X(hipArrayDestroy, 225)              \
  X(hipLaunchHostFunc, 230)            \
  X(hipExtLaunchMultiKernelMultiDevice, 216)
#define STUBHIP_DECLARE(name, id) STUBHIP_##name = (id),
enum { STUBHIP_FUNCTIONS(STUBHIP_DECLARE) };
#undef STUBHIP_DECLARE

// A call that has begun, on the caller's stack.
typedef struct stubhip_call {
  uint32_t id;
  uint32_t traced;
  int32_t result;   // what the call returns: 0 until the program says otherwise
  uint32_t silent;  // 1: it returns that without setting the last error
  void* state[4];
  // hip_api_data_t and what stands behind it: stubhip_frame_bytes() on the caller's stack, as that
  // was.
  void* frame;
} stubhip_call_t;
STUBHIP_API size_t stubhip_frame_bytes(void);

// The last error of each thread, and the program's own ways to it, which are calls as well.
enum {
  STUBHIP_ERROR_EACH_CALL = 0,  // 5.x to 6.3: each call sets it, hipExtGetLastError fetches it too
  STUBHIP_ERROR_TWO = 1,        // 6.4: so do these, but hipExtGetLastError has an error of its own
  STUBHIP_ERROR_STAYS =
      2,  // 7.x: it stays until it is fetched; what hipExtGetLastError says does not
  STUBHIP_ERROR_ODD = 3,  // none of these: nothing is ever set
};
STUBHIP_API void stubhip_set_error_way(int32_t way);
STUBHIP_API int hipGetLastError(void);
STUBHIP_API int hipPeekAtLastError(void);
STUBHIP_API int hipExtGetLastError(void);

// The calling thread calls function `id`. The arguments are as they stand in hip_api_data_t behind
// its 16 bytes of correlation id and phase; as in the real ones they are there once the tool has
// said that it wants them.
STUBHIP_API void stubhip_enter(stubhip_call_t* call, uint32_t id, const void* arguments,
                               size_t bytes);
STUBHIP_API void stubhip_exit(stubhip_call_t* call);

// A command that was submitted, traced if the tool wanted it.
typedef struct stubhip_command {
  uint32_t op;
  uint32_t traced;
  uint64_t id;
  const char* kernel;  // the program's own: as which kernel it was launched; null: not known
} stubhip_command_t;
STUBHIP_API void stubhip_submit(uint32_t op, stubhip_command_t* command);

typedef struct stubhip_work {
  uint32_t kind;
  int32_t device;
  uint64_t queue;
  uint64_t begin_ns;
  uint64_t end_ns;
  uint64_t bytes;
  const char* kernel;
} stubhip_work_t;
// The GPU has finished a command; any thread. Returns 1 if a hook took the record.
STUBHIP_API int stubhip_complete(const stubhip_command_t* command, const stubhip_work_t* work);

// The runtime's own view of the tool: how many callbacks it holds, and how often it has called any.
STUBHIP_API uint32_t stubhip_callbacks(void);
STUBHIP_API uint64_t stubhip_calls(void);
// The calling thread's current device; 0 at first.
STUBHIP_API void stubhip_set_device(int device);
// From now on streams are those of other devices: a handle's is (handle >> 12) + by, modulo 4.
STUBHIP_API void stubhip_turn_devices(uint32_t by);
// Pretends to be another version, before a tool looks: 418 is 6.4, 363 is 5.7.
STUBHIP_API void stubhip_set_last_id(uint32_t id);
// A function of which the runtime does not say the name.
STUBHIP_API void stubhip_set_nameless_id(uint32_t id);

// What the runtime does to a frame before it calls the tool.
enum {
  STUBHIP_FRAME_LEFT = 0,  // nothing, as all known ones
  STUBHIP_FRAME_ZEROED = 1,
  STUBHIP_FRAME_PATTERN = 2,       // 0xA5 everywhere
  STUBHIP_FRAME_TAIL = 3,          // 0xA5 behind hip_api_data_t
  STUBHIP_FRAME_NO_ARGUMENTS = 4,  // nothing, and it does not fill in the arguments either
};
// Those with the hook of 5.3: sizeof(hip_api_data_t), 840, 1520, 1584, 2096, 5616 or 20000; 0 as in
// the version that it pretends to be.
STUBHIP_API void stubhip_set_frame(uint32_t bytes, uint32_t mode);
// It writes into so many more frames before it calls the tool, as a signal's handler may do.
STUBHIP_API void stubhip_damage_frames(uint32_t count);
// Called inside each hipPeekAtLastError.
STUBHIP_API void stubhip_within_peek(void (*function)(void));

#ifdef __cplusplus
}
#endif
#endif  // ROCJFR_TESTS_STUBHIP_STUBHIP_H_
