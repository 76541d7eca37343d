// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "control.h"

#include <algorithm>
#include <cstring>

#include "clock.h"
#include "device_memory.h"
#include "device_signal.h"
#include "queue.h"

namespace rocjfr::softgpu {

Gate& Gate::instance() {
  static Gate* the = new Gate();  // never destroyed
  return *the;
}

Gate::Gate() {
  at_exit_begin([this] {
    over_.store(true, std::memory_order_release);
    wake_all();
  });
}

void Gate::hold() {
  holds_.fetch_add(1, std::memory_order_acq_rel);
}

void Gate::release() {
  int holds = holds_.load(std::memory_order_acquire);
  do {
    if (holds == 0) return;
  } while (!holds_.compare_exchange_weak(holds, holds - 1, std::memory_order_acq_rel));
  if (holds == 1) wake_all();
}

void Gate::wake_all() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& parker : waiting_) parker->wake();
}

void Gate::pass(const std::shared_ptr<Parker>& parker, const std::atomic<bool>& stop) {
  auto open = [&] {
    return !held() || over_.load(std::memory_order_acquire) || stop.load(std::memory_order_acquire);
  };
  if (open()) return;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    waiting_.push_back(parker);
  }
  while (!open()) parker->park();
  std::lock_guard<std::mutex> lock(mutex_);
  waiting_.erase(std::find(waiting_.begin(), waiting_.end(), parker));
}

WorkLog& WorkLog::instance() {
  static WorkLog* the = new WorkLog();  // never destroyed
  return *the;
}

void WorkLog::add(const Work& work) {
  softgpu_work_t entry{};
  entry.kind = work.kind;
  entry.device = static_cast<uint32_t>(work.device);
  entry.name = work.name;
  entry.bytes = work.bytes;
  entry.begin_ns = Clock::device_ns(work.begin_monotonic);
  entry.end_ns = Clock::device_ns(work.end_monotonic);
  entry.begin_monotonic_ns = work.begin_monotonic;
  entry.end_monotonic_ns = work.end_monotonic;
  std::lock_guard<std::mutex> lock(mutex_);
  if (ring_.capacity() == 0) ring_.reserve(kCapacity);  // address space; pages come with use
  entry.sequence = next_++;
  if (ring_.size() < kCapacity) {
    ring_.push_back(entry);
  } else {
    ring_[entry.sequence % kCapacity] = entry;
  }
  ++count_[work.kind];
  if (work.kind == SOFTGPU_WORK_COPY) copy_bytes_ += work.bytes;
}

size_t WorkLog::read(uint64_t from, softgpu_work_t* out, size_t capacity) const {
  if (out == nullptr) return 0;
  std::lock_guard<std::mutex> lock(mutex_);
  uint64_t sequence = std::max(from, next_ - std::min<uint64_t>(next_, kCapacity));
  size_t count = 0;
  for (; sequence < next_ && count < capacity; ++sequence) {
    out[count++] = ring_[sequence % kCapacity];
  }
  return count;
}

uint64_t WorkLog::next() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return next_;
}

void WorkLog::fill(softgpu_stats_t* stats) const {
  std::lock_guard<std::mutex> lock(mutex_);
  stats->dispatches = count_[SOFTGPU_WORK_DISPATCH];
  stats->blit_dispatches = count_[SOFTGPU_WORK_BLIT];
  stats->copies = count_[SOFTGPU_WORK_COPY];
  stats->copy_bytes = copy_bytes_;
  stats->barriers = count_[SOFTGPU_WORK_BARRIER];
  stats->missing_kernels = missing_kernels_.load(std::memory_order_relaxed);
}

const char* intern(const std::string& text) {
  static auto* mutex = new ForkSafeMutex();
  static auto* texts = new std::set<std::string>();  // never destroyed: tests keep the pointers
  std::lock_guard<std::mutex> lock(*mutex);
  return texts->insert(text).first->c_str();
}

}  // namespace rocjfr::softgpu

using namespace rocjfr::softgpu;  // NOLINT: the functions of softgpu.h follow

#define SOFTGPU_CONTROL extern "C" __attribute__((visibility("default")))

SOFTGPU_CONTROL void softgpu_hold(void) {
  Gate::instance().hold();
}

SOFTGPU_CONTROL void softgpu_release(void) {
  Gate::instance().release();
}

SOFTGPU_CONTROL int softgpu_stats(softgpu_stats_t* stats) {
  if (stats == nullptr || stats->size < sizeof stats->size) return -1;
  softgpu_stats_t now{};
  now.size = std::min(stats->size, sizeof now);
  WorkLog::instance().fill(&now);
  now.signals_live = SignalTable::instance().live();
  now.queues_live = Queues::instance().live();
  for (int gpu = 0; gpu < config().gpus; ++gpu) {
    now.device_bytes_live += Memory::instance().used_bytes(gpu);
  }
  std::memcpy(stats, &now, now.size);
  return 0;
}

SOFTGPU_CONTROL size_t softgpu_read_work(uint64_t from, softgpu_work_t* out, size_t capacity) {
  return WorkLog::instance().read(from, out, capacity);
}

SOFTGPU_CONTROL uint64_t softgpu_next_work(void) {
  return WorkLog::instance().next();
}

SOFTGPU_CONTROL uint64_t softgpu_clock_now(void) {
  return Clock::now();
}

SOFTGPU_CONTROL int softgpu_suspend(uint64_t ns) {
  return Clock::suspend(ns) ? 0 : -1;
}

SOFTGPU_CONTROL uint64_t softgpu_clock_from_monotonic(uint64_t monotonic_ns) {
  return Clock::device_ns(monotonic_ns);
}
