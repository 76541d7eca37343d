// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The services of one kind whose contexts are active: adding and removing (contexts.h).
#include <new>

#include "contexts.h"

namespace rocjfr::sdk {

std::atomic<bool> g_code_objects_configured{false};
ActiveServices g_active[ROCPROFILER_BUFFER_TRACING_LAST];
ActiveServices g_active_callbacks[ROCPROFILER_CALLBACK_TRACING_LAST];

bool ActiveServices::Add(const Service* service) noexcept {
  for (Block* block = &first_;;) {
    for (uint32_t i = 0; i < kSlots; ++i) {
      if (block->slots[i].load(std::memory_order_relaxed) != nullptr) continue;
      block->slots[i].store(service, std::memory_order_release);
      if (i >= block->used.load(std::memory_order_relaxed)) {
        block->used.store(i + 1, std::memory_order_release);
      }
      count_.fetch_add(1, std::memory_order_relaxed);
      return true;
    }
    Block* next = block->next.load(std::memory_order_relaxed);
    if (next == nullptr) {
      next = new (std::nothrow) Block;  // never freed: others read it
      if (next == nullptr) return false;
      block->next.store(next, std::memory_order_release);
    }
    block = next;
  }
}

bool ActiveServices::Remove(const Service* service) noexcept {
  for (Block* block = &first_; block != nullptr;
       block = block->next.load(std::memory_order_relaxed)) {
    for (uint32_t i = 0; i < kSlots; ++i) {
      if (block->slots[i].load(std::memory_order_relaxed) != service) continue;
      block->slots[i].store(nullptr, std::memory_order_release);
      count_.fetch_sub(1, std::memory_order_relaxed);
      uint32_t used = block->used.load(std::memory_order_relaxed);
      while (used > 0 && block->slots[used - 1].load(std::memory_order_relaxed) == nullptr) --used;
      block->used.store(used, std::memory_order_release);
      return true;
    }
  }
  return false;
}

}  // namespace rocjfr::sdk
