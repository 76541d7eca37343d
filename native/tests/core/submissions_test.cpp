// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/submissions.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "core.h"
#include "missing_pieces.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kWords = sizeof(rocjfr_submit_t) / sizeof(uint64_t);

// A payload of which every word depends on the key.
rocjfr_submit_t PayloadOf(uint64_t key) {
  uint64_t words[kWords];
  for (uint32_t i = 0; i < kWords; ++i) words[i] = key * 31 + i;
  rocjfr_submit_t submit;
  memcpy(&submit, words, sizeof(submit));
  return submit;
}

bool IsPayloadOf(const rocjfr_submit_t& submit, uint64_t key) {
  const rocjfr_submit_t expected = PayloadOf(key);
  return memcmp(&submit, &expected, sizeof(submit)) == 0;
}

SubmissionRef Insert(uint64_t key) {
  SubmissionRef ref;
  InsertSubmission(key, PayloadOf(key), Work::kEach, &ref);
  return ref;
}

Found End(const SubmissionRef& ref, uint32_t pieces, uint32_t* missing) {
  return EndMany(ref, &pieces, missing);
}

Found Find(uint64_t key, bool finishes) {
  rocjfr_submit_t submit = {};
  const Found found = FindSubmission(key, finishes, &submit);
  EXPECT_TRUE(found == Found::kNo || IsPayloadOf(submit, key)) << key;
  return found;
}

// Keys that share a set of the table: eight ways.
std::vector<uint64_t> KeysOfOneSet(size_t count) {
  std::vector<uint64_t> keys;
  for (uint64_t key = 1; keys.size() < count; ++key) {
    if ((key >> 2 & 16383) == 77) keys.push_back(key);
  }
  return keys;
}

TEST(Submissions, AreFoundWithWhatTheCallSaid) {
  EXPECT_EQ(Find(1, true), Found::kNo);
  Insert(1);
  EXPECT_EQ(Find(1, false), Found::kYes);
  EXPECT_EQ(Find(2, false), Found::kNo);
  EXPECT_EQ(Find(1 | kRecordIdKey, false), Found::kNo) << "a record id is another key";
}

TEST(Submissions, FinishOnceWhereTheyWereExpected) {
  const SubmissionRef ref = Insert(1);
  EXPECT_TRUE(ExpectSubmission(ref));
  EXPECT_FALSE(ExpectSubmission(ref)) << "in flight already";
  EXPECT_EQ(Find(1, false), Found::kYes) << "a marker finishes nothing";
  EXPECT_EQ(Find(1, true), Found::kFinished);
  EXPECT_EQ(Find(1, true), Found::kYes) << "the graph's next kernel";
  EXPECT_FALSE(ExpectSubmission(ref)) << "its work came before its question";
}

TEST(Submissions, EachPieceFinishesByItself) {
  const SubmissionRef ref = Insert(1);
  ASSERT_TRUE(ExpectSubmission(ref));
  EXPECT_EQ(Find(1, true), Found::kFinished);
  EXPECT_EQ(PiecesInFlight(), 0u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ExpectAnother(ref), Expected::kYes);
  EXPECT_EQ(PiecesInFlight(), 3u);
  EXPECT_EQ(Find(1, true), Found::kFinished);
  const Abandoned abandoned = AbandonSubmissions();
  EXPECT_EQ(abandoned.in_flight, 2u);
  EXPECT_EQ(abandoned.pieces, 2u);
  EXPECT_EQ(ExpectAnother(ref), Expected::kAbandoned);
  EXPECT_EQ(Find(1, true), Found::kAbandoned);
}

