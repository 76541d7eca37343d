// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "describe.h"

#include <dlfcn.h>

#include <atomic>

#include "base/own_memory.h"
#include "core/record/names.h"
#include "remembered.h"
#include "vendors.h"

namespace rocjfr::opencl {
namespace {

// What threads remember of kernels holds while this is the same.
std::atomic<uint32_t> g_epoch{1};

}  // namespace

void ForgetKernels() noexcept {
  g_epoch.fetch_add(1, std::memory_order_acq_rel);
}

uint32_t KernelName(cl_command_queue queue, cl_kernel kernel, const Dispatch& next) noexcept {
  const uint32_t epoch = g_epoch.load(std::memory_order_acquire);
  const auto address = reinterpret_cast<uintptr_t>(kernel);
  Remembered* remembered = OfThread();
  if (remembered == nullptr) return 0;
  auto& place = remembered->kernels[(address >> 5 ^ address >> 9) & 15];
  if (place.epoch == epoch && place.kernel == kernel) return place.name;
  char name[4096] = "";
  if (!AreOfOneVendor(queue, kernel) ||
      next.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name) - 1, name, nullptr) !=
          CL_SUCCESS) {
    return 0;
  }
  place = {epoch, InternName(name), kernel};
  return place.name;
}

uint32_t NativeKernelName(const void* function) noexcept {
  Dl_info place;
  if (function != nullptr && dladdr(function, &place) != 0 && place.dli_sname != nullptr &&
      place.dli_saddr == function) {
    return InternName(place.dli_sname);
  }
  return InternName("[native kernel]");
}

uint32_t CommandBufferName() noexcept {
  static const uint32_t name = InternName("[command buffer]");
  return name;
}

uint64_t PixelBytes(cl_command_queue queue, cl_mem image, const Dispatch& next) noexcept {
  size_t bytes = 0;
  if (!AreOfOneVendor(queue, image) ||
      next.clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof(bytes), &bytes, nullptr) !=
          CL_SUCCESS) {
    return 0;
  }
  return bytes;
}

uint64_t MemoryBytes(cl_mem memory, const Dispatch& next) noexcept {
  size_t bytes = 0;
  if (memory == nullptr ||
      next.clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(bytes), &bytes, nullptr) != CL_SUCCESS) {
    return 0;
  }
  return bytes;
}

uint64_t BytesOfAll(cl_command_queue queue, const cl_mem* objects, cl_uint count,
                    const Dispatch& next) noexcept {
  uint64_t bytes = 0;
  for (cl_uint i = 0; objects != nullptr && i < count; ++i) {
    cl_mem object = nullptr;
    if (!ReadOwnMemory(&objects[i], &object, sizeof(object))) return 0;
    if (!AreOfOneVendor(queue, object)) return 0;
    bytes += MemoryBytes(object, next);
  }
  return bytes;
}

namespace {

void ReadRange(const Pointed& pointed, Description& said) noexcept {
  uint64_t groups[3] = {1, 1, 1};
  uint16_t local_sizes[3] = {1, 1, 1};
  const size_t* const global = pointed.global;
  const size_t* const local = pointed.local;
  bool known = local != nullptr;
  for (cl_uint i = 0; i < 3; ++i) said.global[i] = i < pointed.dimensions ? global[i] : 1;
  for (cl_uint i = 0; i < pointed.dimensions && known; ++i) {
    known = local[i] != 0 && local[i] <= UINT16_MAX;
    if (!known) break;
    local_sizes[i] = static_cast<uint16_t>(local[i]);
    groups[i] = (global[i] + local[i] - 1) / local[i];
    known = groups[i] <= INT32_MAX;
  }
  if (!known) return;  // the vendor chooses
  said.submit.submit_grid_x = static_cast<uint32_t>(groups[0]);
  said.submit.submit_grid_y = static_cast<uint32_t>(groups[1]);
  said.submit.submit_grid_z = static_cast<uint32_t>(groups[2]);
  said.submit.submit_group_x = local_sizes[0];
  said.submit.submit_group_y = local_sizes[1];
  said.submit.submit_group_z = local_sizes[2];
}

}  // namespace

void ReadPointed(Description& said) noexcept {
  const Pointed& pointed = said.pointed;
  if (pointed.global != nullptr) ReadRange(pointed, said);
  if (const size_t* region = pointed.region) {
    said.submit.submit_bytes = uint64_t{region[0]} * region[1] * region[2] * pointed.unit_bytes;
    said.submit.submit_shape = region[2] > 1 ? 3 : region[1] > 1 ? 2 : 1;
  }
  for (cl_uint i = 0; pointed.sizes != nullptr && i < pointed.count; ++i) {
    said.submit.submit_bytes += pointed.sizes[i];
  }
  if (pointed.queue != nullptr) said.queue = FindQueue(*pointed.queue);
}

}  // namespace rocjfr::opencl
