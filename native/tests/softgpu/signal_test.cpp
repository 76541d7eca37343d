// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Signals: their operations and waits.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "../core/os_thread.h"
#include "hsa_fixture.h"

namespace rocjfr::softgpu::test {
namespace {

using SignalTest = HsaTest;

TEST_F(SignalTest, EachOperationChangesTheValue) {
  ScopedSignal s(12);
  hsa_signal_add_relaxed(s.signal, 5);
  EXPECT_EQ(17, hsa_signal_load_relaxed(s.signal));
  hsa_signal_subtract_screlease(s.signal, 7);
  EXPECT_EQ(10, hsa_signal_load_scacquire(s.signal));
  hsa_signal_and_relaxed(s.signal, 6);
  EXPECT_EQ(2, s.value());
  hsa_signal_or_scacq_screl(s.signal, 9);
  EXPECT_EQ(11, s.value());
  hsa_signal_xor_acq_rel(s.signal, 1);
  EXPECT_EQ(10, s.value());
  EXPECT_EQ(10, hsa_signal_exchange_scacquire(s.signal, 20));
  EXPECT_EQ(20, hsa_signal_cas_release(s.signal, 19, 30));
  EXPECT_EQ(20, s.value());
  EXPECT_EQ(20, hsa_signal_cas_relaxed(s.signal, 20, 30));
  EXPECT_EQ(30, s.value());
  hsa_signal_store_release(s.signal, -1);
  EXPECT_EQ(-1, s.value());
  hsa_signal_silent_store_screlease(s.signal, 77);
  EXPECT_EQ(77, s.value());
}

TEST_F(SignalTest, BadHandlesAreErrorsNotCrashes) {
  for (uint64_t bad : {uint64_t{0}, uint64_t{1}, uint64_t{0xdeadbeef}, ~uint64_t{0}}) {
    hsa_signal_t signal{bad};
    EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy(signal));
    EXPECT_EQ(0, hsa_signal_load_relaxed(signal));
    hsa_signal_store_relaxed(signal, 1);
    hsa_signal_add_relaxed(signal, 1);
    EXPECT_EQ(0, hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, 5, UINT64_MAX,
                                           HSA_WAIT_STATE_BLOCKED));
    volatile hsa_signal_value_t* pointer = nullptr;
    EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SIGNAL, hsa_amd_signal_value_pointer(signal, &pointer));
  }
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_create(0, 0, nullptr, nullptr));
  hsa_signal_t signal{0};
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_signal_create(0, 1, nullptr, &signal));
  ASSERT_HSA(hsa_signal_create(0, 0, nullptr, &signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_signal_value_pointer(signal, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy({signal.handle + 8}));
  EXPECT_HSA(hsa_signal_destroy(signal));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy(signal));
}

TEST_F(SignalTest, WaitEndsWithTheStoreNotWithATimeout) {
  ScopedSignal s(1);
  const pid_t waiter = rocjfr::test::OsThread();
  std::thread writer([&] {
    while (rocjfr::test::StateOf(waiter) != 'S') std::this_thread::yield();
    hsa_signal_store_screlease(s.signal, 0);
  });
  EXPECT_EQ(0, hsa_signal_wait_scacquire(s.signal, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
                                         HSA_WAIT_STATE_BLOCKED));
  writer.join();
}

TEST_F(SignalTest, WaitEndsWithItsTimeout) {
  ScopedSignal s(1);
  auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(1, hsa_signal_wait_scacquire(s.signal, HSA_SIGNAL_CONDITION_EQ, 0, kSecond / 20,
                                         HSA_WAIT_STATE_BLOCKED));
  auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(took, std::chrono::milliseconds(50));
}

TEST_F(SignalTest, WaitAnyFindsTheOneThatIsSatisfied) {
  ScopedSignal a(1);
  ScopedSignal b(1);
  hsa_signal_t signals[] = {a.signal, b.signal};
  hsa_signal_condition_t conditions[] = {HSA_SIGNAL_CONDITION_EQ, HSA_SIGNAL_CONDITION_GTE};
  hsa_signal_value_t compares[] = {0, 9};
  hsa_signal_value_t value = -1;
  EXPECT_EQ(UINT32_MAX, hsa_amd_signal_wait_any(2, signals, conditions, compares, 1000000,
                                                HSA_WAIT_STATE_BLOCKED, &value));
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    hsa_signal_store_screlease(b.signal, 10);
  });
  EXPECT_EQ(1u, hsa_amd_signal_wait_any(2, signals, conditions, compares, UINT64_MAX,
                                        HSA_WAIT_STATE_BLOCKED, &value));
  writer.join();
  EXPECT_EQ(10, value);
}

struct HandlerLog {
  std::atomic<int> calls{0};
  std::atomic<int64_t> last{0};
  int keep = 0;  // how many calls ask for more
  hsa_signal_t destroy{0};
  ScopedSignal done{1};

