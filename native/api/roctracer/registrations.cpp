// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "registrations.h"

#include <mutex>

#include "base/never_destroyed.h"

namespace rocjfr::roctracer {

HipApiSlot g_hip_api[kMaxHipApis];
std::atomic<Pool*> g_hip_ops[kHipOps];
CallbackSlot g_roctx[kRoctxOps];

namespace {

// Of writers. Never held while foreign code or the core runs.
struct Mutex : std::mutex {};
std::mutex& TheMutex() {
  return NeverDestroyed<Mutex>();
}

template <typename Change>
void EachPool(Change change) {
  for (HipApiSlot& slot : g_hip_api) change(slot.pool, ACTIVITY_DOMAIN_HIP_API);
  for (auto& pool : g_hip_ops) change(pool, ACTIVITY_DOMAIN_HIP_OPS);
}

}  // namespace

void SetCallbacks(uint32_t domain, uint32_t first, uint32_t last, UserCallback callback) noexcept {
  std::lock_guard<std::mutex> lock(TheMutex());
  for (uint32_t op = first; op < last; ++op) {
    if (domain == ACTIVITY_DOMAIN_HIP_API) g_hip_api[op].callback.Set(callback);
    if (domain == ACTIVITY_DOMAIN_ROCTX) g_roctx[op].Set(callback);
  }
}

void SetPools(uint32_t domain, uint32_t first, uint32_t last, Pool* pool) noexcept {
  std::lock_guard<std::mutex> lock(TheMutex());
  for (uint32_t op = first; op < last; ++op) {
    if (domain == ACTIVITY_DOMAIN_HIP_API) g_hip_api[op].pool.store(pool);
    if (domain == ACTIVITY_DOMAIN_HIP_OPS) g_hip_ops[op].store(pool);
  }
}

bool ForgetPool(const Pool* pool) noexcept {
  std::lock_guard<std::mutex> lock(TheMutex());
  bool any = false;
  EachPool([&](std::atomic<Pool*>& slot, uint32_t) {
    if (slot.load(std::memory_order_relaxed) != pool) return;
    slot.store(nullptr);
    any = true;
  });
  return any;
}

bool UsesPool(const Pool* pool, uint32_t domain) noexcept {
  bool any = false;
  EachPool([&](const std::atomic<Pool*>& slot, uint32_t of) {
    any |= of == domain && slot.load(std::memory_order_relaxed) == pool;
  });
  return any;
}

Wanted WhatIsWanted() noexcept {
  std::lock_guard<std::mutex> lock(TheMutex());
  Wanted wanted;
  for (uint32_t op = 0; op < kMaxHipApis; ++op) {
    const HipApiSlot& slot = g_hip_api[op];
    const bool records = slot.pool.load(std::memory_order_relaxed) != nullptr;
    if (!slot.callback.Enabled() && !records) continue;
    wanted.hip_apis[op / 64] |= uint64_t{1} << (op % 64);
    if (slot.callback.Enabled()) wanted.hip_enters[op / 64] |= uint64_t{1} << (op % 64);
    if (records) wanted.hip_times[op / 64] |= uint64_t{1} << (op % 64);
    wanted.hip_api = true;
  }
  for (const auto& pool : g_hip_ops) wanted.hip_ops |= pool.load() != nullptr;
  for (const CallbackSlot& slot : g_roctx) wanted.roctx |= slot.Enabled();
  return wanted;
}

}  // namespace rocjfr::roctracer
