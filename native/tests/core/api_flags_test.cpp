// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Two threads that work out the functions' flags at once, and calls that begin while they change.
// The program is linked so that locking a mutex from the core's own code comes here first
// (-Wl,--wrap).
#include "core/record/api_flags.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <thread>

#include "core.h"
#include "core/record/clients.h"
#include "stub.h"

namespace {

thread_local bool (*t_pauses)() = nullptr;  // before the first lock where that is true
std::atomic<bool> g_paused{false}, g_go_on{false};

}  // namespace

extern "C" {
int __real_pthread_mutex_lock(pthread_mutex_t* mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t* mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (t_pauses != nullptr && t_pauses()) {
    t_pauses = nullptr;
    g_paused.store(true);
    while (!g_go_on.load()) sched_yield();
  }
  return __real_pthread_mutex_lock(mutex);
}
}

namespace rocjfr::test {
namespace {

TEST(ApiFlags, WhoComesLastHasSeenWhatWasWantedLast) {
  Initialize();
  const Stub stub("tracer");
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  ASSERT_EQ(ApiFlagsOf(STUBHIP_hipMalloc), 0);
  std::thread earlier([] {
    t_pauses = [] { return true; };
    UpdateApiFlags();
  });
  while (!g_paused.load()) sched_yield();
  ASSERT_EQ(rocjfr_set_wanted(kApi), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(ApiFlagsOf(STUBHIP_hipMalloc) & kApiRecord, kApiRecord);
  g_go_on.store(true);
  earlier.join();
  EXPECT_EQ(ApiFlagsOf(STUBHIP_hipMalloc) & kApiRecord, kApiRecord)
      << "worked out from what was wanted before";
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
}

// Its flags are of before, the clients that are told of calls' begins already of then.
TEST(ApiFlags, ACallThatBeginsAsAClientWantsToKnowOfBeginsHasItsEndTold) {
  static uint32_t ends;
  static constexpr rocjfr_client_t kClient = {
      sizeof(kClient), [](const rocjfr_call_t* call) { ends += call->phase; }, nullptr, nullptr};
  g_paused.store(false);
  g_go_on.store(false);
  Initialize();
  const Stub stub("tracer");
  ASSERT_EQ(rocjfr_connect_client(ROCJFR_CLIENT_ROCTRACER, &kClient), ROCJFR_STATUS_SUCCESS);
  const uint64_t none = 0;
  rocjfr_wish_t wish = {sizeof(wish), kApi, 0, nullptr, &none, nullptr, nullptr};
  ASSERT_EQ(rocjfr_client_want(ROCJFR_CLIENT_ROCTRACER, &wish), ROCJFR_STATUS_SUCCESS);
  rocjfr_poll();
  stub.Call(STUBHIP_hipMalloc);
  ASSERT_EQ(ends, 1u);
  std::thread changes([wish]() mutable {
    t_pauses = [] { return g_enter_clients.Of(STUBHIP_hipMalloc) != 0; };
    wish.enter = nullptr;
    rocjfr_client_want(ROCJFR_CLIENT_ROCTRACER, &wish);
  });
  while (!g_paused.load()) sched_yield();
  ASSERT_EQ(ApiFlagsOf(STUBHIP_hipMalloc) & kApiTellEnter, 0) << "not worked out yet";
  stub.Call(STUBHIP_hipMalloc);
  EXPECT_EQ(ends, 2u);
  g_go_on.store(true);
  changes.join();
  stub.Call(STUBHIP_hipMalloc);
  EXPECT_EQ(ends, 3u);
  wish.domains = 0;
  ASSERT_EQ(rocjfr_client_want(ROCJFR_CLIENT_ROCTRACER, &wish), ROCJFR_STATUS_SUCCESS);
}

}  // namespace
}  // namespace rocjfr::test
