// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the arguments of each function say of the work that it submits, or of the memory that it
// makes. One Describe for each function that says anything, before the call. What arguments point
// to is read after it.
#ifndef ROCJFR_OPENCL_DESCRIBE_H_
#define ROCJFR_OPENCL_DESCRIBE_H_

#include "call.h"

namespace rocjfr::opencl {

// The name of a kernel; remembered by the thread until kernels are released. 0: it is no kernel of
// the queue's vendor, or unknown.
uint32_t KernelName(cl_command_queue queue, cl_kernel kernel, const Dispatch& next) noexcept;
// Kernels' handles may mean other kernels from now on.
void ForgetKernels() noexcept;
// A name of a function of the program's, or a general one.
uint32_t NativeKernelName(const void* function) noexcept;
uint32_t CommandBufferName() noexcept;
// The bytes of an image's pixel; 0: it is no image of the queue's vendor, or unknown.
uint64_t PixelBytes(cl_command_queue queue, cl_mem image, const Dispatch& next) noexcept;
// Of an object that the vendor has made.
uint64_t MemoryBytes(cl_mem memory, const Dispatch& next) noexcept;
// Of as many objects in a list, which may not be there.
uint64_t BytesOfAll(cl_command_queue queue, const cl_mem* objects, cl_uint count,
                    const Dispatch& next) noexcept;
// The call has succeeded: what its arguments point to.
void ReadPointed(Description& said) noexcept;

inline void SayCopy(Description& said, uint32_t kind, uint8_t direction, uint64_t bytes,
                    uint8_t dimensions = 1) noexcept {
  said.op = ROCJFR_OP_COPY;
  said.kind = kind;
  said.submit.submit_copy = direction;
  said.submit.submit_bytes = bytes;
  said.submit.submit_shape = dimensions;
}
inline void SayRegion(Description& said, uint32_t kind, uint8_t direction, const size_t* region,
                      uint64_t unit_bytes) noexcept {
  SayCopy(said, kind, direction, 0, 0);
  said.pointed.region = region;
  said.pointed.unit_bytes = unit_bytes;
}
inline void SayMarker(Description& said, uint32_t kind) noexcept {
  said.op = ROCJFR_OP_BARRIER;
  said.kind = kind;
}

// --- Any other function -------------------------------------------------------------------------
template <uint32_t number, typename... A>
void Describe(Of<number>, Description&, const Dispatch&, A...) noexcept {}

// --- Kernels ------------------------------------------------------------------------------------
inline void Describe(Of<k_clEnqueueNDRangeKernel>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t*,
                     const size_t* global, const size_t* local, cl_uint, const cl_event*,
                     cl_event*) noexcept {
  said.op = ROCJFR_OP_DISPATCH;
  said.kind = CL_COMMAND_NDRANGE_KERNEL;
  said.submit.submit_name = KernelName(queue, kernel, next);
  if (dimensions > 3) return;
  said.pointed.dimensions = dimensions;
  said.pointed.global = global;
  said.pointed.local = local;
}
inline void Describe(Of<k_clEnqueueTask>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_kernel kernel, cl_uint, const cl_event*,
                     cl_event*) noexcept {
  said.op = ROCJFR_OP_DISPATCH;
  said.kind = CL_COMMAND_TASK;
  said.submit.submit_name = KernelName(queue, kernel, next);
  said.global[0] = said.global[1] = said.global[2] = 1;
  said.submit.submit_grid_x = said.submit.submit_grid_y = said.submit.submit_grid_z = 1;
  said.submit.submit_group_x = said.submit.submit_group_y = said.submit.submit_group_z = 1;
}
inline void Describe(Of<k_clEnqueueNativeKernel>, Description& said, const Dispatch&,
                     cl_command_queue, void(CL_CALLBACK* function)(void*), void*, size_t, cl_uint,
                     const cl_mem*, const void**, cl_uint, const cl_event*, cl_event*) noexcept {
  said.op = ROCJFR_OP_DISPATCH;
  said.kind = CL_COMMAND_NATIVE_KERNEL;
  said.submit.submit_name = NativeKernelName(reinterpret_cast<const void*>(function));
}
inline void Describe(Of<k_clEnqueueCommandBufferKHR>, Description& said, const Dispatch&,
                     cl_uint count, cl_command_queue* queues, cl_command_buffer_khr, cl_uint,
                     const cl_event*, cl_event*) noexcept {
  said.op = ROCJFR_OP_DISPATCH;
  said.kind = CL_COMMAND_COMMAND_BUFFER_KHR;
  said.submit.submit_name = CommandBufferName();
  if (count > 0) said.pointed.queue = queues;
}

// --- Copies of buffers --------------------------------------------------------------------------
inline void Describe(Of<k_clEnqueueReadBuffer>, Description& said, const Dispatch&,
                     cl_command_queue, cl_mem, cl_bool, size_t, size_t bytes, void*, cl_uint,
                     const cl_event*, cl_event*) noexcept {
  SayCopy(said, CL_COMMAND_READ_BUFFER, ROCJFR_COPY_DEVICE_TO_HOST, bytes);
}
inline void Describe(Of<k_clEnqueueWriteBuffer>, Description& said, const Dispatch&,
                     cl_command_queue, cl_mem, cl_bool, size_t, size_t bytes, const void*, cl_uint,
                     const cl_event*, cl_event*) noexcept {
  SayCopy(said, CL_COMMAND_WRITE_BUFFER, ROCJFR_COPY_HOST_TO_DEVICE, bytes);
}
inline void Describe(Of<k_clEnqueueCopyBuffer>, Description& said, const Dispatch&,
                     cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t bytes, cl_uint,
                     const cl_event*, cl_event*) noexcept {
  SayCopy(said, CL_COMMAND_COPY_BUFFER, ROCJFR_COPY_DEVICE_TO_DEVICE, bytes);
}
inline void Describe(Of<k_clEnqueueReadBufferRect>, Description& said, const Dispatch&,
                     cl_command_queue, cl_mem, cl_bool, const size_t*, const size_t*,
                     const size_t* region, size_t, size_t, size_t, size_t, void*, cl_uint,
                     const cl_event*, cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_READ_BUFFER_RECT, ROCJFR_COPY_DEVICE_TO_HOST, region, 1);
}
inline void Describe(Of<k_clEnqueueWriteBufferRect>, Description& said, const Dispatch&,
                     cl_command_queue, cl_mem, cl_bool, const size_t*, const size_t*,
                     const size_t* region, size_t, size_t, size_t, size_t, const void*, cl_uint,
                     const cl_event*, cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_WRITE_BUFFER_RECT, ROCJFR_COPY_HOST_TO_DEVICE, region, 1);
}
inline void Describe(Of<k_clEnqueueCopyBufferRect>, Description& said, const Dispatch&,
                     cl_command_queue, cl_mem, cl_mem, const size_t*, const size_t*,
                     const size_t* region, size_t, size_t, size_t, size_t, cl_uint, const cl_event*,
                     cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_COPY_BUFFER_RECT, ROCJFR_COPY_DEVICE_TO_DEVICE, region, 1);
}
inline void Describe(Of<k_clEnqueueFillBuffer>, Description& said, const Dispatch&,
                     cl_command_queue, cl_mem, const void*, size_t, size_t, size_t bytes, cl_uint,
                     const cl_event*, cl_event*) noexcept {
  SayCopy(said, CL_COMMAND_FILL_BUFFER, ROCJFR_COPY_FILL, bytes);
}
inline void Describe(Of<k_clEnqueueMapBuffer>, Description& said, const Dispatch&, cl_command_queue,
                     cl_mem, cl_bool, cl_map_flags, size_t, size_t bytes, cl_uint, const cl_event*,
                     cl_event*, cl_int*) noexcept {
  SayCopy(said, CL_COMMAND_MAP_BUFFER, ROCJFR_COPY_MAP, bytes);
}
inline void Describe(Of<k_clEnqueueUnmapMemObject>, Description& said, const Dispatch&,
                     cl_command_queue, cl_mem, void*, cl_uint, const cl_event*,
                     cl_event*) noexcept {
  SayCopy(said, CL_COMMAND_UNMAP_MEM_OBJECT, ROCJFR_COPY_UNMAP, 0);
}
inline void Describe(Of<k_clEnqueueMigrateMemObjects>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_uint count, const cl_mem* objects,
                     cl_mem_migration_flags flags, cl_uint, const cl_event*, cl_event*) noexcept {
  uint64_t bytes = 0;
  // Otherwise only the place changes.
  if ((flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) == 0) {
    bytes = BytesOfAll(queue, objects, count, next);
  }
  SayCopy(said, CL_COMMAND_MIGRATE_MEM_OBJECTS,
          (flags & CL_MIGRATE_MEM_OBJECT_HOST) != 0 ? ROCJFR_COPY_DEVICE_TO_HOST
                                                    : ROCJFR_COPY_HOST_TO_DEVICE,
          bytes);
}

