// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <mutex>

#include "base/leaky_singleton.h"
#include "core/java/control.h"
#include "core/record/globs.h"
#include "core/record/losses.h"
#include "core/site/gate.h"
#include "memory.h"
#include "opencl.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::opencl {
namespace {

// By number: its calls make no record.
std::atomic<bool> g_filtered[kFunctions];
// Whose callers are wanted.
std::atomic<bool> g_sites[kFunctions];
std::atomic<uint64_t> g_threshold_ns{0};

}  // namespace

void BeginCall(uint32_t number, bool submits, Call* call) noexcept {
  // Once for the whole call: one that is recorded has its work followed, whatever is wanted
  // meanwhile.
  const uint32_t wanted = WantedDomains();
  const auto wants = [=](uint32_t domain) { return (wanted & ROCJFR_DOMAIN_BIT(domain)) != 0; };
  const bool records =
      wants(ROCJFR_DOMAIN_OPENCL_API) && !g_filtered[number].load(std::memory_order_relaxed);
  const bool site = wants(ROCJFR_DOMAIN_SITES) && g_sites[number].load(std::memory_order_relaxed);
  const bool moves = MovesMemory(number) && FollowsMemory();
  const bool follows = submits && wants(ROCJFR_DOMAIN_OPENCL_OPS);
  if (!records && !site && !moves && !follows) return;
  ThreadState* thread = CurrentThread();
  if (thread == nullptr || thread->drains || thread->asks) return;
  call->thread = thread;
  call->number = number;
  call->records = records;
  call->picked = site && Pick(thread->sites.gates[kSites], kSites);
  Description& said = call->said;
  said.submit = {};
  said.submit.submit_correlation_id = thread->NextCorrelationId();
  said.submit.submit_thread = thread->FindActor().ref;
  said.submit.submit_external_id = thread->ExternalId();
  said.submit.submit_stream = kNoStream;
  said.submit.submit_device = -1;
  said.submit.submit_source = -1;
  said.submit.submit_destination = -1;
  said.global[0] = said.global[1] = said.global[2] = 0;
  said.kind = 0;
  said.op = ROCJFR_OP_BARRIER;
  said.queue = {};
  said.pointed = {};
  call->follows = follows;
}

void EndCall(Call& call, uint64_t end_ns, uint32_t kind) noexcept {
  if (!call.records) return;
  if (!Wanted(ROCJFR_DOMAIN_OPENCL_API)) {
    CountLost(ROCJFR_DOMAIN_OPENCL_API, ROCJFR_LOST_IN_FLIGHT, 1);
    return;
  }
  if (end_ns - call.begin_ns < g_threshold_ns.load(std::memory_order_relaxed)) return;
  ThreadState& thread = *call.thread;
  const rocjfr_submit_t& submit = call.said.submit;
  const bool has_submit = call.said.queue.handle != nullptr || submit.submit_name != 0;
  const uint32_t slots = has_submit ? 2 : 1;
  thread.Write(ROCJFR_DOMAIN_OPENCL_API, slots, [&](Ring& ring) {
    auto* record = static_cast<rocjfr_record_t*>(ring.Slot(0));
    record->domain = ROCJFR_DOMAIN_OPENCL_API;
    record->kind = kind;
    record->op = call.number;
    record->meta = slots | submit.submit_thread << 8;
    record->correlation_id = submit.submit_correlation_id;
    record->begin_ns = call.begin_ns;
    record->end_ns = end_ns;
    record->device_id = g_process_id;
    record->thread_id = thread.os_thread_id;
    record->queue_id = submit.submit_external_id;
    record->bytes = submit.submit_bytes;
    if (has_submit) CopySlot(ring.Slot(1), &submit);
  });
}

void SetSites(const Globs& functions) noexcept {
  for (uint32_t i = 0; i < kFunctions; ++i) {
    const char* name = FunctionName(i);
    g_sites[i].store(name != nullptr && functions.Match(name), std::memory_order_relaxed);
  }
}

}  // namespace rocjfr::opencl

extern "C" {
rocjfr_status_t rocjfr_set_opencl_filter(const char* functions, uint64_t threshold_ns) {
  try {
    using namespace rocjfr::opencl;
    const rocjfr::Globs globs(functions == nullptr ? "*" : functions);
    for (uint32_t i = 0; i < kFunctions; ++i) {
      const char* name = FunctionName(i);
      g_filtered[i].store(name == nullptr || !globs.Match(name), std::memory_order_relaxed);
    }
    g_threshold_ns.store(threshold_ns, std::memory_order_relaxed);
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}
}
