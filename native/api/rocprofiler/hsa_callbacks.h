// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks of HSA's calls: ENTER and EXIT, with arguments and return value.
#ifndef ROCJFR_API_ROCPROFILER_HSA_CALLBACKS_H_
#define ROCJFR_API_ROCPROFILER_HSA_CALLBACKS_H_

#include "contexts.h"
#include "rocjfr/hsa_client.h"
#include "thread.h"

namespace rocjfr::sdk {

// The callback kind of a table (ROCJFR_HSA_*).
uint32_t HsaCallbackKindOf(uint32_t table) noexcept;
bool IsHsaCallback(uint32_t callback_kind) noexcept;

// Both may call the user. What a tool's callback calls of HSA itself is told to no callback.
void TellHsaEnter(Thread& thread, const rocjfr_hsa_call_t& call, uint32_t table, int32_t operation);
void TellHsaExit(Thread& thread, const rocjfr_hsa_call_t& call, uint32_t table, int32_t operation);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_HSA_CALLBACKS_H_
