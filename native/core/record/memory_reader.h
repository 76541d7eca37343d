// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the arguments of a call that allocates or frees say.
#ifndef ROCJFR_CORE_RECORD_MEMORY_READER_H_
#define ROCJFR_CORE_RECORD_MEMORY_READER_H_

#include <cstdint>

#include "core/runtime/memory_arguments.h"

namespace rocjfr {

constexpr uint16_t kFirstArgument = 16;
constexpr uint32_t kSucceeded = 1;  // of a call's results, as rocjfr_record_t.kind has them

// A word of the arguments; 0 where the runtime has not filled it in.
uint64_t Argument(const void* api_data, uint16_t offset) noexcept;
// `written`: the call has succeeded. Else the program may have named places where there is no
// memory. 0: not known.
uint64_t BytesOf(const MemoryLayout& layout, const void* api_data, bool written) noexcept;
// Where the address is, or stands after the call; what is there before. False: there is no memory
// at the place that the program has named.
bool ReadAddress(const MemoryLayout& layout, const void* api_data, bool written,
                 uint64_t* address) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_MEMORY_READER_H_
