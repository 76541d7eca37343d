// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Two threads that work out the functions' flags at once. The program is linked so that locking a
// mutex from the core's own code comes here first (-Wl,--wrap).
#include "core/record/api_flags.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <thread>

#include "core.h"
#include "stub.h"

namespace {

thread_local bool t_pauses = false;  // before the next lock
std::atomic<bool> g_paused{false}, g_go_on{false};

}  // namespace

extern "C" {
int __real_pthread_mutex_lock(pthread_mutex_t* mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t* mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (t_pauses) {
    t_pauses = false;
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
    t_pauses = true;
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

}  // namespace
}  // namespace rocjfr::test
