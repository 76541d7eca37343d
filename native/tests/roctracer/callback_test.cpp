// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks around API calls.
#include <atomic>
#include <set>
#include <thread>

#include "fixture.h"

namespace rocjfr::test {
namespace {

class Callbacks : public RoctracerTest {};
ROCJFR_BOTH_GENERATIONS(Callbacks);

struct Seen {
  uint32_t domain, op, phase;
  uint64_t correlation_id;
  const void* data;
};

// What all versions' hip_api_data_t begins with.
struct ApiData {
  uint64_t correlation_id;
  uint32_t phase;
  uint32_t padding;
  CopyArguments arguments;
};

struct Log {
  std::vector<Seen> seen;
  std::function<void(const ApiData&, uint32_t op)> also;
};

void Note(uint32_t domain, uint32_t op, const void* data, void* arg) {
  const auto* api = static_cast<const ApiData*>(data);
  auto* log = static_cast<Log*>(arg);
  log->seen.push_back({domain, op, api->phase, api->correlation_id, data});
  if (log->also) log->also(*api, op);
}

TEST_P(Callbacks, EnterAndExitGetTheSameData) {
  Log log;
  uint64_t bytes = 0;
  log.also = [&](const ApiData& data, uint32_t) { bytes = data.arguments.bytes; };
  ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy, &Note, &log));
  const CopyArguments arguments = {nullptr, nullptr, 4711, 1, 0, 0};
  int inside = -1;
  stub().Call(STUBHIP_hipMemcpy, arguments, [&] { inside = static_cast<int>(log.seen.size()); });
  stub().Call(STUBHIP_hipMalloc);
  ASSERT_EQ(log.seen.size(), 2u) << "only the function that was enabled";
  EXPECT_EQ(inside, 1);
  EXPECT_EQ(bytes, 4711u);
  for (uint32_t phase : {0u, 1u}) {
    EXPECT_EQ(log.seen[phase].domain, uint32_t{ACTIVITY_DOMAIN_HIP_API});
    EXPECT_EQ(log.seen[phase].op, uint32_t{STUBHIP_hipMemcpy});
    EXPECT_EQ(log.seen[phase].phase, phase);
    EXPECT_EQ(log.seen[phase].data, log.seen[0].data);
    EXPECT_EQ(log.seen[phase].correlation_id, log.seen[0].correlation_id);
  }
  EXPECT_EQ(log.seen[0].correlation_id, 1u) << "from 1 on the first thread";
  stub().Call(STUBHIP_hipMemcpy);
  ASSERT_EQ(log.seen.size(), 4u);
  EXPECT_GT(log.seen[2].correlation_id, log.seen[0].correlation_id);
  EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy));
  EXPECT_EQ(stub().Callbacks(), 0u) << "the hook goes with the last callback";
  stub().Call(STUBHIP_hipMemcpy);
  EXPECT_EQ(log.seen.size(), 4u);
}

TEST_P(Callbacks, DomainMeansAllFunctions) {
  Log log;
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, &Note, &log));
  for (uint32_t id : {STUBHIP_hipMalloc, STUBHIP_hipMemcpy, STUBHIP_hipGetDevice}) stub().Call(id);
  EXPECT_EQ(log.seen.size(), 6u);
  // One function less.
  EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMemcpy));
  stub().Call(STUBHIP_hipMemcpy);
  EXPECT_EQ(log.seen.size(), 6u);
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(log.seen.size(), 8u);
  EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(log.seen.size(), 8u);
}

TEST_P(Callbacks, TheLastCallbackWinsAndOneDisableEndsIt) {
  Log first, second;
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, &Note, &first));
  ASSERT_OK(
      roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, &Note, &second));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(first.seen.size(), 0u);
  EXPECT_EQ(second.seen.size(), 2u);
  EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_EQ(second.seen.size(), 2u);
}

