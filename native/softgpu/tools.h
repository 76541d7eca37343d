// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA tools: libraries that are told when HSA is initialised.
#pragma once

namespace rocjfr::softgpu {

// The first hsa_init calls this, before it returns: HSA's tables are made, and the tools' OnLoad
// called with them on the caller's thread, as ROCm's runtime does it: those that HSA_TOOLS_LIB
// names (separated by blanks or colons) in its order, then loaded libraries that export
// HSA_AMD_TOOL_PRIORITY, smaller ones first; each once. A tool that cannot be loaded or refuses is
// left out; its name is told to those after it. SOFTGPU_TOOLS=named: as before ROCm 5.4.1, without
// the loaded ones. SOFTGPU_TOOLS=registered: as where rocprofiler-register has found a tool of the
// rocprofiler-SDK, none, unless HSA_TOOLS_ROCPROFILER_V1_TOOLS is set.
void load_tools();
// The last hsa_shut_down: OnUnload of each, the last one first, and the tables are as they were.
void unload_tools();

}  // namespace rocjfr::softgpu
