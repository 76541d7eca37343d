// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "submissions.h"

#include <cstring>

namespace rocjfr {
namespace {

constexpr uint32_t kWays = 8;
constexpr uint32_t kSetBits = 14;
constexpr uint32_t kSets = 1u << kSetBits;
constexpr uint32_t kWords = sizeof(rocjfr_submit_t) / sizeof(uint64_t);

// The low bits of a key word.
enum State : uint64_t { kBusyOrFree = 0, kLive = 1, kInFlight = 2, kDone = 3, kAbandoned = 4 };
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

struct alignas(64) Set {
  std::atomic<uint64_t> keys[kWays];  // one cache line: a look-up reads this first
  std::atomic<uint64_t> payload[kWays][kWords];
};

// Zero pages until used; 9 MiB when all of it is.
Set g_sets[kSets];
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

std::atomic<uint64_t>* Claim(Set& set, uint64_t key) noexcept {
  for (;;) {
    uint32_t best = WayOf(key, 0);
    uint64_t best_word = set.keys[best].load(std::memory_order_relaxed);
    for (uint32_t i = 1; best_word != 0 && i < kWays; ++i) {
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
      if (StateOf(best_word) == kInFlight) {
        g_evicted.fetch_add(1, std::memory_order_relaxed);
      }
      return &set.keys[best];
    }
  }
}

}  // namespace

SubmissionRef InsertSubmission(uint64_t key, const rocjfr_submit_t& submit) noexcept {
  Set& set = SetOf(key);
  std::atomic<uint64_t>* word = Claim(set, key);
  if (word == nullptr) return {};  // eight writers in one set at once
  uint64_t words[kWords];
  memcpy(words, &submit, sizeof(words));
  std::atomic<uint64_t>* payload = set.payload[word - set.keys];
  // Release, each: a reader that sees one of these words sees the claimed key.
#pragma GCC unroll 8
  for (uint32_t i = 0; i < kWords; ++i) payload[i].store(words[i], std::memory_order_release);
  word->store(Word(key, kLive), std::memory_order_release);
  return {word, key};
}

bool ExpectSubmission(const SubmissionRef& ref) noexcept {
  uint64_t word = Word(ref.key, kLive);
  return ref.word != nullptr && ref.word->compare_exchange_strong(word, Word(ref.key, kInFlight),
                                                                  std::memory_order_relaxed);
}

void EndSubmission(const SubmissionRef& ref) noexcept {
  if (ref.word == nullptr) return;
  uint64_t word = Word(ref.key, kLive);
  ref.word->compare_exchange_strong(word, Word(ref.key, kDone), std::memory_order_relaxed);
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
    while (finishes && KeyOf(word) == key &&
           (StateOf(word) == kLive || StateOf(word) == kInFlight)) {
      const bool in_flight = StateOf(word) == kInFlight;
      if (set.keys[way].compare_exchange_weak(word, Word(key, kDone), std::memory_order_relaxed)) {
        return in_flight ? Found::kFinished : Found::kYes;
      }
    }
    return word == Word(key, kAbandoned) ? Found::kAbandoned : Found::kYes;
  }
  return Found::kNo;
}

uint64_t EvictedInFlight() noexcept {
  return g_evicted.load(std::memory_order_relaxed);
}

uint64_t AbandonSubmissions() noexcept {
  uint64_t abandoned = 0;
  for (Set& set : g_sets) {
    for (auto& key : set.keys) {
      uint64_t word = key.load(std::memory_order_relaxed);
      if (StateOf(word) == kInFlight &&
          key.compare_exchange_strong(word, Word(KeyOf(word), kAbandoned),
                                      std::memory_order_relaxed)) {
        ++abandoned;
      }
    }
  }
  return abandoned;
}

}  // namespace rocjfr
