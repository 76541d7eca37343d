// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The core as tests set it up, and how much work they give it.
#ifndef ROCJFR_TESTS_CORE_CORE_H_
#define ROCJFR_TESTS_CORE_CORE_H_

#include <gtest/gtest.h>
#include <time.h>

#include <chrono>
#include <cstdint>
#include <thread>

#include "rocjfr/rocjfr.h"

namespace rocjfr::test {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

struct Options {
  uint64_t ring_bytes = ROCJFR_DEFAULT_RING_BYTES;
  uint64_t memory_bytes = ROCJFR_DEFAULT_MEMORY_BYTES;
  bool lossless = false;
  uint32_t lossless_wait_ms = ROCJFR_DEFAULT_LOSSLESS_WAIT_MS;
  bool early = false;
};

inline rocjfr_options_t ToC(const Options& options) {
  return {sizeof(rocjfr_options_t),
          options.ring_bytes,
          options.memory_bytes,
          options.lossless,
          options.lossless_wait_ms,
          options.early,
          0};
}

inline void Initialize(const Options& options = {}) {
  const rocjfr_options_t c = ToC(options);
  char error[256] = "";
  ASSERT_EQ(rocjfr_initialize(&c, error, sizeof(error)), ROCJFR_STATUS_SUCCESS) << error;
}

constexpr uint32_t kApi = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API);
constexpr uint32_t kOps = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);
constexpr uint32_t kRoctx = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX);

// Losses of a domain, of all causes.
inline uint64_t Lost(uint32_t domain) {
  uint64_t sum = 0;
  for (uint32_t cause = 0; cause < ROCJFR_LOST_CAUSES; ++cause) sum += rocjfr_lost(domain, cause);
  return sum;
}

// The clock of records of calls.
inline uint64_t MonotonicTime() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000u + static_cast<uint64_t>(time.tv_nsec);
}

inline void SleepMs(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

class Stopwatch {
 public:
  double Ms() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_CORE_H_
