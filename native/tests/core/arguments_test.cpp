// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Every row of the argument table against the struct that the HIP headers of this machine declare.
// A function that these headers do not have is looked at nowhere: such rows are named below.
#include "core/runtime/arguments.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>

#include "hip_headers.h"

namespace rocjfr::test {
namespace {

// The offset of a function's argument, where the headers have it.
template <typename Member>
std::optional<uint16_t> OffsetOf(Member member) {
  if constexpr (std::is_invocable_v<Member, hip_api_data_t&>) {
    union Raw {  // the struct has no constructor
      char bytes[sizeof(hip_api_data_t)];
      hip_api_data_t data;
    };
    static Raw raw = {{0}};
    hip_api_data_t& data = raw.data;
    return static_cast<uint16_t>(reinterpret_cast<const char*>(member(data)) -
                                 reinterpret_cast<const char*>(&data));
  } else {
    return std::nullopt;
  }
}
#define AT(function, member)                                        \
  OffsetOf([](auto& data) -> decltype(&data.args.function.member) { \
    return &data.args.function.member;                              \
  })

// What a row must say; what is not set must be 0.
struct Expected {
  using Offset = std::optional<uint16_t>;
  Offset pointer, kernel = 0, grid = 0, group = 0, lds = 0, stream = 0, bytes = 0, height = 0,
                  depth = 0, unit = 0, devices = 0, destination = 0, source = 0;
  bool known = true;  // all of its arguments are in the headers

