// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP's functions: their arguments as tools get them, and where the runtime keeps them; of HSA's
// and roctx' only the first.
#ifndef ROCJFR_API_ROCPROFILER_HIP_SIGNATURES_H_
#define ROCJFR_API_ROCPROFILER_HIP_SIGNATURES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rocjfr/client.h"

namespace rocjfr::sdk {

// rocprofiler_hip_api_args_t and rocprofiler_hip_api_retval_t, of which this library knows bytes
// only: the headers have them with HIP's types. The same for all versions of HIP.
struct HipApiData {
  static constexpr size_t kArgumentBytes = 88, kResultBytes = 24;
  // Behind the longest list: 32 bits, of each argument whether it is not known.
  static constexpr size_t kUnknownAt = 84;
  alignas(8) unsigned char arguments[kArgumentBytes];
  alignas(8) unsigned char result[kResultBytes];
};

struct HipArgument {
  const char* name;
  const char* type;
  uint8_t bytes;
  uint8_t at;      // in HipApiData::arguments
  int16_t until5;  // in the runtime's hip_api_data_t::args, of HIP 5; -1: not known
  int16_t from6;
};

struct HipSignature {
  const char* function;
  bool returns_error;  // a hipError_t
  uint8_t count;
  const HipArgument* arguments;
};

// nullptr where it is not known.
const HipSignature* FindSignature(std::string_view function) noexcept;

// What the runtime holds of the call's arguments, as `signature` (may be null) lays them out; 0
// what is not known, of which the bit at kUnknownAt is set.
void CopyArguments(const HipSignature* signature, const rocjfr_call_t& call,
                   HipApiData* data) noexcept;

// What CopyArguments has put there.
uint32_t UnknownArguments(const void* arguments) noexcept;

// Tells each argument but those of the bits `unknown`: tell(place, argument, where it stands, its
// text); until tell returns not 0.
// under_way: the call is, so that texts may be read; of a call that was, the address is told.
using TellArgument = int (*)(uint32_t number, const HipArgument& argument, const void* address,
                             const char* text, void* to);
void TellArguments(const HipSignature& signature, const void* arguments, uint32_t unknown,
                   bool under_way, TellArgument tell, void* to);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_HIP_SIGNATURES_H_
