// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Macros of the rocprofiler-SDK headers. The names are AMD's, version 1.0.0.
#ifndef ROCPROFILER_SDK_DEFINES_H_
#define ROCPROFILER_SDK_DEFINES_H_

#include <stdint.h>

#define ROCPROFILER_ATTRIBUTE(...) __attribute__((__VA_ARGS__))
#define ROCPROFILER_PUBLIC_API ROCPROFILER_ATTRIBUTE(visibility("default"))
#define ROCPROFILER_HIDDEN_API ROCPROFILER_ATTRIBUTE(visibility("hidden"))
#define ROCPROFILER_EXPORT ROCPROFILER_PUBLIC_API
#define ROCPROFILER_IMPORT
#if !defined(ROCPROFILER_API)
#if defined(rocprofiler_EXPORTS)
#define ROCPROFILER_API ROCPROFILER_EXPORT
#else
#define ROCPROFILER_API ROCPROFILER_IMPORT
#endif
#endif

// The library checks these arguments by itself, which the compiler would leave out.
#if !defined(ROCPROFILER_NONNULL)
#if defined(rocprofiler_EXPORTS)
#define ROCPROFILER_NONNULL(...)
#else
#define ROCPROFILER_NONNULL(...) ROCPROFILER_ATTRIBUTE(nonnull(__VA_ARGS__))
#endif
#endif

#ifdef __cplusplus
#define ROCPROFILER_EXTERN_C_INIT extern "C" {
#define ROCPROFILER_EXTERN_C_FINI }
#define ROCPROFILER_CXX_CODE(...) __VA_ARGS__
#define ROCPROFILER_UINT64_C(value) uint64_t(value)
#define ROCPROFILER_HANDLE_LITERAL(type, value) (type{value})
#else
#define ROCPROFILER_EXTERN_C_INIT
#define ROCPROFILER_EXTERN_C_FINI
#define ROCPROFILER_CXX_CODE(...)
#define ROCPROFILER_UINT64_C(value) UINT64_C(value)
#define ROCPROFILER_HANDLE_LITERAL(type, value) ((type){value})
#endif

#define ROCPROFILER_SDK_DEPRECATED(...)
#define ROCPROFILER_SDK_EXPERIMENTAL

#define ROCPROFILER_SDK_COMPUTE_VERSION_VALUE(max, major, minor, patch) \
  ((((max) * (max)) * (major)) + ((max) * (minor)) + (patch))
#define ROCPROFILER_SDK_COMPUTE_VERSION(major, minor, patch) \
  ROCPROFILER_SDK_COMPUTE_VERSION_VALUE(100, major, minor, patch)

#endif  // ROCPROFILER_SDK_DEFINES_H_
