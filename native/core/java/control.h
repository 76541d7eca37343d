// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The control page that Java reads, and the process-wide switches of the hot path.
#ifndef ROCJFR_CORE_JAVA_CONTROL_H_
#define ROCJFR_CORE_JAVA_CONTROL_H_

#include <atomic>
#include <cstdint>

#include "base/fork.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {

struct alignas(4096) ControlPage {
  std::atomic<uint64_t> ring_count{0};
  std::atomic<uint64_t> wanted_domains{0};
  std::atomic<uint64_t> hook_state{ROCJFR_HOOK_NO_RUNTIME};
  std::atomic<uint64_t> drain_asleep{0};
  std::atomic<uint64_t> published{0};
  std::atomic<uint64_t> unknown_actors{0};
};
#define ROCJFR_CHECK(type, field, offset, text) \
  static_assert(offsetof(ControlPage, field) == (offset), #field);
ROCJFR_CONTROL_FIELDS(ROCJFR_CHECK)
#undef ROCJFR_CHECK

extern ControlPage g_control;

struct Settings {
  uint64_t ring_bytes = ROCJFR_DEFAULT_RING_BYTES;
  uint64_t memory_bytes = ROCJFR_DEFAULT_MEMORY_BYTES;
  bool lossless = false;
  uint32_t lossless_wait_ms = ROCJFR_DEFAULT_LOSSLESS_WAIT_MS;
};
// Written once by rocjfr_initialize, before anything is recorded.
extern Settings g_settings;

// Of this process; asked once, since it is a system call. A forked child records nothing.
extern const uint32_t g_process_id;
// 1 from JVM exit on.
extern std::atomic<bool> g_exiting;

// ROCJFR_DOMAIN_BIT of what Java or a client wants.
extern std::atomic<uint32_t> g_wanted_by_any;

// For any of these the runtime's hook is registered.
constexpr uint32_t kHipDomains =
    ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS) |
    ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_SITES) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_MEMORY);

inline bool WantedByAny(uint32_t domain) noexcept {
  return (g_wanted_by_any.load(std::memory_order_relaxed) & ROCJFR_DOMAIN_BIT(domain)) != 0;
}
// For the rings, that is by Java.
inline uint32_t WantedDomains() noexcept {
  return g_control.wanted_domains.load(std::memory_order_relaxed);
}
inline bool Wanted(uint32_t domain) noexcept {
  return (WantedDomains() & ROCJFR_DOMAIN_BIT(domain)) != 0;
}

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_CONTROL_H_
