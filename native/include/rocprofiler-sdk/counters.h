// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What agents can count. This library counts nothing: there are no counters, and each function says
// so with the status that is named at it. For programs that have counters as one of several
// services.
#ifndef ROCPROFILER_SDK_COUNTERS_H_
#define ROCPROFILER_SDK_COUNTERS_H_

#include <stddef.h>
#include <stdint.h>

#include "rocprofiler-sdk/agent.h"
#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/deprecated/counters.h"
#include "rocprofiler-sdk/fwd.h"

ROCPROFILER_EXTERN_C_INIT

typedef struct rocprofiler_counter_info_v0_t {
  rocprofiler_counter_id_t id;
  const char* name;
  const char* description;
  const char* block;
  const char* expression;
  uint8_t is_constant : 1;
  uint8_t is_derived : 1;
} rocprofiler_counter_info_v0_t;

typedef struct rocprofiler_counter_dimension_info_t {
  uint64_t size;
  const char* dimension_name;
  size_t index;
} rocprofiler_counter_dimension_info_t;

typedef struct rocprofiler_counter_record_dimension_instance_info_t {
  uint64_t size;
  rocprofiler_counter_instance_id_t instance_id;
  uint64_t counter_id;
  uint64_t dimensions_count;
  const rocprofiler_counter_dimension_info_t** dimensions;
} rocprofiler_counter_record_dimension_instance_info_t;

typedef struct rocprofiler_counter_info_v1_t {
  uint64_t size;
  rocprofiler_counter_id_t id;
  const char* name;
  const char* description;
  const char* block;
  const char* expression;
  uint8_t is_constant : 1;
  uint8_t is_derived : 1;
  uint64_t dimensions_count;
  const rocprofiler_counter_record_dimension_info_t** dimensions;
  uint64_t dimensions_instances_count;
  const rocprofiler_counter_record_dimension_instance_info_t** dimensions_instances;
} rocprofiler_counter_info_v1_t;

typedef rocprofiler_status_t (*rocprofiler_available_counters_cb_t)(
    rocprofiler_agent_id_t agent_id, rocprofiler_counter_id_t* counters, size_t num_counters,
    void* user_data);

// Parts of a record's id: NOT_IMPLEMENTED, since there are no such records. *counter_id and *pos
// become 0.
rocprofiler_status_t rocprofiler_query_record_counter_id(rocprofiler_counter_instance_id_t id,
                                                         rocprofiler_counter_id_t* counter_id)
    ROCPROFILER_API ROCPROFILER_NONNULL(2);
rocprofiler_status_t rocprofiler_query_record_dimension_position(
    rocprofiler_counter_instance_id_t id, rocprofiler_counter_dimension_id_t dim,
    size_t* pos) ROCPROFILER_API ROCPROFILER_NONNULL(3);
// COUNTER_NOT_FOUND; INCOMPATIBLE_ABI for versions that the SDK does not have.
rocprofiler_status_t rocprofiler_query_counter_info(rocprofiler_counter_id_t counter_id,
                                                    rocprofiler_counter_info_version_id_t version,
                                                    void* info) ROCPROFILER_API
    ROCPROFILER_NONNULL(3);
// AGENT_NOT_FOUND; AGENT_ARCH_NOT_SUPPORTED for each agent, without a call of `cb`: what AMD's
// library says of agents without counters.
rocprofiler_status_t rocprofiler_iterate_agent_supported_counters(
    rocprofiler_agent_id_t agent_id, rocprofiler_available_counters_cb_t cb,
    void* user_data) ROCPROFILER_API ROCPROFILER_NONNULL(2);
// NOT_IMPLEMENTED.
rocprofiler_status_t rocprofiler_create_counter(
    const char* name, size_t name_len, const char* expr, size_t expr_len, const char* description,
    size_t description_len, rocprofiler_agent_id_t agent,
    rocprofiler_counter_id_t* counter_id) ROCPROFILER_API ROCPROFILER_NONNULL(1, 3, 8);

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_COUNTERS_H_
