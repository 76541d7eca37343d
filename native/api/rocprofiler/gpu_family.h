// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The family of a GPU, which the driver tells whoever opens its render node. No file lists it.
#ifndef ROCJFR_API_ROCPROFILER_GPU_FAMILY_H_
#define ROCJFR_API_ROCPROFILER_GPU_FAMILY_H_

#include <cstdint>
#include <string>

namespace rocjfr::sdk {

// As ioctl: 0 if it was answered.
using AskDriver = int (*)(int file, unsigned long request, void* argument);

// 0 if the process may not open the node, or the driver does not answer.
uint32_t FamilyOfGpu(const std::string& render_node, AskDriver ask = nullptr) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_GPU_FAMILY_H_
