// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The word of a place in the table of submissions: whose it is, how many pieces of its work, and
// its state. So each change, and whether it is still the same call's, is one compare-and-swap. 0:
// free. Model: native/models/submissions.pml.
#ifndef ROCJFR_CORE_RECORD_SUBMISSION_WORD_H_
#define ROCJFR_CORE_RECORD_SUBMISSION_WORD_H_

#include <cstdint>

#include "submissions.h"

namespace rocjfr::submission {

constexpr uint32_t kSetBits = 14;  // of a key, that say in which set it stands

enum State : uint64_t {
  kBusy = 1,  // somebody writes its payload
  kLive = 2,
  kInFlight = 3,  // the call has submitted one piece so far, which has not finished; count: 1
  kDone = 4,
  kAbandoned = 5,
  // Work::kMany, of which nobody knows how many there are before the call ends.
  kManyLive = 6,
  kManyInFlight = 7,   // count: pieces that have finished
  kManyAbandoned = 8,  // likewise, then
  kManyEnded = 9,      // count: pieces that have not finished
  kShared = 10,        // a key that several calls have: nobody's
  kMoreInFlight = 11,  // it has submitted more than one; count: those that have not finished
};
constexpr uint64_t kStateMask = 15;
constexpr uint32_t kCountBit = 4, kTagBit = 24;
constexpr uint64_t kOnePiece = uint64_t{1} << kCountBit;
constexpr uint64_t kMostPieces = (uint64_t{1} << (kTagBit - kCountBit)) - 1;

// What of a key is not said by the set: an older key of a set has a smaller one.
inline uint64_t TagOfKey(uint64_t key) noexcept {
  return key >> (2 + kSetBits) << 2 | (key & 3);
}
inline uint64_t TagOf(uint64_t word) noexcept {
  return word >> kTagBit;
}
inline uint64_t WithState(uint64_t word, State state, uint64_t count = 0) noexcept {
  return TagOf(word) << kTagBit | count << kCountBit | state;
}
inline uint64_t Word(uint64_t key, State state) noexcept {
  return TagOfKey(key) << kTagBit | state;
}
// kBusy, and another call has the key meanwhile.
inline uint64_t BusyShared(uint64_t key) noexcept {
  return TagOfKey(key) << kTagBit | kOnePiece | kBusy;
}
inline State StateOf(uint64_t word) noexcept {
  return static_cast<State>(word & kStateMask);
}
inline uint64_t CountOf(uint64_t word) noexcept {
  return word >> kCountBit & kMostPieces;
}
static_assert(kTagBit + kKeyBits - kSetBits == 64, "a key's tag fills the rest of the word");

inline bool IsLive(uint64_t word) noexcept {
  return StateOf(word) == kLive || StateOf(word) == kManyLive;
}
inline bool IsOver(uint64_t word) noexcept {
  return StateOf(word) == kDone || StateOf(word) == kAbandoned || StateOf(word) == kShared;
}
// What a live one becomes with its first piece of work. (Of those of kMany the pieces that have
// finished are counted.)
inline uint64_t FirstInFlight(uint64_t word) noexcept {
  return StateOf(word) == kLive ? WithState(word, kInFlight, 1)
                                : WithState(word, kManyInFlight, CountOf(word));
}
// Whether the call has this piece of work alone, as far as it has submitted any. False, too, of HIP
// 5.2's pieces, each of which has a place of its own.
inline bool IsSingle(uint64_t word) noexcept {
  return StateOf(word) == kInFlight && (TagOf(word) & TagOfKey(kRecordIdKey)) == 0;
}
// As InFlight() counts it.
inline uint64_t InFlightOf(uint64_t word) noexcept {
  switch (StateOf(word)) {
    case kInFlight:
    case kMoreInFlight:
      return CountOf(word);
    case kManyInFlight:
    case kManyEnded:
      return 1;
    default:
      return 0;
  }
}
// As far as it is known.
inline uint64_t MissingOf(uint64_t word) noexcept {
  return StateOf(word) == kManyEnded ? CountOf(word) : InFlightOf(word);
}

}  // namespace rocjfr::submission
#endif  // ROCJFR_CORE_RECORD_SUBMISSION_WORD_H_