// --- Images -------------------------------------------------------------------------------------
inline void Describe(Of<k_clEnqueueReadImage>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_mem image, cl_bool, const size_t*,
                     const size_t* region, size_t, size_t, void*, cl_uint, const cl_event*,
                     cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_READ_IMAGE, ROCJFR_COPY_DEVICE_TO_HOST, region,
            PixelBytes(queue, image, next));
}
inline void Describe(Of<k_clEnqueueWriteImage>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_mem image, cl_bool, const size_t*,
                     const size_t* region, size_t, size_t, const void*, cl_uint, const cl_event*,
                     cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_WRITE_IMAGE, ROCJFR_COPY_HOST_TO_DEVICE, region,
            PixelBytes(queue, image, next));
}
inline void Describe(Of<k_clEnqueueCopyImage>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_mem image, cl_mem, const size_t*, const size_t*,
                     const size_t* region, cl_uint, const cl_event*, cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_COPY_IMAGE, ROCJFR_COPY_DEVICE_TO_DEVICE, region,
            PixelBytes(queue, image, next));
}
inline void Describe(Of<k_clEnqueueCopyImageToBuffer>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_mem image, cl_mem, const size_t*,
                     const size_t* region, size_t, cl_uint, const cl_event*, cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_COPY_IMAGE_TO_BUFFER, ROCJFR_COPY_DEVICE_TO_DEVICE, region,
            PixelBytes(queue, image, next));
}
inline void Describe(Of<k_clEnqueueCopyBufferToImage>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_mem, cl_mem image, size_t, const size_t*,
                     const size_t* region, cl_uint, const cl_event*, cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_COPY_BUFFER_TO_IMAGE, ROCJFR_COPY_DEVICE_TO_DEVICE, region,
            PixelBytes(queue, image, next));
}
inline void Describe(Of<k_clEnqueueFillImage>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_mem image, const void*, const size_t*,
                     const size_t* region, cl_uint, const cl_event*, cl_event*) noexcept {
  SayRegion(said, CL_COMMAND_FILL_IMAGE, ROCJFR_COPY_FILL, region, PixelBytes(queue, image, next));
}
inline void Describe(Of<k_clEnqueueMapImage>, Description& said, const Dispatch& next,
                     cl_command_queue queue, cl_mem image, cl_bool, cl_map_flags, const size_t*,
                     const size_t* region, size_t*, size_t*, cl_uint, const cl_event*, cl_event*,
                     cl_int*) noexcept {
  SayRegion(said, CL_COMMAND_MAP_IMAGE, ROCJFR_COPY_MAP, region, PixelBytes(queue, image, next));
}

