// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The tools: found, configured, initialised, finalised.
#ifndef ROCJFR_API_ROCPROFILER_CLIENTS_H_
#define ROCJFR_API_ROCPROFILER_CLIENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "rocprofiler-sdk/registration.h"

namespace rocjfr::sdk {

// 0 not yet, -1 going on, 1 done.
int InitStatus() noexcept;
int FiniStatus() noexcept;
// Contexts, buffers and services may be made now, by the calling thread.
bool MayConfigure() noexcept;
// Callback threads may be made now: also before tools are initialised.
bool MayMakeThreads() noexcept;
// The client whose tool the calling thread initialises.
uint32_t ConfiguringClient() noexcept;

// Configures and initialises all tools, `first` (may be null) before the others. False: that has
// been done or is being done.
bool Initialize(rocprofiler_configure_func_t first) noexcept;
// The process exits: hands over what is in the buffers. Once.
void DeliverAll() noexcept;
// Stops everything, hands the buffers over, calls the tools' finalize. Once.
void Finalize() noexcept;

// For an embedding library, at any time: the calling thread may configure, as a client of its own,
// until it ends that.
bool BeginLateConfiguration() noexcept;
void EndLateConfiguration() noexcept;

struct FoundTool {
  std::string name;  // of what it was found in
  rocprofiler_configure_func_t configure;
};
// The tools in the process and in ROCP_TOOL_LIBRARIES: discovery.cpp.
std::vector<FoundTool> FindTools(rocprofiler_configure_func_t first);
// Whether there is one, by a quick look.
bool ToolExpected() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CLIENTS_H_
