// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Begin and end of finished work, fit for every consumer: both are known and the end is not before
// the begin.
#ifndef ROCJFR_CORE_RECORD_OP_TIMES_H_
#define ROCJFR_CORE_RECORD_OP_TIMES_H_

#include "rocjfr/record.h"

namespace rocjfr {

struct OpTimes {
  uint64_t begin_ns, end_ns;
  bool known;  // as the runtime gave them
};

// Corrects times that a runtime reports as 0 or in the wrong order. Such work gets no duration. Its
// time is the known one, the begin if both are known, and the present if none is. It is counted
// (rocjfr_adjusted_times).
OpTimes AdjustTimes(const rocjfr_record_t& reported) noexcept;

inline OpTimes TimesOf(const rocjfr_record_t& reported) noexcept {
  const bool good = reported.begin_ns != 0 && reported.begin_ns <= reported.end_ns;
  return __builtin_expect(good, 1) ? OpTimes{reported.begin_ns, reported.end_ns, true}
                                   : AdjustTimes(reported);
}

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_OP_TIMES_H_
