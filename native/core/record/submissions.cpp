// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Model: native/models/submissions.pml.
#include "submissions.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "submission_word.h"

namespace rocjfr {
namespace {

using namespace submission;  // the word

constexpr uint32_t kWays = 8;
constexpr uint32_t kSets = 1u << kSetBits;
constexpr uint32_t kWords = sizeof(rocjfr_submit_t) / sizeof(uint64_t);

struct alignas(64) Set {
  std::atomic<uint64_t> words[kWays];  // one cache line: a look-up reads this first
  std::atomic<uint64_t> payload[kWays][kWords];
};

// Zero pages until used; so large when all of it is.
Set g_sets[kSets];
static_assert(sizeof(g_sets) == 9u << 20);
std::atomic<uint64_t> g_evicted{0}, g_evicted_pieces{0}, g_unjoined{0}, g_gave_way{0};

// What was in flight by this word is not waited for. Of a launch that has not ended the pieces that
// have finished are among those that EndMany's caller counts.
void CountEvicted(uint64_t word) noexcept {
  if (InFlightOf(word) == 0) return;
  const uint64_t finished = StateOf(word) == kManyInFlight ? CountOf(word) : 0;
  g_evicted.fetch_add(InFlightOf(word), std::memory_order_relaxed);
  g_evicted_pieces.fetch_add(MissingOf(word) - finished, std::memory_order_relaxed);
}

// Four consecutive ids of a thread share a set, so a call mostly touches cache lines that the call
// before has fetched. The other four ways are for work that is still in flight when the ids have
// gone round the table.
Set& SetOf(uint64_t key) noexcept {
  return g_sets[(key >> 2) & (kSets - 1)];
}

// The i-th way for a key. The four keys that share a set begin at different ways, and each has
// another way for the time when the ids have gone round the table. So the first look mostly
// succeeds.
uint32_t WayOf(uint64_t key, uint32_t i) noexcept {
  return (static_cast<uint32_t>(key) & 3) ^ (i >> 1 | (i & 1) << 2);
}

// A smaller rank gives way first: free, then finished, then in flight; among equals the older one.
uint64_t Rank(uint64_t word) noexcept {
  if (word == 0) return 0;
  const uint64_t order = IsOver(word) ? 1 : StateOf(word) == kBusy ? 3 : 2;
  return order << (64 - kTagBit) | TagOf(word);
}

// Free, or finished before the ids had gone round the table. (A finished one that is younger may
// get more records.)
bool GivesWay(uint64_t word, uint64_t key) noexcept {
  return word == 0 || (IsOver(word) && TagOf(word) + 4 <= TagOfKey(key));
}

// The table is larger than the processor's nearest caches: the place of this thread's next id is
// asked for before.
void ClaimAhead(uint64_t key) noexcept {
  const Set& set = SetOf(key + 1);
  const void* const places[] = {set.words, set.payload[WayOf(key + 1, 0)]};
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
    uint64_t best_word = set.words[best].load(std::memory_order_relaxed);
    for (uint32_t i = 1; !GivesWay(best_word, key) && i < kWays; ++i) {
      const uint32_t way = WayOf(key, i);
      const uint64_t word = set.words[way].load(std::memory_order_relaxed);
      if (Rank(word) < Rank(best_word)) {
        best = way;
        best_word = word;
      }
    }
    if (StateOf(best_word) == kBusy) return nullptr;
    // Acquire: another writer's payload stores come before ours.
    if (set.words[best].compare_exchange_weak(
            best_word, Word(key, kBusy), std::memory_order_acq_rel, std::memory_order_relaxed)) {
      if (__builtin_expect(InFlightOf(best_word) != 0, false)) {
        CountEvicted(best_word);
        g_gave_way.fetch_add(1, std::memory_order_relaxed);
      }
      return &set.words[best];
    }
  }
}

// The same key as another call's, which it is taken from, too. False: nobody has it but who holds
// `own`. Who is at a place still is, and finds kBusyShared when he is done with it.
bool Share(Set& set, uint64_t key, const std::atomic<uint64_t>* own) noexcept {
  for (std::atomic<uint64_t>& place : set.words) {
    if (&place == own) continue;
    uint64_t word = place.load(std::memory_order_relaxed);
    while (word != 0 && TagOf(word) == TagOfKey(key)) {
      const uint64_t next = StateOf(word) == kBusy ? BusyShared(key) : Word(key, kShared);
      if (!place.compare_exchange_weak(word, next, std::memory_order_acq_rel)) continue;
      // Whose it was finishes by nothing any more.
      if (InFlightOf(word) != 0) CountUnjoined();
      CountEvicted(word);
      return true;
    }
  }
  return false;
}

// A piece of the work behind a word has finished.
[[gnu::noinline]] Found FinishAny(std::atomic<uint64_t>& place, uint64_t word) noexcept {
  const uint64_t tag = TagOf(word);
  for (;;) {
    const uint64_t count = CountOf(word);
    uint64_t next = WithState(word, kDone);
    Found found = Found::kYes;
    switch (StateOf(word)) {
      case kLive:
        break;
      case kInFlight:
      case kMoreInFlight:
        found = Found::kFinished;
        if (count > 1) next = word - kOnePiece;
        break;
      case kManyLive:
      case kManyInFlight:
        found = Found::kPart;
        next = count == kMostPieces ? word : word + kOnePiece;
        break;
      case kManyEnded:
        found = count > 1 ? Found::kPart : Found::kFinished;
        if (count > 1) next = word - kOnePiece;
        break;
      case kAbandoned:
      case kManyAbandoned:
        return Found::kAbandoned;
      default:
        return Found::kYes;
    }
    if (place.compare_exchange_weak(word, next, std::memory_order_acq_rel)) return found;
    if (TagOf(word) != tag) return Found::kYes;  // it gave way, which was counted
  }
}

// The same: mostly it is the only one.
inline Found Finish(std::atomic<uint64_t>& place, uint64_t word) noexcept {
  constexpr uint64_t kOnlyOne = kInFlight | kOnePiece;
  constexpr uint64_t kNoTag = (uint64_t{1} << kTagBit) - 1;
  uint64_t now = word;
  if (__builtin_expect((word & kNoTag) == kOnlyOne, true) &&
      place.compare_exchange_strong(now, WithState(word, kDone), std::memory_order_acq_rel)) {
    return Found::kFinished;
  }
  return FinishAny(place, word);
}

// What stands in a way of a set, if it is the key's. False: it is not, or a writer is at it.
[[gnu::always_inline]] inline bool ReadWay(Set& set, uint32_t way, uint64_t tag, bool finishes,
                                           rocjfr_submit_t* submit, Found* found) noexcept {
  uint64_t word = set.words[way].load(std::memory_order_acquire);
  if (TagOf(word) != tag || StateOf(word) == kBusy || word == 0) return false;
  const std::atomic<uint64_t>* payload = set.payload[way];
  // So that it is one address in a register, and not one for each word.
  __asm__("" : "+r"(payload));
#pragma GCC unroll 8
  for (uint32_t part = 0; part < kWords; ++part) {
    const uint64_t bits = payload[part].load(std::memory_order_acquire);
    memcpy(reinterpret_cast<char*>(submit) + part * sizeof(bits), &bits, sizeof(bits));
  }
  word = set.words[way].load(std::memory_order_relaxed);
  const State state = StateOf(word);
  if (TagOf(word) != tag || state == kBusy || state == kShared) {
    *found = Found::kNo;
  } else if (finishes) {
    *found = Finish(set.words[way], word);
  } else {
    const bool abandoned = state == kAbandoned || state == kManyAbandoned;
    *found = abandoned ? Found::kAbandoned : Found::kYes;
  }
  return true;
}

// Not in the way that is looked at first.
[[gnu::noinline]] Found FindFurther(Set& set, uint64_t key, bool finishes,
                                    rocjfr_submit_t* submit) noexcept {
  for (uint32_t i = 1; i < kWays; ++i) {
    if (set.words[WayOf(key, i - 1)].load(std::memory_order_relaxed) == 0) return Found::kNo;
    Found found;
    if (ReadWay(set, WayOf(key, i), TagOfKey(key), finishes, submit, &found)) return found;
  }
  return Found::kNo;
}

// What stands in a way of a set, by its word. False: nothing is in flight, or it is another's now.
bool ReadInFlight(const Set& set, uint32_t way, uint64_t word, InFlightCall* call) noexcept {
  constexpr size_t kStreamWord = offsetof(rocjfr_submit_t, submit_stream) / sizeof(uint64_t);
  static_assert(offsetof(rocjfr_submit_t, submit_stream) % sizeof(uint64_t) == 0, "its lower half");
  static_assert(offsetof(rocjfr_submit_t, submit_device) % sizeof(uint64_t) == 4, "its next bits");
  constexpr size_t kIdWord = offsetof(rocjfr_submit_t, submit_correlation_id) / sizeof(uint64_t);
  constexpr size_t kCopyWord = offsetof(rocjfr_submit_t, submit_copy) / sizeof(uint64_t);
  constexpr size_t kCopyBit = offsetof(rocjfr_submit_t, submit_copy) % sizeof(uint64_t) * 8;
  if (InFlightOf(word) == 0) return false;
  const std::atomic<uint64_t>* payload = set.payload[way];
  const uint64_t bits = payload[kStreamWord].load(std::memory_order_acquire);
  const uint64_t id = payload[kIdWord].load(std::memory_order_acquire);
  const uint64_t copy = payload[kCopyWord].load(std::memory_order_acquire) >> kCopyBit & 0xFF;
  if (TagOf(set.words[way].load(std::memory_order_relaxed)) != TagOf(word)) return false;
  *call = {static_cast<int32_t>(bits),
           static_cast<int16_t>(bits >> 32),
           MissingOf(word),
           id,
           copy != ROCJFR_COPY_NONE,
           IsSingle(word)};
  return true;
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

// The same of a place with a tool's id, which another call may be getting at this moment: of two
// that have claimed theirs one sees the other at least. False: it is nobody's.
[[gnu::cold, gnu::noinline]] bool OpenUnlessShared(Set& set, std::atomic<uint64_t>* place,
                                                   uint64_t key, uint64_t word) noexcept {
  // A full barrier between its claim and the look at others.
  place->fetch_add(0, std::memory_order_seq_cst);
  uint64_t busy = Word(key, kBusy);
  if (!Share(set, key, place) &&
      place->compare_exchange_strong(busy, word, std::memory_order_acq_rel)) {
    return true;
  }
  place->store(Word(key, kShared), std::memory_order_release);
  return false;
}

[[gnu::always_inline]] inline Inserted Insert(uint64_t key, const rocjfr_submit_t& submit,
                                              Work work, bool in_flight,
                                              SubmissionRef* ref) noexcept {
  Set& set = SetOf(key);
  const bool tools = (key & kToolIdKey) != 0;
  if (__builtin_expect(tools, false) && Share(set, key, nullptr)) return Inserted::kNobodys;
  std::atomic<uint64_t>* place = Claim(set, key);
  if (place == nullptr) return Inserted::kNo;  // eight writers in one set at once
  PutPayload(submit, set.payload[place - set.words]);
  const uint64_t live = Word(key, work == Work::kMany ? kManyLive : kLive);
  const uint64_t word = in_flight ? FirstInFlight(live) : live;
  if (__builtin_expect(tools, false)) {
    if (!OpenUnlessShared(set, place, key, word)) return Inserted::kNobodys;
  } else {
    // A store is enough: who finds kBusy leaves the place alone.
    place->store(word, std::memory_order_release);
  }
  ref->word = place;
  ref->live = live;
  ClaimAhead(key);
  return Inserted::kYes;
}

}  // namespace

bool InsertSubmission(uint64_t key, const rocjfr_submit_t& submit, Work work,
                      SubmissionRef* ref) noexcept {
  return Insert(key, submit, work, false, ref) != Inserted::kNobodys;
}

Inserted InsertInFlight(uint64_t key, const rocjfr_submit_t& submit, Work work,
                        SubmissionRef* ref) noexcept {
  return Insert(key, submit, work, true, ref);
}

bool ExpectSubmission(const SubmissionRef& ref) noexcept {
  if (ref.word == nullptr) return false;
  for (uint64_t word = ref.live; TagOf(word) == TagOf(ref.live) && IsLive(word);) {
    if (ref.word->compare_exchange_weak(word, FirstInFlight(word), std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

Expected ExpectAnother(const SubmissionRef& ref) noexcept {
  if (ref.word == nullptr) return Expected::kNo;
  uint64_t word = ref.word->load(std::memory_order_relaxed);
  while (TagOf(word) == TagOf(ref.live)) {
    const State state = StateOf(word);
    if (state == kAbandoned) return Expected::kAbandoned;
    const bool flies = state == kInFlight || state == kMoreInFlight;
    if ((!flies && state != kDone) || CountOf(word) == kMostPieces) break;
    const uint64_t next = WithState(word, kMoreInFlight, flies ? CountOf(word) + 1 : 1);
    if (ref.word->compare_exchange_weak(word, next, std::memory_order_relaxed)) {
      return Expected::kYes;
    }
  }
  return Expected::kNo;
}

void EndSubmission(const SubmissionRef& ref) noexcept {
  if (ref.word == nullptr) return;
  for (uint64_t word = ref.live; TagOf(word) == TagOf(ref.live) && IsLive(word);) {
    if (ref.word->compare_exchange_weak(word, WithState(word, kDone), std::memory_order_relaxed)) {
      return;
    }
  }
}

Found FindSubmission(uint64_t key, bool finishes, rocjfr_submit_t* submit) noexcept {
  if (key >> kKeyBits != 0) return Found::kNo;
  Set& set = SetOf(key);
  const uint32_t way = WayOf(key, 0);
  Found found;
  if (__builtin_expect(ReadWay(set, way, TagOfKey(key), finishes, submit, &found), true)) {
    return found;
  }
  // The key would have taken a free one; a way is never free again.
  if (set.words[way].load(std::memory_order_relaxed) == 0) return Found::kNo;
  return FindFurther(set, key, finishes, submit);
}

// Not by FindSubmission, which shall be part of its one caller.
bool LookUpSubmission(uint64_t key, rocjfr_submit_t* submit) noexcept {
  if (key >> kKeyBits != 0) return false;
  Set& set = SetOf(key);
  Found found = Found::kNo;
  for (uint32_t i = 0; i < kWays; ++i) {
    if (ReadWay(set, WayOf(key, i), TagOfKey(key), false, submit, &found)) break;
  }
  return found == Found::kYes;
}

Found EndMany(const SubmissionRef& ref, uint32_t* pieces, uint32_t* missing) noexcept {
  *missing = 0;
  if (ref.word == nullptr) return Found::kNo;
  uint64_t word = ref.word->load(std::memory_order_relaxed);
  while (TagOf(word) == TagOf(ref.live)) {
    const bool abandoned = StateOf(word) == kManyAbandoned;
    if (!abandoned && StateOf(word) != kManyInFlight) return Found::kYes;
    const uint64_t left = *pieces > CountOf(word) ? *pieces - CountOf(word) : 0;
    const uint64_t next = abandoned   ? WithState(word, kAbandoned)
                          : left == 0 ? WithState(word, kDone)
                                      : WithState(word, kManyEnded, std::min(left, kMostPieces));
    if (!ref.word->compare_exchange_weak(word, next, std::memory_order_acq_rel)) continue;
    if (abandoned) *missing = static_cast<uint32_t>(left);
    *pieces = std::max(*pieces, static_cast<uint32_t>(CountOf(word)));
    return abandoned ? Found::kAbandoned : left == 0 ? Found::kFinished : Found::kYes;
  }
  return Found::kNo;
}

bool AnyInFlight(bool (*visit)(const InFlightCall& call, void* argument), void* argument) {
  for (const Set& set : g_sets) {
    for (uint32_t way = 0; way < kWays; ++way) {
      InFlightCall call;
      const uint64_t word = set.words[way].load(std::memory_order_acquire);
      if (ReadInFlight(set, way, word, &call) && visit(call, argument)) return true;
    }
  }
  return false;
}

void CountUnjoined() noexcept {
  g_unjoined.fetch_add(1, std::memory_order_relaxed);
}

uint64_t UnjoinedCalls() noexcept {
  return g_unjoined.load(std::memory_order_relaxed);
}

uint64_t EvictedInFlight() noexcept {
  return g_evicted.load(std::memory_order_relaxed);
}

uint64_t EvictedPieces() noexcept {
  const auto pieces = static_cast<int64_t>(g_evicted_pieces.load(std::memory_order_relaxed));
  return pieces < 0 ? 0 : static_cast<uint64_t>(pieces);  // until that launch ends
}

uint64_t CallsThatGaveWay() noexcept {
  return g_gave_way.load(std::memory_order_relaxed);
}

Abandoned AbandonSubmissions(bool (*which)(const InFlightCall& call, void* argument),
                             void* argument) noexcept {
  Abandoned abandoned;
  for (Set& set : g_sets) {
    for (uint32_t way = 0; way < kWays; ++way) {
      std::atomic<uint64_t>& place = set.words[way];
      uint64_t word = place.load(std::memory_order_relaxed);
      while (InFlightOf(word) != 0) {
        // Of those that have not ended EndMany counts what is missing.
        const bool ended = StateOf(word) != kManyInFlight;
        InFlightCall call;
        if (which != nullptr &&
            (!ended || !ReadInFlight(set, way, word, &call) || !which(call, argument))) {
          break;
        }
        const uint64_t next =
            ended ? WithState(word, kAbandoned) : WithState(word, kManyAbandoned, CountOf(word));
        if (!place.compare_exchange_weak(word, next, std::memory_order_acq_rel)) continue;
        abandoned.in_flight += InFlightOf(word);
        if (ended) abandoned.pieces += CountOf(word);
        break;
      }
    }
  }
  return abandoned;
}

}  // namespace rocjfr
