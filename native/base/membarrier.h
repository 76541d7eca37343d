// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory barriers of all threads at once, by the kernel: so that those that are often on their way
// need none of their own.
#ifndef ROCJFR_BASE_MEMBARRIER_H_
#define ROCJFR_BASE_MEMBARRIER_H_

namespace rocjfr {

// Before the first. False: the kernel does not, or may not (seccomp).
bool RegisterMembarrier() noexcept;
// Each running thread of the process passes a full barrier before it returns. False: none did.
bool Membarrier() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_MEMBARRIER_H_
