// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include <algorithm>
#include <atomic>
#include <new>

#include "core/java/control.h"
#include "core/record/api_flags.h"
#include "core/record/clock.h"
#include "core/record/flight.h"
#include "core/record/losses.h"
#include "layer.h"

namespace rocjfr::opencl {
namespace {

struct Work {
  uint32_t index = 0;
  std::atomic<uint32_t> next_free{0};
  std::atomic<cl_event> event{nullptr};  // of which a reference is ours
  uint32_t generation = 0;
  Description said;
  uint64_t begin_ns = 0;  // of the call
  uint64_t end_ns = 0;
  const Dispatch* next = nullptr;
};

// Works are kept for the life of the process and used again: made in slabs, handed out and taken
// back by a stack without a lock. Its top is an index + 1, with a count above it against a top that
// went and came again meanwhile.
constexpr uint32_t kSlabWorks = 256;
constexpr uint32_t kMostSlabs = 1024;  // 262144 pieces in flight, 64 MiB
std::atomic<Work*> g_slabs[kMostSlabs];
std::atomic<uint32_t> g_slab_count{0};
std::atomic<uint64_t> g_free{0};

Work& At(uint32_t index) noexcept {
  return g_slabs[index / kSlabWorks].load(std::memory_order_acquire)[index % kSlabWorks];
}

void GiveBack(Work& work) noexcept {
  uint64_t top = g_free.load(std::memory_order_relaxed);
  uint64_t mine;
  do {
    work.next_free.store(static_cast<uint32_t>(top), std::memory_order_relaxed);
    mine = ((top >> 32) + 1) << 32 | (work.index + 1);
  } while (!g_free.compare_exchange_weak(top, mine, std::memory_order_acq_rel));
}

Work* TakeFree() noexcept {
  uint64_t top = g_free.load(std::memory_order_acquire);
  while (static_cast<uint32_t>(top) != 0) {
    Work& work = At(static_cast<uint32_t>(top) - 1);
    const uint64_t below = ((top >> 32) + 1) << 32 | work.next_free.load(std::memory_order_relaxed);
    if (g_free.compare_exchange_weak(top, below, std::memory_order_acq_rel)) return &work;
  }
  return nullptr;
}

Work* Take() noexcept {
  if (Work* work = TakeFree()) return work;
  auto* slab = new (std::nothrow) Work[kSlabWorks];
  if (slab == nullptr) return nullptr;
  uint32_t number = g_slab_count.load(std::memory_order_relaxed);
  do {
    if (number == kMostSlabs) {
      delete[] slab;
      return nullptr;
    }
  } while (!g_slab_count.compare_exchange_weak(number, number + 1, std::memory_order_acq_rel));
  for (uint32_t i = 0; i < kSlabWorks; ++i) slab[i].index = number * kSlabWorks + i;
  g_slabs[number].store(slab, std::memory_order_release);
  for (uint32_t i = 1; i < kSlabWorks; ++i) GiveBack(slab[i]);
  return &slab[0];
}

// The device's times of a command, by its own clock.
struct DeviceTimes {
  cl_ulong queued = 0, submitted = 0, begin = 0, end = 0;
};

bool Ask(const Work& work, cl_event event, DeviceTimes* times) noexcept {
  const auto ask = [&](cl_profiling_info what, cl_ulong* value) {
    return work.next->clGetEventProfilingInfo(event, what, sizeof(*value), value, nullptr) ==
           CL_SUCCESS;
  };
  return ask(CL_PROFILING_COMMAND_QUEUED, &times->queued) &&
         ask(CL_PROFILING_COMMAND_SUBMIT, &times->submitted) &&
         ask(CL_PROFILING_COMMAND_START, &times->begin) &&
         ask(CL_PROFILING_COMMAND_END, &times->end);
}

// The times of a record.
struct Times {
  uint64_t queued_ns = 0, submitted_ns = 0, begin_ns = 0, end_ns = 0;
  uint32_t error_ns = 0;
  bool untimed = true;
};

uint64_t Plus(uint64_t device_ns, int64_t offset_ns) noexcept {
  return device_ns + static_cast<uint64_t>(offset_ns);
}

// The nearest offset by which the command was queued while its call ran, and had ended when that
// was seen. What the clock knows is an interval: the middle of it may lie milliseconds beside that
// after a first call that took long, and microseconds after a command that did.
int64_t OwnOffset(const Work& work, const DeviceTimes& device, uint64_t seen_ns,
                  int64_t offset) noexcept {
  const auto least = static_cast<int64_t>(work.begin_ns - device.queued);
  const auto most = std::min(static_cast<int64_t>(work.end_ns - device.queued),
                             static_cast<int64_t>(seen_ns - device.end));
  // Contradicts itself: a clock was set, or the vendor tells of an end before it has come.
  return least > most ? offset : std::clamp(offset, least, most);
}

// `seen_ns`: when the host saw the end.
Times TimesOf(const Work& work, cl_event event, uint64_t seen_ns) noexcept {
  Times times;
  times.begin_ns = times.end_ns = seen_ns;
  DeviceTimes device;
  Device* const from = work.said.queue.device;
  if (!work.said.queue.times || from == nullptr || !Ask(work, event, &device) ||
      device.begin == 0 || device.end < device.begin) {
    return times;
  }
  const bool own = !from->clock.Read(from->id, *work.next, seen_ns) && device.queued != 0 &&
                   device.queued <= device.begin;
  // Its clock cannot be read: but the command was queued while the call ran.
  if (own) from->clock.Observe(device.queued, work.begin_ns, work.end_ns);
  int64_t offset = 0;
  if (!from->clock.Offset(seen_ns, &offset, &times.error_ns)) return times;
  if (own) offset = OwnOffset(work, device, seen_ns, offset);
  times.begin_ns = Plus(device.begin, offset);
  times.end_ns = Plus(device.end, offset);
  if (device.queued != 0) times.queued_ns = Plus(device.queued, offset);
  if (device.submitted != 0) times.submitted_ns = Plus(device.submitted, offset);
  times.untimed = false;
  return times;
}

void Record(ThreadState& thread, const Work& work, const Times& times) noexcept {
  constexpr uint32_t kSlots = 3;
  const Description& said = work.said;
  const uint32_t name = said.queue.device == nullptr ? 0 : said.queue.device->name;
  thread.Write(ROCJFR_DOMAIN_OPENCL_OPS, kSlots, [&](Ring& ring) {
    auto* record = static_cast<rocjfr_record_t*>(ring.Slot(0));
    record->domain = ROCJFR_DOMAIN_OPENCL_OPS;
    record->kind = said.kind;
    record->op = said.op;
    record->meta = kSlots | said.submit.submit_thread << 8;
    record->correlation_id = said.submit.submit_correlation_id;
    record->begin_ns = times.begin_ns;
    record->end_ns = times.end_ns;
    record->device_id = static_cast<uint32_t>(said.submit.submit_device);
    record->thread_id = said.submit.submit_name;
    record->queue_id = static_cast<uint64_t>(std::max(said.queue.number, 0));
    record->bytes = said.submit.submit_bytes;
    CopySlot(ring.Slot(1), &said.submit);
    rocjfr_opencl_work_t more = {};
    more.work_queued_ns = times.queued_ns;
    more.work_submitted_ns = times.submitted_ns;
    more.work_global_x = said.global[0];
    more.work_global_y = said.global[1];
    more.work_global_z = said.global[2];
    more.work_device_name = name;
    more.work_untimed = times.untimed ? 1 : 0;
    more.work_error_ns = times.error_ns;
    CopySlot(ring.Slot(2), &more);
  });
}

void Deliver(const Work& work, cl_event event, cl_int status, uint64_t seen_ns) noexcept {
  ThreadState* thread = CurrentThread();
  if (!Wanted(ROCJFR_DOMAIN_OPENCL_OPS) || HasEnded(*work.next)) {
    CountLost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_IN_FLIGHT, 1);
  } else if (status != CL_COMPLETE) {
    CountLost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_FAILED, 1);
  } else if (thread == nullptr) {
    CountLost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_THREAD_LIMIT, 1);
  } else {
    Record(*thread, work, TimesOf(work, event, seen_ns));
  }
}

