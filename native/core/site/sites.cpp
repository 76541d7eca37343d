// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "sites.h"

#include <jni.h>

#include <atomic>

#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

std::atomic<bool> g_picks_allocations{false};

// What Java's methods return, if not a stack's number: SiteSink.java.
constexpr int32_t kExcluded = -1, kFailed = -2;

Upcalled Answer(Upcalled called, int32_t result) noexcept {
  if (called != Upcalled::kDone) return called;
  if (result == kExcluded) return Upcalled::kExcluded;
  return result == kFailed ? Upcalled::kFailed : Upcalled::kDone;
}

}  // namespace

void CommitSite(SiteState& thread, uint64_t correlation_id, uint32_t function,
                uint32_t name) noexcept {
  const double weight = thread.gates[kSites].weight;
  Upcalled done = Upcalled::kFailed;
  if (const JavaSink* sink = TheSink()) {
    jvalue arguments[4];
    arguments[0].j = static_cast<jlong>(correlation_id);
    arguments[1].i = static_cast<jint>(function);
    arguments[2].i = static_cast<jint>(name);
    arguments[3].d = weight;
    int32_t result = kFailed;
    done = CallJava(thread.upcall, sink->site, arguments, &result);
    done = Answer(done, result);
  }
  CountPicked(kSites, done, weight);
}

void NoteAllocation(SiteState& thread, AddressOf what, uint64_t correlation_id,
                    rocjfr_allocation_t* allocation) noexcept {
  allocation->id = NewAllocationId();
  allocation->weight = 0;
  allocation->stack = 0;
  if (g_picks_allocations.load(std::memory_order_relaxed) &&
      Pick(thread.gates[kAllocations], kAllocations)) {
    const double weight = thread.gates[kAllocations].weight;
    Upcalled done = Upcalled::kFailed;
    if (const JavaSink* sink = TheSink()) {
      jvalue arguments[8];
      arguments[0].j = static_cast<jlong>(correlation_id);
      arguments[1].i = allocation->function;
      arguments[2].j = static_cast<jlong>(allocation->id);
      arguments[3].j = static_cast<jlong>(allocation->bytes);
      arguments[4].j = static_cast<jlong>(allocation->address);
      arguments[5].i = allocation->device;
      arguments[6].i = static_cast<jint>(allocation->kind);
      arguments[7].d = weight;
      int32_t result = kFailed;
      done = CallJava(thread.upcall, sink->allocation, arguments, &result);
      done = Answer(done, result);
      if (done == Upcalled::kDone) {
        allocation->weight = weight;
        allocation->stack = result;
      }
    }
    CountPicked(kAllocations, done, weight);
  }
  EnterAllocation(what, *allocation);
}

void PickAllocations(bool pick) noexcept {
  g_picks_allocations.store(pick, std::memory_order_relaxed);
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_set_allocations(uint32_t pick, uint32_t rate) {
  rocjfr::SetRate(rocjfr::kAllocations, rate);
  rocjfr::PickAllocations(pick != 0);
  return ROCJFR_STATUS_SUCCESS;
}
}
