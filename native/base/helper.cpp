// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "helper.h"

#include <chrono>

#include "detached_thread.h"
#include "fork.h"
#include "loaded_library.h"

namespace rocjfr {

namespace {
__thread bool t_is_helper __attribute__((tls_model("initial-exec"))) = false;
}  // namespace

bool Helper::IsCurrent() noexcept {
  return t_is_helper;
}

void* Helper::Main(void* helper) noexcept {
  t_is_helper = true;
  static_cast<Helper*>(helper)->Run();
  return nullptr;
}

void Helper::Run() noexcept {
  uint32_t last = work_.Count();
  uint64_t libraries = 0;
  for (;;) {
    const uint32_t seen = work_.Count();
    const uint64_t asked = updates_asked_.load();
    if (asked != updates_done_.load()) {
      library_.update();
      updates_done_.store(asked);
      done_.Notify();
      continue;
    }
    const bool news = LibrariesChangedSince(&libraries) || seen != last;
    last = seen;
    work_.Wait(seen, library_.look() ? pace_.NextUs(news) : 0);
  }
}

bool Helper::Wake() noexcept {
  work_.Notify();
  if (running_.load(std::memory_order_relaxed) || running_.exchange(true)) return true;
  if (library_.starting != nullptr) library_.starting(true);
  const bool started = StartDetachedThread(library_.thread_name, &Helper::Main, this);
  if (!started) running_.store(false);
  if (library_.starting != nullptr) library_.starting(false);
  return started;
}

void Helper::LookSoon() noexcept {
  if (running_.load(std::memory_order_relaxed)) work_.Notify();
}

bool Helper::Update(uint32_t timeout_ms) noexcept {
  using Clock = std::chrono::steady_clock;
  const uint64_t ticket = updates_asked_.fetch_add(1) + 1;
  if (!Wake()) return false;
  const auto end = Clock::now() + std::chrono::milliseconds(timeout_ms);
  for (;;) {
    const uint32_t seen = done_.Count();
    if (updates_done_.load() >= ticket) return true;
    const auto left =
        std::chrono::duration_cast<std::chrono::microseconds>(end - Clock::now()).count();
    if (left <= 0 || Forked()) return false;
    done_.Wait(seen, static_cast<uint32_t>(left));
  }
}

}  // namespace rocjfr
