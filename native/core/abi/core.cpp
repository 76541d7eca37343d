// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Start, options, fork, and the small rest of the C ABI.
#include <time.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <mutex>

#include "base/event_count.h"
#include "base/leaky_singleton.h"
#include "core/hook/reporter.h"
#include "core/java/control.h"
#include "core/java/java_thread.h"
#include "core/java/upcall.h"
#include "core/record/api_flags.h"
#include "core/record/clock.h"
#include "core/record/drain_signal.h"
#include "core/record/flight.h"
#include "core/record/own_stream.h"
#include "core/record/stream_visit.h"
#include "core/record/thread_state.h"
#include "core/record/work_epoch.h"
#include "core/runtime/hsa.h"
#include "core/site/gate.h"
#include "opencl/opencl.h"
#include "rocjfr/rocjfr.h"
#include "unused_options.h"

namespace rocjfr {
namespace {

std::atomic<bool> g_initialized{false};
// Of who initialises: another one finds the settings set.
struct InitializeMutex : std::mutex {};
std::atomic<bool> g_waits_held{false};
std::atomic<uint32_t> g_waiting{0};
EventCount g_watch;

// A forked child has one thread, a runtime that does not work, and rings that nobody drains.
// Nothing of it is wanted, and its thread is in no call that is traced: the parent's other threads
// had locks that are never released.
void InForkedChild() {
  g_control.wanted_domains.store(0);
  g_wanted_by_any.store(0);
  g_visits_outlast.store(false);
  WantNoFunctions();
  g_work_epoch.store(0);
  if (t_state != nullptr) {
    t_state->depth = 0;
    // Who acts is asked no more: that takes locks which the parent's other threads may have held.
    (void)t_state->actor.known.release();
    t_state->actor = {};
    t_state->actor.kind = Actor::Kind::kFixed;
    t_state->actor.id = -1;
  }
  HideToolsVariable();
}

rocjfr_status_t Fail(char* error, uint64_t error_bytes, const char* format, ...) {
  if (error != nullptr && error_bytes > 0) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, error_bytes, format, arguments);
    va_end(arguments);
  }
  return ROCJFR_STATUS_INVALID_ARGUMENT;
}

bool PowerOfTwo(uint64_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

}  // namespace
}  // namespace rocjfr

namespace {
rocjfr_external_stack_t* StackOf(uint32_t client) noexcept {
  rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  return thread == nullptr || client >= ROCJFR_CLIENTS ? nullptr : &thread->external[client];
}
}  // namespace

