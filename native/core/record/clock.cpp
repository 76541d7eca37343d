// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "clock.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstring>

namespace rocjfr {
namespace {

// Both clocks at one moment.
struct Reading {
  uint64_t ticks = 0;
  uint64_t ns = 0;
};

// A slope is measured over at least this time, so that the error of a reading hardly tilts it. It
// is measured over at most about four times this time, so that it follows a change of the kernel's
// clock rate.
constexpr uint64_t kBaselineNs = 10000000;
// The counter's rate is constant: another one means that the machine was suspended or moved.
constexpr double kMostSlopeChange = 1e-3;
// A reading that took longer was interrupted.
constexpr uint64_t kMostReadingTicks = 4096;

enum class Trust : uint8_t { kUnknown, kNo, kYes };
std::atomic<Trust> g_trust{Trust::kUnknown};

// Under g_drawing.
struct Drawing {
  Reading older;
  Reading newer;
  double ns_per_tick = 0;
} g_drawing_state;
std::atomic_flag g_drawing = ATOMIC_FLAG_INIT;

// The counter runs at one rate in all states of the processor (CPUID 80000007H, EDX bit 8). The
// kernel compares it with other clocks and between cores, and still offers it as a clock.
bool CounterIsTrusted() noexcept {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) == 0 || (edx & 1u << 8) == 0) return false;
  const int file = open("/sys/devices/system/clocksource/clocksource0/available_clocksource",
                        O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char names[256];
  const ssize_t length = read(file, names, sizeof(names) - 1);
  close(file);
  if (length <= 0) return false;
  names[length] = '\0';
  char* rest = nullptr;
  for (char* name = strtok_r(names, " \n", &rest); name != nullptr;
       name = strtok_r(nullptr, " \n", &rest)) {
    if (strcmp(name, "tsc") == 0) return true;
  }
  return false;
}

bool Read(Reading* reading) noexcept {
  uint64_t shortest = kMostReadingTicks;
  for (int i = 0; i < 3; ++i) {
    const uint64_t before = __rdtsc();
    const uint64_t ns = MonotonicNs();
    const uint64_t took = __rdtsc() - before;
    if (took < shortest) {
      shortest = took;
      *reading = {before + took / 2, ns};
    }
  }
  return shortest < kMostReadingTicks;
}

void Draw(uint64_t from_ticks, uint64_t from_ns, double slope, uint64_t valid) noexcept {
  ClockLine& line = g_clock_line;
  const uint64_t version = line.version.load(std::memory_order_relaxed);
  line.version.store(version + 1, std::memory_order_relaxed);
  line.from_ticks.store(from_ticks, std::memory_order_release);
  line.from_ns.store(from_ns, std::memory_order_release);
  line.slope.store(static_cast<uint64_t>(slope * 4294967296.0), std::memory_order_release);
  line.ticks_valid.store(valid, std::memory_order_release);
  line.version.store(version + 2, std::memory_order_release);
}

void StartAnew(const Reading& reading) noexcept {
  g_drawing_state.older = g_drawing_state.newer = reading;
  g_drawing_state.ns_per_tick = 0;
  Draw(0, 0, 0, 0);
}

// What the present line would tell, also a while after its end; `reading.ns` if that is too long.
uint64_t Prolonged(const Reading& reading) noexcept {
  const ClockLine& line = g_clock_line;
  const uint64_t passed = reading.ticks - line.from_ticks.load(std::memory_order_relaxed);
  const uint64_t valid = line.ticks_valid.load(std::memory_order_relaxed);
  if (valid == 0 || passed >= 2 * valid) return reading.ns;
  return line.from_ns.load(std::memory_order_relaxed) +
         (passed * line.slope.load(std::memory_order_relaxed) >> 32);
}

void DrawNext(const Reading& reading) noexcept {
  Drawing& state = g_drawing_state;
  if (state.older.ns == 0 || reading.ticks <= state.newer.ticks || reading.ns < state.newer.ns) {
    StartAnew(reading);
    return;
  }
  if (reading.ns - state.older.ns < kBaselineNs) return;
  const double slope = static_cast<double>(reading.ns - state.older.ns) /
                       static_cast<double>(reading.ticks - state.older.ticks);
  const double change = state.ns_per_tick == 0 ? 0 : slope / state.ns_per_tick - 1;
  if (change > kMostSlopeChange || change < -kMostSlopeChange) {
    StartAnew(reading);
    return;
  }
  state.ns_per_tick = slope;
  if (reading.ns - state.newer.ns >= 2 * kBaselineNs) {
    state.older = state.newer;
    state.newer = reading;
  }
  // Continues where the line before it stands, and meets the true time at its own end: it never
  // steps back.
  const uint64_t from_ns = Prolonged(reading);
  const uint64_t end_ns = reading.ns + kLineNs;
  if (from_ns > reading.ns + kLineNs / 2) {
    StartAnew(reading);
    return;
  }
  const double ticks = static_cast<double>(kLineNs) / slope;
  Draw(reading.ticks, from_ns, static_cast<double>(end_ns - from_ns) / ticks,
       static_cast<uint64_t>(ticks));
}

}  // namespace

ClockLine g_clock_line;

uint64_t NowNsSlow() noexcept {
  if (g_trust.load(std::memory_order_relaxed) == Trust::kNo) return MonotonicNs();
  uint64_t ns = 0;
  // Who finds another thread at it, or itself in a signal handler, does not wait.
  if (!g_drawing.test_and_set(std::memory_order_acquire)) {
    Drawing& state = g_drawing_state;
    if (g_trust.load(std::memory_order_relaxed) == Trust::kUnknown) {
      g_trust.store(CounterIsTrusted() ? Trust::kYes : Trust::kNo, std::memory_order_relaxed);
    }
    if (g_trust.load(std::memory_order_relaxed) == Trust::kYes && !OnLine(__rdtsc(), &ns)) {
      ns = MonotonicNs();
      Reading reading;
      const bool warming =
          state.ns_per_tick == 0 && state.older.ns != 0 && ns - state.older.ns < kBaselineNs;
      if (!warming && Read(&reading)) DrawNext(reading);
    }
    g_drawing.clear(std::memory_order_release);
  }
  return OnLine(__rdtsc(), &ns) ? ns : MonotonicNs();
}

}  // namespace rocjfr

#endif
