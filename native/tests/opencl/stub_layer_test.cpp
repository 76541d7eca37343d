// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The loader's layers, on a vendor of our own.
#include <CL/cl_layer.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "fixture.h"
#include "stub_vendor.h"

namespace rocjfr::test {
namespace {

using opencl::Dispatch;

class StubLayerTest : public OpenClTest, protected StubVendor {
 protected:
  void SetUp() override {}
};

// Where the loader makes the tables itself nobody calls through the vendor's: we are a layer.
TEST_F(StubLayerTest, ALayerWhereTablesCannotBePatched) {
  static Dispatch tagged;
  static Dispatch loaders;
  options_.table = &tagged;
  Begin();
  Load();
  const auto fill = Find<void (*)(Dispatch*, bool)>("stub_fill");
  fill(&tagged, true);
  fill(&loaders, true);
  const uintptr_t tag = 0x4F50454E434C3331;
  memcpy(static_cast<void*>(&tagged), &tag, sizeof(tag));
  // As newer loaders do; the older way in is another test's.
  using Initialize =
      cl_int(CL_API_CALL*)(cl_uint, const Dispatch*, cl_uint*, const Dispatch**, const void*);
  const auto initialize =
      reinterpret_cast<Initialize>(dlsym(RTLD_DEFAULT, "clInitLayerWithProperties"));
  ASSERT_NE(initialize, nullptr);
  cl_uint used = 0;
  const Dispatch* layer = nullptr;
  ASSERT_EQ(initialize(opencl::kTableEntries, &loaders, &used, &layer, nullptr), CL_SUCCESS);
  ASSERT_EQ(used, opencl::kTableEntries);
  using Platforms = cl_int (*)(cl_uint, cl_platform_id*, cl_uint*);
  Find<Platforms>("clIcdGetPlatformIDsKHR")(1, &platform_, nullptr);
  EXPECT_STREQ(Info().way, "layer");
  layer->clGetDeviceIDs(platform_, CL_DEVICE_TYPE_ALL, 2, devices_, nullptr);
  context_ = layer->clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr);
  ASSERT_NE(context_, nullptr);
  kernel_ = Find<cl_kernel (*)()>("stub_kernel")();
  cl_command_queue queue = layer->clCreateCommandQueue(context_, devices_[1], 0, nullptr);
  const size_t one = 1;
  ASSERT_EQ(
      layer->clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &one, &one, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(end_(1, CL_COMPLETE), 1);
  const Recorded recorded = Take();
  EXPECT_EQ(recorded.Count("clEnqueueNDRangeKernel"), 1u);
  EXPECT_EQ(recorded.Count("clCreateContextFromType"), 1u);
  EXPECT_EQ(recorded.work.size(), 1u);
  rocjfr_set_wanted(0);
  EXPECT_STREQ(Info().way, "off");
}

// Other layers lie below us, and what the vendor lacks the loader has: calls go on to where the
// loader said, and not to the vendor.
TEST_F(StubLayerTest, ALayersCallsGoOnToTheNextLayer) {
  static Dispatch tagged, loaders, vendors;
  static int passed = 0;
  options_.table = &tagged;
  Begin();
  Load();
  const auto fill = Find<void (*)(Dispatch*, bool)>("stub_fill");
  fill(&tagged, true);
  fill(&vendors, true);
  fill(&loaders, true);
  const uintptr_t tag = 0x4F50454E434C3331;
  memcpy(static_cast<void*>(&tagged), &tag, sizeof(tag));
  loaders.clFlush = [](cl_command_queue) -> cl_int { return CL_INVALID_OPERATION; };
  loaders.clRetainCommandQueue = [](cl_command_queue queue) {
    ++passed;
    return vendors.clRetainCommandQueue(queue);
  };
  loaders.clReleaseCommandQueue = [](cl_command_queue queue) -> cl_int {
    return queue == nullptr ? CL_INVALID_COMMAND_QUEUE : vendors.clReleaseCommandQueue(queue);
  };
  const auto initialize = reinterpret_cast<pfn_clInitLayer>(dlsym(RTLD_DEFAULT, "clInitLayer"));
  ASSERT_NE(initialize, nullptr);
  cl_uint used = 0;
  const Dispatch* layer = nullptr;
  ASSERT_EQ(initialize(opencl::kTableEntries, &loaders, &used, &layer), CL_SUCCESS);
  using Platforms = cl_int (*)(cl_uint, cl_platform_id*, cl_uint*);
  Find<Platforms>("clIcdGetPlatformIDsKHR")(1, &platform_, nullptr);
  layer->clGetDeviceIDs(platform_, CL_DEVICE_TYPE_ALL, 2, devices_, nullptr);
  context_ = layer->clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr);
  cl_command_queue queue = layer->clCreateCommandQueue(context_, devices_[0], 0, nullptr);
  EXPECT_EQ(Info().hidden_queues, 1u);
  EXPECT_EQ(layer->clRetainCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(passed, 1);
  EXPECT_EQ(layer->clFlush(queue), CL_INVALID_OPERATION);
  // Which a loader finds out behind its layers.
  EXPECT_EQ(layer->clReleaseCommandQueue(nullptr), CL_INVALID_COMMAND_QUEUE);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(layer->clReleaseCommandQueue(queue), CL_SUCCESS);
}

// Of two vendors only one can be patched: its calls are recorded by its table, or by the layer, and
// what names no vendor is the loader's to answer.
TEST_F(StubLayerTest, ALayerBesideAVendorThatIsPatched) {
  static Dispatch tagged, loaders;
  static cl_platform_id patched = nullptr;
  Begin();
  Load();
  using Platforms = cl_int (*)(cl_uint, cl_platform_id*, cl_uint*);
  Find<Platforms>("clIcdGetPlatformIDsKHR")(1, &patched, nullptr);
  rocjfr_poll();
  ASSERT_STREQ(Info().way, "tables patched");
  Dl_info place = {};
  ASSERT_NE(dladdr(dlsym(library_, "stub_fill"), &place), 0);
  const std::string copy = testing::TempDir() + "libstubopencl_" + std::to_string(getpid()) + ".so";
  std::filesystem::copy_file(place.dli_fname, copy);
  library_ = dlopen(copy.c_str(), RTLD_NOW);
  std::filesystem::remove(copy);
  ASSERT_NE(library_, nullptr) << dlerror();
  options_.table = &tagged;
  Find<void (*)(const StubOptions*)>("stub_configure")(&options_);
  const auto fill = Find<void (*)(Dispatch*, bool)>("stub_fill");
  fill(&tagged, true);
  fill(&loaders, true);
  const uintptr_t tag = 0x4F50454E434C3331;
  memcpy(static_cast<void*>(&tagged), &tag, sizeof(tag));
  loaders.clFlush = [](cl_command_queue) -> cl_int { return CL_INVALID_OPERATION; };
  loaders.clCreateContextFromType = [](auto... arguments) {
    return By(patched).clCreateContextFromType(arguments...);
  };
  const auto initialize = reinterpret_cast<pfn_clInitLayer>(dlsym(RTLD_DEFAULT, "clInitLayer"));
  cl_uint used = 0;
  const Dispatch* layer = nullptr;
  ASSERT_EQ(initialize(opencl::kTableEntries, &loaders, &used, &layer), CL_SUCCESS);
  ASSERT_EQ(Info().platforms, 2u);
  EXPECT_EQ(layer->clGetDeviceIDs(patched, CL_DEVICE_TYPE_ALL, 2, devices_, nullptr), CL_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NE(
        layer->clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr),
        nullptr);
  }
  EXPECT_EQ(layer->clFlush(nullptr), CL_INVALID_OPERATION);
  const Recorded recorded = Take();
  EXPECT_EQ(recorded.Count("clGetDeviceIDs"), 1u);
  EXPECT_EQ(recorded.Count("clCreateContextFromType"), 2u);
}

// A loader that ends takes its table along, and may begin again. Of a vendor that we do not know
// the work is lost that was in flight.
TEST_F(StubLayerTest, ALayersLoaderMayEndWhileWorkIsInFlight) {
  static Dispatch tagged, unknown;
  static Dispatch loaders;
  Dispatch vendors = {};
  options_.table = &tagged;
  Begin();
  Load();
  const auto fill = Find<void (*)(Dispatch*, bool)>("stub_fill");
  fill(&tagged, true);
  fill(&vendors, true);
  const uintptr_t tag = 0x4F50454E434C3331;
  memcpy(static_cast<void*>(&tagged), &tag, sizeof(tag));
  rocjfr_poll();
  options_.table = &unknown;
  Find<void (*)(const StubOptions*)>("stub_configure")(&options_);
  using Initialize =
      cl_int(CL_API_CALL*)(cl_uint, const Dispatch*, cl_uint*, const Dispatch**, const void*);
  const auto initialize =
      reinterpret_cast<Initialize>(dlsym(RTLD_DEFAULT, "clInitLayerWithProperties"));
  const auto end = reinterpret_cast<cl_int(CL_API_CALL*)()>(dlsym(RTLD_DEFAULT, "clDeinitLayer"));
  ASSERT_NE(initialize, nullptr);
  ASSERT_NE(end, nullptr);
  using Platforms = cl_int (*)(cl_uint, cl_platform_id*, cl_uint*);
  for (uint64_t i = 1; i <= 2; ++i) {
    fill(&loaders, true);
    cl_uint used = 0;
    const Dispatch* layer = nullptr;
    ASSERT_EQ(initialize(opencl::kTableEntries, &loaders, &used, &layer, nullptr), CL_SUCCESS);
    Find<Platforms>("clIcdGetPlatformIDsKHR")(1, &platform_, nullptr);
    layer->clGetDeviceIDs(platform_, CL_DEVICE_TYPE_ALL, 2, devices_, nullptr);
    context_ =
        layer->clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr);
    kernel_ = Find<cl_kernel (*)()>("stub_kernel")();
    cl_command_queue queue = layer->clCreateCommandQueue(context_, devices_[1], 0, nullptr);
    const size_t one = 1;
    cl_event last = nullptr;
    for (cl_event* event : {static_cast<cl_event*>(nullptr), &last}) {
      ASSERT_EQ(
          layer->clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &one, &one, 0, nullptr, event),
          CL_SUCCESS);
    }
    EXPECT_EQ(end_(1, CL_COMPLETE), 1);
    EXPECT_EQ(end(), CL_SUCCESS);
    loaders = {};
    EXPECT_EQ(end_(1, CL_COMPLETE), 1);
    EXPECT_EQ(Take().work.size(), 1u);
    EXPECT_EQ(rocjfr_lost(ROCJFR_DOMAIN_OPENCL_OPS, ROCJFR_LOST_IN_FLIGHT), i);
    EXPECT_EQ(rocjfr_in_flight(), 0u);
    EXPECT_STREQ(Info().way, "none");
    // The program's reference, and ours, which nobody can give back for us any more.
    for (int j = 0; j < 2; ++j) EXPECT_EQ(vendors.clReleaseEvent(last), CL_SUCCESS);
  }
}

TEST_F(StubLayerTest, NoLayerWhereTablesCanBePatched) {
  Begin();
  Load();
  const auto initialize = reinterpret_cast<pfn_clInitLayer>(dlsym(RTLD_DEFAULT, "clInitLayer"));
  Dispatch loaders = {};
  cl_uint used = 0;
  const Dispatch* layer = nullptr;
  EXPECT_NE(initialize(opencl::kTableEntries, &loaders, &used, &layer), CL_SUCCESS);
  EXPECT_STREQ(Info().way, "tables patched");
}

}  // namespace
}  // namespace rocjfr::test
