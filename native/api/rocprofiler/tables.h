// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tables of functions that runtimes hand over by AMD's rocprofiler-register, for tools that put
// functions of their own there.
#ifndef ROCJFR_API_ROCPROFILER_TABLES_H_
#define ROCJFR_API_ROCPROFILER_TABLES_H_

#include <cstdint>

#include "rocprofiler-sdk/intercept_table.h"

namespace rocjfr::sdk {

// libs: bits of rocprofiler_intercept_table_t. False: no memory.
bool AskForTables(rocprofiler_intercept_library_cb_t callback, int libs, void* data) noexcept;
// A runtime of this name has registered: those who asked for its tables get them. Calls the user.
void TablesRegistered(const char* name, uint64_t version, uint64_t instance, void** tables,
                      uint64_t count);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_TABLES_H_
