// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "fork.h"

#include <pthread.h>

namespace rocjfr {
namespace {

std::atomic<bool> g_watching{false};
void (*g_in_child)() = nullptr;

}  // namespace

std::atomic<bool> g_forked{false};

void WatchForks(void (*before)(), void (*in_parent)(), void (*in_child)()) noexcept {
  if (g_watching.exchange(true)) return;
  g_in_child = in_child;
  pthread_atfork(before, in_parent, [] {
    g_forked.store(true);
    if (g_in_child != nullptr) g_in_child();
  });
}

}  // namespace rocjfr
