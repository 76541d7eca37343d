// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The little of HSA below the stub that a tool asks: whether it has started, its clock, and a
// handler on the thread that reports finished work.
#include <time.h>

#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "common.h"

namespace {

std::atomic<int> g_started{0}, g_waiting{0}, g_handlers{0};
std::atomic<void (*)()> g_at_start{nullptr};
std::atomic<void (*)()> g_at_info{nullptr};
std::atomic<uint64_t> g_slept_ns{0};  // CLOCK_MONOTONIC stands still meanwhile
// Held over the whole start, as the real one's.
std::recursive_mutex& Bootstrap() {
  static auto* mutex = new std::recursive_mutex;
  return *mutex;
}

// Never destroyed: its thread is stopped only by stubhip_end_reporting.
struct Reporting {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  std::thread thread;
  bool ends = false;

  void Post(const std::function<void()>& task) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!thread.joinable()) thread = std::thread([this] { Run(); });
    tasks.push_back(task);
    changed.notify_all();
  }
  void Do(const std::function<void()>& function) {
    bool done = false;
    Post([&] {
      function();
      std::lock_guard<std::mutex> lock(mutex);
      done = true;
      changed.notify_all();
    });
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return done; });
  }
  void Run() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return ends || !tasks.empty(); });
      if (tasks.empty()) return;
      const std::function<void()> task = tasks.front();
      tasks.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }
  void End() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      ends = true;
      changed.notify_all();
    }
    if (thread.joinable()) thread.join();
    ends = false;
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
  ++g_waiting;
  std::lock_guard<std::recursive_mutex> lock(Bootstrap());
  --g_waiting;
  if (++g_started != 1) return 0;
  if (auto* at_start = g_at_start.load()) at_start();
  return 0;
}
STUBHIP_API int hsa_shut_down(void) {
  std::lock_guard<std::recursive_mutex> lock(Bootstrap());
  --g_started;
  return 0;
}
STUBHIP_API int hsa_system_get_info(int attribute, void* value) {
  if (auto* at_info = g_at_info.load()) at_info();
  if (g_started.load() <= 0) return kNotInitialized;
  constexpr int kTimestamp = 2, kTimestampFrequency = 3;
  constexpr uint64_t kSecond = 1000000000;
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const uint64_t ns = static_cast<uint64_t>(now.tv_sec) * kSecond + now.tv_nsec + g_slept_ns.load();
  if (attribute == kTimestamp) memcpy(value, &ns, sizeof(ns));
  if (attribute == kTimestampFrequency) memcpy(value, &kSecond, sizeof(kSecond));
  return 0;
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
  TheReporting().Post([=] { handler(0, argument); });
  ++g_handlers;  // who waits for it posts after it
  return 0;
}

// Called inside its start, as tools are.
STUBHIP_API void stubhip_at_hsa_start(void (*function)()) {
  g_at_start.store(function);
}
// Called before each answer of hsa_system_get_info.
STUBHIP_API void stubhip_at_hsa_info(void (*function)()) {
  g_at_info.store(function);
}
// As if the machine had been suspended.
STUBHIP_API void stubhip_suspend(uint64_t ns) {
  g_slept_ns.fetch_add(ns);
}
// How many threads wait for a start.
STUBHIP_API int stubhip_hsa_waiting(void) {
  return g_waiting.load();
}
// How many handlers were ever registered.
STUBHIP_API int stubhip_hsa_handlers(void) {
  return g_handlers.load();
}
// That thread ends; the next to be told has a new one.
STUBHIP_API void stubhip_end_reporting(void) {
  TheReporting().End();
}

// On the thread that reports finished work.
STUBHIP_API void stubhip_report(void (*function)(void*), void* argument) {
  TheReporting().Do([=] { function(argument); });
}
}
