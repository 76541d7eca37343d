// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA's tables of functions, which tools are given: laid out as those of one release of ROCm.

#ifndef ROCJFR_SOFTGPU_API_TABLES_H_
#define ROCJFR_SOFTGPU_API_TABLES_H_

#include <cstddef>
#include <cstdint>

namespace rocjfr::softgpu {

enum class Table { k_core, k_amd, k_image, k_finalizer };

struct Function {
  const char* name;
  Table table;
  uint32_t since;    // the table has it if it has at least so many bytes
  void* const* own;  // what the software GPU does itself
  void*** slot;      // where the exported function jumps
};
/// All functions, in the order of their tables (entry_points.cpp).
extern const Function kFunctions[];
extern const size_t kFunctionCount;

/// What all tables begin with.
struct TableVersion {
  uint32_t major_id;
  uint32_t minor_id;  // bytes of the table
  uint32_t step_id;
  uint32_t reserved;
};

struct RootTable {
  TableVersion version;
  void* core;
  void* amd;
  void* finalizer;
  void* image;
  void* tools;
  void* pc_sampling;
};

/// The tables as SOFTGPU_ROCM says, with the software GPU's own functions in them; exported
/// functions go through them from now on. What tools had put there before is gone.
RootTable* reset_tables();

/// What HSA tells tools of scratch memory, by the table `tools`: hsa_amd_tool_event_kind_t and the
/// event's structure. Nothing where the release has no such table.
void tell_scratch(int event, const void* data);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_API_TABLES_H_
