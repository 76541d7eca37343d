// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's HIP headers of this machine, as the reference for the core's tables.
#ifndef ROCJFR_TESTS_CORE_HIP_HEADERS_H_
#define ROCJFR_TESTS_CORE_HIP_HEADERS_H_

#include "core/runtime/arguments.h"

#define __HIP_PLATFORM_AMD__ 1
// clang-format off
#include <hip/hip_runtime_api.h>
#include <hip/hip_version.h>
#include <hip/amd_detail/hip_prof_str.h>  // needs the first
// clang-format on

namespace rocjfr::test {

// How the runtime of these headers holds array arguments.
constexpr Arrays kArrays = HIP_VERSION_MAJOR < 6 ? Arrays::kWithValue : Arrays::kPointer;

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_HIP_HEADERS_H_
