// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// In which stretches of time work is followed, and what follows from that for a runtime that asks
// twice.
//
// HIP 6 asks whether a piece of work is wanted when it makes it, and again when it submits it. It
// crashes if the answer is "no" (or there is no hook) and then "yes". Between the two may lie any
// time: a graph's pieces may all be made before the first is submitted. So the answer belongs to
// the call that asks. A call hears "yes" only while the epoch lasts in which it began; it ends with
// the wish for work and with the hook, and another one begins with them. "Yes" and then "no" harms
// nobody: such work is reported, or counted as lost.
//
// When work has finished the runtime asks again, on a thread of its own, outside any call. That
// must hear "yes", or nothing is reported. Such a thread is told apart from an application's that
// is in a call of before the hook: HSA calls us on it (VisitReportingThread). Where nothing can
// have been made before the epoch, every thread that never began a call is one.
#ifndef ROCJFR_CORE_RECORD_WORK_EPOCH_H_
#define ROCJFR_CORE_RECORD_WORK_EPOCH_H_

#include <atomic>
#include <cstdint>

namespace rocjfr {

struct ThreadState;

// A count, and these bits.
constexpr uint64_t kEpochFollows = 1;    // work is followed
constexpr uint64_t kEpochIsFirst = 2;    // nothing was made before it
constexpr uint64_t kEpochAsksTwice = 4;  // the runtime does
constexpr uint64_t kEpochCount = 8;
extern std::atomic<uint64_t> g_work_epoch;

inline uint64_t WorkEpoch() noexcept {
  return g_work_epoch.load(std::memory_order_acquire);
}
inline bool FollowsWork() noexcept {
  return (WorkEpoch() & kEpochFollows) != 0;
}

// Under the hook's lock. Beginning one ends the one before.
void BeginWorkEpoch(uint64_t bits) noexcept;
void EndWorkEpoch() noexcept;

// The calling thread is one of the runtime's own, that reports finished work.
void ThisThreadReports() noexcept;
// The calling thread is one of HIP's or HSA's own, by what it does. What it is asked for work does
// not depend on that: an application's thread may have done the same in a call that is not seen.
void ThisThreadIsRuntimes() noexcept;
// How many threads have said so and not ended.
extern std::atomic<uint32_t> g_reporting_threads;

// The answer to the runtime's question whether it should time this thread's work.
bool IsWanted(const ThreadState& thread) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_WORK_EPOCH_H_
