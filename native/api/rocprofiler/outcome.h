// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether a HIP call has succeeded, and what it has made. Where a call has failed nothing is read
// that the program's arguments point to: nothing may be there.
#ifndef ROCJFR_API_ROCPROFILER_OUTCOME_H_
#define ROCJFR_API_ROCPROFILER_OUTCOME_H_

#include <cstdint>
#include <cstring>

#include "base/own_memory.h"
#include "rocjfr/client.h"

namespace rocjfr::sdk {

enum class Outcome : uint8_t { kUnknown, kSuccess, kFailure };

// kUnknown at ENTER.
inline Outcome OutcomeOf(const rocjfr_call_t& call) noexcept {
  return call.result == 0   ? Outcome::kUnknown
         : call.result == 1 ? Outcome::kSuccess
                            : Outcome::kFailure;
}

// An argument, by its offset in the runtime's hip_api_data_t.
template <typename T>
T ArgumentAt(const rocjfr_call_t& call, uint32_t offset) noexcept {
  T value;
  memcpy(&value, static_cast<const char*>(call.api_data) + offset, sizeof(value));
  return value;
}

// The handle that the first argument points to; 0: there is none, or the runtime did not tell.
inline uint64_t MadeHandle(const rocjfr_call_t& call) noexcept {
  constexpr uint32_t kFirst = 16;
  const auto place = ArgumentAt<uint64_t>(call, kFirst);
  const Outcome outcome = OutcomeOf(call);
  if (place == 0 || place == ROCJFR_UNFILLED || outcome == Outcome::kFailure) return 0;
  const auto* at = reinterpret_cast<const uint64_t*>(place);
  if (outcome == Outcome::kSuccess) return *at;
  uint64_t handle = 0;
  return ReadOwnMemory(at, &handle, sizeof(handle)) ? handle : 0;
}

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_OUTCOME_H_
