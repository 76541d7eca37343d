// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Any buffer size works, with pairs and with names; AddressSanitizer watches.
#include "fixture.h"

namespace rocjfr::test {
namespace {

class PoolSizes : public RoctracerTest {};
ROCJFR_BOTH_GENERATIONS(PoolSizes);

TEST_P(PoolSizes, From0To300) {
  size_t empty = 0;
  for (size_t size = 0; size <= 300; size += (size < 140 ? 1 : 7)) {
    Collector collector(size);
    collector.Open();
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    EXPECT_OK(roctracer_activity_push_external_correlation_id(size));
    size_t expected = 0;
    for (size_t i = 0; i < 8; ++i) {
      const std::string name(i * 20, 'k');
      stubhip_work_t work = kKernelWork;
      work.kernel = name.c_str();
      Run(STUBHIP_hipModuleLaunchKernel, kDispatch, work);
      expected += 3;
    }
    EXPECT_OK(roctracer_activity_pop_external_correlation_id(nullptr));
    EXPECT_OK(roctracer_close_pool());
    const auto records = collector.Records();
    EXPECT_EQ(records.size(), expected) << size;
    for (size_t i = 0; i < records.size(); ++i) {
      const auto& record = records[i].record;
      if (record.domain == ACTIVITY_DOMAIN_EXT_API) {
        EXPECT_EQ(record.external_id, size);
      }
      if (record.domain == ACTIVITY_DOMAIN_HIP_OPS && IsTracer()) {
        EXPECT_EQ(records[i].name.size(), (i / 3) * 20) << size;
        empty += records[i].name.empty();
      }
    }
  }
  EXPECT_EQ(empty > 0, IsTracer());
}

TEST_P(PoolSizes, PairsAreNeverDivided) {
  for (const size_t size : {64, 128, 191, 192, 256, 4096}) {
    Collector collector(size);
    bool divided = false;
    collector.on_buffer = [&](const char* begin, const char* end) {
      const auto* record = reinterpret_cast<const activity_record_t*>(begin);
      const auto* last = reinterpret_cast<const activity_record_t*>(end);
      for (; record < last; ++record) {
        if (record->domain != ACTIVITY_DOMAIN_EXT_API) continue;
        divided =
            divided || record + 1 == last || record[1].correlation_id != record->correlation_id;
      }
    };
    collector.Open();
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    for (int i = 0; i < 300; ++i) {
      if (i % 3 == 0) roctracer_activity_push_external_correlation_id(7);
      stub().Call(STUBHIP_hipMalloc);
      if (i % 3 == 0) roctracer_activity_pop_external_correlation_id(nullptr);
    }
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(collector.Count(), 400u) << size;
    EXPECT_FALSE(divided) << size;
  }
}

}  // namespace
}  // namespace rocjfr::test
