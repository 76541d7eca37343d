// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "copy_engine.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "clock.h"
#include "config.h"
#include "control.h"
#include "dispatch.h"
#include "log.h"

namespace rocjfr::softgpu {

bool Copy::ready() const {
  return std::all_of(dependencies.begin(), dependencies.end(),
                     [](const SignalRef& ref) { return ref.gone() || ref.get()->load() == 0; });
}

void Copy::run() const {
  for (uint64_t z = 0; z < slices; ++z) {
    for (uint64_t y = 0; y < lines; ++y) {
      std::memmove(to + z * to_slice + y * to_pitch, from + z * from_slice + y * from_pitch,
                   line_bytes);
    }
  }
}

CopyEngine& CopyEngine::of(int gpu, Direction direction) {
  static auto* engines = [] {
    auto* all = new std::vector<CopyEngine*>();  // never destroyed: the threads are not stopped
    for (int i = 0; i < 2 * config().gpus; ++i) all->push_back(new CopyEngine(i / 2));
    return all;
  }();
  return *(*engines)[static_cast<size_t>(2 * gpu + direction)];
}

void CopyEngine::submit(Copy copy) {
  for (const SignalRef& ref : copy.dependencies) ref.get()->watch(parker_);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!started_) start_device_thread("softgpu-copy", [this] { run(); }).detach();
    started_ = true;
    waiting_.push_back(std::move(copy));
  }
  parker_->wake();
}

bool CopyEngine::take(Copy* out) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto ready =
      std::find_if(waiting_.begin(), waiting_.end(), [](const Copy& copy) { return copy.ready(); });
  if (ready == waiting_.end()) return false;
  *out = std::move(*ready);
  waiting_.erase(ready);
  return true;
}

void CopyEngine::run() {
  static const std::atomic<bool> never{false};
  for (;;) {
    Copy copy;
    if (!take(&copy)) {
      parker_->park();
      continue;
    }
    for (const SignalRef& ref : copy.dependencies) ref.get()->unwatch(parker_.get());
    Gate::instance().pass(parker_, never);
    Work work{SOFTGPU_WORK_COPY, gpu_};
    work.bytes = copy.bytes();
    work.begin_monotonic = monotonic_ns();
    copy.run();
    sleep_until(paced_end(work.begin_monotonic, work.bytes), exiting());
    work.end_monotonic = std::max(monotonic_ns(), work.begin_monotonic + 1);
    log(LogLevel::kWork, "gpu %d: copy of %lu bytes", gpu_, work.bytes);
    finish_work(work, copy.completion);
  }
}

}  // namespace rocjfr::softgpu
