// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Agents, the system, and all that the software GPU does not have.

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "hsa_fixture.h"

namespace rocjfr::softgpu::test {
namespace {

using ApiTest = HsaTest;

TEST_F(ApiTest, UnsupportedCallsReturnAnError) {
  for (const char* name :
       {"hsa_agent_iterate_caches", "hsa_agent_iterate_regions", "hsa_amd_ais_file_write",
        "hsa_amd_image_create", "hsa_amd_image_get_info_max_dim", "hsa_amd_ipc_memory_attach",
        "hsa_amd_spm_acquire", "hsa_amd_svm_attributes_get", "hsa_amd_vmem_address_reserve_align",
        "hsa_code_object_deserialize", "hsa_ext_image_create", "hsa_ext_program_finalize",
        "hsa_isa_from_name", "hsa_memory_assign_agent", "hsa_signal_group_create",
        "hsa_soft_queue_create", "hsa_wavefront_get_info"}) {
    auto function = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, name));
    ASSERT_NE(nullptr, function) << name;
    EXPECT_EQ(HSA_STATUS_ERROR, function()) << name;
  }
}

CHILD(unsupported_twice) {
  hsa_init();
  hsa_amd_ipc_memory_t handle;
  int status = hsa_amd_ipc_memory_create(nullptr, 0, &handle);
  return status == hsa_amd_ipc_memory_create(nullptr, 0, &handle) ? 0 : 1;
}

TEST(UnsupportedCalls, AreLoggedOnce) {
  ChildResult result = run_child("unsupported_twice");
  EXPECT_EQ(0, result.status);
  EXPECT_EQ("[softgpu] hsa_amd_ipc_memory_create is not supported\n", result.output);
}

TEST_F(ApiTest, EveryFunctionOfTheApiIsThere) {
  // What the four runtimes import beyond what the headers here declare.
  for (const char* name :
       {"hsa_amd_memory_async_copy_on_engine", "hsa_amd_memory_copy_engine_status",
        "hsa_amd_memory_get_preferred_copy_engine", "hsa_amd_agent_set_async_scratch_limit",
        "hsa_amd_register_system_event_handler", "hsa_amd_enable_logging",
        "hsa_amd_portable_export_dmabuf", "hsa_amd_vmem_address_reserve",
        "hsa_amd_memory_lock_to_pool", "hsa_amd_ais_file_read"}) {
    EXPECT_NE(nullptr, dlvsym(RTLD_DEFAULT, name, "ROCR_1")) << name;
  }
  EXPECT_NE(nullptr, dlvsym(RTLD_DEFAULT, "softgpu_hold", "SOFTGPU_1"));
}

TEST_F(ApiTest, AgentsDescribeThemselves) {
  char name[64] = {};
  ASSERT_HSA(hsa_agent_get_info(gpu(), HSA_AGENT_INFO_NAME, name));
  EXPECT_STREQ("gfx1030", name);
  uint32_t wavefront = 0;
  ASSERT_HSA(hsa_agent_get_info(gpu(), HSA_AGENT_INFO_WAVEFRONT_SIZE, &wavefront));
  EXPECT_EQ(32u, wavefront);
  uint32_t node = 0;
  ASSERT_HSA(hsa_agent_get_info(gpu(), HSA_AGENT_INFO_NODE, &node));
  EXPECT_EQ(1u, node);
  std::vector<hsa_isa_t> isas;
  ASSERT_HSA(hsa_agent_iterate_isas(
      gpu(),
      [](hsa_isa_t isa, void* data) {
        static_cast<std::vector<hsa_isa_t>*>(data)->push_back(isa);
        return HSA_STATUS_SUCCESS;
      },
      &isas));
  ASSERT_EQ(1u, isas.size());
  uint32_t length = 0;
  ASSERT_HSA(hsa_isa_get_info_alt(isas[0], HSA_ISA_INFO_NAME_LENGTH, &length));
  std::string isa(length, '\0');
  ASSERT_HSA(hsa_isa_get_info_alt(isas[0], HSA_ISA_INFO_NAME, isa.data()));
  EXPECT_EQ("amdgcn-amd-amdhsa--gfx1030", isa);
}

TEST_F(ApiTest, BadHandlesAndAttributesAreErrors) {
  uint64_t value[32] = {};
  auto name = HSA_AGENT_INFO_NAME;
  for (uint64_t bad : {uint64_t{0}, uint64_t{0x201}, uint64_t{0x1ff}, ~uint64_t{0}}) {
    EXPECT_EQ(HSA_STATUS_ERROR_INVALID_AGENT, hsa_agent_get_info({bad}, name, value));
  }
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_agent_get_info(gpu(), name, nullptr));
  // Numbers that no header has, as a program that was built with newer headers passes them.
  auto as_int =
      reinterpret_cast<int (*)(hsa_agent_t, int, void*)>(dlsym(RTLD_DEFAULT, "hsa_agent_get_info"));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, as_int(gpu(), 0xBFFF, value));
  EXPECT_EQ(HSA_STATUS_SUCCESS, as_int(gpu(), 0xA118, value));
  auto system = reinterpret_cast<int (*)(int, void*)>(dlsym(RTLD_DEFAULT, "hsa_system_get_info"));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, system(0x7777, value));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ISA, hsa_isa_get_info_alt({0}, HSA_ISA_INFO_NAME, value));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_iterate_agents(nullptr, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR,
            hsa_system_get_major_extension_table(HSA_EXTENSION_IMAGES, 1, sizeof value, value));
}

TEST_F(ApiTest, CallbacksMayStopAnIteration) {
  int calls = 0;
  EXPECT_EQ(HSA_STATUS_INFO_BREAK, hsa_iterate_agents(
                                       [](hsa_agent_t, void* data) {
                                         ++*static_cast<int*>(data);
                                         return HSA_STATUS_INFO_BREAK;
                                       },
                                       &calls));
  EXPECT_EQ(1, calls);
}

TEST_F(ApiTest, StatusesHaveTexts) {
  const char* text = nullptr;
  EXPECT_HSA(hsa_status_string(HSA_STATUS_ERROR_OUT_OF_RESOURCES, &text));
  EXPECT_STREQ("out of resources", text);
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_status_string(HSA_STATUS_SUCCESS, nullptr));
}

CHILD(closed_library) {
  uint64_t value = 0;
  hsa_signal_t signal;
  if (hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &value) != HSA_STATUS_ERROR_NOT_INITIALIZED ||
      hsa_signal_create(0, 0, nullptr, &signal) != HSA_STATUS_ERROR_NOT_INITIALIZED ||
      hsa_shut_down() != HSA_STATUS_ERROR_NOT_INITIALIZED) {
    return 1;
  }
  if (hsa_init() || hsa_init() || hsa_shut_down()) return 2;
  if (hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &value)) return 3;  // still open once
  if (hsa_shut_down()) return 4;
  return hsa_signal_create(0, 0, nullptr, &signal) == HSA_STATUS_ERROR_NOT_INITIALIZED ? 0 : 5;
}

TEST(ClosedLibrary, CallsBeforeInitAndAfterShutDownAreErrors) {
  ChildResult result = run_child("closed_library");
  EXPECT_EQ(0, result.status) << result.output;
}

}  // namespace
}  // namespace rocjfr::softgpu::test
