// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// OpenCL as a program has it: by the loader of this machine. A program of its own uses what a
// platform gives; which one is up to OCL_ICD_VENDORS.
#ifndef ROCJFR_TESTS_OPENCL_CL_PROGRAM_H_
#define ROCJFR_TESTS_OPENCL_CL_PROGRAM_H_

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "opencl/functions.h"

namespace rocjfr::test {

// The loader's functions by their names, null where it has none.
struct Cl : opencl::Dispatch {
  Cl() : opencl::Dispatch{} {
    library = dlopen("libOpenCL.so.1", RTLD_NOW);
    if (library == nullptr) return;
    Find("clGetPlatformIDs", &clGetPlatformIDs);
#define ROCJFR_FIND(name) Find(#name, &name);
    ROCJFR_OPENCL_TABLE(ROCJFR_FIND)
#undef ROCJFR_FIND
  }
  template <typename Function>
  void Find(const char* name, Function* function) {
    *function = reinterpret_cast<Function>(dlsym(library, name));
  }
  void* library = nullptr;
};

// A context and a queue on the first platform's first device, and a kernel that adds one to each of
// a buffer's ints.
class ClProgram {
 public:
  explicit ClProgram(const Cl& functions) : cl(functions) {
    cl_uint count = 0;
    if (cl.clGetPlatformIDs == nullptr || cl.clGetPlatformIDs(1, &platform, &count) != CL_SUCCESS ||
        count == 0) {
      return;
    }
    if (cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) return;
    cl_int error = 0;
    context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  bool works() const { return context != nullptr; }

  cl_command_queue Queue(cl_command_queue_properties properties = 0) const {
    cl_int error = 0;
    cl_command_queue queue = cl.clCreateCommandQueue(context, device, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return queue;
  }
  // Out of order, where the device has that (PoCL's; not AMD's).
  cl_command_queue_properties Unordered() const {
    cl_command_queue_properties has = 0;
    cl.clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof(has), &has, nullptr);
    return has & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  }
  cl_mem Buffer(size_t bytes) const {
    cl_int error = 0;
    cl_mem buffer = cl.clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return buffer;
  }
  cl_kernel Kernel(const char* name = "increment") {
    cl_int error = 0;
    if (program == nullptr) {
      const char* source =
          "__kernel void increment(__global int* v) { v[get_global_id(0)] += 1; }\n"
          "__kernel void nothing(void) {}\n";
      program = cl.clCreateProgramWithSource(context, 1, &source, nullptr, &error);
      EXPECT_EQ(error, CL_SUCCESS);
      EXPECT_EQ(cl.clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    }
    cl_kernel kernel = cl.clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return kernel;
  }
  cl_int Launch(cl_command_queue queue, cl_kernel kernel, size_t items, size_t local = 0,
                cl_event* event = nullptr) const {
    return cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items,
                                     local == 0 ? nullptr : &local, 0, nullptr, event);
  }

  const Cl& cl;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_program program = nullptr;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_OPENCL_CL_PROGRAM_H_
