// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What other native libraries are told (rocjfr/client.h) beside what roctracer's tests show: what
// calls submit and which record finishes it, ids of one's own, roctx calls without a record.
#include "rocjfr/client.h"

#include <thread>
#include <vector>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

struct Told {
  uint32_t phase, submits;
  bool knows_arguments;
};
std::vector<Told> g_calls;
std::vector<uint32_t> g_finishes;
struct RoctxCall {
  uint32_t op;
  std::string message;
  uint64_t id;
};
std::vector<RoctxCall> g_roctx;

constexpr rocjfr_client_t kClient = {
    sizeof(rocjfr_client_t),
    [](const rocjfr_call_t* call) {
      g_calls.push_back({call->phase, call->submits, call->submit != nullptr});
    },
    [](const rocjfr_record_t*, const rocjfr_submit_t*, const char*) {
      g_finishes.push_back(rocjfr_op_finishes());
    },
    [](uint32_t op, const char* message, uint64_t id) {
      g_roctx.push_back({op, message == nullptr ? "" : message, id});
    }};

class ClientTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const rocjfr_options_t options = {sizeof(options), 1u << 20, 64u << 20, 0, 0, 0, 0};
    ASSERT_EQ(rocjfr_initialize(&options, nullptr, 0), ROCJFR_STATUS_SUCCESS);
    ASSERT_EQ(rocjfr_connect_client(ROCJFR_CLIENT_ROCPROFILER, &kClient), ROCJFR_STATUS_SUCCESS);
  }
  static void Want(uint32_t domains) {
    rocjfr_client_want_api(ROCJFR_CLIENT_ROCPROFILER, nullptr, 0);
    ASSERT_EQ(rocjfr_client_want(ROCJFR_CLIENT_ROCPROFILER, domains), ROCJFR_STATUS_SUCCESS);
    rocjfr_poll();
    EXPECT_EQ(rocjfr_wanted(), domains);
  }
};
INSTANTIATE_TEST_SUITE_P(Hooks, ClientTest, testing::Values("tracer", "register"));

TEST_P(ClientTest, IsToldWhatACallSubmitsAndWhatFinishesIt) {
  const Stub stub(GetParam());
  Want(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS));
  stub.Call(STUBHIP_hipGetDevice);
  const stubhip_command_t copy = stub.CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, 1);
  EXPECT_TRUE(stub.Complete(copy, kCopyWork));
  ASSERT_EQ(g_calls.size(), 4u);
  for (const Told& told : {g_calls[0], g_calls[1]}) {
    EXPECT_EQ(told.submits, 0u);
    EXPECT_FALSE(told.knows_arguments);
  }
  for (const Told& told : {g_calls[2], g_calls[3]}) {
    EXPECT_EQ(told.submits, 1u);
    EXPECT_TRUE(told.knows_arguments);
  }
  EXPECT_EQ(g_finishes, std::vector<uint32_t>{1});
  Want(0);
}

TEST_P(ClientTest, KeepsItsWorkInFlightWhenJavaStops) {
  const Stub stub(GetParam());
  Want(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS));
  ASSERT_EQ(rocjfr_set_wanted(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API)), ROCJFR_STATUS_SUCCESS);
  const stubhip_command_t copy = stub.CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, 1);
  ASSERT_EQ(rocjfr_set_wanted(0), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_abandon_in_flight(), 0u);
  EXPECT_EQ(rocjfr_in_flight(), 1u);
  EXPECT_TRUE(stub.Complete(copy, kCopyWork));
  EXPECT_EQ(g_finishes, std::vector<uint32_t>{1});
  EXPECT_EQ(rocjfr_in_flight(), 0u);
  Want(0);
}

TEST_P(ClientTest, TakesCorrelationIdsThatNoCallHas) {
  const uint64_t first = rocjfr_take_correlation_id();
  const uint64_t second = rocjfr_take_correlation_id();
  EXPECT_NE(first, 0u);
  EXPECT_GT(second, first);
  uint64_t other = 0;
  std::thread([&] { other = rocjfr_take_correlation_id(); }).join();
  EXPECT_NE(other, first);
  EXPECT_NE(other, second);
}

TEST_P(ClientTest, IsToldOfRoctxCallsWithoutRecords) {
  rocjfr_roctx_tell(ROCJFR_ROCTX_PAUSE, nullptr, 1);
  Want(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX));
  rocjfr_roctx_tell(ROCJFR_ROCTX_NAME_OS_THREAD, "main", 42);
  ASSERT_EQ(g_roctx.size(), 1u) << "not while it is not wanted";
  EXPECT_EQ(g_roctx[0].op, uint32_t{ROCJFR_ROCTX_NAME_OS_THREAD});
  EXPECT_EQ(g_roctx[0].message, "main");
  EXPECT_EQ(g_roctx[0].id, 42u);
  Want(0);
}

TEST_P(ClientTest, HasOneFunctionForTheStartOfHsa) {
  EXPECT_EQ(rocjfr_at_hsa_start([] {}), ROCJFR_STATUS_SUCCESS);
  EXPECT_EQ(rocjfr_at_hsa_start([] {}), ROCJFR_STATUS_UNSUPPORTED);
}

}  // namespace
}  // namespace rocjfr::test
