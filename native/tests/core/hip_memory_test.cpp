// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is known of the memory that a program allocates and frees on a real runtime.
#include <vector>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kMemory = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_MEMORY);

class HipMemory : public HipTest {
 protected:
  // Before HIP is used: later a capture may be open that nobody saw begin.
  void Follow() {
    Initialize();
    hip_ = std::make_unique<Hip>();
    ASSERT_EQ(rocjfr_set_wanted(kMemory), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_ON}) << RuntimeInfo().message;
  }
  static rocjfr_memory_t OnDevice() {
    std::vector<rocjfr_memory_t> rows(500);
    rows.resize(rocjfr_memory(rows.data(), 500));
    for (const auto& row : rows) {
      if (row.device == 0 && row.kind == 0) return row;
    }
    return {};
  }
};

TEST_F(HipMemory, AFailedFreeTakesNothingAwayAndIsNoUnknownOne) {
  Follow();
  void* one = nullptr;
  void* other = nullptr;
  hip().Do("hipMalloc", &one, size_t{4096});
  hip().Do("hipMalloc", &other, size_t{8192});
  EXPECT_EQ(OnDevice().bytes, 12288u);
  int none = 0;
  EXPECT_NE(hip()("hipFree", static_cast<void*>(&none)), 0) << "the program's own memory";
  EXPECT_EQ(OnDevice().bytes, 12288u);
  hip().Do("hipFree", one);
  EXPECT_EQ(OnDevice().bytes, 8192u);
  EXPECT_NE(hip()("hipFree", one), 0) << "a second time";
  EXPECT_EQ(OnDevice().bytes, 8192u);
  EXPECT_EQ(OnDevice().count, 1u);
  EXPECT_EQ(OnDevice().failed_frees, 2u);
  EXPECT_EQ(OnDevice().unknown_frees, 0u);
  hip().Do("hipFree", static_cast<void*>(nullptr));
  hip().Do("hipFree", other);
  EXPECT_EQ(OnDevice().bytes, 0u);
}

TEST_F(HipMemory, AFreeOfWhatWasAllocatedBeforeIsUnknown) {
  Initialize();
  LoadHip();
  void* before = nullptr;
  hip().Do("hipMalloc", &before, size_t{4096});
  ASSERT_EQ(rocjfr_set_wanted(kMemory), ROCJFR_STATUS_SUCCESS);
  void* one = nullptr;
  hip().Do("hipMalloc", &one, size_t{4096});
  hip().Do("hipFree", before);
  EXPECT_EQ(OnDevice().bytes, 4096u);
  EXPECT_EQ(OnDevice().unknown_frees, 1u);
  EXPECT_EQ(OnDevice().failed_frees, 0u);
}

}  // namespace
}  // namespace rocjfr::test
