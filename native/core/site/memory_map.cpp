// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory_map.h"

#include <algorithm>
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
  using Ranges = std::map<uint64_t, Range>;  // by where they begin
  static constexpr size_t kMost = 262144;    // some 80 bytes each
  std::mutex mutex;
  Ranges ranges;
  size_t unknown = 0;  // ranges
  uint64_t next_id = 1;

  // The one that holds the address, or the first one behind it.
  Ranges::iterator At(uint64_t address) noexcept {
    auto found = ranges.upper_bound(address);
    if (found == ranges.begin()) return found;
    const auto before = std::prev(found);
    return before->second.end > address ? before : found;
  }
  bool Free(uint64_t begin, uint64_t end) noexcept {
    const auto range = At(begin);
    return range == ranges.end() || range->first >= end;
  }
  void Set(Range& range, End where) noexcept {
    unknown -= range.where == End::kUnknown ? 1 : 0;
    unknown += where == End::kUnknown ? 1 : 0;
    range.where = where;
  }
  Ranges::iterator Erase(Ranges::iterator range) noexcept {
    unknown -= range->second.where == End::kUnknown ? 1 : 0;
    return ranges.erase(range);
  }
  // What overlaps was freed unseen.
  void Clear(uint64_t begin, uint64_t end) noexcept {
    for (auto range = At(begin); range != ranges.end() && range->first < end;) {
      range = Erase(range);
    }
  }
  void Forget(uint64_t begin, uint64_t end) noexcept {
    for (auto range = At(begin); range != ranges.end() && range->first < end; ++range) {
      Set(range->second, End::kUnknown);
    }
  }
  // Where there are many, those that say nothing go first.
  bool MakeRoom() noexcept {
    if (ranges.size() < kMost) return true;
    if (unknown < kMost / 4) return false;
    for (auto range = ranges.begin(); range != ranges.end();) {
      range = range->second.where == End::kUnknown ? Erase(range) : std::next(range);
    }
    return true;
  }
  // False: there is no room.
  bool Put(uint64_t begin, uint64_t end, End where) noexcept {
    Clear(begin, end);
    if (!MakeRoom()) return false;
    try {
      ranges[begin] = {end, next_id++, where, where};
    } catch (...) {
      return false;
    }
    unknown += where == End::kUnknown ? 1 : 0;
    return true;
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

constexpr uint32_t kPageBits = 12;
uint64_t PageOf(uint64_t address) noexcept {
  return address >> kPageBits;
}
uint64_t HashOf(uint64_t page) noexcept {
  return page * 0x9E3779B97F4A7C15 >> 40;
}

void ForgetAnswers() noexcept {
  for (auto& page : g_not_hsas) page.store(0, std::memory_order_relaxed);
}

// False: another question waits in its place. Its next copy asks again.
bool Ask(uint64_t address) noexcept {
  const uint64_t page = PageOf(address), hash = HashOf(page);
  if (g_not_hsas[hash % kAnswers].load(std::memory_order_relaxed) == page) return true;
  auto& place = g_questions[hash % kQuestions];
  uint64_t there = 0;
  const bool asked = place.compare_exchange_strong(there, address) || PageOf(there) == page;
  if (asked) g_any_question.store(true, std::memory_order_release);
  return asked;
}

// Neighbours of the address that lie where it does.
struct Around {
  uint64_t begin, end;
  End where;
};

// Where managed memory cannot move HSA knows where it lies.
bool IsForHsa(End where) noexcept {
  return where == End::kUnknown || where == End::kMoves;
}

Around Find(MemoryMap& map, uint64_t address) noexcept {
  std::lock_guard<std::mutex> lock(map.mutex);
  const auto range = map.At(address);
  if (range != map.ranges.end() && range->first <= address) {
    return {range->first, range->second.end, range->second.where};
  }
  const uint64_t begin = range == map.ranges.begin() ? 0 : std::prev(range)->second.end;
  const uint64_t end = range == map.ranges.end() ? UINT64_MAX : range->first;
  const bool all = g_all_seen.load(std::memory_order_relaxed);
  return {begin, end, all ? End::kPageable : End::kUnknown};
}

End LookUp(KnownRanges& known, uint64_t address, uint64_t epoch) noexcept {
  Around around = Find(TheMap(), address);
  if (IsForHsa(around.where)) {
    if (!Ask(address)) return around.where;
    // The answer is of this page.
    around.begin = std::max(around.begin, PageOf(address) << kPageBits);
    around.end = std::min(around.end, (PageOf(address) + 1) << kPageBits);
  }
  if (known.epoch != epoch) {
    for (auto& one : known.ranges) one = {};
    known.epoch = epoch;
  }
  auto& kept = known.ranges[known.next++ % KnownRanges::kRanges];
  kept.begin = around.begin;
  kept.end = around.end;
  kept.where = around.where;
  return around.where;
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
  map.unknown = 0;
  g_all_seen.store(all);
  Changed();
  for (auto& question : g_questions) question.store(0, std::memory_order_relaxed);
  ForgetAnswers();
}

void MemoryMayBeUnseen() noexcept {
  g_all_seen.store(false);
  Changed();
  ForgetAnswers();
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
    if (!again && !map.Free(begin, end)) {
      map.Forget(begin, end);
      return Changed();
    }
    // The host's it is also where that has failed.
    if (!again && where != End::kHost) where = End::kUnknown;
  }
  if (!map.Put(begin, end, where)) g_all_seen.store(false);
  Changed();
}

uint64_t BeginFree(uint64_t begin) noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  const auto range = map.ranges.find(begin);
  if (range == map.ranges.end()) return 0;
  map.Set(range->second, End::kUnknown);
  Changed();
  return range->second.id;
}

void EndFree(uint64_t begin, uint64_t id, Freed freed) noexcept {
  if (begin == 0) return;
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  // HSA may have been asked while it was there.
  if (id == 0) Changed();
  const auto range = map.ranges.find(begin);
  if (range == map.ranges.end()) return;
  if (id != 0 && range->second.id != id) return;  // given out again already
  // What was the host's is never a device's unseen.
  const bool gone =
      freed == Freed::kYes || (freed == Freed::kMaybe && range->second.was == End::kHost);
  if (id != 0 && gone) {
    map.Erase(range);
  } else {
    map.Set(range->second, freed == Freed::kNo ? range->second.was : End::kUnknown);
  }
  Changed();
}

bool HasQuestions() noexcept {
  return g_any_question.load(std::memory_order_relaxed);
}

void AskAboutMemory(AskMemory ask, const void* argument) noexcept {
  if (!g_any_question.exchange(false, std::memory_order_acquire)) return;
  MemoryMap& map = TheMap();
  for (auto& question : g_questions) {
    const uint64_t address = question.exchange(0);
    if (address == 0) continue;
    const uint64_t epoch = g_map_epoch.load(std::memory_order_acquire);
    const Told told = ask(address, argument);
    std::lock_guard<std::mutex> lock(map.mutex);
    // What was allocated or freed meanwhile is surer. Then the next copy asks again.
    if (g_map_epoch.load() != epoch) continue;
    if (told.where == End::kUnknown) {
      const uint64_t page = PageOf(address);
      g_not_hsas[HashOf(page) % kAnswers].store(page, std::memory_order_relaxed);
    } else if (map.Put(told.begin, told.begin + told.bytes, told.where)) {
      Changed();
    }
  }
}

}  // namespace rocjfr
