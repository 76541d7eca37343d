// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The buffer tracing service: which kinds of activity are put into which buffer, and the records.
#ifndef ROCPROFILER_SDK_BUFFER_TRACING_H_
#define ROCPROFILER_SDK_BUFFER_TRACING_H_

#include <stdint.h>

#include "rocprofiler-sdk/agent.h"
#include "rocprofiler-sdk/buffer.h"
#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"
#include "rocprofiler-sdk/hip.h"
#include "rocprofiler-sdk/hsa/scratch_memory_id.h"
#include "rocprofiler-sdk/kfd/kfd_id.h"
#include "rocprofiler-sdk/marker.h"

ROCPROFILER_EXTERN_C_INIT

// A call of an API function. start: before the call, end: after it.
#define ROCPROFILER_API_RECORD_FIELDS          \
  uint64_t size;                               \
  rocprofiler_buffer_tracing_kind_t kind;      \
  rocprofiler_tracing_operation_t operation;   \
  rocprofiler_correlation_id_t correlation_id; \
  rocprofiler_timestamp_t start_timestamp;     \
  rocprofiler_timestamp_t end_timestamp;       \
  rocprofiler_thread_id_t thread_id;

// HIP_RUNTIME_API, HIP_COMPILER_API
typedef struct rocprofiler_buffer_tracing_hip_api_record_t {
  ROCPROFILER_API_RECORD_FIELDS
} rocprofiler_buffer_tracing_hip_api_record_t;
// HIP_RUNTIME_API_EXT, HIP_COMPILER_API_EXT. The size ends before `retval` where it is not known
// what the call returned.
typedef struct rocprofiler_buffer_tracing_hip_api_ext_record_t {
  ROCPROFILER_API_RECORD_FIELDS
  rocprofiler_hip_api_args_t args;
  rocprofiler_hip_api_retval_t retval;
} rocprofiler_buffer_tracing_hip_api_ext_record_t;
// MARKER_CORE_API, MARKER_CONTROL_API, MARKER_NAME_API: end is start, since roctx tells of its
// calls only once. MARKER_CORE_RANGE_API: a range from its begin to its end, with the thread that
// began it; of marks end is start.
typedef struct rocprofiler_buffer_tracing_marker_api_record_t {
  ROCPROFILER_API_RECORD_FIELDS
} rocprofiler_buffer_tracing_marker_api_record_t;
// HSA_CORE_API, HSA_AMD_EXT_API, HSA_IMAGE_EXT_API, HSA_FINALIZE_EXT_API: an operation is a
// function's place in its table, as the loaded HSA has it.
typedef struct rocprofiler_buffer_tracing_hsa_api_record_t {
  ROCPROFILER_API_RECORD_FIELDS
} rocprofiler_buffer_tracing_hsa_api_record_t;
// Not written by this version.
typedef struct rocprofiler_buffer_tracing_rccl_api_record_t {
  ROCPROFILER_API_RECORD_FIELDS
} rocprofiler_buffer_tracing_rccl_api_record_t;
typedef struct rocprofiler_buffer_tracing_rocjpeg_api_record_t {
  ROCPROFILER_API_RECORD_FIELDS
} rocprofiler_buffer_tracing_rocjpeg_api_record_t;
#undef ROCPROFILER_API_RECORD_FIELDS

// MEMORY_COPY
typedef struct rocprofiler_buffer_tracing_memory_copy_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_memory_copy_operation_t operation;  // the direction
  rocprofiler_async_correlation_id_t correlation_id;
  rocprofiler_thread_id_t thread_id;  // that submitted it; 0 not known
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  rocprofiler_agent_id_t dst_agent_id;
  rocprofiler_agent_id_t src_agent_id;
  uint64_t bytes;                     // 0 not known
  rocprofiler_address_t dst_address;  // of the call's arguments; 0 not known
  rocprofiler_address_t src_address;
} rocprofiler_buffer_tracing_memory_copy_record_t;

// MEMORY_ALLOCATION: what HSA was asked for, with success. agent_id: of the pool; 0 of frees, and
// where it is not known.
typedef struct rocprofiler_buffer_tracing_memory_allocation_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_memory_allocation_operation_t operation;
  rocprofiler_correlation_id_t correlation_id;
  rocprofiler_thread_id_t thread_id;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  rocprofiler_agent_id_t agent_id;
  rocprofiler_address_t address;
  uint64_t allocation_size;
} rocprofiler_buffer_tracing_memory_allocation_record_t;

// KERNEL_DISPATCH; a fill, too: of the runtime's kernel __amd_rocclr_fillBufferAligned, as AMD's
// library sees it, without sizes.
typedef struct rocprofiler_buffer_tracing_kernel_dispatch_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kernel_dispatch_operation_t operation;  // COMPLETE
  rocprofiler_async_correlation_id_t correlation_id;
  rocprofiler_thread_id_t thread_id;  // that submitted it; 0 not known
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  rocprofiler_kernel_dispatch_info_t dispatch_info;
} rocprofiler_buffer_tracing_kernel_dispatch_record_t;

