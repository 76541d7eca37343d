// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's own librocprofiler-sdk-roctx, which calls its functions by tables that it registers.
#ifndef ROCJFR_API_ROCPROFILER_ROCTX_TABLES_H_
#define ROCJFR_API_ROCPROFILER_ROCTX_TABLES_H_

#include <cstdint>

namespace rocjfr::sdk {

// Its calls are told to the core from now on, and made as before.
void FollowRoctxTables(void** tables, uint64_t count) noexcept;
bool RoctxTablesFollowed() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_ROCTX_TABLES_H_