// --- Shared virtual memory ----------------------------------------------------------------------
inline void Describe(Of<k_clEnqueueSVMMemcpy>, Description& said, const Dispatch&, cl_command_queue,
                     cl_bool, void*, const void*, size_t bytes, cl_uint, const cl_event*,
                     cl_event*) noexcept {
  // Either side may be the host's.
  SayCopy(said, CL_COMMAND_SVM_MEMCPY, ROCJFR_COPY_NONE, bytes);
}
inline void Describe(Of<k_clEnqueueSVMMemFill>, Description& said, const Dispatch&,
                     cl_command_queue, void*, const void*, size_t, size_t bytes, cl_uint,
                     const cl_event*, cl_event*) noexcept {
  SayCopy(said, CL_COMMAND_SVM_MEMFILL, ROCJFR_COPY_FILL, bytes);
}
inline void Describe(Of<k_clEnqueueSVMMap>, Description& said, const Dispatch&, cl_command_queue,
                     cl_bool, cl_map_flags, void*, size_t bytes, cl_uint, const cl_event*,
                     cl_event*) noexcept {
  SayCopy(said, CL_COMMAND_SVM_MAP, ROCJFR_COPY_MAP, bytes);
}
inline void Describe(Of<k_clEnqueueSVMUnmap>, Description& said, const Dispatch&, cl_command_queue,
                     void*, cl_uint, const cl_event*, cl_event*) noexcept {
  SayCopy(said, CL_COMMAND_SVM_UNMAP, ROCJFR_COPY_UNMAP, 0);
}
inline void Describe(Of<k_clEnqueueSVMMigrateMem>, Description& said, const Dispatch&,
                     cl_command_queue, cl_uint count, const void**, const size_t* sizes,
                     cl_mem_migration_flags flags, cl_uint, const cl_event*, cl_event*) noexcept {
  constexpr uint32_t kCommand = 0x120E;  // CL_COMMAND_SVM_MIGRATE_MEM
  if ((flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) == 0) {
    said.pointed.sizes = sizes;
    said.pointed.count = count;
  }
  SayCopy(said, kCommand,
          (flags & CL_MIGRATE_MEM_OBJECT_HOST) != 0 ? ROCJFR_COPY_DEVICE_TO_HOST
                                                    : ROCJFR_COPY_HOST_TO_DEVICE,
          0);
}

