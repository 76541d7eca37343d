// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include <sched.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "base/constinit.h"

namespace rocjfr::sdk {
namespace {

constexpr uint32_t kWays = 8, kSets = 16384;

struct Entry {
  PendingCall call{PendingCall::Zero()};
  uint32_t submitted = 0, finished = 0;
  bool returned = false, retired = false;
};

struct Set {
  std::atomic<uint32_t> version{0};  // odd: locked
  std::atomic<bool> used{false};     // ever: who looks at all sets passes over the others
  uint64_t ids[kWays] = {};          // of the entries: what a look-up reads
  Entry entries[kWays];
};
// Zero pages until used; 22 MB when all of it is.
ROCJFR_CONSTINIT Set g_sets[kSets];
std::atomic<uint64_t> g_evicted{0};

class Locked {
 public:
  explicit Locked(Set& set) noexcept : set_(set) {
    while (true) {
      uint32_t version = set_.version.load(std::memory_order_relaxed);
      if ((version & 1) == 0 &&
          set_.version.compare_exchange_weak(version, version + 1, std::memory_order_acquire,
                                             std::memory_order_relaxed)) {
        return;
      }
      sched_yield();
    }
  }
  ~Locked() {
    set_.version.store(set_.version.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Set& set_;
};

// What is also read without the lock (Look).
template <typename T>
void Put(T* to, T value) noexcept {
  __atomic_store_n(to, value, __ATOMIC_RELEASE);
}
template <typename T>
T Get(const T& from) noexcept {
  return __atomic_load_n(&from, __ATOMIC_ACQUIRE);
}

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
  return uint64_t{entry.retired ? 1u : 2u} << 62 | entry.call.correlation_id;
}

// False: the entry that gives way waits.
bool Replace(Set& set, const PendingCall& call) noexcept {
  uint32_t best = 0;
  for (uint32_t way = 1; way < kWays && Rank(set.entries[best]) != 0; ++way) {
    if (Rank(set.entries[way]) < Rank(set.entries[best])) best = way;
  }
  Entry& entry = set.entries[best];
  const bool waits = entry.call.correlation_id != 0 && !entry.retired;
  free(entry.call.more);
  Put(&set.ids[best], call.correlation_id);
  Put(&entry.call.correlation_id, call.correlation_id);
  Put(&entry.call.begin_ns, call.begin_ns);
  Put(&entry.call.thread_id, call.thread_id);
  Put(&entry.call.dst, call.dst);
  Put(&entry.call.src, call.src);
  Put(&entry.call.kernel_id, call.kernel_id);
  Put(&entry.call.kernel_name, call.kernel_name);
  Put(&entry.call.external_count, call.external_count);
  if (__builtin_expect(call.external_count != 0, false)) {
    memcpy(entry.call.externals, call.externals, sizeof(call.externals));
  }
  entry.call.more = call.more;
  entry.submitted = entry.finished = 0;
  entry.returned = entry.retired = false;
  set.used.store(true, std::memory_order_relaxed);
  return !waits;
}

// The table owns its list from now on.
bool Enter(const PendingCall& call) noexcept {
  Set& set = SetOf(call.correlation_id);
  const Locked lock(set);
  if (__builtin_expect(Replace(set, call), true)) return true;
  g_evicted.fetch_add(1, std::memory_order_relaxed);
  return false;
}

uint32_t More(const PendingCall& call) noexcept {
  return call.external_count > PendingCall::kExternals
             ? call.external_count - PendingCall::kExternals
             : 0;
}

// Into an empty one, with a list of its own; without the list's part where memory is short.
void Copy(const PendingCall& call, PendingCall* copy) noexcept {
  copy->correlation_id = call.correlation_id;
  copy->begin_ns = call.begin_ns;
  copy->thread_id = call.thread_id;
  copy->dst = call.dst;
  copy->src = call.src;
  copy->kernel_id = call.kernel_id;
  copy->kernel_name = call.kernel_name;
  copy->external_count = call.external_count;
  if (__builtin_expect(call.external_count == 0, true)) return;
  memcpy(copy->externals, call.externals, sizeof(call.externals));
  const uint32_t more = More(call);
  if (more == 0) return;
  copy->more = static_cast<ExternalOfContext*>(malloc(more * sizeof(ExternalOfContext)));
  if (copy->more == nullptr) {
    copy->external_count = PendingCall::kExternals;
  } else {
    memcpy(copy->more, call.more, more * sizeof(ExternalOfContext));
  }
}

// A call without external ids is read without the lock, and nearly all calls are. Its words are
// stored with release after the version has become odd, and loaded with acquire before the second
// look at the version. So a reader that has read a word of a newer call notices it, and takes the
// lock. False: the caller must take the lock, or there is no such call. The argument says which.
bool Look(const Set& set, uint64_t correlation_id, PendingCall* copy) noexcept {
  const uint32_t version = set.version.load(std::memory_order_acquire);
  if ((version & 1) != 0) return false;
  for (uint32_t way = 0; way < kWays; ++way) {
    if (Get(set.ids[way]) != correlation_id) continue;
    const PendingCall& call = set.entries[way].call;
    copy->correlation_id = Get(call.correlation_id);
    copy->begin_ns = Get(call.begin_ns);
    copy->thread_id = Get(call.thread_id);
    copy->dst = Get(call.dst);
    copy->src = Get(call.src);
    copy->kernel_id = Get(call.kernel_id);
    copy->kernel_name = Get(call.kernel_name);
    return Get(call.external_count) == 0 && set.version.load(std::memory_order_relaxed) == version;
  }
  return false;
}

bool Retires(Entry& entry) noexcept {
  if (!entry.returned || entry.retired || entry.finished < entry.submitted) return false;
  entry.retired = true;
  return true;
}

}  // namespace

bool RememberCall(const PendingCall& call) noexcept {
  if (__builtin_expect(More(call) == 0, true)) return Enter(call);
  PendingCall copy;
  Copy(call, &copy);
  return Enter(copy);
}

uint64_t EvictedCalls() noexcept {
  return g_evicted.load(std::memory_order_relaxed);
}

FoundCall::FoundCall(uint64_t correlation_id) noexcept {
  if (correlation_id == 0) return;
  Set& set = SetOf(correlation_id);
  found_ = Look(set, correlation_id, &call_);
  if (__builtin_expect(found_, true)) return;
  const Locked lock(set);
  const Entry* entry = Find(set, correlation_id);
  if (entry == nullptr) return;
  Copy(entry->call, &call_);
  found_ = true;
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
    call.externals[call.external_count] = added;
    Put(&call.external_count, call.external_count + 1);
    return;
  }
  const uint32_t more = More(call);
  void* grown = realloc(call.more, (more + 1) * sizeof(ExternalOfContext));
  if (grown == nullptr) return;
  call.more = static_cast<ExternalOfContext*>(grown);
  call.more[more] = added;
  Put(&call.external_count, call.external_count + 1);
}

bool CallReturned(uint64_t correlation_id, uint32_t submitted) noexcept {
  Set& set = SetOf(correlation_id);
  const Locked lock(set);
  Entry* entry = Find(set, correlation_id);
  if (entry == nullptr) return true;  // not known to submit anything that has records
  entry->returned = true;
  entry->submitted = submitted;
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

uint64_t CountUnfinished(bool (*of)(uint64_t begin_ns, const void* argument),
                         const void* argument) noexcept {
  uint64_t count = 0;
  for (Set& set : g_sets) {
    if (!set.used.load(std::memory_order_relaxed)) continue;
    const Locked lock(set);
    for (const Entry& entry : set.entries) {
      if (entry.call.correlation_id == 0 || entry.retired) continue;
      if (!of(entry.call.begin_ns, argument)) continue;
      const bool more = entry.returned && entry.submitted > entry.finished;
      count += more ? entry.submitted - entry.finished : 1;
    }
  }
  return count;
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
