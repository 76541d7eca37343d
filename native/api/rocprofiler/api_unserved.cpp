// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Services that the HIP runtime's hook cannot serve: their functions check what they are given as
// the others do, and then say that they are not served.
#include <iterator>

#include "agents.h"
#include "clients.h"
#include "contexts.h"
#include "names.h"
#include "rocprofiler-sdk/experimental/counters.h"
#include "rocprofiler-sdk/experimental/thread_trace.h"

namespace {

#define NAME(name) #name

constexpr const char* kInstructionTypes[] = {
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_NONE),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_VALU),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_MATRIX),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_SCALAR),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_TEX),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_LDS),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_LDS_DIRECT),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_FLAT),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_EXPORT),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_MESSAGE),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_BARRIER),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_BRANCH_NOT_TAKEN),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_BRANCH_TAKEN),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_JUMP),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_OTHER),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_NO_INST),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_DUAL_VALU),
};
static_assert(std::size(kInstructionTypes) == ROCPROFILER_PC_SAMPLING_INSTRUCTION_TYPE_LAST, "");

constexpr const char* kNotIssuedReasons[] = {
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_NONE),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_NO_INSTRUCTION_AVAILABLE),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_ALU_DEPENDENCY),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_WAITCNT),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_INTERNAL_INSTRUCTION),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_BARRIER_WAIT),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_ARBITER_NOT_WIN),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_ARBITER_WIN_EX_STALL),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_OTHER_WAIT),
    NAME(ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_SLEEP_WAIT),
};
static_assert(std::size(kNotIssuedReasons) ==
                  ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_LAST,
              "");
#undef NAME

// By the number of the bit.
constexpr const char* kTables[] = {"HSA",
                                   "HIP (runtime)",
                                   "HIP (compiler)",
                                   "MARKER (ROCTx)",
                                   "MARKER (ROCTx Control)",
                                   "MARKER (ROCTx Name)",
                                   "RCCL",
                                   "rocDecode",
                                   "rocJPEG"};
static_assert(1 << (std::size(kTables) - 1) == ROCPROFILER_TABLE_LAST, "");

template <size_t N>
const char* Find(const char* const (&names)[N], size_t place) {
  return place < N ? names[place] : nullptr;
}

constexpr auto kNotImplemented = ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;

bool AgentExists(rocprofiler_agent_id_t id) {
  for (const rocprofiler_agent_t* agent : rocjfr::sdk::AllAgents()) {
    if (agent->id.handle == id.handle) return true;
  }
  return false;
}

// `otherwise` for an agent that exists.
rocprofiler_status_t OfAgent(rocprofiler_agent_id_t id, rocprofiler_status_t otherwise) noexcept {
  try {
    return AgentExists(id) ? otherwise : ROCPROFILER_STATUS_ERROR_AGENT_NOT_FOUND;
  } catch (...) {
    return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  }
}

// What configuring a service says before anything else.
rocprofiler_status_t OfContext(
    rocprofiler_context_id_t id,
    rocprofiler_status_t missing = ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND) {
  if (!rocjfr::sdk::MayConfigure()) return ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED;
  return rocjfr::sdk::FindContext(id) == nullptr ? missing : kNotImplemented;
}

rocprofiler_status_t OfBuffer(rocprofiler_buffer_id_t id) {
  return rocjfr::sdk::FindBuffer(id) == nullptr ? ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND
                                                : kNotImplemented;
}

}  // namespace

