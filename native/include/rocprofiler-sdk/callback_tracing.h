// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The callback tracing service: HIP and roctx calls, work on a GPU, CODE_OBJECT (what the HIP
// runtime lets a tool see of modules and kernels), HIP_STREAM and RUNTIME_INITIALIZATION.
#ifndef ROCPROFILER_SDK_CALLBACK_TRACING_H_
#define ROCPROFILER_SDK_CALLBACK_TRACING_H_

#include <stdint.h>

#include "rocprofiler-sdk/defines.h"
#include "rocprofiler-sdk/fwd.h"
#include "rocprofiler-sdk/hip.h"
#include "rocprofiler-sdk/hsa.h"
#include "rocprofiler-sdk/marker.h"
#if __has_include(<hsa/hsa.h>)
#include <hsa/hsa.h>
#else
// As hsa.h has it.
typedef struct hsa_agent_s {
  uint64_t handle;
} hsa_agent_t;
#endif

ROCPROFILER_EXTERN_C_INIT

typedef enum rocprofiler_code_object_storage_type_t {
  ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_NONE = 0,
  ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE = 1,
  ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY = 2,
  ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_LAST,
} rocprofiler_code_object_storage_type_t;

#define ROCPROFILER_CODE_OBJECT_ID_NONE ROCPROFILER_UINT64_C(0)

// CODE_OBJECT, LOAD: a module was loaded (hipModuleLoad*). What is not named here is 0.
typedef struct rocprofiler_callback_tracing_code_object_load_data_t {
  uint64_t size;
  uint64_t code_object_id;
  union {
    rocprofiler_agent_id_t rocp_agent;
    rocprofiler_agent_id_t agent_id;
  };
  hsa_agent_t hsa_agent;
  const char* uri;  // file://... of hipModuleLoad, memory://... of hipModuleLoadData
  uint64_t load_base;
  uint64_t load_size;
  int64_t load_delta;
  rocprofiler_code_object_storage_type_t storage_type;
  union {
    struct {
      int storage_file;  // -1
    };
    struct {
      uint64_t memory_base;  // the image that the program passed
      uint64_t memory_size;  // 0: not told
    };
  };
} rocprofiler_callback_tracing_code_object_load_data_t;

// CODE_OBJECT, DEVICE_KERNEL_SYMBOL_REGISTER: a kernel was looked up or launched for the first time
// that this context sees. What is not named here is 0.
typedef struct rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t {
  uint64_t size;
  uint64_t kernel_id;       // as in dispatch records: one for each name
  uint64_t code_object_id;  // NONE where the kernel came with the program, not with a module
  const char* kernel_name;  // as the runtime spells it; static storage
  uint64_t kernel_object;
  uint32_t kernarg_segment_size;
  uint32_t kernarg_segment_alignment;
  uint32_t group_segment_size;
  uint32_t private_segment_size;
  uint32_t sgpr_count;
  uint32_t arch_vgpr_count;
  uint32_t accum_vgpr_count;
  int64_t kernel_code_entry_byte_offset;
  rocprofiler_address_t kernel_address;
} rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t;

// RUNTIME_INITIALIZATION, phase NONE: as the buffer record.
typedef struct rocprofiler_callback_tracing_runtime_initialization_data_t {
  uint64_t size;
  uint64_t version;
  uint64_t instance;
} rocprofiler_callback_tracing_runtime_initialization_data_t;

// HIP_STREAM. CREATE and DESTROY: phase NONE, when the call returns. SET: ENTER and EXIT of a call
// that acts on a stream.
typedef struct rocprofiler_callback_tracing_hip_stream_data_t {
  uint64_t size;
  rocprofiler_stream_id_t stream_id;   // 0 the null stream, else from 1; never given to another one
  rocprofiler_address_t stream_value;  // hipStream_t
} rocprofiler_callback_tracing_hip_stream_data_t;

// HIP_RUNTIME_API, HIP_COMPILER_API: ENTER and EXIT of a call. `retval` is 0 at ENTER. At EXIT the
// size ends before it where it is not known what the call returned.
typedef struct rocprofiler_callback_tracing_hip_api_data_t {
  uint64_t size;
  rocprofiler_hip_api_args_t args;
  rocprofiler_hip_api_retval_t retval;
} rocprofiler_callback_tracing_hip_api_data_t;

// HSA_*_API: ENTER and EXIT of a call. `retval` is 0 at ENTER. Not the arguments of the finalizer's
// functions.
typedef struct rocprofiler_callback_tracing_hsa_api_data_t {
  uint64_t size;
  rocprofiler_hsa_api_args_t args;
  rocprofiler_hsa_api_retval_t retval;
} rocprofiler_callback_tracing_hsa_api_data_t;

// MARKER_*_API: ENTER and EXIT of a roctx call, one after the other, since it is told once.
// MARKER_CORE_RANGE_API: ENTER at a range's begin, EXIT at its end, on the thread that ends it. At
// EXIT the size ends before `retval` where nothing is returned or that is not known (the level of a
// range).
typedef struct rocprofiler_callback_tracing_marker_api_data_t {
  uint64_t size;
  rocprofiler_marker_api_args_t args;
  rocprofiler_marker_api_retval_t retval;
} rocprofiler_callback_tracing_marker_api_data_t;