// Nested calls get words of their own; the outer call finds its word as it left it.
TEST_P(Callbacks, PhaseDataIsKeptFromEnterToExit) {
  if (!IsTracer()) GTEST_SKIP() << "hip_api_data_t of HIP 5.2 has no phase data";
  constexpr size_t kPointerAt = 1520 - 8;  // of the stub's version
  std::vector<uint64_t> at_exit;
  Log log;
  log.also = [&](const ApiData& data, uint32_t op) {
    uint64_t* word = nullptr;
    memcpy(&word, reinterpret_cast<const char*>(&data) + kPointerAt, sizeof(word));
    if (data.phase == 0) {
      EXPECT_EQ(*word, 0u);
      *word = 1000 + op;
      if (op == STUBHIP_hipMemcpy) stub().Call(STUBHIP_hipMalloc);
    } else {
      at_exit.push_back(*word);
    }
  };
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, &Note, &log));
  for (int i = 0; i < 3; ++i) {
    stub().Call(STUBHIP_hipMemcpy, NoArguments{}, [&] { stub().Call(STUBHIP_hipGetDevice); });
  }
  const std::vector<uint64_t> once = {1000 + STUBHIP_hipMalloc, 1000 + STUBHIP_hipGetDevice,
                                      1000 + STUBHIP_hipMemcpy};
  ASSERT_EQ(at_exit.size(), 9u);
  for (size_t i = 0; i < at_exit.size(); ++i) EXPECT_EQ(at_exit[i], once[i % 3]) << i;
}

TEST_P(Callbacks, ACallInProgressGetsNoHalfOfAPair) {
  Log log;
  // Enabled in mid-call: no EXIT without ENTER.
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&] {
    ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, &Note, &log));
  });
  EXPECT_EQ(log.seen.size(), 0u);
  // Disabled in mid-call: no EXIT.
  stub().Call(STUBHIP_hipMalloc, NoArguments{}, [&] {
    if (IsTracer()) {
      EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
    } else {
      EXPECT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc));
    }
  });
  ASSERT_EQ(log.seen.size(), 1u);
  EXPECT_EQ(log.seen[0].phase, 0u);
}

TEST_P(Callbacks, CorrelationIdsAreUniqueAndIncreasePerThread) {
  struct PerThread {
    std::vector<uint64_t> ids;
  };
  static thread_local PerThread* t_mine = nullptr;
  constexpr int kThreads = 4, kCalls = kSanitized ? 500 : 5000;
  const auto note = [](uint32_t, uint32_t, const void* data, void*) {
    const auto* api = static_cast<const ApiData*>(data);
    if (api->phase == 0) t_mine->ids.push_back(api->correlation_id);
  };
  ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, note, nullptr));
  std::vector<PerThread> all(kThreads);
  std::vector<std::thread> threads;
  for (auto& one : all) {
    threads.emplace_back([&one, this] {
      t_mine = &one;
      for (int i = 0; i < kCalls; ++i) stub().Call(STUBHIP_hipMalloc);
    });
  }
  for (auto& thread : threads) thread.join();
  std::set<uint64_t> unique;
  for (const auto& one : all) {
    ASSERT_EQ(one.ids.size(), static_cast<size_t>(kCalls));
    for (size_t i = 1; i < one.ids.size(); ++i) ASSERT_LT(one.ids[i - 1], one.ids[i]);
    unique.insert(one.ids.begin(), one.ids.end());
  }
  EXPECT_EQ(unique.size(), static_cast<size_t>(kThreads * kCalls));
  EXPECT_EQ(unique.count(0), 0u);
}

// A callback only ever sees the argument that was enabled with it.
std::atomic<uint64_t> g_calls{0}, g_torn{0};
int g_args[2];
template <int kMine>
void Mine(uint32_t, uint32_t, const void*, void* arg) {
  g_calls.fetch_add(1, std::memory_order_relaxed);
  if (arg != &g_args[kMine]) g_torn.fetch_add(1, std::memory_order_relaxed);
}

TEST_P(Callbacks, ACallbackIsNeverSeenWithAnothersArgument) {
  const activity_rtapi_callback_t functions[] = {&Mine<0>, &Mine<1>};
  ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, functions[0],
                                         &g_args[0]));
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop.load()) stub().Call(STUBHIP_hipMalloc);
    });
  }
  const int kChanges = kSanitized ? 500 : 5000;
  for (int i = 0; i < kChanges; ++i) {
    ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc,
                                           functions[i % 2], &g_args[i % 2]));
    if (i % 7 == 0) {
      ASSERT_OK(roctracer_disable_op_callback(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice));
    }
  }
  while (g_calls.load() < 1000) std::this_thread::yield();
  stop.store(true);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(g_torn.load(), 0u);
}

}  // namespace
}  // namespace rocjfr::test
