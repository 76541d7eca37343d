// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// libc's lock of exit handlers: a fork while a thread of ours holds it would leave a child that
// cannot exit.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cstring>

#include "fixture.h"

// The sanitizers have these two functions themselves.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
namespace {

std::atomic<int> g_by_deliveries{0};

void Count() {
  char name[16] = {};
  pthread_getname_np(pthread_self(), name, sizeof(name));
  if (strcmp(name, "rocjfr-pool") == 0) ++g_by_deliveries;
}

}  // namespace

// In the place of libc's, which the program's stand before.
extern "C" {
__attribute__((visibility("default"))) int __cxa_atexit(void (*function)(void*), void* argument,
                                                        void* handle) noexcept {
  using Function = int (*)(void (*)(void*), void*, void*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "__cxa_atexit"));
  Count();
  return real(function, argument, handle);
}
__attribute__((visibility("default"))) void __cxa_finalize(void* handle) {
  using Function = void (*)(void*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "__cxa_finalize"));
  Count();
  real(handle);
}
}

namespace rocjfr::test {
namespace {

class ExitLock : public RoctracerTest {};
ROCJFR_BOTH_GENERATIONS(ExitLock);

TEST_P(ExitLock, NoDeliveryTakesIt) {
  Collector collector(512);
  std::atomic<int> callbacks{0};
  std::atomic<bool> registers{false};
  collector.in_callback = [&] {
    ++callbacks;
    if (registers.exchange(false)) atexit([] {});
  };
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  for (int i = 0; i < 2000; ++i) stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_GT(callbacks, 100);
  EXPECT_EQ(g_by_deliveries, 0);
  registers = true;
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(g_by_deliveries, 1) << "the callback's own is counted";
}

}  // namespace
}  // namespace rocjfr::test
#endif
