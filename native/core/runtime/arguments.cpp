// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <array>
#include <iterator>
#include <utility>

#include "rocjfr/record.h"

namespace rocjfr {
namespace {

constexpr auto kFunction = KernelArgument::kFunction;
constexpr auto kHost = KernelArgument::kHostPointer;

// An end that stands at this offset.
constexpr CopyEnd At(uint16_t offset) {
  CopyEnd end;
  end.pointer = static_cast<uint8_t>(offset / 8);
  return end;
}
// An array's or a symbol's.
constexpr CopyEnd OnDevice() {
  CopyEnd end;
  end.device = true;
  return end;
}
// In a struct: a pointer, or an array. And of those with a pointer for each side.
constexpr CopyEnd PointerOrArray(uint16_t pointer, uint16_t array) {
  CopyEnd end = At(pointer);
  end.array = static_cast<uint8_t>(array / 8);
  return end;
}
constexpr CopyEnd AnyOf(uint16_t host, uint16_t device, uint16_t array) {
  CopyEnd end = PointerOrArray(host, array);
  end.other = static_cast<uint8_t>(device / 8);
  return end;
}

// The words of the catalogue (native/catalogue/hip.txt), each with places in the frame.
class A {
 public:
  constexpr explicit A(const char* function) : layout{function} {}

  constexpr A Submits() const { return With(Effect::kSubmits); }
  constexpr A StreamMemory() const { return With(Effect::kStreamMemory); }
  constexpr A HostFunction() const { return With(Effect::kHostFunction); }
  constexpr A Queries() const { return With(Effect::kQueries); }
  constexpr A Synchronises() const { return With(Effect::kSynchronises); }
  constexpr A Captures() const { return With(Effect::kCaptures); }
  constexpr A DestroysStream() const { return With(Effect::kStreamDestroy); }
  constexpr A UnloadsModule() const { return With(Effect::kModuleUnload); }
  constexpr A EndsStreams() const { return With(Effect::kStreamsGone); }
  constexpr A ResetsDevice() const { return With(Effect::kDeviceReset); }

  constexpr A Stream(uint16_t at) const { return Set(&ArgumentLayout::stream, at); }
  constexpr A DefaultStream() const { return Set(&ArgumentLayout::default_stream, true); }
  constexpr A Kernel(uint16_t at, KernelArgument kind) const {
    return Set(&ArgumentLayout::kernel_at, at).Set(&ArgumentLayout::kernel, kind);
  }
  constexpr A Grid(uint16_t at) const { return Set(&ArgumentLayout::grid, at); }
  constexpr A Group(uint16_t at) const { return Set(&ArgumentLayout::group, at); }
  constexpr A Items() const { return Set(&ArgumentLayout::grid_in_work_items, true); }
  constexpr A Lds(uint16_t at) const { return Set(&ArgumentLayout::lds, at); }
  constexpr A Devices(uint16_t at) const { return Set(&ArgumentLayout::devices, at); }

  // hipLaunchConfig_t and HIP_LAUNCH_CONFIG, which have the same layout.
  constexpr A LaunchConfig(uint16_t at) const {
    return By(at).Grid(0).Group(12).Lds(24).Set(&ArgumentLayout::stream_in_struct, 32);
  }
  // hipKernelNodeParams.
  constexpr A KernelNode(uint16_t at) const {
    return By(at).Kernel(24, kHost).Set(&ArgumentLayout::kernel_in_struct, true).Grid(32).Lds(56);
  }

  constexpr A Bytes(uint16_t at) const { return Set(&ArgumentLayout::bytes, at); }
  constexpr A Height(uint16_t at) const { return Set(&ArgumentLayout::height, at); }
  constexpr A Depth(uint16_t at) const { return Set(&ArgumentLayout::depth, at); }
  constexpr A To(uint16_t at) const { return Set(&ArgumentLayout::to, At(at)); }
  constexpr A From(uint16_t at) const { return Set(&ArgumentLayout::from, At(at)); }
  constexpr A ToDevice() const { return Set(&ArgumentLayout::to, OnDevice()); }
  constexpr A FromDevice() const { return Set(&ArgumentLayout::from, OnDevice()); }
  constexpr A Copy(uint8_t shape) const {
    return Set(&ArgumentLayout::copy, uint8_t{ROCJFR_COPY_UNKNOWN})
        .Set(&ArgumentLayout::shape, shape);
  }
  // To, from and bytes, and nothing else that tells the ends.
  constexpr A Plain() const { return *this; }
  constexpr A Fill(uint8_t unit, uint8_t shape) const {
    return Set(&ArgumentLayout::copy, uint8_t{ROCJFR_COPY_FILL})
        .Set(&ArgumentLayout::shape, shape)
        .Set(&ArgumentLayout::unit, unit);
  }
  constexpr A Peers(uint16_t destination, uint16_t source) const {
    return Set(&ArgumentLayout::destination, destination).Set(&ArgumentLayout::source, source);
  }
  constexpr A BatchSizes(uint16_t sizes, uint16_t count) const {
    return By(sizes).Set(&ArgumentLayout::count, count).Set(&ArgumentLayout::batch, Batch::kSizes);
  }
  constexpr A Batch3d(uint16_t list, uint16_t count) const {
    return By(list).Set(&ArgumentLayout::count, count).Set(&ArgumentLayout::batch, Batch::k3D);
  }

