// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a thread remembers of the queues and kernels that it used last. Beside its ThreadState: few
// threads use OpenCL.
#ifndef ROCJFR_OPENCL_REMEMBERED_H_
#define ROCJFR_OPENCL_REMEMBERED_H_

#include <cstdint>
#include <new>

#include "core/record/thread_state.h"
#include "queues.h"

namespace rocjfr::opencl {

struct Remembered {
  struct {
    uint32_t epoch = 0;
    Queue queue;
  } queues[4];
  struct {
    uint32_t epoch = 0;
    uint32_t name = 0;
    cl_kernel kernel = nullptr;
  } kernels[16];
  bool in_layer = false;  // in a call of a layer's that the loader takes on to a vendor
};

// The calling thread's; nullptr where memory is short.
inline Remembered* OfThread() noexcept {
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return nullptr;
  if (thread->opencl == nullptr) thread->opencl = new (std::nothrow) Remembered;
  return thread->opencl;
}

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_REMEMBERED_H_
