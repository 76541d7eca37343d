// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions of HSA's tables, of all releases from ROCm 5.2 to 7.2, by number; and the tables'
// layouts. A table grows by its releases, once in the middle; how many bytes it has tells which
// functions are in it.
#ifndef ROCJFR_HSA_FUNCTIONS_H_
#define ROCJFR_HSA_FUNCTIONS_H_

#include <cstdint>

#include "rocjfr/hsa_client.h"

namespace rocjfr::hsa {

// What result and arguments are to the calling convention; handles, structs of one word, are
// uint64_t, enumerations uint32_t.
using Pointer = void*;
template <uint64_t kBytes>
struct Bytes {
  alignas(8) unsigned char bytes[kBytes];
};
// hsa_dim3_t*, behind which AMD's hsa_api_data_t has what it points to.
struct Range {
  const void* at;
};
constexpr uint32_t kRangeBytes = 12;

enum Number : uint32_t {
#define HSA_FUNCTION(table, name, since, ...) k_##name,
#include "functions.inc"
#undef HSA_FUNCTION
  kFunctions
};

struct Function {
  const char* name;
  uint32_t table;  // ROCJFR_HSA_*
  uint32_t since;  // bytes of the smallest table that has it
};
extern const Function kFunctionList[kFunctions];

// What each table of HSA begins with.
struct Version {
  uint32_t major_id;
  uint32_t minor_id;  // bytes of the table
  uint32_t step_id;
  uint32_t reserved;
};
// Whether a release that is known has such a table.
bool IsKnown(uint32_t table, const Version& version) noexcept;
// Where the function stands in a table of so many bytes; UINT32_MAX: it does not.
uint32_t PlaceOf(uint32_t number, uint32_t bytes) noexcept;
// Of the oldest release that is known.
uint32_t OldestBytes(uint32_t table) noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_FUNCTIONS_H_
