// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "describe.h"

#include <dlfcn.h>

#include <atomic>

#include "core/record/names.h"
#include "remembered.h"

namespace rocjfr::opencl {
namespace {

// What threads remember of kernels holds while this is the same.
std::atomic<uint32_t> g_epoch{1};

}  // namespace

void ForgetKernels() noexcept {
  g_epoch.fetch_add(1, std::memory_order_acq_rel);
}

uint32_t KernelName(cl_kernel kernel, const Dispatch& next) noexcept {
  const uint32_t epoch = g_epoch.load(std::memory_order_acquire);
  const auto address = reinterpret_cast<uintptr_t>(kernel);
  Remembered* remembered = OfThread();
  if (remembered == nullptr) return 0;
  auto& place = remembered->kernels[(address >> 5 ^ address >> 9) & 15];
  if (place.epoch == epoch && place.kernel == kernel) return place.name;
  char name[4096] = "";
  if (next.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name) - 1, name, nullptr) !=
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

uint64_t PixelBytes(cl_mem image, const Dispatch& next) noexcept {
  size_t bytes = 0;
  if (image == nullptr || next.clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof(bytes), &bytes,
                                              nullptr) != CL_SUCCESS) {
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

}  // namespace rocjfr::opencl
