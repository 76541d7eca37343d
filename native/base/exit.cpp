// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "exit.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>

#include "fork.h"
#include "loaded_library.h"
#include "never_destroyed.h"

// Of the C++ ABI. What is registered with a handle is called and taken out by a call with it.
extern "C" int __cxa_atexit(void (*function)(void*), void* arg, void* handle) noexcept;
extern "C" void __cxa_finalize(void* handle);

namespace rocjfr {
namespace {

std::atomic<void (*)()> g_deliver{nullptr};
std::atomic<bool> g_delivered{false};
std::atomic<void (*)()> g_finish{nullptr};
std::atomic<uint64_t> g_waited_ns{0};
constexpr uint64_t kMostWaitNs = 5000000000;

// Of the handler that moves: taken out, and registered again as the last one.
struct Moving {
  std::mutex mutex;
  char handle = 0;
};
Moving& TheMoving() {
  return NeverDestroyed<Moving>();
}
thread_local bool t_moves = false;

// Once: the static objects that a callback uses may be gone when an earlier handler runs.
void AtExit() {
  if (Forked() || g_delivered.exchange(true)) return;
  if (const auto deliver = g_deliver.load()) deliver();
}

void MovesOrAtExit(void*) {
  if (!t_moves) AtExit();
}

void FinishAtLast() {
  AtExit();  // where it could not be registered
  const auto finish = g_finish.load();
  if (!Forked() && finish != nullptr) finish();
}

uint64_t NowNs() noexcept {
  return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

}  // namespace

// Handlers run in reverse order: the last one has to be ours. The first one stays where it is, for
// an exit that begins while the other one is being moved.
void DeliverAtExit(void (*deliver)()) noexcept {
  if (Forked() || g_delivered.load()) return;
  Moving& moving = TheMoving();
  std::lock_guard<std::mutex> lock(moving.mutex);
  if (g_deliver.exchange(deliver) == nullptr) {
    atexit(&AtExit);
    return;
  }
  t_moves = true;
  __cxa_finalize(&moving.handle);
  t_moves = false;
  __cxa_atexit(&MovesOrAtExit, nullptr, &moving.handle);
}

void FinishAtExit(void (*finish)()) noexcept {
  void (*none)() = nullptr;
  if (g_finish.compare_exchange_strong(none, finish)) atexit(&FinishAtLast);
}

namespace {

std::atomic<bool> g_ends{false};
std::atomic<uint64_t> g_libraries{0};  // as they were when the last handler was registered
std::atomic<uint32_t> g_calls{0};
std::atomic<void (*)()> g_last{nullptr};

void EndCalls() {
  const auto last = g_last.exchange(nullptr);
  if (last != nullptr && !Forked()) last();
  g_ends.store(true);
  if (Forked()) return;
  const ExitWait wait;
  while (g_calls.load() != 0 && wait.LeftMs() != 0) usleep(1000);
}

}  // namespace

// All handlers stay: taking one out from below others leaves its place in the list unused, and who
// forks while the list changes has a child that cannot exit.
void CallsBeforeExit::Watch() noexcept {
  if (Forked() || g_ends.load()) return;
  if (atexit(&EndCalls) != 0) g_ends.store(true);  // the end may have begun
}

bool CallsBeforeExit::Begin() noexcept {
  uint64_t libraries = g_libraries.load();
  if (LibrariesChangedSince(&libraries)) {
    g_libraries.store(libraries);
    Watch();
  }
  g_calls.fetch_add(1);  // before the look: who ends looks in the other order
  if (!g_ends.load()) return true;
  End();
  return false;
}

void CallsBeforeExit::SetLast(void (*last)()) noexcept {
  g_last.store(last);
}

void CallsBeforeExit::End() noexcept {
  g_calls.fetch_sub(1);
}

ExitWait::ExitWait() noexcept : start_ns_(NowNs()) {}

ExitWait::~ExitWait() {
  g_waited_ns.fetch_add(NowNs() - start_ns_);
}

uint32_t ExitWait::LeftMs() const noexcept {
  const uint64_t waited = g_waited_ns.load() + (NowNs() - start_ns_);
  return waited >= kMostWaitNs ? 0 : static_cast<uint32_t>((kMostWaitNs - waited) / 1000000);
}

}  // namespace rocjfr
