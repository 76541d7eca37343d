// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory_arguments.h"

#include <cstring>
#include <iterator>

#include "arguments.h"

namespace rocjfr {
namespace {

using M = MemoryLayout;
constexpr auto kAllocates = MemoryAct::kAllocates;

constexpr M Sized(const char* function, MemoryKind kind) {
  M m{function, kAllocates, kind};
  m.bytes = 32;
  return m;
}
constexpr M Flagged(const char* function) {
  M m = Sized(function, MemoryKind::kDevice);
  m.flags = 40;
  return m;
}
constexpr M Pitched(const char* function) {
  M m{function, kAllocates, MemoryKind::kDevice, Bytes::kPitched};
  m.pitch = 32;
  m.height = 56;
  return m;
}
constexpr M Pitched3D(const char* function) {
  M m{function, kAllocates, MemoryKind::kDevice, Bytes::kPitched3D};
  m.height = 64;  // of the hipExtent at 56, behind a copy of the hipPitchedPtr
  m.depth = 72;
  return m;
}
constexpr M Registered(const char* function) {
  M m{function, kAllocates, MemoryKind::kHost};
  m.names = true;
  m.bytes = 24;
  return m;
}
constexpr M Elements(const char* function, bool three) {
  M m{function, kAllocates, MemoryKind::kArray, Bytes::kElements};
  m.format = 32;
  m.width = 64;
  m.height = 72;
  m.depth = three ? uint16_t{80} : uint16_t{0};
  return m;
}
constexpr M Described(const char* function, Bytes how) {
  M m{function, kAllocates, MemoryKind::kArray, how};
  m.bytes = 32;
  return m;
}
constexpr M Act(const char* function, MemoryAct act, MemoryKind kind = MemoryKind::kDevice) {
  M m{function, act, kind};
  m.names = true;
  return m;
}
constexpr M Maps(const char* function) {
  M m = Act(function, MemoryAct::kMaps, MemoryKind::kVirtual);
  m.handle = 40;
  return m;
}

constexpr M Shows(const char* function) {
  return M{function, MemoryAct::kShows};
}
constexpr M Aliases(const char* function) {
  M m = Shows(function);
  m.host = 32;
  return m;
}
constexpr M Brings(const char* function) {
  return M{function, MemoryAct::kBrings};
}
constexpr M Ends(const char* function) {
  return M{function, MemoryAct::kEnds};
}
constexpr M MakesPool(const char* function) {
  M m{function, MemoryAct::kMakesPool};
  m.handle = 32;
  return m;
}
// `kind`: kManaged says that the release has such pools.
constexpr M TakesPool(const char* function, MemoryKind kind) {
  return M{function, MemoryAct::kTakesPool, kind};
}

constexpr M kRows[] = {
    Sized("hipMalloc", MemoryKind::kDevice),
    Flagged("hipExtMallocWithFlags"),
    Pitched("hipMallocPitch"),
    Pitched("hipMemAllocPitch"),
    Pitched3D("hipMalloc3D"),
    Sized("hipMallocManaged", MemoryKind::kManaged),
    Sized("hipMallocHost", MemoryKind::kHost),
    Sized("hipHostMalloc", MemoryKind::kHost),
    Sized("hipHostAlloc", MemoryKind::kHost),
    Sized("hipExtHostAlloc", MemoryKind::kHost),
    Sized("hipMemAllocHost", MemoryKind::kHost),
    Registered("hipHostRegister"),
    Sized("hipMallocAsync", MemoryKind::kPool),
    Sized("hipMallocFromPoolAsync", MemoryKind::kPool),
    Sized("hipMemCreate", MemoryKind::kVirtual),
    Elements("hipMallocArray", false),
    Elements("hipMalloc3DArray", true),
    Described("hipArrayCreate", Bytes::kDescribed),
    Described("hipArray3DCreate", Bytes::kDescribed3D),
    Act("hipMallocMipmappedArray", MemoryAct::kUnfollowed),
    Act("hipMipmappedArrayCreate", MemoryAct::kUnfollowed),

    Act("hipFree", MemoryAct::kFrees),
    Act("hipFreeAsync", MemoryAct::kFrees),
    Act("hipFreeHost", MemoryAct::kFrees),
    Act("hipHostFree", MemoryAct::kFrees),
    Act("hipHostUnregister", MemoryAct::kFrees),
    Act("hipFreeArray", MemoryAct::kFrees, MemoryKind::kArray),
    Act("hipArrayDestroy", MemoryAct::kFrees, MemoryKind::kArray),
    Maps("hipMemMap"),
    Act("hipMemUnmap", MemoryAct::kUnmaps, MemoryKind::kVirtual),
    // Whether it counts, so that memory lives for one release more, differs by release.
    M{"hipMemRetainAllocationHandle", MemoryAct::kUnfollowed, MemoryKind::kVirtual},
    Act("hipMemRelease", MemoryAct::kReleases, MemoryKind::kVirtual),
    M{"hipDeviceReset", MemoryAct::kResetsDevice},

    Shows("hipGetSymbolAddress"),
    Shows("hipModuleGetGlobal"),
    Shows("hipLibraryGetGlobal"),
    Shows("hipLibraryGetManaged"),
    Aliases("hipHostGetDevicePointer"),

    Brings("hipIpcOpenMemHandle"),
    Brings("hipExternalMemoryGetMappedBuffer"),
    Brings("hipGraphicsMapResources"),
    Brings("hipGraphicsResourceGetMappedPointer"),
    Brings("hipMemPoolImportPointer"),
    M{"hipGraphAddMemAllocNode", MemoryAct::kBringsToGraph},
    M{"hipGraphAddNode", MemoryAct::kBringsToGraph},

    Ends("hipIpcCloseMemHandle"),
    Ends("hipDestroyExternalMemory"),
    Ends("hipGraphicsUnmapResources"),
    Ends("hipGraphicsUnregisterResource"),
    Ends("hipMemAddressFree"),
    Ends("hipMemPoolDestroy"),
    Ends("hipModuleUnload"),
    Ends("hipLibraryUnload"),
    M{"hipGraphDestroy", MemoryAct::kEndsGraph},
    M{"hipGraphDestroyNode", MemoryAct::kEndsGraph},
    M{"hipGraphExecDestroy", MemoryAct::kEndsGraph},
    M{"hipDeviceGraphMemTrim", MemoryAct::kEndsGraph},
    Ends("hipCtxDestroy"),
    Ends("hipDevicePrimaryCtxRelease"),
    Ends("hipDevicePrimaryCtxReset"),

    MakesPool("hipMemPoolCreate"),
    TakesPool("hipMemPoolImportFromShareableHandle", MemoryKind::kPool),
    TakesPool("hipMemSetMemPool", MemoryKind::kManaged),
    TakesPool("hipMemGetMemPool", MemoryKind::kManaged),
    TakesPool("hipMemGetDefaultMemPool", MemoryKind::kManaged),
};

}  // namespace

const MemoryLayout* FindMemory(std::string_view function) noexcept {
  for (const M& row : kRows) {
    if (function == row.function) return &row;
  }
  return nullptr;
}

const MemoryLayout* AllMemory(uint32_t* count) noexcept {
  *count = static_cast<uint32_t>(std::size(kRows));
  return kRows;
}

void MarkUnfilled(const MemoryLayout& layout, void* api_data) noexcept {
  auto* bytes = static_cast<char*>(api_data);
  constexpr uint16_t kFirstArgument = 16;
  const uint16_t at[] = {kFirstArgument, layout.bytes, layout.pitch,  layout.format, layout.width,
                         layout.height,  layout.depth, layout.handle, layout.flags,  layout.host};
  for (const uint16_t offset : at) {
    if (offset != 0) memcpy(bytes + offset, &kUnfilled, sizeof(kUnfilled));
  }
}

}  // namespace rocjfr