TEST(Submissions, ManyPiecesAreOneInFlightUntilAllHaveFinished) {
  const auto insert = [](uint64_t key) {
    SubmissionRef ref;
    InsertSubmission(key, PayloadOf(key), Work::kMany, &ref);
    return ref;
  };
  const SubmissionRef ref = insert(1);
  uint32_t missing = 0;
  EXPECT_EQ(Find(1, true), Found::kPart) << "before it was expected";
  ASSERT_TRUE(ExpectSubmission(ref));
  EXPECT_EQ(PiecesInFlight(), 1u);
  EXPECT_EQ(End(ref, 4, &missing), Found::kYes);
  EXPECT_EQ(PiecesInFlight(), 3u);
  EXPECT_EQ(Find(1, true), Found::kPart);
  EXPECT_EQ(Find(1, true), Found::kPart);
  EXPECT_EQ(Find(1, true), Found::kFinished);
  EXPECT_EQ(Find(1, true), Found::kYes);
  const SubmissionRef all = insert(2);
  ASSERT_TRUE(ExpectSubmission(all));
  EXPECT_EQ(Find(2, true), Found::kPart);
  EXPECT_EQ(End(all, 1, &missing), Found::kFinished);
  const SubmissionRef more = insert(4);
  ASSERT_TRUE(ExpectSubmission(more));
  EXPECT_EQ(Find(4, true), Found::kPart);
  EXPECT_EQ(Find(4, true), Found::kPart);
  uint32_t pieces = 1;
  EXPECT_EQ(EndMany(more, &pieces, &missing), Found::kFinished);
  EXPECT_EQ(pieces, 2u) << "as many as have come";
  const SubmissionRef gone = insert(3);
  ASSERT_TRUE(ExpectSubmission(gone));
  EXPECT_EQ(Find(3, true), Found::kPart);
  EXPECT_EQ(AbandonSubmissions().pieces, 0u);
  EXPECT_EQ(End(gone, 4, &missing), Found::kAbandoned);
  EXPECT_EQ(missing, 3u);
}

// Of a call whose place another has, nothing is changed at that one's.
TEST(Submissions, AnEvictedLaunchEndsNobodyElses) {
  const auto keys = KeysOfOneSet(9);
  std::vector<SubmissionRef> refs(9);
  for (int i = 0; i < 9; ++i) {
    InsertSubmission(keys[i], PayloadOf(keys[i]), Work::kMany, &refs[i]);
    ASSERT_TRUE(ExpectSubmission(refs[i]));
  }
  EXPECT_EQ(EvictedInFlight(), 1u);
  uint32_t missing = 0;
  EXPECT_EQ(End(refs[0], 5, &missing), Found::kNo);
  EXPECT_EQ(PiecesInFlight(), 8u);
  EXPECT_EQ(End(refs[8], 5, &missing), Found::kYes);
  EXPECT_EQ(PiecesInFlight(), 12u);
}

TEST(Submissions, AToolsIdOfTwoCallsIsNobodys) {
  const uint64_t key = 7 | kToolIdKey;
  ASSERT_TRUE(ExpectSubmission(Insert(key)));
  SubmissionRef second;
  EXPECT_FALSE(InsertSubmission(key, PayloadOf(key), Work::kEach, &second));
  EXPECT_EQ(Find(key, true), Found::kNo);
  EXPECT_EQ(EvictedInFlight(), 1u) << "nobody waits for it";
  EXPECT_EQ(Insert(key).word, nullptr) << "nor a third one's";
  EXPECT_EQ(AbandonSubmissions().in_flight, 0u);
}

// A second call with the key comes while the first one has its place and copies what it says: what
// that is cannot be read before.
namespace at_once {
constexpr uint64_t kKey = 7 | kToolIdKey;
rocjfr_submit_t* unreadable;
Inserted second;

void OnRead(int) {
  mprotect(unreadable, sizeof(*unreadable), PROT_READ | PROT_WRITE);
  *unreadable = PayloadOf(kKey);
  SubmissionRef ref;
  second = InsertInFlight(kKey, PayloadOf(kKey), Work::kEach, &ref);
}
}  // namespace at_once

