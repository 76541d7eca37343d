// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A vendor of OpenCL that computes nothing: what is enqueued ends when the test says so. Its table
// and the clocks of its two devices are the test's to choose.
#ifndef ROCJFR_TESTS_STUBOPENCL_H_
#define ROCJFR_TESTS_STUBOPENCL_H_

#include <cstdint>

#include "opencl/cl.h"

extern "C" {
struct StubOptions {
  const char* version;              // "OpenCL 3.0 stub"
  rocjfr::opencl::Dispatch* table;  // to use in place of its own; null: its own
  int64_t clock_offset_ns[2];       // of each device, from CLOCK_MONOTONIC
  bool has_timer[2];                // clGetDeviceAndHostTimer knows the device
  bool refuses_callbacks;           // clSetEventCallback fails
  bool ends_at_once;                // work ends within the call that enqueues it
  uint64_t takes_ns = 0;            // ... after that time
  // What queues of its devices may have. As with AMD's a queue is refused that asks for none of it.
  cl_command_queue_properties has = CL_QUEUE_PROFILING_ENABLE;
};
}

#endif  // ROCJFR_TESTS_STUBOPENCL_H_
