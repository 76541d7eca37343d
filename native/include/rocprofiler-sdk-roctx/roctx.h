// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// roctx as AMD's rocprofiler-SDK has it (librocprofiler-sdk-roctx.so): that of roctracer, and
// besides it profiler control and names. It only tells tools that listen to the MARKER kinds.
#ifndef ROCPROFILER_SDK_ROCTX_ROCTX_H_
#define ROCPROFILER_SDK_ROCTX_ROCTX_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if !defined(ROCTX_API)
#define ROCTX_API __attribute__((visibility("default")))
#endif

typedef uint64_t roctx_range_id_t;
typedef uint64_t roctx_thread_id_t;

// A moment, and ranges of the calling thread: push returns the level before, pop the new level or
// -1 where no range is open.
ROCTX_API void roctxMarkA(const char* message);
ROCTX_API int roctxRangePushA(const char* message);
ROCTX_API int roctxRangePop(void);
// Ranges of the process, from any thread to any thread. Ids count from 1.
ROCTX_API roctx_range_id_t roctxRangeStartA(const char* message);
ROCTX_API void roctxRangeStop(roctx_range_id_t id);

// Asks tools to pause or resume (tid 0: for all threads). What a tool does then is the tool's. All
// that follow return 0.
ROCTX_API int roctxProfilerPause(roctx_thread_id_t tid);
ROCTX_API int roctxProfilerResume(roctx_thread_id_t tid);
ROCTX_API int roctxNameOsThread(const char* name);
struct hsa_agent_s;
ROCTX_API int roctxNameHsaAgent(const char* name, const struct hsa_agent_s* agent);
ROCTX_API int roctxNameHipDevice(const char* name, int device_id);
struct ihipStream_t;
ROCTX_API int roctxNameHipStream(const char* name, const struct ihipStream_t* stream);
// The calling thread's id, for pause and resume.
ROCTX_API int roctxGetThreadId(roctx_thread_id_t* tid);

#if !defined(roctxMark)
#define roctxMark(message) roctxMarkA(message)
#endif
#if !defined(roctxRangePush)
#define roctxRangePush(message) roctxRangePushA(message)
#endif
#if !defined(roctxRangeStart)
#define roctxRangeStart(message) roctxRangeStartA(message)
#endif

#ifdef __cplusplus
}
#endif
#endif  // ROCPROFILER_SDK_ROCTX_ROCTX_H_
