// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The devices of all platforms: their numbers, names and clocks.
#ifndef ROCJFR_OPENCL_DEVICES_H_
#define ROCJFR_OPENCL_DEVICES_H_

#include <cstdint>

#include "cl.h"
#include "device_clock.h"

namespace rocjfr::opencl {

struct Device {
  cl_device_id id = nullptr;
  int16_t number = -1;  // from 0, in the order of the platforms as they were met
  uint32_t name = 0;    // a name ref
  DeviceClock clock;
};

// Never freed. Takes a lock the first time; null where there are too many or memory is short.
Device* FindDevice(cl_device_id id) noexcept;

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_DEVICES_H_
