// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "memory_arguments.h"

#include <array>
#include <cstring>
#include <iterator>
#include <utility>

#include "arguments.h"

namespace rocjfr {
namespace {

constexpr auto kDevice = MemoryKind::kDevice;
constexpr auto kHost = MemoryKind::kHost;
constexpr auto kManaged = MemoryKind::kManaged;
constexpr auto kPool = MemoryKind::kPool;
constexpr auto kVirtual = MemoryKind::kVirtual;
constexpr auto kArray = MemoryKind::kArray;

// The words of the catalogue (native/catalogue/hip.txt), each with places in the frame.
class M {
 public:
  constexpr explicit M(const char* function) : layout{function, MemoryAct::kAllocates} {}

  constexpr M Allocates(MemoryKind kind) const { return Does(MemoryAct::kAllocates, kind); }
  constexpr M Frees(MemoryKind kind) const { return Does(MemoryAct::kFrees, kind); }
  // Memory of the program's own.
  constexpr M Registers(MemoryKind kind) const { return Allocates(kind); }
  constexpr M Unregisters(MemoryKind kind) const { return Frees(kind); }
  constexpr M Maps(uint16_t handle) const {
    return Does(MemoryAct::kMaps, kVirtual).Set(&MemoryLayout::handle, handle);
  }
  constexpr M Unmaps(MemoryKind kind) const { return Does(MemoryAct::kUnmaps, kind); }
  constexpr M Releases(MemoryKind kind) const { return Does(MemoryAct::kReleases, kind); }
  constexpr M ResetsMemory(MemoryKind kind) const { return Does(MemoryAct::kResetsDevice, kind); }
  constexpr M Unfollowed(MemoryKind kind) const { return Does(MemoryAct::kUnfollowed, kind); }
  constexpr M Shows() const { return Does(MemoryAct::kShows, kDevice); }
  constexpr M Brings() const { return Does(MemoryAct::kBrings, kDevice); }
  constexpr M Ends() const { return Does(MemoryAct::kEnds, kDevice); }
  constexpr M BringsToGraph(MemoryKind kind) const { return Does(MemoryAct::kBringsToGraph, kind); }
  constexpr M EndsGraph(MemoryKind kind) const { return Does(MemoryAct::kEndsGraph, kind); }
  constexpr M MakesPool(uint16_t props) const {
    return Does(MemoryAct::kMakesPool, kDevice).Set(&MemoryLayout::handle, props);
  }
  // kManaged says that the release has such pools.
  constexpr M TakesPool(MemoryKind kind) const { return Does(MemoryAct::kTakesPool, kind); }

  constexpr M Names() const { return Set(&MemoryLayout::names, true); }
  constexpr M Size(uint16_t at) const { return Set(&MemoryLayout::bytes, at); }
  constexpr M Flags(uint16_t at) const { return Set(&MemoryLayout::flags, at); }
  constexpr M Host(uint16_t at) const { return Set(&MemoryLayout::host, at); }
  constexpr M Pitched(uint16_t pitch, uint16_t height) const {
    return Told(Bytes::kPitched).Set(&MemoryLayout::pitch, pitch).Of(0, height, 0);
  }
  // Of a hipExtent, behind a copy of the hipPitchedPtr.
  constexpr M Pitched3d(uint16_t extent) const {
    return Told(Bytes::kPitched3D)
        .Of(0, static_cast<uint16_t>(extent + 8), static_cast<uint16_t>(extent + 16));
  }
  constexpr M Elements(uint16_t format, uint16_t width, uint16_t height, uint16_t depth = 0) const {
    return Told(Bytes::kElements).Set(&MemoryLayout::format, format).Of(width, height, depth);
  }
  constexpr M Described(uint16_t at) const { return Told(Bytes::kDescribed).Size(at); }
  constexpr M Described3d(uint16_t at) const { return Told(Bytes::kDescribed3D).Size(at); }

  MemoryLayout layout;

 private:
  template <typename T, typename V>
  constexpr M Set(T MemoryLayout::*member, V value) const {
    M with = *this;
    with.layout.*member = static_cast<T>(value);
    return with;
  }
  constexpr M Does(MemoryAct act, MemoryKind kind) const {
    return Set(&MemoryLayout::act, act).Set(&MemoryLayout::kind, kind);
  }
  constexpr M Told(Bytes how) const { return Set(&MemoryLayout::how, how); }
  constexpr M Of(uint16_t width, uint16_t height, uint16_t depth) const {
    return Set(&MemoryLayout::width, width)
        .Set(&MemoryLayout::height, height)
        .Set(&MemoryLayout::depth, depth);
  }
};

constexpr M kWords[] = {
#include "hip_memory_rows.inc"
};
template <size_t... I>
constexpr std::array<MemoryLayout, sizeof...(I)> Layouts(std::index_sequence<I...>) {
  return {kWords[I].layout...};
}
constexpr auto kRows = Layouts(std::make_index_sequence<std::size(kWords)>());

}  // namespace

const MemoryLayout* FindMemory(std::string_view function) noexcept {
  for (const MemoryLayout& row : kRows) {
    if (function == row.function) return &row;
  }
  return nullptr;
}

const MemoryLayout* AllMemory(uint32_t* count) noexcept {
  *count = static_cast<uint32_t>(std::size(kRows));
  return kRows.data();
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