// --- What only waits ----------------------------------------------------------------------------
inline void Describe(Of<k_clEnqueueMarker>, Description& said, const Dispatch&, cl_command_queue,
                     cl_event*) noexcept {
  SayMarker(said, CL_COMMAND_MARKER);
}
inline void Describe(Of<k_clEnqueueMarkerWithWaitList>, Description& said, const Dispatch&,
                     cl_command_queue, cl_uint, const cl_event*, cl_event*) noexcept {
  SayMarker(said, CL_COMMAND_MARKER);
}
inline void Describe(Of<k_clEnqueueBarrierWithWaitList>, Description& said, const Dispatch&,
                     cl_command_queue, cl_uint, const cl_event*, cl_event*) noexcept {
  SayMarker(said, CL_COMMAND_BARRIER);
}

// --- Memory -------------------------------------------------------------------------------------
inline void Describe(Of<k_clCreateBuffer>, Description& said, const Dispatch&, cl_context,
                     cl_mem_flags, size_t bytes, void*, cl_int*) noexcept {
  said.submit.submit_bytes = bytes;
}
inline void Describe(Of<k_clCreateBufferWithProperties>, Description& said, const Dispatch&,
                     cl_context, const cl_mem_properties*, cl_mem_flags, size_t bytes, void*,
                     cl_int*) noexcept {
  said.submit.submit_bytes = bytes;
}
inline void Describe(Of<k_clSVMAlloc>, Description& said, const Dispatch&, cl_context,
                     cl_svm_mem_flags, size_t bytes, cl_uint) noexcept {
  said.submit.submit_bytes = bytes;
}

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_DESCRIBE_H_
