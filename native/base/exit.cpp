// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "exit.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>

#include "detached_thread.h"
#include "fork.h"
#include "helper.h"
#include "loaded_library.h"

// Of glibc: `function` is called when the calling thread ends, or ends the process: ahead of all
// exit handlers.
extern "C" int __cxa_thread_atexit_impl(void (*function)(void*), void* arg, void* library);
extern "C" void* __dso_handle __attribute__((visibility("hidden")));

namespace rocjfr {
namespace {

std::atomic<void (*)()> g_deliver{nullptr};
std::atomic<bool> g_delivered{false};
std::atomic<void (*)()> g_finish{nullptr};
std::atomic<uint64_t> g_waited_ns{0};
constexpr uint64_t kMostWaitNs = 5000000000;

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

namespace {

// Counts that begin with the first registration: what may have made static objects, and how much of
// that the last handler runs ahead of.
std::atomic<uint64_t> g_news{0}, g_covered{0};
std::atomic<uint64_t> g_handlers{0};

// Handlers run in reverse order: the last one has to be ours.
void Register() {
  const uint64_t news = g_news.load();
  if (atexit(&AtExit) != 0) return;
  g_covered.store(news);
  g_handlers.fetch_add(1);
}

bool IsDue() noexcept {
  const uint64_t news = g_news.load(), covered = g_covered.load();
  return news != covered && (g_handlers.load() < kFreely || news >= 2 * covered);
}

// It may also end alone, while the process goes on.
void AtEndOfMainThread(void*) {
  if (Forked() || g_delivered.load() || g_news.load() == g_covered.load()) return;
  const ForkHold hold;
  Register();
}

bool g_main_is_watched = false;

__attribute__((constructor)) void WatchMainThread() {
  if (syscall(SYS_gettid) != getpid()) return;
  g_main_is_watched = __cxa_thread_atexit_impl(&AtEndOfMainThread, nullptr, &__dso_handle) == 0;
}

}  // namespace

void DeliverAtExit(void (*deliver)()) noexcept {
  if (Forked() || g_delivered.load()) return;
  g_news.fetch_add(1);
  if (g_deliver.exchange(deliver) != nullptr) return RenewDelivery();
  const ForkHold hold;
  Register();
}

bool NoteUserCode() noexcept {
  if (Forked() || g_delivered.load()) return false;
  g_news.fetch_add(1);
  return !g_main_is_watched && IsDue();
}

void RenewDelivery() noexcept {
  if (Forked() || g_delivered.load() || !IsDue()) return;
  if (OnOwnThread() && (g_main_is_watched || !Helper::IsCurrent())) return;
  RunOutsideForks(&Register);
}

void FinishAtExit(void (*finish)()) noexcept {
  void (*none)() = nullptr;
  if (!g_finish.compare_exchange_strong(none, finish)) return;
  const ForkHold hold;
  atexit(&FinishAtLast);
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

// All handlers stay, as those of DeliverAtExit.
void CallsBeforeExit::Watch() noexcept {
  if (Forked() || g_ends.load()) return;
  RunOutsideForks([] {
    if (atexit(&EndCalls) != 0) g_ends.store(true);  // the end may have begun
  });
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
