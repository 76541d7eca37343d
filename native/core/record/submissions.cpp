// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "submissions.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace rocjfr {
namespace {

constexpr uint32_t kWays = 8;
constexpr uint32_t kSetBits = 14;
constexpr uint32_t kSets = 1u << kSetBits;
constexpr uint32_t kWords = sizeof(rocjfr_submit_t) / sizeof(uint64_t);

// The low bits of a key word.
enum State : uint64_t {
  kBusyOrFree = 0,
  kLive = 1,
  kInFlight = 2,  // follows kLive, here and for graphs
  kDone = 3,
  kAbandoned = 4,
  kGraphLive = 5,
  kGraphInFlight = 6
};
constexpr uint64_t kStateBits = 3;
constexpr uint64_t kStateMask = (1 << kStateBits) - 1;

uint64_t Word(uint64_t key, State state) noexcept {
  return key << kStateBits | state;
}
uint64_t KeyOf(uint64_t word) noexcept {
  return word >> kStateBits;
}
State StateOf(uint64_t word) noexcept {
  return static_cast<State>(word & kStateMask);
}

bool IsInFlight(uint64_t word) noexcept {
  return StateOf(word) == kInFlight || StateOf(word) == kGraphInFlight;
}
bool IsLive(uint64_t word) noexcept {
  return StateOf(word) == kLive || StateOf(word) == kGraphLive;
}
bool IsGraph(uint64_t word) noexcept {
  return StateOf(word) == kGraphLive || StateOf(word) == kGraphInFlight;
}

struct alignas(64) Set {
  std::atomic<uint64_t> keys[kWays];  // one cache line: a look-up reads this first
  std::atomic<uint64_t> payload[kWays][kWords];
  std::atomic<uint64_t> graph[kWays];  // see Graph
};

// Of a graph's launch, in one word, so that one thread finds it finished.
struct Graph {
  static constexpr uint64_t kEnded = uint64_t{1} << 63;  // the call: how many come is known
  static constexpr uint64_t kGone = uint64_t{1} << 62;   // nobody waits for it any longer
  static constexpr uint32_t kMost = 0x3FFFFFFF;

