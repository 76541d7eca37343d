// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// External correlation ids.
#include <thread>

#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

class ExternalIds : public RoctracerTest {};
ROCJFR_BOTH_GENERATIONS(ExternalIds);

TEST_P(ExternalIds, PushAndPop) {
  activity_correlation_id_t id = 1;
  EXPECT_FAILS(roctracer_activity_pop_external_correlation_id(&id), -7,
               "roctracer_activity_pop_external_correlation_id(), "
               "roctracer_activity_pop_external_correlation_id(), unbalanced external correlation "
               "id pop");
  EXPECT_EQ(id, 0u);
  EXPECT_EQ(roctracer_activity_pop_external_correlation_id(nullptr), -7);
  constexpr uint64_t kDepth = 1000;  // without a bound
  for (uint64_t i = 0; i < kDepth; ++i) {
    EXPECT_OK(roctracer_activity_push_external_correlation_id(i));
  }
  std::thread([] {
    EXPECT_EQ(roctracer_activity_pop_external_correlation_id(nullptr), -7) << "a stack per thread";
  }).join();
  for (uint64_t i = kDepth; i-- > 0;) {
    EXPECT_OK(roctracer_activity_pop_external_correlation_id(&id));
    EXPECT_EQ(id, i);
  }
  EXPECT_OK(roctracer_activity_push_external_correlation_id(5));
  EXPECT_OK(roctracer_activity_pop_external_correlation_id(nullptr));
}

TEST_P(ExternalIds, StandDirectlyBeforeTheirRecord) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
  stub().Call(STUBHIP_hipMalloc);
  roctracer_activity_push_external_correlation_id(10);
  roctracer_activity_push_external_correlation_id(11);
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  roctracer_activity_pop_external_correlation_id(nullptr);
  // Looked at when the call returns.
  stub().Call(STUBHIP_hipMalloc, NoArguments{},
              [] { roctracer_activity_push_external_correlation_id(0); });
  roctracer_activity_pop_external_correlation_id(nullptr);
  stub().Call(STUBHIP_hipMalloc, NoArguments{},
              [] { roctracer_activity_pop_external_correlation_id(nullptr); });
  EXPECT_OK(roctracer_flush_activity());
  const auto records = collector.Records();
  // malloc; 11, copy; the copy's work; 0, malloc; malloc
  const uint32_t api = ACTIVITY_DOMAIN_HIP_API, ops = ACTIVITY_DOMAIN_HIP_OPS,
                 ext = ACTIVITY_DOMAIN_EXT_API;
  const std::vector<uint32_t> domains = {api, ext, api, ops, ext, api, api};
  ASSERT_EQ(records.size(), domains.size());
  for (size_t i = 0; i < domains.size(); ++i) EXPECT_EQ(records[i].record.domain, domains[i]) << i;
  for (const size_t i : {1, 4}) {
    const activity_record_t& external = records[i].record;
    EXPECT_EQ(external.op, uint32_t{ACTIVITY_EXT_OP_EXTERN_ID});
    EXPECT_EQ(external.external_id, i == 1 ? 11u : 0u);
    EXPECT_EQ(external.correlation_id, records[i + 1].record.correlation_id);
    EXPECT_EQ(external.kind, 0u);
    EXPECT_EQ(external.begin_ns, 0u);
    EXPECT_EQ(external.end_ns, 0u);
    EXPECT_EQ(external.bytes, 0u);
  }
}

// Another client's ids (Java's) neither show nor mask.
TEST_P(ExternalIds, AreThisClientsOwn) {
  Collector collector;
  collector.Open();
  ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, 99);
  stub().Call(STUBHIP_hipMalloc);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 1u);
  uint64_t id = 0;
  rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, &id);
  EXPECT_EQ(id, 99u);
}

}  // namespace
}  // namespace rocjfr::test
