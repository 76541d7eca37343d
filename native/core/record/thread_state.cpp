// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "thread_state.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "base/thread_registry.h"
#include "clock.h"
#include "core/java/control.h"
#include "core/java/java_thread.h"
#include "drain_signal.h"
#include "losses.h"
#include "ring_pool.h"
#include "thread_table.h"
#include "tracer.h"
#include "work_epoch.h"

namespace rocjfr {
namespace {

// A thread takes so many ids at once: few at first, so that the ids of many threads with few calls
// lie close together. What is in flight is found by its id, and few of these share a place.
constexpr uint32_t kFirstIds = 8, kMostIds = 64;
constexpr uint64_t kRingRetryNs = 1000000;

std::atomic<uint64_t> g_next_correlation{1};

void End(void* state);

ThreadRegistry<ThreadState>& TheStates() {
  static auto* states = new ThreadRegistry<ThreadState>(&End);
  return *states;
}

// On a thread that ends.
void End(void* state) {
  auto* ended = static_cast<ThreadState*>(state);
  t_state = nullptr;
  if (Forked()) return;  // as in MakeThreadState
  AbandonCalls(*ended);
  if (ended->ring != nullptr) ReleaseRing(ended->ring);
  ended->ring = nullptr;
  ended->ring_retry_ns = 0;
  ended->actor = {};
  ended->nameless_ref = 0;
  ended->drains = false;
  ended->asks = false;
  ended->reporter = false;
  ended->op_finishes = false;
  ended->telling.store(0);
  if (ended->reports) g_reporting_threads.fetch_sub(1);
  ended->reports = false;
  ended->runtimes = false;
  ended->calls_hip = false;
  ended->untraced_epoch = 0;
  ended->hsa_call = 0;
  for (auto& stream : ended->own_streams) stream = 0;
  ended->own_work = 0;
  ended->ranges_before = ThreadState::kNotSeen;
  ended->ranges.depth = 0;
  ended->ranges.open.clear();
  ended->sites.upcall = {};
  for (auto& stack : ended->external) stack.depth = 0;
  TheStates().GiveBack(ended);
}

template <typename Count>
uint64_t Sum(Count count) noexcept {
  ThreadRegistry<ThreadState>& states = TheStates();
  std::lock_guard<std::mutex> lock(states.mutex());
  uint64_t sum = 0;
  for (const ThreadState* state : states.all()) sum += count(*state);
  return sum;
}

}  // namespace

__thread ThreadState* t_state __attribute__((tls_model("initial-exec"))) = nullptr;

ThreadState* MakeThreadState() noexcept {
  // A lock that another of the parent's threads held stays held in the child for ever.
  if (Forked()) return nullptr;
  try {
    ThreadState* state = TheStates().Take();
    state->os_thread_id = static_cast<uint32_t>(syscall(SYS_gettid));
    return t_state = state;
  } catch (...) {
    return nullptr;
  }
}

void ThreadState::TakeCorrelationBlock() noexcept {
  const uint32_t ids = correlation_ids == 0 ? kFirstIds : std::min(2 * correlation_ids, kMostIds);
  correlation_ids = ids;
  next_correlation = g_next_correlation.fetch_add(ids, std::memory_order_relaxed);
  last_correlation = next_correlation + ids;
}

bool ThreadState::FindRing() noexcept {
  const uint64_t now = MonotonicNs();
  if (now < ring_retry_ns) return false;
  ring = AcquireRing();
  if (ring == nullptr && g_settings.lossless && !drains &&
      !g_exiting.load(std::memory_order_relaxed)) {
    // Rings of ended threads come free as they are drained.
    const uint64_t end = now + g_settings.lossless_wait_ms * uint64_t{1000000};
    while (ring == nullptr && MonotonicNs() < end) {
      WakeDrain();
      const timespec nap = {0, 200000};
      nanosleep(&nap, nullptr);
      ring = AcquireRing();
    }
  }
  // A wait in vain is not repeated for as long as it took.
  const uint64_t after = MonotonicNs();
  if (ring == nullptr) ring_retry_ns = after + std::max(kRingRetryNs, after - now);
  return ring != nullptr;
}

void ThreadState::Grow() noexcept {
  Ring* larger = GrowRing(ring);
  if (larger == nullptr) return ring->StaysSmall();
  ring = larger;
}

bool ThreadState::MakeRoom(uint32_t domain, uint32_t slots) noexcept {
  uint32_t cause = ROCJFR_LOST_THREAD_LIMIT;
  if (ring != nullptr && ring->TooSmall()) Grow();
  if ((ring != nullptr || FindRing()) && ring->Reserve(slots, !drains, &cause)) return true;
  CountLost(domain, cause, 1);
  return false;
}

uint64_t TotalHookCalls() noexcept {
  return Sum([](const ThreadState& s) { return s.hook_calls.load(std::memory_order_relaxed); });
}
uint64_t TotalPassed(GateKind kind) noexcept {
  return Sum([kind](const ThreadState& s) {
    return s.sites.gates[kind].passed.load(std::memory_order_relaxed);
  });
}
uint64_t TotalExpected() noexcept {
  return Sum([](const ThreadState& s) { return s.expected.load(std::memory_order_relaxed); });
}
uint64_t TotalDelivered() noexcept {
  return Sum([](const ThreadState& s) { return s.delivered.load(std::memory_order_relaxed); });
}
std::vector<uint64_t> BeingTold() {
  ThreadRegistry<ThreadState>& states = TheStates();
  std::lock_guard<std::mutex> lock(states.mutex());
  std::vector<uint64_t> keys;
  for (const ThreadState* state : states.all()) {
    const uint64_t key = state->telling.load(std::memory_order_acquire);
    if (key != 0) keys.push_back(key);
  }
  return keys;
}
uint64_t TotalMoreExpected() noexcept {
  return Sum([](const ThreadState& s) { return s.more_expected.load(std::memory_order_relaxed); });
}
uint64_t TotalMoreDelivered() noexcept {
  return Sum([](const ThreadState& s) { return s.more_delivered.load(std::memory_order_relaxed); });
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_site_counts(uint32_t kind, rocjfr_site_counts_t* counts) {
  using namespace rocjfr;
  if (kind >= kGates || counts == nullptr) return ROCJFR_STATUS_INVALID_ARGUMENT;
  const Sampling& sampling = g_sampling[kind];
  counts->refused_weight = sampling.refused_weight.load(std::memory_order_relaxed);
  static_assert(kUpcallCauses == ROCJFR_SITE_CAUSES, "rocjfr.h");
  for (uint32_t i = 0; i < kUpcallCauses; ++i) {
    counts->became[i] = sampling.became[i].load(std::memory_order_relaxed);
  }
  counts->not_picked = TotalPassed(static_cast<GateKind>(kind));
  return ROCJFR_STATUS_SUCCESS;
}
}
