// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A vendor of OpenCL whose clocks, failures and tables tests choose (stubopencl.h).
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>

#include "stubopencl.h"

using rocjfr::opencl::Dispatch;

namespace {

Dispatch g_table;
StubOptions g_options = {"OpenCL 3.0 stub", nullptr, {0, 0}, {true, true}, false, false};
std::atomic<int> g_events{0};
std::atomic<int> g_foreign{0};
// Called once, the next time that somebody comes by.
std::atomic<void (*)()> g_at_platforms{nullptr}, g_at_queue{nullptr}, g_at_timer{nullptr};

void Pass(std::atomic<void (*)()>& place) {
  if (auto* function = place.exchange(nullptr)) function();
}

Dispatch* Table() {
  return g_options.table == nullptr ? &g_table : g_options.table;
}

uint64_t Now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

}  // namespace

// What a loader wants of an object: the address of the table.
struct _cl_platform_id {
  Dispatch* table;
};
struct _cl_device_id {
  Dispatch* table;
  int number;
  uint64_t Time() const { return Now() + static_cast<uint64_t>(g_options.clock_offset_ns[number]); }
};
struct _cl_context {
  Dispatch* table;
};
struct _cl_kernel {
  Dispatch* table;
};
struct _cl_command_queue {
  _cl_command_queue(cl_device_id on, cl_command_queue_properties with) noexcept
      : table(Table()), device(on), properties(with) {}
  Dispatch* table;
  cl_device_id device;
  cl_command_queue_properties properties;
  std::atomic<cl_uint> references{1};
};
struct _cl_event {
  explicit _cl_event(cl_command_queue on) noexcept : table(Table()), queue(on) {}
  Dispatch* table;
  cl_command_queue queue;
  std::atomic<cl_uint> references{1};
  std::mutex mutex;
  bool ended = false;
  cl_int status = CL_QUEUED;
  void(CL_CALLBACK* callback)(cl_event, cl_int, void*) = nullptr;
  void* user = nullptr;
  cl_ulong times[4] = {};
};

