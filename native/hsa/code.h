// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that executables hold, by the address of their object that dispatches name.
#ifndef ROCJFR_HSA_CODE_H_
#define ROCJFR_HSA_CODE_H_

#include <cstdint>

namespace rocjfr::hsa {

// The mangled name, for the life of the process; null: not known.
const char* KernelName(uint64_t object) noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_CODE_H_
