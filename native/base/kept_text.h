// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts that callers are given for good, as the few reasons for which nothing is traced. Not in
// buffers of threads: a library has little static thread-local storage
// (portable/check_libraries.sh).
#ifndef ROCJFR_BASE_KEPT_TEXT_H_
#define ROCJFR_BASE_KEPT_TEXT_H_

namespace rocjfr {

// The same text, for the life of the process; equal ones once.
const char* KeptText(const char* text) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_KEPT_TEXT_H_