// KERNEL_DISPATCH. ENQUEUE, ENTER and EXIT: on the thread that submits it, without times, and queue
// 0, which the runtime chooses later; not of graphs, which the call does not say.
// COMPLETE, NONE: when it has run, on a thread of the runtime.
typedef struct rocprofiler_callback_tracing_kernel_dispatch_data_t {
  uint64_t size;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  rocprofiler_kernel_dispatch_info_t dispatch_info;
} rocprofiler_callback_tracing_kernel_dispatch_data_t;

// MEMORY_COPY. ENTER: on the thread that submits it, with agents of the device only; where the call
// does not say the direction, together with EXIT. EXIT: when it has run.
typedef struct rocprofiler_callback_tracing_memory_copy_data_t {
  uint64_t size;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  rocprofiler_agent_id_t dst_agent_id;
  rocprofiler_agent_id_t src_agent_id;
  uint64_t bytes;
  rocprofiler_address_t dst_address;
  rocprofiler_address_t src_address;
} rocprofiler_callback_tracing_memory_copy_data_t;

// Of kinds that this library does not serve.
typedef struct rocprofiler_callback_tracing_code_object_host_kernel_symbol_register_data_t {
  uint64_t size;
  uint64_t host_function_id;
  uint64_t kernel_id;
  uint64_t code_object_id;
  rocprofiler_address_t host_function;
  rocprofiler_address_t modules;
  const char* device_function;
  uint32_t thread_limit;
  rocprofiler_dim3_t thread_ids;
  rocprofiler_dim3_t block_ids;
  rocprofiler_dim3_t block_dims;
  rocprofiler_dim3_t grid_dims;
  uint64_t workgroup_size;
} rocprofiler_callback_tracing_code_object_host_kernel_symbol_register_data_t;
// MEMORY_ALLOCATION: address and times are known at EXIT only, of what failed no address; agent_id
// as in the record.
typedef struct rocprofiler_callback_tracing_memory_allocation_data_t {
  uint64_t size;
  rocprofiler_timestamp_t start_timestamp;
  rocprofiler_timestamp_t end_timestamp;
  rocprofiler_agent_id_t agent_id;
  rocprofiler_address_t address;
  uint64_t allocation_size;
} rocprofiler_callback_tracing_memory_allocation_data_t;

// Called on the thread that acts. `user_data` keeps a value from LOAD to UNLOAD, and from ENTER to
// EXIT.
typedef void (*rocprofiler_callback_tracing_cb_t)(rocprofiler_callback_tracing_record_t record,
                                                  rocprofiler_user_data_t* user_data,
                                                  void* callback_data);
// Return 0 to go on.
typedef int (*rocprofiler_callback_tracing_kind_cb_t)(rocprofiler_callback_tracing_kind_t kind,
                                                      void* data);
typedef int (*rocprofiler_callback_tracing_kind_operation_cb_t)(
    rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    void* data);

// Statuses as of rocprofiler_configure_buffer_tracing_service; INVALID_ARGUMENT without a callback.
rocprofiler_status_t rocprofiler_configure_callback_tracing_service(
    rocprofiler_context_id_t context_id, rocprofiler_callback_tracing_kind_t kind,
    const rocprofiler_tracing_operation_t* operations, size_t operations_count,
    rocprofiler_callback_tracing_cb_t callback, void* callback_args) ROCPROFILER_API;
rocprofiler_status_t rocprofiler_query_callback_tracing_kind_name(
    rocprofiler_callback_tracing_kind_t kind, const char** name,
    uint64_t* name_len) ROCPROFILER_API;
rocprofiler_status_t rocprofiler_query_callback_tracing_kind_operation_name(
    rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    const char** name, uint64_t* name_len) ROCPROFILER_API;
rocprofiler_status_t rocprofiler_iterate_callback_tracing_kinds(
    rocprofiler_callback_tracing_kind_cb_t callback, void* data) ROCPROFILER_API
    ROCPROFILER_NONNULL(1);
rocprofiler_status_t rocprofiler_iterate_callback_tracing_kind_operations(
    rocprofiler_callback_tracing_kind_t kind,
    rocprofiler_callback_tracing_kind_operation_cb_t callback, void* data) ROCPROFILER_API
    ROCPROFILER_NONNULL(2);

typedef int (*rocprofiler_callback_tracing_operation_args_cb_t)(
    rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
    uint32_t arg_number, const void* const arg_value_addr, int32_t arg_indirection_count,
    const char* arg_type, const char* arg_name, const char* arg_value_str,
    int32_t arg_dereference_count, void* data);
// Of HIP_RUNTIME_API and HIP_COMPILER_API, within the callback: name, type, text and place of each
// argument until the callback returns not 0. Pointers are not followed but for const char*.
// INVALID_ARGUMENT for NONE and what is no kind; NOT_IMPLEMENTED for all others.
rocprofiler_status_t rocprofiler_iterate_callback_tracing_kind_operation_args(
    rocprofiler_callback_tracing_record_t record,
    rocprofiler_callback_tracing_operation_args_cb_t callback, int32_t max_dereference_count,
    void* user_data) ROCPROFILER_API ROCPROFILER_NONNULL(2);

ROCPROFILER_EXTERN_C_FINI
#endif  // ROCPROFILER_SDK_CALLBACK_TRACING_H_
