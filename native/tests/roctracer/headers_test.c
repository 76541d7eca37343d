// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compiled as C11 and as C++17: all headers, in both include styles, twice; names, numbers and
// layouts are those that programs compiled with AMD's headers have.
#include <hsa_prof_str.h>
#include <roctracer.h>
#include <roctracer/ext/prof_protocol.h>
#include <roctracer/hsa_prof_str.h>
#include <roctracer/roctracer.h>
#include <roctracer/roctracer_ext.h>
#include <roctracer/roctracer_hcc.h>
#include <roctracer/roctracer_hip.h>
#include <roctracer/roctracer_hsa.h>
#include <roctracer/roctracer_plugin.h>
#include <roctracer/roctracer_roctx.h>
#include <roctracer/roctx.h>
#include <roctracer_ext.h>
#include <roctracer_hcc.h>
#include <roctracer_hip.h>
#include <roctracer_hsa.h>
#include <roctracer_plugin.h>
#include <roctracer_roctx.h>
#include <roctx.h>
#if defined(__cplusplus)
#include <hip_ostream_ops.h>
#include <hsa_ostream_ops.h>
#include <roctracer/hip_ostream_ops.h>
#include <roctracer/hsa_ostream_ops.h>
#endif
#include <stddef.h>
#include <stdio.h>

#if defined(__cplusplus)
#define CHECK(condition) static_assert(condition, #condition)
#else
#define CHECK(condition) _Static_assert(condition, #condition)
#endif

CHECK(sizeof(activity_record_t) == 64);
CHECK(offsetof(activity_record_t, kind) == 4);
CHECK(offsetof(activity_record_t, op) == 8);
CHECK(offsetof(activity_record_t, correlation_id) == 16);
CHECK(offsetof(activity_record_t, begin_ns) == 24);
CHECK(offsetof(activity_record_t, end_ns) == 32);
CHECK(offsetof(activity_record_t, device_id) == 40);
CHECK(offsetof(activity_record_t, process_id) == 40);
CHECK(offsetof(activity_record_t, external_id) == 40);
CHECK(offsetof(activity_record_t, thread_id) == 44);
CHECK(offsetof(activity_record_t, queue_id) == 48);
CHECK(offsetof(activity_record_t, bytes) == 56);
CHECK(offsetof(activity_record_t, kernel_name) == 56);
CHECK(offsetof(activity_record_t, mark_message) == 56);
CHECK(sizeof(roctracer_properties_t) == 48);
CHECK(offsetof(roctracer_properties_t, buffer_size) == 8);
CHECK(offsetof(roctracer_properties_t, buffer_callback_arg) == 40);
CHECK(sizeof(roctx_api_data_t) == 16);
CHECK(offsetof(roctx_api_data_t, args.id) == 8);
CHECK(sizeof(roctracer_ext_properties_t) == 16);
CHECK(sizeof(hsa_ops_properties_t) == 32);
CHECK(ACTIVITY_DOMAIN_HSA_API == 0 && ACTIVITY_DOMAIN_HSA_OPS == 1);
CHECK(ACTIVITY_DOMAIN_HIP_OPS == 2 && ACTIVITY_DOMAIN_HIP_API == 3);
CHECK(ACTIVITY_DOMAIN_HCC_OPS == 2 && ACTIVITY_DOMAIN_HIP_VDI == 2);
CHECK(ACTIVITY_DOMAIN_KFD_API == 4 && ACTIVITY_DOMAIN_EXT_API == 5);
CHECK(ACTIVITY_DOMAIN_ROCTX == 6 && ACTIVITY_DOMAIN_HSA_EVT == 7 && ACTIVITY_DOMAIN_NUMBER == 8);
CHECK(ROCTRACER_STATUS_ERROR == -1 && ROCTRACER_STATUS_BAD_DOMAIN == -2);
CHECK(ROCTRACER_STATUS_BAD_PARAMETER == -3);
CHECK(ROCTRACER_STATUS_ERROR_DEFAULT_POOL_UNDEFINED == -4);
CHECK(ROCTRACER_STATUS_ERROR_DEFAULT_POOL_ALREADY_DEFINED == -5);
CHECK(ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION == -6);
CHECK(ROCTRACER_STATUS_ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID == -7);
CHECK(ROCTRACER_STATUS_ERROR_NOT_IMPLEMENTED == -8);
CHECK(ROCTRACER_STATUS_UNINIT == 2 && ROCTRACER_STATUS_BREAK == 3);
CHECK(ROCTRACER_STATUS_HIP_API_ERR == 6 && ROCTRACER_STATUS_HIP_OPS_ERR == 7);
CHECK(ROCTRACER_STATUS_HCC_OPS_ERR == 7 && ROCTRACER_STATUS_HSA_ERR == 7);
CHECK(ROCTRACER_STATUS_ROCTX_ERR == 8);
CHECK(ACTIVITY_API_PHASE_ENTER == 0 && ROCTRACER_API_PHASE_EXIT == 1);
CHECK(ACTIVITY_EXT_OP_MARK == 0 && ACTIVITY_EXT_OP_EXTERN_ID == 1);
CHECK(HIP_OP_ID_DISPATCH == 0 && HIP_OP_ID_COPY == 1 && HIP_OP_ID_BARRIER == 2);
CHECK(HIP_OP_ID_NUMBER == 3 && HSA_OP_ID_NUMBER == 4 && HSA_EVT_ID_NUMBER == 6);
CHECK(ROCTX_API_ID_roctxRangeStop == 4 && ROCTX_API_ID_NUMBER == 5);
CHECK(ROCTRACER_VERSION_MAJOR == 4 && ROCTRACER_VERSION_MINOR == 1);
CHECK(ROCTX_VERSION_MAJOR == 4 && ROCTX_VERSION_MINOR == 1);

