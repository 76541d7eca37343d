// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// For tests that fork.
#ifndef ROCJFR_TESTS_FORKED_CHILD_H_
#define ROCJFR_TESTS_FORKED_CHILD_H_

namespace rocjfr::test {

// To be set in a child that ends by exit. AddressSanitizer looks for leaks then and waits (GCC 12)
// for locks of its own allocator, which other threads of the parent may have held at the fork.
inline bool g_forked_child = false;

}  // namespace rocjfr::test

#if defined(__SANITIZE_ADDRESS__)
// Asked by the leak checker.
extern "C" inline __attribute__((visibility("default"), used)) int __lsan_is_turned_off() {
  return rocjfr::test::g_forked_child ? 1 : 0;
}
#endif
#endif  // ROCJFR_TESTS_FORKED_CHILD_H_
