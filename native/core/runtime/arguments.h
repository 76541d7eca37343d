// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the arguments that interest us stand in the runtime's hip_api_data_t, by function name.
#ifndef ROCJFR_CORE_RUNTIME_ARGUMENTS_H_
#define ROCJFR_CORE_RUNTIME_ARGUMENTS_H_

#include <cstdint>
#include <string_view>

namespace rocjfr {

enum class KernelArgument : uint8_t {
  kNone,
  kFunction,     // hipFunction_t
  kHostPointer,  // the host-side stub's address
};

enum class Effect : uint8_t {
  kNone,
  kSubmits,        // kernels, copies, fills: a submission from the start
  kStreamDestroy,  // the handle's number is given up
  kModuleUnload,   // kernel handles may be reused
  kDeviceReset,    // both, of the current device
};

// How hip_api_data_t holds a hipArray argument: with a copy of the array behind its pointer until
// 5.7, as the pointer alone from 6.0 on.
enum class Arrays : uint8_t { kAny, kWithValue, kPointer };

// Offsets into hip_api_data_t; 0 is "has none" (the arguments begin at 16). Function ids change
// with the version, these offsets do not, but for `arrays`: they follow from the functions'
// signatures. Checked by arguments_test against the headers of the build machine's HIP.
struct ArgumentLayout {
  const char* function;
  Effect effect = Effect::kNone;
  KernelArgument kernel = KernelArgument::kNone;  // at 16
  uint16_t grid = 0;                              // three uint32_t
  uint16_t group = 0;                             // three uint32_t
  bool grid_in_work_items = false;
  uint16_t lds = 0;  // uint32_t, or size_t on a little-endian machine
  uint16_t stream = 0;
  bool default_stream = false;   // no stream argument: runs on the default one
  bool by_pointer = false;       // bytes, height, depth, kind are offsets into *(void**)(data + 16)
  uint16_t bytes = 0;            // size_t: a size, or the width of what follows
  uint16_t height = 0;           // size_t
  uint16_t depth = 0;            // size_t
  uint8_t unit = 1;              // bytes of an element
  uint16_t kind = 0;             // hipMemcpyKind
  uint8_t copy = 0;              // ROCJFR_COPY_* where the function says it
  uint8_t shape = 0;             // dimensions of a copy
  Arrays arrays = Arrays::kAny;  // the versions that the row is for
  uint16_t destination = 0;      // int: a HIP ordinal
  uint16_t source = 0;           // the same
};

// nullptr: nothing of the function's arguments is recorded.
const ArgumentLayout* FindArguments(std::string_view function, Arrays arrays) noexcept;

// For the test: all rows.
const ArgumentLayout* AllArguments(uint32_t* count) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_ARGUMENTS_H_
