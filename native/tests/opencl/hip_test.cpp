// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP and OpenCL in one process: AMD's runtime on the software GPU, and the vendor of our own,
// since PoCL and HIP both bring LLVM, which may not be there twice.
#include <atomic>
#include <cstring>
#include <set>
#include <thread>

#include "fixture.h"
#include "hip_fixture.h"
#include "stub_vendor.h"
#include "transpose.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kCl = kClApi | kClOps;

class HipAndOpenCl : public HipTest, protected StubVendor {
 protected:
  void SetUp() override {
    Start({}, kApi | kOps);
    Load();
    Use();
  }
  // What was recorded, of HIP and of OpenCL.
  void Take(std::vector<Activity>* hip, Recorded* opencl) {
    for (Activity& one : Taken()) {
      const uint32_t domain = one.record.domain;
      if (domain == ROCJFR_DOMAIN_OPENCL_API) {
        opencl->calls.push_back(one);
      } else if (domain == ROCJFR_DOMAIN_OPENCL_OPS) {
        opencl->work.push_back(one);
      } else {
        hip->push_back(one);
      }
    }
    for (const Activity& call : opencl->calls) {
      opencl->call_of[call.record.correlation_id] = &call;
    }
  }
};

// Each thread uses both in turns.
TEST_F(HipAndOpenCl, EachHasItsOwn) {
  constexpr int kThreads = 4, kEach = 50, kAll = kThreads * kEach;
  const Transpose transpose(hip());
  transpose.Run();
  Forget();
  rocjfr_set_wanted(kApi | kOps | kCl);
  std::atomic<int> wrong{0}, ended{0};
  std::thread ender([&] {
    while (ended < kAll) {
      const int now = end_(8, CL_COMPLETE);
      ended += now;
      if (now == 0) std::this_thread::yield();
    }
  });
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      cl_command_queue queue = Queue(i % 2);
      for (int j = 0; j < kEach; ++j) {
        Launch(queue);
        if (!transpose.Run()) ++wrong;
      }
      By(queue).clReleaseCommandQueue(queue);
    });
  }
  for (std::thread& thread : threads) thread.join();
  ender.join();
  Finish();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(rocjfr_in_flight(), 0u);

  std::vector<Activity> of_hip;
  Recorded opencl;
  Take(&of_hip, &opencl);
  const Sorted sorted(of_hip);
  EXPECT_EQ(sorted.CallsOf("hipModuleLaunchKernel"), uint64_t{kAll});
  EXPECT_EQ(sorted.dispatches.size(), size_t{kAll});
  EXPECT_EQ(sorted.copies.size(), size_t{2 * kAll});
  for (const Activity& dispatch : sorted.dispatches) {
    EXPECT_EQ(sorted.CallOf(dispatch), "hipModuleLaunchKernel");
  }
  EXPECT_EQ(opencl.Count("clEnqueueNDRangeKernel"), size_t{kAll});
  ASSERT_EQ(opencl.work.size(), size_t{kAll});
  std::set<uint64_t> ids;
  for (const auto& call : sorted.calls) ids.insert(call.first);
  for (const Activity& call : opencl.calls) {
    EXPECT_TRUE(ids.insert(call.record.correlation_id).second) << "an id of both";
  }
  for (const Activity& piece : opencl.work) {
    const auto call = opencl.call_of.find(piece.record.correlation_id);
    ASSERT_NE(call, opencl.call_of.end());
    EXPECT_EQ(piece.thread_ref(), call->second->thread_ref());
    EXPECT_EQ(piece.work.work_untimed, 0u);
  }
  for (const uint32_t domain : {ROCJFR_DOMAIN_HIP_API, ROCJFR_DOMAIN_HIP_OPS,
                                ROCJFR_DOMAIN_OPENCL_API, ROCJFR_DOMAIN_OPENCL_OPS}) {
    EXPECT_EQ(Lost(domain), 0u) << domain;
  }
}

// Who wants one has nothing of the other, nor is that touched.
TEST_F(HipAndOpenCl, AreWantedApart) {
  const auto* table = *reinterpret_cast<opencl::Dispatch**>(platform_);
  const opencl::Dispatch before = *table;
  const Transpose transpose(hip());
  cl_command_queue queue = Queue();
  const auto use = [&] {
    EXPECT_TRUE(transpose.Run());
    Launch(queue);
    EXPECT_EQ(end_(1, CL_COMPLETE), 1);
    Finish();
  };
  use();
  std::vector<Activity> of_hip;
  Recorded opencl;
  Take(&of_hip, &opencl);
  EXPECT_EQ(memcmp(&before, table, sizeof(before)), 0);
  EXPECT_EQ(Sorted(of_hip).dispatches.size(), 1u);
  EXPECT_EQ(opencl.calls.size() + opencl.work.size(), 0u);

  rocjfr_set_wanted(kCl);
  of_hip.clear();
  use();
  Take(&of_hip, &opencl);
  EXPECT_EQ(of_hip.size(), 0u);
  EXPECT_EQ(opencl.calls.size(), 1u);
  EXPECT_EQ(opencl.work.size(), 1u);
  rocjfr_set_wanted(kApi | kOps);
  EXPECT_EQ(memcmp(&before, table, sizeof(before)), 0);
}

}  // namespace
}  // namespace rocjfr::test
