// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "external_ids.h"

#include <optional>
#include <vector>

#include "base/fork.h"
#include "base/virtual_states.h"
#include "core_link.h"
#include "rocjfr/client.h"
#include "roctracer/roctracer_ext.h"
#include "status.h"

namespace rocjfr::roctracer {
namespace {

using Stack = std::vector<uint64_t>;

// Of virtual threads, which change OS threads; the word is the innermost id. Those that end without
// popping stay for a while.
VirtualStates<Stack>& VirtualStacks() {
  static auto* stacks = new VirtualStates<Stack>;
  return *stacks;
}

// As rocjfr_virtual_thread. A forked child has none, and locks that nobody gives back.
int64_t VirtualThread() noexcept {
  return CoreProblem() != nullptr || Forked() ? 0 : rocjfr_virtual_thread();
}

// The innermost id; nothing: there is none.
std::optional<uint64_t> Innermost(const Stack& stack) noexcept {
  return stack.empty() ? std::nullopt : std::optional<uint64_t>(stack.back());
}

// False: there is no room. Throws bad_alloc.
bool PushVirtual(int64_t thread, uint64_t id) {
  g_virtual_ids.store(true, std::memory_order_relaxed);
  return VirtualStacks().Act(thread, true, [id](Stack& stack) {
    stack.push_back(id);
    return Innermost(stack);
  });
}

bool PopVirtual(int64_t thread, uint64_t* id) {
  return VirtualStacks().Act(thread, false, [id](Stack& stack) {
    *id = stack.back();
    stack.pop_back();
    return Innermost(stack);
  });
}

bool Pop(Thread* thread, uint64_t* id) {
  if (thread == nullptr) return false;
  const int64_t virtual_thread = VirtualThread();
  if (virtual_thread == -1) return false;
  if (virtual_thread != 0) return PopVirtual(virtual_thread, id);
  if (thread->external_ids.empty()) return false;
  *id = thread->external_ids.back();
  thread->external_ids.pop_back();
  return true;
}

}  // namespace

std::atomic<bool> g_virtual_ids{false};

bool FindExternalId(const Thread& thread, uint64_t* id) noexcept {
  const int64_t virtual_thread = VirtualThread();
  if (virtual_thread == -1) return false;
  if (virtual_thread != 0) return VirtualStacks().Look(virtual_thread, id);
  if (!thread.external_ids.empty()) *id = thread.external_ids.back();
  return !thread.external_ids.empty();
}

}  // namespace rocjfr::roctracer

using rocjfr::roctracer::CurrentThread;
using rocjfr::roctracer::Fail;
using rocjfr::roctracer::Thread;

extern "C" {
ROCTRACER_API roctracer_status_t
roctracer_activity_push_external_correlation_id(activity_correlation_id_t id) {
  Thread* thread = CurrentThread();
  try {
    if (thread == nullptr) return ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION;
    const int64_t virtual_thread = rocjfr::roctracer::VirtualThread();
    if (virtual_thread == -1) {
      return Fail(ROCTRACER_STATUS_ERROR, __func__, "the thread on the carrier is unknown");
    }
    if (virtual_thread == 0) {
      thread->external_ids.push_back(id);
    } else if (!rocjfr::roctracer::PushVirtual(virtual_thread, id)) {
      return Fail(ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION, __func__, "no room for the id");
    }
    return ROCTRACER_STATUS_SUCCESS;
  } catch (...) {
    return Fail(ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION, __func__, "no memory for the id");
  }
}

ROCTRACER_API roctracer_status_t
roctracer_activity_pop_external_correlation_id(activity_correlation_id_t* last_id) {
  uint64_t id = 0;
  try {
    if (rocjfr::roctracer::Pop(CurrentThread(), &id)) {
      if (last_id != nullptr) *last_id = id;
      return ROCTRACER_STATUS_SUCCESS;
    }
  } catch (...) {
    return Fail(ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION, __func__, "no memory for the ids");
  }
  if (last_id != nullptr) *last_id = 0;
  // The name stands twice, as in AMD's text.
  return Fail(ROCTRACER_STATUS_ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID, __func__,
              "%s(), unbalanced external correlation id pop", __func__);
}
}
