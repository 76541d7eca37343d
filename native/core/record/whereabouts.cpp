// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "whereabouts.h"

#include <atomic>
#include <cstring>

#include "core/java/control.h"
#include "core/runtime/runtime.h"
#include "core/site/memory_map.h"
#include "memory_reader.h"

namespace rocjfr {
namespace {

// All pools that there are have a device's memory. Newer runtimes have pools of managed memory.
std::atomic<bool> g_pools_are_devices{true};

// Graphs have had memory of their own.
std::atomic<bool> g_graphs_have_memory{false};

uint32_t Number(const void* base, uint32_t offset) noexcept {
  uint32_t number = 0;
  memcpy(&number, static_cast<const char*>(base) + offset, sizeof(number));
  return number;
}

// Where what a function allocates lies; kUnknown: nobody knows.
End WhereOf(const MemoryLayout& layout, const void* api_data) noexcept {
  switch (layout.kind) {
    case MemoryKind::kDevice:
      return layout.flags == 0 || IsDeviceMalloc(Number(api_data, layout.flags)) ? End::kDevice
                                                                                 : End::kUnknown;
    case MemoryKind::kPool:
      return g_pools_are_devices.load() ? End::kDevice : End::kUnknown;
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

// It frees memory, of which the map may know nothing. `first`: its first argument.
bool Ends(const MemoryLayout& layout, uint64_t first) noexcept {
  switch (layout.act) {
    case MemoryAct::kFrees:
      return HasAddress(layout) && first != 0;
    case MemoryAct::kUnmaps:
    case MemoryAct::kEnds:
    case MemoryAct::kResetsDevice:
      return true;
    case MemoryAct::kEndsGraph:
      return g_graphs_have_memory.load(std::memory_order_relaxed);
    default:
      return false;
  }
}

// What the map may know at the address that it frees.
uint64_t FreedAddress(const MemoryLayout& layout, uint64_t first) noexcept {
  return layout.act == MemoryAct::kFrees || layout.act == MemoryAct::kUnmaps ? first : 0;
}

void Enter(const Call& call, const MemoryLayout& layout, const void* api_data,
           bool succeeded) noexcept {
  uint64_t address = 0;
  if (!ReadAddress(layout, api_data, succeeded, &address)) return MemoryMayBeUnseen();
  // Another address than before says that the call has succeeded.
  const bool sure = succeeded || (!layout.names && address != call.address_before);
  EnterMemory(address, BytesOf(layout, api_data, sure), WhereOf(layout, api_data), sure);
}

void Show(const Call& call, const MemoryLayout& layout, const void* api_data,
          bool succeeded) noexcept {
  uint64_t address = 0;
  if (!ReadAddress(layout, api_data, succeeded, &address)) return MemoryMayBeUnseen();
  if (address == 0 || MemoryIsKnown(address)) return;
  const bool sure = succeeded || address != call.address_before;
  if (sure && layout.host != 0 && EnterAlias(Argument(api_data, layout.host), address)) return;
  MemoryMayBeUnseen();
}

// The pool has pinned memory (1) of a device (1), as its hipMemPoolProps say.
bool MakesDevicePool(const MemoryLayout& layout, const void* api_data, bool succeeded) noexcept {
  constexpr uint32_t kType = 0, kLocation = 8;
  const auto* properties = reinterpret_cast<const void*>(Argument(api_data, layout.handle));
  return succeeded && properties != nullptr && Number(properties, kType) == 1 &&
         Number(properties, kLocation) == 1;
}

// Releases that have other pools have functions that take them.
bool HasOtherPools(const Runtime& runtime) noexcept {
  for (const MemoryLayout* layout : runtime.memory) {
    if (layout == nullptr || layout->act != MemoryAct::kTakesPool) continue;
    if (layout->kind == MemoryKind::kManaged) return true;
  }
  return false;
}

}  // namespace

void FollowWhereabouts(bool all) noexcept {
  const Runtime* runtime = TheRuntime();
  g_pools_are_devices.store(all || runtime == nullptr || !HasOtherPools(*runtime));
  BeginMemoryMap(all);
}

void BeginWhereabouts(Call& call, const MemoryLayout& layout, const void* api_data) noexcept {
  call.freed_range = 0;
  const uint64_t first = Argument(api_data, kFirstArgument);
  call.ends_memory = Ends(layout, first);
  if (!call.ends_memory) return;
  if (layout.act == MemoryAct::kResetsDevice) BeginMemoryMap(false);
  call.freed_range = BeginFree(FreedAddress(layout, first));
}

void EndWhereabouts(const Call& call, const MemoryLayout& layout, const void* api_data,
                    uint32_t result) noexcept {
  const bool failed = result > kSucceeded, succeeded = result == kSucceeded;
  const uint64_t first = Argument(api_data, kFirstArgument);
  if (call.ends_memory || Ends(layout, first)) {
    EndFree(FreedAddress(layout, first), call.freed_range,
            failed      ? Freed::kNo
            : succeeded ? Freed::kYes
                        : Freed::kMaybe);
    if (layout.act == MemoryAct::kResetsDevice) BeginMemoryMap(false);
    return;
  }
  if (failed) return;
  switch (layout.act) {
    case MemoryAct::kAllocates:
      if (HasAddress(layout)) Enter(call, layout, api_data, succeeded);
      return;
    case MemoryAct::kShows:
      return Show(call, layout, api_data, succeeded);
    case MemoryAct::kBringsToGraph:
      g_graphs_have_memory.store(true);
      return MemoryMayBeUnseen();
    case MemoryAct::kMaps:
    case MemoryAct::kBrings:
      return MemoryMayBeUnseen();
    case MemoryAct::kMakesPool:
      if (!MakesDevicePool(layout, api_data, succeeded)) g_pools_are_devices.store(false);
      return;
    case MemoryAct::kTakesPool:
      return g_pools_are_devices.store(false);
    default:
      return;
  }
}

HsaFree::HsaFree(const void* address) noexcept
    : address_(WantedByAny(ROCJFR_DOMAIN_HIP_OPS) ? reinterpret_cast<uint64_t>(address) : 0) {
  if (address_ != 0) id_ = BeginFree(address_);
}

void HsaFree::End(bool freed) const noexcept {
  if (address_ != 0) EndFree(address_, id_, freed ? Freed::kYes : Freed::kNo);
}

void HsaHasGiven(const void* address, uint64_t bytes) noexcept {
  if (!WantedByAny(ROCJFR_DOMAIN_HIP_OPS)) return;
  MemoryIsNew(reinterpret_cast<uint64_t>(address), bytes);
}

namespace {

Told AskHsa(uint64_t address, const void* argument) noexcept {
  const HsaMemory memory = AskHsaForMemory(*static_cast<const Hsa*>(argument), address);
  switch (memory.owner) {
    case HsaMemory::Owner::kNone:
      break;
    case HsaMemory::Owner::kHost:
      return {End::kHost, memory.begin, memory.bytes, memory.loose};
    case HsaMemory::Owner::kGpu:
      return {End::kDevice, memory.begin, memory.bytes, memory.loose};
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
