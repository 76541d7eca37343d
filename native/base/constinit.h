// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// ROCJFR_CONSTINIT before a static object: its initial value is known to the compiler, or else this
// does not compile. So a large table that begins as zeroes costs no memory before it is used, and
// loading a library runs no code for it. (C++20's constinit.)
#ifndef ROCJFR_BASE_CONSTINIT_H_
#define ROCJFR_BASE_CONSTINIT_H_

#ifdef __clang__
#define ROCJFR_CONSTINIT [[clang::require_constant_initialization]]
#else
#define ROCJFR_CONSTINIT __constinit
#endif

#endif  // ROCJFR_BASE_CONSTINIT_H_