  static uint64_t Ended(uint32_t pieces) {
    return kEnded | uint64_t{std::min(pieces, kMost)} << 32;
  }
  static uint32_t Missing(uint64_t word) {
    const auto came = static_cast<uint32_t>(word);
    const uint32_t pieces = static_cast<uint32_t>(word >> 32) & kMost;
    return pieces > came ? pieces - came : 0;
  }
  static bool IsFinished(uint64_t word) { return (word & kEnded) != 0 && Missing(word) == 0; }
};

// Zero pages until used; so large when all of it is.
Set g_sets[kSets];
static_assert(sizeof(g_sets) == 10u << 20);
std::atomic<uint64_t> g_evicted{0};

// Ids that follow each other, a thread's, share a set by four, so that a call mostly touches lines
// that the one before has fetched; the other four ways are for what is still in flight when the ids
// have gone round the table.
Set& SetOf(uint64_t key) noexcept {
  return g_sets[(key >> 2) & (kSets - 1)];
}

// The i-th way in which a key is put or looked for. The four that share a set begin at ways of
// their own, and have another one for when the ids have gone round the table: mostly the first look
// is the last.
uint32_t WayOf(uint64_t key, uint32_t i) noexcept {
  return (static_cast<uint32_t>(key) & 3) ^ (i >> 1 | (i & 1) << 2);
}

// A smaller rank gives way first: free, then finished, then in flight; among equals the older one.
uint64_t Rank(uint64_t word) noexcept {
  if (word == 0) return 0;
  const State state = StateOf(word);
  const uint64_t order = state == kDone || state == kAbandoned ? 1 : state == kBusyOrFree ? 3 : 2;
  return order << 61 | KeyOf(word);
}

// Free, or finished before the ids had gone round the table. (A finished one that is younger may
// get more records.)
bool GivesWay(uint64_t word, uint64_t key) noexcept {
  if (word == 0) return true;
  return (StateOf(word) == kDone || StateOf(word) == kAbandoned) && KeyOf(word) + 4 * kSets <= key;
}

// The table is larger than the processor's nearest caches: the place of this thread's next id is
// asked for before.
void ClaimAhead(uint64_t key) noexcept {
  const Set& set = SetOf(key + 1);
  const void* const places[] = {set.keys, set.payload[WayOf(key + 1, 0)]};
  for (const void* place : places) {
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" ::"m"(*static_cast<const char*>(place)));
#else
    __builtin_prefetch(place, 1);
#endif
  }
}

std::atomic<uint64_t>* Claim(Set& set, uint64_t key) noexcept {
  for (;;) {
    uint32_t best = WayOf(key, 0);
    uint64_t best_word = set.keys[best].load(std::memory_order_relaxed);
    for (uint32_t i = 1; !GivesWay(best_word, key) && i < kWays; ++i) {
      const uint32_t way = WayOf(key, i);
      const uint64_t word = set.keys[way].load(std::memory_order_relaxed);
      if (Rank(word) < Rank(best_word)) {
        best = way;
        best_word = word;
      }
    }
    if (best_word != 0 && StateOf(best_word) == kBusyOrFree) return nullptr;
    // Acquire: another writer's payload stores come before ours.
    if (set.keys[best].compare_exchange_weak(best_word, Word(key, kBusyOrFree),
                                             std::memory_order_acq_rel,
                                             std::memory_order_relaxed)) {
      if (IsInFlight(best_word)) {
        g_evicted.fetch_add(1, std::memory_order_relaxed);
      }
      return &set.keys[best];
    }
  }
}

// The work behind a key is finished. True: it was in flight, which is said once.
bool Finish(std::atomic<uint64_t>& word_of, uint64_t key) noexcept {
  uint64_t word = word_of.load(std::memory_order_relaxed);
  while (KeyOf(word) == key && (IsLive(word) || IsInFlight(word))) {
    const bool in_flight = IsInFlight(word);
    if (word_of.compare_exchange_weak(word, Word(key, kDone), std::memory_order_acq_rel)) {
      return in_flight;
    }
  }
  return false;
}

// Fields that stand in one word, from the lowest bits. Each is read as wide as it was written a
// moment ago (the compiler would read them at once): a wider load waits until they have left the
// store buffer.
template <typename... Fields>
uint64_t Packed(const Fields&... fields) noexcept {
  uint64_t word = 0;
  uint32_t shift = 0;
  const auto add = [&](const auto& field) {
    using Field = std::remove_cv_t<std::remove_reference_t<decltype(field)>>;
    const Field value = *static_cast<const volatile Field*>(&field);
    word |= uint64_t{static_cast<std::make_unsigned_t<Field>>(value)} << shift;
    shift += 8 * sizeof(value);
  };
  (add(fields), ...);
  return word;
}

void PutPayload(const rocjfr_submit_t& submit, std::atomic<uint64_t>* payload) noexcept {
  const uint64_t words[kWords] = {
      submit.submit_correlation_id,
      submit.submit_external_id,
      Packed(submit.submit_thread, submit.submit_name),
      Packed(submit.submit_stream, submit.submit_device, submit.submit_source,
             submit.submit_destination),
      Packed(submit.submit_grid_x, submit.submit_grid_y),
      Packed(submit.submit_grid_z, submit.submit_group_x, submit.submit_group_y),
      Packed(submit.submit_group_z, submit.submit_copy, submit.submit_shape,
             submit.submit_lds_bytes),
      submit.submit_bytes};
  // Release, each: a reader that sees one of these words sees the claimed key.
#pragma GCC unroll 8
  for (uint32_t i = 0; i < kWords; ++i) payload[i].store(words[i], std::memory_order_release);
}

std::atomic<uint64_t>& GraphOf(const SubmissionRef& ref) noexcept {
  // The keys stand at the head of their set, which is aligned to their size.
  const auto set = reinterpret_cast<uintptr_t>(ref.word) & ~uintptr_t{63};
  return reinterpret_cast<Set*>(set)->graph[ref.word - reinterpret_cast<Set*>(set)->keys];
}

}  // namespace

void InsertSubmission(uint64_t key, const rocjfr_submit_t& submit, Work work,
                      SubmissionRef* ref) noexcept {
  Set& set = SetOf(key);
  std::atomic<uint64_t>* word = Claim(set, key);
  if (word == nullptr) return;  // eight writers in one set at once
  PutPayload(submit, set.payload[word - set.keys]);
  const bool graph = work == Work::kGraph;
  if (graph) set.graph[word - set.keys].store(0, std::memory_order_relaxed);
  ref->word = word;
  ref->live = Word(key, graph ? kGraphLive : kLive);
  word->store(ref->live, std::memory_order_release);
  ClaimAhead(key);
}