extern "C" {
rocjfr_status_t rocjfr_initialize(const rocjfr_options_t* options, char* error,
                                  uint64_t error_bytes) {
  using rocjfr::Fail;
  using rocjfr::g_settings;
  if (options == nullptr || options->size != sizeof(rocjfr_options_t)) {
    return Fail(error, error_bytes,
                "options have %llu bytes, but %zu were expected, because"
                " the versions differ",
                options == nullptr ? 0ULL : static_cast<unsigned long long>(options->size),
                sizeof(rocjfr_options_t));
  }
  if (!rocjfr::PowerOfTwo(options->ring_bytes) || options->ring_bytes < ROCJFR_LEAST_RING_BYTES ||
      options->ring_bytes > ROCJFR_MOST_RING_BYTES) {
    return Fail(error, error_bytes, "ring is %llu bytes; valid: a power of two from %d to %d",
                static_cast<unsigned long long>(options->ring_bytes), ROCJFR_LEAST_RING_BYTES,
                ROCJFR_MOST_RING_BYTES);
  }
  if (options->memory_bytes < options->ring_bytes) {
    return Fail(error, error_bytes, "memory is %llu bytes, less than one ring (%llu)",
                static_cast<unsigned long long>(options->memory_bytes),
                static_cast<unsigned long long>(options->ring_bytes));
  }
  if (options->lossless_wait_ms > ROCJFR_MOST_LOSSLESS_WAIT_MS) {
    return Fail(error, error_bytes, "lossless-wait is %u ms; valid: 0 to %d",
                options->lossless_wait_ms, ROCJFR_MOST_LOSSLESS_WAIT_MS);
  }
  {
    std::lock_guard<std::mutex> lock(rocjfr::LeakySingleton<rocjfr::InitializeMutex>());
    if (rocjfr::g_initialized.load()) {
      try {
        const std::string unused = rocjfr::NoteUnusedOptions(*options);
        if (error != nullptr && error_bytes > 0) {
          snprintf(error, error_bytes, "%s", unused.c_str());
        }
      } catch (...) {
        // No memory for the text.
      }
      return ROCJFR_STATUS_ALREADY_INITIALIZED;
    }
    g_settings.ring_bytes = options->ring_bytes;
    g_settings.memory_bytes = options->memory_bytes;
    g_settings.lossless = options->lossless != 0;
    g_settings.lossless_wait_ms = options->lossless_wait_ms;
    rocjfr::g_initialized.store(true);
  }
  rocjfr::WatchForks(nullptr, nullptr, &rocjfr::InForkedChild);
  if (options->early != 0) {
    rocjfr::opencl::AskLoaderToCallUs();
    rocjfr::AskInstalledHsaToCallUs();  // last, so that its variable can be removed
  }
  return ROCJFR_STATUS_SUCCESS;
}

void* rocjfr_control(void) {
  return &rocjfr::g_control;
}

rocjfr_status_t rocjfr_set_sites(const char* functions, uint32_t rate) {
  try {
    const rocjfr::Globs globs(functions);
    rocjfr::SetRate(rocjfr::kSites, rate);
    rocjfr::opencl::SetSites(globs);
    rocjfr::SetSites(globs);
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}

uint64_t rocjfr_quiesce(uint32_t timeout_ms, uint32_t idle_ms) {
  constexpr uint64_t kMs = 1000000;
  // What a nap takes longer than this is not idle time: those who report had to wait for a core,
  // too.
  constexpr uint64_t kLongestNapNs = kMs;
  const timespec nap = {0, 200000};
  uint64_t start = rocjfr::MonotonicNs();
  uint64_t in_flight = rocjfr::InFlight();
  if (in_flight == 0) return 0;
  rocjfr::ReportCallersOwnStream();
  const uint64_t asked = rocjfr::AskForReports();
  uint64_t idle_ns = 0;
  uint64_t last = start;
  rocjfr::g_waiting.fetch_add(1);
  while (in_flight != 0 && last - start < timeout_ms * kMs && idle_ns < idle_ms * kMs &&
         rocjfr::RuntimeHasPending()) {
    nanosleep(&nap, nullptr);
    const uint64_t now = rocjfr::MonotonicNs();
    const uint64_t left = rocjfr::InFlight();
    if (rocjfr::g_waits_held.load(std::memory_order_relaxed)) {
      start += now - last;
      last = now;
      in_flight = left;
      continue;
    }
    // What has finished comes, however late.
    const bool idle = left == in_flight && !rocjfr::ReportsAreToCome(asked);
    idle_ns = idle ? idle_ns + std::min(now - last, kLongestNapNs) : 0;
    in_flight = left;
    last = now;
  }
  rocjfr::g_waiting.fetch_sub(1);
  return in_flight;
}

uint32_t rocjfr_hold_waits(uint32_t held) {
  rocjfr::g_waits_held.store(held != 0);
  return rocjfr::g_waiting.load();
}

void rocjfr_wait(uint32_t timeout_ms) {
  rocjfr::WaitForDrain(timeout_ms);
}

void rocjfr_watch(uint32_t timeout_ms) {
  constexpr uint32_t kSliceMs = 100;
  static uint32_t seen = 0;  // of the one thread that watches
  while (timeout_ms > 0 && rocjfr::g_watch.Count() == seen) {
    const uint32_t slice_ms = std::min(timeout_ms, kSliceMs);
    rocjfr::g_watch.Wait(seen, slice_ms * 1000);
    timeout_ms -= slice_ms;
    rocjfr_poll();
    rocjfr::SteerGates();
  }
  seen = rocjfr::g_watch.Count();
}

void rocjfr_end_watch(void) {
  rocjfr::g_watch.Notify();
}

void rocjfr_wake(void) {
  rocjfr::WakeDrainSurely();
}

void rocjfr_set_exiting(uint32_t exiting) {
  rocjfr::g_exiting.store(exiting != 0);
  if (exiting != 0) {
    rocjfr::EndUpcalls();  // who is in one may hold the runtime's locks, which its end may need
    rocjfr::ForgetJvm();
  } else {
    rocjfr::AllowUpcalls();
  }
}

void rocjfr_this_thread_drains(void) {
  if (rocjfr::ThreadState* thread = rocjfr::CurrentThread()) thread->drains = true;
}

rocjfr_external_stack_t* rocjfr_external_stack(uint32_t client) {
  rocjfr_external_stack_t* stack = StackOf(client);
  // Java asks once for each thread, which may call HIP where the JVM cannot be asked who it is.
  if (stack != nullptr && client == ROCJFR_CLIENT_JAVA) rocjfr::CurrentThread()->MeetActor();
  return stack;
}

rocjfr_status_t rocjfr_push_external_id(uint32_t client, uint64_t id) {
  rocjfr_external_stack_t* stack = StackOf(client);
  if (stack == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  if (stack->depth < int64_t{ROCJFR_EXTERNAL_IDS}) stack->id[stack->depth] = id;
  ++stack->depth;
  return ROCJFR_STATUS_SUCCESS;
}

rocjfr_status_t rocjfr_pop_external_id(uint32_t client, uint64_t* id) {
  if (id != nullptr) *id = 0;
  rocjfr_external_stack_t* stack = StackOf(client);
  if (stack == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  if (stack->depth <= 0) return ROCJFR_STATUS_NOT_FOUND;
  --stack->depth;
  if (id != nullptr && stack->depth < int64_t{ROCJFR_EXTERNAL_IDS}) *id = stack->id[stack->depth];
  return ROCJFR_STATUS_SUCCESS;
}
}
