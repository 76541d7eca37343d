// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the software GPU hands to tools, and what it does without.
#include "hsa_fixture.h"

namespace rocjfr::test {
namespace {

class HsaTools : public HsaProgram, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Rocm, HsaTools,
                         testing::Values("5.2", "5.5", "5.6", "6.0", "6.1", "6.2", "6.3", "6.4",
                                         "7.2"),
                         [](const auto& info) {
                           std::string name = info.param;
                           name[1] = '_';
                           return name;
                         });

// Calls go through the tables of every release, also of functions that the release lacks.
TEST_P(HsaTools, CallsGoThroughTheTables) {
  const Probe probe;
  Begin(GetParam());
  uint32_t unloads = 0;
  EXPECT_EQ(probe.Loads(&unloads), 1u);
  const int64_t before = probe.Calls("hsa_signal_create");
  hsa_signal_destroy(Signal(1));
  EXPECT_EQ(probe.Calls("hsa_signal_create"), before + 1);
  uint32_t engines = 0;
  auto status = reinterpret_cast<hsa_status_t (*)(hsa_agent_t, hsa_agent_t, uint32_t*)>(
      dlsym(RTLD_DEFAULT, "hsa_amd_memory_copy_engine_status"));
  ASSERT_NE(status, nullptr);
  HSA_OK(status(gpu_, cpu_, &engines));
  const bool has = Info().bytes[ROCJFR_HSA_AMD_EXT] >= 456;
  EXPECT_EQ(probe.Calls("hsa_amd_memory_copy_engine_status"), has ? 1 : 0);
  HSA_OK(hsa_shut_down());
  EXPECT_EQ(probe.Loads(&unloads), 1u);
  EXPECT_EQ(unloads, 1u);
}

}  // namespace
}  // namespace rocjfr::test
