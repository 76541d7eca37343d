// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The tracepoint that roctracer is compared with; without LTTng-UST there is none.
#ifndef ROCJFR_BENCHMARKS_LTTNG_H_
#define ROCJFR_BENCHMARKS_LTTNG_H_

#include <cstdint>

namespace rocjfr::benchmarks {

// Whether the tracepoint is there and a session records it.
bool LttngTraces();
void LttngLoop(uint64_t calls);

}  // namespace rocjfr::benchmarks
#endif  // ROCJFR_BENCHMARKS_LTTNG_H_
