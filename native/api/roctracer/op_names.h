// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of operations. All names have static storage.
#ifndef ROCJFR_API_ROCTRACER_OP_NAMES_H_
#define ROCJFR_API_ROCTRACER_OP_NAMES_H_

#include <cstdint>

namespace rocjfr::roctracer {

// "unknown" where there is no such function.
const char* HipApiName(uint32_t op) noexcept;
// 0 where there is no such function.
uint32_t HipApiOp(const char* name) noexcept;
const char* HipCommandName(uint32_t kind) noexcept;

// One past the last operation.
uint32_t HsaApis() noexcept;
const char* HsaApiName(uint32_t op) noexcept;
// HsaApis() where there is no such function.
uint32_t HsaApiOp(const char* name) noexcept;
// nullptr where there is no such operation.
const char* HsaOpName(uint32_t op) noexcept;
const char* HsaEventName(uint32_t op) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_OP_NAMES_H_
