// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Our changes to the functions themselves. Queues get profiling that the program does not see, and
// queries of queues and events get answers without it. There is one Behave for each changed
// function. The others only call the vendor's function.
#ifndef ROCJFR_OPENCL_BEHAVE_H_
#define ROCJFR_OPENCL_BEHAVE_H_

#include "describe.h"
#include "queues.h"
#include "work.h"
#include "wrappers.h"

namespace rocjfr::opencl {

template <uint32_t number, typename R, typename... A>
R Behave(Of<number>, R(CL_API_CALL* function)(A...), const Dispatch&, A... arguments) {
  return function(arguments...);
}

cl_command_queue CreateQueue(ROCJFR_CL_TYPE(clCreateCommandQueue) function, cl_context context,
                             cl_device_id device, cl_command_queue_properties properties,
                             cl_int* error);
cl_command_queue CreateQueue(ROCJFR_CL_TYPE(clCreateCommandQueueWithProperties) function,
                             cl_context context, cl_device_id device,
                             const cl_queue_properties* properties, cl_int* error);
cl_int QueueInfo(ROCJFR_CL_TYPE(clGetCommandQueueInfo) function, cl_command_queue queue,
                 cl_command_queue_info what, size_t bytes, void* value, size_t* needed);
cl_int ProfilingInfo(const Dispatch& next, cl_event event, cl_profiling_info what, size_t bytes,
                     void* value, size_t* needed);

inline cl_command_queue Behave(Of<k_clCreateCommandQueue>,
                               ROCJFR_CL_TYPE(clCreateCommandQueue) function, const Dispatch&,
                               cl_context context, cl_device_id device,
                               cl_command_queue_properties properties, cl_int* error) {
  return CreateQueue(function, context, device, properties, error);
}
inline cl_command_queue Behave(Of<k_clCreateCommandQueueWithProperties>,
                               ROCJFR_CL_TYPE(clCreateCommandQueueWithProperties) function,
                               const Dispatch&, cl_context context, cl_device_id device,
                               const cl_queue_properties* properties, cl_int* error) {
  return CreateQueue(function, context, device, properties, error);
}
inline cl_command_queue Behave(Of<k_clCreateCommandQueueWithPropertiesKHR>,
                               ROCJFR_CL_TYPE(clCreateCommandQueueWithProperties) function,
                               const Dispatch&, cl_context context, cl_device_id device,
                               const cl_queue_properties* properties, cl_int* error) {
  return CreateQueue(function, context, device, properties, error);
}
inline cl_int Behave(Of<k_clRetainCommandQueue>, ROCJFR_CL_TYPE(clRetainCommandQueue) function,
                     const Dispatch&, cl_command_queue queue) {
  const cl_int result = function(queue);
  if (result == CL_SUCCESS) RetainQueue(queue);
  return result;
}
inline cl_int Behave(Of<k_clReleaseCommandQueue>, ROCJFR_CL_TYPE(clReleaseCommandQueue) function,
                     const Dispatch&, cl_command_queue queue) {
  ReleaseQueue(queue);
  return function(queue);
}
inline cl_int Behave(Of<k_clGetCommandQueueInfo>, ROCJFR_CL_TYPE(clGetCommandQueueInfo) function,
                     const Dispatch&, cl_command_queue queue, cl_command_queue_info what,
                     size_t bytes, void* value, size_t* needed) {
  return QueueInfo(function, queue, what, bytes, value, needed);
}
inline cl_int Behave(Of<k_clSetCommandQueueProperty>,
                     ROCJFR_CL_TYPE(clSetCommandQueueProperty) function, const Dispatch&,
                     cl_command_queue queue, cl_command_queue_properties properties, cl_bool enable,
                     cl_command_queue_properties* before) {
  const cl_int result = function(queue, properties, enable, before);
  if (result != CL_SUCCESS || !HidesProfiling(queue)) return result;
  if (before != nullptr) *before &= ~cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE};
  if ((properties & CL_QUEUE_PROFILING_ENABLE) != 0) SetHidden(queue, false);
  return result;
}
inline cl_int Behave(Of<k_clGetEventProfilingInfo>, ROCJFR_CL_TYPE(clGetEventProfilingInfo),
                     const Dispatch& next, cl_event event, cl_profiling_info what, size_t bytes,
                     void* value, size_t* needed) {
  return ProfilingInfo(next, event, what, bytes, value, needed);
}
inline cl_int Behave(Of<k_clGetEventInfo>, ROCJFR_CL_TYPE(clGetEventInfo) function, const Dispatch&,
                     cl_event event, cl_event_info what, size_t bytes, void* value,
                     size_t* needed) {
  const cl_int result = function(event, what, bytes, value, needed);
  if (result == CL_SUCCESS && what == CL_EVENT_REFERENCE_COUNT && value != nullptr) {
    auto* count = static_cast<cl_uint*>(value);
    const uint32_t ours = OurReferences(event);
    if (*count > ours) *count -= ours;
  }
  return result;
}
inline cl_int Behave(Of<k_clReleaseKernel>, ROCJFR_CL_TYPE(clReleaseKernel) function,
                     const Dispatch&, cl_kernel kernel) {
  ForgetKernels();  // before: whoever still uses it releases it later
  return function(kernel);
}
inline void* Behave(Of<k_clGetExtensionFunctionAddressForPlatform>,
                    ROCJFR_CL_TYPE(clGetExtensionFunctionAddressForPlatform) function,
                    const Dispatch&, cl_platform_id platform, const char* name) {
  return ExtensionOf(platform, name, function(platform, name));
}

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_BEHAVE_H_
