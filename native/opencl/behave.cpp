// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "behave.h"

#include <cstring>
#include <utility>
#include <vector>

#include "base/own_memory.h"
#include "vendors.h"

namespace rocjfr::opencl {
namespace {

constexpr cl_command_queue_properties kProfiling = CL_QUEUE_PROFILING_ENABLE;

// Whether the device has profiling, and all else that the program asks for: what is refused stays
// so. (AMD's refuses queues out of order, but not where profiling is asked for as well.) Nor is the
// context's vendor asked about another one's device.
bool TakesProfiling(cl_context context, cl_device_id device, cl_command_queue_properties given) {
  if (!AreOfOneVendor(context, device)) return false;
  const Dispatch& next = NextOf(context);
  cl_command_queue_properties has = 0;
  return next.clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof(has), &has, nullptr) ==
             CL_SUCCESS &&
         ((given | kProfiling) & ~has) == 0;
}

// As the program gave it: with a zero behind it, or empty. False: its memory is not there, or it
// is too long to be one. Then it is the vendor's to refuse it.
bool Copy(const cl_queue_properties* given, std::vector<cl_queue_properties>* list) {
  constexpr size_t kMost = 256;
  while (given != nullptr && list->size() < kMost) {
    cl_queue_properties pair[2] = {};
    if (!ReadOwnMemory(given, pair, sizeof(pair[0]))) return false;
    list->push_back(pair[0]);
    if (pair[0] == 0) return true;
    if (!ReadOwnMemory(given, pair, sizeof(pair))) return false;
    list->push_back(pair[1]);
    given += 2;
  }
  return given == nullptr;
}

// The list with profiling added; false: the program asks for it itself, the queue is one that only
// kernels use, or the device would not take it.
bool WithProfiling(cl_context context, cl_device_id device,
                   const std::vector<cl_queue_properties>& given,
                   std::vector<cl_queue_properties>* list) {
  bool has = false;
  cl_command_queue_properties asked = 0;
  for (size_t i = 0; i + 1 < given.size(); i += 2) {
    list->push_back(given[i]);
    list->push_back(given[i + 1]);
    if (given[i] != CL_QUEUE_PROPERTIES) continue;
    if ((given[i + 1] & (CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE)) != 0) return false;
    asked |= given[i + 1];
    list->back() |= CL_QUEUE_PROFILING_ENABLE;
    has = true;
  }
  if (!has) {
    list->push_back(CL_QUEUE_PROPERTIES);
    list->push_back(CL_QUEUE_PROFILING_ENABLE);
  }
  list->push_back(0);
  return TakesProfiling(context, device, asked);
}

}  // namespace

cl_command_queue CreateQueue(ROCJFR_CL_TYPE(clCreateCommandQueue) function, cl_context context,
                             cl_device_id device, cl_command_queue_properties properties,
                             cl_int* error) {
  cl_command_queue queue = nullptr;
  const Hiding hiding;
  const bool hides = AddsProfiling() && (properties & kProfiling) == 0 &&
                     TakesProfiling(context, device, properties);
  if (hides) queue = function(context, device, properties | kProfiling, error);
  const bool hidden = queue != nullptr;
  if (!hidden) queue = function(context, device, properties, error);
  if (queue != nullptr) AddQueue(queue, hidden, {});
  return queue;
}

cl_command_queue CreateQueue(ROCJFR_CL_TYPE(clCreateCommandQueueWithProperties) function,
                             cl_context context, cl_device_id device,
                             const cl_queue_properties* properties, cl_int* error) {
  cl_command_queue queue = nullptr;
  std::vector<cl_queue_properties> given, list;
  const Hiding hiding;
  try {
    if (AddsProfiling() && Copy(properties, &given) &&
        WithProfiling(context, device, given, &list)) {
      queue = function(context, device, list.data(), error);
    }
    if (queue != nullptr) {
      AddQueue(queue, true, std::move(given));
      return queue;
    }
  } catch (const std::bad_alloc&) {
    if (queue != nullptr) return queue;
  }
  queue = function(context, device, properties, error);
  if (queue != nullptr) AddQueue(queue, false, {});
  return queue;
}

cl_int QueueInfo(ROCJFR_CL_TYPE(clGetCommandQueueInfo) function, cl_command_queue queue,
                 cl_command_queue_info what, size_t bytes, void* value, size_t* needed) {
  std::vector<cl_queue_properties> given;
  if (what == CL_QUEUE_PROPERTIES_ARRAY && GivenProperties(queue, &given)) {
    // OpenCL 3.0 has it.
    const cl_int result = function(queue, what, 0, nullptr, nullptr);
    if (result != CL_SUCCESS) return result;
    const size_t has = given.size() * sizeof(given[0]);
    if (value != nullptr && bytes < has) return CL_INVALID_VALUE;
    if (value != nullptr && has != 0) memcpy(value, given.data(), has);
    if (needed != nullptr) *needed = has;
    return CL_SUCCESS;
  }
  const cl_int result = function(queue, what, bytes, value, needed);
  if (result == CL_SUCCESS && what == CL_QUEUE_PROPERTIES && value != nullptr &&
      HidesProfiling(queue)) {
    *static_cast<cl_command_queue_properties*>(value) &= ~kProfiling;
  }
  return result;
}

cl_int ProfilingInfo(const Dispatch& next, cl_event event, cl_profiling_info what, size_t bytes,
                     void* value, size_t* needed) {
  cl_command_queue queue = nullptr;
  const bool hidden = HiddenQueues() != 0 &&
                      next.clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(queue), &queue,
                                          nullptr) == CL_SUCCESS &&
                      queue != nullptr && HidesProfiling(queue);
  if (!hidden) return next.clGetEventProfilingInfo(event, what, bytes, value, needed);
  const cl_int result = next.clGetEventProfilingInfo(event, what, 0, nullptr, nullptr);
  return result == CL_SUCCESS ? CL_PROFILING_INFO_NOT_AVAILABLE : result;
}

}  // namespace rocjfr::opencl
