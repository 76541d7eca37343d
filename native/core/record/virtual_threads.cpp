// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "virtual_threads.h"

#include <sys/mman.h>

#include <atomic>
#include <mutex>

#include "core/java/java_thread.h"
#include "core/java/mounted_thread.h"
#include "rocjfr/rocjfr.h"
#include "thread_state.h"

namespace rocjfr {
namespace {

constexpr uint64_t kBytes =
    sizeof(rocjfr_virtual_entry_t) * ROCJFR_VIRTUAL_WAYS * ROCJFR_VIRTUAL_SETS;
constexpr uint32_t kSetBits = __builtin_ctz(ROCJFR_VIRTUAL_SETS);

std::atomic<rocjfr_virtual_entry_t*> g_table{nullptr};
std::mutex g_table_mutex;

uint64_t Read(const uint64_t& word) noexcept {
  return __atomic_load_n(&word, __ATOMIC_RELAXED);
}

}  // namespace

rocjfr_virtual_entry_t* MapVirtualThreads() noexcept {
  std::lock_guard<std::mutex> lock(g_table_mutex);
  if (g_table.load() == nullptr) {
    // Only what threads use of it takes memory.
    void* memory =
        mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) g_table.store(static_cast<rocjfr_virtual_entry_t*>(memory));
  }
  return g_table.load();
}

const rocjfr_virtual_entry_t* FindVirtualThread(int64_t id) noexcept {
  const rocjfr_virtual_entry_t* table = g_table.load(std::memory_order_acquire);
  if (table == nullptr) return nullptr;
  const uint64_t owner = static_cast<uint64_t>(id);
  const uint64_t set = owner * ROCJFR_VIRTUAL_MULTIPLIER >> (64 - kSetBits);
  const rocjfr_virtual_entry_t* entries = table + set * ROCJFR_VIRTUAL_WAYS;
  for (uint32_t way = 0; way < ROCJFR_VIRTUAL_WAYS; ++way) {
    if (Read(entries[way].virtual_owner) == owner) return &entries[way];
  }
  return nullptr;
}

uint64_t ExternalIdOf(const rocjfr_virtual_entry_t& entry, int64_t id) noexcept {
  const uint64_t owner = static_cast<uint64_t>(id);
  if (Read(entry.virtual_owner) != owner) return 0;
  const uint64_t external_id = Read(entry.virtual_external_id);
  const bool proven =
      Read(entry.virtual_guard) == (external_id ^ owner * ROCJFR_VIRTUAL_MULTIPLIER);
  return proven ? external_id : 0;
}

}  // namespace rocjfr

extern "C" {
void* rocjfr_virtual_threads(uint64_t* bytes) {
  if (bytes != nullptr) *bytes = rocjfr::kBytes;
  return rocjfr::TellsVirtualThreads() ? rocjfr::MapVirtualThreads() : nullptr;
}
}
