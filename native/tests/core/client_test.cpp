// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What other native libraries are told (rocjfr/client.h) beside what roctracer's tests show: what
// calls submit and which record finishes it, ids of one's own, roctx calls without a record.
#include "rocjfr/client.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

struct Told {
  uint32_t phase, submits;
  bool knows_arguments;
  uint64_t correlation_id, begin_ns, end_ns, outer;
  uint32_t entered;
};
std::vector<Told> g_calls;
std::vector<uint32_t> g_finishes;
// Of what is in flight as each record is told.
std::vector<std::vector<rocjfr_call_in_flight_t>> g_in_flight;
std::vector<rocjfr_call_in_flight_t> InFlightNow() {
  std::vector<rocjfr_call_in_flight_t> calls;
  const auto keep = [](const rocjfr_call_in_flight_t* call, void* argument) {
    static_cast<decltype(calls)*>(argument)->push_back(*call);
  };
  EXPECT_EQ(rocjfr_each_in_flight(keep, &calls), ROCJFR_STATUS_SUCCESS);
  return calls;
}
struct RoctxCall {
  uint32_t op;
  std::string message;
  uint64_t id;
};
std::vector<RoctxCall> g_roctx;

constexpr rocjfr_client_t kClient = {
    sizeof(rocjfr_client_t),
    [](const rocjfr_call_t* call) {
      g_calls.push_back({call->phase, call->submits, call->submit != nullptr, call->correlation_id,
                         call->begin_ns, call->end_ns, call->outer, call->entered});
    },
    [](const rocjfr_record_t*, const rocjfr_submit_t*, const char*) {
      g_finishes.push_back(rocjfr_op_finishes());
      g_in_flight.push_back(InFlightNow());
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
  // Of calls all, and both phases with their times, but for what `wish` says.
  void Want(uint32_t domains) {
    wish.domains = domains;
    ASSERT_EQ(rocjfr_client_want(ROCJFR_CLIENT_ROCPROFILER, &wish), ROCJFR_STATUS_SUCCESS);
    rocjfr_poll();
    EXPECT_EQ(rocjfr_wanted(), domains);
  }
  rocjfr_wish_t wish = {sizeof(wish), 0, 0, nullptr, nullptr, nullptr, nullptr};
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

// As many records say that they finish a piece as the call says that it submitted.
TEST_P(ClientTest, IsToldHowManyPiecesACallSubmits) {
  const Stub stub(GetParam());
  Want(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS));
  stubhip_command_t copies[3];
  stub.Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
    for (auto& copy : copies) copy = stub.Submit(ROCJFR_OP_COPY);
    EXPECT_TRUE(stub.Complete(copies[0], kCopyWork));
  });
  for (int i = 1; i < 3; ++i) EXPECT_TRUE(stub.Complete(copies[i], kCopyWork));
  ASSERT_EQ(g_calls.size(), 2u);
  EXPECT_EQ(g_calls[1].submits, 3u);
  EXPECT_EQ(g_finishes, std::vector<uint32_t>(3, 1));
  Want(0);
}

// In flight until it was told: also while it is.
TEST_P(ClientTest, FindsWhatIsInFlight) {
  const Stub stub(GetParam());
  Want(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS));
  EXPECT_TRUE(InFlightNow().empty());
  stubhip_command_t copies[2];
  stub.Call(STUBHIP_hipMemcpyAsync, CopyArguments{}, [&] {
    for (auto& copy : copies) copy = stub.Submit(ROCJFR_OP_COPY);
  });
  const auto kernel =
      stub.CallAndSubmit(STUBHIP_hipModuleLaunchKernel, LaunchArguments{}, ROCJFR_OP_DISPATCH);
  ASSERT_EQ(g_calls.size(), 4u);
  const uint64_t copies_id = g_calls[0].correlation_id, kernel_id = g_calls[2].correlation_id;
  const auto pieces_of = [](const auto& calls, uint64_t correlation_id, uint32_t op) {
    int pieces = -1;
    for (const rocjfr_call_in_flight_t& call : calls) {
      if (call.correlation_id != correlation_id) continue;
      EXPECT_EQ(call.op, op);
      pieces = std::max(pieces, 0) + static_cast<int>(call.pieces);
    }
    return pieces;
  };
  const auto copies_in = [&](const auto& calls) {
    return pieces_of(calls, copies_id, ROCJFR_OP_COPY);
  };
  const auto kernels_in = [&](const auto& calls) {
    return pieces_of(calls, kernel_id, ROCJFR_OP_DISPATCH);
  };
  EXPECT_EQ(copies_in(InFlightNow()), 2);
  EXPECT_EQ(kernels_in(InFlightNow()), 1);
  stub.Complete(kernel, kKernelWork);
  EXPECT_EQ(kernels_in(g_in_flight[0]), 0) << "it is being told";
  EXPECT_EQ(kernels_in(InFlightNow()), -1);
  stub.Complete(copies[1], kCopyWork);
  EXPECT_EQ(copies_in(g_in_flight[1]), 1);
  EXPECT_EQ(copies_in(InFlightNow()), 1);
  stub.Complete(copies[0], kCopyWork);
  EXPECT_EQ(copies_in(g_in_flight[2]), 0);
  EXPECT_TRUE(InFlightNow().empty());
  Want(0);
}

