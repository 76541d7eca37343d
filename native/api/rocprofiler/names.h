// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How functions that query a name hand it out.
#ifndef ROCJFR_API_ROCPROFILER_NAMES_H_
#define ROCJFR_API_ROCPROFILER_NAMES_H_

#include <cstdint>
#include <cstring>

#include "rocprofiler-sdk/fwd.h"

namespace rocjfr::sdk {

// What functions that query a name return: `missing` where it is null. Both places may be null.
inline rocprofiler_status_t GiveName(const char* found, rocprofiler_status_t missing,
                                     const char** name, uint64_t* name_len) noexcept {
  if (name != nullptr) *name = found;
  if (name_len != nullptr) *name_len = found == nullptr ? 0 : strlen(found);
  return found == nullptr ? missing : ROCPROFILER_STATUS_SUCCESS;
}

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_NAMES_H_
