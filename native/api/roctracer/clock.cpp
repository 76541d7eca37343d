// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "clock.h"

#include <atomic>

#include "roctracer/roctracer.h"

namespace rocjfr::roctracer {

std::atomic<int64_t> g_offset_ns{0};
std::atomic<uint64_t> g_offset_until_ns{0};

namespace {

// The next sample is not taken before: small buffers are handed over often.
std::atomic<uint64_t> g_next_sample_ns{0};
constexpr uint64_t kSampleEveryNs = 1000000;
// How far the core's clock may be from the one that a sample is taken by.
constexpr int64_t kSlackNs = 1000;

int64_t Offset(uint64_t now) noexcept {
  int64_t offset = g_offset_ns.load(std::memory_order_relaxed);
  if (now < g_next_sample_ns.load(std::memory_order_relaxed)) return offset;
  g_next_sample_ns.store(now + kSampleEveryNs, std::memory_order_relaxed);
  rocjfr_clock_sample_t sample;
  if (rocjfr_sample_gpu_clock(&sample) != ROCJFR_STATUS_SUCCESS) return offset;
  const auto least = static_cast<int64_t>(sample.gpu_ns - sample.after_ns);
  const auto most = static_cast<int64_t>(sample.gpu_ns - sample.before_ns);
  if (offset < least - kSlackNs || offset > most + kSlackNs) {
    offset = least + (most - least) / 2;
    g_offset_ns.store(offset, std::memory_order_relaxed);
  }
  g_offset_until_ns.store(now + kSampleEveryNs, std::memory_order_release);
  return offset;
}

}  // namespace

bool LookAtOffset(uint64_t now, uint64_t* offset) noexcept {
  // Else the clock would be looked for, which takes the loader's lock: the caller may have it.
  if (g_offset_until_ns.load(std::memory_order_acquire) == 0) return false;
  *offset = static_cast<uint64_t>(Offset(now));
  return true;
}

uint64_t RecordClockNs() noexcept {
  const uint64_t now = MonotonicNs();
  return now + static_cast<uint64_t>(Offset(now));
}

void PutOnRecordClock(char* begin, char* end) noexcept {
  const auto offset = static_cast<uint64_t>(Offset(MonotonicNs()));
  auto* last = reinterpret_cast<activity_record_t*>(end);
  for (auto* record = reinterpret_cast<activity_record_t*>(begin); record != last; ++record) {
    if (record->domain != ACTIVITY_DOMAIN_HIP_API && record->domain != ACTIVITY_DOMAIN_HSA_API) {
      continue;
    }
    if (record->queue_id == kOnRecordClock) {
      record->queue_id = 0;
      continue;
    }
    record->begin_ns += offset;
    record->end_ns += offset;
  }
}

}  // namespace rocjfr::roctracer