// CORRELATION_ID_RETIREMENT: no record with this internal correlation id follows.
typedef struct rocprofiler_buffer_tracing_correlation_id_retirement_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_timestamp_t timestamp;
  uint64_t internal_correlation_id;
} rocprofiler_buffer_tracing_correlation_id_retirement_record_t;

// RUNTIME_INITIALIZATION: correlation ids are 0. version: 10000 * major + 100 * minor + patch, as
// the library's file name says; 0 not known. instance: 0.
typedef struct rocprofiler_buffer_tracing_runtime_initialization_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_runtime_initialization_operation_t operation;
  rocprofiler_correlation_id_t correlation_id;
  rocprofiler_thread_id_t thread_id;
  rocprofiler_timestamp_t timestamp;
  uint64_t version;
  uint64_t instance;
} rocprofiler_buffer_tracing_runtime_initialization_record_t;

// SCRATCH_MEMORY, from ROCm 6.1 on: correlation ids and agent_id are 0.
typedef struct rocprofiler_buffer_tracing_scratch_memory_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_scratch_memory_operation_t operation;
  rocprofiler_correlation_id_t correlation_id;
  rocprofiler_agent_id_t agent_id;
  rocprofiler_queue_id_t queue_id;
  rocprofiler_thread_id_t thread_id;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  rocprofiler_scratch_alloc_flag_t flags;
  uint64_t allocation_size;
} rocprofiler_buffer_tracing_scratch_memory_record_t;

// Not written by this version: OMPT, KFD_*.
typedef struct rocprofiler_buffer_tracing_ompt_target_t {
  int32_t kind;
  int32_t device_num;
  uint64_t task_id;
  uint64_t target_id;
  const void* codeptr_ra;
} rocprofiler_buffer_tracing_ompt_target_t;
typedef struct rocprofiler_buffer_tracing_ompt_target_data_op_t {
  uint64_t host_op_id;
  int32_t optype;
  int32_t src_device_num;
  int32_t dst_device_num;
  int32_t reserved;
  uint64_t bytes;
  const void* codeptr_ra;
} rocprofiler_buffer_tracing_ompt_target_data_op_t;
typedef struct rocprofiler_buffer_tracing_ompt_target_kernel_t {
  uint64_t host_op_id;
  int32_t device_num;
  uint32_t requested_num_teams;
} rocprofiler_buffer_tracing_ompt_target_kernel_t;
typedef struct rocprofiler_buffer_tracing_ompt_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_tracing_operation_t operation;
  rocprofiler_correlation_id_t correlation_id;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  rocprofiler_thread_id_t thread_id;
  union {
    rocprofiler_buffer_tracing_ompt_target_t target;
    rocprofiler_buffer_tracing_ompt_target_data_op_t target_data_op;
    rocprofiler_buffer_tracing_ompt_target_kernel_t target_kernel;
    uint64_t reserved[5];
  };
} rocprofiler_buffer_tracing_ompt_record_t;

typedef struct rocprofiler_buffer_tracing_kfd_event_page_migrate_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kfd_event_page_migrate_operation_t operation;
  rocprofiler_timestamp_t timestamp;
  uint32_t pid;
  rocprofiler_address_t start_address;
  rocprofiler_address_t end_address;
  rocprofiler_agent_id_t src_agent;
  rocprofiler_agent_id_t dst_agent;
  rocprofiler_agent_id_t prefetch_agent;
  rocprofiler_agent_id_t preferred_agent;
  int32_t error_code;
} rocprofiler_buffer_tracing_kfd_event_page_migrate_record_t;
typedef struct rocprofiler_buffer_tracing_kfd_event_page_fault_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kfd_event_page_fault_operation_t operation;
  rocprofiler_timestamp_t timestamp;
  uint32_t pid;
  rocprofiler_agent_id_t agent_id;
  rocprofiler_address_t address;
} rocprofiler_buffer_tracing_kfd_event_page_fault_record_t;
typedef struct rocprofiler_buffer_tracing_kfd_event_queue_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kfd_event_queue_operation_t operation;
  rocprofiler_timestamp_t timestamp;
  uint32_t pid;
  rocprofiler_agent_id_t agent_id;
} rocprofiler_buffer_tracing_kfd_event_queue_record_t;
typedef struct rocprofiler_buffer_tracing_kfd_event_unmap_from_gpu_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kfd_event_unmap_from_gpu_operation_t operation;
  rocprofiler_timestamp_t timestamp;
  uint32_t pid;
  rocprofiler_agent_id_t agent_id;
  rocprofiler_address_t start_address;
  rocprofiler_address_t end_address;
} rocprofiler_buffer_tracing_kfd_event_unmap_from_gpu_record_t;
typedef struct rocprofiler_buffer_tracing_kfd_event_dropped_events_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kfd_event_dropped_events_operation_t operation;
  rocprofiler_timestamp_t timestamp;
  uint32_t pid;
  uint32_t count;
} rocprofiler_buffer_tracing_kfd_event_dropped_events_record_t;
typedef struct rocprofiler_buffer_tracing_kfd_page_migrate_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kfd_page_migrate_operation_t operation;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  uint32_t pid;
  rocprofiler_address_t start_address;
  rocprofiler_address_t end_address;
  rocprofiler_agent_id_t src_agent;
  rocprofiler_agent_id_t dst_agent;
  rocprofiler_agent_id_t prefetch_agent;
  rocprofiler_agent_id_t preferred_agent;
  int32_t error_code;
} rocprofiler_buffer_tracing_kfd_page_migrate_record_t;
typedef struct rocprofiler_buffer_tracing_kfd_page_fault_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kfd_page_fault_operation_t operation;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  uint32_t pid;
  rocprofiler_agent_id_t agent_id;
  rocprofiler_address_t address;
} rocprofiler_buffer_tracing_kfd_page_fault_record_t;
typedef struct rocprofiler_buffer_tracing_kfd_queue_record_t {
  uint64_t size;
  rocprofiler_buffer_tracing_kind_t kind;
  rocprofiler_kfd_queue_operation_t operation;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  uint32_t pid;
  rocprofiler_agent_id_t agent_id;
} rocprofiler_buffer_tracing_kfd_queue_record_t;