namespace {

_cl_platform_id g_platform;
_cl_device_id g_devices[2];
_cl_context g_context;
std::mutex g_mutex;
std::deque<cl_event> g_open;  // not ended, the oldest first

cl_int Give(const void* what, size_t has, size_t bytes, void* value, size_t* needed) {
  if (value != nullptr && bytes < has) return CL_INVALID_VALUE;
  if (value != nullptr) memcpy(value, what, has);
  if (needed != nullptr) *needed = has;
  return CL_SUCCESS;
}

cl_int CL_API_CALL GetPlatformInfo(cl_platform_id, cl_platform_info what, size_t bytes, void* value,
                                   size_t* needed) {
  const char* text = what == CL_PLATFORM_VERSION ? g_options.version : "Stub";
  return Give(text, strlen(text) + 1, bytes, value, needed);
}
cl_int CL_API_CALL GetDeviceIDs(cl_platform_id, cl_device_type, cl_uint room, cl_device_id* ids,
                                cl_uint* count) {
  for (cl_uint i = 0; ids != nullptr && i < room && i < 2; ++i) ids[i] = &g_devices[i];
  if (count != nullptr) *count = 2;
  return CL_SUCCESS;
}
bool IsForeign(cl_device_id device) {
  if (device->table == Table()) return false;
  ++g_foreign;
  return true;
}
cl_int CL_API_CALL GetDeviceInfo(cl_device_id device, cl_device_info what, size_t bytes,
                                 void* value, size_t* needed) {
  if (IsForeign(device)) return CL_INVALID_DEVICE;
  const cl_platform_id platform = &g_platform;
  if (what == CL_DEVICE_PLATFORM) return Give(&platform, sizeof(platform), bytes, value, needed);
  if (what == CL_DEVICE_QUEUE_PROPERTIES) {
    return Give(&g_options.has, sizeof(g_options.has), bytes, value, needed);
  }
  const char* name = device->number == 0 ? "Stub 0" : "Stub 1";
  return Give(name, strlen(name) + 1, bytes, value, needed);
}
cl_context CL_API_CALL CreateContext(const cl_context_properties*, cl_uint, const cl_device_id*,
                                     void(CL_CALLBACK*)(const char*, const void*, size_t, void*),
                                     void*, cl_int* error) {
  if (error != nullptr) *error = CL_SUCCESS;
  return &g_context;
}
cl_context CL_API_CALL CreateContextFromType(const cl_context_properties*, cl_device_type,
                                             void(CL_CALLBACK*)(const char*, const void*, size_t,
                                                                void*),
                                             void*, cl_int* error) {
  if (error != nullptr) *error = CL_SUCCESS;
  return &g_context;
}
cl_command_queue CL_API_CALL CreateCommandQueue(cl_context, cl_device_id device,
                                                cl_command_queue_properties properties,
                                                cl_int* error) {
  Pass(g_at_queue);
  if (IsForeign(device)) {
    if (error != nullptr) *error = CL_INVALID_DEVICE;
    return nullptr;
  }
  const bool refused = properties != 0 && (properties & g_options.has) == 0;
  if (error != nullptr) *error = refused ? CL_INVALID_QUEUE_PROPERTIES : CL_SUCCESS;
  if (refused) return nullptr;
  return new _cl_command_queue(device, properties);
}
cl_int CL_API_CALL RetainCommandQueue(cl_command_queue queue) {
  ++queue->references;
  return CL_SUCCESS;
}
cl_int CL_API_CALL ReleaseCommandQueue(cl_command_queue queue) {
  if (--queue->references == 0) delete queue;
  return CL_SUCCESS;
}
cl_int CL_API_CALL GetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what,
                                       size_t bytes, void* value, size_t* needed) {
  const cl_uint references = queue->references;
  switch (what) {
    case CL_QUEUE_DEVICE:
      return Give(&queue->device, sizeof(queue->device), bytes, value, needed);
    case CL_QUEUE_PROPERTIES:
      return Give(&queue->properties, sizeof(queue->properties), bytes, value, needed);
    case CL_QUEUE_REFERENCE_COUNT:
      return Give(&references, sizeof(references), bytes, value, needed);
    default:
      return CL_INVALID_VALUE;
  }
}
cl_int CL_API_CALL RetainEvent(cl_event event) {
  ++event->references;
  return CL_SUCCESS;
}
cl_int CL_API_CALL ReleaseEvent(cl_event event) {
  if (--event->references == 0) {
    ReleaseCommandQueue(event->queue);
    delete event;
    --g_events;
  }
  return CL_SUCCESS;
}
cl_int CL_API_CALL GetEventInfo(cl_event event, cl_event_info what, size_t bytes, void* value,
                                size_t* needed) {
  const cl_uint references = event->references;
  if (what == CL_EVENT_COMMAND_QUEUE) {
    return Give(&event->queue, sizeof(event->queue), bytes, value, needed);
  }
  return Give(&references, sizeof(references), bytes, value, needed);
}
cl_int CL_API_CALL GetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t bytes,
                                         void* value, size_t* needed) {
  std::lock_guard<std::mutex> lock(event->mutex);
  if (!event->ended || (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) == 0) {
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  }
  return Give(&event->times[what - CL_PROFILING_COMMAND_QUEUED], sizeof(cl_ulong), bytes, value,
              needed);
}
cl_int CL_API_CALL SetEventCallback(cl_event event, cl_int,
                                    void(CL_CALLBACK* callback)(cl_event, cl_int, void*),
                                    void* user) {
  if (g_options.refuses_callbacks) return CL_OUT_OF_HOST_MEMORY;
  {
    std::lock_guard<std::mutex> lock(event->mutex);
    if (!event->ended) {
      event->callback = callback;
      event->user = user;
      return CL_SUCCESS;
    }
  }
  callback(event, event->status, user);
  return CL_SUCCESS;
}
void End(cl_event event, cl_int status) {
  void(CL_CALLBACK * callback)(cl_event, cl_int, void*) = nullptr;
  {
    std::lock_guard<std::mutex> lock(event->mutex);
    event->ended = true;
    event->status = status;
    event->times[2] = event->queue->device->Time();
    event->times[3] = event->queue->device->Time();
    callback = event->callback;
  }
  if (callback != nullptr) callback(event, status, event->user);
  ReleaseEvent(event);
}
cl_int Enqueue(cl_command_queue queue, cl_event* given) {
  ++queue->references;
  ++g_events;
  auto* event = new _cl_event(queue);
  event->times[0] = queue->device->Time();
  event->times[1] = queue->device->Time();
  if (given != nullptr) {
    ++event->references;
    *given = event;
  }
  if (g_options.ends_at_once) {
    for (const uint64_t until = Now() + g_options.takes_ns; Now() < until;) {
    }
    End(event, CL_COMPLETE);
  } else {
    std::lock_guard<std::mutex> lock(g_mutex);
    g_open.push_back(event);
  }
  return CL_SUCCESS;
}
cl_int CL_API_CALL EnqueueNDRangeKernel(cl_command_queue queue, cl_kernel, cl_uint, const size_t*,
                                        const size_t*, const size_t*, cl_uint, const cl_event*,
                                        cl_event* event) {
  return Enqueue(queue, event);
}
cl_int CL_API_CALL EnqueueMarker(cl_command_queue queue, cl_event* event) {
  return event == nullptr ? CL_INVALID_VALUE : Enqueue(queue, event);
}
cl_int CL_API_CALL GetKernelInfo(cl_kernel, cl_kernel_info, size_t bytes, void* value,
                                 size_t* needed) {
  return Give("stub", 5, bytes, value, needed);
}
cl_int CL_API_CALL ReleaseKernel(cl_kernel) {
  return CL_SUCCESS;
}
cl_int CL_API_CALL GetDeviceAndHostTimer(cl_device_id device, cl_ulong* on_device,
                                         cl_ulong* on_host) {
  Pass(g_at_timer);
  if (!g_options.has_timer[device->number]) return CL_INVALID_OPERATION;
  *on_device = device->Time();
  *on_host = Now();
  return CL_SUCCESS;
}

