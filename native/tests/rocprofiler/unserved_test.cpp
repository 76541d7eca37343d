// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Services that are not served: programs link, and are told.
#include "fixture.h"
#include "rocprofiler-sdk/experimental/counters.h"
#include "rocprofiler-sdk/experimental/thread_trace.h"

namespace rocjfr::test {
namespace {

constexpr auto kNotImplemented = ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
constexpr auto kLocked = ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;

rocprofiler_agent_id_t AnyAgent() {
  rocprofiler_agent_id_t agent{};
  EXPECT_OK(rocprofiler_query_available_agents(
      ROCPROFILER_AGENT_INFO_VERSION_0,
      [](rocprofiler_agent_version_t, const void** agents, size_t count, void* data) {
        EXPECT_GT(count, 0u);
        *static_cast<rocprofiler_agent_id_t*>(data) =
            static_cast<const rocprofiler_agent_t*>(agents[0])->id;
        return ROCPROFILER_STATUS_SUCCESS;
      },
      sizeof(rocprofiler_agent_t), &agent));
  return agent;
}

// Statuses of each service's configuration, for a context, a buffer and an agent.
std::vector<rocprofiler_status_t> ConfigureAll(rocprofiler_context_id_t context,
                                               rocprofiler_buffer_id_t buffer,
                                               rocprofiler_agent_id_t agent) {
  rocprofiler_user_data_t data;
  data.value = 0;
  const auto dispatch = [](rocprofiler_dispatch_counting_service_data_t,
                           rocprofiler_counter_config_id_t*, rocprofiler_user_data_t*, void*) {};
  return {
      rocprofiler_configure_buffer_dispatch_counting_service(context, buffer, dispatch, nullptr),
      rocprofiler_configure_callback_dispatch_counting_service(context, dispatch, nullptr, nullptr,
                                                               nullptr),
      rocprofiler_configure_device_counting_service(
          context, buffer, agent,
          [](rocprofiler_context_id_t, rocprofiler_agent_id_t,
             rocprofiler_device_counting_agent_cb_t, void*) {},
          nullptr),
      rocprofiler_configure_device_thread_trace_service(context, agent, nullptr, 0, nullptr, data),
      rocprofiler_configure_dispatch_thread_trace_service(context, agent, nullptr, 0, nullptr,
                                                          nullptr, nullptr),
  };
}

TEST(UnservedTest, ConfigurationChecksItsArgumentsAndIsNotImplemented) {
  using Statuses = std::vector<rocprofiler_status_t>;
  rocprofiler_context_id_t context{};
  Collector collector;
  const rocprofiler_agent_id_t agent = AnyAgent();
  EXPECT_EQ(ConfigureAll({1}, {1}, agent), Statuses(5, kLocked));
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context));
    collector.Create(context);
    EXPECT_EQ(ConfigureAll(context, collector.id(), agent), Statuses(5, kNotImplemented));
    constexpr auto kNoContext = ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND;
    EXPECT_EQ(ConfigureAll({99}, collector.id(), agent),
              (Statuses{kNoContext, kNoContext, ROCPROFILER_STATUS_ERROR_CONTEXT_INVALID,
                        kNoContext, kNoContext}));
    constexpr auto kNoBuffer = ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND;
    EXPECT_EQ(ConfigureAll(context, {99}, agent),
              (Statuses{kNoBuffer, kNotImplemented, kNoBuffer, kNotImplemented, kNotImplemented}));
    constexpr auto kNoAgent = ROCPROFILER_STATUS_ERROR_AGENT_NOT_FOUND;
    EXPECT_EQ(ConfigureAll(context, collector.id(), {0}),
              (Statuses{kNotImplemented, kNotImplemented, kNoAgent, kNoAgent, kNoAgent}));
    EXPECT_EQ(rocprofiler_configure_pc_sampling_service(
                  context, agent, ROCPROFILER_PC_SAMPLING_METHOD_HOST_TRAP,
                  ROCPROFILER_PC_SAMPLING_UNIT_TIME, 1, collector.id(), 0),
              kNotImplemented);
  });
  EXPECT_EQ(ConfigureAll(context, collector.id(), agent), Statuses(5, kLocked));
}

