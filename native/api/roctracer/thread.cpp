// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "thread.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "base/membarrier.h"
#include "base/thread_registry.h"
#include "pool.h"

namespace rocjfr::roctracer {
namespace {

void End(void* state);

ThreadRegistry<Thread>& TheThreads() {
  static auto* threads = new ThreadRegistry<Thread>(&End);
  return *threads;
}

// The thread has ended. A later call of it (from another destructor) makes a new state.
void End(void* state) {
  auto* ended = static_cast<Thread*>(state);
  t_thread = nullptr;
  for (const auto& [pool, ring] : ended->rings) pool->Abandon(*ended, ring);
  ended->rings.clear();
  ended->last_pool = nullptr;
  ended->last_ring = nullptr;
  ended->elsewhere = nullptr;
  ended->callbacks = 0;
  ended->buffer_callback = nullptr;
  ended->phases = 0;
  ended->external_ids.clear();
  ended->error[0] = '\0';
  TheThreads().GiveBack(ended);
}

}  // namespace

__thread Thread* t_thread __attribute__((tls_model("initial-exec"))) = nullptr;
const bool g_kernel_orders_threads = RegisterMembarrier();

Thread* MakeThread() noexcept {
  try {
    Thread* thread = TheThreads().Take();
    thread->os_thread_id = static_cast<uint32_t>(syscall(SYS_gettid));
    return t_thread = thread;
  } catch (...) {
    return nullptr;
  }
}

bool AnyThreadWrites(const Pool* pool) noexcept {
  ThreadRegistry<Thread>& threads = TheThreads();
  std::lock_guard<std::mutex> lock(threads.mutex());
  for (const Thread* thread : threads.all()) {
    if (thread != t_thread && thread->writing.load(std::memory_order_seq_cst) == pool) return true;
  }
  return false;
}

void LockThreads() noexcept {
  TheThreads().mutex().lock();
}
void UnlockThreads() noexcept {
  TheThreads().mutex().unlock();
}

void OrderAllThreads() noexcept {
  if (g_kernel_orders_threads) Membarrier();
}

}  // namespace rocjfr::roctracer
