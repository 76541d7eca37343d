// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program that is measured: calls of a stub runtime, and a clock that is not ours.
#ifndef ROCJFR_BENCHMARKS_STUB_PROGRAM_H_
#define ROCJFR_BENCHMARKS_STUB_PROGRAM_H_

#include <time.h>

#include <cstdint>

#include "stub.h"

namespace rocjfr::benchmarks {

// Loaded at the first call.
inline const test::Stub& TheStub() {
  static const test::Stub stub("tracer");
  return stub;
}

inline uint64_t Now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

}  // namespace rocjfr::benchmarks
#endif  // ROCJFR_BENCHMARKS_STUB_PROGRAM_H_
