// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <array>
#include <iterator>
#include <utility>

#include "rocjfr/record.h"

namespace rocjfr {
namespace {

using A = ArgumentLayout;

// A kernel launch: grid, group, shared memory, stream.
constexpr A Launch(const char* name, KernelArgument kernel, bool work_items, uint16_t lds,
                   uint16_t stream) {
  A a{name, Effect::kSubmits, kernel};
  a.grid = 24;
  a.group = 36;
  a.grid_in_work_items = work_items;
  a.lds = lds;
  a.stream = stream;
  return a;
}

// A launch as the struct that the first argument points to says: hipLaunchConfig_t and
// HIP_LAUNCH_CONFIG, which have the same layout. The kernel follows a copy of that in the frame.
constexpr A LaunchByConfig(const char* name, KernelArgument kernel) {
  A a{name, Effect::kSubmits, kernel, 80};
  a.by_pointer = 16;
  a.grid = 0;
  a.group = 12;
  a.lds = 24;
  a.stream_in_struct = 32;
  return a;
}

// A kernel that becomes part of a graph: hipKernelNodeParams.
constexpr A KernelNode(const char* name, uint16_t params) {
  A a{name, Effect::kNone, KernelArgument::kHostPointer, 24};
  a.by_pointer = params;
  a.kernel_in_struct = true;
  a.grid = 32;
  a.group = 0;
  a.lds = 56;
  return a;
}

// Work on a stream that the arguments do not tell, or on several.
constexpr A Somewhere(const char* name) {
  return {name, Effect::kSubmits};
}

// A kernel on a stream of each device. Their number follows a copy of the first one's parameters.
constexpr A OnDevices(const char* name) {
  A a = Somewhere(name);
  a.devices = 80;
  return a;
}

// Work on a stream of which nothing else is known; 0: on the default one.
constexpr A Work(const char* name, uint16_t stream) {
  A a{name, Effect::kSubmits};
  a.stream = stream;
  a.default_stream = stream == 0;
  return a;
}

// An end that stands at this offset; an array's or a symbol's.
constexpr CopyEnd At(uint16_t offset) {
  CopyEnd end;
  end.pointer = static_cast<uint8_t>(offset / 8);
  return end;
}
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

// A copy of `bytes`.
constexpr A Copy(const char* name, CopyEnd to, CopyEnd from, uint16_t bytes, uint16_t stream) {
  A a = Work(name, stream);
  a.bytes = bytes;
  a.to = to;
  a.from = from;
  a.copy = ROCJFR_COPY_UNKNOWN;
  a.shape = 1;
  return a;
}
// The most frequent shape: to, from, bytes.
constexpr A Plain(const char* name, uint16_t stream) {
  return Copy(name, At(16), At(24), 32, stream);
}

constexpr A Copy2D(const char* name, CopyEnd to, CopyEnd from, uint16_t width, uint16_t stream) {
  A a = Copy(name, to, from, width, stream);
  a.height = static_cast<uint16_t>(width + 8);
  a.shape = 2;
  return a;
}

constexpr A Fill(const char* name, uint16_t count, uint8_t unit, uint16_t stream) {
  A a = Copy(name, {}, {}, count, stream);
  a.copy = ROCJFR_COPY_FILL;
  a.unit = unit;
  return a;
}

constexpr A Fill2D(const char* name, uint8_t unit, uint16_t stream) {
  A a = Fill(name, 40, unit, stream);
  a.height = 48;
  a.shape = 2;
  return a;
}

// hipPitchedPtr (32 bytes), value, hipExtent.
constexpr A Fill3D(const char* name, uint16_t stream) {
  A a = Fill(name, 56, 1, stream);
  a.height = 64;
  a.depth = 72;
  a.shape = 3;
  return a;
}

// The size and the ends stand in a struct that the first argument points to.
constexpr A ByPointer(A a, CopyEnd to, CopyEnd from, uint16_t bytes, uint16_t height,
                      uint16_t depth, uint8_t shape) {
  a.by_pointer = 16;
  a.bytes = bytes;
  a.height = height;
  a.depth = depth;
  a.to = to;
  a.from = from;
  a.copy = ROCJFR_COPY_UNKNOWN;
  a.shape = shape;
  return a;
}
// hipMemcpy3DParms: extent at 128. hip_Memcpy2D: width at 112. hipMemcpy3DPeerParms: extent at 144.
constexpr A By3D(A a) {
  return ByPointer(a, PointerOrArray(96, 64), PointerOrArray(32, 0), 128, 136, 144, 3);
}
constexpr A By2D(A a) {
  return ByPointer(a, AnyOf(80, 88, 96), AnyOf(24, 32, 40), 112, 120, 0, 2);
}

// Two devices that the call names.
constexpr A Between(A a, uint16_t destination, uint16_t source) {
  a.destination = destination;
  a.source = source;
  return a;
}

constexpr A PeerByPointer(A a) {
  a = ByPointer(a, PointerOrArray(104, 72), PointerOrArray(32, 0), 144, 152, 160, 3);
  return Between(a, 136, 64);
}

// Many copies, each from where to where it likes.
constexpr A CopyBatch(const char* name, Batch batch, uint16_t array, uint16_t count, uint8_t shape,
                      uint16_t stream) {
  A a = Work(name, stream);
  a.batch = batch;
  a.by_pointer = array;
  a.count = count;
  a.copy = ROCJFR_COPY_UNKNOWN;
  a.shape = shape;
  return a;
}

// A copy that becomes part of a graph.
constexpr A CopyNode(const char* name, uint16_t bytes) {
  A a{name};
  a.bytes = bytes;
  a.copy = ROCJFR_COPY_UNKNOWN;
  a.shape = 1;
  return a;
}

constexpr A CopyNode3D(const char* name, uint16_t params) {
  A a = By3D(A{name});
  a.by_pointer = params;
  return a;
}

// HIP_MEMCPY3D from 6.0 on, whose numbers were unsigned before.
constexpr A DriverCopy(A a, uint16_t params) {
  a = ByPointer(a, AnyOf(120, 128, 136), AnyOf(40, 48, 56), 160, 168, 176, 3);
  a.by_pointer = params;
  return a;
}

// hipMemsetParams: rows of elements.
constexpr A FillNode(const char* name, uint16_t params) {
  A a{name};
  a.by_pointer = params;
  a.bytes = 40;
  a.height = 16;
  a.unit_at = 8;
  a.copy = ROCJFR_COPY_FILL;
  a.shape = 2;
  return a;
}

constexpr A Sized(const char* name, uint16_t bytes, uint16_t stream = 0) {
  A a{name};
  a.bytes = bytes;
  a.stream = stream;
  return a;
}

constexpr A OnStream(const char* name, uint16_t stream) {
  A a{name};
  a.stream = stream;
  return a;
}

constexpr A WithEffect(A a, Effect effect) {
  a.effect = effect;
  return a;
}

// The row of a function with an array argument, until 5.7: hipArray has 64 bytes.
constexpr A WithArray(A a) {
  constexpr uint16_t kArrayBytes = 64;
  a.arrays = Arrays::kWithValue;
  for (uint16_t* offset : {&a.bytes, &a.height, &a.stream}) {
    if (*offset != 0) *offset = static_cast<uint16_t>(*offset + kArrayBytes);
  }
  constexpr uint8_t kFirst = 2;  // before the array
  if (!a.from.device && a.from.pointer > kFirst) {
    a.from.pointer = static_cast<uint8_t>(a.from.pointer + kArrayBytes / 8);
  }
  return a;
}

constexpr A ArrayPointer(A a) {
  a.arrays = Arrays::kPointer;
  return a;
}

// Until 5.7, where that is smaller: its numbers have half a word.
constexpr A DriverBefore6(A a, uint16_t stream) {
  a.arrays = Arrays::kWithValue;
  a.bytes = a.height = a.depth = 0;
  a.from = {3, 4, 5};
  a.to = {10, 11, 12};
  a.stream = stream;
  return a;
}

// What the row says in all versions.
constexpr A ArrayUnknown(A a) {
  a.arrays = Arrays::kUnknown;
  a.bytes = a.height = a.depth = a.stream = 0;
  if (!a.to.device) a.to = {};
  if (!a.from.device) a.from = {};
  return a;
}

constexpr auto kFunction = KernelArgument::kFunction;
constexpr auto kHost = KernelArgument::kHostPointer;

constexpr A kToArray = Copy("hipMemcpyToArray", OnDevice(), At(40), 48, 0);
constexpr A kAtoH = Copy("hipMemcpyAtoH", At(16), OnDevice(), 40, 0);
constexpr A kHtoA = Copy("hipMemcpyHtoA", OnDevice(), At(32), 40, 0);
constexpr A k2DToArray = Copy2D("hipMemcpy2DToArray", OnDevice(), At(40), 56, 0);
constexpr A k2DToArrayAsync = Copy2D("hipMemcpy2DToArrayAsync", OnDevice(), At(40), 56, 80);

constexpr A kDriver3D = DriverCopy(Work("hipDrvMemcpy3D", 0), 16);
constexpr A kDriver3DAsync = DriverCopy(Work("hipDrvMemcpy3DAsync", 208), 16);

constexpr A kRows[] = {
    Launch("hipLaunchKernel", kHost, false, 64, 72),
    Launch("hipExtLaunchKernel", kHost, false, 64, 72),
    Launch("hipLaunchCooperativeKernel", kHost, false, 64, 72),
    Launch("hipModuleLaunchKernel", kFunction, false, 48, 56),
    Launch("hipModuleLaunchCooperativeKernel", kFunction, false, 48, 56),
    Launch("hipExtModuleLaunchKernel", kFunction, true, 48, 56),
    Launch("hipHccModuleLaunchKernel", kFunction, true, 48, 56),
    Work("hipGraphLaunch", 24),
    Somewhere("hipLaunchByPtr"),  // as hipConfigureCall said
    LaunchByConfig("hipLaunchKernelExC", kHost),
    LaunchByConfig("hipDrvLaunchKernelEx", kFunction),
    KernelNode("hipGraphAddKernelNode", 64),
    KernelNode("hipGraphKernelNodeSetParams", 24),
    KernelNode("hipGraphExecKernelNodeSetParams", 32),
    OnStream("hipGraphUpload", 24),
    OnDevices("hipLaunchCooperativeKernelMultiDevice"),
    OnDevices("hipExtLaunchMultiKernelMultiDevice"),
    OnDevices("hipModuleLaunchCooperativeKernelMultiDevice"),

    Plain("hipMemcpy", 0),
    Plain("hipMemcpyAsync", 48),
    Plain("hipMemcpyWithStream", 48),
    Plain("hipMemcpyHtoD", 0),
    Plain("hipMemcpyHtoDAsync", 40),
    Plain("hipMemcpyDtoH", 0),
    Plain("hipMemcpyDtoHAsync", 40),
    Plain("hipMemcpyDtoD", 0),
    Plain("hipMemcpyDtoDAsync", 40),
    Between(Copy("hipMemcpyPeer", At(16), At(32), 48, 0), 24, 40),
    Between(Copy("hipMemcpyPeerAsync", At(16), At(32), 48, 56), 24, 40),
    Copy("hipMemcpyToSymbol", OnDevice(), At(24), 32, 0),
    Copy("hipMemcpyToSymbolAsync", OnDevice(), At(24), 32, 56),
    Copy("hipMemcpyFromSymbol", At(16), OnDevice(), 32, 0),
    Copy("hipMemcpyFromSymbolAsync", At(16), OnDevice(), 32, 56),
    ArrayPointer(kToArray),
    WithArray(kToArray),
    ArrayUnknown(kToArray),
    Copy("hipMemcpyFromArray", At(16), OnDevice(), 48, 0),
    ArrayPointer(kAtoH),
    WithArray(kAtoH),
    ArrayUnknown(kAtoH),
    ArrayPointer(kHtoA),
    WithArray(kHtoA),
    ArrayUnknown(kHtoA),
    Copy2D("hipMemcpy2D", At(16), At(32), 48, 0),
    Copy2D("hipMemcpy2DAsync", At(16), At(32), 48, 72),
    ArrayPointer(k2DToArray),
    WithArray(k2DToArray),
    ArrayUnknown(k2DToArray),
    ArrayPointer(k2DToArrayAsync),
    WithArray(k2DToArrayAsync),
    ArrayUnknown(k2DToArrayAsync),
    Copy2D("hipMemcpy2DFromArray", At(16), OnDevice(), 56, 0),
    Copy2D("hipMemcpy2DFromArrayAsync", At(16), OnDevice(), 56, 80),
    Copy2D("hipMemcpy2DArrayToArray", OnDevice(), OnDevice(), 64, 0),
    By3D(Work("hipMemcpy3D", 0)),
    By3D(Work("hipMemcpy3DAsync", 184)),
    By2D(Work("hipMemcpyParam2D", 0)),
    By2D(Work("hipMemcpyParam2DAsync", 152)),
    PeerByPointer(Work("hipMemcpy3DPeer", 0)),
    PeerByPointer(Work("hipMemcpy3DPeerAsync", 192)),
    CopyBatch("hipMemcpyBatchAsync", Batch::kSizes, 48, 64, 1, 144),
    CopyBatch("hipMemcpy3DBatchAsync", Batch::k3D, 24, 16, 3, 168),
    Copy("hipMemcpyAtoHAsync", At(16), OnDevice(), 40, 48),
    Copy("hipMemcpyHtoAAsync", OnDevice(), At(32), 40, 48),
    Copy("hipMemcpyAtoD", At(16), OnDevice(), 40, 0),
    Copy("hipMemcpyDtoA", OnDevice(), At(32), 40, 0),
    Copy("hipMemcpyAtoA", OnDevice(), OnDevice(), 48, 0),
    CopyNode("hipGraphAddMemcpyNode1D", 80),
    CopyNode("hipGraphAddMemcpyNodeFromSymbol", 80),
    CopyNode("hipGraphAddMemcpyNodeToSymbol", 80),
    CopyNode("hipGraphMemcpyNodeSetParams1D", 40),
    CopyNode("hipGraphMemcpyNodeSetParamsFromSymbol", 40),
    CopyNode("hipGraphMemcpyNodeSetParamsToSymbol", 40),
    CopyNode("hipGraphExecMemcpyNodeSetParams1D", 48),
    CopyNode("hipGraphExecMemcpyNodeSetParamsFromSymbol", 48),
    CopyNode("hipGraphExecMemcpyNodeSetParamsToSymbol", 48),
    CopyNode3D("hipGraphAddMemcpyNode", 64),
    CopyNode3D("hipGraphMemcpyNodeSetParams", 24),
    CopyNode3D("hipGraphExecMemcpyNodeSetParams", 32),
    FillNode("hipGraphAddMemsetNode", 64),
    FillNode("hipGraphMemsetNodeSetParams", 24),
    FillNode("hipGraphExecMemsetNodeSetParams", 32),
    // New in 6.0.
    DriverCopy(A{"hipDrvGraphAddMemcpyNode"}, 64),
    DriverCopy(A{"hipDrvGraphMemcpyNodeSetParams"}, 24),
    DriverCopy(A{"hipDrvGraphExecMemcpyNodeSetParams"}, 32),
    FillNode("hipDrvGraphAddMemsetNode", 64),
    FillNode("hipDrvGraphExecMemsetNodeSetParams", 32),
    ArrayPointer(kDriver3D),
    DriverBefore6(kDriver3D, 0),
    ArrayUnknown(kDriver3D),
    ArrayPointer(kDriver3DAsync),
    DriverBefore6(kDriver3DAsync, 152),
    ArrayUnknown(kDriver3DAsync),
    By2D(Work("hipDrvMemcpy2DUnaligned", 0)),

    Fill("hipMemset", 32, 1, 0),
    Fill("hipMemsetAsync", 32, 1, 40),
    Fill("hipMemsetD8", 32, 1, 0),
    Fill("hipMemsetD8Async", 32, 1, 40),
    Fill("hipMemsetD16", 32, 2, 0),
    Fill("hipMemsetD16Async", 32, 2, 40),
    Fill("hipMemsetD32", 32, 4, 0),
    Fill("hipMemsetD32Async", 32, 4, 40),
    Fill2D("hipMemset2D", 1, 0),
    Fill2D("hipMemset2DAsync", 1, 56),
    Fill2D("hipMemsetD2D8", 1, 0),
    Fill2D("hipMemsetD2D8Async", 1, 56),
    Fill2D("hipMemsetD2D16", 2, 0),
    Fill2D("hipMemsetD2D16Async", 2, 56),
    Fill2D("hipMemsetD2D32", 4, 0),
    Fill2D("hipMemsetD2D32Async", 4, 56),
    Fill3D("hipMemset3D", 0),
    Fill3D("hipMemset3DAsync", 80),

    Sized("hipMalloc", 32),
    Sized("hipMallocManaged", 32),
    Sized("hipMallocHost", 32),
    Sized("hipHostMalloc", 32),
    Sized("hipHostAlloc", 32),
    Sized("hipMemAllocHost", 32),
    Sized("hipExtMallocWithFlags", 32),
    Sized("hipMallocAsync", 32, 40),
    Sized("hipMallocFromPoolAsync", 32, 48),
    Sized("hipHostRegister", 24),
    Sized("hipMemPrefetchAsync", 24, 40),
    Sized("hipMemPrefetchAsync_v2", 24, 48),
    Sized("hipExtHostAlloc", 32),

    OnStream("hipFreeAsync", 24),
    OnStream("hipEventRecord", 24),
    OnStream("hipEventRecordWithFlags", 24),
    WithEffect(OnStream("hipStreamBatchMemOp", 16), Effect::kStreamMemory),
    OnStream("hipStreamGetGreenCtx", 16),
    WithEffect(OnStream("hipStreamSynchronize", 16), Effect::kSynchronises),
    WithEffect(A{"hipDeviceSynchronize"}, Effect::kSynchronises),
    WithEffect(OnStream("hipStreamQuery", 16), Effect::kQueries),
    WithEffect(OnStream("hipStreamWaitEvent", 16), Effect::kCaptures),
    WithEffect(OnStream("hipStreamAddCallback", 16), Effect::kHostFunction),
    WithEffect(OnStream("hipLaunchHostFunc", 16), Effect::kHostFunction),
    // Nodes of any kind may be host nodes.
    WithEffect(A{"hipGraphAddNode"}, Effect::kHostFunction),
    WithEffect(A{"hipGraphNodeSetParams"}, Effect::kHostFunction),
    WithEffect(A{"hipGraphExecNodeSetParams"}, Effect::kHostFunction),
    WithEffect(A{"hipGraphAddHostNode"}, Effect::kHostFunction),
    WithEffect(A{"hipGraphHostNodeSetParams"}, Effect::kHostFunction),
    WithEffect(A{"hipGraphExecHostNodeSetParams"}, Effect::kHostFunction),
    WithEffect(OnStream("hipStreamWriteValue32", 16), Effect::kStreamMemory),
    WithEffect(OnStream("hipStreamWriteValue64", 16), Effect::kStreamMemory),
    WithEffect(OnStream("hipStreamWaitValue32", 16), Effect::kStreamMemory),
    WithEffect(OnStream("hipStreamWaitValue64", 16), Effect::kStreamMemory),
    WithEffect(OnStream("hipStreamBeginCapture", 16), Effect::kCaptures),
    WithEffect(OnStream("hipStreamBeginCaptureToGraph", 16), Effect::kCaptures),
    WithEffect(OnStream("hipStreamUpdateCaptureDependencies", 16), Effect::kCaptures),
    WithEffect(OnStream("hipStreamEndCapture", 16), Effect::kCaptures),
    WithEffect(OnStream("hipStreamDestroy", 16), Effect::kStreamDestroy),
    // Their streams' handles may come again.
    WithEffect(A{"hipGreenCtxDestroy"}, Effect::kStreamsGone),
    WithEffect(A{"hipExecutionCtxDestroy"}, Effect::kStreamsGone),
    WithEffect(A{"hipModuleUnload"}, Effect::kModuleUnload),
    WithEffect(A{"hipLibraryUnload"}, Effect::kModuleUnload),
    WithEffect(A{"hipDeviceReset"}, Effect::kDeviceReset),
};

constexpr uint16_t InFrame(const CopyEnd& end) {
  return end.pointer == CopyEnd::kNone ? uint16_t{0} : static_cast<uint16_t>(8 * end.pointer);
}

// The row with its words.
constexpr A WithWords(A a) {
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
constexpr std::array<A, sizeof...(I)> WithWords(std::index_sequence<I...>) {
  return {WithWords(kRows[I])...};
}
constexpr auto kArguments = WithWords(std::make_index_sequence<std::size(kRows)>());

}  // namespace

const ArgumentLayout* FindArguments(std::string_view function, Arrays arrays) noexcept {
  for (const A& row : kArguments) {
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
