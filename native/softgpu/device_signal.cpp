// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "device_signal.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "clock.h"

namespace rocjfr::softgpu {

bool satisfies(int64_t value, uint32_t condition, int64_t compare) {
  switch (condition) {
    case HSA_SIGNAL_CONDITION_EQ:
      return value == compare;
    case HSA_SIGNAL_CONDITION_NE:
      return value != compare;
    case HSA_SIGNAL_CONDITION_LT:
      return value < compare;
    default:
      return value >= compare;
  }
}

void Signal::complete(uint64_t begin_ns, uint64_t end_ns) {
  __atomic_store_n(&abi_.start_ts, begin_ns, __ATOMIC_RELAXED);
  __atomic_store_n(&abi_.end_ts, end_ns, __ATOMIC_RELEASE);
  update([](volatile int64_t* v) { return __atomic_sub_fetch(v, 1, __ATOMIC_SEQ_CST); });
}

// A writer changes the value, then looks at the count; a watcher raises the count, then looks at
// the value. Both in sequentially consistent order, so that at least one of them sees the other.
void Signal::watch(std::shared_ptr<Watcher> watcher) {
  std::lock_guard<std::mutex> lock(mutex_);
  watchers_.push_back(std::move(watcher));
  watcher_count_.fetch_add(1, std::memory_order_seq_cst);
}

void Signal::unwatch(const Watcher* watcher) {
  std::shared_ptr<Watcher> last;  // destroyed after the lock is
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = std::find_if(watchers_.begin(), watchers_.end(),
                            [&](const auto& w) { return w.get() == watcher; });
  if (found == watchers_.end()) return;  // dropped when the signal was destroyed
  last = std::move(*found);
  watchers_.erase(found);
  watcher_count_.fetch_sub(1, std::memory_order_seq_cst);
}

void Signal::notify_watchers() {
  if (in_forked_child()) return;  // the list may be locked for ever, and nobody sleeps here
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& w : watchers_) w->signalled();
}

SignalRef::SignalRef(Signal* signal)
    : signal_(signal), life_(signal->life_.load(std::memory_order_acquire)) {}

bool SignalRef::gone() const {
  return signal_ == nullptr || signal_->life_.load(std::memory_order_acquire) != life_;
}

SignalTable& SignalTable::instance() {
  static SignalTable* the = new SignalTable();  // never destroyed
  return *the;
}

Signal* SignalTable::create(int64_t initial, int64_t kind) {
  std::lock_guard<std::mutex> lock(mutex_);
  Signal* signal = nullptr;
  if (!free_.empty()) {
    signal = free_.back();
    free_.pop_back();
  } else {
    size_t next = used_.load(std::memory_order_relaxed);
    if (next == kMaxChunks * kChunkSignals) return nullptr;
    std::atomic<Signal*>& chunk = chunks_[next / kChunkSignals];
    if (next % kChunkSignals == 0) {
      void* memory = operator new (kChunkSignals * sizeof(Signal),
                                   std::align_val_t{alignof(Signal)});
      chunk.store(static_cast<Signal*>(memory), std::memory_order_release);
    }
    signal = new (chunk.load(std::memory_order_relaxed) + next % kChunkSignals) Signal();
    used_.store(next + 1, std::memory_order_release);
  }
  signal->abi_.kind = kind;
  signal->ringer_.store(nullptr, std::memory_order_relaxed);
  signal->copies_.store(false, std::memory_order_relaxed);
  __atomic_store_n(&signal->abi_.start_ts, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&signal->abi_.end_ts, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&signal->abi_.value, initial, __ATOMIC_RELAXED);
  signal->life_.fetch_add(1, std::memory_order_release);
  live_.fetch_add(1, std::memory_order_relaxed);
  return signal;
}

Signal* SignalTable::find(hsa_signal_t handle) const {
  size_t used = used_.load(std::memory_order_acquire);
  for (size_t first = 0; first < used; first += kChunkSignals) {
    Signal* chunk = chunks_[first / kChunkSignals].load(std::memory_order_acquire);
    uint64_t offset = handle.handle - reinterpret_cast<uint64_t>(chunk);  // abi_ comes first
    uint64_t index = offset / sizeof(Signal);
    if (index >= std::min(kChunkSignals, used - first)) continue;
    Signal* signal = chunk + index;
    bool exists =
        offset % sizeof(Signal) == 0 && signal->life_.load(std::memory_order_acquire) % 2 == 1;
    return exists ? signal : nullptr;
  }
  return nullptr;
}

