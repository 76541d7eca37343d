// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA tools: libraries named in HSA_TOOLS_LIB that are told when HSA is initialised.
#pragma once

namespace rocjfr::softgpu {

// Loads them, once per process. As ROCm's runtime does it: on the first hsa_init, on its caller's
// thread, in the order of the list (separated by blanks or colons), and a tool that cannot be
// loaded or refuses is left out.
void load_tools();

}  // namespace rocjfr::softgpu
