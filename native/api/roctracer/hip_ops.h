// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The pools of HIP_OPS' records. The pool of a record is chosen at the submission of its work. So
// work in flight keeps its pools when these change. Work that is submitted while nobody wants it
// has no pool, whatever is enabled at its end.
//
// While such work is in flight, this library goes on to want HIP_OPS of the core, for
// kLongestLateNs; what still runs then is given up.
#ifndef ROCJFR_API_ROCTRACER_HIP_OPS_H_
#define ROCJFR_API_ROCTRACER_HIP_OPS_H_

#include <atomic>
#include <cstdint>

#include "domains.h"
#include "pool.h"
#include "rocjfr/record.h"

namespace rocjfr::roctracer {

constexpr uint64_t kLongestLateNs = 60'000'000'000;

// Enables ops first to last - 1 for `pool`, or disables them (nullptr). Takes effect with
// UpdateCore(), as do the next two.
void SetHipOpsPools(uint32_t first, uint32_t last, Pool* pool) noexcept;
// roctracer_stop and roctracer_start.
void SetHipOpsStopped(bool stopped) noexcept;
// True: what was in flight at the stop is noted as late work (LateWorkIsWanted).
bool HipOpsAreStopped() noexcept;
// Disables what goes to `pool`. Returns whether something did.
bool ForgetHipOpsPool(const Pool* pool) noexcept;

// The pool is closed: what would still come to it is lost.
void DropLateWork(Pool* pool) noexcept;
// Whether records may still come to `pool`.
bool HipOpsGoTo(const Pool* pool) noexcept;
// Whether the core has to go on for the sake of what was submitted before.
bool LateWorkIsWanted() noexcept;
// Forgets what has ended, and gives up what is too late. Cheap where nothing can have changed.
// True: it has to be looked at again.
bool LookAtLateWork() noexcept;

// Where a record goes that is being told.
struct OpDestination {
  Pool* pool;
  bool correlated;  // it gets its correlation id
};
// True: not all records go where g_hip_ops says. To be read after that.
extern std::atomic<bool> g_hip_ops_vary;
// Then: where one goes. nullptr: nowhere.
OpDestination DestinationOf(const rocjfr_record_t& record) noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_HIP_OPS_H_