void Fill(Dispatch* table, bool all) {
  table->clGetPlatformInfo = &GetPlatformInfo;
  table->clGetDeviceIDs = &GetDeviceIDs;
  table->clGetDeviceInfo = &GetDeviceInfo;
  table->clCreateContext = &CreateContext;
  table->clCreateContextFromType = &CreateContextFromType;
  table->clCreateCommandQueue = &CreateCommandQueue;
  table->clRetainCommandQueue = &RetainCommandQueue;
  table->clReleaseCommandQueue = &ReleaseCommandQueue;
  table->clGetCommandQueueInfo = &GetCommandQueueInfo;
  table->clRetainEvent = &RetainEvent;
  table->clReleaseEvent = &ReleaseEvent;
  table->clGetEventInfo = &GetEventInfo;
  table->clGetEventProfilingInfo = &GetEventProfilingInfo;
  table->clSetEventCallback = &SetEventCallback;
  table->clEnqueueNDRangeKernel = &EnqueueNDRangeKernel;
  table->clEnqueueMarker = &EnqueueMarker;
  table->clGetKernelInfo = &GetKernelInfo;
  table->clReleaseKernel = &ReleaseKernel;
  if (all) table->clGetDeviceAndHostTimer = &GetDeviceAndHostTimer;
}

}  // namespace

extern "C" {
#define STUB_API __attribute__((visibility("default")))
// Before the platform is asked for.
STUB_API void stub_configure(const StubOptions* options) {
  g_options = *options;
}
// Fills a table: `all`, or what OpenCL 1.1 has.
STUB_API void stub_fill(Dispatch* table, bool all) {
  Fill(table, all);
}
STUB_API cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id* ids,
                                                   cl_uint* count) {
  Pass(g_at_platforms);
  if (g_options.table == nullptr && g_table.clGetPlatformInfo == nullptr) Fill(&g_table, true);
  g_platform.table = g_context.table = g_devices[0].table = g_devices[1].table = Table();
  g_devices[1].number = 1;
  if (ids != nullptr && room > 0) ids[0] = &g_platform;
  if (count != nullptr) *count = 1;
  return CL_SUCCESS;
}
STUB_API cl_kernel stub_kernel(void) {
  static _cl_kernel kernel;
  kernel.table = Table();
  return &kernel;
}
// Ends the `count` oldest pieces of work; returns how many there were.
STUB_API int stub_end(int count, cl_int status) {
  int ended = 0;
  for (; ended < count; ++ended) {
    cl_event event = nullptr;
    {
      std::lock_guard<std::mutex> lock(g_mutex);
      if (g_open.empty()) break;
      event = g_open.front();
      g_open.pop_front();
    }
    End(event, status);
  }
  return ended;
}
// Called once, the next time that somebody asks for platforms (AMD's starts HSA there), makes a
// queue, or reads a device's timer.
STUB_API void stub_at_platforms(void (*function)()) {
  g_at_platforms.store(function);
}
STUB_API void stub_at_queue(void (*function)()) {
  g_at_queue.store(function);
}
STUB_API void stub_at_timer(void (*function)()) {
  g_at_timer.store(function);
}
// How often it was called with a device of another vendor's.
STUB_API int stub_foreign(void) {
  return g_foreign;
}
// How many events there are.
STUB_API int stub_events(void) {
  return g_events;
}
}
