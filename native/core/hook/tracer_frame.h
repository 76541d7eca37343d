// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What HIP 5.3 and later hands its callback for an API call: hip_api_data_t and, right behind it,
// this tail, all of it uninitialised.
#ifndef ROCJFR_CORE_HOOK_TRACER_FRAME_H_
#define ROCJFR_CORE_HOOK_TRACER_FRAME_H_

#include <cstdint>

#include "core/record/tracer.h"
#include "reporter.h"

namespace rocjfr {

using PhaseFunction = void (*)(uint32_t op, void* frame);

struct FrameTail {
  uint64_t enter_ns;
  uint64_t phase_data;
  PhaseFunction phase_enter;
  PhaseFunction phase_exit;
};

inline FrameTail* TailOf(void* frame, uint32_t frame_bytes) noexcept {
  return reinterpret_cast<FrameTail*>(static_cast<char*>(frame) + frame_bytes);
}

// The answer to a call of the reporter's: the markers that HIP makes in it are known by its id.
inline int AnswerReporter(void* frame, uint32_t frame_bytes, PhaseFunction exit) noexcept {
  static_cast<ApiData*>(frame)->correlation_id = kReportersId;
  FrameTail* tail = TailOf(frame, frame_bytes);
  tail->phase_enter = nullptr;
  tail->phase_exit = exit;
  return 0;
}

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_TRACER_FRAME_H_
