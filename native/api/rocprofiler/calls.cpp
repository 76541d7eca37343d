// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include <sched.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace rocjfr::sdk {
namespace {

constexpr uint32_t kWays = 8, kSets = 16384;

struct Entry {
  PendingCall call;
  uint32_t submitted = 0, finished = 0;
  bool returned = false, keeps = false, retired = false;

  // Nobody knows how much is still to come of a call that keeps.
  bool Waits() const noexcept { return !retired && !(keeps && finished != 0); }
};

struct Set {
  std::atomic_flag lock = ATOMIC_FLAG_INIT;
  std::atomic<bool> used{false};  // ever: who looks at all sets passes over the others
  uint64_t ids[kWays] = {};       // of the entries: what a look-up reads
  Entry entries[kWays];
};
// Zero pages until used; 20 MB when all of it is.
Set g_sets[kSets];
std::atomic<uint64_t> g_evicted{0};

class Locked {
 public:
  explicit Locked(Set& set) noexcept : set_(set) {
    while (set_.lock.test_and_set(std::memory_order_acquire)) sched_yield();
  }
  ~Locked() { set_.lock.clear(std::memory_order_release); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Set& set_;
};

Set& SetOf(uint64_t correlation_id) noexcept {
  return g_sets[(correlation_id >> 2) & (kSets - 1)];
}

Entry* Find(Set& set, uint64_t correlation_id) noexcept {
  for (uint32_t way = 0; way < kWays; ++way) {
    if (set.ids[way] == correlation_id) return &set.entries[way];
  }
  return nullptr;
}

// Free ones first, then those for which nothing is to come, the older first.
uint64_t Rank(const Entry& entry) noexcept {
  if (entry.call.correlation_id == 0) return 0;
  return uint64_t{entry.Waits() ? 2u : 1u} << 62 | entry.call.correlation_id;
}

// False: the entry that gives way waits.
bool Replace(Set& set, const PendingCall& call) noexcept {
  uint32_t best = 0;
  for (uint32_t way = 1; way < kWays && Rank(set.entries[best]) != 0; ++way) {
    if (Rank(set.entries[way]) < Rank(set.entries[best])) best = way;
  }
  Entry& entry = set.entries[best];
  const bool waits = entry.call.correlation_id != 0 && entry.Waits();
  free(entry.call.more);
  entry = {};
  entry.call = call;
  set.ids[best] = call.correlation_id;
  set.used.store(true, std::memory_order_relaxed);
  return !waits;
}

uint32_t More(const PendingCall& call) noexcept {
  return call.external_count > PendingCall::kExternals
             ? call.external_count - PendingCall::kExternals
             : 0;
}

// A copy with a list of its own; without the list's part where memory is short.
PendingCall Copy(const PendingCall& call) noexcept {
  PendingCall copy = call;
  const uint32_t more = More(call);
  copy.more = nullptr;
  if (more != 0) {
    copy.more = static_cast<ExternalOfContext*>(malloc(more * sizeof(ExternalOfContext)));
    if (copy.more == nullptr) {
      copy.external_count = PendingCall::kExternals;
    } else {
      memcpy(copy.more, call.more, more * sizeof(ExternalOfContext));
    }
  }
  return copy;
}

bool Retires(Entry& entry) noexcept {
  if (!entry.returned || entry.keeps || entry.retired || entry.finished < entry.submitted) {
    return false;
  }
  entry.retired = true;
  return true;
}

}  // namespace

bool RememberCall(const PendingCall& call) noexcept {
  Set& set = SetOf(call.correlation_id);
  const PendingCall copy = Copy(call);
  const Locked lock(set);
  if (Replace(set, copy)) return true;
  g_evicted.fetch_add(1, std::memory_order_relaxed);
  return false;
}

uint64_t EvictedCalls() noexcept {
  return g_evicted.load(std::memory_order_relaxed);
}

FoundCall::FoundCall(uint64_t correlation_id) noexcept {
  if (correlation_id == 0) return;
  Set& set = SetOf(correlation_id);
  const Locked lock(set);
  const Entry* entry = Find(set, correlation_id);
  if (entry == nullptr) return;
  call_ = Copy(entry->call);
  found_ = true;
}

FoundCall::~FoundCall() {
  free(call_.more);
}

void SetExternal(uint64_t correlation_id, uint64_t context, uint64_t id) noexcept {
  Set& set = SetOf(correlation_id);
  const Locked lock(set);
  Entry* entry = Find(set, correlation_id);
  if (entry == nullptr) return;
  PendingCall& call = entry->call;
  for (uint32_t i = 0; i < call.external_count; ++i) {
    ExternalOfContext& one =
        i < PendingCall::kExternals ? call.externals[i] : call.more[i - PendingCall::kExternals];
    if (one.context != context) continue;
    one.id = id;
    return;
  }
  const ExternalOfContext added = {context, id};
  if (call.external_count < PendingCall::kExternals) {
    call.externals[call.external_count++] = added;
    return;
  }
  const uint32_t more = More(call);
  void* grown = realloc(call.more, (more + 1) * sizeof(ExternalOfContext));
  if (grown == nullptr) return;
  call.more = static_cast<ExternalOfContext*>(grown);
  call.more[more] = added;
  ++call.external_count;
}

bool CallReturned(uint64_t correlation_id, uint32_t submitted, bool keeps) noexcept {
  Set& set = SetOf(correlation_id);
  const Locked lock(set);
  Entry* entry = Find(set, correlation_id);
  if (entry == nullptr) return true;  // not known to submit anything that has records
  entry->returned = true;
  entry->submitted = submitted;
  entry->keeps = keeps && submitted != 0;
  return Retires(*entry);
}

bool WorkFinished(uint64_t correlation_id) noexcept {
  if (correlation_id == 0) return false;
  Set& set = SetOf(correlation_id);
  const Locked lock(set);
  Entry* entry = Find(set, correlation_id);
  if (entry == nullptr) return false;
  ++entry->finished;
  return Retires(*entry);
}

bool RetireKept(uint64_t correlation_id) noexcept {
  Set& set = SetOf(correlation_id);
  const Locked lock(set);
  Entry* entry = Find(set, correlation_id);
  if (entry == nullptr || !entry->returned || entry->retired) return false;
  entry->retired = true;
  return true;
}

void ForEachPending(bool retire, Pending pending, void* data) noexcept {
  for (Set& set : g_sets) {
    if (!set.used.load(std::memory_order_relaxed)) continue;
    uint64_t ids[kWays], begins[kWays];
    uint32_t count = 0;
    {
      const Locked lock(set);
      for (Entry& entry : set.entries) {
        if (entry.call.correlation_id == 0 || !entry.returned || entry.retired) continue;
        if (retire) entry.retired = true;
        ids[count] = entry.call.correlation_id;
        begins[count++] = entry.call.begin_ns;
      }
    }
    for (uint32_t i = 0; i < count; ++i) pending(ids[i], begins[i], data);
  }
}

}  // namespace rocjfr::sdk
