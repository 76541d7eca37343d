// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "exit.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>

#include "fork.h"
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

// A handler of which the newest registration counts: handlers run in reverse order. It has two
// handles in turn, and so is never without a registration.
class LastHandler {
 public:
  explicit LastHandler(void (*handler)()) noexcept : handler_(handler) {}
  // False: it cannot be registered, and the end may have begun.
  bool Register() noexcept {
    std::lock_guard<std::mutex> lock(mutex_);
    char* newest = &handles_[turn_ ^= 1];
    if (__cxa_atexit(&Run, this, newest) != 0) return false;
    t_takes_out = true;
    __cxa_finalize(&handles_[turn_ ^ 1]);
    t_takes_out = false;
    return true;
  }

 private:
  // What is taken out is run.
  static void Run(void* self) {
    if (!t_takes_out) static_cast<LastHandler*>(self)->handler_();
  }
  static thread_local bool t_takes_out;

  void (*const handler_)();
  std::mutex mutex_;
  char handles_[2] = {};
  int turn_ = 0;
};
thread_local bool LastHandler::t_takes_out = false;

// Once: the static objects that a callback uses may be gone when an earlier handler runs.
void AtExit() {
  if (Forked() || g_delivered.exchange(true)) return;
  if (const auto deliver = g_deliver.load()) deliver();
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

void DeliverAtExit(void (*deliver)()) noexcept {
  if (Forked() || g_delivered.load()) return;
  g_deliver.store(deliver);
  static LastHandler& handler = *new LastHandler(&AtExit);
  handler.Register();
}

void FinishAtExit(void (*finish)()) noexcept {
  void (*none)() = nullptr;
  if (g_finish.compare_exchange_strong(none, finish)) atexit(&FinishAtLast);
}

namespace {

std::atomic<bool> g_ends{false};
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

void CallsBeforeExit::Watch() noexcept {
  if (Forked() || g_ends.load()) return;
  static LastHandler& handler = *new LastHandler(&EndCalls);
  if (!handler.Register()) g_ends.store(true);
}

bool CallsBeforeExit::Begin() noexcept {
  Watch();
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