// Every function is declared and exported.
// clang-format finds no lasting form for this.
// clang-format off
#define ALL(X)                                                                                    \
  X(roctracer_version_major)                                                                      \
  X(roctracer_version_minor)                                                                      \
  X(roctracer_error_string)                                                                       \
  X(roctracer_op_string)                                                                          \
  X(roctracer_op_code) X(roctracer_set_properties) X(roctracer_enable_op_callback)                \
      X(roctracer_enable_domain_callback) X(roctracer_disable_op_callback) X(                     \
          roctracer_disable_domain_callback) X(roctracer_next_record) X(roctracer_open_pool_expl) \
          X(roctracer_open_pool) X(roctracer_close_pool_expl) X(roctracer_close_pool)             \
              X(roctracer_default_pool_expl) X(roctracer_default_pool)                            \
                  X(roctracer_enable_op_activity_expl) X(roctracer_enable_op_activity) X(         \
                      roctracer_enable_domain_activity_expl) X(roctracer_enable_domain_activity)  \
                      X(roctracer_disable_op_activity) X(roctracer_disable_domain_activity)       \
                          X(roctracer_flush_activity_expl) X(roctracer_flush_activity) X(         \
                              roctracer_get_timestamp) X(roctracer_enable_callback)               \
                              X(roctracer_disable_callback) X(roctracer_enable_activity) X(       \
                                  roctracer_enable_activity_expl) X(roctracer_disable_activity)   \
                                  X(roctracer_load) X(roctracer_unload) X(roctracer_flush_buf)    \
                                      X(roctracer_mark) X(roctracer_start) X(roctracer_stop)      \
                                          X(roctracer_activity_push_external_correlation_id)      \
                                              X(roctracer_activity_pop_external_correlation_id)   \
                                                  X(roctracer_rocjfr_lost_records)                \
                                                      X(roctx_version_major)                      \
                                                          X(roctx_version_minor) X(roctxMarkA)    \
                                                              X(roctxRangePushA) X(roctxRangePop) \
                                                                  X(roctxRangeStartA)             \
                                                                      X(roctxRangeStop)
// clang-format on

typedef void (*function_t)(void);
int main(void) {
  int missing = 0;
#define IS_THERE(name) missing += (function_t)&name == (function_t)0;
  ALL(IS_THERE)
  hip_api_data_t* data = NULL;
  hsa_evt_data_t* event = NULL;
  printf("%d missing\n", missing + (data != NULL) + (event != NULL));
  return missing;
}
