// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program's mprotect and munmap stand before libc's for the libraries that it is linked with.
// The core calls both where it makes and removes the stack on which it measures a frame: tests see
// when that is, or keep it from having one.
#ifndef ROCJFR_TESTS_CORE_OWN_STACK_CALLS_H_
#define ROCJFR_TESTS_CORE_OWN_STACK_CALLS_H_

#include <cstddef>

namespace rocjfr::test {

// Of the calling thread; null again: as libc's. What guards memory may be refused: false.
extern thread_local bool (*t_at_guard)();
extern thread_local void (*t_at_unmap)();

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_OWN_STACK_CALLS_H_
