// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Scratch memory, which HSA gives to queues whose kernels need it, and takes back: from ROCm 6.1 on
// it tells tools by a table of functions for them.
#ifndef ROCJFR_HSA_SCRATCH_H_
#define ROCJFR_HSA_SCRATCH_H_

namespace rocjfr::hsa {

// HSA's table for tools (ToolsApiTable); null: it has none, or has it back.
void FollowScratch(void* tools) noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_SCRATCH_H_
