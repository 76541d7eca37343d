// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statuses, version, time, threads, agents.
#include <sys/syscall.h>
#include <unistd.h>

#include <iterator>

#include "agents.h"
#include "clock.h"
#include "rocprofiler-sdk/rocprofiler.h"
#include "thread.h"

namespace {

struct Status {
  const char* name;
  const char* text;
};
#define STATUS(name, text) \
  { #name, text }
constexpr Status kStatuses[] = {
    STATUS(ROCPROFILER_STATUS_SUCCESS, "it worked"),
    STATUS(ROCPROFILER_STATUS_ERROR, "it failed for a reason without a separate status"),
    STATUS(ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_FOUND,
           "there is no such context, or it is not active"),
    STATUS(ROCPROFILER_STATUS_ERROR_BUFFER_NOT_FOUND, "there is no such buffer"),
    STATUS(ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND, "there is no such kind"),
    STATUS(ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND, "the kind has no such operation"),
    STATUS(ROCPROFILER_STATUS_ERROR_THREAD_NOT_FOUND, "there is no such callback thread"),
    STATUS(ROCPROFILER_STATUS_ERROR_AGENT_NOT_FOUND, "there is no such agent"),
    STATUS(ROCPROFILER_STATUS_ERROR_COUNTER_NOT_FOUND, "there is no such counter"),
    STATUS(ROCPROFILER_STATUS_ERROR_CONTEXT_ERROR, "the context could not be made"),
    STATUS(ROCPROFILER_STATUS_ERROR_CONTEXT_INVALID,
           "the context cannot be used as it is configured"),
    STATUS(ROCPROFILER_STATUS_ERROR_CONTEXT_NOT_STARTED,
           "the context did not start. Standard error has the reason"),
    STATUS(ROCPROFILER_STATUS_ERROR_CONTEXT_CONFLICT,
           "another context that is active excludes this one"),
    STATUS(ROCPROFILER_STATUS_ERROR_CONTEXT_ID_NOT_ZERO, "the handle of a new context must be 0"),
    STATUS(ROCPROFILER_STATUS_ERROR_BUFFER_BUSY,
           "the callback of the buffer is running or requested"),
    STATUS(ROCPROFILER_STATUS_ERROR_SERVICE_ALREADY_CONFIGURED,
           "the context has this service already, or the handle has a buffer already"),
    STATUS(ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED,
           "this can be configured only while a tool is being initialised"),
    STATUS(ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED, "this library does not support that"),
    STATUS(ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_ABI,
           "the caller was compiled with a structure of another size"),
    STATUS(ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT, "an argument is missing or invalid"),
    STATUS(ROCPROFILER_STATUS_ERROR_METRIC_NOT_VALID_FOR_AGENT, "the agent has no such metric"),
    STATUS(ROCPROFILER_STATUS_ERROR_FINALIZED, "the library has been finalised"),
    STATUS(ROCPROFILER_STATUS_ERROR_HSA_NOT_LOADED, "the HSA runtime is not loaded"),
    STATUS(ROCPROFILER_STATUS_ERROR_DIM_NOT_FOUND, "the counter has no such dimension"),
    STATUS(ROCPROFILER_STATUS_ERROR_PROFILE_COUNTER_NOT_FOUND, "the profile has no such counter"),
    STATUS(ROCPROFILER_STATUS_ERROR_AST_GENERATION_FAILED, "the expression of a counter is wrong"),
    STATUS(ROCPROFILER_STATUS_ERROR_AST_NOT_FOUND, "the expression of a counter is missing"),
    STATUS(ROCPROFILER_STATUS_ERROR_AQL_NO_EVENT_COORD,
           "the profile has no coordinates of the event"),
    STATUS(ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL, "the driver is too old for this service"),
    STATUS(ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES,
           "there is not enough memory, or no thread could be made"),
    STATUS(ROCPROFILER_STATUS_ERROR_PROFILE_NOT_FOUND, "there is no such counter profile"),
    STATUS(ROCPROFILER_STATUS_ERROR_AGENT_DISPATCH_CONFLICT,
           "a context counts either on agents or on dispatches"),
    STATUS(ROCPROFILER_STATUS_INTERNAL_NO_AGENT_CONTEXT, "no context counts on agents"),
    STATUS(ROCPROFILER_STATUS_ERROR_SAMPLE_RATE_EXCEEDED, "a sample is being taken"),
    STATUS(ROCPROFILER_STATUS_ERROR_NO_PROFILE_QUEUE, "the agent has no queue for profiles"),
    STATUS(ROCPROFILER_STATUS_ERROR_NO_HARDWARE_COUNTERS,
           "the counters include no hardware counter"),
    STATUS(ROCPROFILER_STATUS_ERROR_AGENT_MISMATCH, "the profile belongs to another agent"),
    STATUS(ROCPROFILER_STATUS_ERROR_NOT_AVAILABLE, "the service is not available here"),
    STATUS(ROCPROFILER_STATUS_ERROR_EXCEEDS_HW_LIMIT, "the hardware cannot collect that much"),
    STATUS(ROCPROFILER_STATUS_ERROR_AGENT_ARCH_NOT_SUPPORTED,
           "the agent is of an architecture without counters"),
    STATUS(ROCPROFILER_STATUS_ERROR_PERMISSION_DENIED, "the process lacks CAP_PERFMON"),
};
#undef STATUS
static_assert(std::size(kStatuses) == ROCPROFILER_STATUS_LAST, "every status has a row");

bool Known(rocprofiler_status_t status) {
  return status >= 0 && status < ROCPROFILER_STATUS_LAST;
}

}  // namespace

extern "C" {
rocprofiler_status_t rocprofiler_get_version(uint32_t* major, uint32_t* minor, uint32_t* patch) {
  if (major != nullptr) *major = ROCPROFILER_VERSION_MAJOR;
  if (minor != nullptr) *minor = ROCPROFILER_VERSION_MINOR;
  if (patch != nullptr) *patch = ROCPROFILER_VERSION_PATCH;
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_get_version_triplet(rocprofiler_version_triplet_t* info) {
  if (info == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  return rocprofiler_get_version(&info->major, &info->minor, &info->patch);
}

rocprofiler_status_t rocprofiler_get_timestamp(rocprofiler_timestamp_t* ts) {
  if (ts == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  *ts = rocjfr::sdk::RecordClockNs();
  return ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_status_t rocprofiler_get_thread_id(rocprofiler_thread_id_t* tid) {
  if (tid == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  const rocjfr::sdk::Thread* thread = rocjfr::sdk::CurrentThread();
  *tid = thread != nullptr ? thread->id : static_cast<uint64_t>(syscall(SYS_gettid));
  return ROCPROFILER_STATUS_SUCCESS;
}

const char* rocprofiler_get_status_name(rocprofiler_status_t status) {
  return Known(status) ? kStatuses[status].name : nullptr;
}

const char* rocprofiler_get_status_string(rocprofiler_status_t status) {
  return Known(status) ? kStatuses[status].text : nullptr;
}

rocprofiler_status_t rocprofiler_query_available_agents(
    rocprofiler_agent_version_t version, rocprofiler_query_available_agents_cb_t callback,
    size_t agent_size, void* user_data) {
  if (callback == nullptr) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  if (version != ROCPROFILER_AGENT_INFO_VERSION_0) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
  if (agent_size > sizeof(rocprofiler_agent_t)) return ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_ABI;
  try {
    std::vector<const void*> agents;
    for (const rocprofiler_agent_t* agent : rocjfr::sdk::AllAgents()) agents.push_back(agent);
    return callback(version, agents.data(), agents.size(), user_data);
  } catch (...) {
    return ROCPROFILER_STATUS_ERROR_OUT_OF_RESOURCES;
  }
}
}
