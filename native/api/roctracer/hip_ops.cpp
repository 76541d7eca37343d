// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hip_ops.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/leaky_singleton.h"
#include "client/calls_in_flight.h"
#include "clock.h"
#include "core_link.h"
#include "late_calls.h"
#include "registrations.h"
#include "rocjfr/client.h"

namespace rocjfr::roctracer {

std::atomic<bool> g_hip_ops_vary{false};

namespace {

// While work runs that is late, what is in flight is listed this often, whatever is told.
constexpr uint64_t kListAgainNs = 250'000'000;

struct HipOps {
  std::mutex changes;  // of whoever changes where records go; taken before the other
  std::mutex mutex;    // of what follows; held for moments, by threads that report, too
  LateCalls late;
  bool stopped = false;
  uint64_t listed_ns = 0;
};
HipOps& TheHipOps() {
  return LeakySingleton<HipOps>();
}

// Throws bad_alloc.
std::vector<rocjfr_call_in_flight_t> ListInFlight() {
  if (!IsConnected()) return {};
  return CallsInFlight();
}

void CountLost(Pool* pool, uint64_t pieces) noexcept {
  pool->CountLost(pieces);
}

// With the mutex.
void NoteWhetherTheyVary(const HipOps& ops) noexcept {
  g_hip_ops_vary.store(ops.stopped || !ops.late.Empty());
}

// With `changes`. What is in flight and has no route yet gets `route`. Without memory for that it
// is as if it were submitted later.
void List(HipOps& ops, const OpsRoute* route) noexcept {
  try {
    const auto in_flight = ListInFlight();
    const uint64_t now_ns = MonotonicNs();
    std::lock_guard<std::mutex> lock(ops.mutex);
    ops.listed_ns = now_ns;
    ops.late.Update(in_flight, route, now_ns + kLongestLateNs);
    ops.late.EndUntil(now_ns, &CountLost);
    NoteWhetherTheyVary(ops);
  } catch (...) {
    std::lock_guard<std::mutex> lock(ops.mutex);
    NoteWhetherTheyVary(ops);
  }
}

// With `changes`.
OpsRoute RouteNow(const HipOps& ops) noexcept {
  OpsRoute route;
  route.correlated = g_correlated.load(std::memory_order_relaxed);
  for (uint32_t op = 0; op < kHipOps && !ops.stopped; ++op) {
    route.pools[op] = g_hip_ops[op].load(std::memory_order_relaxed);
  }
  return route;
}

using Pools = Pool* [kHipOps];

// With `changes`.
void Change(HipOps& ops, const Pools& pools, bool stopped) noexcept {
  const OpsRoute before = RouteNow(ops);
  const Pools nowhere = {};
  if (memcmp(before.pools, stopped ? nowhere : pools, sizeof(pools)) != 0) List(ops, &before);
  for (uint32_t op = 0; op < kHipOps; ++op) {
    if (g_hip_ops[op].load(std::memory_order_relaxed) != pools[op]) g_hip_ops[op].store(pools[op]);
  }
  std::lock_guard<std::mutex> lock(ops.mutex);
  ops.stopped = stopped;
  NoteWhetherTheyVary(ops);
}

// With `changes`.
void Enabled(Pools& pools) noexcept {
  for (uint32_t op = 0; op < kHipOps; ++op) {
    pools[op] = g_hip_ops[op].load(std::memory_order_relaxed);
  }
}

}  // namespace

void SetHipOpsPools(uint32_t first, uint32_t last, Pool* pool) noexcept {
  HipOps& ops = TheHipOps();
  std::lock_guard<std::mutex> lock(ops.changes);
  Pools pools;
  Enabled(pools);
  for (uint32_t op = first; op < std::min(last, kHipOps); ++op) pools[op] = pool;
  Change(ops, pools, ops.stopped);
}

void SetHipOpsStopped(bool stopped) noexcept {
  HipOps& ops = TheHipOps();
  std::lock_guard<std::mutex> lock(ops.changes);
  Pools pools;
  Enabled(pools);
  Change(ops, pools, stopped);
}

bool HipOpsAreStopped() noexcept {
  HipOps& ops = TheHipOps();
  std::lock_guard<std::mutex> lock(ops.mutex);
  return ops.stopped;
}

bool ForgetHipOpsPool(const Pool* pool) noexcept {
  HipOps& ops = TheHipOps();
  std::lock_guard<std::mutex> lock(ops.changes);
  Pools pools;
  Enabled(pools);
  bool any = false;
  for (Pool*& of_op : pools) {
    if (of_op != pool) continue;
    of_op = nullptr;
    any = true;
  }
  if (any) Change(ops, pools, ops.stopped);
  return any;
}

void DropLateWork(Pool* pool) noexcept {
  HipOps& ops = TheHipOps();
  std::lock_guard<std::mutex> lock(ops.changes);
  {
    std::lock_guard<std::mutex> late(ops.mutex);
    if (!ops.late.GoTo(pool)) return;
  }
  List(ops, nullptr);  // what is missing by now
  std::lock_guard<std::mutex> late(ops.mutex);
  ops.late.Drop(pool, &CountLost);
}

bool HipOpsGoTo(const Pool* pool) noexcept {
  if (UsesPool(pool, ACTIVITY_DOMAIN_HIP_OPS)) return true;
  if (!g_hip_ops_vary.load()) return false;
  HipOps& ops = TheHipOps();
  std::lock_guard<std::mutex> lock(ops.mutex);
  return ops.late.GoTo(pool);
}

bool LateWorkIsWanted() noexcept {
  if (!g_hip_ops_vary.load()) return false;
  HipOps& ops = TheHipOps();
  std::lock_guard<std::mutex> lock(ops.mutex);
  return ops.late.GoAnywhere();
}

bool LookAtLateWork() noexcept {
  if (!g_hip_ops_vary.load()) return false;
  HipOps& ops = TheHipOps();
  std::lock_guard<std::mutex> lock(ops.changes);
  {
    const uint64_t now_ns = MonotonicNs();
    std::lock_guard<std::mutex> late(ops.mutex);
    if (ops.late.Empty()) return false;
    if (!ops.late.MayBeOver() && now_ns - ops.listed_ns < kListAgainNs) {
      return ops.late.EndNs() > now_ns;
    }
  }
  List(ops, nullptr);
  std::lock_guard<std::mutex> late(ops.mutex);
  return ops.late.EndNs() > ops.listed_ns;
}

OpDestination DestinationOf(const rocjfr_record_t& record) noexcept {
  HipOps& ops = TheHipOps();
  bool over = false;
  OpDestination to = {nullptr, g_correlated.load(std::memory_order_relaxed)};
  {
    std::lock_guard<std::mutex> lock(ops.mutex);
    const bool was_over = ops.late.MayBeOver();
    const OpsRoute* route = ops.late.Find(record.correlation_id, rocjfr_op_finishes() != 0);
    if (route != nullptr) {
      to = {route->pools[record.op], route->correlated};
      over = !was_over && ops.late.MayBeOver();
    } else if (!ops.stopped) {
      to.pool = g_hip_ops[record.op].load();
    }
  }
  if (over) LookSoon();
  return to;
}

}  // namespace rocjfr::roctracer
