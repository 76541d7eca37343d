// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/clock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace rocjfr::test {
namespace {

// The goal for all clocks together is 5 us.
constexpr uint64_t kMostError = 2000;

// How far NowNs() is outside of two readings of the kernel's clock around it.
uint64_t Error() {
  const uint64_t before = MonotonicNs();
  const uint64_t now = NowNs();
  const uint64_t after = MonotonicNs();
  if (now < before) return before - now;
  return now > after ? now - after : 0;
}

// Calls NowNs for a while, as threads that trace do. Returns the largest error.
uint64_t WorstError(uint64_t for_ns, uint64_t nap_ns) {
  const uint64_t end = MonotonicNs() + for_ns;
  uint64_t worst = 0;
  while (MonotonicNs() < end) {
    worst = std::max(worst, Error());
    if (nap_ns != 0) {
      const timespec nap = {0, static_cast<long>(nap_ns)};
      nanosleep(&nap, nullptr);
    }
  }
  return worst;
}

TEST(Clock, IsTheKernelsWhenReadAllTheTime) {
  const uint64_t worst = WorstError(1000000000, 0);
  printf("at most %llu ns off\n", static_cast<unsigned long long>(worst));
  EXPECT_LE(worst, kMostError);
}

TEST(Clock, IsTheKernelsWhenReadNowAndThen) {
  // Less often than a line holds, and about as often.
  for (const uint64_t nap : {uint64_t{15000000}, uint64_t{1900000}, uint64_t{300000}}) {
    EXPECT_LE(WorstError(300000000, nap), kMostError) << "every " << nap << " ns";
  }
}

TEST(Clock, IsTheKernelsOnAllThreadsAndNeverGoesBackOnOne) {
  std::atomic<uint64_t> worst{0}, most_back{0}, reads{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      uint64_t back = 0, count = 0, off = 0, last = 0;
      const uint64_t end = MonotonicNs() + 500000000;
      do {
        off = std::max(off, Error());
        for (int round = 0; round < 1000; ++round, ++count) {
          const uint64_t now = NowNs();
          if (now < last) back = std::max(back, last - now);
          last = now;
        }
      } while (last < end);
      reads += count;
      for (uint64_t seen = worst; off > seen && !worst.compare_exchange_weak(seen, off);) {
      }
      for (uint64_t seen = most_back;
           back > seen && !most_back.compare_exchange_weak(seen, back);) {
      }
    });
  }
  for (auto& thread : threads) thread.join();
  printf("%llu readings, at most %llu ns off, at most %llu ns back\n",
         static_cast<unsigned long long>(reads.load()),
         static_cast<unsigned long long>(worst.load()),
         static_cast<unsigned long long>(most_back.load()));
  EXPECT_GE(reads.load(), 8000u);
  EXPECT_LE(worst.load(), kMostError);
  EXPECT_LE(most_back.load(), kMostError) << "where a thread had to ask the kernel";
}

TEST(Clock, AnEndIsNeverBeforeItsBegin) {
  const uint64_t later = NowNs() + 1000000000;
  EXPECT_EQ(EndNs(later), later);
  const uint64_t begin = NowNs();
  EXPECT_GE(EndNs(begin), begin);
}

#if defined(__x86_64__)
TEST(Clock, ALineThatNoTickIsOnIsDrawnAnew) {
  uint64_t ns = 0;
  const uint64_t end = MonotonicNs() + 60000000000;
  // A line is good for some milliseconds, in which another may have the processor: looks once.
  const auto becomes_on_line = [&] {
    bool on_line = false;
    while (!(on_line = OnLine(__rdtsc(), &ns)) && MonotonicNs() < end) NowNs();
    return on_line;
  };
  if (!becomes_on_line()) GTEST_SKIP() << "the kernel does not trust this counter";
  // As after a suspension, that set the counter back: no tick is on the line, and its rate is
  // wrong.
  g_clock_line.from_ticks.store(__rdtsc() + (uint64_t{1} << 40));
  EXPECT_LE(WorstError(100000000, 0), kMostError);
  EXPECT_TRUE(becomes_on_line()) << "the counter is read again";
}

TEST(Clock, AChildOfForkReadsIt) {
  WorstError(30000000, 0);
  const pid_t child = fork();
  if (child == 0) _exit(WorstError(30000000, 0) <= kMostError ? 0 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}
#endif

}  // namespace
}  // namespace rocjfr::test
