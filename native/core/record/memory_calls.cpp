// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory_calls.h"

#include <cstring>

#include "base/own_memory.h"
#include "clock.h"
#include "core/java/control.h"
#include "core/runtime/memory_arguments.h"
#include "core/runtime/runtime.h"
#include "core/site/allocations.h"
#include "core/site/memory_map.h"
#include "core/site/sites.h"

namespace rocjfr {
namespace {

constexpr uint16_t kFirstArgument = 16;
constexpr uint32_t kSucceeded = 1;

template <typename T>
T At(const void* base, uint32_t offset) noexcept {
  T value;
  memcpy(&value, static_cast<const char*>(base) + offset, sizeof(value));
  return value;
}

// A word of the arguments; 0 where the runtime has not filled it in.
uint64_t Argument(const void* api_data, uint16_t offset) noexcept {
  const auto word = At<uint64_t>(api_data, offset);
  return word == kUnfilled ? 0 : word;
}

const void* Pointer(const void* api_data, uint16_t offset) noexcept {
  return reinterpret_cast<const void*>(Argument(api_data, offset));
}

uint64_t AtLeastOne(uint64_t n) noexcept {
  return n == 0 ? 1 : n;
}

// Bytes of an element of hipArray_Format; 0: not known.
uint64_t FormatBytes(uint32_t format) noexcept {
  switch (format) {
    case 0x01:  // unsigned and signed 8 bits
    case 0x08:
      return 1;
    case 0x02:  // 16
    case 0x09:
    case 0x10:  // half
      return 2;
    case 0x03:  // 32
    case 0x0A:
    case 0x20:  // float
      return 4;
    default:
      return 0;
  }
}

uint64_t ElementBytes(const MemoryLayout& layout, const void* api_data) noexcept {
  const void* format = Pointer(api_data, layout.format);
  if (format == nullptr) return 0;
  uint64_t bits = 0;
  for (uint32_t channel = 0; channel < 4; ++channel) {
    bits += static_cast<uint32_t>(At<int32_t>(format, 4 * channel));
  }
  const uint64_t depth = layout.depth == 0 ? 1 : AtLeastOne(Argument(api_data, layout.depth));
  return bits / 8 * AtLeastOne(Argument(api_data, layout.width)) *
         AtLeastOne(Argument(api_data, layout.height)) * depth;
}

uint64_t DescribedBytes(const MemoryLayout& layout, const void* api_data) noexcept {
  const void* descriptor = Pointer(api_data, layout.bytes);
  if (descriptor == nullptr) return 0;
  const bool three = layout.how == Bytes::kDescribed3D;
  const uint32_t format = three ? 24 : 16;
  const uint64_t depth = three ? AtLeastOne(At<uint64_t>(descriptor, 16)) : 1;
  return FormatBytes(At<uint32_t>(descriptor, format)) * At<uint32_t>(descriptor, format + 4) *
         At<uint64_t>(descriptor, 0) * AtLeastOne(At<uint64_t>(descriptor, 8)) * depth;
}

// After the call has succeeded; 0: not known.
uint64_t BytesOf(const MemoryLayout& layout, const void* api_data) noexcept {
  switch (layout.how) {
    case Bytes::kSize:
      return Argument(api_data, layout.bytes);
    case Bytes::kPitched: {
      const void* pitch = Pointer(api_data, layout.pitch);
      return pitch == nullptr ? 0 : At<uint64_t>(pitch, 0) * Argument(api_data, layout.height);
    }
    case Bytes::kPitched3D: {
      const void* pitched = Pointer(api_data, kFirstArgument);
      return pitched == nullptr ? 0
                                : At<uint64_t>(pitched, 8) * Argument(api_data, layout.height) *
                                      Argument(api_data, layout.depth);
    }
    case Bytes::kElements:
      return ElementBytes(layout, api_data);
    case Bytes::kDescribed:
    case Bytes::kDescribed3D:
      return DescribedBytes(layout, api_data);
  }
  return 0;
}

AddressOf WhatOf(MemoryKind kind) noexcept {
  return kind == MemoryKind::kVirtual ? AddressOf::kHandle
         : kind == MemoryKind::kArray ? AddressOf::kArray
                                      : AddressOf::kMemory;
}

// Where the address is, or stands after the call; what is there before. `written`: the call has
// succeeded. Else the program may have named a place where there is no memory: then false.
bool ReadAddress(const MemoryLayout& layout, const void* api_data, bool written,
                 uint64_t* address) noexcept {
  *address = 0;
  if (layout.names) {
    *address = Argument(api_data, kFirstArgument);
    return true;
  }
  const void* place = Pointer(api_data, kFirstArgument);
  if (place == nullptr) return true;
  if (!written) return ReadOwnMemory(place, address, sizeof(*address));
  *address = At<uint64_t>(place, 0);
  return true;
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
  allocation.bytes = BytesOf(layout, api_data);
  allocation.begin_ns = NowNs();
  allocation.function = static_cast<int32_t>(call.op);
  allocation.device = DeviceOf(call);
  allocation.kind = static_cast<uint8_t>(layout.kind);
  NoteAllocation(thread.sites, WhatOf(layout.kind), call.correlation_id, &allocation);
}

}  // namespace

namespace {

bool Frees(const MemoryLayout& layout) noexcept {
  return layout.act == MemoryAct::kFrees || layout.act == MemoryAct::kReleases ||
         layout.act == MemoryAct::kUnmaps;
}

// Where what a function allocates lies; kUnknown: nobody knows.
End WhereOf(const MemoryLayout& layout, const void* api_data) noexcept {
  switch (layout.kind) {
    case MemoryKind::kDevice:
      if (layout.flags != 0 && (At<uint32_t>(api_data, layout.flags) & kSignalMemory) != 0) {
        return End::kUnknown;
      }
      return End::kDevice;
    case MemoryKind::kPool:
      return End::kDevice;
    case MemoryKind::kHost:
      return End::kHost;
    case MemoryKind::kManaged:
      return End::kMoves;
    case MemoryKind::kVirtual:
    case MemoryKind::kArray:
    case MemoryKind::kOpenCl:
      return End::kUnknown;
  }
  return End::kUnknown;
}

// Of what the function allocates the address can be the end of a copy.
bool HasAddress(const MemoryLayout& layout) noexcept {
  return layout.kind != MemoryKind::kVirtual && layout.kind != MemoryKind::kArray;
}

void EnterWhereabouts(const Call& call, const MemoryLayout& layout, const void* api_data,
                      bool succeeded) noexcept {
  uint64_t address = 0;
  if (!ReadAddress(layout, api_data, succeeded, &address)) return MemoryMayBeUnseen();
  // Another address than before says that the call has succeeded.
  const bool sure = succeeded || (!layout.names && address != call.address_before);
  EnterMemory(address, BytesOf(layout, api_data), WhereOf(layout, api_data), sure);
}

void EndWhereabouts(const Call& call, const MemoryLayout& layout, const void* api_data,
                    uint32_t result) noexcept {
  const bool failed = result > kSucceeded, succeeded = result == kSucceeded;
  if (layout.act == MemoryAct::kFrees) {
    if (!HasAddress(layout)) return;
    return EndFree(Argument(api_data, kFirstArgument), call.freed_range,
                   failed      ? Freed::kNo
                   : succeeded ? Freed::kYes
                               : Freed::kMaybe);
  }
  if (failed) return;
  switch (layout.act) {
    case MemoryAct::kAllocates:
      if (HasAddress(layout)) EnterWhereabouts(call, layout, api_data, succeeded);
      return;
    case MemoryAct::kResetsDevice:
      return BeginMemoryMap(false);
    case MemoryAct::kMaps:
    case MemoryAct::kUnmaps:
    case MemoryAct::kShows:
      return MemoryMayBeUnseen();
    case MemoryAct::kFrees:
    case MemoryAct::kReleases:
    case MemoryAct::kUnfollowed:
      return;
  }
}

}  // namespace

void BeginMemoryCall(Call& call, const void* api_data) noexcept {
  const MemoryLayout* layout = TheRuntime()->memory[call.op];
  if (layout == nullptr) return;
  call.allocations = Wanted(ROCJFR_DOMAIN_MEMORY);
  call.whereabouts = WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
  const uint64_t first = Argument(api_data, kFirstArgument);
  if (call.whereabouts && layout->act == MemoryAct::kFrees) call.freed_range = BeginFree(first);
  if (layout->act == MemoryAct::kAllocates) {
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
    case MemoryAct::kAllocates:
    case MemoryAct::kMaps:
    case MemoryAct::kUnfollowed:
    case MemoryAct::kShows:
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

namespace {

Told AskHsa(uint64_t address, const void* argument) noexcept {
  const HsaMemory memory = AskHsaForMemory(*static_cast<const Hsa*>(argument), address);
  switch (memory.owner) {
    case HsaMemory::Owner::kNone:
      break;
    case HsaMemory::Owner::kHost:
      return {End::kHost, memory.begin, memory.bytes};
    case HsaMemory::Owner::kGpu:
      return {End::kDevice, memory.begin, memory.bytes};
  }
  return {};
}

}  // namespace

void AskHsaAboutMemory() noexcept {
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr || !WantedByAny(ROCJFR_DOMAIN_HIP_OPS) || !HsaHasStarted(*runtime)) return;
  const OwnCalls own;
  AskAboutMemory(&AskHsa, &HsaBelow(*runtime));
}

}  // namespace rocjfr
