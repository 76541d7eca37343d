// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory that OpenCL calls allocate: followed until the vendor destroys it, of which it tells.
#ifndef ROCJFR_OPENCL_MEMORY_H_
#define ROCJFR_OPENCL_MEMORY_H_

#include "call.h"

namespace rocjfr::opencl {

// The function makes memory objects, with memory of their own.
constexpr bool MakesMemory(uint32_t number) noexcept {
  return number == k_clCreateBuffer || number == k_clCreateBufferWithProperties ||
         number == k_clCreateImage || number == k_clCreateImageWithProperties ||
         number == k_clCreateImage2D || number == k_clCreateImage3D || number == k_clCreatePipe;
}
constexpr bool MovesMemory(uint32_t number) noexcept {
  return MakesMemory(number) || number == k_clSVMAlloc || number == k_clSVMFree ||
         number == k_clEnqueueSVMFree;
}

inline bool FollowsMemory() noexcept {
  return Wanted(ROCJFR_DOMAIN_MEMORY);
}

// The call has made it.
void NoteMemory(const Call& call, cl_mem memory, const Dispatch& next) noexcept;
void NoteSvm(const Call& call, void* memory) noexcept;
// The call is about to free it.
void ForgetSvm(const void* memory) noexcept;

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_MEMORY_H_
