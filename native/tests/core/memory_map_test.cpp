// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/site/memory_map.h"

#include <gtest/gtest.h>

namespace rocjfr::test {
namespace {

class MemoryMapTest : public testing::Test {
 protected:
  void SetUp() override {
    BeginMemoryMap(true);
    asked_ = 0;
  }
  End At(uint64_t address) { return WhereIs(known_, address); }
  static void Allocate(uint64_t begin, uint64_t bytes, End where = End::kDevice) {
    EnterMemory(begin, bytes, where, true);
  }
  static void Free(uint64_t begin, Freed freed = Freed::kYes) {
    EndFree(begin, BeginFree(begin), freed);
  }
  // HSA knows memory at [begin, begin + bytes).
  static void Answer(uint64_t begin, uint64_t bytes, End where = End::kDevice) {
    const Told told = {where, begin, bytes};
    AskAboutMemory(
        [](uint64_t address, const void* argument) noexcept {
          const Told& known = *static_cast<const Told*>(argument);
          ++asked_;
          return address >= known.begin && address - known.begin < known.bytes ? known : Told{};
        },
        &told);
  }
  static int Asked() {
    const int asked = asked_;
    asked_ = 0;
    return asked;
  }

  KnownRanges known_;
  static int asked_;
};
int MemoryMapTest::asked_ = 0;

TEST_F(MemoryMapTest, WhatWasAllocatedLiesThereToItsLastByte) {
  Allocate(0x5000, 0x100);
  Allocate(0x6000, 0x100, End::kHost);
  Allocate(0x7000, 0x100, End::kMoves);
  EXPECT_EQ(At(0x4FFF), End::kPageable);
  EXPECT_EQ(At(0x5000), End::kDevice);
  EXPECT_EQ(At(0x50FF), End::kDevice);
  EXPECT_EQ(At(0x5100), End::kPageable);
  EXPECT_EQ(At(0x6080), End::kHost);
  EXPECT_EQ(At(0x7080), End::kMoves);
  EXPECT_EQ(At(UINT64_MAX), End::kPageable);
}

// Before the call that frees it returns, another thread may have got the address.
TEST_F(MemoryMapTest, WhileItIsFreedNothingIsKnownOfIt) {
  Allocate(0x5000, 0x100);
  EXPECT_EQ(At(0x5000), End::kDevice);
  const uint64_t id = BeginFree(0x5000);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  EndFree(0x5000, id, Freed::kNo);
  EXPECT_EQ(At(0x5000), End::kDevice);
  const uint64_t again = BeginFree(0x5000);
  Allocate(0x5000, 0x80, End::kHost);
  EndFree(0x5000, again, Freed::kYes);
  EXPECT_EQ(At(0x5000), End::kHost);
  Free(0x5000);
  EXPECT_EQ(At(0x5000), End::kPageable);
}

TEST_F(MemoryMapTest, OfAFreeThatMayHaveFailedNothingIsKnown) {
  Allocate(0x5000, 0x100);
  Free(0x5000, Freed::kMaybe);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  EnterMemory(0x5000, 0x100, End::kDevice, false);
  EXPECT_EQ(At(0x5000), End::kDevice) << "the same once more";
  Free(0x5000, Freed::kMaybe);
  EnterMemory(0x5000, 0x200, End::kDevice, false);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  Allocate(0x8000, 0x100, End::kHost);
  Free(0x8000, Freed::kMaybe);
  EXPECT_EQ(At(0x8000), End::kPageable) << "the host's it is in any case";
}

TEST_F(MemoryMapTest, OfAnAllocationThatMayHaveFailedOnlyTheHostsIsKnown) {
  EnterMemory(0x5000, 0x100, End::kDevice, false);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  EnterMemory(0x6000, 0x100, End::kHost, false);
  EXPECT_EQ(At(0x6000), End::kHost);
  Allocate(0x7000, 0x100);
  EnterMemory(0x7080, 0x100, End::kHost, false);
  EXPECT_EQ(At(0x7000), End::kUnknown) << "it may have been freed unseen";
}

TEST_F(MemoryMapTest, WhatOverlapsWasFreedUnseen) {
  Allocate(0x5000, 0x1000);
  Allocate(0x5800, 0x1000, End::kHost);
  EXPECT_EQ(At(0x5000), End::kPageable);
  EXPECT_EQ(At(0x5800), End::kHost);
}

TEST_F(MemoryMapTest, HsaIsAskedOnceForEachPage) {
  BeginMemoryMap(false);
  EXPECT_FALSE(HasQuestions());
  EXPECT_EQ(At(0x5000), End::kUnknown);
  EXPECT_EQ(At(0x5010), End::kUnknown);
  EXPECT_EQ(At(0x9000), End::kUnknown);
  EXPECT_TRUE(HasQuestions());
  Answer(0x5000, 0x2000);
  EXPECT_EQ(Asked(), 2);
  EXPECT_FALSE(HasQuestions());
  EXPECT_EQ(At(0x6FFF), End::kDevice);
  EXPECT_EQ(At(0x9000), End::kUnknown) << "HSA does not know it";
  Answer(0x5000, 0x2000);
  EXPECT_EQ(Asked(), 0);
}

// Another thread asks with what it has kept from before the answer.
TEST_F(MemoryMapTest, AnAnswerReachesWhatThreadsHaveKept) {
  BeginMemoryMap(false);
  KnownRanges other;
  EXPECT_EQ(WhereIs(other, 0x5000), End::kUnknown);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  Answer(0x5000, 0x100, End::kHost);
  EXPECT_EQ(At(0x5000), End::kHost);
  EXPECT_EQ(WhereIs(other, 0x5000), End::kHost);
}

TEST_F(MemoryMapTest, OfManagedMemoryHsaIsAsked) {
  Allocate(0x5000, 0x1000, End::kMoves);
  EXPECT_EQ(At(0x5000), End::kMoves);
  Answer(0x5000, 0x1000, End::kHost);
  EXPECT_EQ(At(0x5000), End::kHost);
}

TEST_F(MemoryMapTest, WhatMayBeUnseenIsAskedForAgain) {
  BeginMemoryMap(false);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  Answer(0x9000, 1);
  EXPECT_EQ(Asked(), 1);
  MemoryMayBeUnseen();  // such as of another process
  EXPECT_EQ(At(0x5000), End::kUnknown);
  Answer(0x5000, 0x100);
  EXPECT_EQ(At(0x5000), End::kDevice);
}

// The answer to a question of before says nothing of memory that has come or gone since.
TEST_F(MemoryMapTest, AnAnswerThatIsLateIsAskedForAgain) {
  BeginMemoryMap(false);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  AskAboutMemory(
      [](uint64_t, const void*) noexcept {
        Allocate(0x5000, 0x100, End::kHost);
        return Told{End::kDevice, 0x5000, 0x100};
      },
      nullptr);
  EXPECT_EQ(At(0x5000), End::kHost);
}

// HSA may be asked when a free has begun, before the memory has gone.
TEST_F(MemoryMapTest, AnAnswerDuringAFreeDoesNotOutliveIt) {
  Allocate(0x5000, 0x1000, End::kMoves);
  EXPECT_EQ(At(0x5000), End::kMoves);
  const uint64_t id = BeginFree(0x5000);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  Answer(0x5000, 0x1000);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  EndFree(0x5000, id, Freed::kYes);
  EXPECT_EQ(At(0x5000), End::kPageable);
  Answer(0x5000, 0x1000);
  EXPECT_EQ(At(0x5000), End::kPageable);
}

TEST_F(MemoryMapTest, AnAnswerDuringAFreeOfWhatIsNotKnownDoesNotOutliveIt) {
  BeginMemoryMap(false);
  EXPECT_EQ(At(0x5800), End::kUnknown);
  const uint64_t id = BeginFree(0x5000);
  Answer(0x4000, 0x4000);
  EXPECT_EQ(At(0x5800), End::kUnknown);
  EndFree(0x5000, id, Freed::kYes);
  EXPECT_EQ(At(0x5800), End::kUnknown);
  Answer(0x4000, 0x4000);
  EXPECT_EQ(At(0x5800), End::kDevice) << "now it counts";
}

// Its neighbours in a pool's block are freed each for itself.
TEST_F(MemoryMapTest, AnAnswerLeavesWhatWasSeenBeingAllocated) {
  Allocate(0x5000, 0x1000);
  Allocate(0x6000, 0x1000, End::kHost);
  Allocate(0x7000, 0x1000);
  Free(0x5000, Freed::kMaybe);
  EnterMemory(0x5000, 0x800, End::kDevice, false);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  Answer(0x5000, 0x100000);
  EXPECT_EQ(At(0x5000), End::kDevice);
  EXPECT_EQ(At(0x6000), End::kHost);
  EXPECT_EQ(At(0x7000), End::kDevice);
  const uint64_t id = BeginFree(0x5000);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  EXPECT_EQ(At(0x6000), End::kHost);
  EXPECT_EQ(At(0x7000), End::kDevice);
  EndFree(0x5000, id, Freed::kYes);
  EXPECT_EQ(At(0x5000), End::kPageable);
  EXPECT_EQ(At(0x6000), End::kHost);
  EXPECT_EQ(At(0x7000), End::kDevice);
  EXPECT_EQ(At(0x9000), End::kPageable) << "the answer went with what it was about";
}

TEST_F(MemoryMapTest, AnAnswerEndsWithAFreeOfWhatIsNotKnown) {
  BeginMemoryMap(false);
  for (const uint64_t freed : {0x5000, 0x5400, 0}) {  // 0: nobody knows where
    EXPECT_EQ(At(0x5800), End::kUnknown);
    Answer(0x4000, 0x4000);
    EXPECT_EQ(At(0x5800), End::kDevice);
    const uint64_t id = BeginFree(freed);
    EXPECT_EQ(At(0x5800), End::kUnknown);
    EndFree(freed, id, Freed::kYes);
  }
}

TEST_F(MemoryMapTest, AnAnswerEndsWhereMemoryMayBeUnseen) {
  BeginMemoryMap(false);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  Answer(0x5000, 0x1000);
  EXPECT_EQ(At(0x5000), End::kDevice);
  MemoryMayBeUnseen();
  EXPECT_EQ(At(0x5000), End::kUnknown);
  EXPECT_TRUE(HasQuestions());
}

TEST_F(MemoryMapTest, AFreeThatFailsKnowsNoMoreThanBefore) {
  Allocate(0x5000, 0x1000);
  Free(0x5000, Freed::kMaybe);
  Free(0x5000, Freed::kNo);
  EXPECT_EQ(At(0x5000), End::kUnknown);
}

// HIP takes an address inside.
TEST_F(MemoryMapTest, AFreeMayNameTheMiddle) {
  Allocate(0x5000, 0x1000, End::kHost);
  Free(0x5800);
  EXPECT_EQ(At(0x5000), End::kPageable);
}

TEST_F(MemoryMapTest, OneOfTwoFreesAtOnceDoesNotEndTheOther) {
  Allocate(0x5000, 0x1000);
  const uint64_t one = BeginFree(0x5000), other = BeginFree(0x5000);
  EndFree(0x5000, one, Freed::kNo);
  Answer(0x5000, 0x1000);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  Answer(0x5000, 0x1000);
  EXPECT_EQ(At(0x5000), End::kUnknown);
  EndFree(0x5000, other, Freed::kYes);
  EXPECT_EQ(At(0x5000), End::kPageable);
}

TEST_F(MemoryMapTest, AFreeThatFailsDoesNotUndoAnother) {
  Allocate(0x5000, 0x1000);
  const uint64_t one = BeginFree(0x5000), other = BeginFree(0x5000);
  EndFree(0x5000, other, Freed::kMaybe);
  EndFree(0x5000, one, Freed::kNo);
  EXPECT_EQ(At(0x5000), End::kUnknown);
}

TEST_F(MemoryMapTest, TheHostsMemoryMayStandForDevicesAtAnotherAddress) {
  for (const Freed freed : {Freed::kYes, Freed::kMaybe}) {
    Allocate(0x5000, 0x1000, End::kHost);
    EXPECT_TRUE(EnterAlias(0x5800, 0x90800));
    EXPECT_EQ(At(0x90800), End::kHost);
    EXPECT_EQ(At(0x90FFF), End::kHost);
    EXPECT_EQ(At(0x91000), End::kPageable);
    EXPECT_TRUE(MemoryIsKnown(0x90800));
    Free(0x5000, freed);
    EXPECT_EQ(At(0x90800), End::kPageable);
    EXPECT_FALSE(MemoryIsKnown(0x90800));
  }
  EXPECT_FALSE(EnterAlias(0x5000, 0x90000)) << "it is not the host's any more";
  Allocate(0x5000, 0x1000);
  EXPECT_FALSE(EnterAlias(0x5000, 0x90000));
}

// HSA tells one address of memory that stands at two: it ends with the other.
TEST_F(MemoryMapTest, AnAnswerOfAnAliasEndsWithAnyMemoryOfTheHost) {
  BeginMemoryMap(false);
  Allocate(0x5000, 0x1000, End::kHost);
  const auto answer = [&] {
    EXPECT_EQ(At(0x90000), End::kUnknown);
    AskAboutMemory(
        [](uint64_t, const void*) noexcept {
          return Told{End::kHost, 0x90000, 0x1000, true};
        },
        nullptr);
  };
  answer();
  EXPECT_EQ(At(0x90000), End::kHost);
  const uint64_t id = BeginFree(0x5000);
  answer();
  EXPECT_EQ(At(0x90000), End::kUnknown);
  EndFree(0x5000, id, Freed::kYes);
  EXPECT_EQ(At(0x90000), End::kUnknown);
}

// Calls whose end is never seen.
TEST_F(MemoryMapTest, AfterTooManyFreesAtOnceNoAnswerCounts) {
  BeginMemoryMap(false);
  constexpr uint64_t kMany = 2000;
  for (uint64_t i = 1; i <= kMany; ++i) Allocate(i << 12, 0x1000);
  uint64_t last = 0;
  for (uint64_t i = 1; i <= kMany; ++i) last = BeginFree(i << 12);
  EXPECT_EQ(last, 0u);
  EndFree(kMany << 12, last, Freed::kYes);
  EXPECT_EQ(At(kMany << 12), End::kUnknown);
  Answer(1 << 12, uint64_t{1} << 40);
  EXPECT_EQ(At(kMany << 12), End::kUnknown);
  BeginMemoryMap(false);
  EXPECT_EQ(At(kMany << 12), End::kUnknown);
  Answer(1 << 12, uint64_t{1} << 40);
  EXPECT_EQ(At(kMany << 12), End::kDevice);
}

// Frees that may have failed leave what says nothing: that makes room. It may be live.
TEST_F(MemoryMapTest, ThereIsRoomForWhatIsLive) {
  constexpr uint64_t kMany = 300000, kBytes = 0x1000;
  const uint64_t forgotten = MemoryForgotten();
  for (uint64_t i = 1; i <= kMany; ++i) {
    Allocate(i * kBytes, kBytes);
    Free(i * kBytes, Freed::kMaybe);
  }
  EXPECT_EQ(MemoryForgotten() - forgotten, 1u);
  Allocate((kMany + 1) * kBytes, kBytes);
  EXPECT_EQ(At((kMany + 1) * kBytes), End::kDevice);
  EXPECT_EQ(At((kMany + 2) * kBytes), End::kUnknown);
  for (uint64_t i = 1; i <= kMany; ++i) Allocate(i * kBytes, kBytes);
  EXPECT_EQ(At(kBytes), End::kDevice);
  // What takes the place of one that says nothing has room.
  EXPECT_EQ(At(kMany * kBytes), End::kDevice);
  EXPECT_EQ(At(240000 * kBytes), End::kUnknown) << "not all are kept any more";
  EXPECT_GT(MemoryForgotten() - forgotten, 1u);
}

}  // namespace
}  // namespace rocjfr::test