// See models/submissions.pml.
TEST(Submissions, AToolsIdOfTwoCallsAtOnceIsNobodys) {
  void* memory =
      mmap(nullptr, sizeof(*at_once::unreadable), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  at_once::unreadable = static_cast<rocjfr_submit_t*>(memory);
  at_once::second = Inserted::kNo;
  struct sigaction action = {}, before = {};
  action.sa_handler = &at_once::OnRead;
  ASSERT_EQ(sigaction(SIGSEGV, &action, &before), 0);
  SubmissionRef ref;
  const Inserted first = InsertInFlight(at_once::kKey, *at_once::unreadable, Work::kEach, &ref);
  sigaction(SIGSEGV, &before, nullptr);
  EXPECT_EQ(at_once::second, Inserted::kNobodys);
  EXPECT_EQ(first, Inserted::kNobodys);
  EXPECT_EQ(ref.word, nullptr);
  EXPECT_EQ(Find(at_once::kKey, true), Found::kNo);
  EXPECT_EQ(AbandonSubmissions().in_flight, 0u);
  munmap(memory, sizeof(*at_once::unreadable));
}

TEST(Submissions, OnesThatSubmittedNothingEndWithTheirCall) {
  const SubmissionRef ref = Insert(1);
  EndSubmission(ref);
  EXPECT_FALSE(ExpectSubmission(ref));
  EXPECT_EQ(Find(1, true), Found::kYes) << "kept as long as there is room";
  EndSubmission({});
  EXPECT_FALSE(ExpectSubmission({}));
}

// Who reads a recording tells by it whether the work in there is what was missing before.
TEST(Submissions, TheOnlyPieceOfACallIsTold) {
  const auto single = [](uint64_t key) {
    struct Of {
      uint64_t id;
      int found = -1;
    } of{PayloadOf(key).submit_correlation_id};
    AnyInFlight(
        [](const InFlightCall& call, void* argument) {
          auto& wanted = *static_cast<Of*>(argument);
          if (call.correlation_id == wanted.id) wanted.found = call.single ? 1 : 0;
          return false;
        },
        &of);
    return of.found;
  };
  const SubmissionRef one = Insert(1), two = Insert(2), recorded = Insert(kRecordIdKey | 3);
  for (const SubmissionRef& ref : {one, two, recorded}) ASSERT_TRUE(ExpectSubmission(ref));
  EXPECT_EQ(single(1), 1);
  ASSERT_EQ(ExpectAnother(two), Expected::kYes);
  EXPECT_EQ(single(2), 0);
  ASSERT_EQ(Find(2, true), Found::kFinished);
  EXPECT_EQ(single(2), 0) << "the last of several";
  EXPECT_EQ(single(kRecordIdKey | 3), 0) << "HIP 5.2 tells each piece by itself";
  SubmissionRef many;
  ASSERT_TRUE(InsertSubmission(4, PayloadOf(4), Work::kMany, &many));
  ASSERT_TRUE(ExpectSubmission(many));
  EXPECT_EQ(single(4), 0);
}

TEST(Submissions, EndOfTheCallLeavesWorkInFlight) {
  const SubmissionRef ref = Insert(1);
  ASSERT_TRUE(ExpectSubmission(ref));
  EndSubmission(ref);
  EXPECT_EQ(Find(1, true), Found::kFinished);
}

TEST(Submissions, AFullSetGivesUpFinishedOnesFirst) {
  const auto keys = KeysOfOneSet(10);
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(ExpectSubmission(Insert(keys[i])));
  ASSERT_EQ(Find(keys[5], true), Found::kFinished);
  Insert(keys[8]);
  EXPECT_EQ(EvictedInFlight(), 0u);
  EXPECT_EQ(Find(keys[5], false), Found::kNo);
  for (const int i : {0, 1, 2, 3, 4, 6, 7, 8}) EXPECT_EQ(Find(keys[i], false), Found::kYes) << i;
  Insert(keys[9]);
  EXPECT_EQ(EvictedInFlight(), 1u) << "counted, since its record may still come";
  EXPECT_EQ(Find(keys[0], false), Found::kNo) << "the oldest";
}

// What is finished may get more records (a graph's) until the ids have gone round the table.
TEST(Submissions, AFinishedOneGivesWayToNoneOfItsOwnRound) {
  constexpr uint64_t kRound = 4 * 16384;
  const uint64_t key = kRound + 1;
  ASSERT_TRUE(ExpectSubmission(Insert(key)));
  ASSERT_EQ(Find(key, true), Found::kFinished);
  Insert(key - kRound);  // of a thread that took its block of ids long ago
  EXPECT_EQ(Find(key, false), Found::kYes);
  EXPECT_EQ(Find(key - kRound, false), Found::kYes);
  Insert(key + kRound);
  EXPECT_EQ(Find(key, false), Found::kNo);
}

TEST(Submissions, AnEvictedOnesReferenceDoesNothing) {
  const auto keys = KeysOfOneSet(9);
  const SubmissionRef first = Insert(keys[0]);
  for (int i = 1; i < 9; ++i) Insert(keys[i]);
  EXPECT_FALSE(ExpectSubmission(first));
  EndSubmission(first);
  EXPECT_TRUE(ExpectSubmission(Insert(keys[8]))) << "its place's new owner is untouched";
}

TEST(Submissions, AbandonEndsAllInFlight) {
  for (uint64_t key = 1; key <= 100; ++key) {
    const SubmissionRef ref = Insert(key);
    if (key % 2 == 0) ExpectSubmission(ref);
  }
  EXPECT_EQ(AbandonSubmissions().in_flight, 50u);
  EXPECT_EQ(AbandonSubmissions().in_flight, 0u);
  EXPECT_EQ(Find(2, true), Found::kAbandoned) << "counted once";
  EXPECT_EQ(Find(2, false), Found::kAbandoned);
  EXPECT_EQ(Find(1, true), Found::kYes) << "was not in flight";
}

// Against a model: what is live or in flight is always found, with its own payload, and finishes
// exactly once; what has finished may be forgotten.
TEST(Submissions, BehaveLikeTheirModel) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::map<uint64_t, std::pair<uint32_t, SubmissionRef>> model;  // pieces that are in flight
  std::vector<uint64_t> done;
  uint64_t next = 1;
  for (int step = 0; step < (kSanitized ? 60000 : 400000); ++step) {
    if (model.size() < 4000 && random() % 2 == 0) {
      const uint64_t key = next++ | (random() % 2 == 0 ? kRecordIdKey : 0);
      model[key] = {0, Insert(key)};
      continue;
    }
    if (model.empty()) continue;
    auto entry = model.lower_bound(random() % next | (random() % 2 == 0 ? kRecordIdKey : 0));
    if (entry == model.end()) entry = model.begin();
    auto& [pieces, ref] = entry->second;
    const uint64_t key = entry->first;
    switch (random() % 4) {
      case 0:
        EXPECT_EQ(ExpectSubmission(ref), pieces == 0);
        if (pieces++ == 0) break;
        EXPECT_EQ(ExpectAnother(ref), Expected::kYes);
        break;
      case 1:
        EndSubmission(ref);
        if (pieces != 0) break;
        done.push_back(key);
        model.erase(entry);
        break;
      case 2:
        EXPECT_EQ(Find(key, false), Found::kYes);
        break;
      default:
        EXPECT_EQ(Find(key, true), pieces != 0 ? Found::kFinished : Found::kYes);
        if (pieces > 1) {
          --pieces;
          break;
        }
        done.push_back(key);
        model.erase(entry);
        break;
    }
    if (!done.empty()) {
      EXPECT_NE(Find(done[random() % done.size()], true), Found::kFinished);
    }
    ASSERT_FALSE(HasFailure());
  }
  uint64_t in_flight = 0;
  for (const auto& entry : model) in_flight += entry.second.first;
  EXPECT_EQ(EvictedInFlight(), 0u);
  EXPECT_EQ(AbandonSubmissions().in_flight, in_flight);
}

