// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "losses.h"

#include <atomic>

#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

constexpr uint32_t kDomains = 10;
std::atomic<uint64_t> g_lost[kDomains][ROCJFR_LOST_CAUSES];

constexpr const char* kCauseNames[ROCJFR_LOST_CAUSES] = {
    "ringFull", "threadLimit", "inFlight", "losslessWait", "rangeLimit", "exit", "failed"};

}  // namespace

void CountLost(uint32_t domain, uint32_t cause, uint64_t records) noexcept {
  if (domain < kDomains && cause < ROCJFR_LOST_CAUSES) {
    g_lost[domain][cause].fetch_add(records, std::memory_order_relaxed);
  }
}

}  // namespace rocjfr

extern "C" {
const char* rocjfr_lost_cause_name(uint32_t cause) {
  return cause < ROCJFR_LOST_CAUSES ? rocjfr::kCauseNames[cause] : nullptr;
}

uint64_t rocjfr_lost(uint32_t domain, uint32_t cause) {
  if (domain >= rocjfr::kDomains || cause >= ROCJFR_LOST_CAUSES) return 0;
  return rocjfr::g_lost[domain][cause].load(std::memory_order_relaxed);
}
}
