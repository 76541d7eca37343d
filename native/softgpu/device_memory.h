// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The memory that the devices know: what their pools allocated, segments of code objects, and host
// memory that was locked.
//
// Device memory is host memory here, at the same address for all. Locked host memory has a second
// address nevertheless, its alias: HIP 5.2.3 keeps both in one table and aborts at
// hipHostUnregister if they are equal. An alias is reserved address space without pages behind it;
// whatever takes addresses (copies, kernel arguments) translates it first. Host pages cannot be
// mapped twice without replacing the caller's own mapping, which a process that is not ours must
// not suffer.

#ifndef ROCJFR_SOFTGPU_DEVICE_MEMORY_H_
#define ROCJFR_SOFTGPU_DEVICE_MEMORY_H_

#include <atomic>
#include <cstdint>
#include <map>

#include "config.h"
#include "hsa_compat.h"
#include "lifecycle.h"
#include "pool.h"

namespace rocjfr::softgpu {

struct MemoryInfo {
  hsa_amd_pointer_type_t type = HSA_EXT_POINTER_TYPE_UNKNOWN;
  void* host_base = nullptr;
  void* agent_base = nullptr;
  size_t bytes = 0;
  void* user_data = nullptr;
  Pool pool;
};

class Memory {
 public:
  static Memory& instance();

  hsa_status_t allocate(Pool pool, size_t bytes, void** out);
  hsa_status_t free(void* base);

  /// Memory of a code object, mapped and unmapped by its owner, not counted against the pool.
  void adopt(void* base, size_t bytes, Pool pool);
  void disown(void* base);

  /// The same range locked again has the same alias, which stays until it is unlocked as often: HIP
  /// 5.7 unlocks late, when it has locked the range anew.
  hsa_status_t lock(void* host, size_t bytes, Pool pool, void** agent);
  hsa_status_t unlock(void* host);

  /// What is known of the memory that contains the address; type UNKNOWN where nothing is.
  MemoryInfo find(const void* address) const;
  hsa_status_t set_user_data(const void* address, void* user_data);

  /// The host address of an alias, or the address itself.
  void* translate(const void* address) const;
  bool has_aliases() const { return aliases_.load(std::memory_order_acquire) != 0; }

  /// Whether the range begins in memory that is known and goes on beyond its end.
  bool overruns(const void* address, size_t bytes) const;

  uint64_t used_bytes(int gpu) const;

 private:
  struct Block {
    size_t bytes;
    Pool pool;
    bool adopted;
    void* user_data;
    uint32_t locks;  // locks of memory that is ours already
  };
  struct Lock {
    uintptr_t host;
    size_t bytes;
    Pool pool;
    uintptr_t reserved;  // the alias's pages
    size_t reserved_bytes;
    uintptr_t alias;  // of host: in the first page of reserved
    void* user_data;
    uint32_t count;  // how often this very range is locked
  };
  using Blocks = std::map<uintptr_t, Block>;
  using Locks = std::multimap<uintptr_t, Lock>;

  Memory() = default;
  Blocks::const_iterator find_block(uintptr_t address) const;
  Locks::const_iterator find_lock(uintptr_t address) const;

  mutable ForkSafeMutex mutex_;
  Blocks blocks_;                                  // by base; guarded by mutex_
  Locks locks_;                                    // by host address; guarded by mutex_
  std::map<uintptr_t, Locks::iterator> alias_of_;  // by alias; guarded by mutex_
  size_t longest_lock_ = 0;                        // guarded by mutex_; grows only
  uint64_t used_[kMaxGpus] = {};                   // guarded by mutex_
  std::atomic<size_t> aliases_{0};
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_DEVICE_MEMORY_H_
