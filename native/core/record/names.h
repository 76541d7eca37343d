// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kernel names, interned: a name is kept once, for the life of the process, and records carry its
// ref.
#ifndef ROCJFR_CORE_RECORD_NAMES_H_
#define ROCJFR_CORE_RECORD_NAMES_H_

#include <cstdint>

namespace rocjfr {

// The ref of a symbol; 0 for NULL, "" and where no more names can be kept. Takes a lock; callers
// cache refs.
uint32_t InternName(const char* symbol) noexcept;
// The interned text of a ref, nullptr for 0.
const char* NameSymbol(uint32_t ref) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_NAMES_H_
