// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fork and exit.
#ifndef ROCJFR_API_ROCPROFILER_LIFECYCLE_H_
#define ROCJFR_API_ROCPROFILER_LIFECYCLE_H_

#include "base/fork.h"

namespace rocjfr::sdk {

using rocjfr::Forked;

// From now on a normal end of the process finalises the tools, before the static objects that exist
// now are destroyed.
void DeliverAtExit() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_LIFECYCLE_H_
