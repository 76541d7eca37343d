// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The three numbers of a version that is one.
#ifndef ROCPROFILER_SDK_CXX_VERSION_HPP_
#define ROCPROFILER_SDK_CXX_VERSION_HPP_

#include <cstdint>

#include "rocprofiler-sdk/fwd.h"

namespace rocprofiler {
namespace sdk {
namespace version {

// factor 100: 30201 is 3.2.1; factor 1000: 3002001 is.
template <uint64_t factor = 100>
constexpr rocprofiler_version_triplet_t compute_version_triplet(uint64_t version) {
  return {static_cast<uint32_t>(version / (factor * factor)),
          static_cast<uint32_t>(version % (factor * factor) / factor),
          static_cast<uint32_t>(version % factor)};
}

}  // namespace version
}  // namespace sdk
}  // namespace rocprofiler
#endif  // ROCPROFILER_SDK_CXX_VERSION_HPP_
