// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statuses and error texts: AMD's, where AMD's library does not crash.
#include <atomic>
#include <thread>

#include "fixture.h"
#include "roctracer/roctracer_hsa.h"
#include "roctracer/roctx.h"

namespace rocjfr::test {
namespace {

class Statuses : public RoctracerTest {};
ROCJFR_BOTH_GENERATIONS(Statuses);

void Nothing(uint32_t, uint32_t, const void*, void*) {}
const auto kKfd = ACTIVITY_DOMAIN_KFD_API;
const auto kNoDomain = static_cast<activity_domain_t>(8);

TEST_P(Statuses, VersionIs41) {
  EXPECT_EQ(roctracer_version_major(), 4u);
  EXPECT_EQ(roctracer_version_minor(), 1u);
  EXPECT_EQ(roctracer_major_version(), 4u);
  EXPECT_EQ(roctracer_minor_version(), 1u);
}

TEST_P(Statuses, ErrorTextIsPerThreadAndSurvivesSuccess) {
  EXPECT_EQ(ErrorText(), "");
  EXPECT_EQ(roctracer_disable_op_callback(kKfd, 0), ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID);
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(ErrorText(), "roctracer_disable_op_callback(), invalid domain ID\n");
  std::thread([] { EXPECT_EQ(ErrorText(), ""); }).join();
  const char* const first = roctracer_error_string();
  const char* const second = roctracer_error_string();
  EXPECT_NE(first, second) << "copies, which the caller frees";
  EXPECT_STREQ(first, second);
  free(const_cast<char*>(first));
  free(const_cast<char*>(second));
}

TEST_P(Statuses, Callbacks) {
  for (const auto domain : {kKfd, kNoDomain}) {
    EXPECT_FAILS(roctracer_enable_op_callback(domain, 0, &Nothing, nullptr), -2,
                 "roctracer_enable_op_callback(), invalid domain ID");
    EXPECT_FAILS(roctracer_enable_domain_callback(domain, &Nothing, nullptr), -2,
                 "roctracer_enable_domain_callback(), invalid domain ID");
    EXPECT_FAILS(roctracer_disable_op_callback(domain, 0), -2,
                 "roctracer_disable_op_callback(), invalid domain ID");
    EXPECT_FAILS(roctracer_disable_domain_callback(domain), -2,
                 "roctracer_disable_domain_callback(), invalid domain ID");
  }
  roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, 1, 0);  // finds the runtime and its last id
  struct {
    activity_domain_t domain;
    uint32_t end;
  } const kEnds[] = {{ACTIVITY_DOMAIN_HIP_API, 2000},
                     {ACTIVITY_DOMAIN_HIP_OPS, 3},
                     {ACTIVITY_DOMAIN_ROCTX, 5},
                     {ACTIVITY_DOMAIN_EXT_API, 0},
                     {ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_NUMBER},
                     {ACTIVITY_DOMAIN_HSA_EVT, HSA_EVT_ID_NUMBER}};
  for (const auto& one : kEnds) {
    EXPECT_FAILS(roctracer_enable_op_callback(one.domain, one.end, &Nothing, nullptr), -3,
                 "roctracer_enable_op_callback(), invalid argument");
    EXPECT_FAILS(roctracer_disable_op_callback(one.domain, one.end), -3,
                 "roctracer_disable_op_callback(), invalid argument");
    if (one.end == 0) continue;
    EXPECT_FAILS(roctracer_enable_op_callback(one.domain, 0, nullptr, nullptr), -3,
                 "roctracer_enable_op_callback(), invalid argument");
    EXPECT_FAILS(roctracer_enable_domain_callback(one.domain, nullptr, nullptr), -3,
                 "roctracer_enable_domain_callback(), invalid argument");
    EXPECT_OK(roctracer_disable_op_callback(one.domain, 0));
    EXPECT_OK(roctracer_disable_domain_callback(one.domain));
  }
  EXPECT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_EXT_API, &Nothing, nullptr));
  EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_EXT_API));
  EXPECT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, 0, &Nothing, nullptr));
  EXPECT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_OPS, 0, &Nothing, nullptr));
  EXPECT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_OPS, &Nothing, nullptr));
}

// Nothing comes where the program has no HSA; and HIP's hook is not registered for it.
TEST_P(Statuses, HsaMayBeEnabledWithoutHsa) {
  Collector collector;
  collector.Open();
  for (const auto domain :
       {ACTIVITY_DOMAIN_HSA_API, ACTIVITY_DOMAIN_HSA_OPS, ACTIVITY_DOMAIN_HSA_EVT}) {
    EXPECT_OK(roctracer_enable_op_callback(domain, 0, &Nothing, nullptr));
    EXPECT_OK(roctracer_enable_domain_callback(domain, &Nothing, nullptr));
    EXPECT_OK(roctracer_enable_op_activity(domain, 0));
    EXPECT_OK(roctracer_enable_domain_activity(domain));
    EXPECT_OK(roctracer_disable_domain_activity(domain));
    EXPECT_OK(roctracer_disable_domain_callback(domain));
  }
  EXPECT_EQ(stub().Callbacks(), 0u);
}