  // hipMemcpy3DParms: extent at 128.
  constexpr A Struct3d(uint16_t at) const {
    return By(at).Ends(PointerOrArray(96, 64), PointerOrArray(32, 0)).Extent(128, 3);
  }
  // hip_Memcpy2D: width at 112.
  constexpr A Struct2d(uint16_t at) const {
    return By(at).Ends(AnyOf(80, 88, 96), AnyOf(24, 32, 40)).Extent(112, 2);
  }
  // hipMemcpy3DPeerParms: extent at 144.
  constexpr A Peer3d(uint16_t at) const {
    return By(at)
        .Ends(PointerOrArray(104, 72), PointerOrArray(32, 0))
        .Extent(144, 3)
        .Peers(136, 64);
  }
  // HIP_MEMCPY3D from 6.0 on, whose numbers were unsigned before.
  constexpr A Driver3d(uint16_t at) const {
    return By(at).Ends(AnyOf(120, 128, 136), AnyOf(40, 48, 56)).Extent(160, 3);
  }
  // Until 5.7, where that is smaller: its numbers have half a word.
  constexpr A Driver3dBefore6(uint16_t at) const {
    return By(at)
        .Ends({10, 11, 12}, {3, 4, 5})
        .Set(&ArgumentLayout::copy, uint8_t{ROCJFR_COPY_UNKNOWN})
        .Set(&ArgumentLayout::shape, uint8_t{3});
  }
  // hipMemsetParams: rows of elements.
  constexpr A FillNode(uint16_t at) const {
    return By(at).Fill(1, 2).Bytes(40).Height(16).Set(&ArgumentLayout::unit_at, 8);
  }

  constexpr A For(Arrays arrays) const { return Set(&ArgumentLayout::arrays, arrays); }

  ArgumentLayout layout;

 private:
  template <typename T, typename V>
  constexpr A Set(T ArgumentLayout::*member, V value) const {
    A with = *this;
    with.layout.*member = static_cast<T>(value);
    return with;
  }
  constexpr A With(Effect effect) const { return Set(&ArgumentLayout::effect, effect); }
  constexpr A By(uint16_t at) const { return Set(&ArgumentLayout::by_pointer, at); }
  constexpr A Ends(CopyEnd to, CopyEnd from) const {
    return Set(&ArgumentLayout::to, to).Set(&ArgumentLayout::from, from);
  }
  // Width, height and depth behind each other; two dimensions have no depth.
  constexpr A Extent(uint16_t at, uint8_t shape) const {
    return Bytes(at)
        .Height(static_cast<uint16_t>(at + 8))
        .Depth(shape == 3 ? static_cast<uint16_t>(at + 16) : uint16_t{0})
        .Set(&ArgumentLayout::copy, uint8_t{ROCJFR_COPY_UNKNOWN})
        .Set(&ArgumentLayout::shape, shape);
  }
};

constexpr A kRows[] = {
#include "hip_arguments_rows.inc"
};

constexpr uint16_t InFrame(const CopyEnd& end) {
  return end.pointer == CopyEnd::kNone ? uint16_t{0} : static_cast<uint16_t>(8 * end.pointer);
}

// The row with its words.
constexpr ArgumentLayout WithWords(ArgumentLayout a) {
  const bool kernel = a.kernel != KernelArgument::kNone && !a.kernel_in_struct;
  const bool direct = a.by_pointer == 0;
  const bool grid = direct && a.grid != 0;
  const uint16_t in_frame[] = {
      kernel ? a.kernel_at : uint16_t{0},
      a.by_pointer,
      a.count,
      a.devices,
      a.stream,
      grid ? a.grid : uint16_t{0},
      grid ? static_cast<uint16_t>(a.grid + 8) : uint16_t{0},
      grid ? static_cast<uint16_t>(a.grid + 16) : uint16_t{0},
      direct ? a.lds : uint16_t{0},
      direct ? a.bytes : uint16_t{0},
      direct ? a.height : uint16_t{0},
      direct ? a.depth : uint16_t{0},
      direct ? InFrame(a.to) : uint16_t{0},
      direct ? InFrame(a.from) : uint16_t{0},
      direct ? a.destination : uint16_t{0},
      direct ? a.source : uint16_t{0},
  };
  uint32_t count = 0;
  for (const uint16_t offset : in_frame) {
    if (offset != 0) a.words[count++] = static_cast<uint8_t>(offset / 8);  // too many: no constant
  }
  return a;
}

template <size_t... I>
constexpr std::array<ArgumentLayout, sizeof...(I)> WithWords(std::index_sequence<I...>) {
  return {WithWords(kRows[I].layout)...};
}
constexpr auto kArguments = WithWords(std::make_index_sequence<std::size(kRows)>());

}  // namespace

const ArgumentLayout* FindArguments(std::string_view function, Arrays arrays) noexcept {
  for (const ArgumentLayout& row : kArguments) {
    const bool fits = row.arrays == Arrays::kAny || row.arrays == arrays;
    if (fits && function == row.function) return &row;
  }
  return nullptr;
}

const ArgumentLayout* AllArguments(uint32_t* count) noexcept {
  *count = static_cast<uint32_t>(std::size(kArguments));
  return kArguments.data();
}

}  // namespace rocjfr
