// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "pools.h"

#include <algorithm>

#include "base/exit.h"
#include "base/leaky_singleton.h"

namespace rocjfr::roctracer {
namespace {

struct Pools {
  std::mutex mutex;
  std::vector<Pool*> open;
  std::vector<Pool*> closed;  // never freed: a handle that was closed is recognised
  Pool* default_pool = nullptr;
};
Pools& ThePools() {
  return LeakySingleton<Pools>();
}

bool IsOpen(const Pools& pools, const Pool* pool) {
  return std::find(pools.open.begin(), pools.open.end(), pool) != pools.open.end();
}

}  // namespace

roctracer_status_t OpenPool(const roctracer_properties_t& properties, bool as_default,
                            Pool** pool) noexcept {
  *pool = nullptr;
  try {
    Pools& pools = ThePools();
    // Not held while the user's allocator runs.
    {
      std::lock_guard<std::mutex> lock(pools.mutex);
      if (as_default && pools.default_pool != nullptr) {
        return ROCTRACER_STATUS_ERROR_DEFAULT_POOL_ALREADY_DEFINED;
      }
    }
    Pool* made = Pool::Open(properties);
    if (made == nullptr) return ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION;
    std::unique_lock<std::mutex> lock(pools.mutex);
    pools.closed.reserve(pools.open.size() + pools.closed.size() + 1);
    if (as_default && pools.default_pool != nullptr) {
      pools.closed.push_back(made);
      lock.unlock();
      if (Thread* thread = CurrentThread()) made->Close(*thread);
      return ROCTRACER_STATUS_ERROR_DEFAULT_POOL_ALREADY_DEFINED;
    }
    pools.open.push_back(made);
    if (as_default) pools.default_pool = made;
    *pool = made;
    return ROCTRACER_STATUS_SUCCESS;
  } catch (...) {
    return ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION;
  }
}

Pool* FindPool(const roctracer_pool_t* handle) noexcept {
  Pools& pools = ThePools();
  std::lock_guard<std::mutex> lock(pools.mutex);
  if (handle == nullptr) return pools.default_pool;
  const auto* pool = static_cast<const Pool*>(handle);
  return IsOpen(pools, pool) ? const_cast<Pool*>(pool) : nullptr;
}

Pool* FindPoolEver(const roctracer_pool_t* handle) noexcept {
  Pool* pool = FindPool(handle);
  if (pool != nullptr || handle == nullptr) return pool;
  Pools& pools = ThePools();
  std::lock_guard<std::mutex> lock(pools.mutex);
  const auto found = std::find(pools.closed.begin(), pools.closed.end(), handle);
  return found == pools.closed.end() ? nullptr : *found;
}

Pool* DefaultPool() noexcept {
  return FindPool(nullptr);
}

Pool* ChangeDefaultPool(Pool* pool) noexcept {
  Pools& pools = ThePools();
  std::lock_guard<std::mutex> lock(pools.mutex);
  Pool* before = pools.default_pool;
  if (IsOpen(pools, pool)) pools.default_pool = pool;
  return before;
}

bool TakeOut(Pool* pool) noexcept {
  Pools& pools = ThePools();
  std::lock_guard<std::mutex> lock(pools.mutex);
  const auto found = std::find(pools.open.begin(), pools.open.end(), pool);
  if (found == pools.open.end()) return false;
  pools.open.erase(found);
  pools.closed.push_back(pool);  // capacity was reserved when it was opened
  if (pools.default_pool == pool) pools.default_pool = nullptr;
  return true;
}

void FlushAllPools() noexcept {
  try {
    Thread* thread = CurrentThread();
    std::vector<Pool*> open;
    {
      std::lock_guard<std::mutex> lock(ThePools().mutex);
      open = ThePools().open;
    }
    if (thread == nullptr) return;
    // All are asked before one is waited for, which may be stuck.
    std::vector<uint64_t> asked;
    asked.reserve(open.size());
    for (Pool* pool : open) asked.push_back(pool->AskToFlush());
    const ExitWait wait;
    const uint32_t most = wait.LeftMs();
    for (size_t i = 0; i < open.size(); ++i) {
      const uint32_t waited = most - wait.LeftMs();
      const uint32_t longest = std::min(open[i]->LongestExitMs(), most);
      open[i]->AwaitFlush(*thread, asked[i], longest > waited ? longest - waited : 1);
    }
  } catch (...) {
  }
}

}  // namespace rocjfr::roctracer
