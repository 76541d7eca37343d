// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "allocations.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace rocjfr {
namespace {

// --- Totals -------------------------------------------------------------------------------------

constexpr int32_t kDevices = 64;  // and one place for all others

struct Total {
  std::atomic<uint64_t> bytes{0};
  std::atomic<uint64_t> count{0};
  std::atomic<uint64_t> peak{0};
};
Total g_totals[kDevices + 1][kMemoryKinds];
std::atomic<uint64_t> g_unknown_frees{0};
std::atomic<uint64_t> g_failed_frees{0};
std::atomic<uint64_t> g_not_tracked{0};
std::atomic<uint64_t> g_tracked_since_ms{0};
std::atomic<uint64_t> g_next_id{1};

Total& TotalOf(int32_t device, uint32_t kind) noexcept {
  return g_totals[device >= 0 && device < kDevices ? device : kDevices][kind % kMemoryKinds];
}

void Add(const rocjfr_allocation_t& a) noexcept {
  Total& total = TotalOf(a.device, a.kind);
  total.count.fetch_add(1, std::memory_order_relaxed);
  const uint64_t now = total.bytes.fetch_add(a.bytes, std::memory_order_relaxed) + a.bytes;
  uint64_t peak = total.peak.load(std::memory_order_relaxed);
  while (peak < now && !total.peak.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

void Subtract(const rocjfr_allocation_t& a) noexcept {
  Total& total = TotalOf(a.device, a.kind);
  total.bytes.fetch_sub(a.bytes, std::memory_order_relaxed);
  total.count.fetch_sub(1, std::memory_order_relaxed);
}

// --- The table ----------------------------------------------------------------------------------

// Two sets of eight places for each address. A place is 0 (free), or holds a key; while a thread
// changes it, the key and a mark. Its words are valid for whoever finds the same key and the same
// id before and after reading them.
constexpr uint32_t kSets = 32768;
constexpr uint32_t kWays = 8;
constexpr uint64_t kFree = 0, kBusy = 1ull << 63;  // beyond all keys
constexpr uint32_t kWords = sizeof(rocjfr_allocation_t) / sizeof(uint64_t);
static_assert(sizeof(rocjfr_allocation_t) % sizeof(uint64_t) == 0, "copied by words");

struct Place {
  std::atomic<uint64_t> key;
  std::atomic<uint64_t> words[kWords];  // the first is the id
};
Place g_places[kSets * kWays];

Place* SetOf(uint64_t key, uint32_t which) noexcept {
  const uint64_t hash = key * (which == 0 ? 0x9E3779B97F4A7C15 : 0xC2B2AE3D27D4EB4F);
  return &g_places[(hash >> 40) % kSets * kWays];
}

void Write(Place& place, const rocjfr_allocation_t& a) noexcept {
  uint64_t words[kWords];
  memcpy(words, &a, sizeof(words));
  for (uint32_t i = 0; i < kWords; ++i) {
    place.words[i].store(words[i], std::memory_order_release);
  }
}

void Read(const Place& place, rocjfr_allocation_t* a) noexcept {
  uint64_t words[kWords];
  for (uint32_t i = 0; i < kWords; ++i) words[i] = place.words[i].load(std::memory_order_acquire);
  memcpy(a, words, sizeof(words));
}

bool IsKey(uint64_t key) noexcept {
  return key != kFree && (key & kBusy) == 0;
}

bool IsMapping(uint64_t key) noexcept {
  return key >> 60 == static_cast<uint64_t>(AddressOf::kMapping) + 1;
}

// What looking for a key has come to: a place, or none. `unknown`: another thread changes it, and
// for so long that this was not waited for. Whoever gives up a change therefore counts it.
struct Found {
  Place* place;
  bool unknown;
};

// Gives the places of a key to `take` until it takes one. Where another thread changes what the key
// has, looks again, also while that thread has to wait for a core; but not without end.
template <typename Take>
Found Look(uint64_t key, Take take) noexcept {
  constexpr int kMostPauses = 100, kMostLooks = 5000;
  constexpr timespec kNap = {0, 50000};
  for (int look = 0; look < kMostLooks; ++look) {
    bool changes = false;
    for (uint32_t which = 0; which < 2; ++which) {
      Place* set = SetOf(key, which);
      for (uint32_t way = 0; way < kWays; ++way) {
        const uint64_t found = set[way].key.load(std::memory_order_acquire);
        if (found == key && take(set[way])) return {&set[way], false};
        changes = changes || (found & ~kBusy) == key;
      }
    }
    if (!changes) return {nullptr, false};
    if (look < kMostPauses) {
      __builtin_ia32_pause();
    } else {
      nanosleep(&kNap, nullptr);
    }
  }
  return {nullptr, true};
}

bool Take(Place& place, uint64_t key) noexcept {
  return place.key.compare_exchange_strong(key, key | kBusy, std::memory_order_acquire);
}

// Takes the key out: the place is the caller's until it stores a key.
Found Claim(uint64_t key) noexcept {
  return Look(key, [key](Place& place) { return Take(place, key); });
}

// The same for who changes it, which is counted where it cannot be.
Place* ClaimOrCount(uint64_t key) noexcept {
  const Found found = Claim(key);
  if (found.unknown) CountNotTracked();
  return found.place;
}

// What is read of a place is of one allocation; false: the place has another key by now.
bool ReadWhole(const Place& place, uint64_t key, rocjfr_allocation_t* a) noexcept {
  Read(place, a);
  const uint64_t id = place.words[0].load(std::memory_order_acquire);
  return place.key.load(std::memory_order_acquire) == key && a->id == id;
}

// Where the key is, and what is there.
Found Find(uint64_t key, rocjfr_allocation_t* a) noexcept {
  return Look(key, [key, a](const Place& place) { return ReadWhole(place, key, a); });
}

Place* ClaimFree(uint64_t key) noexcept {
  uint32_t used[2] = {0, 0};
  for (uint32_t which = 0; which < 2; ++which) {
    for (uint32_t way = 0; way < kWays; ++way) {
      used[which] += SetOf(key, which)[way].key.load(std::memory_order_relaxed) != kFree;
    }
  }
  const uint32_t first = used[1] < used[0] ? 1 : 0;
  for (const uint32_t which : {first, 1 - first}) {
    Place* set = SetOf(key, which);
    for (uint32_t way = 0; way < kWays; ++way) {
      uint64_t none = kFree;
      if (set[way].key.load(std::memory_order_relaxed) == kFree &&
          set[way].key.compare_exchange_strong(none, key | kBusy, std::memory_order_acquire)) {
        return &set[way];
      }
    }
  }
  return nullptr;
}

void Release(Place& place, uint64_t key) noexcept {
  place.key.store(key, std::memory_order_release);
}

void CountUnknownFree() noexcept {
  g_unknown_frees.fetch_add(1, std::memory_order_relaxed);
}

// Takes out what has this id. False: there is nothing with it, or it could not be waited for.
bool Remove(uint64_t key, uint64_t id, rocjfr_allocation_t* removed) noexcept {
  // Given out again already, or freed by two threads at once and one of them was first: what is
  // there now is not to be hidden, however short.
  const Found found = Find(key, removed);
  if (found.unknown) CountNotTracked();
  if (found.place == nullptr || removed->id != id) return false;
  Place* place = ClaimOrCount(key);
  if (place == nullptr) return false;
  Read(*place, removed);
  const bool same = removed->id == id;  // or just now
  Release(*place, same ? kFree : key);
  return same;
}

// One mapping more. Returns the id of the handle's memory; 0: it is not known.
uint64_t ShareHandle(uint64_t handle) noexcept {
  const uint64_t key = AllocationKey(AddressOf::kHandle, handle);
  Place* place = ClaimOrCount(key);
  if (place == nullptr) return 0;
  rocjfr_allocation_t a;
  Read(*place, &a);
  if (a.shares == UINT16_MAX) {
    CountNotTracked();
    Release(*place, key);
    return 0;
  }
  ++a.shares;
  Write(*place, a);
  Release(*place, key);
  return a.id;
}

// One less: with the last one the memory goes. `id` as with FreeAllocation.
void UnshareHandle(uint64_t handle, uint64_t id) noexcept {
  const uint64_t key = AllocationKey(AddressOf::kHandle, handle);
  Place* place = ClaimOrCount(key);
  if (place == nullptr) return;
  rocjfr_allocation_t a;
  Read(*place, &a);
  if (a.id != id) return Release(*place, key);
  if (a.shares == 0) {
    Release(*place, kFree);
    return Subtract(a);
  }
  --a.shares;
  Write(*place, a);
  Release(*place, key);
}

uint64_t Milliseconds() noexcept {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000 + static_cast<uint64_t>(time.tv_nsec) / 1000000;
}

}  // namespace

uint64_t NewAllocationId() noexcept {
  return g_next_id.fetch_add(1, std::memory_order_relaxed);
}

uint64_t NextAllocationId() noexcept {
  return g_next_id.load(std::memory_order_relaxed);
}

bool EnterAllocation(AddressOf what, const rocjfr_allocation_t& allocation) noexcept {
  const uint64_t key = AllocationKey(what, allocation.address);
  const Found old = Claim(key);
  if (old.place != nullptr) {
    rocjfr_allocation_t a;
    Read(*old.place, &a);
    Subtract(a);
  }
  Place* place = old.place != nullptr || old.unknown ? old.place : ClaimFree(key);
  if (place == nullptr) {
    CountNotTracked();
    return false;
  }
  Add(allocation);  // before anybody can remove it
  Write(*place, allocation);
  Release(*place, key);
  return true;
}

bool RemoveAllocation(AddressOf what, uint64_t address, bool counts) noexcept {
  const Found found = Claim(AllocationKey(what, address));
  if (found.unknown) CountNotTracked();
  if (found.place == nullptr) {
    if (counts && !found.unknown) CountUnknownFree();
    return false;
  }
  rocjfr_allocation_t a;
  Read(*found.place, &a);
  Release(*found.place, kFree);
  Subtract(a);
  return true;
}

uint64_t AllocationAt(AddressOf what, uint64_t address) noexcept {
  rocjfr_allocation_t a;
  return Find(AllocationKey(what, address), &a).place == nullptr ? 0 : a.id;
}

void FreeAllocation(AddressOf what, uint64_t address, uint64_t id) noexcept {
  if (id == 0) return CountUnknownFree();
  rocjfr_allocation_t a;
  if (Remove(AllocationKey(what, address), id, &a)) Subtract(a);
}

void CountFailedFree() noexcept {
  g_failed_frees.fetch_add(1, std::memory_order_relaxed);
}

void RemoveAllocationsOf(int32_t device, uint64_t next_id) noexcept {
  for (Place& place : g_places) {
    uint64_t key = place.key.load(std::memory_order_acquire);
    if (!IsKey(key)) continue;
    rocjfr_allocation_t a;
    const auto goes = [&] {
      Read(place, &a);
      const bool host = a.kind == static_cast<uint32_t>(MemoryKind::kHost) ||
                        a.kind == static_cast<uint32_t>(MemoryKind::kOpenCl);
      return a.device == device && !host && a.id < next_id;
    };
    if (!goes() || !Take(place, key)) continue;
    const bool went = goes();  // or just now another one is there
    Release(place, went ? kFree : key);
    if (went) Subtract(a);
  }
}

void MapHandle(uint64_t handle, uint64_t address) noexcept {
  rocjfr_allocation_t mapping = {};
  mapping.id = NewAllocationId();
  mapping.address = handle;
  mapping.bytes = ShareHandle(handle);  // the id of what is mapped
  mapping.device = -2;                  // no device's
  if (mapping.bytes == 0) return;
  const uint64_t key = AllocationKey(AddressOf::kMapping, address);
  const Found old = Claim(key);
  rocjfr_allocation_t unmapped = {};
  if (old.place != nullptr) Read(*old.place, &unmapped);
  Place* place = old.place != nullptr || old.unknown ? old.place : ClaimFree(key);
  if (place == nullptr) {
    CountNotTracked();
    UnshareHandle(handle, mapping.bytes);
    return;
  }
  Write(*place, mapping);
  Release(*place, key);
  if (old.place != nullptr) UnshareHandle(unmapped.address, unmapped.bytes);
}

void UnmapHandle(uint64_t address, uint64_t id) noexcept {
  rocjfr_allocation_t mapping;
  if (id == 0 || !Remove(AllocationKey(AddressOf::kMapping, address), id, &mapping)) return;
  UnshareHandle(mapping.address, mapping.bytes);
}

void ReleaseHandle(uint64_t handle, uint64_t id) noexcept {
  if (id == 0) return CountUnknownFree();
  UnshareHandle(handle, id);
}

void CountNotTracked() noexcept {
  g_not_tracked.fetch_add(1, std::memory_order_relaxed);
}

void BeginTracking() noexcept {
  for (Place& place : g_places) {
    uint64_t key = place.key.load(std::memory_order_relaxed);
    if (!IsKey(key)) continue;
    rocjfr_allocation_t a;
    if (!Take(place, key)) continue;
    Read(place, &a);
    Release(place, kFree);
    if (!IsMapping(key)) Subtract(a);
  }
  for (auto& kinds : g_totals) {
    for (Total& total : kinds) total.peak.store(total.bytes.load());
  }
  g_unknown_frees.store(0);
  g_failed_frees.store(0);
  g_not_tracked.store(0);
  g_tracked_since_ms.store(Milliseconds());
}

void HoldAllocation(AddressOf what, uint64_t address, bool hold) noexcept {
  const uint64_t key = AllocationKey(what, address);
  const uint64_t from = hold ? key : key | kBusy;
  for (Place& place : g_places) {
    if (place.key == from) place.key = key | (hold ? kBusy : 0);
  }
}

}  // namespace rocjfr

extern "C" {
uint32_t rocjfr_memory(rocjfr_memory_t* rows, uint32_t most) {
  using namespace rocjfr;
  uint32_t count = 0;
  for (int32_t device = 0; device <= kDevices; ++device) {
    for (uint32_t kind = 0; kind < kMemoryKinds; ++kind) {
      const Total& total = g_totals[device][kind];
      const uint64_t peak = total.peak.load(std::memory_order_relaxed);
      if (peak == 0 && total.count.load(std::memory_order_relaxed) == 0) continue;
      if (count == most) return count;
      rocjfr_memory_t& row = rows[count++];
      row = {};
      row.device = device == kDevices ? -1 : device;
      row.kind = kind;
      row.bytes = total.bytes.load(std::memory_order_relaxed);
      row.count = total.count.load(std::memory_order_relaxed);
      row.peak_bytes = std::max(peak, row.bytes);
      row.tracked_since_ms = g_tracked_since_ms.load(std::memory_order_relaxed);
      row.unknown_frees = g_unknown_frees.load(std::memory_order_relaxed);
      row.failed_frees = g_failed_frees.load(std::memory_order_relaxed);
      row.not_tracked = g_not_tracked.load(std::memory_order_relaxed);
    }
  }
  return count;
}

uint32_t rocjfr_live_allocations(uint64_t* cursor, rocjfr_allocation_t* rows, uint32_t most) {
  using namespace rocjfr;
  constexpr uint64_t kPlaces = uint64_t{kSets} * kWays;
  uint32_t count = 0;
  while (*cursor < kPlaces && count < most) {
    const Place& place = g_places[(*cursor)++];
    const uint64_t key = place.key.load(std::memory_order_acquire);
    if (!IsKey(key) || IsMapping(key)) continue;
    if (ReadWhole(place, key, &rows[count])) ++count;
  }
  return count;
}
}
