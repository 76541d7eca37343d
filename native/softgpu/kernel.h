// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kernels: what a kernel object of a dispatch packet stands for, and the host function that does
// it.

#ifndef ROCJFR_SOFTGPU_KERNEL_H_
#define ROCJFR_SOFTGPU_KERNEL_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "blit_kernels.h"
#include "lifecycle.h"
#include "softgpu.h"

namespace rocjfr::softgpu {

struct Kernel {
  const char* name = "";        // mangled, interned
  uint32_t kernarg_bytes = 0;   // explicit and hidden arguments
  bool old_blits = false;       // of the code object with the runtime's blits as 5.x has them
  BlitFunction blit = nullptr;  // a kernel of the runtime itself
  softgpu_kernel_t host = nullptr;
};

class Kernels {
 public:
  static Kernels& instance();

  /// Makes a kernel known by the address of its descriptor.
  void add(uint64_t object, const std::string& name, uint32_t kernarg_bytes, bool old_blits);
  void remove(uint64_t object);

  /// nullptr where there is no such kernel.
  std::shared_ptr<const Kernel> find(uint64_t object);

 private:
  struct Entry {
    std::shared_ptr<Kernel> kernel;
    bool resolved = false;
  };

  Kernels() = default;

  ForkSafeMutex mutex_;
  std::unordered_map<uint64_t, Entry> by_object_;  // guarded by mutex_
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_KERNEL_H_
