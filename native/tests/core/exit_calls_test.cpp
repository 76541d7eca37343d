// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A library of the program's that is called by a thread of ours while the process ends.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "base/exit.h"
#include "own_process.h"

namespace rocjfr::test {
namespace {

std::atomic<bool> g_ends{false}, g_returned{false};

// Exit handlers run in reverse order.
void LoadLibrary() {
  atexit([] { _exit(!g_returned ? 9 : CallsBeforeExit::Begin() ? 8 : 0); });
}

void EndWithinACall() {
  std::atomic<bool> begun{false};
  std::thread([&begun] {
    if (!CallsBeforeExit::Begin()) _exit(7);
    begun = true;
    while (!g_ends) std::this_thread::yield();
    usleep(50000);
    g_returned = true;
    CallsBeforeExit::End();
  }).detach();
  while (!begun) std::this_thread::yield();
  atexit([] { g_ends = true; });
  exit(6);
}

void Call() {
  if (!CallsBeforeExit::Begin()) _exit(4);
  CallsBeforeExit::End();
}

void ExpectEndsWell(void (*ends)()) {
  if (IsOwnProcess()) ends();
  RunInOwnProcess();
}

TEST(CallsBeforeExit, AreWaitedForAndNotMadeAfterwards) {
  ExpectEndsWell([] {
    LoadLibrary();
    EndWithinACall();
  });
}

// Calls that find no library are made before.
TEST(CallsBeforeExit, AreWaitedForWhenTheLibraryIsLoadedLater) {
  ExpectEndsWell([] {
    Call();
    void* library = dlopen("libutil.so.1", RTLD_NOW);  // which the program does not use
    if (library == nullptr) _exit(2);
    LoadLibrary();
    EndWithinACall();
  });
}

// A library registers another handler in a call of the program's.
TEST(CallsBeforeExit, AreWaitedForWhenMoreIsRegistered) {
  ExpectEndsWell([] {
    Call();
    LoadLibrary();
    CallsBeforeExit::Watch();
    EndWithinACall();
  });
}

// There may be many of them in a process that runs for weeks.
TEST(CallsBeforeExit, TakeNoMemory) {
  Call();
  const struct mallinfo2 before = mallinfo2();
  for (int i = 0; i < 100'000; ++i) Call();
  EXPECT_LT(mallinfo2().uordblks, before.uordblks + 10'000);
}

// The end begins while another thread begins and ends calls.
TEST(CallsBeforeExit, AreNotMadeAfterAnEndThatBeginsAtAnyMoment) {
  for (int round = 0; round < 20; ++round) {
    ExpectEndsWell([] {
      static std::atomic<uint64_t> calls{0};
      static std::atomic<bool> gone{false}, wrong{false};
      atexit([] {
        gone = true;
        usleep(2000);
        _exit(wrong ? 3 : 0);
      });
      std::thread([] {
        for (;; ++calls) {
          if (!CallsBeforeExit::Begin()) continue;
          if (gone) wrong = true;
          CallsBeforeExit::End();
        }
      }).detach();
      while (calls < 100) std::this_thread::yield();
      exit(6);
    });
  }
}

}  // namespace
}  // namespace rocjfr::test
