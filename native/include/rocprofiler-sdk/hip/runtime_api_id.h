// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Operations of HIP_RUNTIME_API, by AMD's numbers: the place in this list. Functions that a runtime
// has beyond it follow from ROCPROFILER_HIP_RUNTIME_API_ID_LAST on, by name.
#ifndef ROCPROFILER_SDK_HIP_RUNTIME_API_ID_H_
#define ROCPROFILER_SDK_HIP_RUNTIME_API_ID_H_

// clang-format off
#define ROCPROFILER_HIP_RUNTIME_APIS(X) \
  X(hipApiName) X(hipArray3DCreate) X(hipArray3DGetDescriptor) X(hipArrayCreate) \
  X(hipArrayDestroy) X(hipArrayGetDescriptor) X(hipArrayGetInfo) X(hipBindTexture) \
  X(hipBindTexture2D) X(hipBindTextureToArray) X(hipBindTextureToMipmappedArray) \
  X(hipChooseDevice) X(hipChooseDeviceR0000) X(hipConfigureCall) X(hipCreateSurfaceObject) \
  X(hipCreateTextureObject) X(hipCtxCreate) X(hipCtxDestroy) X(hipCtxDisablePeerAccess) \
  X(hipCtxEnablePeerAccess) X(hipCtxGetApiVersion) X(hipCtxGetCacheConfig) X(hipCtxGetCurrent) \
  X(hipCtxGetDevice) X(hipCtxGetFlags) X(hipCtxGetSharedMemConfig) X(hipCtxPopCurrent) \
  X(hipCtxPushCurrent) X(hipCtxSetCacheConfig) X(hipCtxSetCurrent) X(hipCtxSetSharedMemConfig) \
  X(hipCtxSynchronize) X(hipDestroyExternalMemory) X(hipDestroyExternalSemaphore) \
  X(hipDestroySurfaceObject) X(hipDestroyTextureObject) X(hipDeviceCanAccessPeer) \
  X(hipDeviceComputeCapability) X(hipDeviceDisablePeerAccess) X(hipDeviceEnablePeerAccess) \
  X(hipDeviceGet) X(hipDeviceGetAttribute) X(hipDeviceGetByPCIBusId) X(hipDeviceGetCacheConfig) \
  X(hipDeviceGetDefaultMemPool) X(hipDeviceGetGraphMemAttribute) X(hipDeviceGetLimit) \
  X(hipDeviceGetMemPool) X(hipDeviceGetName) X(hipDeviceGetP2PAttribute) \
  X(hipDeviceGetPCIBusId) X(hipDeviceGetSharedMemConfig) X(hipDeviceGetStreamPriorityRange) \
  X(hipDeviceGetUuid) X(hipDeviceGraphMemTrim) X(hipDevicePrimaryCtxGetState) \
  X(hipDevicePrimaryCtxRelease) X(hipDevicePrimaryCtxReset) X(hipDevicePrimaryCtxRetain) \
  X(hipDevicePrimaryCtxSetFlags) X(hipDeviceReset) X(hipDeviceSetCacheConfig) \
  X(hipDeviceSetGraphMemAttribute) X(hipDeviceSetLimit) X(hipDeviceSetMemPool) \
  X(hipDeviceSetSharedMemConfig) X(hipDeviceSynchronize) X(hipDeviceTotalMem) \
  X(hipDriverGetVersion) X(hipDrvGetErrorName) X(hipDrvGetErrorString) \
  X(hipDrvGraphAddMemcpyNode) X(hipDrvMemcpy2DUnaligned) X(hipDrvMemcpy3D) \
  X(hipDrvMemcpy3DAsync) X(hipDrvPointerGetAttributes) X(hipEventCreate) \
  X(hipEventCreateWithFlags) X(hipEventDestroy) X(hipEventElapsedTime) X(hipEventQuery) \
  X(hipEventRecord) X(hipEventSynchronize) X(hipExtGetLinkTypeAndHopCount) \
  X(hipExtLaunchKernel) X(hipExtLaunchMultiKernelMultiDevice) X(hipExtMallocWithFlags) \
  X(hipExtStreamCreateWithCUMask) X(hipExtStreamGetCUMask) X(hipExternalMemoryGetMappedBuffer) \
  X(hipFree) X(hipFreeArray) X(hipFreeAsync) X(hipFreeHost) X(hipFreeMipmappedArray) \
  X(hipFuncGetAttribute) X(hipFuncGetAttributes) X(hipFuncSetAttribute) \
  X(hipFuncSetCacheConfig) X(hipFuncSetSharedMemConfig) X(hipGLGetDevices) X(hipGetChannelDesc) \
  X(hipGetDevice) X(hipGetDeviceCount) X(hipGetDeviceFlags) X(hipGetDevicePropertiesR0600) \
  X(hipGetDevicePropertiesR0000) X(hipGetErrorName) X(hipGetErrorString) X(hipGetLastError) \
  X(hipGetMipmappedArrayLevel) X(hipGetSymbolAddress) X(hipGetSymbolSize) \
  X(hipGetTextureAlignmentOffset) X(hipGetTextureObjectResourceDesc) \
  X(hipGetTextureObjectResourceViewDesc) X(hipGetTextureObjectTextureDesc) \
  X(hipGetTextureReference) X(hipGraphAddChildGraphNode) X(hipGraphAddDependencies) \
  X(hipGraphAddEmptyNode) X(hipGraphAddEventRecordNode) X(hipGraphAddEventWaitNode) \
  X(hipGraphAddHostNode) X(hipGraphAddKernelNode) X(hipGraphAddMemAllocNode) \
  X(hipGraphAddMemFreeNode) X(hipGraphAddMemcpyNode) X(hipGraphAddMemcpyNode1D) \
  X(hipGraphAddMemcpyNodeFromSymbol) X(hipGraphAddMemcpyNodeToSymbol) X(hipGraphAddMemsetNode) \
  X(hipGraphChildGraphNodeGetGraph) X(hipGraphClone) X(hipGraphCreate) X(hipGraphDebugDotPrint) \
  X(hipGraphDestroy) X(hipGraphDestroyNode) X(hipGraphEventRecordNodeGetEvent) \
  X(hipGraphEventRecordNodeSetEvent) X(hipGraphEventWaitNodeGetEvent) \
  X(hipGraphEventWaitNodeSetEvent) X(hipGraphExecChildGraphNodeSetParams) \
  X(hipGraphExecDestroy) X(hipGraphExecEventRecordNodeSetEvent) \
  X(hipGraphExecEventWaitNodeSetEvent) X(hipGraphExecHostNodeSetParams) \
  X(hipGraphExecKernelNodeSetParams) X(hipGraphExecMemcpyNodeSetParams) \
  X(hipGraphExecMemcpyNodeSetParams1D) X(hipGraphExecMemcpyNodeSetParamsFromSymbol) \
  X(hipGraphExecMemcpyNodeSetParamsToSymbol) X(hipGraphExecMemsetNodeSetParams) \
  X(hipGraphExecUpdate) X(hipGraphGetEdges) X(hipGraphGetNodes) X(hipGraphGetRootNodes) \
  X(hipGraphHostNodeGetParams) X(hipGraphHostNodeSetParams) X(hipGraphInstantiate) \
  X(hipGraphInstantiateWithFlags) X(hipGraphKernelNodeCopyAttributes) \
  X(hipGraphKernelNodeGetAttribute) X(hipGraphKernelNodeGetParams) \
  X(hipGraphKernelNodeSetAttribute) X(hipGraphKernelNodeSetParams) X(hipGraphLaunch) \
  X(hipGraphMemAllocNodeGetParams) X(hipGraphMemFreeNodeGetParams) \
  X(hipGraphMemcpyNodeGetParams) X(hipGraphMemcpyNodeSetParams) \
  X(hipGraphMemcpyNodeSetParams1D) X(hipGraphMemcpyNodeSetParamsFromSymbol) \
  X(hipGraphMemcpyNodeSetParamsToSymbol) X(hipGraphMemsetNodeGetParams) \
  X(hipGraphMemsetNodeSetParams) X(hipGraphNodeFindInClone) X(hipGraphNodeGetDependencies) \
  X(hipGraphNodeGetDependentNodes) X(hipGraphNodeGetEnabled) X(hipGraphNodeGetType) \
  X(hipGraphNodeSetEnabled) X(hipGraphReleaseUserObject) X(hipGraphRemoveDependencies) \
  X(hipGraphRetainUserObject) X(hipGraphUpload) X(hipGraphicsGLRegisterBuffer) \
  X(hipGraphicsGLRegisterImage) X(hipGraphicsMapResources) \
  X(hipGraphicsResourceGetMappedPointer) X(hipGraphicsSubResourceGetMappedArray) \
  X(hipGraphicsUnmapResources) X(hipGraphicsUnregisterResource) X(hipHostAlloc) X(hipHostFree) \
  X(hipHostGetDevicePointer) X(hipHostGetFlags) X(hipHostMalloc) X(hipHostRegister) \
  X(hipHostUnregister) X(hipImportExternalMemory) X(hipImportExternalSemaphore) X(hipInit) \
  X(hipIpcCloseMemHandle) X(hipIpcGetEventHandle) X(hipIpcGetMemHandle) \
  X(hipIpcOpenEventHandle) X(hipIpcOpenMemHandle) X(hipKernelNameRef) X(hipKernelNameRefByPtr) \
  X(hipLaunchByPtr) X(hipLaunchCooperativeKernel) X(hipLaunchCooperativeKernelMultiDevice) \
  X(hipLaunchHostFunc) X(hipLaunchKernel) X(hipMalloc) X(hipMalloc3D) X(hipMalloc3DArray) \
  X(hipMallocArray) X(hipMallocAsync) X(hipMallocFromPoolAsync) X(hipMallocHost) \
  X(hipMallocManaged) X(hipMallocMipmappedArray) X(hipMallocPitch) X(hipMemAddressFree) \
  X(hipMemAddressReserve) X(hipMemAdvise) X(hipMemAllocHost) X(hipMemAllocPitch) \
  X(hipMemCreate) X(hipMemExportToShareableHandle) X(hipMemGetAccess) X(hipMemGetAddressRange) \
  X(hipMemGetAllocationGranularity) X(hipMemGetAllocationPropertiesFromHandle) X(hipMemGetInfo) \
  X(hipMemImportFromShareableHandle) X(hipMemMap) X(hipMemMapArrayAsync) X(hipMemPoolCreate) \
  X(hipMemPoolDestroy) X(hipMemPoolExportPointer) X(hipMemPoolExportToShareableHandle) \
  X(hipMemPoolGetAccess) X(hipMemPoolGetAttribute) X(hipMemPoolImportFromShareableHandle) \
  X(hipMemPoolImportPointer) X(hipMemPoolSetAccess) X(hipMemPoolSetAttribute) \
  X(hipMemPoolTrimTo) X(hipMemPrefetchAsync) X(hipMemPtrGetInfo) X(hipMemRangeGetAttribute) \
  X(hipMemRangeGetAttributes) X(hipMemRelease) X(hipMemRetainAllocationHandle) \
  X(hipMemSetAccess) X(hipMemUnmap) X(hipMemcpy) X(hipMemcpy2D) X(hipMemcpy2DAsync) \
  X(hipMemcpy2DFromArray) X(hipMemcpy2DFromArrayAsync) X(hipMemcpy2DToArray) \
  X(hipMemcpy2DToArrayAsync) X(hipMemcpy3D) X(hipMemcpy3DAsync) X(hipMemcpyAsync) \
  X(hipMemcpyAtoH) X(hipMemcpyDtoD) X(hipMemcpyDtoDAsync) X(hipMemcpyDtoH) \
  X(hipMemcpyDtoHAsync) X(hipMemcpyFromArray) X(hipMemcpyFromSymbol) \
  X(hipMemcpyFromSymbolAsync) X(hipMemcpyHtoA) X(hipMemcpyHtoD) X(hipMemcpyHtoDAsync) \
  X(hipMemcpyParam2D) X(hipMemcpyParam2DAsync) X(hipMemcpyPeer) X(hipMemcpyPeerAsync) \
  X(hipMemcpyToArray) X(hipMemcpyToSymbol) X(hipMemcpyToSymbolAsync) X(hipMemcpyWithStream) \
  X(hipMemset) X(hipMemset2D) X(hipMemset2DAsync) X(hipMemset3D) X(hipMemset3DAsync) \
  X(hipMemsetAsync) X(hipMemsetD16) X(hipMemsetD16Async) X(hipMemsetD32) X(hipMemsetD32Async) \
  X(hipMemsetD8) X(hipMemsetD8Async) X(hipMipmappedArrayCreate) X(hipMipmappedArrayDestroy) \
  X(hipMipmappedArrayGetLevel) X(hipModuleGetFunction) X(hipModuleGetGlobal) \
  X(hipModuleGetTexRef) X(hipModuleLaunchCooperativeKernel) \
  X(hipModuleLaunchCooperativeKernelMultiDevice) X(hipModuleLaunchKernel) X(hipModuleLoad) \
  X(hipModuleLoadData) X(hipModuleLoadDataEx) \
  X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor) \
  X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) \
  X(hipModuleOccupancyMaxPotentialBlockSize) \
  X(hipModuleOccupancyMaxPotentialBlockSizeWithFlags) X(hipModuleUnload) \
  X(hipOccupancyMaxActiveBlocksPerMultiprocessor) \
  X(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) X(hipOccupancyMaxPotentialBlockSize) \
  X(hipPeekAtLastError) X(hipPointerGetAttribute) X(hipPointerGetAttributes) \
  X(hipPointerSetAttribute) X(hipProfilerStart) X(hipProfilerStop) X(hipRuntimeGetVersion) \
  X(hipSetDevice) X(hipSetDeviceFlags) X(hipSetupArgument) X(hipSignalExternalSemaphoresAsync) \
  X(hipStreamAddCallback) X(hipStreamAttachMemAsync) X(hipStreamBeginCapture) \
  X(hipStreamCreate) X(hipStreamCreateWithFlags) X(hipStreamCreateWithPriority) \
  X(hipStreamDestroy) X(hipStreamEndCapture) X(hipStreamGetCaptureInfo) \
  X(hipStreamGetCaptureInfo_v2) X(hipStreamGetDevice) X(hipStreamGetFlags) \
  X(hipStreamGetPriority) X(hipStreamIsCapturing) X(hipStreamQuery) X(hipStreamSynchronize) \
  X(hipStreamUpdateCaptureDependencies) X(hipStreamWaitEvent) X(hipStreamWaitValue32) \
  X(hipStreamWaitValue64) X(hipStreamWriteValue32) X(hipStreamWriteValue64) \
  X(hipTexObjectCreate) X(hipTexObjectDestroy) X(hipTexObjectGetResourceDesc) \
  X(hipTexObjectGetResourceViewDesc) X(hipTexObjectGetTextureDesc) X(hipTexRefGetAddress) \
  X(hipTexRefGetAddressMode) X(hipTexRefGetFilterMode) X(hipTexRefGetFlags) \
  X(hipTexRefGetFormat) X(hipTexRefGetMaxAnisotropy) X(hipTexRefGetMipMappedArray) \
  X(hipTexRefGetMipmapFilterMode) X(hipTexRefGetMipmapLevelBias) \
  X(hipTexRefGetMipmapLevelClamp) X(hipTexRefSetAddress) X(hipTexRefSetAddress2D) \
  X(hipTexRefSetAddressMode) X(hipTexRefSetArray) X(hipTexRefSetBorderColor) \
  X(hipTexRefSetFilterMode) X(hipTexRefSetFlags) X(hipTexRefSetFormat) \
  X(hipTexRefSetMaxAnisotropy) X(hipTexRefSetMipmapFilterMode) X(hipTexRefSetMipmapLevelBias) \
  X(hipTexRefSetMipmapLevelClamp) X(hipTexRefSetMipmappedArray) \
  X(hipThreadExchangeStreamCaptureMode) X(hipUnbindTexture) X(hipUserObjectCreate) \
  X(hipUserObjectRelease) X(hipUserObjectRetain) X(hipWaitExternalSemaphoresAsync) \
  X(hipCreateChannelDesc) X(hipExtModuleLaunchKernel) X(hipHccModuleLaunchKernel) \
  X(hipMemcpy_spt) X(hipMemcpyToSymbol_spt) X(hipMemcpyFromSymbol_spt) X(hipMemcpy2D_spt) \
  X(hipMemcpy2DFromArray_spt) X(hipMemcpy3D_spt) X(hipMemset_spt) X(hipMemsetAsync_spt) \
  X(hipMemset2D_spt) X(hipMemset2DAsync_spt) X(hipMemset3DAsync_spt) X(hipMemset3D_spt) \
  X(hipMemcpyAsync_spt) X(hipMemcpy3DAsync_spt) X(hipMemcpy2DAsync_spt) \
  X(hipMemcpyFromSymbolAsync_spt) X(hipMemcpyToSymbolAsync_spt) X(hipMemcpyFromArray_spt) \
  X(hipMemcpy2DToArray_spt) X(hipMemcpy2DFromArrayAsync_spt) X(hipMemcpy2DToArrayAsync_spt) \
  X(hipStreamQuery_spt) X(hipStreamSynchronize_spt) X(hipStreamGetPriority_spt) \
  X(hipStreamWaitEvent_spt) X(hipStreamGetFlags_spt) X(hipStreamAddCallback_spt) \
  X(hipEventRecord_spt) X(hipLaunchCooperativeKernel_spt) X(hipLaunchKernel_spt) \
  X(hipGraphLaunch_spt) X(hipStreamBeginCapture_spt) X(hipStreamEndCapture_spt) \
  X(hipStreamIsCapturing_spt) X(hipStreamGetCaptureInfo_spt) X(hipStreamGetCaptureInfo_v2_spt) \
  X(hipLaunchHostFunc_spt) X(hipGetStreamDeviceId) X(hipDrvGraphAddMemsetNode) \
  X(hipGraphAddExternalSemaphoresWaitNode) X(hipGraphAddExternalSemaphoresSignalNode) \
  X(hipGraphExternalSemaphoresSignalNodeSetParams) \
  X(hipGraphExternalSemaphoresWaitNodeSetParams) \
  X(hipGraphExternalSemaphoresSignalNodeGetParams) \
  X(hipGraphExternalSemaphoresWaitNodeGetParams) \
  X(hipGraphExecExternalSemaphoresSignalNodeSetParams) \
  X(hipGraphExecExternalSemaphoresWaitNodeSetParams) X(hipGraphAddNode) \
  X(hipGraphInstantiateWithParams) X(hipExtGetLastError) X(hipTexRefGetBorderColor) \
  X(hipTexRefGetArray) X(hipGetProcAddress) X(hipStreamBeginCaptureToGraph) \
  X(hipGetFuncBySymbol) X(hipSetValidDevices) X(hipMemcpyAtoD) X(hipMemcpyDtoA) \
  X(hipMemcpyAtoA) X(hipMemcpyAtoHAsync) X(hipMemcpyHtoAAsync) X(hipMemcpy2DArrayToArray) \
  X(hipDrvGraphAddMemFreeNode) X(hipDrvGraphExecMemcpyNodeSetParams) \
  X(hipDrvGraphExecMemsetNodeSetParams) X(hipGraphExecGetFlags) X(hipGraphNodeSetParams) \
  X(hipGraphExecNodeSetParams) X(hipExternalMemoryGetMappedMipmappedArray) \
  X(hipDrvGraphMemcpyNodeGetParams) X(hipDrvGraphMemcpyNodeSetParams) X(hipExtHostAlloc) \
  X(hipDeviceGetTexture1DLinearMaxWidth) X(hipStreamBatchMemOp) X(hipGraphAddBatchMemOpNode) \
  X(hipGraphBatchMemOpNodeGetParams) X(hipGraphBatchMemOpNodeSetParams) \
  X(hipGraphExecBatchMemOpNodeSetParams) X(hipLinkAddData) X(hipLinkAddFile) X(hipLinkComplete) \
  X(hipLinkCreate) X(hipLinkDestroy) X(hipEventRecordWithFlags) X(hipLaunchKernelExC) \
  X(hipDrvLaunchKernelEx) X(hipMemGetHandleForAddressRange) \
  X(hipModuleGetFunctionCount) X(hipMemsetD2D8) X(hipMemsetD2D8Async) X(hipMemsetD2D16) \
  X(hipMemsetD2D16Async) X(hipMemsetD2D32) X(hipMemsetD2D32Async) X(hipStreamGetAttribute) \
  X(hipStreamSetAttribute) X(hipModuleLoadFatBinary) X(hipMemcpyBatchAsync) \
  X(hipMemcpy3DBatchAsync) X(hipMemcpy3DPeer) X(hipMemcpy3DPeerAsync) X(hipGetDriverEntryPoint) \
  X(hipGetDriverEntryPoint_spt) X(hipMemPrefetchAsync_v2) X(hipMemAdvise_v2) X(hipStreamGetId) \
  X(hipLibraryLoadData) X(hipLibraryLoadFromFile) X(hipLibraryUnload) X(hipLibraryGetKernel) \
  X(hipLibraryGetKernelCount) X(hipStreamCopyAttributes) X(hipLibraryEnumerateKernels) \
  X(hipKernelGetLibrary) X(hipKernelGetName) X(hipOccupancyAvailableDynamicSMemPerBlock) \
  X(hipGetProcAddress_spt) X(hipKernelGetParamInfo) X(hipExtDisableLogging) X(hipExtEnableLogging) \
  X(hipExtSetLoggingParams) X(hipMemSetMemPool) X(hipMemGetMemPool) \
  X(hipMipmappedArrayGetMemoryRequirements) X(hipKernelGetAttribute) X(hipKernelSetAttribute) \
  X(hipKernelGetFunction) X(hipMemPrefetchBatchAsync) X(hipOccupancyMaxPotentialClusterSize) \
  X(hipOccupancyMaxActiveClusters) X(hipGreenCtxCreate) X(hipExecutionCtxDestroy) \
  X(hipExecutionCtxStreamCreate) X(hipDeviceGetDevResource) X(hipDevSmResourceSplitByCount) \
  X(hipDevSmResourceSplit) X(hipDevResourceGenerateDesc) X(hipDeviceGetExecutionCtx) \
  X(hipExecutionCtxGetDevResource) X(hipExecutionCtxGetDevice) X(hipExecutionCtxGetId) \
  X(hipStreamGetDevResource) X(hipExecutionCtxRecordEvent) X(hipExecutionCtxSynchronize) \
  X(hipExecutionCtxWaitEvent) X(hipLibraryGetGlobal) X(hipLibraryGetManaged)
// clang-format on

#define ROCPROFILER_HIP_RUNTIME_API_DECLARE(name) ROCPROFILER_HIP_RUNTIME_API_ID_##name,
typedef enum rocprofiler_hip_runtime_api_id_t {
  ROCPROFILER_HIP_RUNTIME_API_ID_NONE = -1,
  ROCPROFILER_HIP_RUNTIME_APIS(ROCPROFILER_HIP_RUNTIME_API_DECLARE)
      ROCPROFILER_HIP_RUNTIME_API_ID_LAST,
} rocprofiler_hip_runtime_api_id_t;
#undef ROCPROFILER_HIP_RUNTIME_API_DECLARE

#endif  // ROCPROFILER_SDK_HIP_RUNTIME_API_ID_H_
