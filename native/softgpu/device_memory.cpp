// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>

namespace rocjfr::softgpu {
namespace {

constexpr size_t kPage = 4096;

/// Rounds up to whole pages; 0 where that overflows.
size_t whole_pages(size_t bytes) {
  return (bytes + kPage - 1) & ~(kPage - 1);
}

uintptr_t number(const void* address) {
  return reinterpret_cast<uintptr_t>(address);
}
void* pointer(uintptr_t address) {
  return reinterpret_cast<void*>(address);
}

}  // namespace

Memory& Memory::instance() {
  static Memory* the = new Memory();  // never destroyed
  return *the;
}

hsa_status_t Memory::allocate(Pool pool, size_t bytes, void** out) {
  if (bytes == 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (pool.kind == Pool::kGpuGroup) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
  size_t rounded = whole_pages(bytes);
  if (rounded == 0) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  std::lock_guard<std::mutex> lock(mutex_);
  if (pool.on_gpu() && rounded > config().vram_bytes - used_[pool.gpu]) {
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  }
  void* base = mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  blocks_[number(base)] = Block{rounded, pool, false, nullptr, 0};
  if (pool.on_gpu()) used_[pool.gpu] += rounded;
  *out = base;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t Memory::free(void* base) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto block = blocks_.find(number(base));
  if (block == blocks_.end() || block->second.adopted) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
  munmap(base, block->second.bytes);
  if (block->second.pool.on_gpu()) used_[block->second.pool.gpu] -= block->second.bytes;
  blocks_.erase(block);
  return HSA_STATUS_SUCCESS;
}

void Memory::adopt(void* base, size_t bytes, Pool pool) {
  std::lock_guard<std::mutex> lock(mutex_);
  blocks_[number(base)] = Block{bytes, pool, true, nullptr, 0};
}

void Memory::disown(void* base) {
  std::lock_guard<std::mutex> lock(mutex_);
  blocks_.erase(number(base));
}

hsa_status_t Memory::lock(void* host, size_t bytes, Pool pool, void** agent) {
  if (host == nullptr || bytes == 0 || agent == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  uintptr_t address = number(host);
  size_t rounded = whole_pages(address % kPage + bytes);
  if (rounded < bytes || rounded + 2 * kPage < bytes || address + bytes < address)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  std::lock_guard<std::mutex> guard(mutex_);
  auto known = find_block(address);
  if (known != blocks_.end()) {  // ours: devices reach it as it is
    ++blocks_[known->first].locks;
    *agent = host;
    return HSA_STATUS_SUCCESS;
  }
  auto range = locks_.equal_range(address);
  for (auto same = range.first; same != range.second; ++same) {
    if (same->second.bytes != bytes) continue;
    ++same->second.count;
    *agent = pointer(same->second.alias);
    return HSA_STATUS_SUCCESS;
  }
  // A page more on each side: one past the alias's end is an address of no other memory, and one
  // past the end of what lies before it is none of the alias.
  rounded += 2 * kPage;
  void* reserved =
      mmap(nullptr, rounded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  uintptr_t alias = number(reserved) + kPage + address % kPage;
  auto made = locks_.emplace(
      address, Lock{address, bytes, pool, number(reserved), rounded, alias, nullptr, 1});
  alias_of_[alias] = made;
  longest_lock_ = std::max(longest_lock_, bytes);
  aliases_.fetch_add(1, std::memory_order_release);
  *agent = pointer(alias);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t Memory::unlock(void* host) {
  if (host == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  std::lock_guard<std::mutex> guard(mutex_);
  auto range = locks_.equal_range(number(host));
  if (range.first != range.second) {
    auto last = std::prev(range.second);  // of several from there on, the one locked last
    if (--last->second.count > 0) return HSA_STATUS_SUCCESS;
    alias_of_.erase(last->second.alias);
    munmap(pointer(last->second.reserved), last->second.reserved_bytes);
    locks_.erase(last);
    aliases_.fetch_sub(1, std::memory_order_release);
    return HSA_STATUS_SUCCESS;
  }
  auto known = find_block(number(host));
  if (known == blocks_.end() || known->second.locks == 0) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  --blocks_[known->first].locks;
  return HSA_STATUS_SUCCESS;
}

Memory::Blocks::const_iterator Memory::find_block(uintptr_t address) const {
  auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return blocks_.end();
  auto block = std::prev(after);
  return address - block->first < block->second.bytes ? block : blocks_.end();
}

Memory::Locks::const_iterator Memory::find_lock(uintptr_t address) const {
  auto alias = alias_of_.upper_bound(address);
  if (alias != alias_of_.begin()) {
    const auto& candidate = *std::prev(alias);
    if (address - candidate.first < candidate.second->second.bytes) return candidate.second;
  }
  // Locks may overlap: go back as far as the longest one could reach.
  for (auto lock = locks_.upper_bound(address); lock != locks_.begin();) {
    --lock;
    if (address - lock->first < lock->second.bytes) return lock;
    if (address - lock->first >= longest_lock_) break;
  }
  return locks_.end();
}

MemoryInfo Memory::find(const void* address) const {
  MemoryInfo info;
  std::lock_guard<std::mutex> guard(mutex_);
  auto block = find_block(number(address));
  if (block != blocks_.end()) {
    void* base = pointer(block->first);
    return {HSA_EXT_POINTER_TYPE_HSA, base, base, block->second.bytes, block->second.user_data,
            block->second.pool};
  }
  auto lock = find_lock(number(address));
  if (lock != locks_.end()) {
    const Lock& l = lock->second;
    return {HSA_EXT_POINTER_TYPE_LOCKED,
            pointer(l.host),
            pointer(l.alias),
            l.bytes,
            l.user_data,
            l.pool};
  }
  return info;
}

hsa_status_t Memory::set_user_data(const void* address, void* user_data) {
  std::lock_guard<std::mutex> guard(mutex_);
  auto block = find_block(number(address));
  if (block != blocks_.end()) {
    blocks_[block->first].user_data = user_data;
    return HSA_STATUS_SUCCESS;
  }
  auto lock = find_lock(number(address));
  if (lock == locks_.end()) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  alias_of_[lock->second.alias]->second.user_data = user_data;
  return HSA_STATUS_SUCCESS;
}

void* Memory::translate(const void* address) const {
  uintptr_t value = number(address);
  if (has_aliases()) {
    std::lock_guard<std::mutex> guard(mutex_);
    auto after = alias_of_.upper_bound(value);
    if (after != alias_of_.begin()) {
      const auto& candidate = *std::prev(after);
      const Lock& lock = candidate.second->second;
      // One past the end is an address too.
      if (value - candidate.first <= lock.bytes)
        return pointer(lock.host + value - candidate.first);
    }
  }
  return pointer(value);
}

bool Memory::overruns(const void* address, size_t bytes) const {
  std::lock_guard<std::mutex> guard(mutex_);
  auto block = find_block(number(address));
  return block != blocks_.end() && bytes > block->second.bytes - (number(address) - block->first);
}

uint64_t Memory::used_bytes(int gpu) const {
  std::lock_guard<std::mutex> guard(mutex_);
  return used_[gpu];
}

}  // namespace rocjfr::softgpu
