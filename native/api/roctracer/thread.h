// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What this library keeps of one thread. Found through a thread-local; reused after the thread's
// end, never freed, since pools look at all of them.
#ifndef ROCJFR_API_ROCTRACER_THREAD_H_
#define ROCJFR_API_ROCTRACER_THREAD_H_

#include <atomic>
#include <cstdint>
#include <vector>

namespace rocjfr::roctracer {

class Pool;
class Ring;

// HIP calls that call HIP: the core traces no deeper ones.
constexpr uint32_t kMaxPhases = 8;

struct Thread {
  // The pool that the thread is writing to: as long as it stands here, a pool that is being closed
  // keeps its rings.
  std::atomic<const Pool*> writing{nullptr};

  // The ring that was written last, and all rings. Pools are never freed, their rings are.
  const Pool* last_pool = nullptr;
  Ring* last_ring = nullptr;
  struct PoolRing {
    const Pool* pool;
    Ring* ring;
  };
  std::vector<PoolRing> rings;
  // The pool to which the thread wrote what found no room in its ring: its later records follow.
  const Pool* elsewhere = nullptr;

  uint32_t os_thread_id = 0;
  uint32_t callbacks = 0;                 // API and roctx callbacks that it is in
  const Pool* buffer_callback = nullptr;  // the pool whose buffer callback it is in

  // The words that callbacks keep between the phases of a call, by depth, and whose they are.
  uint64_t phase_data[kMaxPhases];
  uint64_t phase_call[kMaxPhases];
  uint64_t phase_begin_ns[kMaxPhases];  // of these calls; 0 where nobody wanted to know
  uint32_t phases = 0;

  std::vector<uint64_t> external_ids;

  // The last kernel names, as the runtime spelled them and as they are kept.
  struct CachedName {
    const char* key = nullptr;
    const char* name = nullptr;
    uint64_t bytes = 0;  // with the zero at its end
    uint32_t ref = 0;    // the core's
  } names[16];

  char error[512] = "";

  bool InCallback() const noexcept { return callbacks != 0 || buffer_callback != nullptr; }
};

Thread* MakeThread() noexcept;
// Not thread_local: that is looked up through a function outside its own file.
extern __thread Thread* t_thread __attribute__((tls_model("initial-exec")));

// The calling thread's state; nullptr only where memory is short.
inline Thread* CurrentThread() noexcept {
  Thread* thread = t_thread;
  return __builtin_expect(thread != nullptr, 1) ? thread : MakeThread();
}

// Whether a thread but the calling one writes to `pool`, which is marked as closed: nobody begins
// to.
bool AnyThreadWrites(const Pool* pool) noexcept;

// Around a fork, so that a child can begin to use threads' states.
void LockThreads() noexcept;
void UnlockThreads() noexcept;

// Orders this thread's store before its later load against another thread that stores, calls
// OrderAllThreads and loads. Where the kernel can order all threads at once, this costs nothing.
void OrderAllThreads() noexcept;
extern const bool g_kernel_orders_threads;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_THREAD_H_
