// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies, as HSA_OPS.
#ifndef ROCJFR_HSA_COPIES_H_
#define ROCJFR_HSA_COPIES_H_

namespace rocjfr::hsa {

// HSA starts anew, and times no copies.
void ForgetTimes() noexcept;
// Has HSA time copies while somebody wants them, or the program does. Calls HSA.
void TimeCopies() noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_COPIES_H_
