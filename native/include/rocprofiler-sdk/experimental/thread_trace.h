// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Traces of what each wave executes: not served, since the GPU has to be programmed for them.
#ifndef ROCPROFILER_SDK_EXPERIMENTAL_THREAD_TRACE_H_
#define ROCPROFILER_SDK_EXPERIMENTAL_THREAD_TRACE_H_

#include "rocprofiler-sdk/experimental/thread-trace/agent.h"
#include "rocprofiler-sdk/experimental/thread-trace/core.h"
#include "rocprofiler-sdk/experimental/thread-trace/dispatch.h"
#include "rocprofiler-sdk/experimental/thread-trace/trace_decoder.h"

#endif  // ROCPROFILER_SDK_EXPERIMENTAL_THREAD_TRACE_H_