  static bool function(hsa_signal_value_t value, void* argument) {
    auto* log = static_cast<HandlerLog*>(argument);
    log->last.store(value);
    int call = ++log->calls;
    if (log->destroy.handle != 0) hsa_signal_destroy(log->destroy);
    bool again = call <= log->keep;
    if (!again) hsa_signal_store_screlease(log->done.signal, 0);
    return again;
  }
};

TEST_F(SignalTest, HandlerRunsOnceWhenTheConditionHolds) {
  ScopedSignal s(5);
  HandlerLog log;
  ASSERT_HSA(hsa_amd_signal_async_handler(s.signal, HSA_SIGNAL_CONDITION_LT, 3,
                                          HandlerLog::function, &log));
  hsa_signal_store_screlease(s.signal, 4);
  hsa_signal_store_screlease(s.signal, 2);
  ASSERT_TRUE(log.done.wait_zero());
  EXPECT_EQ(2, log.last.load());
  hsa_signal_store_screlease(s.signal, 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(1, log.calls.load());
}

TEST_F(SignalTest, HandlerThatReturnsTrueIsCalledAgain) {
  ScopedSignal s(0);
  HandlerLog log;
  log.keep = 3;
  ASSERT_HSA(hsa_amd_signal_async_handler(s.signal, HSA_SIGNAL_CONDITION_EQ, 0,
                                          HandlerLog::function, &log));
  ASSERT_TRUE(log.done.wait_zero());
  EXPECT_EQ(4, log.calls.load());
}

TEST_F(SignalTest, HandlerMayDestroyItsSignal) {
  hsa_signal_t signal{0};
  ASSERT_HSA(hsa_signal_create(1, 0, nullptr, &signal));
  HandlerLog log;
  log.destroy = signal;
  ASSERT_HSA(
      hsa_amd_signal_async_handler(signal, HSA_SIGNAL_CONDITION_EQ, 0, HandlerLog::function, &log));
  hsa_signal_subtract_relaxed(signal, 1);
  ASSERT_TRUE(log.done.wait_zero());
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SIGNAL, hsa_signal_destroy(signal));
}

TEST_F(SignalTest, HandlerOfADestroyedSignalDoesNotSeeItsSuccessor) {
  hsa_signal_t old_signal{0};
  ASSERT_HSA(hsa_signal_create(1, 0, nullptr, &old_signal));
  HandlerLog log;
  ASSERT_HSA(hsa_amd_signal_async_handler(old_signal, HSA_SIGNAL_CONDITION_EQ, 0,
                                          HandlerLog::function, &log));
  ASSERT_HSA(hsa_signal_destroy(old_signal));
  std::vector<hsa_signal_t> successors(8);
  bool same_slot = false;
  for (auto& s : successors) {
    ASSERT_HSA(hsa_signal_create(0, 0, nullptr, &s));
    same_slot |= s.handle == old_signal.handle;
    hsa_signal_store_screlease(s, 0);
  }
  EXPECT_TRUE(same_slot);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(0, log.calls.load());
  for (auto& s : successors) EXPECT_HSA(hsa_signal_destroy(s));
}

TEST_F(SignalTest, HandlerArgumentsAreChecked) {
  ScopedSignal s(0);
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_signal_async_handler(s.signal, HSA_SIGNAL_CONDITION_EQ, 0, nullptr, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SIGNAL,
            hsa_amd_signal_async_handler({42}, HSA_SIGNAL_CONDITION_EQ, 0, HandlerLog::function,
                                         nullptr));
}

// A writer may still be waking others when a satisfied waiter destroys the signal.
TEST_F(SignalTest, SignalsThatAreDestroyedAsSoonAsTheyAreSatisfied) {
  constexpr int kRounds = 2000;
  std::atomic<int> satisfied{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kRounds; ++i) {
        hsa_signal_t s{0};
        if (hsa_signal_create(1, 0, nullptr, &s) != HSA_STATUS_SUCCESS) return;
        std::thread writer;
        if (i % 100 == 0) {
          writer = std::thread([s] { hsa_signal_subtract_screlease(s, 1); });
        } else {
          hsa_signal_subtract_screlease(s, 1);
        }
        int64_t seen = hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_EQ, 0, 10 * kSecond,
                                                 HSA_WAIT_STATE_BLOCKED);
        if (hsa_signal_destroy(s) == HSA_STATUS_SUCCESS && seen == 0) ++satisfied;
        if (writer.joinable()) writer.join();
      }
    });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(2 * kRounds, satisfied.load());
}

TEST_F(SignalTest, ManyThreadsWaitForOne) {
  ScopedSignal turn(0);
  constexpr int kThreads = 8;
  constexpr int kTurns = 400;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = t; i < kTurns; i += kThreads) {
        hsa_signal_wait_scacquire(turn.signal, HSA_SIGNAL_CONDITION_EQ, i, UINT64_MAX,
                                  HSA_WAIT_STATE_BLOCKED);
        hsa_signal_add_screlease(turn.signal, 1);
      }
    });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(kTurns, turn.value());
}

}  // namespace
}  // namespace rocjfr::softgpu::test
