// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The roctx API, version 4.1: marks and ranges that a program puts into its trace. Source and
// binary compatible with AMD's libroctx64.so.4.
//
// Messages are UTF-8 and copied where they are kept; NULL is passed on to callbacks as NULL. All
// functions may be called from any thread and inside every callback, a roctx callback calling roctx
// being reported again. Signal handlers: no, since a tool's callback may run inside the call.
#ifndef ROCTX_H_
#define ROCTX_H_ 1

#include <stdint.h>

#if !defined(ROCTX_CALL)
#define ROCTX_CALL
#endif
#if !defined(ROCTX_EXPORT_DECORATOR)
#define ROCTX_EXPORT_DECORATOR __attribute__((visibility("default")))
#endif
#if !defined(ROCTX_IMPORT_DECORATOR)
#define ROCTX_IMPORT_DECORATOR
#endif
#define ROCTX_EXPORT ROCTX_EXPORT_DECORATOR ROCTX_CALL
#define ROCTX_IMPORT ROCTX_IMPORT_DECORATOR ROCTX_CALL
#if !defined(ROCTX_API)
#if defined(ROCTX_EXPORTS)
#define ROCTX_API ROCTX_EXPORT
#else
#define ROCTX_API ROCTX_IMPORT
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Marks functions of version 4.1 of the interface.
#define ROCTX_VERSION_4_1

// The version of this header, and that of the library. Cannot fail. Signal handlers: yes.
#define ROCTX_VERSION_MAJOR 4
#define ROCTX_VERSION_MINOR 1
ROCTX_API uint32_t roctx_version_major(void) ROCTX_VERSION_4_1;
ROCTX_API uint32_t roctx_version_minor(void) ROCTX_VERSION_4_1;

// Marks this moment. Cannot fail.
ROCTX_API void roctxMarkA(const char* message) ROCTX_VERSION_4_1;
#define roctxMark(message) roctxMarkA(message)

// Begins a range inside the calling thread's ranges. Returns the level that it begins at: 0 for the
// outermost.
ROCTX_API int roctxRangePushA(const char* message) ROCTX_VERSION_4_1;
#define roctxRangePush(message) roctxRangePushA(message)
// Ends the innermost range of the calling thread. Returns the level that it had, or -1 if there was
// none; tools are told in either case.
ROCTX_API int roctxRangePop(void) ROCTX_VERSION_4_1;

typedef uint64_t roctx_range_id_t;
// Begins a range of the process, which any thread may end. Returns its id, from 1 on.
ROCTX_API roctx_range_id_t roctxRangeStartA(const char* message) ROCTX_VERSION_4_1;
#define roctxRangeStart(message) roctxRangeStartA(message)
// Ends it. An id that is not open is passed on to tools and otherwise ignored.
ROCTX_API void roctxRangeStop(roctx_range_id_t id) ROCTX_VERSION_4_1;

#ifdef __cplusplus
}
#endif
#endif  // ROCTX_H_
