// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Model: native/models/hook.pml.
#include "work_epoch.h"

#include "api_flags.h"
#include "thread_state.h"

namespace rocjfr {

std::atomic<uint64_t> g_work_epoch{0};
std::atomic<uint32_t> g_reporting_threads{0};

namespace {

void Next(uint64_t bits) noexcept {
  const uint64_t count = g_work_epoch.load(std::memory_order_relaxed) / kEpochCount + 1;
  g_work_epoch.store(count * kEpochCount | bits, std::memory_order_seq_cst);
}

}  // namespace

void BeginWorkEpoch(uint64_t bits) noexcept {
  Next(bits | kEpochFollows);
}

void EndWorkEpoch() noexcept {
  if (FollowsWork()) Next(0);
}

void ThisThreadReports() noexcept {
  ThreadState* thread = CurrentThread();
  if (thread == nullptr || thread->reports) return;
  thread->reports = thread->runtimes = true;
  g_reporting_threads.fetch_add(1);
}

void ThisThreadIsRuntimes() noexcept {
  ThreadState* thread = CurrentThread();
  if (thread != nullptr) thread->runtimes = true;
}

bool IsWanted(const ThreadState& thread) noexcept {
  const uint64_t epoch = WorkEpoch();
  if ((epoch & kEpochFollows) == 0) return false;
  if ((epoch & kEpochAsksTwice) == 0) return true;
  if (thread.depth != 0) {
    const Call& call = thread.calls[thread.depth - 1];
    // A call that only waits is asked about others' work, which has finished.
    return call.epoch == epoch || (ApiFlagsOf(call.op) & kApiWaits) != 0;
  }
  if (thread.reports) return true;
  // In a call that is not traced, of which only the begin is known.
  if (thread.untraced_epoch == epoch) return true;
  return (epoch & kEpochIsFirst) != 0 && !thread.calls_hip;
}

}  // namespace rocjfr
