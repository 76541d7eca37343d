// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Calls are looked up without a lock while others of the same set come, change and give way: what
// is found is one call's, whole.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "api/rocprofiler/calls.h"

namespace rocjfr::sdk {
namespace {

constexpr uint64_t kCalls = 40000, kLooks = 80000;

// Of one set, all of them.
uint64_t IdOf(uint64_t number) {
  return number << 16 | 4;
}

PendingCall Made(uint64_t id) {
  PendingCall call;
  call.correlation_id = call.begin_ns = call.thread_id = id;
  call.dst = call.src = id;
  return call;
}

bool IsWhole(const FoundCall& call, uint64_t id) {
  return call->correlation_id == id && call->begin_ns == id && call->thread_id == id &&
         call->dst == id && call->src == id;
}

TEST(CallLookup, FindsWholeCallsWhileOthersTakeTheirPlaces) {
  std::atomic<uint64_t> newest{1}, torn{0};
  RememberCall(Made(IdOf(1)));
  std::vector<std::thread> threads;
  for (uint64_t writer = 0; writer < 2; ++writer) {
    threads.emplace_back([&, writer] {
      for (uint64_t i = 1; i < kCalls; ++i) {
        const uint64_t number = 2 * i + writer, id = IdOf(number);
        RememberCall(Made(id));
        newest.store(number, std::memory_order_relaxed);
        if (i % 7 == 0) SetExternal(id, 1 + i % 6, i);
        CallReturned(id, 1);
        WorkFinished(id);
      }
    });
  }
  for (int reader = 0; reader < 2; ++reader) {
    threads.emplace_back([&] {
      for (uint64_t i = 0; i < kLooks; ++i) {
        // Also those that are about to give way.
        const uint64_t number = newest.load(std::memory_order_relaxed);
        const uint64_t id = IdOf(number > 10 ? number - i % 10 : number);
        const FoundCall call(id);
        if (call.Found() && !IsWhole(call, id)) torn.fetch_add(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(torn.load(), 0u);
}

TEST(CallLookup, ExternalIdsAreFoundWithTheirCall) {
  RememberCall(Made(IdOf(1)));
  EXPECT_EQ(FoundCall(IdOf(1))->External(7), 0u);
  SetExternal(IdOf(1), 7, 4711);
  EXPECT_EQ(FoundCall(IdOf(1))->External(7), 4711u);
  EXPECT_FALSE(FoundCall(IdOf(3) + 4096).Found());
}

}  // namespace
}  // namespace rocjfr::sdk
