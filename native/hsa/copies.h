// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies, as HSA_OPS.
#ifndef ROCJFR_HSA_COPIES_H_
#define ROCJFR_HSA_COPIES_H_

#include "hsa_headers.h"

namespace rocjfr::hsa {

// HSA starts anew, and times no copies.
void ForgetTimes() noexcept;
// HSA tells a copy's time only for the signal of its submission. For copies that were submitted
// with our signal, the program gets the times that are kept here.
void KeepCopyTime(hsa_signal_t programs, const hsa_amd_profiling_async_copy_time_t& time) noexcept;
// Nobody has seen what else the program's signals were used for.
void ForgetCopyTimes() noexcept;
// Has HSA time copies while somebody wants them, or the program does. Calls HSA.
void TimeCopies() noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_COPIES_H_
