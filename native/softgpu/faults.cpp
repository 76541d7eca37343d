// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "faults.h"

#include <mutex>
#include <utility>

#include "clock.h"
#include "config.h"
#include "lifecycle.h"

namespace rocjfr::softgpu {
namespace {

constexpr int64_t kJumpNs = 50000000;

// Under the mutex.
int64_t g_reports = 0;
ReportedTimes g_before{};

ReportedTimes true_times(const Work& work) {
  return {Clock::device_ns(work.begin_monotonic), Clock::device_ns(work.end_monotonic)};
}

uint64_t moved(uint64_t device_ns, int64_t by) {
  return static_cast<uint64_t>(static_cast<int64_t>(device_ns) + by);
}

int64_t drifted(const Work& work, int64_t ppm) {
  const auto since = static_cast<int64_t>(work.begin_monotonic - Clock::load_monotonic_ns());
  return since / 1000000 * ppm;
}

}  // namespace

ReportedTimes reported_times(const Work& work) {
  const Faults& faults = config().faults;
  if (!faults.any || work.kind == SOFTGPU_WORK_BARRIER) return true_times(work);
  static auto* mutex = new ForkSafeMutex();
  std::lock_guard<std::mutex> lock(*mutex);
  const int64_t number = ++g_reports;
  const ReportedTimes times = true_times(work);
  const ReportedTimes before = std::exchange(g_before, times);
  if (number == faults.stale) return before;
  if (number == faults.reversed) return {times.end_ns, times.begin_ns};
  const auto longer = static_cast<int64_t>(times.end_ns - times.begin_ns) * faults.longer / 100;
  int64_t by = faults.shifted + drifted(work, faults.drifting);
  if (faults.jumping != 0 && number >= faults.jumping) by += kJumpNs;
  return {moved(times.begin_ns, by), moved(times.end_ns, by + longer)};
}

}  // namespace rocjfr::softgpu
