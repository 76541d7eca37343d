// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Several native libraries that are told of finished work and roctx calls (rocjfr/client.h): each
// of what it wants at the time, whoever else does.
#include <string>
#include <vector>

#include "rocjfr/client.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kClients = 3;
constexpr uint32_t kWork = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);
constexpr uint32_t kRanges = ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_ROCTX);

// What clients 1 to 3 were told since the last look; the third one only wants to know of calls.
std::vector<std::string> g_told[kClients + 1];

template <uint32_t kClient>
void Op(const rocjfr_record_t* record, const rocjfr_submit_t* submit, const char*) {
  g_told[kClient].push_back("op " + std::to_string(record->op) + " " +
                            std::to_string(record->bytes) + " bytes of " +
                            std::to_string(submit == nullptr ? 0 : record->correlation_id) +
                            " at " + std::to_string(record->begin_ns));
}
template <uint32_t kClient>
void Roctx(uint32_t op, const char* message, uint64_t) {
  g_told[kClient].push_back(std::to_string(op) + " " + (message == nullptr ? "" : message));
}
void Nothing(const rocjfr_call_t*) {}
constexpr rocjfr_client_t kTables[kClients] = {
    {sizeof(rocjfr_client_t), &Nothing, &Op<1>, &Roctx<1>},
    {sizeof(rocjfr_client_t), &Nothing, &Op<2>, &Roctx<2>},
    {sizeof(rocjfr_client_t), &Nothing, nullptr, nullptr}};

class SeveralClients : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const rocjfr_options_t options = {sizeof(options), 1u << 20, 64u << 20, 0, 0, 0, 0};
    ASSERT_EQ(rocjfr_initialize(&options, nullptr, 0), ROCJFR_STATUS_SUCCESS);
  }
  void Connect(uint32_t client) {
    ASSERT_EQ(rocjfr_connect_client(client, &kTables[client - 1]), ROCJFR_STATUS_SUCCESS);
  }
  void Want(uint32_t client, uint32_t domains) {
    const rocjfr_wish_t wish = {sizeof(wish), domains, 0, nullptr, nullptr, nullptr, nullptr};
    ASSERT_EQ(rocjfr_client_want(client, &wish), ROCJFR_STATUS_SUCCESS);
    rocjfr_poll();
  }
  // A copy and a range.
  void Act(const Stub& stub) {
    for (auto& told : g_told) told.clear();
    const stubhip_command_t copy = stub.CallAndSubmit(STUBHIP_hipMemcpyAsync, CopyArguments{}, 1);
    EXPECT_TRUE(stub.Complete(copy, kCopyWork));
    rocjfr_roctx_range_push("range");
    rocjfr_roctx_range_pop();
  }
  // Told of all of it: of a copy that is some call's, of the range's begin and of its end.
  void ExpectAll(uint32_t client) {
    const auto& told = g_told[client];
    ASSERT_EQ(told.size(), 3u) << client;
    EXPECT_EQ(told[0].rfind("op 1 4096 bytes of ", 0), 0u) << told[0];
    EXPECT_EQ(told[0].find("bytes of 0 "), std::string::npos) << told[0];
    EXPECT_NE(told[0].find(" at 1000"), std::string::npos) << told[0];
    EXPECT_EQ(told[1], "1 range");
    EXPECT_EQ(told[2], "2 ");
  }
};
INSTANTIATE_TEST_SUITE_P(Hooks, SeveralClients, testing::Values("tracer", "register"));

TEST_P(SeveralClients, AreToldOfWhatTheyWantAtTheTime) {
  const Stub stub(GetParam());
  for (uint32_t client = 1; client <= kClients; ++client) Connect(client);
  Want(1, kWork | kRanges);
  Act(stub);
  ExpectAll(1);
  EXPECT_TRUE(g_told[2].empty());

  Want(2, kWork | kRanges);
  Act(stub);
  ExpectAll(1);
  ExpectAll(2);
  EXPECT_EQ(g_told[1][0], g_told[2][0]) << "the same piece of the same call";

  Want(3, kWork | kRanges);
  Want(1, kRanges);
  Act(stub);
  EXPECT_EQ(g_told[1], (std::vector<std::string>{"1 range", "2 "}));
  ExpectAll(2);

  Want(1, 0);
  Want(2, 0);
  Act(stub);  // only for one that has no functions for it
  EXPECT_TRUE(g_told[1].empty() && g_told[2].empty());
  Want(3, 0);
  EXPECT_EQ(rocjfr_wanted(), 0u);
}

TEST_P(SeveralClients, OneThatConnectsAfterItsWishIsToldFromThenOn) {
  const Stub stub(GetParam());
  Want(1, kWork | kRanges);
  Act(stub);
  EXPECT_TRUE(g_told[1].empty());
  Connect(1);
  Act(stub);
  ExpectAll(1);
  Want(1, 0);
}

}  // namespace
}  // namespace rocjfr::test
