// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How far a device's clock is from CLOCK_MONOTONIC.
//
// Each observation says that the difference between the two lay in an interval at some moment: the
// device's time was read between two readings of ours. What holds is what all of them leave, each
// widened by what the clocks may have drifted since. An interval that contradicts the others means
// that a clock was set: it counts alone from then on.
#ifndef ROCJFR_OPENCL_DEVICE_CLOCK_H_
#define ROCJFR_OPENCL_DEVICE_CLOCK_H_

#include <cstdint>
#include <mutex>

#include "cl.h"

namespace rocjfr::opencl {

// Any thread.
class DeviceClock {
 public:
  // The device's clock was at `device_ns` at a moment from `before_ns` to `after_ns`.
  void Observe(uint64_t device_ns, uint64_t before_ns, uint64_t after_ns) noexcept;
  // To be added to the device's times; false: not known yet. *error_ns: how far it may be off at
  // `now_ns`.
  bool Offset(uint64_t now_ns, int64_t* offset_ns, uint32_t* error_ns) noexcept;

  // Reads the device's timer where that is due and the device has one. False: it has none.
  bool Read(cl_device_id device, const Dispatch& next, uint64_t now_ns) noexcept;

 private:
  void Widen(uint64_t at_ns) noexcept;

  std::mutex mutex_;
  bool known_ = false;
  bool no_timer_ = false;
  bool reading_ = false;
  uint64_t read_ns_ = 0;
  uint64_t at_ns_ = 0;
  int64_t low_ns_ = 0;
  int64_t high_ns_ = 0;
};

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_DEVICE_CLOCK_H_
