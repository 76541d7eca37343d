// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Wrong times, for tests of tools that must find them: what HSA reports of kernels and copies is
// not what happened. The log of work keeps the true times, and so does the device's clock.

#ifndef ROCJFR_SOFTGPU_FAULTS_H_
#define ROCJFR_SOFTGPU_FAULTS_H_

#include <cstdint>

#include "control.h"

namespace rocjfr::softgpu {

/// What is reported of a piece of work, in device times.
struct ReportedTimes {
  uint64_t begin_ns;
  uint64_t end_ns;
};

/// The times with the faults that SOFTGPU_FAULTS asks for.
ReportedTimes reported_times(const Work& work);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_FAULTS_H_