bool ExpectSubmission(const SubmissionRef& ref) noexcept {
  uint64_t live = ref.live;
  return ref.word != nullptr &&
         ref.word->compare_exchange_strong(live, live + 1, std::memory_order_relaxed);
}

void EndSubmission(const SubmissionRef& ref) noexcept {
  if (ref.word == nullptr) return;
  uint64_t live = ref.live;
  ref.word->compare_exchange_strong(live, Word(KeyOf(live), kDone), std::memory_order_relaxed);
}

Found FindSubmission(uint64_t key, bool finishes, rocjfr_submit_t* submit) noexcept {
  Set& set = SetOf(key);
  for (uint32_t i = 0; i < kWays; ++i) {
    const uint32_t way = WayOf(key, i);
    uint64_t word = set.keys[way].load(std::memory_order_acquire);
    if (word == 0) return Found::kNo;  // the key would have taken it; a way is never free again
    if (KeyOf(word) != key || StateOf(word) == kBusyOrFree) continue;
#pragma GCC unroll 8
    for (uint32_t part = 0; part < kWords; ++part) {
      const uint64_t bits = set.payload[way][part].load(std::memory_order_acquire);
      memcpy(reinterpret_cast<char*>(submit) + part * sizeof(bits), &bits, sizeof(bits));
    }
    word = set.keys[way].load(std::memory_order_relaxed);
    if (KeyOf(word) != key || StateOf(word) == kBusyOrFree) return Found::kNo;
    if (word == Word(key, kAbandoned)) return Found::kAbandoned;
    if (!finishes) return Found::kYes;
    if (IsGraph(word)) {
      const uint64_t counted = set.graph[way].fetch_add(1, std::memory_order_acq_rel) + 1;
      if (!Graph::IsFinished(counted)) return Found::kPart;
    }
    return Finish(set.keys[way], key) ? Found::kFinished : Found::kYes;
  }
  return Found::kNo;
}

Found EndGraph(const SubmissionRef& ref, uint32_t pieces, uint32_t* missing) noexcept {
  *missing = 0;
  if (ref.word == nullptr) return Found::kNo;
  const uint64_t key = KeyOf(ref.live);
  if (KeyOf(ref.word->load(std::memory_order_relaxed)) != key) return Found::kNo;
  const uint64_t ended = Graph::Ended(pieces);
  const uint64_t word = GraphOf(ref).fetch_add(ended, std::memory_order_acq_rel) + ended;
  if ((word & Graph::kGone) != 0) {
    *missing = Graph::Missing(word);
    return Found::kAbandoned;
  }
  return Graph::IsFinished(word) && Finish(*ref.word, key) ? Found::kFinished : Found::kYes;
}

uint64_t PiecesInFlight() noexcept {
  uint64_t pieces = 0;
  for (const Set& set : g_sets) {
    for (uint32_t way = 0; way < kWays; ++way) {
      const uint64_t word = set.keys[way].load(std::memory_order_acquire);
      if (!IsInFlight(word)) continue;
      const uint64_t graph = IsGraph(word) ? set.graph[way].load(std::memory_order_relaxed) : 0;
      pieces += (graph & Graph::kEnded) != 0 ? Graph::Missing(graph) : 1;
    }
  }
  return pieces;
}

uint64_t EvictedInFlight() noexcept {
  return g_evicted.load(std::memory_order_relaxed);
}

Abandoned AbandonSubmissions() noexcept {
  Abandoned abandoned;
  for (Set& set : g_sets) {
    for (uint32_t way = 0; way < kWays; ++way) {
      std::atomic<uint64_t>& key = set.keys[way];
      uint64_t word = key.load(std::memory_order_relaxed);
      const bool is_graph = IsGraph(word);
      if (IsInFlight(word) && key.compare_exchange_strong(word, Word(KeyOf(word), kAbandoned),
                                                          std::memory_order_acq_rel)) {
        ++abandoned.entries;
        if (!is_graph) {
          ++abandoned.pieces;
        } else {
          // Whoever of this and EndGraph comes last counts them.
          const uint64_t graph = set.graph[way].fetch_or(Graph::kGone, std::memory_order_acq_rel);
          if ((graph & Graph::kEnded) != 0) abandoned.pieces += Graph::Missing(graph);
        }
      }
    }
  }
  return abandoned;
}

}  // namespace rocjfr
