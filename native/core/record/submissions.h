// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data of API calls about their submitted work, until the work's records have come. It leads
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

// Keys have 54 bits. Our correlation ids are below 2^52. One bit marks record ids of HIP 5.2, and
// another bit marks the correlation ids of a tool that shares the hook. If a tool gives one id to
// several calls, it joins nothing.
constexpr uint32_t kKeyBits = 54;
constexpr uint64_t kRecordIdKey = uint64_t{1} << 53;
constexpr uint64_t kToolIdKey = uint64_t{1} << 52;

// A place in the table, as long as it holds the same key.
struct SubmissionRef {
  std::atomic<uint64_t>* word = nullptr;
  uint64_t live = 0;  // what it holds before the call has submitted anything
};

// Remembers a call. It is not in flight before ExpectSubmission. For most calls, each piece of work
// is announced at its submission. kMany pieces count as one in flight until all are finished, and
// EndMany tells their number.
enum class Work : uint8_t { kEach, kMany };
// *ref is left as it is where there is no room. False: the key is nobody's, see above.
bool InsertSubmission(uint64_t key, const rocjfr_submit_t& submit, Work work,
                      SubmissionRef* ref) noexcept;
// The same of a call that submits its first piece of work now: it is in flight from the beginning,
// which saves ExpectSubmission's compare-and-swap. kNo: there is no room.
enum class Inserted { kNobodys, kNo, kYes };
Inserted InsertInFlight(uint64_t key, const rocjfr_submit_t& submit, Work work,
                        SubmissionRef* ref) noexcept;
// The call has submitted its first piece of work. True: it is in flight from now on (false: it was
// already, or its record has come).
bool ExpectSubmission(const SubmissionRef& ref) noexcept;
// And one more, which is in flight, too. kAbandoned: nobody waits for it; its record is not joined.
enum class Expected { kNo, kYes, kAbandoned };
Expected ExpectAnother(const SubmissionRef& ref) noexcept;
// The call ended; an entry that submitted nothing may be reused.
void EndSubmission(const SubmissionRef& ref) noexcept;

enum class Found { kNo, kYes, kPart, kFinished, kAbandoned };
// A call of kMany ended: so many pieces were submitted, or as many as have come where these are
// more: *pieces is that then. What it says is of the call: kFinished where all of them had come
// before. kAbandoned: so many as are `missing` come no more.
Found EndMany(const SubmissionRef& ref, uint32_t* pieces, uint32_t* missing) noexcept;

// What the call said. With `finishes` a record of its work has come: a piece is no longer in
// flight, which kFinished says, or, of kMany, kPart of each piece but the last. With kNo, *submit
// holds anything. kAbandoned: it comes too late, AbandonSubmissions has counted it.
Found FindSubmission(uint64_t key, bool finishes, rocjfr_submit_t* submit) noexcept;

// The same without finishing anything: false where it is not known.
bool LookUpSubmission(uint64_t key, rocjfr_submit_t* submit) noexcept;

// Calls whose work is in flight.
struct InFlightCall {
  int32_t stream;   // its number
  int32_t device;   // HIP ordinal, -1 unknown
  uint64_t pieces;  // that are in flight; 1 of a call of kMany that has not ended
  uint64_t correlation_id;
  bool copies;  // or fills, by its arguments
  bool single;  // so far it has submitted this one piece, and nothing before; false if not known
};
// Looks through them until `visit` returns true. True: it did.
bool AnyInFlight(bool (*visit)(const InFlightCall& call, void* argument), void* argument);

// Calls whose work is not joined since another tool gave their id to another one, too, or one that
// is no key.
uint64_t UnjoinedCalls() noexcept;
void CountUnjoined() noexcept;

// What was in flight and is not waited for: it gave way to newer calls, or lost its key to one.
uint64_t EvictedInFlight() noexcept;
// The same in pieces; those of a call of kMany when it ends: then its caller counts all but one.
uint64_t EvictedPieces() noexcept;
// Calls whose work gave way so.
uint64_t CallsThatGaveWay() noexcept;
// Ends what is in flight: how much that was, and how many pieces of work. Those of a call of kMany
// that has not ended are left to who ends it. With `which`: of calls that have ended those for
// which it returns true.
struct Abandoned {
  uint64_t in_flight = 0;
  uint64_t pieces = 0;
};
Abandoned AbandonSubmissions(bool (*which)(const InFlightCall& call, void* argument) = nullptr,
                             void* argument = nullptr) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_SUBMISSIONS_H_
