// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Many threads at once: every record is there exactly once, or counted.
#include <atomic>
#include <map>
#include <thread>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

constexpr int kThreads = 4;

class StubLoad : public StubTest {
 protected:
  // A copy whose work is finished by another thread.
  static void CopyOnce(const Stub& stub, uint64_t bytes, std::vector<stubhip_command_t>* later) {
    later->push_back(stub.CallAndSubmit(STUBHIP_hipMemcpyAsync,
                                        CopyArguments{nullptr, nullptr, bytes, 1, 0, 0x1000},
                                        ROCJFR_OP_COPY));
    if (later->size() < 8) return;
    Finish(stub, later);
  }
  static void Finish(const Stub& stub, std::vector<stubhip_command_t>* commands) {
    for (const auto& command : *commands) stub.Complete(command, kCopyWork);
    commands->clear();
  }

  // Each thread makes `calls` copies of a size of its own, and finishes them a little later.
  void MakeCopies(int calls) {
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([this, t, calls] {
        std::vector<stubhip_command_t> later;
        for (int i = 0; i < calls; ++i) {
          CopyOnce(stub(), static_cast<uint64_t>(t) * calls + i + 1, &later);
        }
        Finish(stub(), &later);
      });
    }
    for (auto& thread : threads) thread.join();
  }
};
ROCJFR_BOTH_GENERATIONS(StubLoad);

TEST_P(StubLoad, LosslessModeHasEachRecordExactlyOnce) {
  constexpr int kCalls = kSanitized ? 1000 : 5000;
  Start(kApi | kOps, {4096, 1u << 20, true, 10000});
  SlowConsumer consumer(200);
  MakeCopies(kCalls);
  std::map<uint64_t, uint64_t> calls, work;  // bytes -> correlation id
  for (const Activity& activity : consumer.Stop()) {
    ASSERT_TRUE(activity.has_submit);
    auto& seen = activity.record.domain == ROCJFR_DOMAIN_HIP_API ? calls : work;
    EXPECT_TRUE(seen.emplace(activity.submit.submit_bytes, activity.record.correlation_id).second);
  }
  EXPECT_EQ(calls.size(), size_t{kThreads} * kCalls);
  EXPECT_EQ(calls, work) << "each joined to its own call";
  EXPECT_EQ(Lost(ROCJFR_DOMAIN_HIP_API) + Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
}

TEST_P(StubLoad, DropModeAccountsForEachRecord) {
  constexpr uint64_t kCalls = kSanitized ? 2000 : 10000;
  Start(kApi | kOps, {4096, 1u << 20});
  SlowConsumer consumer(2000, 16);
  MakeCopies(kCalls);
  uint64_t calls = 0, work = 0;
  for (const Activity& activity : consumer.Stop()) {
    ++(activity.record.domain == ROCJFR_DOMAIN_HIP_API ? calls : work);
  }
  EXPECT_EQ(calls + rocjfr_lost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_RING_FULL), kThreads * kCalls);
  EXPECT_EQ(work + rocjfr_lost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_RING_FULL), kThreads * kCalls);
  EXPECT_GT(Lost(ROCJFR_DOMAIN_HIP_API) + Lost(ROCJFR_DOMAIN_HIP_OPS), 0u);
  EXPECT_GT(calls, 0u);
  EXPECT_GT(work, 0u);
}

TEST_P(StubLoad, FiftyCyclesUnderLoadAccountForEachRecord) {
  constexpr int kCycles = 50;
  Initialize();
  stub_ = std::make_unique<Stub>(GetParam());
  // HIP 5.7: of later ones, calls are held that make no record (stub_answers_test.cpp).
  if (IsTracer()) stub().SetLastId(363);
  ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  SlowConsumer consumer(100);
  std::atomic<bool> done{false};
  std::atomic<uint64_t> traced_calls{0}, traced_work{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      std::vector<stubhip_command_t> later;
      uint64_t calls = 0, work = 0;
      while (!done.load()) {
        // The stub's own view of what the tool took.
        stubhip_call_t call;
        char frame[8192];
        ASSERT_LE(stub().FrameBytes(), sizeof(frame));
        call.frame = frame;
        const CopyArguments copy;
        stub().Symbol<decltype(&stubhip_enter)>("stubhip_enter")(&call, STUBHIP_hipMemcpyAsync,
                                                                 &copy, sizeof(copy));
        const auto command = stub().Submit(ROCJFR_OP_COPY);
        stub().Symbol<decltype(&stubhip_exit)>("stubhip_exit")(&call);
        calls += call.traced;
        // Work whose call was not traced has no correlation, and is not waited for.
        if (command.traced != 0 && call.traced != 0) {
          ++work;
          later.push_back(command);
        }
        if (later.size() == 8) Finish(stub(), &later);
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
      Finish(stub(), &later);
      traced_calls += calls;
      traced_work += work;
    });
  }
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    SleepMs(2);
    ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
    EXPECT_EQ(stub().Callbacks(), 0u);
    SleepMs(1);
    rocjfr_abandon_in_flight();
    ASSERT_EQ(rocjfr_set_wanted(kApi | kOps), ROCJFR_STATUS_SUCCESS);
  }
  done.store(true);
  for (auto& thread : threads) thread.join();
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  rocjfr_abandon_in_flight();
  uint64_t calls = 0, work = 0;
  for (const Activity& activity : consumer.Stop()) {
    ++(activity.record.domain == ROCJFR_DOMAIN_HIP_API ? calls : work);
  }
  EXPECT_EQ(calls + Lost(ROCJFR_DOMAIN_HIP_API), traced_calls.load());
  EXPECT_EQ(work + Lost(ROCJFR_DOMAIN_HIP_OPS), traced_work.load());
  EXPECT_GT(work, 0u);
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  EXPECT_EQ(RuntimeInfo().registrations, uint64_t{kCycles} + 1);
}

TEST_P(StubLoad, ThreadsThatEndBeforeTheirWorkDoesLoseNothing) {
  constexpr int kShortLived = kSanitized ? 300 : 2000;
  Start(kApi | kOps, {4096, 64u << 10, true, 10000});
  SlowConsumer consumer(100);
  std::vector<stubhip_command_t> commands(kShortLived);
  std::vector<std::thread> makers;
  for (int maker = 0; maker < kThreads; ++maker) {
    makers.emplace_back([&, maker] {
      for (int i = maker; i < kShortLived; i += kThreads) {
        std::thread([&, i] {
          commands[i] = stub().CallAndSubmit(
              STUBHIP_hipMemcpyAsync, CopyArguments{nullptr, nullptr, i + 1u}, ROCJFR_OP_COPY);
        }).join();
      }
    });
  }
  for (auto& maker : makers) maker.join();
  EXPECT_EQ(rocjfr_in_flight(), uint64_t{kShortLived});
  Finish(stub(), &commands);
  std::map<uint64_t, uint32_t> calls, work;  // bytes -> thread ref
  for (const Activity& activity : consumer.Stop()) {
    auto& seen = activity.record.domain == ROCJFR_DOMAIN_HIP_API ? calls : work;
    seen[activity.submit.submit_bytes] = activity.thread_ref();
  }
  EXPECT_EQ(calls.size(), size_t{kShortLived});
  EXPECT_EQ(calls, work) << "work carries the thread that submitted it";
}

}  // namespace
}  // namespace rocjfr::test