  Expected& Set(Offset* field, Offset value) {
    *field = value;
    known = known && value.has_value();
    return *this;
  }
  Expected& Newer() {
    known = false;
    return *this;
  }
  Expected& Struct(Offset at) { return Set(&pointer, at); }
  Expected& Kernel(Offset at) { return Set(&kernel, at); }
  Expected& Grid(Offset at) { return Set(&grid, at); }
  Expected& Group(Offset at) { return Set(&group, at); }
  Expected& Lds(Offset at) { return Set(&lds, at); }
  Expected& Stream(Offset at) { return Set(&stream, at); }
  Expected& Bytes(Offset at) { return Set(&bytes, at); }
  Expected& Height(Offset at) { return Set(&height, at); }
  Expected& Depth(Offset at) { return Set(&depth, at); }
  Expected& Unit(Offset at) { return Set(&unit, at); }
  Expected& Devices(Offset at) { return Set(&devices, at); }
  Expected& Between(Offset to, Offset from) { return Set(&destination, to).Set(&source, from); }
};

#define LAUNCH(function, kernel, grid, group, lds, stream) \
  {                                                        \
#function, Expected()                                  \
                   .Kernel(AT(function, kernel))           \
                   .Grid(AT(function, grid))               \
                   .Group(AT(function, group))             \
                   .Lds(AT(function, lds))                 \
                   .Stream(AT(function, stream))           \
  }
#define ROW(function) #function, Expected()
#define STREAM(function, member) .Stream(AT(function, member))
#define BYTES(function, member) .Bytes(AT(function, member))
#define WIDTH_HEIGHT(function) .Bytes(AT(function, width)).Height(AT(function, height))

// Whose numbers are not read where they are not size_t.
#define OF_MEMCPY3D(member) (HIP_VERSION_MAJOR < 6 ? 0 : offsetof(HIP_MEMCPY3D, member))
#define COPY_NODE(function, params)                                   \
  {                                                                   \
#function, Expected()                                             \
                   .Struct(AT(function, params))                      \
                   .Bytes(offsetof(hipMemcpy3DParms, extent.width))   \
                   .Height(offsetof(hipMemcpy3DParms, extent.height)) \
                   .Depth(offsetof(hipMemcpy3DParms, extent.depth))   \
  }
#define FILL_NODE(function, params)                              \
  {                                                              \
#function, Expected()                                        \
                   .Struct(AT(function, params))                 \
                   .Unit(offsetof(hipMemsetParams, elementSize)) \
                   .Bytes(offsetof(hipMemsetParams, width))      \
                   .Height(offsetof(hipMemsetParams, height))    \
  }
#define DRIVER_NODE(function, params)                \
  {                                                  \
#function, Expected()                            \
                   .Struct(AT(function, params))     \
                   .Bytes(OF_MEMCPY3D(WidthInBytes)) \
                   .Height(OF_MEMCPY3D(Height))      \
                   .Depth(OF_MEMCPY3D(Depth))        \
  }

const std::map<std::string, Expected>& AllExpected() {
  static const std::map<std::string, Expected> rows = {
      LAUNCH(hipLaunchKernel, function_address, numBlocks, dimBlocks, sharedMemBytes, stream),
      LAUNCH(hipExtLaunchKernel, function_address, numBlocks, dimBlocks, sharedMemBytes, stream),
      LAUNCH(hipLaunchCooperativeKernel, f, gridDim, blockDimX, sharedMemBytes, stream),
      LAUNCH(hipModuleLaunchKernel, f, gridDimX, blockDimX, sharedMemBytes, stream),
      LAUNCH(hipModuleLaunchCooperativeKernel, f, gridDimX, blockDimX, sharedMemBytes, stream),
      LAUNCH(hipExtModuleLaunchKernel, f, globalWorkSizeX, localWorkSizeX, sharedMemBytes, hStream),
      LAUNCH(hipHccModuleLaunchKernel, f, globalWorkSizeX, blockDimX, sharedMemBytes, hStream),
      {ROW(hipGraphLaunch) STREAM(hipGraphLaunch, stream)},
      {ROW(hipLaunchByPtr)},
      // Struct members of newer headers than these: offsets that are checked below.
      {ROW(hipLaunchKernelExC).Newer().Kernel(AT(hipLaunchKernelExC, fPtr))},
      {ROW(hipDrvLaunchKernelEx).Newer().Kernel(AT(hipDrvLaunchKernelEx, f))},
      {ROW(hipGraphAddKernelNode)
           .Struct(AT(hipGraphAddKernelNode, pNodeParams))
           .Kernel(offsetof(hipKernelNodeParams, func))
           .Grid(offsetof(hipKernelNodeParams, gridDim))
           .Group(offsetof(hipKernelNodeParams, blockDim))
           .Lds(offsetof(hipKernelNodeParams, sharedMemBytes))},
      {ROW(hipGraphKernelNodeSetParams)
           .Struct(AT(hipGraphKernelNodeSetParams, pNodeParams))
           .Kernel(offsetof(hipKernelNodeParams, func))
           .Grid(offsetof(hipKernelNodeParams, gridDim))
           .Group(offsetof(hipKernelNodeParams, blockDim))
           .Lds(offsetof(hipKernelNodeParams, sharedMemBytes))},
      {ROW(hipGraphExecKernelNodeSetParams)
           .Struct(AT(hipGraphExecKernelNodeSetParams, pNodeParams))
           .Kernel(offsetof(hipKernelNodeParams, func))
           .Grid(offsetof(hipKernelNodeParams, gridDim))
           .Group(offsetof(hipKernelNodeParams, blockDim))
           .Lds(offsetof(hipKernelNodeParams, sharedMemBytes))},
      {ROW(hipGraphUpload) STREAM(hipGraphUpload, stream)},
      {ROW(hipGraphAddMemcpyNode1D) BYTES(hipGraphAddMemcpyNode1D, count)},
      {ROW(hipGraphAddMemcpyNodeFromSymbol) BYTES(hipGraphAddMemcpyNodeFromSymbol, count)},
      {ROW(hipGraphAddMemcpyNodeToSymbol) BYTES(hipGraphAddMemcpyNodeToSymbol, count)},
      {ROW(hipGraphMemcpyNodeSetParams1D) BYTES(hipGraphMemcpyNodeSetParams1D, count)},
      {ROW(hipGraphMemcpyNodeSetParamsFromSymbol)
           BYTES(hipGraphMemcpyNodeSetParamsFromSymbol, count)},
      {ROW(hipGraphMemcpyNodeSetParamsToSymbol) BYTES(hipGraphMemcpyNodeSetParamsToSymbol, count)},
      {ROW(hipGraphExecMemcpyNodeSetParams1D) BYTES(hipGraphExecMemcpyNodeSetParams1D, count)},
      {ROW(hipGraphExecMemcpyNodeSetParamsFromSymbol)
           BYTES(hipGraphExecMemcpyNodeSetParamsFromSymbol, count)},
      {ROW(hipGraphExecMemcpyNodeSetParamsToSymbol)
           BYTES(hipGraphExecMemcpyNodeSetParamsToSymbol, count)},
      COPY_NODE(hipGraphAddMemcpyNode, pCopyParams),
      COPY_NODE(hipGraphMemcpyNodeSetParams, pNodeParams),
      COPY_NODE(hipGraphExecMemcpyNodeSetParams, pNodeParams),
      FILL_NODE(hipGraphAddMemsetNode, pMemsetParams),
      FILL_NODE(hipGraphMemsetNodeSetParams, pNodeParams),
      FILL_NODE(hipGraphExecMemsetNodeSetParams, pNodeParams),
      FILL_NODE(hipDrvGraphAddMemsetNode, memsetParams),
      FILL_NODE(hipDrvGraphExecMemsetNodeSetParams, memsetParams),
      DRIVER_NODE(hipDrvGraphAddMemcpyNode, copyParams),
      DRIVER_NODE(hipDrvGraphMemcpyNodeSetParams, nodeParams),
      DRIVER_NODE(hipDrvGraphExecMemcpyNodeSetParams, copyParams),
      {ROW(hipLaunchCooperativeKernelMultiDevice)
           .Devices(AT(hipLaunchCooperativeKernelMultiDevice, numDevices))},
      {ROW(hipExtLaunchMultiKernelMultiDevice)
           .Devices(AT(hipExtLaunchMultiKernelMultiDevice, numDevices))},
      {ROW(hipModuleLaunchCooperativeKernelMultiDevice)
           .Devices(AT(hipModuleLaunchCooperativeKernelMultiDevice, numDevices))},
      {ROW(hipMemcpy) BYTES(hipMemcpy, sizeBytes)},
      {ROW(hipMemcpyToSymbol) BYTES(hipMemcpyToSymbol, sizeBytes)},
      {ROW(hipMemcpyFromSymbol) BYTES(hipMemcpyFromSymbol, sizeBytes)},
      {ROW(hipMemcpyAsync) BYTES(hipMemcpyAsync, sizeBytes) STREAM(hipMemcpyAsync, stream)},
      {ROW(hipMemcpyWithStream) BYTES(hipMemcpyWithStream, sizeBytes)
           STREAM(hipMemcpyWithStream, stream)},
      {ROW(hipMemcpyToSymbolAsync) BYTES(hipMemcpyToSymbolAsync, sizeBytes)
           STREAM(hipMemcpyToSymbolAsync, stream)},
      {ROW(hipMemcpyFromSymbolAsync) BYTES(hipMemcpyFromSymbolAsync, sizeBytes)
           STREAM(hipMemcpyFromSymbolAsync, stream)},
      {ROW(hipMemcpyHtoD) BYTES(hipMemcpyHtoD, sizeBytes)},
      {ROW(hipMemcpyHtoDAsync) BYTES(hipMemcpyHtoDAsync, sizeBytes)
           STREAM(hipMemcpyHtoDAsync, stream)},
      {ROW(hipMemcpyDtoH) BYTES(hipMemcpyDtoH, sizeBytes)},
      {ROW(hipMemcpyDtoHAsync) BYTES(hipMemcpyDtoHAsync, sizeBytes)
           STREAM(hipMemcpyDtoHAsync, stream)},
      {ROW(hipMemcpyDtoD) BYTES(hipMemcpyDtoD, sizeBytes)},
      {ROW(hipMemcpyDtoDAsync) BYTES(hipMemcpyDtoDAsync, sizeBytes)
           STREAM(hipMemcpyDtoDAsync, stream)},
      {ROW(hipMemcpyPeer) BYTES(hipMemcpyPeer, sizeBytes)
           .Between(AT(hipMemcpyPeer, dstDeviceId), AT(hipMemcpyPeer, srcDeviceId))},
      {ROW(hipMemcpyPeerAsync) BYTES(hipMemcpyPeerAsync, sizeBytes)
           STREAM(hipMemcpyPeerAsync, stream)
               .Between(AT(hipMemcpyPeerAsync, dstDeviceId), AT(hipMemcpyPeerAsync, srcDevice))},
      {ROW(hipMemcpyToArray) BYTES(hipMemcpyToArray, count)},
      {ROW(hipMemcpyFromArray) BYTES(hipMemcpyFromArray, count)},
      {ROW(hipMemcpyAtoH) BYTES(hipMemcpyAtoH, count)},
      {ROW(hipMemcpyHtoA) BYTES(hipMemcpyHtoA, count)},
      {ROW(hipMemcpy2D) WIDTH_HEIGHT(hipMemcpy2D)},
      {ROW(hipMemcpy2DAsync) WIDTH_HEIGHT(hipMemcpy2DAsync) STREAM(hipMemcpy2DAsync, stream)},
      {ROW(hipMemcpy2DToArray) WIDTH_HEIGHT(hipMemcpy2DToArray)},
      {ROW(hipMemcpy2DToArrayAsync) WIDTH_HEIGHT(hipMemcpy2DToArrayAsync)
           STREAM(hipMemcpy2DToArrayAsync, stream)},
      {ROW(hipMemcpy2DFromArray) WIDTH_HEIGHT(hipMemcpy2DFromArray)},
      {ROW(hipMemcpy2DFromArrayAsync) WIDTH_HEIGHT(hipMemcpy2DFromArrayAsync)
           STREAM(hipMemcpy2DFromArrayAsync, stream)},
      {ROW(hipMemcpy2DArrayToArray) WIDTH_HEIGHT(hipMemcpy2DArrayToArray)},
      {ROW(hipMemcpy3D)
           .Bytes(offsetof(hipMemcpy3DParms, extent.width))
           .Height(offsetof(hipMemcpy3DParms, extent.height))
           .Depth(offsetof(hipMemcpy3DParms, extent.depth))},
      {ROW(hipMemcpy3DAsync)
           .Bytes(offsetof(hipMemcpy3DParms, extent.width))
           .Height(offsetof(hipMemcpy3DParms, extent.height))
           .Depth(offsetof(hipMemcpy3DParms, extent.depth)) STREAM(hipMemcpy3DAsync, stream)},
      {ROW(hipMemcpyParam2D)
           .Bytes(offsetof(hip_Memcpy2D, WidthInBytes))
           .Height(offsetof(hip_Memcpy2D, Height))},
      {ROW(hipMemcpyParam2DAsync)
           .Bytes(offsetof(hip_Memcpy2D, WidthInBytes))
           .Height(offsetof(hip_Memcpy2D, Height)) STREAM(hipMemcpyParam2DAsync, stream)},
      {ROW(hipMemcpy3DPeer).Newer().Struct(AT(hipMemcpy3DPeer, p))},
      {ROW(hipMemcpy3DPeerAsync).Newer() STREAM(hipMemcpy3DPeerAsync, stream)},
      {ROW(hipMemcpyBatchAsync).Newer() STREAM(hipMemcpyBatchAsync, stream)},
      {ROW(hipMemcpy3DBatchAsync).Newer() STREAM(hipMemcpy3DBatchAsync, stream)},
      {ROW(hipMemcpyAtoHAsync) BYTES(hipMemcpyAtoHAsync, ByteCount)
           STREAM(hipMemcpyAtoHAsync, stream)},
      {ROW(hipMemcpyHtoAAsync) BYTES(hipMemcpyHtoAAsync, ByteCount)
           STREAM(hipMemcpyHtoAAsync, stream)},
      {ROW(hipMemcpyAtoD) BYTES(hipMemcpyAtoD, ByteCount)},
      {ROW(hipMemcpyDtoA) BYTES(hipMemcpyDtoA, ByteCount)},
      {ROW(hipMemcpyAtoA) BYTES(hipMemcpyAtoA, ByteCount)},
      {ROW(hipDrvMemcpy3D)
           .Bytes(OF_MEMCPY3D(WidthInBytes))
           .Height(OF_MEMCPY3D(Height))
           .Depth(OF_MEMCPY3D(Depth))},
      {ROW(hipDrvMemcpy3DAsync)
           .Bytes(OF_MEMCPY3D(WidthInBytes))
           .Height(OF_MEMCPY3D(Height))
           .Depth(OF_MEMCPY3D(Depth)) STREAM(hipDrvMemcpy3DAsync, stream)},
      {ROW(hipDrvMemcpy2DUnaligned)
           .Bytes(offsetof(hip_Memcpy2D, WidthInBytes))
           .Height(offsetof(hip_Memcpy2D, Height))},
      {ROW(hipMemset) BYTES(hipMemset, sizeBytes)},
      {ROW(hipMemsetAsync) BYTES(hipMemsetAsync, sizeBytes) STREAM(hipMemsetAsync, stream)},
      {ROW(hipMemsetD8) BYTES(hipMemsetD8, count)},
      {ROW(hipMemsetD8Async) BYTES(hipMemsetD8Async, count) STREAM(hipMemsetD8Async, stream)},
      {ROW(hipMemsetD16) BYTES(hipMemsetD16, count)},
      {ROW(hipMemsetD16Async) BYTES(hipMemsetD16Async, count) STREAM(hipMemsetD16Async, stream)},
      {ROW(hipMemsetD32) BYTES(hipMemsetD32, count)},
      {ROW(hipMemsetD32Async) BYTES(hipMemsetD32Async, count) STREAM(hipMemsetD32Async, stream)},
      {ROW(hipMemset2D) WIDTH_HEIGHT(hipMemset2D)},
      {ROW(hipMemset2DAsync) WIDTH_HEIGHT(hipMemset2DAsync) STREAM(hipMemset2DAsync, stream)},
      {ROW(hipMemsetD2D8) WIDTH_HEIGHT(hipMemsetD2D8)},
      {ROW(hipMemsetD2D8Async) WIDTH_HEIGHT(hipMemsetD2D8Async) STREAM(hipMemsetD2D8Async, stream)},
      {ROW(hipMemsetD2D16) WIDTH_HEIGHT(hipMemsetD2D16)},
      {ROW(hipMemsetD2D16Async) WIDTH_HEIGHT(hipMemsetD2D16Async)
           STREAM(hipMemsetD2D16Async, stream)},
      {ROW(hipMemsetD2D32) WIDTH_HEIGHT(hipMemsetD2D32)},
      {ROW(hipMemsetD2D32Async) WIDTH_HEIGHT(hipMemsetD2D32Async)
           STREAM(hipMemsetD2D32Async, stream)},
      {ROW(hipMemset3D)
           .Bytes(AT(hipMemset3D, extent.width))
           .Height(AT(hipMemset3D, extent.height))
           .Depth(AT(hipMemset3D, extent.depth))},
      {ROW(hipMemset3DAsync)
           .Bytes(AT(hipMemset3DAsync, extent.width))
           .Height(AT(hipMemset3DAsync, extent.height))
           .Depth(AT(hipMemset3DAsync, extent.depth)) STREAM(hipMemset3DAsync, stream)},
      {ROW(hipMalloc) BYTES(hipMalloc, size)},
      {ROW(hipMallocManaged) BYTES(hipMallocManaged, size)},
      {ROW(hipMallocHost) BYTES(hipMallocHost, size)},
      {ROW(hipHostMalloc) BYTES(hipHostMalloc, size)},
      {ROW(hipHostAlloc) BYTES(hipHostAlloc, size)},
      {ROW(hipMemAllocHost) BYTES(hipMemAllocHost, size)},
      {ROW(hipExtMallocWithFlags) BYTES(hipExtMallocWithFlags, sizeBytes)},
      {ROW(hipMallocAsync) BYTES(hipMallocAsync, size) STREAM(hipMallocAsync, stream)},
      {ROW(hipMallocFromPoolAsync) BYTES(hipMallocFromPoolAsync, size)
           STREAM(hipMallocFromPoolAsync, stream)},
      {ROW(hipHostRegister) BYTES(hipHostRegister, sizeBytes)},
      {ROW(hipMemPrefetchAsync) BYTES(hipMemPrefetchAsync, count)
           STREAM(hipMemPrefetchAsync, stream)},
      {ROW(hipMemPrefetchAsync_v2) BYTES(hipMemPrefetchAsync_v2, count)
           STREAM(hipMemPrefetchAsync_v2, stream)},
      {ROW(hipExtHostAlloc) BYTES(hipExtHostAlloc, size)},
      {ROW(hipEventRecordWithFlags) STREAM(hipEventRecordWithFlags, stream)},
      {ROW(hipStreamBatchMemOp) STREAM(hipStreamBatchMemOp, stream)},
      {ROW(hipStreamGetGreenCtx) STREAM(hipStreamGetGreenCtx, hStream)},
      {ROW(hipGreenCtxDestroy)},
      {ROW(hipExecutionCtxDestroy)},
      {ROW(hipFreeAsync) STREAM(hipFreeAsync, stream)},
      {ROW(hipEventRecord) STREAM(hipEventRecord, stream)},
      {ROW(hipStreamSynchronize) STREAM(hipStreamSynchronize, stream)},
      {ROW(hipStreamQuery) STREAM(hipStreamQuery, stream)},
      {ROW(hipStreamWaitEvent) STREAM(hipStreamWaitEvent, stream)},
      {ROW(hipStreamAddCallback) STREAM(hipStreamAddCallback, stream)},
      {ROW(hipLaunchHostFunc) STREAM(hipLaunchHostFunc, stream)},
      {ROW(hipStreamWriteValue32) STREAM(hipStreamWriteValue32, stream)},
      {ROW(hipStreamWriteValue64) STREAM(hipStreamWriteValue64, stream)},
      {ROW(hipStreamWaitValue32) STREAM(hipStreamWaitValue32, stream)},
      {ROW(hipStreamWaitValue64) STREAM(hipStreamWaitValue64, stream)},
      {ROW(hipStreamBeginCapture) STREAM(hipStreamBeginCapture, stream)},
      {ROW(hipStreamBeginCaptureToGraph) STREAM(hipStreamBeginCaptureToGraph, stream)},
      {ROW(hipStreamUpdateCaptureDependencies) STREAM(hipStreamUpdateCaptureDependencies, stream)},
      {ROW(hipStreamEndCapture) STREAM(hipStreamEndCapture, stream)},
      {ROW(hipStreamDestroy) STREAM(hipStreamDestroy, stream)},
      {ROW(hipModuleUnload)},
      {ROW(hipLibraryUnload)},
      {ROW(hipDeviceReset)},
      {ROW(hipDeviceSynchronize)},
      {ROW(hipGraphAddNode)},
      {ROW(hipGraphNodeSetParams)},
      {ROW(hipGraphExecNodeSetParams)},
      {ROW(hipGraphAddHostNode)},
      {ROW(hipGraphHostNodeSetParams)},
      {ROW(hipGraphExecHostNodeSetParams)},
  };
  return rows;
}

TEST(Arguments, StandWhereTheHeadersHaveThem) {
  uint32_t count = 0;
  const ArgumentLayout* table = AllArguments(&count);
  std::set<std::string> unseen;
  for (const auto& row : AllExpected()) unseen.insert(row.first);
  for (uint32_t i = 0; i < count; ++i) {
    const ArgumentLayout& row = table[i];
    if (row.arrays != Arrays::kAny && row.arrays != kArrays) continue;
    SCOPED_TRACE(row.function);
    const auto found = AllExpected().find(row.function);
    ASSERT_NE(found, AllExpected().end()) << "a new row: say here what it must be";
    EXPECT_EQ(unseen.erase(row.function), 1u) << "twice in the table";
    const Expected& expected = found->second;
    if (!expected.known) continue;
    EXPECT_EQ(row.kernel == KernelArgument::kNone ? 0 : row.kernel_at, expected.kernel);
    EXPECT_EQ(row.by_pointer, expected.pointer.value_or(row.by_pointer));
    EXPECT_EQ(row.grid, expected.grid);
    EXPECT_EQ(row.group, expected.group);
    EXPECT_EQ(row.lds, expected.lds);
    EXPECT_EQ(row.stream, expected.stream);
    EXPECT_EQ(row.bytes, expected.bytes);
    EXPECT_EQ(row.height, expected.height);
    EXPECT_EQ(row.depth, expected.depth);
    EXPECT_EQ(row.unit_at, expected.unit);
    EXPECT_EQ(row.devices, expected.devices);
    EXPECT_EQ(row.destination, expected.destination);
    EXPECT_EQ(row.source, expected.source);
  }
  for (const std::string& function : unseen) ADD_FAILURE() << function << " is not in the table";
}

#if HIP_VERSION_MAJOR == 5 && HIP_VERSION_MINOR == 2
TEST(Arguments, OnlyFunctionsNewerThanTheHeadersAreNotCompared) {
  std::set<std::string> unknown;
  for (const auto& row : AllExpected()) {
    if (!row.second.known) unknown.insert(row.first);
  }
  EXPECT_EQ(unknown, (std::set<std::string>{"hipModuleLaunchCooperativeKernel",
                                            "hipModuleLaunchCooperativeKernelMultiDevice",
                                            "hipMemcpy2DArrayToArray",
                                            "hipLaunchKernelExC",
                                            "hipDrvLaunchKernelEx",
                                            "hipGraphUpload",
                                            "hipDrvGraphAddMemcpyNode",
                                            "hipDrvGraphAddMemsetNode",
                                            "hipDrvGraphMemcpyNodeSetParams",
                                            "hipDrvGraphExecMemcpyNodeSetParams",
                                            "hipDrvGraphExecMemsetNodeSetParams",
                                            "hipMemcpy3DPeer",
                                            "hipMemcpy3DPeerAsync",
                                            "hipMemcpyBatchAsync",
                                            "hipMemcpy3DBatchAsync",
                                            "hipMemcpyAtoHAsync",
                                            "hipMemcpyHtoAAsync",
                                            "hipMemcpyAtoD",
                                            "hipMemcpyDtoA",
                                            "hipMemcpyAtoA",
                                            "hipMemsetD2D8",
                                            "hipMemsetD2D8Async",
                                            "hipMemsetD2D16",
                                            "hipMemsetD2D16Async",
                                            "hipMemsetD2D32",
                                            "hipMemsetD2D32Async",
                                            "hipMemPrefetchAsync_v2",
                                            "hipExtHostAlloc",
                                            "hipEventRecordWithFlags",
                                            "hipStreamBatchMemOp",
                                            "hipStreamBeginCaptureToGraph",
                                            "hipStreamGetGreenCtx"}));
}
#endif

#if HIP_VERSION_MAJOR == 5 && HIP_VERSION_MINOR == 2
// The size that was measured is 8 more in 5.7.1, where phase data came, and 1520 in 6.4.3 and 7.2.4
// (hip_frame_test.cpp).
static_assert(sizeof(hip_api_data_t) == 832, "of 5.2");
#endif

}  // namespace
}  // namespace rocjfr::test
