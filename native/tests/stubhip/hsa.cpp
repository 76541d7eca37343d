// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The little of HSA below the stub that a tool asks: whether it has started, and a handler on the
// thread that reports finished work.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "common.h"

namespace {

std::atomic<int> g_started{0};

// Never destroyed: its thread is not stopped.
struct Reporting {
  std::mutex mutex;
  std::condition_variable changed;
  std::function<void()> task;
  bool running = false;

  void Do(const std::function<void()>& function) {
    std::unique_lock<std::mutex> lock(mutex);
    if (!running) std::thread([this] { Run(); }).detach();
    running = true;
    changed.wait(lock, [this] { return task == nullptr; });
    task = function;
    changed.notify_all();
    changed.wait(lock, [this] { return task == nullptr; });
  }
  void Run() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return task != nullptr; });
      task();
      task = nullptr;
      changed.notify_all();
    }
  }
};
Reporting& TheReporting() {
  static auto* reporting = new Reporting;
  return *reporting;
}

constexpr int kNotInitialized = 0x100B;

}  // namespace

extern "C" {
STUBHIP_API int hsa_init(void) {
  ++g_started;
  return 0;
}
STUBHIP_API int hsa_shut_down(void) {
  --g_started;
  return 0;
}
STUBHIP_API int hsa_system_get_info(int, void*) {
  return g_started.load() > 0 ? 0 : kNotInitialized;
}
STUBHIP_API int hsa_signal_create(int64_t, uint32_t, const void*, uint64_t* signal) {
  *signal = 1;
  return 0;
}
STUBHIP_API int hsa_signal_destroy(uint64_t) {
  return 0;
}
// Of signals whose condition is met from the start.
STUBHIP_API int hsa_amd_signal_async_handler(uint64_t, int, int64_t,
                                             bool (*handler)(int64_t, void*), void* argument) {
  TheReporting().Do([=] { handler(0, argument); });
  return 0;
}

// On the thread that reports finished work.
STUBHIP_API void stubhip_report(void (*function)(void*), void* argument) {
  TheReporting().Do([=] { function(argument); });
}
}
