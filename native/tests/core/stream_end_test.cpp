// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/stream_end.h"

#include <gtest/gtest.h>

namespace rocjfr::test {
namespace {

bool MustWait(int32_t stream, Effect effect = Effect::kStreamDestroy) {
  NoteAnnounces();
  Ending ending;
  ending.effect = effect;
  ending.stream = stream;
  return AwaitRecords(ending).ns != 0;
}

TEST(StreamEnd, AwaitsItsMarkersOnly) {
  ExpectMarker(1, 7, -1, true);
  ExpectMarker(2, 7, -1, true);
  FinishMarker(1);
  FinishMarker(3);
  EXPECT_FALSE(MustWait(8));
  EXPECT_TRUE(MustWait(7));
  EXPECT_FALSE(MustWait(7)) << "in vain once";
}

TEST(StreamEnd, NothingIsAwaitedThatHasCome) {
  for (uint64_t key : {4, 5, 4}) ExpectMarker(key, 7, -1, true);
  for (uint64_t key : {4, 4, 5}) FinishMarker(key);
  EXPECT_FALSE(MustWait(7));
}

TEST(StreamEnd, OfAllStreamsAwaitsAll) {
  ExpectMarker(6, 9, -1, true);
  EXPECT_TRUE(MustWait(-1, Effect::kDeviceReset));
  ExpectMarker(7, 9, -1, true);
  EXPECT_TRUE(MustWait(-1, Effect::kStreamsGone));
}

// hipStreamDestroy waits for work that nobody has synchronised: its markers come then.
TEST(StreamEnd, MarkersOfWorkAreAwaitedWhereItIsSynchronised) {
  NoteWork(20);
  ExpectMarker(8, 20, -1, false);
  EXPECT_FALSE(MustWait(20));
  NoteSynchronisation(20);
  NoteWork(20);
  EXPECT_FALSE(MustWait(20)) << "there is work since";
  NoteSynchronisation(20);
  EXPECT_FALSE(MustWait(21));
  EXPECT_TRUE(MustWait(20));
}

TEST(StreamEnd, ASynchronisationOfADeviceIsOneOfAllStreams) {
  NoteWork(22);
  ExpectMarker(9, 22, -1, false);
  EXPECT_FALSE(MustWait(-1, Effect::kDeviceReset));
  NoteSynchronisation(-1);
  EXPECT_TRUE(MustWait(-1, Effect::kDeviceReset));
}

// The others wait for its work.
TEST(StreamEnd, MarkersOfTheDefaultStreamMayBeOnAnyOther) {
  NoteWork(0);
  NoteWork(23);
  NoteWork(24);
  ExpectMarker(10, 0, -1, false);
  NoteSynchronisation(24);
  EXPECT_FALSE(MustWait(23));
  EXPECT_TRUE(MustWait(24));
}

const Ending kReset = {Effect::kDeviceReset};

Comes Destroys(int32_t stream) {
  NoteAnnounces();
  Ending ending;
  ending.stream = stream;
  return RecordsToCome(ending);
}

// Those of another stream, which may be busy for long, are no reason to wait for long.
TEST(StreamEnd, OnlyRecordsOfTheStreamItselfAreSure) {
  ExpectMarker(60, 0, -1, true);
  EXPECT_EQ(Destroys(61), Comes::kPerhaps);
  ExpectMarker(61, 62, -1, true);
  EXPECT_EQ(Destroys(62), Comes::kSurely);
  EXPECT_EQ(RecordsToCome(kReset), Comes::kPerhaps);
  FinishMarker(60);
  FinishMarker(61);
  EXPECT_EQ(RecordsToCome(kReset), Comes::kNo);
}

// Not of one of another device, nor for a stream that does not wait for the default stream.
TEST(StreamEnd, MarkersOfTheDefaultStreamAreWhereTheyCanBe) {
  NoteAnnounces();
  ExpectMarker(65, 0, 1, true);
  Ending ending;
  ending.stream = 66;
  ending.device = 1;
  EXPECT_EQ(RecordsToCome(ending), Comes::kPerhaps);
  ending.apart = true;
  EXPECT_EQ(RecordsToCome(ending), Comes::kNo);
  ending.apart = false;
  ending.device = 0;
  EXPECT_EQ(RecordsToCome(ending), Comes::kNo);
  ending.device = -1;
  EXPECT_EQ(RecordsToCome(ending), Comes::kPerhaps) << "of any device";
  FinishMarker(65);
}

TEST(StreamEnd, WhatWeHaveAskedForIsNotSure) {
  NoteWork(63);
  ExpectMarker(62, 63, -1, false);
  EXPECT_EQ(Destroys(63), Comes::kNo);
  NoteOurSynchronisation(63);
  EXPECT_EQ(Destroys(63), Comes::kPerhaps);
  NoteWork(63);
  EXPECT_EQ(Destroys(63), Comes::kNo);
  NoteSynchronisation(63);
  NoteOurSynchronisation(63);
  EXPECT_EQ(Destroys(63), Comes::kSurely) << "the program's counts";
  FinishMarker(62);
}

// The work of one says nothing of the other.
TEST(StreamEnd, TwoStreamsMayShareAPlace) {
  const int32_t other = 64 + static_cast<int32_t>(kWorkPlaces);
  NoteWork(64);
  ExpectMarker(63, 64, -1, false);
  NoteSynchronisation(64);
  NoteWork(other);
  EXPECT_EQ(Destroys(64), Comes::kPerhaps);
  EXPECT_EQ(Destroys(other), Comes::kNo);
  NoteSynchronisation(other);
  EXPECT_EQ(Destroys(64), Comes::kPerhaps);
  FinishMarker(63);
}

// As many as fit are remembered, the newest of all.
TEST(StreamEnd, TheOldestAreGivenUp) {
  constexpr uint64_t kFit = 256;
  for (uint64_t key = 1; key <= kFit + 1; ++key) ExpectMarker(key, key == 1 ? 11 : 12, -1, true);
  EXPECT_FALSE(MustWait(11));
  for (uint64_t key = 2; key <= kFit; ++key) FinishMarker(key);
  EXPECT_TRUE(MustWait(12));
}

}  // namespace
}  // namespace rocjfr::test
