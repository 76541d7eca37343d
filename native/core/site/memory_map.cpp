// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory_map.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>

#include "base/leaky_singleton.h"

namespace rocjfr {
namespace {

// Counts the map's changes: what threads know is of one of its states.
std::atomic<uint64_t> g_map_epoch{1};
std::atomic<bool> g_all_seen{false};

void Changed() noexcept {
  g_map_epoch.fetch_add(1, std::memory_order_release);
}
void NotAllSeen() noexcept {
  g_all_seen.store(false);
}
std::atomic<uint64_t> g_forgotten{0};

struct Range {
  uint64_t end;
  uint64_t id;
  End where;
  End was;             // of one that may have been freed
  uint16_t frees = 0;  // calls that free it and have not ended
};

// What a call that has not ended frees.
struct Freeing {
  uint64_t begin, end;
  uint64_t range;  // its id; 0: of what is freed nothing is known but that it is here
  End where;       // it was before the call
  bool loose;      // it may have memory at other addresses, too
};

// Ranges do not overlap. The lock is held for a look at the map, over no other code.
struct MemoryMap {
  using Ranges = std::map<uint64_t, Range>;  // by where they begin
  static constexpr size_t kMost = 262144;    // some 80 bytes each
  std::mutex mutex;
  Ranges ranges;
  size_t unknown = 0;      // ranges
  uint64_t next_id = 1;    // of ranges and frees
  AnsweredRanges answers;  // count where a range does not say it
  // By id. Where there are too many no answer counts any more.
  std::map<uint64_t, Freeing> frees;
  bool too_many_frees = false;

  // The one that holds the address, or the first one behind it.
  Ranges::iterator At(uint64_t address) noexcept {
    auto found = ranges.upper_bound(address);
    if (found == ranges.begin()) return found;
    const auto before = std::prev(found);
    return before->second.end > address ? before : found;
  }
  // The one that holds the address, or the end.
  Ranges::iterator Holding(uint64_t address) noexcept {
    const auto range = At(address);
    return range != ranges.end() && range->first <= address ? range : ranges.end();
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
      DropLoose(range->second);
      range = Erase(range);
    }
  }
  void Forget(uint64_t begin, uint64_t end) noexcept {
    for (auto range = At(begin); range != ranges.end() && range->first < end; ++range) {
      DropLoose(range->second);
      Set(range->second, End::kUnknown);
    }
  }
  void DropLoose(const Range& range) noexcept {
    if (range.was == End::kHost) answers.DropLoose();
  }
  // Where there are many, those that say nothing go first.
  bool MakeRoom() noexcept {
    if (ranges.size() < kMost) return true;
    NotAllSeen();  // they may be live
    g_forgotten.fetch_add(1, std::memory_order_relaxed);
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
      NotAllSeen();
      g_forgotten.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
    unknown += where == End::kUnknown ? 1 : 0;
    return true;
  }
  // Not even other calls that free it and fail tell any more where it lies. It is unknown.
  void Forget(const Freeing& freeing) noexcept {
    for (auto& [id, other] : frees) {
      if (other.range == freeing.range) other.where = End::kUnknown;
    }
  }
  // What was known of it beside its range does not count any more.
  void DropAnswers(const Freeing& freeing) noexcept {
    answers.Drop(freeing.begin, freeing.end);
    if (freeing.loose) answers.DropLoose();
  }
  // HSA may have been asked before memory ended that is being freed.
  bool MayAnswer(const Told& told) const noexcept {
    if (too_many_frees || (told.loose && !frees.empty())) return false;
    for (const auto& [id, freeing] : frees) {
      if (freeing.end > told.begin && freeing.begin < told.begin + told.bytes) return false;
    }
    return true;
  }
  uint64_t BeginFree(const Freeing& freeing) noexcept {
    constexpr size_t kMostFrees = 1024;  // as many threads, or calls whose end was never seen
    try {
      if (frees.size() < kMostFrees) return frees.emplace(next_id, freeing).first->first;
    } catch (...) {
    }
    too_many_frees = true;
    return 0;
  }
};
MemoryMap& TheMap() {
  return LeakySingleton<MemoryMap>();
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
  bool ask;  // HSA may know it
};

// Where managed memory cannot move HSA knows where it lies.
bool IsForHsa(End where) noexcept {
  return where == End::kUnknown || where == End::kMoves;
}

Around Find(MemoryMap& map, uint64_t address) noexcept {
  std::lock_guard<std::mutex> lock(map.mutex);
  Around around = {0, UINT64_MAX, End::kUnknown, false};
  const auto range = map.At(address);
  const bool holds = range != map.ranges.end() && range->first <= address;
  if (holds) {
    around = {range->first, range->second.end, range->second.where, false};
    if (!IsForHsa(around.where) || range->second.frees != 0) return around;
  } else {
    if (range != map.ranges.begin()) around.begin = std::prev(range)->second.end;
    if (range != map.ranges.end()) around.end = range->first;
    if (g_all_seen.load(std::memory_order_relaxed)) around.where = End::kPageable;
  }
  const End answered = map.answers.Find(address, &around.begin, &around.end);
  if (answered != End::kUnknown) {
    around.where = answered;
  } else {
    around.ask = IsForHsa(around.where);
  }
  return around;
}

End LookUp(KnownRanges& known, uint64_t address, uint64_t epoch) noexcept {
  Around around = Find(TheMap(), address);
  if (around.ask) {
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
  MemoryMap::Ranges gone;  // outside the lock
  std::lock_guard<std::mutex> lock(map.mutex);
  map.ranges.swap(gone);
  map.unknown = 0;
  map.answers.Clear();
  map.frees.clear();
  map.too_many_frees = false;
  g_all_seen.store(all);
  Changed();
  for (auto& question : g_questions) question.store(0, std::memory_order_relaxed);
  g_any_question.store(false);
  ForgetAnswers();
}

void MemoryMayBeUnseen() noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  NotAllSeen();
  map.answers.Clear();
  Changed();
  ForgetAnswers();
}

bool MemoryIsKnown(uint64_t address) noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  const auto range = map.Holding(address);
  if (range != map.ranges.end() && range->second.where != End::kUnknown) return true;
  uint64_t begin = 0, end = UINT64_MAX;
  return map.answers.Find(address, &begin, &end) != End::kUnknown;
}

