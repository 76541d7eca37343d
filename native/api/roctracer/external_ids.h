// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// External correlation ids: a stack for each thread, native or Java, virtual ones included.
#ifndef ROCJFR_API_ROCTRACER_EXTERNAL_IDS_H_
#define ROCJFR_API_ROCTRACER_EXTERNAL_IDS_H_

#include <atomic>
#include <cstdint>

#include "thread.h"

namespace rocjfr::roctracer {

// Whether any virtual thread has pushed an id so far.
extern std::atomic<bool> g_virtual_ids;

bool FindExternalId(const Thread& thread, uint64_t* id) noexcept;

// The innermost id of who acts on the OS thread; false: there is none. Where virtual threads have
// ids it takes a lock.
inline bool ExternalId(const Thread& thread, uint64_t* id) noexcept {
  if (__builtin_expect(thread.external_ids.empty(), true) &&
      !g_virtual_ids.load(std::memory_order_relaxed)) {
    return false;
  }
  return FindExternalId(thread, id);
}

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_EXTERNAL_IDS_H_
