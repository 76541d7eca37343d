// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory_map.h"

#include <atomic>
#include <iterator>
#include <map>
#include <mutex>

#include "base/never_destroyed.h"

namespace rocjfr {
namespace {

struct Range {
  uint64_t end;
  uint64_t id;
  End where;
  End was;  // of one that may have been freed
};

// Ranges do not overlap. The lock is held for a look at the map, over no other code.
struct MemoryMap {
  static constexpr size_t kMost = 262144;  // some 80 bytes each
  std::mutex mutex;
  std::map<uint64_t, Range> ranges;  // by where they begin
  uint64_t next_id = 1;

  // The one that holds the address, or the first one behind it.
  std::map<uint64_t, Range>::iterator At(uint64_t address) noexcept {
    auto found = ranges.upper_bound(address);
    if (found == ranges.begin()) return found;
    const auto before = std::prev(found);
    return before->second.end > address ? before : found;
  }
  // What overlaps was freed unseen.
  void Clear(uint64_t begin, uint64_t end) noexcept {
    for (auto range = At(begin); range != ranges.end() && range->first < end;) {
      range = ranges.erase(range);
    }
  }
  bool Free(uint64_t begin, uint64_t end) noexcept {
    const auto range = At(begin);
    return range == ranges.end() || range->first >= end;
  }
};
MemoryMap& TheMap() {
  return NeverDestroyed<MemoryMap>();
}

// Counts the map's changes: what threads know is of one of its states.
std::atomic<uint64_t> g_map_epoch{1};
std::atomic<bool> g_all_seen{false};

void Changed() noexcept {
  g_map_epoch.fetch_add(1, std::memory_order_release);
}

// --- Questions for HSA --------------------------------------------------------------------------

// Addresses to be asked about, and pages that were asked about, by a hash of the page: HSA did not
// know them. What is allocated there later is seen.
constexpr uint32_t kQuestions = 256, kAnswers = 4096;
std::atomic<uint64_t> g_questions[kQuestions];
std::atomic<uint64_t> g_not_hsas[kAnswers];
std::atomic<bool> g_any_question{false};

uint64_t PageOf(uint64_t address) noexcept {
  return address >> 12;
}
uint64_t HashOf(uint64_t page) noexcept {
  return page * 0x9E3779B97F4A7C15 >> 40;
}

void Ask(uint64_t address) noexcept {
  const uint64_t page = PageOf(address), hash = HashOf(page);
  if (g_not_hsas[hash % kAnswers].load(std::memory_order_relaxed) == page) return;
  // Where another one waits there this one gives way: its next copy asks again.
  uint64_t none = 0;
  if (g_questions[hash % kQuestions].compare_exchange_strong(none, address)) {
    g_any_question.store(true, std::memory_order_release);
  }
}

End LookUp(KnownRanges& known, uint64_t address, uint64_t epoch) noexcept {
  MemoryMap& map = TheMap();
  End where = End::kUnknown;
  uint64_t begin = 0, end = 0;
  bool found = false;
  {
    std::lock_guard<std::mutex> lock(map.mutex);
    const auto range = map.At(address);
    found = range != map.ranges.end() && range->first <= address;
    if (found) {
      begin = range->first;
      end = range->second.end;
      where = range->second.where;
    } else if (g_all_seen.load(std::memory_order_relaxed)) {
      begin = range == map.ranges.begin() ? 0 : std::prev(range)->second.end;
      end = range == map.ranges.end() ? UINT64_MAX : range->first;
      where = End::kHost;
    }
  }
  // Where managed memory cannot move HSA knows where it lies.
  if (where == End::kUnknown || where == End::kMoves) {
    Ask(address);
    return where;
  }
  auto& kept = known.ranges[known.next++ % KnownRanges::kRanges];
  if (known.epoch != epoch) {
    for (auto& one : known.ranges) one = {};
    known.epoch = epoch;
  }
  kept.begin = begin;
  kept.end = end;
  kept.where = where;
  return where;
}

}  // namespace

End WhereIs(KnownRanges& known, uint64_t address) noexcept {
  const uint64_t epoch = g_map_epoch.load(std::memory_order_acquire);
  if (known.epoch == epoch) {
    for (const auto& range : known.ranges) {
      if (address >= range.begin && address < range.end) return range.where;
    }
  }
  return LookUp(known, address, epoch);
}

void BeginMemoryMap(bool all) noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  map.ranges.clear();
  for (auto& page : g_not_hsas) page.store(0, std::memory_order_relaxed);
  for (auto& question : g_questions) question.store(0, std::memory_order_relaxed);
  g_all_seen.store(all);
  Changed();
}

void MemoryMayBeUnseen() noexcept {
  if (!g_all_seen.load(std::memory_order_relaxed)) return;
  g_all_seen.store(false);
  Changed();
}

void EnterMemory(uint64_t begin, uint64_t bytes, End where, bool sure) noexcept {
  if (begin == 0) return;
  if (bytes == 0 || bytes > UINT64_MAX - begin) return MemoryMayBeUnseen();
  const uint64_t end = begin + bytes;
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  if (!sure) {
    const auto range = map.ranges.find(begin);
    const bool again = range != map.ranges.end() && range->second.where == End::kUnknown &&
                       range->second.was == where && range->second.end == end;
    if (!again && !map.Free(begin, end)) return;
    // The host's it is also where that has failed.
    if (!again && where != End::kHost) where = End::kUnknown;
  }
  map.Clear(begin, end);
  try {
    if (map.ranges.size() >= MemoryMap::kMost) {
      g_all_seen.store(false);
    } else {
      map.ranges[begin] = {end, map.next_id++, where, where};
    }
  } catch (...) {
    g_all_seen.store(false);
  }
  Changed();
}

uint64_t MemoryAt(uint64_t begin) noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  const auto range = map.ranges.find(begin);
  return range == map.ranges.end() ? 0 : range->second.id;
}

void RemoveMemory(uint64_t begin, uint64_t id, bool sure) noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  // HSA may have been asked while it was there.
  if (id == 0) Changed();
  const auto range = map.ranges.find(begin);
  if (range == map.ranges.end()) return;
  if (id != 0 && range->second.id != id) return;  // given out again already
  // What was the host's is never a device's unseen.
  if (id != 0 && (sure || range->second.was == End::kHost)) {
    map.ranges.erase(range);
  } else {
    range->second.where = End::kUnknown;
  }
  Changed();
}

void AskAboutMemory(AskMemory ask, const void* argument) noexcept {
  if (!g_any_question.exchange(false, std::memory_order_acquire)) return;
  MemoryMap& map = TheMap();
  for (auto& question : g_questions) {
    const uint64_t address = question.exchange(0);
    if (address == 0) continue;
    const uint64_t epoch = g_map_epoch.load(std::memory_order_acquire);
    const Told told = ask(address, argument);
    if (told.where == End::kUnknown) {
      const uint64_t page = PageOf(address);
      g_not_hsas[HashOf(page) % kAnswers].store(page, std::memory_order_relaxed);
      continue;
    }
    std::lock_guard<std::mutex> lock(map.mutex);
    // What was allocated or freed meanwhile is surer; then the next copy asks again.
    if (g_map_epoch.load() != epoch || map.ranges.size() >= MemoryMap::kMost) continue;
    map.Clear(told.begin, told.begin + told.bytes);
    try {
      map.ranges[told.begin] = {told.begin + told.bytes, map.next_id++, told.where, told.where};
    } catch (...) {
    }
    Changed();
  }
}

}  // namespace rocjfr