void EnterMemory(uint64_t begin, uint64_t bytes, End where, bool sure) noexcept {
  if (begin == 0) return;
  if (bytes == 0 || bytes > UINT64_MAX - begin) return MemoryMayBeUnseen();
  const uint64_t end = begin + bytes;
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  map.answers.Drop(begin, end);
  if (!sure) {
    const auto range = map.ranges.find(begin);
    const bool again = range != map.ranges.end() && range->second.where == End::kUnknown &&
                       range->second.frees == 0 && range->second.was == where &&
                       range->second.end == end;
    if (!again && !map.Free(begin, end)) {
      map.Forget(begin, end);
      return Changed();
    }
    // The host's it is also where that has failed.
    if (!again && where != End::kHost) where = End::kUnknown;
  }
  map.Put(begin, end, where);
  Changed();
}

bool EnterAlias(uint64_t host, uint64_t device) noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  const auto range = map.Holding(host);
  if (range == map.ranges.end() || range->second.where != End::kHost) return false;
  const uint64_t bytes = range->second.end - host;
  if (bytes > UINT64_MAX - device) return false;
  if (map.Holding(device) == range) return true;  // it is the same address
  map.answers.Put(device, {device + bytes, End::kHost, true});
  Changed();
  return true;
}

uint64_t BeginFree(uint64_t address) noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  const auto range = map.Holding(address);
  Freeing freeing = {address, address == 0 ? UINT64_MAX : address + 1, 0, End::kUnknown, true};
  if (range != map.ranges.end()) {
    Range& freed = range->second;
    freeing = {range->first, freed.end, freed.id, freed.where, freed.was == End::kHost};
    map.Set(freed, End::kUnknown);
    ++freed.frees;
  }
  map.DropAnswers(freeing);
  Changed();
  const uint64_t id = map.BeginFree(freeing);
  map.next_id += id != 0 ? 1 : 0;
  return id;
}

void EndFree(uint64_t address, uint64_t id, Freed freed) noexcept {
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  // HSA may have been asked while it was there.
  Changed();
  const auto found = map.frees.find(id);
  if (found == map.frees.end()) {
    map.answers.Clear();
    const auto range = map.Holding(address);
    if (range != map.ranges.end() && freed != Freed::kNo) map.Set(range->second, End::kUnknown);
    return;
  }
  const Freeing freeing = found->second;
  map.frees.erase(found);
  map.DropAnswers(freeing);
  const auto range = map.ranges.find(freeing.begin);
  if (range == map.ranges.end() || range->second.id != freeing.range) return;  // given out again
  --range->second.frees;
  // What was the host's is never a device's unseen.
  const bool gone =
      freed == Freed::kYes || (freed == Freed::kMaybe && range->second.was == End::kHost);
  if (gone) {
    map.Erase(range);
  } else if (freed == Freed::kMaybe) {
    map.Forget(freeing);
  } else if (range->second.frees == 0) {
    map.Set(range->second, freeing.where);
  }
}

void MemoryIsNew(uint64_t begin, uint64_t bytes) noexcept {
  if (bytes > UINT64_MAX - begin) return MemoryMayBeUnseen();
  MemoryMap& map = TheMap();
  std::lock_guard<std::mutex> lock(map.mutex);
  map.answers.Drop(begin, begin + bytes);
  for (auto& answer : g_not_hsas) {
    const uint64_t page = answer.load(std::memory_order_relaxed);
    if (page >= PageOf(begin) && page <= PageOf(begin + bytes)) answer.store(0);
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
    } else if (told.bytes <= UINT64_MAX - told.begin && map.MayAnswer(told)) {
      map.answers.Put(told.begin, {told.begin + told.bytes, told.where, told.loose});
      Changed();
    }
  }
}

uint64_t MemoryForgotten() noexcept {
  return g_forgotten.load(std::memory_order_relaxed);
}

}  // namespace rocjfr
