// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Arguments that a vendor refuses without a look at what they point to: nor do we look there.
#include <sys/mman.h>
#include <unistd.h>

#include "fixture.h"
#include "stub_vendor.h"

namespace rocjfr::test {
namespace {

using opencl::Dispatch;

// Nothing is there.
template <typename T>
T* Wrong() {
  return reinterpret_cast<T*>(0x5000);
}
cl_kernel WrongKernel() {
  return reinterpret_cast<cl_kernel>(0x5000);
}
cl_device_id WrongDevice() {
  return reinterpret_cast<cl_device_id>(0x5000);
}
cl_mem WrongMemory() {
  return reinterpret_cast<cl_mem>(0x5000);
}

// Has every function that we replace refuse, but those by which the program gets its objects.
#define REFUSE(function) table.function = [](auto...) -> cl_int { return CL_INVALID_VALUE; }

class StubPointersTest : public OpenClTest, protected StubVendor {
 protected:
  void SetUp() override {
    static Dispatch table;
    options_.table = &table;
    Begin();
    ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);
    Load();
    Find<void (*)(Dispatch*, bool)>("stub_fill")(&table, true);
    REFUSE(clEnqueueNDRangeKernel);
    REFUSE(clEnqueueTask);
    REFUSE(clEnqueueNativeKernel);
    REFUSE(clEnqueueReadBufferRect);
    REFUSE(clEnqueueWriteBufferRect);
    REFUSE(clEnqueueCopyBufferRect);
    REFUSE(clEnqueueReadImage);
    REFUSE(clEnqueueWriteImage);
    REFUSE(clEnqueueCopyImage);
    REFUSE(clEnqueueCopyImageToBuffer);
    REFUSE(clEnqueueCopyBufferToImage);
    REFUSE(clEnqueueFillImage);
    REFUSE(clEnqueueMigrateMemObjects);
    REFUSE(clEnqueueSVMFree);
    REFUSE(clEnqueueSVMMigrateMem);
    table.clEnqueueMapImage = [](auto... all) -> void* {
      const auto given = std::tuple<decltype(all)...>(all...);
      *std::get<sizeof...(all) - 1>(given) = CL_INVALID_VALUE;
      return nullptr;
    };
    // As a vendor that trusts what it is given.
    table.clGetKernelInfo = [](cl_kernel kernel, cl_kernel_info, size_t, void*, size_t*) {
      return *reinterpret_cast<Dispatch**>(kernel) == nullptr ? CL_SUCCESS : CL_INVALID_KERNEL;
    };
    const auto trust = [](cl_mem memory, cl_uint, size_t, void*, size_t*) {
      return *reinterpret_cast<Dispatch**>(memory) == nullptr ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
    };
    table.clGetImageInfo = trust;
    table.clGetMemObjectInfo = trust;
    static const auto create = table.clCreateCommandQueue;
    table.clCreateCommandQueue = [](cl_context context, cl_device_id device,
                                    cl_command_queue_properties properties, cl_int* error) {
      if (device != WrongDevice()) return create(context, device, properties, error);
      *error = CL_INVALID_DEVICE;
      return cl_command_queue{};
    };
    table.clCreateCommandQueueWithProperties = [](cl_context, cl_device_id,
                                                  const cl_queue_properties*,
                                                  cl_int* error) -> cl_command_queue {
      *error = CL_INVALID_VALUE;
      return nullptr;
    };
    Use();
    queue_ = Queue();
    Take();
  }

  // One call was recorded, as one that failed.
  void ExpectRefused(const char* function) {
    const Recorded recorded = Take();
    EXPECT_EQ(recorded.Count(function), 1u) << function;
    for (const Activity& call : recorded.calls) EXPECT_GT(call.record.kind, 1u) << function;
    EXPECT_EQ(recorded.work.size(), 0u) << function;
  }

