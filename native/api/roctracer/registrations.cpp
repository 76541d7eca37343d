// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "registrations.h"

#include <mutex>

#include "base/leaky_singleton.h"
#include "rocjfr/hsa_client.h"
#include "roctracer/roctracer_hsa.h"

namespace rocjfr::roctracer {

ApiSlot g_hip_api[kMaxHipApis];
std::atomic<Pool*> g_hip_ops[kHipOps];
ApiSlot g_hsa_api[kMaxHsaApis];
std::atomic<Pool*> g_hsa_ops[kHsaOps];
CallbackSlot g_hsa_events[kHsaEvents];
CallbackSlot g_roctx[kRoctxOps];

namespace {

// Of writers. Never held while foreign code or the core runs.
struct Mutex : std::mutex {};
std::mutex& TheMutex() {
  return LeakySingleton<Mutex>();
}

Wanted g_wanted;  // under the lock; of functions

void SetBit(uint64_t* bits, uint32_t op, bool set) noexcept {
  const uint64_t bit = uint64_t{1} << (op % 64);
  bits[op / 64] = (bits[op / 64] & ~bit) | (set ? bit : 0);
}

// After a change of this function's slot.
void NoteApi(uint32_t op) noexcept {
  const bool callback = g_hip_api[op].callback.Enabled();
  const bool records = g_hip_api[op].pool.load(std::memory_order_relaxed) != nullptr;
  SetBit(g_wanted.hip_apis, op, callback || records);
  SetBit(g_wanted.hip_enters, op, callback);
  SetBit(g_wanted.hip_times, op, records);
}

template <typename Change>
void EachPool(Change change) {
  for (ApiSlot& slot : g_hip_api) change(slot.pool, ACTIVITY_DOMAIN_HIP_API);
  for (auto& pool : g_hip_ops) change(pool, ACTIVITY_DOMAIN_HIP_OPS);
  for (ApiSlot& slot : g_hsa_api) change(slot.pool, ACTIVITY_DOMAIN_HSA_API);
  for (auto& pool : g_hsa_ops) change(pool, ACTIVITY_DOMAIN_HSA_OPS);
}

}  // namespace

void SetCallbacks(uint32_t domain, uint32_t first, uint32_t last, UserCallback callback) noexcept {
  std::lock_guard<std::mutex> lock(TheMutex());
  for (uint32_t op = first; op < last; ++op) {
    if (domain == ACTIVITY_DOMAIN_HIP_API) {
      g_hip_api[op].callback.Set(callback);
      NoteApi(op);
    }
    if (domain == ACTIVITY_DOMAIN_HSA_API) g_hsa_api[op].callback.Set(callback);
    if (domain == ACTIVITY_DOMAIN_HSA_EVT) g_hsa_events[op].Set(callback);
    if (domain == ACTIVITY_DOMAIN_ROCTX) g_roctx[op].Set(callback);
  }
}

void SetPools(uint32_t domain, uint32_t first, uint32_t last, Pool* pool) noexcept {
  std::lock_guard<std::mutex> lock(TheMutex());
  for (uint32_t op = first; op < last; ++op) {
    if (domain == ACTIVITY_DOMAIN_HIP_API) {
      g_hip_api[op].pool.store(pool);
      NoteApi(op);
    }
    if (domain == ACTIVITY_DOMAIN_HSA_API) g_hsa_api[op].pool.store(pool);
    if (domain == ACTIVITY_DOMAIN_HSA_OPS) g_hsa_ops[op].store(pool);
  }
}

bool ForgetPool(const Pool* pool) noexcept {
  std::lock_guard<std::mutex> lock(TheMutex());
  bool any = false;
  EachPool([&](std::atomic<Pool*>& slot, uint32_t of) {
    if (of == ACTIVITY_DOMAIN_HIP_OPS || slot.load(std::memory_order_relaxed) != pool) return;
    slot.store(nullptr);
    any = true;
  });
  for (uint32_t op = 0; any && op < kMaxHipApis; ++op) NoteApi(op);
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
  Wanted wanted = g_wanted;
  for (const uint64_t word : wanted.hip_apis) wanted.hip_api |= word != 0;
  for (const auto& pool : g_hip_ops) wanted.hip_ops |= pool.load() != nullptr;
  for (const CallbackSlot& slot : g_roctx) wanted.roctx |= slot.Enabled();
  return wanted;
}

HsaWanted WhatIsWantedOfHsa() noexcept {
  const HsaOps& ops = TheHsaOps();
  std::lock_guard<std::mutex> lock(TheMutex());
  HsaWanted wanted;
  for (uint32_t op = 0; op < ops.count; ++op) {
    const ApiSlot& slot = g_hsa_api[op];
    if (!slot.callback.Enabled() && slot.pool.load(std::memory_order_relaxed) == nullptr) continue;
    const uint32_t number = ops.number_of_op[op];
    wanted.functions[number / 64] |= uint64_t{1} << (number % 64);
    wanted.api = true;
  }
  for (uint32_t op = 0; op < HSA_OP_ID_RESERVED1; ++op) {
    if (g_hsa_ops[op].load() != nullptr) wanted.others |= ROCJFR_HSA_OP_BIT(op);
  }
  for (uint32_t op = 0; op < kHsaEvents; ++op) {
    if (g_hsa_events[op].Enabled()) wanted.others |= ROCJFR_HSA_EVENT_BIT(op);
  }
  return wanted;
}

}  // namespace rocjfr::roctracer