bool SignalTable::destroy(hsa_signal_t handle) {
  Signal* signal = find(handle);
  if (signal == nullptr) return false;
  uint32_t life = signal->life_.load(std::memory_order_acquire);
  // Of two threads that destroy the same signal, one does.
  if (life % 2 == 0 || !signal->life_.compare_exchange_strong(life, life + 1)) return false;
  std::vector<std::shared_ptr<Watcher>> orphans;
  if (!in_forked_child()) {
    std::lock_guard<std::mutex> lock(signal->mutex_);
    orphans.swap(signal->watchers_);
    signal->watcher_count_.store(0, std::memory_order_seq_cst);
    for (const auto& w : orphans) w->signalled();  // so that it finds out
  }
  live_.fetch_sub(1, std::memory_order_relaxed);
  std::lock_guard<std::mutex> lock(mutex_);
  free_.push_back(signal);
  return true;
}

namespace {

constexpr uint64_t kLookAroundNs = 1000000000;  // how late an exit that begins is noticed

/// A value that satisfies the condition.
int64_t forced_value(uint32_t condition, int64_t compare) {
  uint64_t bits = static_cast<uint64_t>(compare);  // wraps where the signed number would overflow
  if (condition == HSA_SIGNAL_CONDITION_LT) --bits;
  if (condition == HSA_SIGNAL_CONDITION_NE) ++bits;
  return static_cast<int64_t>(bits);
}

uint64_t add_saturated(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

}  // namespace

uint32_t wait_for_any(const std::vector<Signal*>& signals, const hsa_signal_condition_t* conditions,
                      const int64_t* compares, uint64_t timeout_ns, int64_t* value) {
  auto parker = std::make_shared<Parker>();
  std::vector<SignalRef> refs;
  std::vector<uint32_t> wanted(signals.size());
  if (!signals.empty()) std::memcpy(wanted.data(), conditions, wanted.size() * sizeof wanted[0]);
  for (Signal* signal : signals) {
    refs.emplace_back(signal);
    signal->watch(parker);
  }
  uint64_t end = add_saturated(monotonic_ns(), timeout_ns);
  uint32_t result = UINT32_MAX;
  for (bool looking = true; looking;) {
    bool any_left = false;
    for (size_t i = 0; i < signals.size() && looking; ++i) {
      any_left |= !refs[i].gone();
      *value = signals[i]->load();
      if (!satisfies(*value, wanted[i], compares[i])) continue;
      result = static_cast<uint32_t>(i);
      looking = false;
    }
    uint64_t now = monotonic_ns();
    uint64_t last = std::min(end, exit_deadline_ns());
    if (now >= last || in_forked_child() || !any_left) looking = false;
    if (looking) parker->park_until(std::min(last, now + kLookAroundNs));
  }
  for (Signal* signal : signals) signal->unwatch(parker.get());
  return result;
}

int64_t wait_for(Signal* signal, uint32_t condition, int64_t compare, uint64_t timeout_ns) {
  int64_t value = signal->load();
  for (int spin = 0; spin < 100 && !satisfies(value, condition, compare); ++spin) {
    __builtin_ia32_pause();
    value = signal->load();
  }
  if (satisfies(value, condition, compare) || timeout_ns == 0) return value;
  if (in_forked_child()) {
    signal->store(forced_value(condition, compare));
    return signal->load();
  }
  uint64_t end = add_saturated(monotonic_ns(), timeout_ns);
  SignalRef ref(signal);
  auto parker = std::make_shared<Parker>();
  signal->watch(parker);
  for (;;) {
    value = signal->load();
    if (satisfies(value, condition, compare) || ref.gone()) break;
    uint64_t now = monotonic_ns();
    if (now >= end) break;
    uint64_t give_up = exit_deadline_ns();
    if (now >= give_up) {
      signal->store(forced_value(condition, compare));
      value = signal->load();
      break;
    }
    parker->park_until(std::min({end, give_up, now + kLookAroundNs}));
  }
  signal->unwatch(parker.get());
  return value;
}

}  // namespace rocjfr::softgpu
