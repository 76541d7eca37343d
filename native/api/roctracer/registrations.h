// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is enabled: a callback and a pool for each operation. Read on the hot path without a lock.
#ifndef ROCJFR_API_ROCTRACER_REGISTRATIONS_H_
#define ROCJFR_API_ROCTRACER_REGISTRATIONS_H_

#include <atomic>
#include <cstdint>

#include "domains.h"
#include "hsa_ops.h"
#include "pool.h"
#include "roctracer/roctracer.h"

namespace rocjfr::roctracer {

struct UserCallback {
  activity_rtapi_callback_t function;  // nullptr: not enabled
  void* arg;
};

// A callback and its argument, never seen torn: a reader that saw a word of a newer pair also sees
// the newer version.
class CallbackSlot {
 public:
  UserCallback Get() const noexcept {
    while (true) {
      const uint64_t before = version_.load(std::memory_order_acquire);
      const auto function = function_.load(std::memory_order_acquire);
      void* const arg = arg_.load(std::memory_order_acquire);
      if ((before & 1) == 0 && version_.load(std::memory_order_relaxed) == before) {
        return {function, arg};
      }
    }
  }
  bool Enabled() const noexcept { return function_.load(std::memory_order_relaxed) != nullptr; }
  // One writer at a time.
  void Set(UserCallback callback) noexcept {
    const uint64_t before = version_.load(std::memory_order_relaxed);
    version_.store(before + 1, std::memory_order_relaxed);
    function_.store(callback.function, std::memory_order_release);
    arg_.store(callback.arg, std::memory_order_release);
    version_.store(before + 2, std::memory_order_release);
  }

 private:
  std::atomic<uint64_t> version_{0};
  std::atomic<activity_rtapi_callback_t> function_{nullptr};
  std::atomic<void*> arg_{nullptr};
};

struct ApiSlot {
  CallbackSlot callback;
  std::atomic<Pool*> pool{nullptr};
};
extern ApiSlot g_hip_api[kMaxHipApis];
extern std::atomic<Pool*> g_hip_ops[kHipOps];
extern ApiSlot g_hsa_api[kMaxHsaApis];
extern std::atomic<Pool*> g_hsa_ops[kHsaOps];
extern CallbackSlot g_hsa_events[kHsaEvents];
extern CallbackSlot g_roctx[kRoctxOps];

// Changes operations first to last - 1 of a domain; function or pool nullptr: disables them.
// Domains that have no callbacks or no records are left as they are, and HIP_OPS (hip_ops.h). Takes
// effect with UpdateCore().
void SetCallbacks(uint32_t domain, uint32_t first, uint32_t last, UserCallback callback) noexcept;
void SetPools(uint32_t domain, uint32_t first, uint32_t last, Pool* pool) noexcept;
// Disables what uses the pool, but for HIP_OPS; returns whether something did.
bool ForgetPool(const Pool* pool) noexcept;
bool UsesPool(const Pool* pool, uint32_t domain) noexcept;

// What is enabled, for the core.
struct Wanted {
  uint64_t hip_apis[kMaxHipApis / 64] = {};
  uint64_t hip_enters[kMaxHipApis / 64] = {};  // those with a callback
  uint64_t hip_times[kMaxHipApis / 64] = {};   // those with records
  bool hip_api = false, hip_ops = false, roctx = false;
};
Wanted WhatIsWanted() noexcept;

// The same of HSA: for rocjfr_client_want_hsa.
struct HsaWanted {
  uint64_t functions[kMaxHsaApis / 64] = {};  // by the core's numbers
  uint32_t others = 0;
  bool api = false;
};
HsaWanted WhatIsWantedOfHsa() noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_REGISTRATIONS_H_
