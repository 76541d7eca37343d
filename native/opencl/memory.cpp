// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory.h"

#include "base/fork.h"
#include "core/record/clock.h"
#include "core/site/sites.h"
#include "describe.h"

namespace rocjfr::opencl {
namespace {

void CL_CALLBACK OnDestroyed(cl_mem memory, void*) {
  if (Forked()) return;
  RemoveAllocation(AddressOf::kClMemory, reinterpret_cast<uint64_t>(memory), false);
}

void Note(const Call& call, AddressOf what, const void* memory, uint64_t bytes) noexcept {
  rocjfr_allocation_t allocation = {};
  allocation.address = reinterpret_cast<uint64_t>(memory);
  allocation.bytes = bytes;
  allocation.begin_ns = NowNs();
  allocation.function = static_cast<int32_t>(kOpenClFunction + call.number);
  allocation.device = -1;  // a context's, which may have several
  allocation.kind = static_cast<uint8_t>(MemoryKind::kOpenCl);
  NoteAllocation(call.thread->sites, what, call.said.submit.submit_correlation_id, &allocation);
}

}  // namespace

void NoteMemory(const Call& call, cl_mem memory, const Dispatch& next) noexcept {
  const auto tell = next.clSetMemObjectDestructorCallback;
  if (tell == nullptr || tell(memory, &OnDestroyed, nullptr) != CL_SUCCESS) {
    CountNotTracked();  // its end would not be known
    return;
  }
  Note(call, AddressOf::kClMemory, memory, MemoryBytes(memory, next));
}

void NoteSvm(const Call& call, void* memory) noexcept {
  Note(call, AddressOf::kClSvm, memory, call.said.submit.submit_bytes);
}

void ForgetSvm(const void* memory) noexcept {
  if (memory == nullptr) return;
  RemoveAllocation(AddressOf::kClSvm, reinterpret_cast<uint64_t>(memory), true);
}

}  // namespace rocjfr::opencl