// As with AMD's library on a machine that cannot sample the program counter.
TEST_P(Statuses, SamplesOfTheProgramCounterMayBeEnabledAndNeverCome) {
  EXPECT_EQ(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_RESERVED1),
            ROCTRACER_STATUS_ERROR_DEFAULT_POOL_UNDEFINED);
  Collector collector;
  collector.Open();
  EXPECT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_RESERVED1));
  EXPECT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_RESERVED1, &Nothing,
                                         nullptr));
  Run(STUBHIP_hipMemcpyAsync, kCopy, kCopyWork);
  EXPECT_EQ(stub().Callbacks(), 0u);
  EXPECT_OK(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_RESERVED1));
  EXPECT_OK(roctracer_close_pool());
  EXPECT_TRUE(collector.Records().empty());
}

TEST_P(Statuses, ActivitiesWithoutAPool) {
  const char* const kText = "roctracer_enable_activity_impl(), no default pool\n";
  // The pool is looked at before operation and domain ...
  for (const auto domain : {ACTIVITY_DOMAIN_HIP_API, ACTIVITY_DOMAIN_HIP_OPS, ACTIVITY_DOMAIN_ROCTX,
                            ACTIVITY_DOMAIN_HSA_API, ACTIVITY_DOMAIN_EXT_API, kKfd, kNoDomain}) {
    EXPECT_EQ(roctracer_enable_op_activity(domain, 100000), -4);
    EXPECT_EQ(ErrorText(), std::string("roctracer_enable_op_activity(), ") + kText);
    EXPECT_EQ(roctracer_enable_op_activity_expl(domain, 100000, nullptr), -4);
  }
  // ... by the domain calls after the domain.
  for (const auto domain : {ACTIVITY_DOMAIN_HIP_API, ACTIVITY_DOMAIN_HIP_OPS, ACTIVITY_DOMAIN_ROCTX,
                            ACTIVITY_DOMAIN_HSA_API}) {
    EXPECT_EQ(roctracer_enable_domain_activity(domain), -4);
    EXPECT_EQ(ErrorText(), std::string("roctracer_enable_domain_activity(), ") + kText);
    EXPECT_EQ(roctracer_enable_domain_activity_expl(domain, nullptr), -4);
  }
  EXPECT_EQ(roctracer_enable_domain_activity(kKfd), -2);
  EXPECT_EQ(roctracer_enable_domain_activity(kNoDomain), -2);
  EXPECT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_EXT_API));
}

TEST_P(Statuses, ActivitiesWithAPool) {
  Collector collector;
  collector.Open();
  EXPECT_FAILS(roctracer_enable_op_activity(kKfd, 0), -2,
               "roctracer_enable_op_activity(), invalid domain ID");
  EXPECT_FAILS(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, 3), -3,
               "roctracer_enable_op_activity(), invalid argument");
  EXPECT_FAILS(roctracer_enable_op_activity(ACTIVITY_DOMAIN_EXT_API, 0), -3,
               "roctracer_enable_op_activity(), invalid argument");
  EXPECT_FAILS(roctracer_disable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, 3), -3,
               "roctracer_disable_op_activity(), invalid argument");
  EXPECT_FAILS(roctracer_disable_domain_activity(kKfd), -2,
               "roctracer_disable_domain_activity(), invalid domain ID");
  EXPECT_OK(roctracer_enable_op_activity(ACTIVITY_DOMAIN_ROCTX, 0));
  EXPECT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_ROCTX));
  EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
  int other = 0;
  EXPECT_FAILS(roctracer_enable_op_activity_expl(ACTIVITY_DOMAIN_HIP_OPS, 0, &other), -3,
               "roctracer_enable_op_activity_expl(), not an open pool");
}

TEST_P(Statuses, Pools) {
  EXPECT_OK(roctracer_close_pool());
  EXPECT_OK(roctracer_flush_activity());
  EXPECT_EQ(roctracer_default_pool(), nullptr);
  EXPECT_EQ(roctracer_open_pool(nullptr), -3);
  roctracer_pool_t* pool = nullptr;
  EXPECT_EQ(roctracer_open_pool_expl(nullptr, &pool), -3);
  roctracer_properties_t no_callback = {};
  no_callback.buffer_size = 4096;
  EXPECT_EQ(roctracer_open_pool(&no_callback), -3);

  Collector first, second;
  first.Open();
  EXPECT_FAILS(roctracer_open_pool(&second.properties()), -5,
               "roctracer_open_pool(), roctracer_open_pool_impl(), default pool already set");
  EXPECT_FAILS(roctracer_open_pool_expl(&second.properties(), nullptr), -5,
               "roctracer_open_pool_expl(), roctracer_open_pool_impl(), default pool already set");
  pool = second.OpenExplicit();
  roctracer_pool_t* const default_pool = roctracer_default_pool();
  ASSERT_NE(default_pool, nullptr);
  EXPECT_NE(default_pool, pool);
  EXPECT_EQ(roctracer_default_pool_expl(nullptr), default_pool);
  EXPECT_EQ(roctracer_default_pool_expl(pool), default_pool);
  EXPECT_EQ(roctracer_default_pool(), pool);
  EXPECT_OK(roctracer_close_pool_expl(pool));
  EXPECT_EQ(roctracer_default_pool(), nullptr) << "the default pool was closed";
  EXPECT_FAILS(roctracer_close_pool_expl(pool), -3,
               "roctracer_close_pool_expl(), not an open pool");
  EXPECT_FAILS(roctracer_flush_activity_expl(pool), -3,
               "roctracer_flush_activity_expl(), not an open pool");
  EXPECT_OK(roctracer_close_pool_expl(default_pool));
}

