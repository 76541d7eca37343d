// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statuses and the calling thread's error text.
#ifndef ROCJFR_API_ROCTRACER_STATUS_H_
#define ROCJFR_API_ROCTRACER_STATUS_H_

#include "roctracer/roctracer.h"

namespace rocjfr::roctracer {

// Keeps "function(), text\n" as the calling thread's error text and returns `status`.
__attribute__((format(printf, 3, 4))) roctracer_status_t Fail(roctracer_status_t status,
                                                              const char* function,
                                                              const char* format, ...) noexcept;
// The calling thread's text, "" if it has none.
const char* LastError() noexcept;
// To standard error, once: the user's `what` threw an exception, which ended there.
void TellThrown(const char* what) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_STATUS_H_
