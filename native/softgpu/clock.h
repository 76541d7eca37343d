// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The device clock: CLOCK_MONOTONIC, moved by an offset and made to drift, since the clock of a
// real GPU is nobody else's: ROCr's counts on while the machine sleeps (CLOCK_BOOTTIME). All times
// that HSA reports are of this clock.

#ifndef ROCJFR_SOFTGPU_CLOCK_H_
#define ROCJFR_SOFTGPU_CLOCK_H_

#include <atomic>
#include <cstdint>

namespace rocjfr::softgpu {

/// CLOCK_MONOTONIC in nanoseconds.
uint64_t monotonic_ns();

class Clock {
 public:
  static constexpr uint64_t kFrequency = 1000000000;  // ticks are nanoseconds

  /// The device time of an instant of CLOCK_MONOTONIC.
  static uint64_t device_ns(uint64_t monotonic);

  static uint64_t now() { return device_ns(monotonic_ns()); }

  /// From now on the device clock is ahead by so much more, as one that counts on while the machine
  /// sleeps. Returns false where that has happened too often.
  static bool suspend(uint64_t ns);

  /// When the library was loaded. The drift is zero at that instant.
  static uint64_t load_monotonic_ns();
};

/// Sleeps until an instant of CLOCK_MONOTONIC, or until *stop becomes true (noticed within 10 ms).
void sleep_until(uint64_t monotonic, const std::atomic<bool>& stop);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_CLOCK_H_
