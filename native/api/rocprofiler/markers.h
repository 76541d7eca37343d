// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// roctx calls and ranges, made into records.
#ifndef ROCJFR_API_ROCPROFILER_MARKERS_H_
#define ROCJFR_API_ROCPROFILER_MARKERS_H_

#include <algorithm>
#include <cstdint>

#include "thread.h"

namespace rocjfr::sdk {

// As rocjfr_client_t has it.
void OnRoctx(uint32_t op, const char* message, uint64_t id);
// roctx is wanted again after it was not: ranges that were open may have ended.
void ForgetRanges() noexcept;

// The innermost range of roctxRangePush that is open on the calling thread and that somebody
// traces, of those that were there before `id`; 0: none.
uint64_t RangeAround(const Thread& thread, uint64_t id) noexcept;
// What the call or range `id` is made in, where `call` (0: none) is the innermost call around it. A
// thread's correlation ids ascend. Started ranges are none: another thread may stop them, in any
// order.
inline uint64_t AncestorWithin(const Thread& thread, uint64_t id, uint64_t call) noexcept {
  if (__builtin_expect(thread.ranges_wanted == 0, true)) return call;
  return std::max(call, RangeAround(thread, id));
}
inline uint64_t AncestorOf(const Thread& thread, uint64_t id) noexcept {
  return AncestorWithin(thread, id, thread.OpenCall());
}

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_MARKERS_H_
