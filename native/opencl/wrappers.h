// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Our functions for the vendors' tables.
#ifndef ROCJFR_OPENCL_WRAPPERS_H_
#define ROCJFR_OPENCL_WRAPPERS_H_

#include <cstdint>

#include "cl.h"

namespace rocjfr::opencl {

// Ours for a place in the table of vendor `vendor`; null: that place is left alone.
void* WrapperOf(uint32_t number, uint32_t vendor) noexcept;
// All of ours in one table over `next`, for a loader that takes layers.
void FillLayer(const Dispatch& next, uint32_t entries, Dispatch* layer) noexcept;
// Ours for a function that a program has asked a platform for by name; `function` where it is none
// that we trace.
void* ExtensionOf(cl_platform_id platform, const char* name, void* function) noexcept;

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_WRAPPERS_H_