// A graph's launch knows how many it has submitted when it ends, of which one has come.
TEST_P(ClientTest, IsToldHowManyPiecesAGraphHas) {
  const Stub stub(GetParam());
  const bool old = GetParam() == std::string("register");
  Want(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS));
  stubhip_command_t kernels[3];
  const struct { uint64_t graph = 1, stream = 0; } arguments;
  stub.Call(STUBHIP_hipGraphLaunch, arguments, [&] {
    for (auto& kernel : kernels) {
      if (!old) stub.Submit(ROCJFR_OP_DISPATCH);
      kernel = stub.Submit(ROCJFR_OP_DISPATCH);
    }
    for (int i = 0; !old && i < 2; ++i) stub.Submit(ROCJFR_OP_BARRIER);
    EXPECT_TRUE(stub.Complete(kernels[0], kKernelWork));
  });
  for (int i = 1; i < 3; ++i) EXPECT_TRUE(stub.Complete(kernels[i], kKernelWork));
  ASSERT_EQ(g_calls.size(), 2u);
  EXPECT_EQ(g_calls[1].submits, 3u);
  EXPECT_EQ(g_finishes, std::vector<uint32_t>(3, 1));
  Want(0);
}

// Of a bit for hipGetDevice.
constexpr uint32_t kWords = STUBHIP_hipGetDevice / 64 + 1;
struct GetDeviceOnly {
  uint64_t bits[kWords] = {};
  GetDeviceOnly() { bits[kWords - 1] = uint64_t{1} << STUBHIP_hipGetDevice % 64; }
};

TEST_P(ClientTest, IsToldOfTheCallAroundAndWhetherItWasToldOfTheBegin) {
  const Stub stub(GetParam());
  const uint64_t none = 0;
  wish.enter = &none;
  Want(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API));
  const auto nested = [&] {
    g_calls.clear();
    stub.Call(STUBHIP_hipMalloc, NoArguments{}, [&] { stub.Call(STUBHIP_hipGetDevice); });
  };
  nested();
  ASSERT_EQ(g_calls.size(), 2u) << "the ends alone";
  EXPECT_EQ(g_calls[0].outer, g_calls[1].correlation_id);
  EXPECT_EQ(g_calls[1].outer, 0u);
  for (const Told& told : g_calls) {
    EXPECT_EQ(told.phase, 1u);
    EXPECT_EQ(told.entered, 0u);
  }
  wish.enter = nullptr;
  Want(wish.domains);
  nested();
  ASSERT_EQ(g_calls.size(), 4u);
  EXPECT_EQ(g_calls[2].outer, g_calls[0].correlation_id);
  EXPECT_EQ(g_calls[2].entered, 1u);
  EXPECT_EQ(g_calls[3].entered, 1u);
  // A call that only Java wants is nobody else's outer call.
  const GetDeviceOnly only;
  wish.api = only.bits;
  wish.words = kWords;
  Want(wish.domains);
  ASSERT_EQ(rocjfr_set_wanted(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API)), ROCJFR_STATUS_SUCCESS);
  nested();
  ASSERT_EQ(g_calls.size(), 2u);
  EXPECT_EQ(g_calls[1].outer, 0u);
  rocjfr_set_wanted(0);
  Want(0);
}

TEST_P(ClientTest, GetsTimesOfWhatItWantsTimesOf) {
  const Stub stub(GetParam());
  const GetDeviceOnly only;
  wish.times = only.bits;
  wish.words = kWords;
  Want(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API));
  const uint64_t before = rocjfr_call_clock_ns();
  stub.Call(STUBHIP_hipGetDevice);
  stub.Call(STUBHIP_hipMalloc);
  ASSERT_EQ(g_calls.size(), 4u);
  EXPECT_LE(before, g_calls[1].begin_ns);
  EXPECT_LE(g_calls[1].begin_ns, g_calls[1].end_ns);
  EXPECT_LE(g_calls[1].end_ns, rocjfr_call_clock_ns());
  EXPECT_EQ(g_calls[3].begin_ns, 0u);
  EXPECT_EQ(g_calls[3].end_ns, 0u);
  // Where Java records it, it has times.
  ASSERT_EQ(rocjfr_set_wanted(ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API)), ROCJFR_STATUS_SUCCESS);
  stub.Call(STUBHIP_hipMalloc);
  ASSERT_EQ(g_calls.size(), 6u);
  EXPECT_LE(g_calls[1].end_ns, g_calls[5].begin_ns);
  EXPECT_LE(g_calls[5].begin_ns, g_calls[5].end_ns);
  rocjfr_set_wanted(0);
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
