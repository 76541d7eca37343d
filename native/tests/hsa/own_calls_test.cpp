// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What we ask of HSA ourselves: it reaches HSA, and nobody is told of it.
#include "hsa_fixture.h"

namespace rocjfr::test {
namespace {

class HsaOwnCalls : public HsaProgram {
 protected:
  // Everything is traced, from here to End.
  void Trace() {
    collector_.Open();
    Begin();
    ASSERT_EQ(Info().state, uint32_t{ROCJFR_HSA_READY}) << Info().message;
    ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HSA_API, &Told::OnCall, &told_));
    ASSERT_OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
  }
  // Then these were all calls.
  void End(const std::map<std::string, int>& calls) {
    EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HSA_API));
    EXPECT_OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HSA_API));
    EXPECT_OK(roctracer_close_pool());
    EXPECT_EQ(told_.enters, calls);
    EXPECT_EQ(told_.exits, calls);
    EXPECT_EQ(Names(collector_.Records(kHsaApi)), calls);
  }
};

TEST_F(HsaOwnCalls, TheClockIsReadUnseen) {
  const Probe probe;
  Trace();
  const int64_t before = probe.Calls("hsa_system_get_info");
  rocjfr_clock_sample_t sample;
  ASSERT_EQ(rocjfr_sample_gpu_clock(&sample), ROCJFR_STATUS_SUCCESS);
  EXPECT_GT(probe.Calls("hsa_system_get_info"), before + 1);
  // And a call of the program's own is seen again.
  uint64_t now = 0;
  HSA_OK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &now));
  ASSERT_EQ(rocjfr_sample_gpu_clock(&sample), ROCJFR_STATUS_SUCCESS);
  End({{"hsa_system_get_info", 1}});
}

TEST_F(HsaOwnCalls, OfAClientsOwnNothingIsTold) {
  const Probe probe;
  Trace();
  const int64_t before = probe.Calls("hsa_agent_get_info");
  hsa_device_type_t type;
  rocjfr_hsa_own_calls(1);
  HSA_OK(hsa_agent_get_info(gpu_, HSA_AGENT_INFO_DEVICE, &type));
  rocjfr_hsa_own_calls(0);
  HSA_OK(hsa_agent_get_info(gpu_, HSA_AGENT_INFO_DEVICE, &type));
  EXPECT_EQ(probe.Calls("hsa_agent_get_info"), before + 2);
  End({{"hsa_agent_get_info", 1}});
}

}  // namespace
}  // namespace rocjfr::test
