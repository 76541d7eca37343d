// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "external_ids.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <optional>

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

namespace {

void Empty(ExternalStack& stack) noexcept {
  stack.depth.store(0, std::memory_order_release);
  stack.top.store(0, std::memory_order_relaxed);
  stack.ids.clear();
}

// When the thread was started, in the kernel's ticks; 0: it cannot be said.
uint64_t StartOf(uint64_t thread) noexcept {
  constexpr int kField = 22, kAfterName = 2;
  char path[64], text[1024];
  snprintf(path, sizeof(path), "/proc/self/task/%lu/stat", static_cast<unsigned long>(thread));
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof(text) - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = '\0';
  const char* place = strrchr(text, ')');  // of its name, which may hold anything
  for (int field = kAfterName; place != nullptr && field < kField; ++field) {
    place = strchr(place + 1, ' ');
  }
  return place == nullptr ? 0 : strtoull(place, nullptr, 10);
}

}  // namespace

ExternalStack& ExternalIds::StackOf(uint64_t thread, bool owned) {
  if (stacks_.size() >= look_for_ended_at_ && stacks_.count(thread) == 0) ForgetEnded();
  auto& stack = stacks_[thread];
  if (stack == nullptr) stack = std::make_unique<ExternalStack>();
  if (stack->owned) return *stack;
  const uint64_t started = StartOf(thread);
  if (stack->started != started) Empty(*stack);
  stack->started = started;
  stack->owned = owned;
  return *stack;
}

void ExternalIds::ForgetEnded() noexcept {
  for (auto one = stacks_.begin(); one != stacks_.end();) {
    one = one->second->owned || ThreadExists(one->first) ? std::next(one) : stacks_.erase(one);
  }
  look_for_ended_at_ = std::max<size_t>(64, 2 * stacks_.size());
}

bool ExternalIds::Push(uint64_t thread, uint64_t id) noexcept {
  if (Forked()) return true;
  try {
    if (const int64_t virtual_thread = VirtualThreadOf(thread)) {
      return PushVirtual(virtual_thread, id);
    }
    // A thread that pushes for itself knows its stack from then on.
    Thread* self = CurrentThread();
    if (self != nullptr && self->id == thread) Find(*self);
    std::lock_guard<std::mutex> lock(mutex_);
    ExternalStack& stack = StackOf(thread, false);
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

bool ExternalIds::PushVirtual(int64_t id_of_thread, uint64_t id) {
  std::lock_guard<std::mutex> lock(mutex_);  // any thread may push for any other
  any_.store(true, std::memory_order_relaxed);
  return virtual_.Act(id_of_thread, true, [id](Ids& ids) {
    ids.push_back(id);
    return std::optional<uint64_t>(id);
  });
}

uint64_t ExternalIds::PopVirtual(int64_t id_of_thread) noexcept {
  uint64_t id = 0;
  std::lock_guard<std::mutex> lock(mutex_);
  virtual_.Act(id_of_thread, false, [&id](Ids& ids) {
    id = ids.back();
    ids.pop_back();
    return ids.empty() ? std::nullopt : std::optional<uint64_t>(ids.back());
  });
  return id;
}

uint64_t ExternalIds::TopOfVirtual(int64_t id_of_thread) const noexcept {
  if (id_of_thread == -1 || Forked()) return 0;  // a carrier, and nobody knows whose
  uint64_t top = 0;
  return virtual_.Look(id_of_thread, &top) ? top : main_.load(std::memory_order_relaxed);
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

void ExternalIds::Clear() noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  // Threads know where their stacks are: these stay until their threads end.
  for (auto& [thread, stack] : stacks_) {
    Empty(*stack);
  }
  main_.store(0, std::memory_order_relaxed);
  virtual_.~VirtualStates<Ids>();
  new (&virtual_) VirtualStates<Ids>();
}

ExternalStack* ExternalIds::Find(Thread& thread) noexcept {
  try {
    if (thread.external.size() <= context_) thread.external.resize(context_ + 1);
    std::lock_guard<std::mutex> lock(mutex_);
    return thread.external[context_] = &StackOf(thread.id, true);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace rocjfr::sdk
