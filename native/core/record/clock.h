// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The host's clock of all records that the tracer times by itself: CLOCK_MONOTONIC, in nanoseconds.
//
// If the kernel trusts the processor's time stamp counter, that counter is read instead. A straight
// line, which is renewed every kLineNs, maps it to CLOCK_MONOTONIC. This has half the cost of a
// call of clock_gettime, and differs from it by less than a microsecond.
#ifndef ROCJFR_CORE_RECORD_CLOCK_H_
#define ROCJFR_CORE_RECORD_CLOCK_H_

#include <time.h>

#include <atomic>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace rocjfr {

inline uint64_t MonotonicNs() noexcept {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

#if defined(__x86_64__)

// How long a line holds.
constexpr uint64_t kLineNs = 2000000;

// ns(ticks) = from_ns + (ticks - from_ticks) * slope / 2^32, for `ticks_valid` ticks.
struct alignas(64) ClockLine {
  std::atomic<uint64_t> version{0};  // odd while the rest is being written
  std::atomic<uint64_t> from_ticks{0};
  std::atomic<uint64_t> from_ns{0};
  std::atomic<uint64_t> slope{0};
  std::atomic<uint64_t> ticks_valid{0};  // 0: there is no line
};
extern ClockLine g_clock_line;

// Draws the next line, or asks the kernel.
[[gnu::cold]] uint64_t NowNsSlow() noexcept;

// Reads the line; false if there is none for `ticks`. Each word is read with acquire and written
// with release: who reads one of a new line's words sees that the version has changed.
inline bool OnLine(uint64_t ticks, uint64_t* ns) noexcept {
  const uint64_t version = g_clock_line.version.load(std::memory_order_acquire);
  const uint64_t passed = ticks - g_clock_line.from_ticks.load(std::memory_order_acquire);
  const uint64_t slope = g_clock_line.slope.load(std::memory_order_acquire);
  const uint64_t from_ns = g_clock_line.from_ns.load(std::memory_order_acquire);
  uint64_t told = from_ns + (passed * slope >> 32);
  // Worked out here and not behind the branch, where it would take registers that have to be saved.
  __asm__ volatile("" : "+r"(told));
  const uint64_t valid = g_clock_line.ticks_valid.load(std::memory_order_acquire);
  // One branch for both: while a line is being drawn its version is odd, and then another one.
  const bool same = g_clock_line.version.load(std::memory_order_relaxed) == (version & ~1ull);
  if (__builtin_expect(passed >= valid || !same, false)) return false;
  *ns = told;
  return true;
}

// Any thread, also in a signal handler.
inline uint64_t NowNs() noexcept {
  uint64_t ns;
  return __builtin_expect(OnLine(__rdtsc(), &ns), 1) ? ns : NowNsSlow();
}

// The same where it takes a moment only; false: NowNsSlow says it.
inline bool NowNs(uint64_t* ns) noexcept {
  return __builtin_expect(OnLine(__rdtsc(), ns), 1);
}

#else

inline uint64_t NowNs() noexcept {
  return MonotonicNs();
}
inline uint64_t NowNsSlow() noexcept {
  return MonotonicNs();
}
inline bool NowNs(uint64_t* ns) noexcept {
  *ns = MonotonicNs();
  return true;
}

#endif

// The time now, as the end of an interval that began at `begin_ns`. If a thread has to ask the
// kernel instead, the difference between the two may be larger than the passed time.
inline uint64_t EndNs(uint64_t begin_ns) noexcept {
  const uint64_t now = NowNs();
  return now < begin_ns ? begin_ns : now;
}

// The GPU's clock is HSA's (gpu_clock.cpp). Finding it takes the loader's lock.
void FindGpuClock() noexcept;
bool GpuClockIsKnown() noexcept;
// Now, by that clock; 0 where it is not known. Takes no lock of the loader's.
uint64_t GpuNowNs() noexcept;
// HIP gives markers that wait for no GPU its own times, of CLOCK_MONOTONIC, where all others are of
// the GPU's clock: which goes on while the machine sleeps. These become the GPU's, too, as far as
// one can tell them: of what ended before now in both clocks the nearer end is taken for true.
void ToGpuClock(uint64_t* begin_ns, uint64_t* end_ns) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_CLOCK_H_
