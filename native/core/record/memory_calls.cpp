// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory_calls.h"

#include "clock.h"
#include "core/java/control.h"
#include "core/runtime/memory_arguments.h"
#include "core/runtime/runtime.h"
#include "core/site/allocations.h"
#include "core/site/sites.h"
#include "memory_reader.h"
#include "whereabouts.h"

namespace rocjfr {
namespace {

AddressOf WhatOf(MemoryKind kind) noexcept {
  return kind == MemoryKind::kVirtual ? AddressOf::kHandle
         : kind == MemoryKind::kArray ? AddressOf::kArray
                                      : AddressOf::kMemory;
}

int32_t DeviceOf(const Call& call) noexcept {
  if (call.has_submit && call.submit.submit_device >= 0) return call.submit.submit_device;
  const Runtime& runtime = *TheRuntime();
  return runtime.stream_device == nullptr ? -1 : runtime.stream_device(nullptr);
}

void Enter(ThreadState& thread, const Call& call, const MemoryLayout& layout, const void* api_data,
           uint64_t address) noexcept {
  rocjfr_allocation_t allocation = {};
  allocation.address = address;
  allocation.bytes = BytesOf(layout, api_data, true);
  allocation.begin_ns = NowNs();
  allocation.function = static_cast<int32_t>(call.op);
  allocation.device = DeviceOf(call);
  allocation.kind = static_cast<uint8_t>(layout.kind);
  NoteAllocation(thread.sites, WhatOf(layout.kind), call.correlation_id, &allocation);
}

bool Frees(const MemoryLayout& layout) noexcept {
  return layout.act == MemoryAct::kFrees || layout.act == MemoryAct::kReleases ||
         layout.act == MemoryAct::kUnmaps;
}

}  // namespace

void BeginMemoryCall(Call& call, const void* api_data) noexcept {
  const MemoryLayout* layout = TheRuntime()->memory[call.op];
  if (layout == nullptr) return;
  call.allocations = Wanted(ROCJFR_DOMAIN_MEMORY);
  call.whereabouts = WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
  if (call.whereabouts) BeginWhereabouts(call, *layout, api_data);
  const uint64_t first = Argument(api_data, kFirstArgument);
  if (layout->act == MemoryAct::kAllocates || layout->act == MemoryAct::kShows) {
    ReadAddress(*layout, api_data, false, &call.address_before);
  }
  if (!call.allocations) return;
  switch (layout->act) {
    case MemoryAct::kFrees:
    case MemoryAct::kReleases:
      call.freed_id = AllocationAt(WhatOf(layout->kind), first);
      return;
    case MemoryAct::kUnmaps:
      call.freed_id = AllocationAt(AddressOf::kMapping, first);
      return;
    case MemoryAct::kResetsDevice:
      call.freed_id = NextAllocationId();
      return;
    default:
      return;
  }
}

namespace {

void EndFree(const Call& call, const MemoryLayout& layout, uint64_t address,
             uint32_t result) noexcept {
  if (address == 0) return;
  if (result > kSucceeded) return CountFailedFree();
  if (layout.act == MemoryAct::kReleases) return ReleaseHandle(address, call.freed_id);
  if (layout.act == MemoryAct::kUnmaps) return UnmapHandle(address, call.freed_id);
  FreeAllocation(WhatOf(layout.kind), address, call.freed_id);
}

}  // namespace

void EndMemoryCall(ThreadState& thread, const Call& call, const void* api_data,
                   uint32_t result) noexcept {
  const MemoryLayout* layout = TheRuntime()->memory[call.op];
  if (layout == nullptr) return;
  if (call.whereabouts) EndWhereabouts(call, *layout, api_data, result);
  if (!call.allocations) return;
  if (Frees(*layout)) {
    return EndFree(call, *layout, Argument(api_data, kFirstArgument), result);
  }
  if (result > kSucceeded) return;
  if (layout->act == MemoryAct::kResetsDevice) {
    return RemoveAllocationsOf(DeviceOf(call), call.freed_id);
  }
  if (layout->act == MemoryAct::kUnfollowed) return CountNotTracked();
  if (layout->act == MemoryAct::kMaps) {
    MapHandle(Argument(api_data, layout->handle), Argument(api_data, kFirstArgument));
    return;
  }
  if (layout->act != MemoryAct::kAllocates) return;
  // Where it is not told whether a call has succeeded, another address than before says that it
  // has.
  const bool told = result == kSucceeded;
  uint64_t address = 0;
  ReadAddress(*layout, api_data, told, &address);
  if (!told && (layout->names || address == call.address_before)) return CountNotTracked();
  if (address != 0) Enter(thread, call, *layout, api_data, address);
}

}  // namespace rocjfr
