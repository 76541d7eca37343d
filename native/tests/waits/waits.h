// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// libwaits.so: a program that uses HIP and waits for its work in one of many ways. The readers of
// tests/waits.sh load it: the native ones (main.cpp) and a JVM (io.rocjfr.load.Waits). For one
// thread. Functions return 0; WAITS_NONE, where this runtime has no such way; or WAITS_FAILED.
#ifndef ROCJFR_TESTS_WAITS_WAITS_H_
#define ROCJFR_TESTS_WAITS_WAITS_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WAITS_API __attribute__((visibility("default")))
enum { WAITS_NONE = 77, WAITS_FAILED = 1 };

typedef struct waits_work {
  uint64_t kernels, copies;  // fills are copies
} waits_work_t;

// The ways and where they are tried: a line "WAY PLACE" for each, those that need a process of
// their own last: other-device, which needs two GPUs. Static storage.
WAITS_API const char* waits_list(void);
// Loads HIP, makes streams, threads and graphs for this place, and uses each of them once. Nothing
// is left to do or to report when it returns. Ends the last one, whose threads have been ended.
WAITS_API int waits_prepare(const char* way, const char* place);
// Submits the work and waits for it in this way, stream by stream; *work is what was submitted.
WAITS_API int waits_run(waits_work_t* work);
// Returns when all of it has ended. Calls nothing of HIP: each kernel counts itself.
WAITS_API void waits_await_end(void);
// Ends the threads that have streams of their own. Until then they sleep.
WAITS_API void waits_end_threads(void);
// Why the last function did not return 0.
WAITS_API const char* waits_why(void);

#ifdef __cplusplus
}
#endif
#endif  // ROCJFR_TESTS_WAITS_WAITS_H_
