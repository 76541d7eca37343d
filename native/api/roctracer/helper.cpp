// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "helper.h"

#include <mutex>

#include "base/detached_thread.h"
#include "base/never_destroyed.h"
#include "base/switch.h"
#include "clock.h"
#include "core_link.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::roctracer {
namespace {

constexpr uint32_t kLookEveryUs = 5000;

struct Helper {
  std::mutex mutex;  // of `running`
  bool running = false;
  Switch work;
  Switch done;
  std::atomic<uint64_t> updates_asked{0};
  std::atomic<uint64_t> updates_done{0};
};
Helper& TheHelper() {
  return NeverDestroyed<Helper>();
}

void* Run(void*) noexcept {
  Helper& helper = TheHelper();
  while (true) {
    const uint32_t position = helper.work.Position();
    const uint64_t asked = helper.updates_asked.load();
    if (asked != helper.updates_done.load()) {
      UpdateCoreNow();
      helper.updates_done.store(asked);
      helper.done.Flip();
      continue;
    }
    if (SomethingToFind()) {
      rocjfr_poll();
      helper.work.Wait(position, kLookEveryUs);
      continue;
    }
    std::lock_guard<std::mutex> lock(helper.mutex);
    if (helper.work.Position() != position) continue;
    helper.running = false;
    return nullptr;
  }
}

}  // namespace

void WakeHelper() noexcept {
  Helper& helper = TheHelper();
  std::lock_guard<std::mutex> lock(helper.mutex);
  helper.work.Flip();
  if (!helper.running) helper.running = StartDetachedThread("rocjfr-finder", &Run, nullptr);
}

void LetHelperUpdate(uint32_t timeout_ms) noexcept {
  Helper& helper = TheHelper();
  const uint64_t ticket = helper.updates_asked.fetch_add(1) + 1;
  WakeHelper();
  const uint64_t start = MonotonicNs();
  while (true) {
    const uint32_t position = helper.done.Position();
    if (helper.updates_done.load() >= ticket) return;
    const uint64_t waited_ms = (MonotonicNs() - start) / 1000000;
    if (waited_ms >= timeout_ms) return;
    helper.done.Wait(position, static_cast<uint32_t>(timeout_ms - waited_ms) * 1000);
  }
}

}  // namespace rocjfr::roctracer
