// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The headers as programs include them, in both languages; and every function of the API is there.
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/experimental/counters.h>
#include <rocprofiler-sdk/experimental/thread_trace.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocjfr.h>
#include <rocprofiler-sdk/rocprofiler.h>
#if defined(__cplusplus)
#include <rocprofiler-sdk/cxx/name_info.hpp>
#include <rocprofiler-sdk/cxx/operators.hpp>
#endif
#include <stddef.h>
#include <stdio.h>

typedef void (*function_t)(void);
#define FUNCTION(name) \
  { #name, (function_t)(name) }
static const struct {
  const char* name;
  function_t function;
} kFunctions[] = {
    FUNCTION(rocprofiler_is_initialized),
    FUNCTION(rocprofiler_is_finalized),
    FUNCTION(rocprofiler_force_configure),
    FUNCTION(rocprofiler_create_context),
    FUNCTION(rocprofiler_start_context),
    FUNCTION(rocprofiler_stop_context),
    FUNCTION(rocprofiler_context_is_active),
    FUNCTION(rocprofiler_context_is_valid),
    FUNCTION(rocprofiler_create_buffer),
    FUNCTION(rocprofiler_destroy_buffer),
    FUNCTION(rocprofiler_flush_buffer),
    FUNCTION(rocprofiler_at_internal_thread_create),
    FUNCTION(rocprofiler_create_callback_thread),
    FUNCTION(rocprofiler_assign_callback_thread),
    FUNCTION(rocprofiler_configure_buffer_tracing_service),
    FUNCTION(rocprofiler_query_buffer_tracing_kind_name),
    FUNCTION(rocprofiler_query_buffer_tracing_kind_operation_name),
    FUNCTION(rocprofiler_iterate_buffer_tracing_kinds),
    FUNCTION(rocprofiler_iterate_buffer_tracing_kind_operations),
    FUNCTION(rocprofiler_configure_callback_tracing_service),
    FUNCTION(rocprofiler_query_callback_tracing_kind_name),
    FUNCTION(rocprofiler_query_callback_tracing_kind_operation_name),
    FUNCTION(rocprofiler_iterate_callback_tracing_kinds),
    FUNCTION(rocprofiler_iterate_callback_tracing_kind_operations),
    FUNCTION(rocprofiler_configure_external_correlation_id_request_service),
    FUNCTION(rocprofiler_iterate_buffer_tracing_record_args),
    FUNCTION(rocprofiler_iterate_callback_tracing_kind_operation_args),
    FUNCTION(rocprofiler_query_external_correlation_id_request_kind_name),
    FUNCTION(rocprofiler_configure_pc_sampling_service),
    FUNCTION(rocprofiler_query_pc_sampling_agent_configurations),
    FUNCTION(rocprofiler_get_pc_sampling_instruction_type_name),
    FUNCTION(rocprofiler_get_pc_sampling_instruction_not_issued_reason_name),
    FUNCTION(rocprofiler_query_record_counter_id),
    FUNCTION(rocprofiler_query_record_dimension_position),
    FUNCTION(rocprofiler_query_counter_info),
    FUNCTION(rocprofiler_iterate_agent_supported_counters),
    FUNCTION(rocprofiler_iterate_counter_dimensions),
    FUNCTION(rocprofiler_query_counter_instance_count),
    FUNCTION(rocprofiler_create_counter),
    FUNCTION(rocprofiler_load_counter_definition),
    FUNCTION(rocprofiler_create_counter_config),
    FUNCTION(rocprofiler_destroy_counter_config),
    FUNCTION(rocprofiler_create_profile_config),
    FUNCTION(rocprofiler_destroy_profile_config),
    FUNCTION(rocprofiler_configure_buffer_dispatch_counting_service),
    FUNCTION(rocprofiler_configure_callback_dispatch_counting_service),
    FUNCTION(rocprofiler_configure_device_counting_service),
    FUNCTION(rocprofiler_sample_device_counting_service),
    FUNCTION(rocprofiler_configure_device_thread_trace_service),
    FUNCTION(rocprofiler_configure_dispatch_thread_trace_service),
    FUNCTION(rocprofiler_thread_trace_decoder_create),
    FUNCTION(rocprofiler_thread_trace_decoder_destroy),
    FUNCTION(rocprofiler_thread_trace_decoder_codeobj_load),
    FUNCTION(rocprofiler_thread_trace_decoder_codeobj_unload),
    FUNCTION(rocprofiler_trace_decode),
    FUNCTION(rocprofiler_thread_trace_decoder_info_string),
    FUNCTION(rocprofiler_query_intercept_table_name),
    FUNCTION(rocprofiler_at_intercept_table_registration),
    FUNCTION(rocprofiler_ompt_is_initialized),
    FUNCTION(rocprofiler_ompt_is_finalized),
    FUNCTION(rocprofiler_ompt_start_tool),
    FUNCTION(rocprofiler_push_external_correlation_id),
    FUNCTION(rocprofiler_pop_external_correlation_id),
    FUNCTION(rocprofiler_get_timestamp),
    FUNCTION(rocprofiler_get_thread_id),
    FUNCTION(rocprofiler_get_status_name),
    FUNCTION(rocprofiler_get_status_string),
    FUNCTION(rocprofiler_get_version),
    FUNCTION(rocprofiler_get_version_triplet),
    FUNCTION(rocprofiler_query_available_agents),
    FUNCTION(rocprofiler_rocjfr_begin_configuration),
    FUNCTION(rocprofiler_rocjfr_end_configuration),
    FUNCTION(rocprofiler_rocjfr_release_context),
    FUNCTION(rocprofiler_rocjfr_limit_wait),
    FUNCTION(rocprofiler_rocjfr_buffer_memory),
    FUNCTION(rocprofiler_rocjfr_unknown_arguments),
    FUNCTION(rocprofiler_rocjfr_kernel_name),
    FUNCTION(roctxMarkA),
    FUNCTION(roctxRangePushA),
    FUNCTION(roctxRangePop),
    FUNCTION(roctxRangeStartA),
    FUNCTION(roctxRangeStop),
    FUNCTION(roctxProfilerPause),
    FUNCTION(roctxProfilerResume),
    FUNCTION(roctxNameOsThread),
    FUNCTION(roctxNameHsaAgent),
    FUNCTION(roctxNameHipDevice),
    FUNCTION(roctxNameHipStream),
    FUNCTION(roctxGetThreadId),
};

// Sizes and offsets of AMD's headers, version 1.0.0.
struct layout {
  const char* what;
  size_t is, should_be;
};
#define SIZE(type, bytes) \
  { "sizeof " #type, sizeof(type), bytes }
#define OFFSET(type, field, bytes) \
  { #type "." #field, offsetof(type, field), bytes }
static const struct layout kLayouts[] = {
    SIZE(rocprofiler_record_header_t, 16),
    OFFSET(rocprofiler_record_header_t, kind, 4),
    OFFSET(rocprofiler_record_header_t, payload, 8),
    SIZE(rocprofiler_correlation_id_t, 24),
    SIZE(rocprofiler_async_correlation_id_t, 16),
    SIZE(rocprofiler_client_id_t, 24),
    SIZE(rocprofiler_tool_configure_result_t, 32),
    SIZE(rocprofiler_callback_tracing_record_t, 64),
    SIZE(rocprofiler_buffer_tracing_hip_api_record_t, 64),
    OFFSET(rocprofiler_buffer_tracing_hip_api_record_t, correlation_id, 16),
    OFFSET(rocprofiler_buffer_tracing_hip_api_record_t, start_timestamp, 40),
    OFFSET(rocprofiler_buffer_tracing_hip_api_record_t, thread_id, 56),
    SIZE(rocprofiler_buffer_tracing_marker_api_record_t, 64),
    SIZE(rocprofiler_buffer_tracing_memory_copy_record_t, 96),
    OFFSET(rocprofiler_buffer_tracing_memory_copy_record_t, dst_agent_id, 56),
    OFFSET(rocprofiler_buffer_tracing_memory_copy_record_t, bytes, 72),
    SIZE(rocprofiler_buffer_tracing_kernel_dispatch_record_t, 184),
    OFFSET(rocprofiler_buffer_tracing_kernel_dispatch_record_t, dispatch_info, 56),
    SIZE(rocprofiler_kernel_dispatch_info_t, 128),
    OFFSET(rocprofiler_kernel_dispatch_info_t, workgroup_size, 48),
    OFFSET(rocprofiler_kernel_dispatch_info_t, grid_size, 60),
    SIZE(rocprofiler_buffer_tracing_correlation_id_retirement_record_t, 32),
    SIZE(rocprofiler_callback_tracing_code_object_load_data_t, 88),
    SIZE(rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t, 88),
    SIZE(rocprofiler_agent_t, 312),
    SIZE(rocprofiler_buffer_tracing_runtime_initialization_record_t, 72),
    SIZE(rocprofiler_buffer_tracing_scratch_memory_record_t, 96),
    SIZE(rocprofiler_buffer_tracing_ompt_record_t, 104),
    SIZE(rocprofiler_buffer_tracing_kfd_event_page_migrate_record_t, 88),
    SIZE(rocprofiler_buffer_tracing_kfd_queue_record_t, 48),
    SIZE(rocprofiler_callback_tracing_hip_stream_data_t, 24),
    SIZE(rocprofiler_callback_tracing_hip_api_data_t, 120),
    OFFSET(rocprofiler_callback_tracing_hip_api_data_t, retval, 96),
    SIZE(rocprofiler_callback_tracing_hsa_api_data_t, 208),
    OFFSET(rocprofiler_callback_tracing_hsa_api_data_t, retval, 200),
    SIZE(rocprofiler_callback_tracing_marker_api_data_t, 32),
    SIZE(rocprofiler_callback_tracing_code_object_host_kernel_symbol_register_data_t, 120),
    SIZE(rocprofiler_counter_info_v1_t, 88),
    SIZE(rocprofiler_counter_record_t, 40),
    SIZE(rocprofiler_dispatch_counting_service_record_t, 176),
    SIZE(rocprofiler_pc_sampling_record_host_trap_v0_t, 88),
    SIZE(rocprofiler_pc_sampling_record_stochastic_v0_t, 104),
    SIZE(rocprofiler_thread_trace_parameter_t, 24),
    SIZE(rocprofiler_thread_trace_decoder_wave_t, 64),
    OFFSET(rocprofiler_buffer_tracing_runtime_initialization_record_t, timestamp, 48),
    OFFSET(rocprofiler_pc_sampling_record_stochastic_v0_t, snapshot, 96),
    OFFSET(rocprofiler_counter_info_v1_t, dimensions, 64),
};

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version,
                                                           const char* runtime_version,
                                                           uint32_t priority,
                                                           rocprofiler_client_id_t* client_id) {
  client_id->name = runtime_version;
  (void)version;
  (void)priority;
  return NULL;
}

int main(void) {
  int wrong = 0;
  size_t i;
  for (i = 0; i < sizeof(kFunctions) / sizeof(kFunctions[0]); ++i) {
    if (kFunctions[i].function != NULL) continue;
    printf("%s is missing\n", kFunctions[i].name);
    ++wrong;
  }
  for (i = 0; i < sizeof(kLayouts) / sizeof(kLayouts[0]); ++i) {
    if (kLayouts[i].is == kLayouts[i].should_be) continue;
    printf("%s is %zu, not %zu\n", kLayouts[i].what, kLayouts[i].is, kLayouts[i].should_be);
    ++wrong;
  }
  return wrong == 0 && rocprofiler_force_configure(NULL) == ROCPROFILER_STATUS_SUCCESS ? 0 : 1;
}
