// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The loader's layers, on a vendor of our own.
#include <CL/cl_layer.h>

#include <cstring>

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