// On a thread of the vendor's, or on one that waits.
void CL_CALLBACK OnEnd(cl_event event, cl_int status, void* argument) {
  if (Forked()) return;
  auto* work = static_cast<Work*>(argument);
  const uint64_t seen_ns = NowNs();
  const bool ours = g_opencl_flight.Claim(work->generation);
  if (ours) Deliver(*work, event, status, seen_ns);
  const Dispatch* next = work->next;
  work->event.store(nullptr, std::memory_order_relaxed);
  GiveBack(*work);
  if (ours) g_opencl_flight.Delivered();
  if (!HasEnded(*next)) next->clReleaseEvent(event);
}

void Lose() noexcept {
  CountLost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_FAILED, 1);
}

}  // namespace

bool Follows(const Call& call) noexcept {
  return call.follows &&
         (call.said.op != ROCJFR_OP_BARRIER || g_barriers.load(std::memory_order_relaxed));
}

void Follow(const Call& call, uint64_t end_ns, cl_event event, bool own,
            const Dispatch& next) noexcept {
  if (event == nullptr) return Lose();
  Work* work = next.clSetEventCallback == nullptr ? nullptr : Take();
  if (work == nullptr || (!own && next.clRetainEvent(event) != CL_SUCCESS)) {
    if (work != nullptr) GiveBack(*work);
    if (own) next.clReleaseEvent(event);
    return Lose();
  }
  work->said = call.said;
  work->begin_ns = call.begin_ns;
  work->end_ns = end_ns;
  work->next = &next;
  work->event.store(event, std::memory_order_relaxed);
  work->generation = g_opencl_flight.Submit();
  if (next.clSetEventCallback(event, CL_COMPLETE, &OnEnd, work) == CL_SUCCESS) return;
  const bool ours = g_opencl_flight.Claim(work->generation);
  work->event.store(nullptr, std::memory_order_relaxed);
  GiveBack(*work);
  if (ours) {
    Lose();
    g_opencl_flight.Delivered();
  }
  next.clReleaseEvent(event);
}

uint32_t OurReferences(cl_event event) noexcept {
  uint32_t count = 0;
  const uint32_t slabs = std::min(g_slab_count.load(std::memory_order_acquire), kMostSlabs);
  for (uint32_t i = 0; i < slabs; ++i) {
    const Work* slab = g_slabs[i].load(std::memory_order_acquire);
    for (uint32_t j = 0; slab != nullptr && j < kSlabWorks; ++j) {
      if (slab[j].event.load(std::memory_order_relaxed) == event) ++count;
    }
  }
  return count;
}

}  // namespace rocjfr::opencl
