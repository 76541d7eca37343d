// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An event with three numbers. Included several times by LTTng's own headers.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER rocjfr_benchmark

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_provider.h"

#if !defined(ROCJFR_BENCHMARKS_LTTNG_PROVIDER_H_) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define ROCJFR_BENCHMARKS_LTTNG_PROVIDER_H_

#include <lttng/tracepoint.h>

// clang-format off
LTTNG_UST_TRACEPOINT_EVENT(
  rocjfr_benchmark, three,
  LTTNG_UST_TP_ARGS(uint64_t, first, uint64_t, second, uint64_t, third),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, first, first)
    lttng_ust_field_integer(uint64_t, second, second)
    lttng_ust_field_integer(uint64_t, third, third)
  )
)
// clang-format on

#endif  // ROCJFR_BENCHMARKS_LTTNG_PROVIDER_H_

#include <lttng/tracepoint-event.h>
