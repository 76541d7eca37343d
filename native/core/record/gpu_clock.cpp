// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clock of op records: HSA's system timestamp, which the HIP runtime reports unchanged.
#include <dlfcn.h>

#include <atomic>
#include <string>

#include "base/loaded_library.h"
#include "clock.h"
#include "rocjfr/client.h"
#include "thread_state.h"

namespace rocjfr {
namespace {

using GetInfo = int (*)(int attribute, void* value);
// hsa_system_info_t (hsa.h)
constexpr int kTimestamp = 2;
constexpr int kTimestampFrequency = 3;

struct HsaClock {
  GetInfo get_info;
  uint64_t frequency;
};
std::atomic<const HsaClock*> g_clock{nullptr};

const HsaClock* FindClock() {
  if (const HsaClock* known = g_clock.load(std::memory_order_acquire)) return known;
  const std::string path = FindLoadedLibrary("libhsa-runtime64");
  if (path.empty()) return nullptr;
  void* handle = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (handle == nullptr) return nullptr;
  const OwnCalls own;
  auto get_info = reinterpret_cast<GetInfo>(dlsym(handle, "hsa_system_get_info"));
  uint64_t frequency = 0;
  // Fails until the program has initialised HSA. The handle is kept: the clock stays readable.
  if (get_info == nullptr || get_info(kTimestampFrequency, &frequency) != 0 || frequency == 0) {
    dlclose(handle);
    return nullptr;
  }
  const auto* clock = new HsaClock{get_info, frequency};
  const HsaClock* expected = nullptr;
  if (g_clock.compare_exchange_strong(expected, clock, std::memory_order_acq_rel)) return clock;
  delete clock;
  return expected;
}

uint64_t ToNs(uint64_t ticks, uint64_t frequency) {
  if (frequency == 1000000000) return ticks;
  return static_cast<uint64_t>(static_cast<unsigned __int128>(ticks) * 1000000000 / frequency);
}

uint64_t Distance(uint64_t a, uint64_t b) {
  return a > b ? a - b : b - a;
}

// The tightest of some readings: between two of the clocks another thread may have the processor.
bool Sample(const HsaClock& clock, rocjfr_clock_sample_t* sample) noexcept {
  const OwnCalls own;
  constexpr int kReadings = 8;
  uint64_t tightest = UINT64_MAX;
  for (int i = 0; i < kReadings; ++i) {
    uint64_t ticks = 0;
    const uint64_t before = MonotonicNs();
    if (clock.get_info(kTimestamp, &ticks) != 0) return false;
    const uint64_t after = MonotonicNs();
    if (after - before >= tightest) continue;
    tightest = after - before;
    *sample = {before, ToNs(ticks, clock.frequency), after};
  }
  return true;
}

}  // namespace

bool GpuClockIsKnown() noexcept {
  return g_clock.load(std::memory_order_acquire) != nullptr;
}

uint64_t GpuNowNs() noexcept {
  const HsaClock* clock = g_clock.load(std::memory_order_acquire);
  const OwnCalls own;
  uint64_t ticks = 0;
  if (clock == nullptr || clock->get_info(kTimestamp, &ticks) != 0) return 0;
  return ToNs(ticks, clock->frequency);
}

void FindGpuClock() noexcept {
  try {
    FindClock();
  } catch (...) {
  }
}

void ToGpuClock(uint64_t* begin_ns, uint64_t* end_ns) noexcept {
  // Closer to each other than this the clocks need not be told apart.
  constexpr uint64_t kSame = 1000000;
  const HsaClock* clock = g_clock.load(std::memory_order_acquire);
  if (clock == nullptr || *end_ns == 0 || Distance(GpuNowNs(), MonotonicNs()) < kSame) return;
  rocjfr_clock_sample_t now;
  if (!Sample(*clock, &now)) return;
  const uint64_t host = now.before_ns + (now.after_ns - now.before_ns) / 2;
  const uint64_t gpu = now.gpu_ns;
  if (Distance(host, gpu) < kSame) return;
  // Nothing ends after now; of two pasts the nearer one.
  const bool past_of_host = *end_ns <= host, past_of_gpu = *end_ns <= gpu + kSame;
  if (!past_of_host || (past_of_gpu && gpu - *end_ns <= host - *end_ns)) return;
  *begin_ns += gpu - host;
  *end_ns += gpu - host;
}

}  // namespace rocjfr

extern "C" {
uint64_t rocjfr_call_clock_ns(void) {
  return rocjfr::NowNs();
}

rocjfr_status_t rocjfr_sample_gpu_clock(rocjfr_clock_sample_t* sample) {
  if (sample == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  try {
    const rocjfr::HsaClock* clock = rocjfr::FindClock();
    if (clock == nullptr) return ROCJFR_STATUS_UNSUPPORTED;
    if (!rocjfr::Sample(*clock, sample)) return ROCJFR_STATUS_UNSUPPORTED;
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}
}
