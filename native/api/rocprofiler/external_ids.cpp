// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "external_ids.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

#include "base/fork.h"
#include "rocprofiler-sdk/rocjfr.h"

namespace rocjfr::sdk {
namespace {

bool IsMain(uint64_t thread) noexcept {
  return thread == static_cast<uint64_t>(getpid());
}

// 0: it is no virtual thread.
int64_t VirtualThreadOf(uint64_t thread) noexcept {
  return (thread & ROCPROFILER_ROCJFR_VIRTUAL_THREAD) == 0
             ? 0
             : static_cast<int64_t>(thread & ~ROCPROFILER_ROCJFR_VIRTUAL_THREAD);
}

}  // namespace

bool ThreadMayHaveIds(uint64_t thread) noexcept {
  return VirtualThreadOf(thread) != 0 || ThreadExists(thread);
}

bool ThreadExists(uint64_t thread) noexcept {
  return thread != 0 && thread <= INT_MAX &&
         syscall(SYS_tgkill, getpid(), static_cast<pid_t>(thread), 0) == 0;
}

ExternalStack& ExternalIds::StackOf(uint64_t thread) {
  auto& stack = stacks_[thread];
  if (stack == nullptr) stack = std::make_unique<ExternalStack>();
  return *stack;
}

bool ExternalIds::Push(uint64_t thread, uint64_t id) noexcept {
  if (Forked()) return true;
  try {
    if (const int64_t virtual_thread = VirtualThreadOf(thread)) {
      PushVirtual(virtual_thread, id);
      return true;
    }
    std::lock_guard<std::mutex> lock(mutex_);
    ExternalStack& stack = StackOf(thread);
    stack.ids.push_back(id);
    stack.top.store(id, std::memory_order_relaxed);
    stack.depth.store(stack.ids.size(), std::memory_order_release);
    if (IsMain(thread)) main_.store(id, std::memory_order_relaxed);
    any_.store(true, std::memory_order_relaxed);
    return true;
  } catch (...) {
    return false;
  }
}

void ExternalIds::PushVirtual(int64_t id_of_thread, uint64_t id) {
  Ids ids = virtual_.Take(id_of_thread);
  ids.push_back(id);
  virtual_.Put(id_of_thread, std::move(ids));
  any_.store(true, std::memory_order_relaxed);
}

uint64_t ExternalIds::PopVirtual(int64_t id_of_thread) noexcept {
  Ids ids = virtual_.Take(id_of_thread);
  if (ids.empty()) return 0;
  const uint64_t id = ids.back();
  ids.pop_back();
  try {
    if (!ids.empty()) virtual_.Put(id_of_thread, std::move(ids));
  } catch (...) {  // the thread has no ids then
  }
  return id;
}

uint64_t ExternalIds::TopOfVirtual(int64_t id_of_thread) noexcept {
  if (id_of_thread == -1 || Forked()) return 0;  // a carrier, and nobody knows whose
  return virtual_.Peek(id_of_thread, [this](const Ids& ids) {
    return ids.empty() ? main_.load(std::memory_order_relaxed) : ids.back();
  });
}

uint64_t ExternalIds::Pop(uint64_t thread) noexcept {
  if (Forked()) return 0;
  if (const int64_t virtual_thread = VirtualThreadOf(thread)) return PopVirtual(virtual_thread);
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = stacks_.find(thread);
  if (found == stacks_.end() || found->second->ids.empty()) return 0;
  ExternalStack& stack = *found->second;
  const uint64_t id = stack.ids.back();
  stack.ids.pop_back();
  const uint64_t top = stack.ids.empty() ? 0 : stack.ids.back();
  stack.depth.store(stack.ids.size(), std::memory_order_release);
  stack.top.store(top, std::memory_order_relaxed);
  if (IsMain(thread)) main_.store(top, std::memory_order_relaxed);
  return id;
}

void ExternalIds::Forget(uint64_t thread) noexcept {
  if (!any_.load(std::memory_order_relaxed)) return;
  std::lock_guard<std::mutex> lock(mutex_);
  stacks_.erase(thread);
}

ExternalStack* ExternalIds::Find(Thread& thread) noexcept {
  try {
    if (thread.external.size() <= context_) thread.external.resize(context_ + 1);
    std::lock_guard<std::mutex> lock(mutex_);
    return thread.external[context_] = &StackOf(thread.id);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace rocjfr::sdk
