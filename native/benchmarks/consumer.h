// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the rings, of the default size, from being full while a benchmark runs: each benchmark
// thread itself takes everything after every 512 iterations, which costs it less than 0.1 ns an
// iteration. A consumer of its own would compete for the two cores. Whether nothing was lost is
// checked, so that no iteration is a cheap drop.
#ifndef ROCJFR_BENCHMARKS_CONSUMER_H_
#define ROCJFR_BENCHMARKS_CONSUMER_H_

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "rocjfr/rocjfr.h"

namespace rocjfr::benchmarks {

inline void Initialize() {
  const rocjfr_options_t options = {
      sizeof(options), ROCJFR_DEFAULT_RING_BYTES, ROCJFR_DEFAULT_MEMORY_BYTES, 0, 0, 0, 0};
  char error[256] = "";
  if (rocjfr_initialize(&options, error, sizeof(error)) != ROCJFR_STATUS_SUCCESS) {
    fprintf(stderr, "%s\n", error);
    exit(1);
  }
}

// Takes all that was published, as a consumer does, without looking at it.
inline void TakeAll() {
  static std::mutex one_consumer;
  std::lock_guard<std::mutex> lock(one_consumer);
  auto* control = static_cast<std::atomic<uint64_t>*>(rocjfr_control());
  const uint64_t rings = control[0].load(std::memory_order_acquire);
  for (uint32_t i = 0; i < rings; ++i) {
    auto* ring = static_cast<char*>(rocjfr_ring(i, nullptr));
    auto& tail = *reinterpret_cast<std::atomic<uint64_t>*>(ring);
    auto& head = *reinterpret_cast<std::atomic<uint64_t>*>(ring + 64);
    head.store(tail.load(std::memory_order_acquire), std::memory_order_release);
  }
}

// Called in every iteration of a benchmark that makes records.
class Taker {
 public:
  void operator()() {
    if ((++iterations_ & 511) == 0) TakeAll();
  }

 private:
  uint32_t iterations_ = 0;
};

inline uint64_t Lost() {
  uint64_t sum = 0;
  for (const uint32_t domain :
       {ROCJFR_DOMAIN_HIP_OPS, ROCJFR_DOMAIN_HIP_API, ROCJFR_DOMAIN_ROCTX}) {
    for (uint32_t cause = 0; cause < ROCJFR_LOST_CAUSES; ++cause) sum += rocjfr_lost(domain, cause);
  }
  return sum;
}

}  // namespace rocjfr::benchmarks
#endif  // ROCJFR_BENCHMARKS_CONSUMER_H_
