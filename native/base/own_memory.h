// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The memory of this process, as the kernel sees it.
#ifndef ROCJFR_BASE_OWN_MEMORY_H_
#define ROCJFR_BASE_OWN_MEMORY_H_

#include <cstddef>
#include <string>

namespace rocjfr {

// Reads what may not be there. False: it is not, or the kernel does not let us. Keeps errno.
bool ReadOwnMemory(const void* place, void* to, size_t bytes) noexcept;
// Reads what may end before so many bytes, of a page at most. Returns how many it got.
size_t ReadOwnMemoryUpTo(const void* place, void* to, size_t bytes) noexcept;
// Reads a text that ends with a zero byte. Of a longer one than `most` bytes the rest is left out.
// False: its memory is not there, or the text is null.
bool ReadOwnText(const char* text, size_t most, std::string* to);

// The access that [begin, begin + bytes) has, PROT_*; -1: not mapped as a whole.
int AccessTo(const void* begin, size_t bytes) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_OWN_MEMORY_H_
