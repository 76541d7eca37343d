// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How often tests repeat what shows itself by chance or by number only.
#ifndef ROCJFR_TESTS_REPETITIONS_H_
#define ROCJFR_TESTS_REPETITIONS_H_

#include <cstdint>

namespace rocjfr::test {

// Below ThreadSanitizer, which makes code some ten times as slow, a part of `times`.
constexpr uint64_t Repetitions(uint64_t times) {
#ifdef __SANITIZE_THREAD__
  return times / 8;
#else
  return times;
#endif
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_REPETITIONS_H_
