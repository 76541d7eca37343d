// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What API calls said about the work they submitted, until the work's records have come: the way
// from an op record back to its call, by correlation id (HIP 5.2: by record id).
//
// A fixed table, eight ways a set, without locks: writers claim a way by compare-and-swap of its
// key, readers copy the payload and look at the key again. A full set gives up a finished entry, or
// else its oldest: that work is then recorded without what its call said.
#ifndef ROCJFR_CORE_RECORD_SUBMISSIONS_H_
#define ROCJFR_CORE_RECORD_SUBMISSIONS_H_

#include <atomic>
#include <cstdint>

#include "rocjfr/record.h"

namespace rocjfr {

// Keys have 61 bits: our correlation ids below 2^59; record ids of HIP 5.2 with the one bit, and
// another tool's correlation ids, where it shares the hook, with the other.
constexpr uint64_t kRecordIdKey = uint64_t{1} << 60;
constexpr uint64_t kToolIdKey = uint64_t{1} << 59;

// A place in the table, as long as it holds the same key.
struct SubmissionRef {
  std::atomic<uint64_t>* word = nullptr;
  uint64_t live = 0;  // what it holds before the call has submitted anything
};

// Remembers a call. It is not in flight before ExpectSubmission. Most finish with their first
// record; of a graph's launch the pieces are counted, until as many are finished as EndGraph says.
enum class Work : uint8_t { kOne, kGraph };
// *ref is left as it is where there is no room.
void InsertSubmission(uint64_t key, const rocjfr_submit_t& submit, Work work,
                      SubmissionRef* ref) noexcept;
// The call has submitted work. True: it is in flight from now on (false: it was already).
bool ExpectSubmission(const SubmissionRef& ref) noexcept;
// The call ended; an entry that submitted nothing may be reused.
void EndSubmission(const SubmissionRef& ref) noexcept;

enum class Found { kNo, kYes, kPart, kFinished, kAbandoned };
// The graph's launch ended: so many pieces were submitted. What it says is of the launch:
// kFinished where all of them had come before. kAbandoned: so many as are `missing` come no more.
Found EndGraph(const SubmissionRef& ref, uint32_t pieces, uint32_t* missing) noexcept;

// What the call said. With `finishes` a record of its work has come: it is no longer in flight,
// which kFinished says once, and kPart of each piece of a graph but the last. With kNo, *submit
// holds anything. kAbandoned: it comes too late, AbandonSubmissions has counted it.
Found FindSubmission(uint64_t key, bool finishes, rocjfr_submit_t* submit) noexcept;

// Pieces of work that are in flight; one for a graph whose launch has not ended.
uint64_t PiecesInFlight() noexcept;

// Entries that were in flight and gave way to newer ones.
uint64_t EvictedInFlight() noexcept;
// Ends all that is in flight: how many entries that were, and how many pieces of work. Those of a
// graph whose launch has not ended are left to who ends it.
struct Abandoned {
  uint64_t entries = 0;
  uint64_t pieces = 0;
};
Abandoned AbandonSubmissions() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_SUBMISSIONS_H_
