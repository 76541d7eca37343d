// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "op_times.h"

#include <atomic>

#include "clock.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

std::atomic<uint64_t> g_adjusted{0};

// By the GPU's clock, if it is known: a thread that reports work does not look for it, since who
// has the loader's lock may be waiting for that work.
uint64_t Present() noexcept {
  const uint64_t now = GpuNowNs();
  return now != 0 ? now : NowNs();
}

}  // namespace

OpTimes AdjustTimes(const rocjfr_record_t& reported) noexcept {
  g_adjusted.fetch_add(1, std::memory_order_relaxed);
  const uint64_t known = reported.begin_ns != 0 ? reported.begin_ns
                         : reported.end_ns != 0 ? reported.end_ns
                                                : Present();
  return {known, known, false};
}

}  // namespace rocjfr

extern "C" {
uint64_t rocjfr_adjusted_times(void) {
  return rocjfr::g_adjusted.load(std::memory_order_relaxed);
}
}
