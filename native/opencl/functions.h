// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions that are traced. A function's number, the op of its records, is its place in the
// vendors' table; those that are no part of it have numbers behind.
#ifndef ROCJFR_OPENCL_FUNCTIONS_H_
#define ROCJFR_OPENCL_FUNCTIONS_H_

#include <type_traits>

#include "cl.h"

namespace rocjfr::opencl {

// Those whose first argument is an object, or a list of objects after their number. (Not
// clGetPlatformIDs, clUnloadCompiler and clGetExtensionFunctionAddress, which the loader answers;
// nor what is of Windows only.)
#define ROCJFR_OPENCL_TABLE(X)                \
  X(clGetPlatformInfo)                        \
  X(clGetDeviceIDs)                           \
  X(clGetDeviceInfo)                          \
  X(clCreateContext)                          \
  X(clCreateContextFromType)                  \
  X(clRetainContext)                          \
  X(clReleaseContext)                         \
  X(clGetContextInfo)                         \
  X(clCreateCommandQueue)                     \
  X(clRetainCommandQueue)                     \
  X(clReleaseCommandQueue)                    \
  X(clGetCommandQueueInfo)                    \
  X(clSetCommandQueueProperty)                \
  X(clCreateBuffer)                           \
  X(clCreateImage2D)                          \
  X(clCreateImage3D)                          \
  X(clRetainMemObject)                        \
  X(clReleaseMemObject)                       \
  X(clGetSupportedImageFormats)               \
  X(clGetMemObjectInfo)                       \
  X(clGetImageInfo)                           \
  X(clCreateSampler)                          \
  X(clRetainSampler)                          \
  X(clReleaseSampler)                         \
  X(clGetSamplerInfo)                         \
  X(clCreateProgramWithSource)                \
  X(clCreateProgramWithBinary)                \
  X(clRetainProgram)                          \
  X(clReleaseProgram)                         \
  X(clBuildProgram)                           \
  X(clGetProgramInfo)                         \
  X(clGetProgramBuildInfo)                    \
  X(clCreateKernel)                           \
  X(clCreateKernelsInProgram)                 \
  X(clRetainKernel)                           \
  X(clReleaseKernel)                          \
  X(clSetKernelArg)                           \
  X(clGetKernelInfo)                          \
  X(clGetKernelWorkGroupInfo)                 \
  X(clWaitForEvents)                          \
  X(clGetEventInfo)                           \
  X(clRetainEvent)                            \
  X(clReleaseEvent)                           \
  X(clGetEventProfilingInfo)                  \
  X(clFlush)                                  \
  X(clFinish)                                 \
  X(clEnqueueReadBuffer)                      \
  X(clEnqueueWriteBuffer)                     \
  X(clEnqueueCopyBuffer)                      \
  X(clEnqueueReadImage)                       \
  X(clEnqueueWriteImage)                      \
  X(clEnqueueCopyImage)                       \
  X(clEnqueueCopyImageToBuffer)               \
  X(clEnqueueCopyBufferToImage)               \
  X(clEnqueueMapBuffer)                       \
  X(clEnqueueMapImage)                        \
  X(clEnqueueUnmapMemObject)                  \
  X(clEnqueueNDRangeKernel)                   \
  X(clEnqueueTask)                            \
  X(clEnqueueNativeKernel)                    \
  X(clEnqueueMarker)                          \
  X(clEnqueueWaitForEvents)                   \
  X(clEnqueueBarrier)                         \
  X(clCreateFromGLBuffer)                     \
  X(clCreateFromGLTexture2D)                  \
  X(clCreateFromGLTexture3D)                  \
  X(clCreateFromGLRenderbuffer)               \
  X(clGetGLObjectInfo)                        \
  X(clGetGLTextureInfo)                       \
  X(clEnqueueAcquireGLObjects)                \
  X(clEnqueueReleaseGLObjects)                \
  X(clSetEventCallback)                       \
  X(clCreateSubBuffer)                        \
  X(clSetMemObjectDestructorCallback)         \
  X(clCreateUserEvent)                        \
  X(clSetUserEventStatus)                     \
  X(clEnqueueReadBufferRect)                  \
  X(clEnqueueWriteBufferRect)                 \
  X(clEnqueueCopyBufferRect)                  \
  X(clCreateSubDevices)                       \
  X(clRetainDevice)                           \
  X(clReleaseDevice)                          \
  X(clCreateImage)                            \
  X(clCreateProgramWithBuiltInKernels)        \
  X(clCompileProgram)                         \
  X(clLinkProgram)                            \
  X(clUnloadPlatformCompiler)                 \
  X(clGetKernelArgInfo)                       \
  X(clEnqueueFillBuffer)                      \
  X(clEnqueueFillImage)                       \
  X(clEnqueueMigrateMemObjects)               \
  X(clEnqueueMarkerWithWaitList)              \
  X(clEnqueueBarrierWithWaitList)             \
  X(clGetExtensionFunctionAddressForPlatform) \
  X(clCreateFromGLTexture)                    \
  X(clCreateCommandQueueWithProperties)       \
  X(clCreatePipe)                             \
  X(clGetPipeInfo)                            \
  X(clSVMAlloc)                               \
  X(clSVMFree)                                \
  X(clEnqueueSVMFree)                         \
  X(clEnqueueSVMMemcpy)                       \
  X(clEnqueueSVMMemFill)                      \
  X(clEnqueueSVMMap)                          \
  X(clEnqueueSVMUnmap)                        \
  X(clCreateSamplerWithProperties)            \
  X(clSetKernelArgSVMPointer)                 \
  X(clSetKernelExecInfo)                      \
  X(clGetKernelSubGroupInfoKHR)               \
  X(clCloneKernel)                            \
  X(clCreateProgramWithIL)                    \
  X(clEnqueueSVMMigrateMem)                   \
  X(clGetDeviceAndHostTimer)                  \
  X(clGetHostTimer)                           \
  X(clGetKernelSubGroupInfo)                  \
  X(clSetDefaultDeviceCommandQueue)           \
  X(clSetProgramReleaseCallback)              \
  X(clSetProgramSpecializationConstant)       \
  X(clCreateBufferWithProperties)             \
  X(clCreateImageWithProperties)              \
  X(clSetContextDestructorCallback)

// Those that a program gets by clGetExtensionFunctionAddressForPlatform. X(name, type)
#define ROCJFR_OPENCL_EXTENSIONS(X)                                                            \
  X(clCreateCommandQueueWithPropertiesKHR, ROCJFR_CL_TYPE(clCreateCommandQueueWithProperties)) \
  X(clCreateCommandBufferKHR, clCreateCommandBufferKHR_fn)                                     \
  X(clReleaseCommandBufferKHR, clReleaseCommandBufferKHR_fn)                                   \
  X(clFinalizeCommandBufferKHR, clFinalizeCommandBufferKHR_fn)                                 \
  X(clEnqueueCommandBufferKHR, clEnqueueCommandBufferKHR_fn)

enum Function : uint32_t {
#define ROCJFR_NUMBER(name) k_##name = offsetof(Dispatch, name) / sizeof(void*),
  ROCJFR_OPENCL_TABLE(ROCJFR_NUMBER)
#undef ROCJFR_NUMBER
      kFirstExtension = 192,
  kBeforeExtensions = kFirstExtension - 1,
#define ROCJFR_NUMBER(name, type) k_##name,
  ROCJFR_OPENCL_EXTENSIONS(ROCJFR_NUMBER)
#undef ROCJFR_NUMBER
      kFunctions
};
static_assert(kTableEntries <= kFirstExtension, "numbers are unique");

// A function as a type, to choose by.
template <uint32_t number>
using Of = std::integral_constant<uint32_t, number>;

// NULL where it is no function of the list.
const char* FunctionName(uint32_t number) noexcept;
// 1.0 is 100: what a platform has to have for this place of the table to exist.
constexpr uint32_t VersionOf(uint32_t number) noexcept {
  return number < offsetof(Dispatch, clSetEventCallback) / sizeof(void*)                   ? 100
         : number < offsetof(Dispatch, clCreateSubDevices) / sizeof(void*)                 ? 110
         : number < offsetof(Dispatch, clCreateCommandQueueWithProperties) / sizeof(void*) ? 120
         : number < offsetof(Dispatch, clCloneKernel) / sizeof(void*)                      ? 200
         : number < offsetof(Dispatch, clSetProgramReleaseCallback) / sizeof(void*)        ? 210
         : number < offsetof(Dispatch, clCreateBufferWithProperties) / sizeof(void*)       ? 220
                                                                                           : 300;
}

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_FUNCTIONS_H_