extern "C" {
// --- PC sampling ---

rocprofiler_status_t rocprofiler_configure_pc_sampling_service(
    rocprofiler_context_id_t, rocprofiler_agent_id_t, rocprofiler_pc_sampling_method_t,
    rocprofiler_pc_sampling_unit_t, uint64_t, rocprofiler_buffer_id_t, int) {
  return kNotImplemented;
}

rocprofiler_status_t rocprofiler_query_pc_sampling_agent_configurations(
    rocprofiler_agent_id_t, rocprofiler_available_pc_sampling_configurations_cb_t, void*) {
  return kNotImplemented;
}

const char* rocprofiler_get_pc_sampling_instruction_type_name(
    rocprofiler_pc_sampling_instruction_type_t instruction_type) {
  return Find(kInstructionTypes, static_cast<size_t>(instruction_type));
}

const char* rocprofiler_get_pc_sampling_instruction_not_issued_reason_name(
    rocprofiler_pc_sampling_instruction_not_issued_reason_t not_issued_reason) {
  return Find(kNotIssuedReasons, static_cast<size_t>(not_issued_reason));
}

// --- counters ---

rocprofiler_status_t rocprofiler_query_record_counter_id(rocprofiler_counter_instance_id_t,
                                                         rocprofiler_counter_id_t* counter_id) {
  if (counter_id == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *counter_id = {0};
  return kNotImplemented;
}

rocprofiler_status_t rocprofiler_query_record_dimension_position(rocprofiler_counter_instance_id_t,
                                                                 rocprofiler_counter_dimension_id_t,
                                                                 size_t* pos) {
  if (pos == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *pos = 0;
  return kNotImplemented;
}

rocprofiler_status_t rocprofiler_query_counter_info(rocprofiler_counter_id_t,
                                                    rocprofiler_counter_info_version_id_t version,
                                                    void*) {
  return version == ROCPROFILER_COUNTER_INFO_VERSION_0 ||
                 version == ROCPROFILER_COUNTER_INFO_VERSION_1
             ? ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND
             : ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_ABI;
}

rocprofiler_status_t rocprofiler_iterate_agent_supported_counters(
    rocprofiler_agent_id_t agent_id, rocprofiler_available_counters_cb_t, void*) {
  return OfAgent(agent_id, ROCPROFILER_STATUS_ERROR_AGENT_ARCH_NOT_SUPPORTED);
}

rocprofiler_status_t rocprofiler_iterate_counter_dimensions(rocprofiler_counter_id_t,
                                                            rocprofiler_available_dimensions_cb_t,
                                                            void*) {
  return ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND;
}

rocprofiler_status_t rocprofiler_query_counter_instance_count(rocprofiler_agent_id_t,
                                                              rocprofiler_counter_id_t,
                                                              size_t* instance_count) {
  if (instance_count == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *instance_count = 0;
  return ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND;
}

rocprofiler_status_t rocprofiler_create_counter(const char*, size_t, const char*, size_t,
                                                const char*, size_t, rocprofiler_agent_id_t,
                                                rocprofiler_counter_id_t*) {
  return kNotImplemented;
}

rocprofiler_status_t rocprofiler_load_counter_definition(const char*, size_t,
                                                         rocprofiler_counter_flag_t) {
  return kNotImplemented;
}

rocprofiler_status_t rocprofiler_create_counter_config(rocprofiler_agent_id_t agent_id,
                                                       rocprofiler_counter_id_t*,
                                                       size_t counters_count,
                                                       rocprofiler_counter_config_id_t* config_id) {
  if (config_id == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  return OfAgent(
      agent_id, counters_count != 0 ? ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND : kNotImplemented);
}

rocprofiler_status_t rocprofiler_destroy_counter_config(rocprofiler_counter_config_id_t) {
  return ROCPROFILER_STATUS_ERROR_PROFILE_NOT_FOUND;
}

rocprofiler_status_t rocprofiler_configure_buffer_dispatch_counting_service(
    rocprofiler_context_id_t context_id, rocprofiler_buffer_id_t buffer_id,
    rocprofiler_dispatch_counting_service_cb_t, void*) {
  const rocprofiler_status_t status = OfContext(context_id);
  return status == kNotImplemented ? OfBuffer(buffer_id) : status;
}

rocprofiler_status_t rocprofiler_configure_callback_dispatch_counting_service(
    rocprofiler_context_id_t context_id, rocprofiler_dispatch_counting_service_cb_t, void*,
    rocprofiler_dispatch_counting_record_cb_t, void*) {
  return OfContext(context_id);
}

rocprofiler_status_t rocprofiler_configure_device_counting_service(
    rocprofiler_context_id_t context_id, rocprofiler_buffer_id_t buffer_id,
    rocprofiler_agent_id_t agent_id, rocprofiler_device_counting_service_cb_t, void*) {
  rocprofiler_status_t status = OfContext(context_id, ROCPROFILER_STATUS_ERROR_CONTEXT_INVALID);
  if (status == kNotImplemented) status = OfBuffer(buffer_id);
  return status == kNotImplemented ? OfAgent(agent_id, status) : status;
}

rocprofiler_status_t rocprofiler_sample_device_counting_service(rocprofiler_context_id_t,
                                                                rocprofiler_user_data_t,
                                                                rocprofiler_counter_flag_t,
                                                                rocprofiler_counter_record_t*,
                                                                size_t* rec_count) {
  if (rec_count != nullptr) *rec_count = 0;
  return ROCPROFILER_STATUS_ERROR_CONTEXT_INVALID;
}

// --- thread trace ---

rocprofiler_status_t rocprofiler_configure_device_thread_trace_service(
    rocprofiler_context_id_t context_id, rocprofiler_agent_id_t agent_id,
    rocprofiler_thread_trace_parameter_t*, size_t, rocprofiler_thread_trace_shader_data_callback_t,
    rocprofiler_user_data_t) {
  const rocprofiler_status_t status = OfContext(context_id);
  return status == kNotImplemented ? OfAgent(agent_id, status) : status;
}

rocprofiler_status_t rocprofiler_configure_dispatch_thread_trace_service(
    rocprofiler_context_id_t context_id, rocprofiler_agent_id_t agent_id,
    rocprofiler_thread_trace_parameter_t*, size_t, rocprofiler_thread_trace_dispatch_callback_t,
    rocprofiler_thread_trace_shader_data_callback_t, void*) {
  const rocprofiler_status_t status = OfContext(context_id);
  return status == kNotImplemented ? OfAgent(agent_id, status) : status;
}

rocprofiler_status_t rocprofiler_thread_trace_decoder_create(
    rocprofiler_thread_trace_decoder_id_t* handle, const char*) {
  if (handle == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *handle = {0};
  return ROCPROFILER_STATUS_ERROR_NOT_AVAILABLE;
}

void rocprofiler_thread_trace_decoder_destroy(rocprofiler_thread_trace_decoder_id_t) {}

rocprofiler_status_t rocprofiler_thread_trace_decoder_codeobj_load(
    rocprofiler_thread_trace_decoder_id_t, uint64_t, uint64_t, uint64_t, const void*, uint64_t) {
  return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
}

rocprofiler_status_t rocprofiler_thread_trace_decoder_codeobj_unload(
    rocprofiler_thread_trace_decoder_id_t, uint64_t) {
  return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
}

rocprofiler_status_t rocprofiler_trace_decode(rocprofiler_thread_trace_decoder_id_t,
                                              rocprofiler_thread_trace_decoder_callback_t, void*,
                                              uint64_t, void*) {
  return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
}

const char* rocprofiler_thread_trace_decoder_info_string(rocprofiler_thread_trace_decoder_id_t,
                                                         rocprofiler_thread_trace_decoder_info_t) {
  return "thread traces cannot be decoded";
}

// --- tables of functions, OpenMP ---

rocprofiler_status_t rocprofiler_query_intercept_table_name(rocprofiler_intercept_table_t kind,
                                                            const char** name, uint64_t* name_len) {
  const auto bits = static_cast<uint32_t>(kind);
  const char* found = __builtin_popcount(bits) == 1
                          ? Find(kTables, static_cast<size_t>(__builtin_ctz(bits)))
                          : nullptr;
  return rocjfr::sdk::GiveName(found, ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND, name, name_len);
}

rocprofiler_status_t rocprofiler_ompt_is_initialized(int* status) {
  if (status == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *status = 0;
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_ompt_is_finalized(int* status) {
  return rocprofiler_ompt_is_initialized(status);
}

ompt_start_tool_result_t* rocprofiler_ompt_start_tool(unsigned int, const char*) {
  return nullptr;
}
}
