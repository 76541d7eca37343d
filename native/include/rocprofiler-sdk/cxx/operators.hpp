// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Comparisons of ids, versions and agents, as keys of maps and sets.
#ifndef ROCPROFILER_SDK_CXX_OPERATORS_HPP_
#define ROCPROFILER_SDK_CXX_OPERATORS_HPP_

#include <tuple>

#include "rocprofiler-sdk/agent.h"
#include "rocprofiler-sdk/callback_tracing.h"
#include "rocprofiler-sdk/counters.h"
#include "rocprofiler-sdk/fwd.h"
#include "rocprofiler-sdk/internal_threading.h"

#define ROCPROFILER_CXX_COMPARE(type, value) \
  inline bool operator==(type a, type b) {   \
    return value(a) == value(b);             \
  }                                          \
  inline bool operator!=(type a, type b) {   \
    return !(a == b);                        \
  }                                          \
  inline bool operator<(type a, type b) {    \
    return value(a) < value(b);              \
  }                                          \
  inline bool operator>(type a, type b) {    \
    return b < a;                            \
  }                                          \
  inline bool operator<=(type a, type b) {   \
    return !(b < a);                         \
  }                                          \
  inline bool operator>=(type a, type b) {   \
    return !(a < b);                         \
  }
#define ROCPROFILER_CXX_HANDLE(one) (one).handle
#define ROCPROFILER_CXX_DIM3(one) std::make_tuple((one).z, (one).y, (one).x)
#define ROCPROFILER_CXX_AGENT(one) (one).id.handle
#define ROCPROFILER_CXX_VERSION(one) std::make_tuple((one).major, (one).minor, (one).patch)

ROCPROFILER_CXX_COMPARE(rocprofiler_context_id_t, ROCPROFILER_CXX_HANDLE)
ROCPROFILER_CXX_COMPARE(rocprofiler_agent_id_t, ROCPROFILER_CXX_HANDLE)
ROCPROFILER_CXX_COMPARE(rocprofiler_queue_id_t, ROCPROFILER_CXX_HANDLE)
ROCPROFILER_CXX_COMPARE(rocprofiler_stream_id_t, ROCPROFILER_CXX_HANDLE)
ROCPROFILER_CXX_COMPARE(rocprofiler_buffer_id_t, ROCPROFILER_CXX_HANDLE)
ROCPROFILER_CXX_COMPARE(rocprofiler_callback_thread_t, ROCPROFILER_CXX_HANDLE)
ROCPROFILER_CXX_COMPARE(rocprofiler_counter_id_t, ROCPROFILER_CXX_HANDLE)
ROCPROFILER_CXX_COMPARE(const rocprofiler_agent_t&, ROCPROFILER_CXX_AGENT)
ROCPROFILER_CXX_COMPARE(rocprofiler_dim3_t, ROCPROFILER_CXX_DIM3)
ROCPROFILER_CXX_COMPARE(rocprofiler_version_triplet_t, ROCPROFILER_CXX_VERSION)

#undef ROCPROFILER_CXX_VERSION
#undef ROCPROFILER_CXX_DIM3
#undef ROCPROFILER_CXX_AGENT
#undef ROCPROFILER_CXX_HANDLE
#undef ROCPROFILER_CXX_COMPARE
#endif  // ROCPROFILER_SDK_CXX_OPERATORS_HPP_
