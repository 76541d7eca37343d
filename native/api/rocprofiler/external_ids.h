// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The external correlation ids of one context: a stack for each thread, Java's virtual ones too.
#ifndef ROCJFR_API_ROCPROFILER_EXTERNAL_IDS_H_
#define ROCJFR_API_ROCPROFILER_EXTERNAL_IDS_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/virtual_states.h"
#include "rocjfr/client.h"
#include "thread.h"

namespace rocjfr::sdk {

// Written under the lock of ExternalIds, by any thread; read by its own.
struct ExternalStack {
  std::atomic<uint64_t> top{0};
  std::atomic<uint64_t> depth{0};
  std::vector<uint64_t> ids;
  // Its thread knows it, and has it forgotten when it ends. Of another one others have pushed for,
  // that it is still the same thread is known by when it was started.
  bool owned = false;
  uint64_t started = 0;
};

class ExternalIds {
 public:
  explicit ExternalIds(uint32_t context) noexcept : context_(context) {}

  // False: no memory, or no room.
  bool Push(uint64_t thread, uint64_t id) noexcept;
  // 0 where the stack is empty.
  uint64_t Pop(uint64_t thread) noexcept;
  void Forget(uint64_t thread) noexcept;
  // All ids of all threads, none of which is in another function of this.
  void Clear() noexcept;
  // Of the calling thread; of the main one where it has none.
  uint64_t Top(Thread& thread) noexcept {
    if (!any_.load(std::memory_order_relaxed)) return 0;
    if (const int64_t virtual_thread = rocjfr_virtual_thread()) return TopOfVirtual(virtual_thread);
    const ExternalStack* stack =
        context_ < thread.external.size() ? thread.external[context_] : nullptr;
    if (stack == nullptr && (stack = Find(thread)) == nullptr) return 0;
    return stack->depth.load(std::memory_order_acquire) != 0
               ? stack->top.load(std::memory_order_relaxed)
               : main_.load(std::memory_order_relaxed);
  }

 private:
  using Ids = std::vector<uint64_t>;

  ExternalStack* Find(Thread& thread) noexcept;
  bool PushVirtual(int64_t id_of_thread, uint64_t id);
  uint64_t PopVirtual(int64_t id_of_thread) noexcept;
  uint64_t TopOfVirtual(int64_t id_of_thread) const noexcept;
  // The stack of a thread, which has no ids of an earlier thread of that number.
  ExternalStack& StackOf(uint64_t thread, bool owned);
  void ForgetEnded() noexcept;

  const uint32_t context_;
  std::atomic<bool> any_{false};
  std::atomic<uint64_t> main_{0};  // the top of the main thread
  VirtualStates<Ids> virtual_;  // the word is the top; of those that have not popped the oldest go
  std::mutex mutex_;
  std::unordered_map<uint64_t, std::unique_ptr<ExternalStack>> stacks_;
  size_t look_for_ended_at_ = 64;  // so many stacks
};

// Whether the process has such a thread.
bool ThreadExists(uint64_t thread) noexcept;

// Whether ids may be pushed for it: it exists, or is a virtual thread
// (ROCPROFILER_ROCJFR_VIRTUAL_THREAD).
bool ThreadMayHaveIds(uint64_t thread) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_EXTERNAL_IDS_H_
