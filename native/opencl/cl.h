// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// OpenCL's headers as this room uses them, and the vendors' table of functions.
#ifndef ROCJFR_OPENCL_CL_H_
#define ROCJFR_OPENCL_CL_H_

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#define CL_ENABLE_BETA_EXTENSIONS  // cl_khr_command_buffer, which newer headers hide
#include <CL/cl_icd.h>

#include <cstddef>
#include <cstdint>

namespace rocjfr::opencl {

// Each object of a vendor's begins with the address of its platform's table.
using Dispatch = cl_icd_dispatch;
constexpr uint32_t kTableEntries = sizeof(Dispatch) / sizeof(void*);

// The type of a function: the table's member has it in all headers, whatever they call it.
#define ROCJFR_CL_TYPE(name) decltype(::rocjfr::opencl::Dispatch::name)

}  // namespace rocjfr::opencl

#endif  // ROCJFR_OPENCL_CL_H_