TEST(UnservedTest, ThereAreNoCounters) {
  const rocprofiler_agent_id_t agent = AnyAgent();
  const auto counters = [](rocprofiler_agent_id_t, rocprofiler_counter_id_t*, size_t, void*) {
    ADD_FAILURE() << "nothing is to be told";
    return ROCPROFILER_STATUS_SUCCESS;
  };
  EXPECT_EQ(rocprofiler_iterate_agent_supported_counters(agent, counters, nullptr),
            ROCPROFILER_STATUS_ERROR_AGENT_ARCH_NOT_SUPPORTED);
  EXPECT_EQ(rocprofiler_iterate_agent_supported_counters({0}, counters, nullptr),
            ROCPROFILER_STATUS_ERROR_AGENT_NOT_FOUND);
  rocprofiler_counter_info_v1_t info;
  EXPECT_EQ(rocprofiler_query_counter_info({1}, ROCPROFILER_COUNTER_INFO_VERSION_1, &info),
            ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND);
  EXPECT_EQ(rocprofiler_query_counter_info({1}, ROCPROFILER_COUNTER_INFO_VERSION_NONE, &info),
            ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_ABI);
  size_t count = 7;
  EXPECT_EQ(rocprofiler_query_counter_instance_count(agent, {1}, &count),
            ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(rocprofiler_iterate_counter_dimensions({1}, nullptr, nullptr),
            ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND);
  rocprofiler_counter_id_t counter = {7};
  EXPECT_EQ(rocprofiler_query_record_counter_id(1, &counter), kNotImplemented);
  EXPECT_EQ(counter.handle, 0u);
  EXPECT_EQ(rocprofiler_query_record_dimension_position(1, 0, &count), kNotImplemented);
  EXPECT_EQ(rocprofiler_create_counter("a", 1, "b", 1, nullptr, 0, agent, &counter),
            kNotImplemented);
  EXPECT_EQ(rocprofiler_load_counter_definition("", 0, ROCPROFILER_COUNTER_FLAG_NONE),
            kNotImplemented);
  rocprofiler_counter_config_id_t config{};
  EXPECT_EQ(rocprofiler_create_counter_config(agent, &counter, 1, &config),
            ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND);
  EXPECT_EQ(rocprofiler_create_profile_config(agent, nullptr, 0, &config), kNotImplemented);
  EXPECT_EQ(rocprofiler_create_counter_config({0}, nullptr, 0, &config),
            ROCPROFILER_STATUS_ERROR_AGENT_NOT_FOUND);
  EXPECT_EQ(rocprofiler_destroy_profile_config(config), ROCPROFILER_STATUS_ERROR_PROFILE_NOT_FOUND);
  rocprofiler_user_data_t data;
  data.value = 0;
  count = 7;
  EXPECT_EQ(rocprofiler_sample_device_counting_service({1}, data, ROCPROFILER_COUNTER_FLAG_NONE,
                                                       nullptr, &count),
            ROCPROFILER_STATUS_ERROR_CONTEXT_INVALID);
  EXPECT_EQ(count, 0u);
}

TEST(UnservedTest, SamplingAndThreadTraces) {
  int data = 0;
  EXPECT_EQ(rocprofiler_query_pc_sampling_agent_configurations(
                AnyAgent(),
                [](const rocprofiler_pc_sampling_configuration_t*, size_t, void*) {
                  return ROCPROFILER_STATUS_SUCCESS;
                },
                &data),
            kNotImplemented);
  EXPECT_STREQ(rocprofiler_get_pc_sampling_instruction_type_name(
                   ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_DUAL_VALU),
               "ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_DUAL_VALU");
  EXPECT_EQ(rocprofiler_get_pc_sampling_instruction_type_name(
                ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_LAST),
            nullptr);
  EXPECT_STREQ(rocprofiler_get_pc_sampling_instruction_not_issued_reason_name(
                   ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_SLEEP_WAIT),
               "ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_SLEEP_WAIT");
  EXPECT_EQ(rocprofiler_get_pc_sampling_instruction_not_issued_reason_name(
                ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_LAST),
            nullptr);
  rocprofiler_thread_trace_decoder_id_t decoder = {7};
  EXPECT_EQ(rocprofiler_thread_trace_decoder_create(&decoder, "/opt/rocm/lib"),
            ROCPROFILER_STATUS_ERROR_NOT_AVAILABLE);
  EXPECT_EQ(decoder.handle, 0u);
  EXPECT_EQ(rocprofiler_thread_trace_decoder_codeobj_load(decoder, 1, 0, 0, "", 0),
            ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(rocprofiler_thread_trace_decoder_codeobj_unload(decoder, 1),
            ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(
      rocprofiler_trace_decode(
          decoder, [](rocprofiler_thread_trace_decoder_record_type_t, void*, uint64_t, void*) {},
          &data, 0, nullptr),
      ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(rocprofiler_thread_trace_decoder_info_string(
                decoder, ROCPROFILER_THREAD_TRACE_DECODER_INFO_DATA_LOST),
            nullptr);
  rocprofiler_thread_trace_decoder_destroy(decoder);
}

TEST(UnservedTest, TablesHaveNamesAndOpenMpGoesOnWithoutATool) {
  std::set<std::string> names;
  for (int table = ROCPROFILER_HSA_TABLE; table <= ROCPROFILER_TABLE_LAST; table *= 2) {
    const char* name = nullptr;
    uint64_t length = 0;
    EXPECT_OK(rocprofiler_query_intercept_table_name(
        static_cast<rocprofiler_intercept_table_t>(table), &name, &length));
    EXPECT_EQ(length, strlen(name));
    names.insert(name);
  }
  EXPECT_EQ(names.size(), 9u);
  for (const int none : {0, 3, 2 * ROCPROFILER_TABLE_LAST}) {
    EXPECT_EQ(rocprofiler_query_intercept_table_name(
                  static_cast<rocprofiler_intercept_table_t>(none), nullptr, nullptr),
              ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND);
  }
  int status = 7;
  EXPECT_OK(rocprofiler_ompt_is_initialized(&status));
  EXPECT_EQ(status, 0);
  EXPECT_OK(rocprofiler_ompt_is_finalized(&status));
  EXPECT_EQ(rocprofiler_ompt_start_tool(201811, "test"), nullptr);
}

TEST(UnservedTest, RecordsHaveNoArguments) {
  rocprofiler_record_header_t header;
  header.hash = 0;
  header.payload = nullptr;
  const auto buffered = [](rocprofiler_buffer_tracing_kind_t, rocprofiler_tracing_operation_t,
                           uint32_t, const void* const, int32_t, const char*, const char*,
                           const char*, void*) { return 0; };
  header.kind = ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API;
  EXPECT_EQ(rocprofiler_iterate_buffer_tracing_record_args(header, buffered, nullptr),
            kNotImplemented);
  for (const uint32_t none :
       {uint32_t{ROCPROFILER_BUFFER_TRACING_NONE}, uint32_t{ROCPROFILER_BUFFER_TRACING_LAST}}) {
    header.kind = none;
    EXPECT_EQ(rocprofiler_iterate_buffer_tracing_record_args(header, buffered, nullptr),
              ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  }
  rocprofiler_callback_tracing_record_t record = {};
  record.kind = ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT;
  const auto called = [](rocprofiler_callback_tracing_kind_t, rocprofiler_tracing_operation_t,
                         uint32_t, const void* const, int32_t, const char*, const char*,
                         const char*, int32_t, void*) { return 0; };
  EXPECT_EQ(rocprofiler_iterate_callback_tracing_kind_operation_args(record, called, 1, nullptr),
            kNotImplemented);
  record.kind = ROCPROFILER_CALLBACK_TRACING_NONE;
  EXPECT_EQ(rocprofiler_iterate_callback_tracing_kind_operation_args(record, called, 1, nullptr),
            ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace rocjfr::test
