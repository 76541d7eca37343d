// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The host's clock of all records that the tracer times by itself.
#ifndef ROCJFR_SRC_CLOCK_H_
#define ROCJFR_SRC_CLOCK_H_

#include <time.h>

#include <cstdint>

namespace rocjfr {

inline uint64_t NowNs() noexcept {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

}  // namespace rocjfr
#endif  // ROCJFR_SRC_CLOCK_H_
