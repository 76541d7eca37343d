// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA starts and ends.
#ifndef ROCJFR_HSA_START_H_
#define ROCJFR_HSA_START_H_

namespace rocjfr::hsa {

// Inside hsa_init, with HsaApiTable.
void OnLoad(void* api_table) noexcept;
// Inside the last hsa_shut_down.
void OnUnload() noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_START_H_
