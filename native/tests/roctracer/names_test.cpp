// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of operations.
#include "fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

class Names : public RoctracerTest {
 protected:
  Names() { load_first_ = false; }
};
ROCJFR_BOTH_GENERATIONS(Names);

// AMD's library aborts here.
TEST_P(Names, BeforeHipIsLoaded) {
  EXPECT_STREQ(roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, 108, 0), "hipMalloc");
  EXPECT_STREQ(roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, 0, 0), "unknown");
  EXPECT_STREQ(roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, 100000, 0), "unknown");
  EXPECT_STREQ(roctracer_op_string(ACTIVITY_DOMAIN_HIP_OPS, 0, 0x11F0), "KernelExecution");
  uint32_t op = 0, kind = 9;
  EXPECT_OK(roctracer_op_code(ACTIVITY_DOMAIN_HIP_API, "hipModuleLaunchKernel", &op, &kind));
  EXPECT_EQ(op, 169u);
  EXPECT_EQ(kind, 0u);
  Load();
  EXPECT_STREQ(roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipGetDevice, 0),
               "hipGetDevice")
      << "now those of the runtime";
  EXPECT_OK(roctracer_op_code(ACTIVITY_DOMAIN_HIP_API, "hipGetDevice", &op, nullptr));
  EXPECT_EQ(op, uint32_t{STUBHIP_hipGetDevice});
}

TEST_P(Names, OfEveryDomain) {
  Load();
  const auto name = [](uint32_t domain, uint32_t op, uint32_t kind) {
    const char* text = roctracer_op_string(domain, op, kind);
    return std::string(text == nullptr ? "(null)" : text);
  };
  EXPECT_EQ(name(ACTIVITY_DOMAIN_HIP_API, STUBHIP_hipMalloc, 7), "hipMalloc");
  EXPECT_EQ(name(ACTIVITY_DOMAIN_HIP_API, 5000, 0), "unknown");
  EXPECT_EQ(name(ACTIVITY_DOMAIN_HIP_OPS, 1, 0x11F4),
            rocjfr_kind_name(0x11F4) == nullptr ? "CopyHostToDevice" : rocjfr_kind_name(0x11F4));
  EXPECT_EQ(name(ACTIVITY_DOMAIN_EXT_API, 1000, 1000), "EXT_API");
  const char* const ops[] = {"DISPATCH", "COPY", "BARRIER", "PCSAMPLE", "(null)"};
  for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(name(ACTIVITY_DOMAIN_HSA_OPS, i, 0), ops[i]);
  EXPECT_EQ(ErrorText(), "roctracer_op_string(), invalid HSA OPS callback id\n");
  const char* const events[] = {"ALLOCATE", "DEVICE",  "MEMCOPY", "SUBMIT",
                                "KSYMBOL",  "CODEOBJ", "(null)"};
  for (uint32_t i = 0; i < 7; ++i) EXPECT_EQ(name(ACTIVITY_DOMAIN_HSA_EVT, i, 0), events[i]);
  EXPECT_EQ(ErrorText(), "roctracer_op_string(), invalid HSA EVT callback id\n");
  EXPECT_EQ(name(ACTIVITY_DOMAIN_HSA_API, 0, 0), "hsa_init");
  EXPECT_EQ(name(ACTIVITY_DOMAIN_HSA_API, 100000, 0), "unknown");
  for (const uint32_t domain : {4u, 6u, 8u, 1000u}) {
    EXPECT_EQ(name(domain, 0, 0), "(null)");
    EXPECT_EQ(ErrorText(), "roctracer_op_string(), invalid domain ID\n");
  }
}

TEST_P(Names, Codes) {
  Load();
  uint32_t op = 7, kind = 7;
  EXPECT_FAILS(roctracer_op_code(ACTIVITY_DOMAIN_HIP_API, "hipNoSuch", &op, &kind), -3,
               "roctracer_op_code(), roctracer_op_code(), Invalid API name \"hipNoSuch\", "
               "domain ID(3)");
  EXPECT_EQ(op, 0u);
  EXPECT_EQ(kind, 7u);
  EXPECT_OK(roctracer_op_code(ACTIVITY_DOMAIN_HSA_API, "hsa_init", &op, &kind));
  EXPECT_EQ(op, 0u);
  EXPECT_EQ(kind, 0u);
  EXPECT_FAILS(roctracer_op_code(ACTIVITY_DOMAIN_HSA_API, "no", &op, nullptr), -3,
               "roctracer_op_code(), roctracer_op_code(), Invalid API name \"no\", domain ID(0)");
  for (const uint32_t domain : {1u, 2u, 4u, 5u, 6u, 7u, 8u}) {
    EXPECT_EQ(roctracer_op_code(domain, "hipMalloc", &op, nullptr), -2) << domain;
  }
  EXPECT_EQ(ErrorText(), "roctracer_op_code(), roctracer_op_code(), limited domain ID(8)\n");
}

}  // namespace
}  // namespace rocjfr::test