// Returns 0 to go on.
typedef int (*rocprofiler_buffer_tracing_kind_cb_t)(rocprofiler_buffer_tracing_kind_t kind,
                                                    void* data);
typedef int (*rocprofiler_buffer_tracing_kind_operation_cb_t)(
    rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation, void* data);

// Puts records of a kind into a buffer while the context is active. operations: null and 0 for all.
// A buffer takes any number of kinds and contexts. CONFIGURATION_LOCKED outside a tool's
// initialisation. CONTEXT_NOT_FOUND, BUFFER_NOT_FOUND, KIND_NOT_FOUND, OPERATION_NOT_FOUND.
// SERVICE_ALREADY_CONFIGURED if the context has the kind already. NOT_IMPLEMENTED for kinds that
// this library does not support. INVALID_ARGUMENT if only one of operations and count is given.
rocprofiler_status_t rocprofiler_configure_buffer_tracing_service(
    rocprofiler_context_id_t context_id, rocprofiler_buffer_tracing_kind_t kind,
    const rocprofiler_tracing_operation_t* operations, size_t operations_count,
    rocprofiler_buffer_id_t buffer_id) ROCPROFILER_API;

// Names have static storage; name and name_len may be null. KIND_NOT_FOUND.
rocprofiler_status_t rocprofiler_query_buffer_tracing_kind_name(
    rocprofiler_buffer_tracing_kind_t kind, const char** name, uint64_t* name_len) ROCPROFILER_API;
// KIND_NOT_FOUND; OPERATION_NOT_FOUND; INVALID_ARGUMENT for NONE; NOT_IMPLEMENTED for kinds without
// operations and those that this library does not serve.
rocprofiler_status_t rocprofiler_query_buffer_tracing_kind_operation_name(
    rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    const char** name, uint64_t* name_len) ROCPROFILER_API;
// All kinds, NONE first, also those that are not served.
rocprofiler_status_t rocprofiler_iterate_buffer_tracing_kinds(
    rocprofiler_buffer_tracing_kind_cb_t callback, void* data) ROCPROFILER_API
    ROCPROFILER_NONNULL(1);
// The operations of a kind; statuses as for their names.
rocprofiler_status_t rocprofiler_iterate_buffer_tracing_kind_operations(
    rocprofiler_buffer_tracing_kind_t kind, rocprofiler_buffer_tracing_kind_operation_cb_t callback,
    void* data) ROCPROFILER_API ROCPROFILER_NONNULL(2);

typedef int (*rocprofiler_buffer_tracing_operation_args_cb_t)(
    rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    uint32_t arg_number, const void* const arg_value_addr, int32_t arg_indirection_count,
    const char* arg_type, const char* arg_name, const char* arg_value_str, void* data);
// Of HIP_RUNTIME_API_EXT and HIP_COMPILER_API_EXT, as
// rocprofiler_iterate_callback_tracing_kind_operation_args. INVALID_ARGUMENT for NONE and what is
// no kind; NOT_IMPLEMENTED for all others.
rocprofiler_status_t rocprofiler_iterate_buffer_tracing_record_args(
    rocprofiler_record_header_t record, rocprofiler_buffer_tracing_operation_args_cb_t callback,
    void* user_data) ROCPROFILER_API ROCPROFILER_NONNULL(2);

ROCPROFILER_EXTERN_C_FINI

ROCPROFILER_CXX_CODE(
    static_assert(sizeof(rocprofiler_buffer_tracing_hip_api_record_t) == 64, "ABI");
    static_assert(sizeof(rocprofiler_buffer_tracing_memory_copy_record_t) == 96, "ABI");
    static_assert(sizeof(rocprofiler_buffer_tracing_kernel_dispatch_record_t) == 184, "ABI");
    static_assert(sizeof(rocprofiler_buffer_tracing_correlation_id_retirement_record_t) == 32,
                  "ABI");)

#endif  // ROCPROFILER_SDK_BUFFER_TRACING_H_