  cl_command_queue queue_ = nullptr;
};

#define EXPECT_REFUSED(function, ...)                                      \
  do {                                                                     \
    EXPECT_EQ(By(queue_).function(queue_, __VA_ARGS__), CL_INVALID_VALUE); \
    ExpectRefused(#function);                                              \
  } while (false)

TEST_F(StubPointersTest, OfKernels) {
  EXPECT_REFUSED(clEnqueueNDRangeKernel, WrongKernel(), 3, Wrong<size_t>(), Wrong<size_t>(),
                 Wrong<size_t>(), 1, Wrong<cl_event>(), Wrong<cl_event>());
  EXPECT_REFUSED(clEnqueueNDRangeKernel, kernel_, 3, nullptr, Wrong<size_t>(), Wrong<size_t>(), 0,
                 nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueTask, WrongKernel(), 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueNativeKernel, reinterpret_cast<void(CL_CALLBACK*)(void*)>(0x5000),
                 Wrong<void>(), 8, 1, Wrong<cl_mem>(), Wrong<const void*>(), 0, nullptr, nullptr);
}

TEST_F(StubPointersTest, OfRegions) {
  const auto* const wrong = Wrong<size_t>();
  EXPECT_REFUSED(clEnqueueReadBufferRect, nullptr, CL_TRUE, wrong, wrong, wrong, 0, 0, 0, 0,
                 Wrong<void>(), 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueWriteBufferRect, nullptr, CL_TRUE, wrong, wrong, wrong, 0, 0, 0, 0,
                 Wrong<void>(), 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueCopyBufferRect, nullptr, nullptr, wrong, wrong, wrong, 0, 0, 0, 0, 0,
                 nullptr, nullptr);
}

TEST_F(StubPointersTest, OfImages) {
  const auto* const wrong = Wrong<size_t>();
  const cl_mem image = WrongMemory();
  EXPECT_REFUSED(clEnqueueReadImage, image, CL_TRUE, wrong, wrong, 0, 0, Wrong<void>(), 0, nullptr,
                 nullptr);
  EXPECT_REFUSED(clEnqueueWriteImage, image, CL_TRUE, wrong, wrong, 0, 0, Wrong<void>(), 0, nullptr,
                 nullptr);
  EXPECT_REFUSED(clEnqueueCopyImage, image, image, wrong, wrong, wrong, 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueCopyImageToBuffer, image, image, wrong, wrong, 0, 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueCopyBufferToImage, image, image, 0, wrong, wrong, 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueFillImage, image, Wrong<void>(), wrong, wrong, 0, nullptr, nullptr);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(By(queue_).clEnqueueMapImage(queue_, image, CL_TRUE, 0, wrong, wrong, Wrong<size_t>(),
                                         Wrong<size_t>(), 0, nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  ExpectRefused("clEnqueueMapImage");
}

TEST_F(StubPointersTest, OfLists) {
  const cl_mem object = WrongMemory();
  EXPECT_REFUSED(clEnqueueMigrateMemObjects, 2, Wrong<cl_mem>(), 0, 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueMigrateMemObjects, 1, &object, 0, 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueMigrateMemObjects, UINT32_MAX, &object, 0, 0, nullptr, nullptr);
  EXPECT_REFUSED(clEnqueueSVMMigrateMem, 2, Wrong<const void*>(), Wrong<size_t>(), 0, 0, nullptr,
                 nullptr);
  EXPECT_REFUSED(clEnqueueSVMFree, 2, Wrong<void*>(), nullptr, nullptr, 0, nullptr, nullptr);
}

TEST_F(StubPointersTest, OfNewQueues) {
  cl_int error = CL_SUCCESS;
  const auto create = [&](cl_device_id device, const cl_queue_properties* list) {
    error = CL_SUCCESS;
    EXPECT_EQ(By(context_).clCreateCommandQueueWithProperties(context_, device, list, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_VALUE);
    ExpectRefused("clCreateCommandQueueWithProperties");
  };
  create(devices_[0], Wrong<cl_queue_properties>());
  create(WrongDevice(), nullptr);
  // A list that nothing ends before its memory does.
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  auto* const pages = static_cast<char*>(
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(munmap(pages + page, page), 0);
  auto* const list = reinterpret_cast<cl_queue_properties*>(pages);
  for (size_t i = 0; i < page / sizeof(*list); ++i) list[i] = 1;
  create(devices_[0], list);
}

TEST_F(StubPointersTest, OfADeviceOfNobodys) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(By(context_).clCreateCommandQueue(context_, WrongDevice(), 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  ExpectRefused("clCreateCommandQueue");
}

}  // namespace
}  // namespace rocjfr::test