TEST(Submissions, ReadersNeverSeeAnotherCallsWords) {
  constexpr uint64_t kKeys = kSanitized ? 50000 : 300000;
  constexpr uint64_t kLead = 10000;                              // far less than the table holds
  constexpr uint64_t kOverwritten = kSanitized ? 30000 : 65000;  // just about to be
  constexpr uint64_t kWriters = 2;
  std::atomic<uint64_t> written[kWriters] = {}, read[kWriters] = {};
  std::atomic<uint64_t> finished{0};
  std::vector<std::thread> threads;
  for (uint64_t writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      for (uint64_t i = 1; i <= kKeys; ++i) {
        while (i - read[writer].load(std::memory_order_relaxed) > kLead) std::this_thread::yield();
        EXPECT_TRUE(ExpectSubmission(Insert(i * kWriters + writer)));
        written[writer].store(i, std::memory_order_release);
      }
    });
    threads.emplace_back([&, writer] {
      uint64_t mine = 0;
      for (uint64_t i = 1; i <= kKeys; ++i) {
        while (written[writer].load(std::memory_order_acquire) < i) std::this_thread::yield();
        mine += Find(i * kWriters + writer, true) == Found::kFinished ? 1 : 0;
        // A finished one that is being overwritten at this moment must be whole or absent.
        if (i > kOverwritten) Find((i - kOverwritten) * kWriters + writer, false);
        read[writer].store(i, std::memory_order_relaxed);
      }
      finished += mine;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(finished.load(), kKeys * kWriters);
  EXPECT_EQ(EvictedInFlight(), 0u);
  EXPECT_EQ(AbandonSubmissions().in_flight, 0u);
}

}  // namespace
}  // namespace rocjfr::test