TEST_P(Statuses, PoolsWithoutMemory) {
  Collector collector;
  roctracer_properties_t properties = collector.properties();
  properties.alloc_fun = [](char**, size_t, void*) {};
  EXPECT_FAILS(roctracer_open_pool(&properties), -6,
               "roctracer_open_pool(), roctracer_open_pool_impl(), MemoryPool() error");
  properties = collector.properties();
  properties.buffer_size = SIZE_MAX;
  EXPECT_EQ(roctracer_open_pool(&properties), -6);
  EXPECT_EQ(roctracer_default_pool(), nullptr);
}

TEST_P(Statuses, SetProperties) {
  for (const auto domain :
       {ACTIVITY_DOMAIN_HIP_API, ACTIVITY_DOMAIN_HIP_OPS, ACTIVITY_DOMAIN_HSA_API,
        ACTIVITY_DOMAIN_HSA_OPS, ACTIVITY_DOMAIN_HSA_EVT}) {
    EXPECT_OK(roctracer_set_properties(domain, nullptr));
  }
  EXPECT_FAILS(roctracer_set_properties(ACTIVITY_DOMAIN_ROCTX, nullptr), -2,
               "roctracer_set_properties(), roctracer_set_properties(), invalid domain ID(6)");
  EXPECT_FAILS(roctracer_set_properties(kKfd, nullptr), -2,
               "roctracer_set_properties(), roctracer_set_properties(), invalid domain ID(4)");
  EXPECT_EQ(roctracer_set_properties(ACTIVITY_DOMAIN_EXT_API, nullptr), -3);
}

TEST_P(Statuses, NullArguments) {
  uint32_t op = 0;
  activity_record_t record = {};
  const activity_record_t* next = nullptr;
  EXPECT_EQ(roctracer_op_code(ACTIVITY_DOMAIN_HIP_API, nullptr, &op, nullptr), -3);
  EXPECT_EQ(roctracer_op_code(ACTIVITY_DOMAIN_HIP_API, "hipMalloc", nullptr, nullptr), -3);
  EXPECT_EQ(roctracer_next_record(nullptr, &next), -3);
  EXPECT_EQ(roctracer_next_record(&record, nullptr), -3);
  EXPECT_EQ(roctracer_get_timestamp(nullptr), -3);
  EXPECT_EQ(roctracer_rocjfr_lost_records(nullptr, nullptr), -4);
  roctracer_timestamp_t first = 0, second = 0;
  EXPECT_OK(roctracer_get_timestamp(&first));
  EXPECT_OK(roctracer_get_timestamp(&second));
  EXPECT_GT(first, 0u);
  EXPECT_LE(first, second);
}

// HIP is changed, ROCTX is not; what the specification's sample does succeeds.
TEST_P(Statuses, DeprecatedFunctionsChangeHip) {
  EXPECT_EQ(roctracer_enable_callback(nullptr, nullptr), -3);
  EXPECT_EQ(roctracer_enable_activity(), -4);
  EXPECT_EQ(roctracer_enable_activity_expl(nullptr), -4);
  Collector collector;
  collector.Open();
  static std::atomic<int> of_hip, others;
  EXPECT_OK(roctracer_enable_callback(
      [](uint32_t domain, uint32_t, const void*, void*) {
        ++(domain == ACTIVITY_DOMAIN_HIP_API ? of_hip : others);
      },
      nullptr));
  EXPECT_NE(stub().Callbacks(), 0u);
  EXPECT_OK(roctracer_enable_activity());
  EXPECT_OK(roctracer_enable_activity_expl(roctracer_default_pool()));
  roctxMark("not heard");
  Run(STUBHIP_hipMalloc, kCopy, kCopyWork);
  EXPECT_OK(roctracer_disable_api_callback());
  EXPECT_OK(roctracer_disable_api_activity());
  EXPECT_EQ(stub().Callbacks(), 0u);
  EXPECT_OK(roctracer_close_pool());
  EXPECT_EQ(collector.Count(), 2u);
  EXPECT_EQ(of_hip.load(), 2);
  EXPECT_EQ(others.load(), 0);
  EXPECT_EQ(roctracer_load(), 1);
  roctracer_unload();
  roctracer_flush_buf();
  roctracer_mark("mark");
}

}  // namespace
}  // namespace rocjfr::test
