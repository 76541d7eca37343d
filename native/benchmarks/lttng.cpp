// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
#if defined(ROCJFR_LTTNG)
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "lttng_provider.h"
#endif

#include "lttng.h"

namespace rocjfr::benchmarks {

#if defined(ROCJFR_LTTNG)
bool LttngTraces() {
  return lttng_ust_tracepoint_enabled(rocjfr_benchmark, three) != 0;
}

void LttngLoop(uint64_t calls) {
  for (uint64_t i = 0; i < calls; ++i) lttng_ust_tracepoint(rocjfr_benchmark, three, i, i, i);
}
#else
bool LttngTraces() {
  return false;
}

void LttngLoop(uint64_t) {}
#endif

}  // namespace rocjfr::benchmarks
