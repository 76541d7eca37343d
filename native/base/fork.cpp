// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "fork.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>

#include "detached_thread.h"

namespace rocjfr {
namespace {

std::atomic<bool> g_watching{false};
void (*g_before)() = nullptr;
void (*g_in_parent)() = nullptr;
void (*g_in_child)() = nullptr;

std::atomic<uint32_t> g_inside{0};  // ForkHolds
std::atomic<uint32_t> g_forks{0};   // that are under way
std::atomic<void (*)()> g_tasks[4] = {};
constexpr std::chrono::milliseconds kLongestHold{1000}, kLongestFork{100};

// False: it was not so in time.
bool WaitUntilZero(const std::atomic<uint32_t>& count, std::chrono::milliseconds longest) noexcept {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (count.load() != 0) {
    if (std::chrono::steady_clock::now() >= end) return false;
    usleep(20);
  }
  return true;
}

// False: a fork is under way.
bool TryEnter() noexcept {
  g_inside.fetch_add(1);  // before the look: who forks looks in the other order
  if (g_forks.load() == 0) return true;
  g_inside.fetch_sub(1);
  return false;
}

void BeforeFork() noexcept {
  if (g_before != nullptr) g_before();  // first: who holds these locks may be about to enter
  g_forks.fetch_add(1);
  WaitUntilZero(g_inside, kLongestHold);
}

void InParent() noexcept {
  g_forks.fetch_sub(1);
  if (g_in_parent != nullptr) g_in_parent();
  for (std::atomic<void (*)()>& task : g_tasks) {
    if (const auto function = task.exchange(nullptr)) RunOutsideForks(function);
  }
}

void InChild() noexcept {
  g_forked.store(true);
  g_inside.store(0);
  g_forks.store(0);
  if (g_in_child != nullptr) g_in_child();
}

}  // namespace

std::atomic<bool> g_forked{false};

void WatchForks(void (*before)(), void (*in_parent)(), void (*in_child)()) noexcept {
  if (g_watching.exchange(true)) return;
  g_before = before;
  g_in_parent = in_parent;
  g_in_child = in_child;
  pthread_atfork(&BeforeFork, &InParent, &InChild);
}

ForkHold::ForkHold() noexcept {
  while (!TryEnter()) {
    if (OnOwnThread() && WaitUntilZero(g_forks, kLongestFork)) continue;
    g_inside.fetch_add(1);
    return;
  }
}

ForkHold::~ForkHold() {
  g_inside.fetch_sub(1);
}

void RunOutsideForks(void (*task)()) noexcept {
  if (TryEnter()) {
    task();
    g_inside.fetch_sub(1);
    return;
  }
  for (std::atomic<void (*)()>& place : g_tasks) {
    void (*none)() = nullptr;
    if (place.compare_exchange_strong(none, task) || none == task) break;
  }
  // The fork may have ended meanwhile.
  if (g_forks.load() != 0) return;
  for (std::atomic<void (*)()>& place : g_tasks) {
    void (*mine)() = task;
    if (place.compare_exchange_strong(mine, nullptr)) RunOutsideForks(task);
  }
}

}  // namespace rocjfr
