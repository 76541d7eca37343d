// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The thread on which HSA calls the handlers of signals: its calls must not wait for a buffer
// callback, which may be waiting for it.
#ifndef ROCJFR_HSA_HANDLERS_H_
#define ROCJFR_HSA_HANDLERS_H_

namespace rocjfr::hsa {

// HSA starts, and has no such thread yet; and has told its tools of it.
void HandlersThreadIsNew() noexcept;
void HandlersThreadMayBeFound() noexcept;
// Has it known, before any handler that is registered from now on is called; once for each start,
// and after it.
void FindHandlersThread() noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_HANDLERS_H_
