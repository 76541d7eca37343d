// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The memory of this process, as the kernel sees it.
#ifndef ROCJFR_BASE_OWN_MEMORY_H_
#define ROCJFR_BASE_OWN_MEMORY_H_

#include <cstddef>

namespace rocjfr {

// Reads what may not be there. False: it is not, or the kernel does not let us. Keeps errno.
bool ReadOwnMemory(const void* place, void* to, size_t bytes) noexcept;

// The access that [begin, begin + bytes) has, PROT_*; -1: not mapped as a whole.
int AccessTo(const void* begin, size_t bytes) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_OWN_MEMORY_H_
