// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "exit.h"

#include <atomic>
#include <cstdlib>

#include "fork.h"

namespace rocjfr {
namespace {

std::atomic<void (*)()> g_deliver{nullptr};
std::atomic<int> g_registered{0};
std::atomic<void (*)()> g_finish{nullptr};

// Once: the static objects that a callback uses may be gone when an earlier handler runs.
void AtExit() {
  static std::atomic<bool> done{false};
  if (Forked() || done.exchange(true)) return;
  if (const auto deliver = g_deliver.load()) deliver();
}

void FinishAtLast() {
  AtExit();  // where it could not be registered
  const auto finish = g_finish.load();
  if (!Forked() && finish != nullptr) finish();
}

}  // namespace

void DeliverAtExit(void (*deliver)()) noexcept {
  // Handlers run in reverse order: the last that was registered does it. The C library keeps 32 of
  // them for sure.
  constexpr int kMost = 16;
  if (g_registered.load(std::memory_order_relaxed) >= kMost) return;
  if (g_registered.fetch_add(1, std::memory_order_relaxed) >= kMost) return;
  g_deliver.store(deliver);
  atexit(&AtExit);
}

void FinishAtExit(void (*finish)()) noexcept {
  void (*none)() = nullptr;
  if (g_finish.compare_exchange_strong(none, finish)) atexit(&FinishAtLast);
}

}  // namespace rocjfr
