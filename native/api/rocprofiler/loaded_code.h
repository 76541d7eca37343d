// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What HSA says of the code objects that an executable has loaded, and of their kernels.
#ifndef ROCJFR_API_ROCPROFILER_LOADED_CODE_H_
#define ROCJFR_API_ROCPROFILER_LOADED_CODE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rocprofiler-sdk/callback_tracing.h"

namespace rocjfr::sdk {

// Registers of each wavefront; 0: not known for this GPU.
struct Registers {
  uint32_t sgpr = 0, arch_vgpr = 0, accum_vgpr = 0;
};

struct LoadedKernel {
  uint64_t object = 0;  // the address of its descriptor, as dispatches name it
  uint32_t kernarg_bytes = 0, kernarg_alignment = 0, group_bytes = 0, private_bytes = 0;
  int64_t entry_offset = 0;  // from the descriptor
  Registers registers;
};

struct LoadedObject {
  uint64_t executable = 0, hsa_agent = 0;
  rocprofiler_agent_id_t agent = {0};
  uint64_t load_base = 0, load_size = 0;
  int64_t load_delta = 0;
  rocprofiler_code_object_storage_type_t storage = ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_NONE;
  int file = -1;
  uint64_t memory_base = 0, memory_size = 0;
  std::string uri;
  std::map<std::string, LoadedKernel> kernels;  // by name, without .kd
};
using LoadedObjectPtr = std::shared_ptr<const LoadedObject>;

// Empty where HSA does not say. May throw bad_alloc.
std::vector<LoadedObjectPtr> LoadedObjectsOf(uint64_t executable);

// A kernel's descriptor has them, in steps in which the hardware allots them. `target`: gfx...
constexpr size_t kDescriptorBytes = 64;
Registers RegistersOf(const unsigned char (&descriptor)[kDescriptorBytes],
                      const std::string& target) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_LOADED_CODE_H_
