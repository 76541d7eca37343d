// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program on the vendor of our own. Calls go by the objects' table, as a loader's do.
#ifndef ROCJFR_TESTS_OPENCL_STUB_VENDOR_H_
#define ROCJFR_TESTS_OPENCL_STUB_VENDOR_H_

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "opencl/functions.h"
#include "rocjfr/rocjfr.h"
#include "stubopencl/stubopencl.h"

namespace rocjfr::test {

template <typename Object>
const opencl::Dispatch& By(Object object) {
  return **reinterpret_cast<opencl::Dispatch**>(object);
}

class StubVendor {
 protected:
  StubOptions options_ = {"OpenCL 3.0 stub", nullptr, {0, 0}, {true, true}, false, false};

  template <typename Function>
  Function Find(const char* name) {
    auto function = reinterpret_cast<Function>(dlsym(library_, name));
    EXPECT_NE(function, nullptr) << name;
    return function;
  }
  void Load() {
    library_ = dlopen("libstubopencl.so", RTLD_NOW);
    ASSERT_NE(library_, nullptr) << dlerror();
    Find<void (*)(const StubOptions*)>("stub_configure")(&options_);
    end_ = Find<int (*)(int, cl_int)>("stub_end");
    events_ = Find<int (*)()>("stub_events");
  }
  void Use() {
    using Platforms = cl_int (*)(cl_uint, cl_platform_id*, cl_uint*);
    Find<Platforms>("clIcdGetPlatformIDsKHR")(1, &platform_, nullptr);
    rocjfr_poll();
    By(platform_).clGetDeviceIDs(platform_, CL_DEVICE_TYPE_ALL, 2, devices_, nullptr);
    context_ = By(devices_[0]).clCreateContext(nullptr, 2, devices_, nullptr, nullptr, nullptr);
    kernel_ = Find<cl_kernel (*)()>("stub_kernel")();
  }
  cl_command_queue Queue(int device = 0) {
    return By(context_).clCreateCommandQueue(context_, devices_[device], 0, nullptr);
  }
  void Launch(cl_command_queue queue, cl_event* event = nullptr) {
    const size_t one = 1;
    EXPECT_EQ(
        By(queue).clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &one, &one, 0, nullptr, event),
        CL_SUCCESS);
  }

  void* library_ = nullptr;
  int (*end_)(int, cl_int) = nullptr;
  int (*events_)() = nullptr;
  cl_platform_id platform_ = nullptr;
  cl_device_id devices_[2] = {};
  cl_context context_ = nullptr;
  cl_kernel kernel_ = nullptr;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_OPENCL_STUB_VENDOR_H_
