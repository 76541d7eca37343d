// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Written by build-support/hsa-functions.py: the operations of ACTIVITY_DOMAIN_HSA_API and the data
// of their callbacks, in the release of HSA whose headers a program has. The library follows the
// HSA that is loaded: operations of another release have other numbers.
// clang-format off
#ifndef HSA_PROF_STR_H_
#define HSA_PROF_STR_H_

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The size in bytes of HSA's tables of AMD's extensions and of images, in the release of the
// included headers. Newer functions are left out, as in AMD's header of that release. The headers
// of 5.5 and 5.4 do not differ. A program for 5.5 defines ROCTRACER_HSA_AMD_EXT_BYTES as 424.
#if defined(__has_include)
#if __has_include(<hsa/hsa_api_trace_version.h>)
#include <hsa/hsa_api_trace_version.h>
#endif
#endif
#ifndef ROCTRACER_HSA_AMD_EXT_BYTES
#if HSA_AMD_INTERFACE_VERSION_MINOR < 1
#define ROCTRACER_HSA_AMD_EXT_BYTES 400
#elif HSA_AMD_INTERFACE_VERSION_MINOR < 4
#define ROCTRACER_HSA_AMD_EXT_BYTES 456
#elif !defined(HSA_AMD_EXT_API_TABLE_STEP_VERSION)
#define ROCTRACER_HSA_AMD_EXT_BYTES 552
#elif HSA_AMD_EXT_API_TABLE_STEP_VERSION < 8
#define ROCTRACER_HSA_AMD_EXT_BYTES (552 + 8 * HSA_AMD_EXT_API_TABLE_STEP_VERSION)
#else
#define ROCTRACER_HSA_AMD_EXT_BYTES 624
#endif
#endif
#ifndef ROCTRACER_HSA_IMAGE_EXT_BYTES
#if HSA_AMD_INTERFACE_VERSION_MINOR < 7
#define ROCTRACER_HSA_IMAGE_EXT_BYTES 120
#else
#define ROCTRACER_HSA_IMAGE_EXT_BYTES 128
#endif
#endif

// Functions for tools: hsa/hsa_api_trace.h declares these types, in C++.
typedef void (*hsa_amd_queue_intercept_packet_writer)(const void*, uint64_t);
typedef void (*hsa_amd_queue_intercept_handler)(const void*, uint64_t, uint64_t, void*,
                                                hsa_amd_queue_intercept_packet_writer);
typedef void (*hsa_amd_runtime_queue_notifier)(const hsa_queue_t*, hsa_agent_t, void*);

typedef enum hsa_api_id_t {
  HSA_API_ID_hsa_init,
  HSA_API_ID_hsa_shut_down,
  HSA_API_ID_hsa_system_get_info,
  HSA_API_ID_hsa_system_extension_supported,
  HSA_API_ID_hsa_system_get_extension_table,
  HSA_API_ID_hsa_iterate_agents,
  HSA_API_ID_hsa_agent_get_info,
  HSA_API_ID_hsa_queue_create,
  HSA_API_ID_hsa_soft_queue_create,
  HSA_API_ID_hsa_queue_destroy,
  HSA_API_ID_hsa_queue_inactivate,
  HSA_API_ID_hsa_queue_load_read_index_scacquire,
  HSA_API_ID_hsa_queue_load_read_index_relaxed,
  HSA_API_ID_hsa_queue_load_write_index_scacquire,
  HSA_API_ID_hsa_queue_load_write_index_relaxed,
  HSA_API_ID_hsa_queue_store_write_index_relaxed,
  HSA_API_ID_hsa_queue_store_write_index_screlease,
  HSA_API_ID_hsa_queue_cas_write_index_scacq_screl,
  HSA_API_ID_hsa_queue_cas_write_index_scacquire,
  HSA_API_ID_hsa_queue_cas_write_index_relaxed,
  HSA_API_ID_hsa_queue_cas_write_index_screlease,
  HSA_API_ID_hsa_queue_add_write_index_scacq_screl,
  HSA_API_ID_hsa_queue_add_write_index_scacquire,
  HSA_API_ID_hsa_queue_add_write_index_relaxed,
  HSA_API_ID_hsa_queue_add_write_index_screlease,
  HSA_API_ID_hsa_queue_store_read_index_relaxed,
  HSA_API_ID_hsa_queue_store_read_index_screlease,
  HSA_API_ID_hsa_agent_iterate_regions,
  HSA_API_ID_hsa_region_get_info,
  HSA_API_ID_hsa_agent_get_exception_policies,
  HSA_API_ID_hsa_agent_extension_supported,
  HSA_API_ID_hsa_memory_register,
  HSA_API_ID_hsa_memory_deregister,
  HSA_API_ID_hsa_memory_allocate,
  HSA_API_ID_hsa_memory_free,
  HSA_API_ID_hsa_memory_copy,
  HSA_API_ID_hsa_memory_assign_agent,
  HSA_API_ID_hsa_signal_create,
  HSA_API_ID_hsa_signal_destroy,
  HSA_API_ID_hsa_signal_load_relaxed,
  HSA_API_ID_hsa_signal_load_scacquire,
  HSA_API_ID_hsa_signal_store_relaxed,
  HSA_API_ID_hsa_signal_store_screlease,
  HSA_API_ID_hsa_signal_wait_relaxed,
  HSA_API_ID_hsa_signal_wait_scacquire,
  HSA_API_ID_hsa_signal_and_relaxed,
  HSA_API_ID_hsa_signal_and_scacquire,
  HSA_API_ID_hsa_signal_and_screlease,
  HSA_API_ID_hsa_signal_and_scacq_screl,
  HSA_API_ID_hsa_signal_or_relaxed,
  HSA_API_ID_hsa_signal_or_scacquire,
  HSA_API_ID_hsa_signal_or_screlease,
  HSA_API_ID_hsa_signal_or_scacq_screl,
  HSA_API_ID_hsa_signal_xor_relaxed,
  HSA_API_ID_hsa_signal_xor_scacquire,
  HSA_API_ID_hsa_signal_xor_screlease,
  HSA_API_ID_hsa_signal_xor_scacq_screl,
  HSA_API_ID_hsa_signal_exchange_relaxed,
  HSA_API_ID_hsa_signal_exchange_scacquire,
  HSA_API_ID_hsa_signal_exchange_screlease,
  HSA_API_ID_hsa_signal_exchange_scacq_screl,
  HSA_API_ID_hsa_signal_add_relaxed,
  HSA_API_ID_hsa_signal_add_scacquire,
  HSA_API_ID_hsa_signal_add_screlease,
  HSA_API_ID_hsa_signal_add_scacq_screl,
  HSA_API_ID_hsa_signal_subtract_relaxed,
  HSA_API_ID_hsa_signal_subtract_scacquire,
  HSA_API_ID_hsa_signal_subtract_screlease,
  HSA_API_ID_hsa_signal_subtract_scacq_screl,
  HSA_API_ID_hsa_signal_cas_relaxed,
  HSA_API_ID_hsa_signal_cas_scacquire,
  HSA_API_ID_hsa_signal_cas_screlease,
  HSA_API_ID_hsa_signal_cas_scacq_screl,
  HSA_API_ID_hsa_isa_from_name,
  HSA_API_ID_hsa_isa_get_info,
  HSA_API_ID_hsa_isa_compatible,
  HSA_API_ID_hsa_code_object_serialize,
  HSA_API_ID_hsa_code_object_deserialize,
  HSA_API_ID_hsa_code_object_destroy,
  HSA_API_ID_hsa_code_object_get_info,
  HSA_API_ID_hsa_code_object_get_symbol,
  HSA_API_ID_hsa_code_symbol_get_info,
  HSA_API_ID_hsa_code_object_iterate_symbols,
  HSA_API_ID_hsa_executable_create,
  HSA_API_ID_hsa_executable_destroy,
  HSA_API_ID_hsa_executable_load_code_object,
  HSA_API_ID_hsa_executable_freeze,
  HSA_API_ID_hsa_executable_get_info,
  HSA_API_ID_hsa_executable_global_variable_define,
  HSA_API_ID_hsa_executable_agent_global_variable_define,
  HSA_API_ID_hsa_executable_readonly_variable_define,
  HSA_API_ID_hsa_executable_validate,
  HSA_API_ID_hsa_executable_get_symbol,
  HSA_API_ID_hsa_executable_symbol_get_info,
  HSA_API_ID_hsa_executable_iterate_symbols,
  HSA_API_ID_hsa_status_string,
  HSA_API_ID_hsa_extension_get_name,
  HSA_API_ID_hsa_system_major_extension_supported,
  HSA_API_ID_hsa_system_get_major_extension_table,
  HSA_API_ID_hsa_agent_major_extension_supported,
  HSA_API_ID_hsa_cache_get_info,
  HSA_API_ID_hsa_agent_iterate_caches,
  HSA_API_ID_hsa_signal_silent_store_relaxed,
  HSA_API_ID_hsa_signal_silent_store_screlease,
  HSA_API_ID_hsa_signal_group_create,
  HSA_API_ID_hsa_signal_group_destroy,
  HSA_API_ID_hsa_signal_group_wait_any_scacquire,
  HSA_API_ID_hsa_signal_group_wait_any_relaxed,
  HSA_API_ID_hsa_agent_iterate_isas,
  HSA_API_ID_hsa_isa_get_info_alt,
  HSA_API_ID_hsa_isa_get_exception_policies,
  HSA_API_ID_hsa_isa_get_round_method,
  HSA_API_ID_hsa_wavefront_get_info,
  HSA_API_ID_hsa_isa_iterate_wavefronts,
  HSA_API_ID_hsa_code_object_get_symbol_from_name,
  HSA_API_ID_hsa_code_object_reader_create_from_file,
  HSA_API_ID_hsa_code_object_reader_create_from_memory,
  HSA_API_ID_hsa_code_object_reader_destroy,
  HSA_API_ID_hsa_executable_create_alt,
  HSA_API_ID_hsa_executable_load_program_code_object,
  HSA_API_ID_hsa_executable_load_agent_code_object,
  HSA_API_ID_hsa_executable_validate_alt,
  HSA_API_ID_hsa_executable_get_symbol_by_name,
  HSA_API_ID_hsa_executable_iterate_agent_symbols,
  HSA_API_ID_hsa_executable_iterate_program_symbols,
  HSA_API_ID_hsa_amd_coherency_get_type,
  HSA_API_ID_hsa_amd_coherency_set_type,
  HSA_API_ID_hsa_amd_profiling_set_profiler_enabled,
  HSA_API_ID_hsa_amd_profiling_async_copy_enable,
  HSA_API_ID_hsa_amd_profiling_get_dispatch_time,
  HSA_API_ID_hsa_amd_profiling_get_async_copy_time,
  HSA_API_ID_hsa_amd_profiling_convert_tick_to_system_domain,
  HSA_API_ID_hsa_amd_signal_async_handler,
  HSA_API_ID_hsa_amd_async_function,
  HSA_API_ID_hsa_amd_signal_wait_any,
  HSA_API_ID_hsa_amd_queue_cu_set_mask,
  HSA_API_ID_hsa_amd_memory_pool_get_info,
  HSA_API_ID_hsa_amd_agent_iterate_memory_pools,
  HSA_API_ID_hsa_amd_memory_pool_allocate,
  HSA_API_ID_hsa_amd_memory_pool_free,
  HSA_API_ID_hsa_amd_memory_async_copy,
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 456
  HSA_API_ID_hsa_amd_memory_async_copy_on_engine,
  HSA_API_ID_hsa_amd_memory_copy_engine_status,
#endif
  HSA_API_ID_hsa_amd_agent_memory_pool_get_info,
  HSA_API_ID_hsa_amd_agents_allow_access,
  HSA_API_ID_hsa_amd_memory_pool_can_migrate,
  HSA_API_ID_hsa_amd_memory_migrate,
  HSA_API_ID_hsa_amd_memory_lock,
  HSA_API_ID_hsa_amd_memory_unlock,
  HSA_API_ID_hsa_amd_memory_fill,
  HSA_API_ID_hsa_amd_interop_map_buffer,
  HSA_API_ID_hsa_amd_interop_unmap_buffer,
  HSA_API_ID_hsa_amd_image_create,
  HSA_API_ID_hsa_amd_pointer_info,
  HSA_API_ID_hsa_amd_pointer_info_set_userdata,
  HSA_API_ID_hsa_amd_ipc_memory_create,
  HSA_API_ID_hsa_amd_ipc_memory_attach,
  HSA_API_ID_hsa_amd_ipc_memory_detach,
  HSA_API_ID_hsa_amd_signal_create,
  HSA_API_ID_hsa_amd_ipc_signal_create,
  HSA_API_ID_hsa_amd_ipc_signal_attach,
  HSA_API_ID_hsa_amd_register_system_event_handler,
  HSA_API_ID_hsa_amd_queue_intercept_create,
  HSA_API_ID_hsa_amd_queue_intercept_register,
  HSA_API_ID_hsa_amd_queue_set_priority,
  HSA_API_ID_hsa_amd_memory_async_copy_rect,
  HSA_API_ID_hsa_amd_runtime_queue_create_register,
  HSA_API_ID_hsa_amd_memory_lock_to_pool,
  HSA_API_ID_hsa_amd_register_deallocation_callback,
  HSA_API_ID_hsa_amd_deregister_deallocation_callback,
  HSA_API_ID_hsa_amd_signal_value_pointer,
  HSA_API_ID_hsa_amd_svm_attributes_set,
  HSA_API_ID_hsa_amd_svm_attributes_get,
  HSA_API_ID_hsa_amd_svm_prefetch_async,
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 424
  HSA_API_ID_hsa_amd_spm_acquire,
  HSA_API_ID_hsa_amd_spm_release,
  HSA_API_ID_hsa_amd_spm_set_dest_buffer,
#endif
  HSA_API_ID_hsa_amd_queue_cu_get_mask,
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 448
  HSA_API_ID_hsa_amd_portable_export_dmabuf,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 456
  HSA_API_ID_hsa_amd_portable_close_dmabuf,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 464
  HSA_API_ID_hsa_amd_vmem_address_reserve,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 472
  HSA_API_ID_hsa_amd_vmem_address_free,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 480
  HSA_API_ID_hsa_amd_vmem_handle_create,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 488
  HSA_API_ID_hsa_amd_vmem_handle_release,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 496
  HSA_API_ID_hsa_amd_vmem_map,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 504
  HSA_API_ID_hsa_amd_vmem_unmap,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 512
  HSA_API_ID_hsa_amd_vmem_set_access,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 520
  HSA_API_ID_hsa_amd_vmem_get_access,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 528
  HSA_API_ID_hsa_amd_vmem_export_shareable_handle,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 536
  HSA_API_ID_hsa_amd_vmem_import_shareable_handle,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 544
  HSA_API_ID_hsa_amd_vmem_retain_alloc_handle,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 552
  HSA_API_ID_hsa_amd_vmem_get_alloc_properties_from_handle,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 560
  HSA_API_ID_hsa_amd_agent_set_async_scratch_limit,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 568
  HSA_API_ID_hsa_amd_queue_get_info,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 576
  HSA_API_ID_hsa_amd_vmem_address_reserve_align,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 584
  HSA_API_ID_hsa_amd_enable_logging,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 592
  HSA_API_ID_hsa_amd_signal_wait_all,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 600
  HSA_API_ID_hsa_amd_memory_get_preferred_copy_engine,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 608
  HSA_API_ID_hsa_amd_portable_export_dmabuf_v2,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 616
  HSA_API_ID_hsa_amd_ais_file_write,
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 624
  HSA_API_ID_hsa_amd_ais_file_read,
#endif
  HSA_API_ID_hsa_ext_image_get_capability,
  HSA_API_ID_hsa_ext_image_data_get_info,
  HSA_API_ID_hsa_ext_image_create,
  HSA_API_ID_hsa_ext_image_import,
  HSA_API_ID_hsa_ext_image_export,
  HSA_API_ID_hsa_ext_image_copy,
  HSA_API_ID_hsa_ext_image_clear,
  HSA_API_ID_hsa_ext_image_destroy,
  HSA_API_ID_hsa_ext_sampler_create,
  HSA_API_ID_hsa_ext_sampler_destroy,
  HSA_API_ID_hsa_ext_image_get_capability_with_layout,
  HSA_API_ID_hsa_ext_image_data_get_info_with_layout,
  HSA_API_ID_hsa_ext_image_create_with_layout,
#if ROCTRACER_HSA_IMAGE_EXT_BYTES >= 128
  HSA_API_ID_hsa_ext_sampler_create_v2,
#endif
  HSA_API_ID_DISPATCH,
  HSA_API_ID_NUMBER
} hsa_api_id_t;

// The data of a callback. Pointers are the program's own and valid during the callback only.
typedef struct hsa_api_data_t {
  uint64_t correlation_id;
  uint32_t phase;  // activity_api_phase_t
  union {          // at ACTIVITY_API_PHASE_EXIT
    hsa_signal_value_t hsa_signal_value_t_retval;
    hsa_status_t hsa_status_t_retval;
    uint32_t uint32_t_retval;
    uint64_t uint64_t_retval;
  };
  union {
    struct {
      char no_arguments;
    } hsa_init;
    struct {
      char no_arguments;
    } hsa_shut_down;
    struct {
      hsa_system_info_t attribute;
      void* value;
    } hsa_system_get_info;
    struct {
      uint16_t extension;
      uint16_t version_major;
      uint16_t version_minor;
      bool* result;
    } hsa_system_extension_supported;
    struct {
      uint16_t extension;
      uint16_t version_major;
      uint16_t version_minor;
      void *table;
    } hsa_system_get_extension_table;
    struct {
      hsa_status_t (*callback)(hsa_agent_t agent, void* data);
      void* data;
    } hsa_iterate_agents;
    struct {
      hsa_agent_t agent;
      hsa_agent_info_t attribute;
      void* value;
    } hsa_agent_get_info;
    struct {
      hsa_agent_t agent;
      uint32_t size;
      hsa_queue_type32_t type;
      void (*callback)(hsa_status_t status, hsa_queue_t *source, void *data);
      void *data;
      uint32_t private_segment_size;
      uint32_t group_segment_size;
      hsa_queue_t **queue;
    } hsa_queue_create;
    struct {
      hsa_region_t region;
      uint32_t size;
      hsa_queue_type32_t type;
      uint32_t features;
      hsa_signal_t doorbell_signal;
      hsa_queue_t **queue;
    } hsa_soft_queue_create;
    struct {
      hsa_queue_t *queue;
    } hsa_queue_destroy;
    struct {
      hsa_queue_t *queue;
    } hsa_queue_inactivate;
    struct {
      const hsa_queue_t *queue;
    } hsa_queue_load_read_index_scacquire;
    struct {
      const hsa_queue_t *queue;
    } hsa_queue_load_read_index_relaxed;
    struct {
      const hsa_queue_t *queue;
    } hsa_queue_load_write_index_scacquire;
    struct {
      const hsa_queue_t *queue;
    } hsa_queue_load_write_index_relaxed;
    struct {
      const hsa_queue_t *queue;
      uint64_t value;
    } hsa_queue_store_write_index_relaxed;
    struct {
      const hsa_queue_t *queue;
      uint64_t value;
    } hsa_queue_store_write_index_screlease;
    struct {
      const hsa_queue_t *queue;
      uint64_t expected;
      uint64_t value;
    } hsa_queue_cas_write_index_scacq_screl;
    struct {
      const hsa_queue_t *queue;
      uint64_t expected;
      uint64_t value;
    } hsa_queue_cas_write_index_scacquire;
    struct {
      const hsa_queue_t *queue;
      uint64_t expected;
      uint64_t value;
    } hsa_queue_cas_write_index_relaxed;
    struct {
      const hsa_queue_t *queue;
      uint64_t expected;
      uint64_t value;
    } hsa_queue_cas_write_index_screlease;
    struct {
      const hsa_queue_t *queue;
      uint64_t value;
    } hsa_queue_add_write_index_scacq_screl;
    struct {
      const hsa_queue_t *queue;
      uint64_t value;
    } hsa_queue_add_write_index_scacquire;
    struct {
      const hsa_queue_t *queue;
      uint64_t value;
    } hsa_queue_add_write_index_relaxed;
    struct {
      const hsa_queue_t *queue;
      uint64_t value;
    } hsa_queue_add_write_index_screlease;
    struct {
      const hsa_queue_t *queue;
      uint64_t value;
    } hsa_queue_store_read_index_relaxed;
    struct {
      const hsa_queue_t *queue;
      uint64_t value;
    } hsa_queue_store_read_index_screlease;
    struct {
      hsa_agent_t agent;
      hsa_status_t (*callback)(hsa_region_t region, void* data);
      void* data;
    } hsa_agent_iterate_regions;
    struct {
      hsa_region_t region;
      hsa_region_info_t attribute;
      void* value;
    } hsa_region_get_info;
    struct {
      hsa_agent_t agent;
      hsa_profile_t profile;
      uint16_t *mask;
    } hsa_agent_get_exception_policies;
    struct {
      uint16_t extension;
      hsa_agent_t agent;
      uint16_t version_major;
      uint16_t version_minor;
      bool* result;
    } hsa_agent_extension_supported;
    struct {
      void *ptr;
      size_t size;
    } hsa_memory_register;
    struct {
      void *ptr;
      size_t size;
    } hsa_memory_deregister;
    struct {
      hsa_region_t region;
      size_t size;
      void** ptr;
    } hsa_memory_allocate;
    struct {
      void* ptr;
    } hsa_memory_free;
    struct {
      void *dst;
      const void *src;
      size_t size;
    } hsa_memory_copy;
    struct {
      void *ptr;
      hsa_agent_t agent;
      hsa_access_permission_t access;
    } hsa_memory_assign_agent;
    struct {
      hsa_signal_value_t initial_value;
      uint32_t num_consumers;
      const hsa_agent_t *consumers;
      hsa_signal_t *signal;
    } hsa_signal_create;
    struct {
      hsa_signal_t signal;
    } hsa_signal_destroy;
    struct {
      hsa_signal_t signal;
    } hsa_signal_load_relaxed;
    struct {
      hsa_signal_t signal;
    } hsa_signal_load_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_store_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_store_screlease;
    struct {
      hsa_signal_t signal;
      hsa_signal_condition_t condition;
      hsa_signal_value_t compare_value;
      uint64_t timeout_hint;
      hsa_wait_state_t wait_state_hint;
    } hsa_signal_wait_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_condition_t condition;
      hsa_signal_value_t compare_value;
      uint64_t timeout_hint;
      hsa_wait_state_t wait_state_hint;
    } hsa_signal_wait_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_and_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_and_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_and_screlease;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_and_scacq_screl;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_or_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_or_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_or_screlease;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_or_scacq_screl;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_xor_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_xor_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_xor_screlease;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_xor_scacq_screl;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_exchange_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_exchange_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_exchange_screlease;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_exchange_scacq_screl;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_add_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_add_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_add_screlease;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_add_scacq_screl;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_subtract_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_subtract_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_subtract_screlease;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_subtract_scacq_screl;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t expected;
      hsa_signal_value_t value;
    } hsa_signal_cas_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t expected;
      hsa_signal_value_t value;
    } hsa_signal_cas_scacquire;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t expected;
      hsa_signal_value_t value;
    } hsa_signal_cas_screlease;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t expected;
      hsa_signal_value_t value;
    } hsa_signal_cas_scacq_screl;
    struct {
      const char *name;
      hsa_isa_t *isa;
    } hsa_isa_from_name;
    struct {
      hsa_isa_t isa;
      hsa_isa_info_t attribute;
      uint32_t index;
      void *value;
    } hsa_isa_get_info;
    struct {
      hsa_isa_t code_object_isa;
      hsa_isa_t agent_isa;
      bool *result;
    } hsa_isa_compatible;
    struct {
      hsa_code_object_t code_object;
      hsa_status_t (*alloc_callback)(size_t size, hsa_callback_data_t data, void **address);
      hsa_callback_data_t callback_data;
      const char *options;
      void **serialized_code_object;
      size_t *serialized_code_object_size;
    } hsa_code_object_serialize;
    struct {
      void *serialized_code_object;
      size_t serialized_code_object_size;
      const char *options;
      hsa_code_object_t *code_object;
    } hsa_code_object_deserialize;
    struct {
      hsa_code_object_t code_object;
    } hsa_code_object_destroy;
    struct {
      hsa_code_object_t code_object;
      hsa_code_object_info_t attribute;
      void *value;
    } hsa_code_object_get_info;
    struct {
      hsa_code_object_t code_object;
      const char *symbol_name;
      hsa_code_symbol_t *symbol;
    } hsa_code_object_get_symbol;
    struct {
      hsa_code_symbol_t code_symbol;
      hsa_code_symbol_info_t attribute;
      void *value;
    } hsa_code_symbol_get_info;
    struct {
      hsa_code_object_t code_object;
      hsa_status_t (*callback)(hsa_code_object_t code_object, hsa_code_symbol_t symbol, void *data);
      void *data;
    } hsa_code_object_iterate_symbols;
    struct {
      hsa_profile_t profile;
      hsa_executable_state_t executable_state;
      const char *options;
      hsa_executable_t *executable;
    } hsa_executable_create;
    struct {
      hsa_executable_t executable;
    } hsa_executable_destroy;
    struct {
      hsa_executable_t executable;
      hsa_agent_t agent;
      hsa_code_object_t code_object;
      const char *options;
    } hsa_executable_load_code_object;
    struct {
      hsa_executable_t executable;
      const char *options;
    } hsa_executable_freeze;
    struct {
      hsa_executable_t executable;
      hsa_executable_info_t attribute;
      void *value;
    } hsa_executable_get_info;
    struct {
      hsa_executable_t executable;
      const char *variable_name;
      void *address;
    } hsa_executable_global_variable_define;
    struct {
      hsa_executable_t executable;
      hsa_agent_t agent;
      const char *variable_name;
      void *address;
    } hsa_executable_agent_global_variable_define;
    struct {
      hsa_executable_t executable;
      hsa_agent_t agent;
      const char *variable_name;
      void *address;
    } hsa_executable_readonly_variable_define;
    struct {
      hsa_executable_t executable;
      uint32_t *result;
    } hsa_executable_validate;
    struct {
      hsa_executable_t executable;
      const char *module_name;
      const char *symbol_name;
      hsa_agent_t agent;
      int32_t call_convention;
      hsa_executable_symbol_t *symbol;
    } hsa_executable_get_symbol;
    struct {
      hsa_executable_symbol_t executable_symbol;
      hsa_executable_symbol_info_t attribute;
      void *value;
    } hsa_executable_symbol_get_info;
    struct {
      hsa_executable_t executable;
      hsa_status_t (*callback)(hsa_executable_t exec, hsa_executable_symbol_t symbol, void *data);
      void *data;
    } hsa_executable_iterate_symbols;
    struct {
      hsa_status_t status;
      const char ** status_string;
    } hsa_status_string;
    struct {
      uint16_t extension;
      const char **name;
    } hsa_extension_get_name;
    struct {
      uint16_t extension;
      uint16_t version_major;
      uint16_t *version_minor;
      bool* result;
    } hsa_system_major_extension_supported;
    struct {
      uint16_t extension;
      uint16_t version_major;
      size_t table_length;
      void *table;
    } hsa_system_get_major_extension_table;
    struct {
      uint16_t extension;
      hsa_agent_t agent;
      uint16_t version_major;
      uint16_t *version_minor;
      bool* result;
    } hsa_agent_major_extension_supported;
    struct {
      hsa_cache_t cache;
      hsa_cache_info_t attribute;
      void* value;
    } hsa_cache_get_info;
    struct {
      hsa_agent_t agent;
      hsa_status_t (*callback)(hsa_cache_t cache, void* data);
      void* data;
    } hsa_agent_iterate_caches;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_silent_store_relaxed;
    struct {
      hsa_signal_t signal;
      hsa_signal_value_t value;
    } hsa_signal_silent_store_screlease;
    struct {
      uint32_t num_signals;
      const hsa_signal_t *signals;
      uint32_t num_consumers;
      const hsa_agent_t *consumers;
      hsa_signal_group_t *signal_group;
    } hsa_signal_group_create;
    struct {
      hsa_signal_group_t signal_group;
    } hsa_signal_group_destroy;
    struct {
      hsa_signal_group_t signal_group;
      const hsa_signal_condition_t *conditions;
      const hsa_signal_value_t *compare_values;
      hsa_wait_state_t wait_state_hint;
      hsa_signal_t *signal;
      hsa_signal_value_t *value;
    } hsa_signal_group_wait_any_scacquire;
    struct {
      hsa_signal_group_t signal_group;
      const hsa_signal_condition_t *conditions;
      const hsa_signal_value_t *compare_values;
      hsa_wait_state_t wait_state_hint;
      hsa_signal_t *signal;
      hsa_signal_value_t *value;
    } hsa_signal_group_wait_any_relaxed;
    struct {
      hsa_agent_t agent;
      hsa_status_t (*callback)(hsa_isa_t isa, void *data);
      void *data;
    } hsa_agent_iterate_isas;
    struct {
      hsa_isa_t isa;
      hsa_isa_info_t attribute;
      void *value;
    } hsa_isa_get_info_alt;
    struct {
      hsa_isa_t isa;
      hsa_profile_t profile;
      uint16_t *mask;
    } hsa_isa_get_exception_policies;
    struct {
      hsa_isa_t isa;
      hsa_fp_type_t fp_type;
      hsa_flush_mode_t flush_mode;
      hsa_round_method_t *round_method;
    } hsa_isa_get_round_method;
    struct {
      hsa_wavefront_t wavefront;
      hsa_wavefront_info_t attribute;
      void *value;
    } hsa_wavefront_get_info;
    struct {
      hsa_isa_t isa;
      hsa_status_t (*callback)(hsa_wavefront_t wavefront, void *data);
      void *data;
    } hsa_isa_iterate_wavefronts;
    struct {
      hsa_code_object_t code_object;
      const char *module_name;
      const char *symbol_name;
      hsa_code_symbol_t *symbol;
    } hsa_code_object_get_symbol_from_name;
    struct {
      hsa_file_t file;
      hsa_code_object_reader_t *code_object_reader;
    } hsa_code_object_reader_create_from_file;
    struct {
      const void *code_object;
      size_t size;
      hsa_code_object_reader_t *code_object_reader;
    } hsa_code_object_reader_create_from_memory;
    struct {
      hsa_code_object_reader_t code_object_reader;
    } hsa_code_object_reader_destroy;
    struct {
      hsa_profile_t profile;
      hsa_default_float_rounding_mode_t default_float_rounding_mode;
      const char *options;
      hsa_executable_t *executable;
    } hsa_executable_create_alt;
    struct {
      hsa_executable_t executable;
      hsa_code_object_reader_t code_object_reader;
      const char *options;
      hsa_loaded_code_object_t *loaded_code_object;
    } hsa_executable_load_program_code_object;
    struct {
      hsa_executable_t executable;
      hsa_agent_t agent;
      hsa_code_object_reader_t code_object_reader;
      const char *options;
      hsa_loaded_code_object_t *loaded_code_object;
    } hsa_executable_load_agent_code_object;
    struct {
      hsa_executable_t executable;
      const char *options;
      uint32_t *result;
    } hsa_executable_validate_alt;
    struct {
      hsa_executable_t executable;
      const char *symbol_name;
      const hsa_agent_t *agent;
      hsa_executable_symbol_t *symbol;
    } hsa_executable_get_symbol_by_name;
    struct {
      hsa_executable_t executable;
      hsa_agent_t agent;
      hsa_status_t (*callback)(hsa_executable_t exec, hsa_agent_t agent, hsa_executable_symbol_t symbol, void *data);
      void *data;
    } hsa_executable_iterate_agent_symbols;
    struct {
      hsa_executable_t executable;
      hsa_status_t (*callback)(hsa_executable_t exec, hsa_executable_symbol_t symbol, void *data);
      void *data;
    } hsa_executable_iterate_program_symbols;
    struct {
      hsa_agent_t agent;
      hsa_amd_coherency_type_t* type;
    } hsa_amd_coherency_get_type;
    struct {
      hsa_agent_t agent;
      hsa_amd_coherency_type_t type;
    } hsa_amd_coherency_set_type;
    struct {
      hsa_queue_t* queue;
      int enable;
    } hsa_amd_profiling_set_profiler_enabled;
    struct {
      bool enable;
    } hsa_amd_profiling_async_copy_enable;
    struct {
      hsa_agent_t agent;
      hsa_signal_t signal;
      hsa_amd_profiling_dispatch_time_t* time;
    } hsa_amd_profiling_get_dispatch_time;
    struct {
      hsa_signal_t signal;
      hsa_amd_profiling_async_copy_time_t* time;
    } hsa_amd_profiling_get_async_copy_time;
    struct {
      hsa_agent_t agent;
      uint64_t agent_tick;
      uint64_t* system_tick;
    } hsa_amd_profiling_convert_tick_to_system_domain;
    struct {
      hsa_signal_t signal;
      hsa_signal_condition_t cond;
      hsa_signal_value_t value;
      hsa_amd_signal_handler handler;
      void* arg;
    } hsa_amd_signal_async_handler;
    struct {
      void (*callback)(void* arg);
      void* arg;
    } hsa_amd_async_function;
    struct {
      uint32_t signal_count;
      hsa_signal_t* signals;
      hsa_signal_condition_t* conds;
      hsa_signal_value_t* values;
      uint64_t timeout_hint;
      hsa_wait_state_t wait_hint;
      hsa_signal_value_t* satisfying_value;
    } hsa_amd_signal_wait_any;
    struct {
      const hsa_queue_t* queue;
      uint32_t num_cu_mask_count;
      const uint32_t* cu_mask;
    } hsa_amd_queue_cu_set_mask;
    struct {
      hsa_amd_memory_pool_t memory_pool;
      hsa_amd_memory_pool_info_t attribute;
      void* value;
    } hsa_amd_memory_pool_get_info;
    struct {
      hsa_agent_t agent;
      hsa_status_t (*callback)(hsa_amd_memory_pool_t memory_pool, void* data);
      void* data;
    } hsa_amd_agent_iterate_memory_pools;
    struct {
      hsa_amd_memory_pool_t memory_pool;
      size_t size;
      uint32_t flags;
      void** ptr;
    } hsa_amd_memory_pool_allocate;
    struct {
      void* ptr;
    } hsa_amd_memory_pool_free;
    struct {
      void* dst;
      hsa_agent_t dst_agent;
      const void* src;
      hsa_agent_t src_agent;
      size_t size;
      uint32_t num_dep_signals;
      const hsa_signal_t* dep_signals;
      hsa_signal_t completion_signal;
    } hsa_amd_memory_async_copy;
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 456
    struct {
      void* dst;
      hsa_agent_t dst_agent;
      const void* src;
      hsa_agent_t src_agent;
      size_t size;
      uint32_t num_dep_signals;
      const hsa_signal_t* dep_signals;
      hsa_signal_t completion_signal;
      hsa_amd_sdma_engine_id_t engine_id;
      bool force_copy_on_sdma;
    } hsa_amd_memory_async_copy_on_engine;
    struct {
      hsa_agent_t dst_agent;
      hsa_agent_t src_agent;
      uint32_t *engine_ids_mask;
    } hsa_amd_memory_copy_engine_status;
#endif
    struct {
      hsa_agent_t agent;
      hsa_amd_memory_pool_t memory_pool;
      hsa_amd_agent_memory_pool_info_t attribute;
      void* value;
    } hsa_amd_agent_memory_pool_get_info;
    struct {
      uint32_t num_agents;
      const hsa_agent_t* agents;
      const uint32_t* flags;
      const void* ptr;
    } hsa_amd_agents_allow_access;
    struct {
      hsa_amd_memory_pool_t src_memory_pool;
      hsa_amd_memory_pool_t dst_memory_pool;
      bool* result;
    } hsa_amd_memory_pool_can_migrate;
    struct {
      const void* ptr;
      hsa_amd_memory_pool_t memory_pool;
      uint32_t flags;
    } hsa_amd_memory_migrate;
    struct {
      void* host_ptr;
      size_t size;
      hsa_agent_t* agents;
      int num_agent;
      void** agent_ptr;
    } hsa_amd_memory_lock;
    struct {
      void* host_ptr;
    } hsa_amd_memory_unlock;
    struct {
      void* ptr;
      uint32_t value;
      size_t count;
    } hsa_amd_memory_fill;
    struct {
      uint32_t num_agents;
      hsa_agent_t* agents;
      int interop_handle;
      uint32_t flags;
      size_t* size;
      void** ptr;
      size_t* metadata_size;
      const void** metadata;
    } hsa_amd_interop_map_buffer;
    struct {
      void* ptr;
    } hsa_amd_interop_unmap_buffer;
    struct {
      hsa_agent_t agent;
      const hsa_ext_image_descriptor_t *image_descriptor;
      const hsa_amd_image_descriptor_t *image_layout;
      const void *image_data;
      hsa_access_permission_t access_permission;
      hsa_ext_image_t *image;
    } hsa_amd_image_create;
    struct {
      const void* ptr;
      hsa_amd_pointer_info_t* info;
      void* (*alloc)(size_t);
      uint32_t* num_agents_accessible;
      hsa_agent_t** accessible;
    } hsa_amd_pointer_info;
    struct {
      const void* ptr;
      void* userdata;
    } hsa_amd_pointer_info_set_userdata;
    struct {
      void* ptr;
      size_t len;
      hsa_amd_ipc_memory_t* handle;
    } hsa_amd_ipc_memory_create;
    struct {
      const hsa_amd_ipc_memory_t* handle;
      size_t len;
      uint32_t num_agents;
      const hsa_agent_t* mapping_agents;
      void** mapped_ptr;
    } hsa_amd_ipc_memory_attach;
    struct {
      void* mapped_ptr;
    } hsa_amd_ipc_memory_detach;
    struct {
      hsa_signal_value_t initial_value;
      uint32_t num_consumers;
      const hsa_agent_t* consumers;
      uint64_t attributes;
      hsa_signal_t* signal;
    } hsa_amd_signal_create;
    struct {
      hsa_signal_t signal;
      hsa_amd_ipc_signal_t* handle;
    } hsa_amd_ipc_signal_create;
    struct {
      const hsa_amd_ipc_signal_t* handle;
      hsa_signal_t* signal;
    } hsa_amd_ipc_signal_attach;
    struct {
      hsa_amd_system_event_callback_t callback;
      void* data;
    } hsa_amd_register_system_event_handler;
    struct {
      hsa_agent_t agent_handle;
      uint32_t size;
      hsa_queue_type32_t type;
      void (*callback)(hsa_status_t status, hsa_queue_t* source, void* data);
      void* data;
      uint32_t private_segment_size;
      uint32_t group_segment_size;
      hsa_queue_t** queue;
    } hsa_amd_queue_intercept_create;
    struct {
      hsa_queue_t* queue;
      hsa_amd_queue_intercept_handler callback;
      void* user_data;
    } hsa_amd_queue_intercept_register;
    struct {
      hsa_queue_t* queue;
      hsa_amd_queue_priority_t priority;
    } hsa_amd_queue_set_priority;
    struct {
      const hsa_pitched_ptr_t* dst;
      const hsa_dim3_t* dst_offset;
      const hsa_pitched_ptr_t* src;
      const hsa_dim3_t* src_offset;
      const hsa_dim3_t* range;
      hsa_dim3_t range__val;
      hsa_agent_t copy_agent;
      hsa_amd_copy_direction_t dir;
      uint32_t num_dep_signals;
      const hsa_signal_t* dep_signals;
      hsa_signal_t completion_signal;
    } hsa_amd_memory_async_copy_rect;
    struct {
      hsa_amd_runtime_queue_notifier callback;
      void* user_data;
    } hsa_amd_runtime_queue_create_register;
    struct {
      void* host_ptr;
      size_t size;
      hsa_agent_t* agents;
      int num_agent;
      hsa_amd_memory_pool_t pool;
      uint32_t flags;
      void** agent_ptr;
    } hsa_amd_memory_lock_to_pool;
    struct {
      void* ptr;
      hsa_amd_deallocation_callback_t callback;
      void* user_data;
    } hsa_amd_register_deallocation_callback;
    struct {
      void* ptr;
      hsa_amd_deallocation_callback_t callback;
    } hsa_amd_deregister_deallocation_callback;
    struct {
      hsa_signal_t signal;
      volatile hsa_signal_value_t** value_ptr;
    } hsa_amd_signal_value_pointer;
    struct {
      void* ptr;
      size_t size;
      hsa_amd_svm_attribute_pair_t* attribute_list;
      size_t attribute_count;
    } hsa_amd_svm_attributes_set;
    struct {
      void* ptr;
      size_t size;
      hsa_amd_svm_attribute_pair_t* attribute_list;
      size_t attribute_count;
    } hsa_amd_svm_attributes_get;
    struct {
      void* ptr;
      size_t size;
      hsa_agent_t agent;
      uint32_t num_dep_signals;
      const hsa_signal_t* dep_signals;
      hsa_signal_t completion_signal;
    } hsa_amd_svm_prefetch_async;
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 424
    struct {
      hsa_agent_t preferred_agent;
    } hsa_amd_spm_acquire;
    struct {
      hsa_agent_t preferred_agent;
    } hsa_amd_spm_release;
    struct {
      hsa_agent_t preferred_agent;
      size_t size_in_bytes;
      uint32_t* timeout;
      uint32_t* size_copied;
      void* dest;
      bool* is_data_loss;
    } hsa_amd_spm_set_dest_buffer;
#endif
    struct {
      const hsa_queue_t* queue;
      uint32_t num_cu_mask_count;
      uint32_t* cu_mask;
    } hsa_amd_queue_cu_get_mask;
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 448
    struct {
      const void* ptr;
      size_t size;
      int* dmabuf;
      uint64_t* offset;
    } hsa_amd_portable_export_dmabuf;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 456
    struct {
      int dmabuf;
    } hsa_amd_portable_close_dmabuf;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 464
    struct {
      void** va;
      size_t size;
      uint64_t address;
      uint64_t flags;
    } hsa_amd_vmem_address_reserve;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 472
    struct {
      void* va;
      size_t size;
    } hsa_amd_vmem_address_free;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 480
    struct {
      hsa_amd_memory_pool_t pool;
      size_t size;
      hsa_amd_memory_type_t type;
      uint64_t flags;
      hsa_amd_vmem_alloc_handle_t* memory_handle;
    } hsa_amd_vmem_handle_create;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 488
    struct {
      hsa_amd_vmem_alloc_handle_t memory_handle;
    } hsa_amd_vmem_handle_release;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 496
    struct {
      void* va;
      size_t size;
      size_t in_offset;
      hsa_amd_vmem_alloc_handle_t memory_handle;
      uint64_t flags;
    } hsa_amd_vmem_map;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 504
    struct {
      void* va;
      size_t size;
    } hsa_amd_vmem_unmap;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 512
    struct {
      void* va;
      size_t size;
      const hsa_amd_memory_access_desc_t* desc;
      size_t desc_cnt;
    } hsa_amd_vmem_set_access;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 520
    struct {
      void* va;
      hsa_access_permission_t* perms;
      hsa_agent_t agent_handle;
    } hsa_amd_vmem_get_access;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 528
    struct {
      int* dmabuf_fd;
      hsa_amd_vmem_alloc_handle_t handle;
      uint64_t flags;
    } hsa_amd_vmem_export_shareable_handle;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 536
    struct {
      int dmabuf_fd;
      hsa_amd_vmem_alloc_handle_t* handle;
    } hsa_amd_vmem_import_shareable_handle;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 544
    struct {
      hsa_amd_vmem_alloc_handle_t* memory_handle;
      void* addr;
    } hsa_amd_vmem_retain_alloc_handle;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 552
    struct {
      hsa_amd_vmem_alloc_handle_t memory_handle;
      hsa_amd_memory_pool_t* pool;
      hsa_amd_memory_type_t* type;
    } hsa_amd_vmem_get_alloc_properties_from_handle;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 560
    struct {
      hsa_agent_t agent;
      size_t threshold;
    } hsa_amd_agent_set_async_scratch_limit;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 568
    struct {
      hsa_queue_t* queue;
      hsa_queue_info_attribute_t attribute;
      void* value;
    } hsa_amd_queue_get_info;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 576
    struct {
      void** va;
      size_t size;
      uint64_t address;
      uint64_t alignment;
      uint64_t flags;
    } hsa_amd_vmem_address_reserve_align;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 584
    struct {
      uint8_t* flags;
      void* file;
    } hsa_amd_enable_logging;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 592
    struct {
      uint32_t signal_count;
      hsa_signal_t* signals;
      hsa_signal_condition_t* conds;
      hsa_signal_value_t* values;
      uint64_t timeout_hint;
      hsa_wait_state_t wait_hint;
      hsa_signal_value_t* satisfying_values;
    } hsa_amd_signal_wait_all;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 600
    struct {
      hsa_agent_t dst_agent;
      hsa_agent_t src_agent;
      uint32_t* recommended_ids_mask;
    } hsa_amd_memory_get_preferred_copy_engine;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 608
    struct {
      const void* ptr;
      size_t size;
      int* dmabuf;
      uint64_t* offset;
      uint64_t flags;
    } hsa_amd_portable_export_dmabuf_v2;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 616
    struct {
      hsa_amd_ais_file_handle_t handle;
      void *devicePtr;
      uint64_t size;
      int64_t file_offset;
      uint64_t *size_copied;
      int32_t *status;
    } hsa_amd_ais_file_write;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 624
    struct {
      hsa_amd_ais_file_handle_t handle;
      void *devicePtr;
      uint64_t size;
      int64_t file_offset;
      uint64_t *size_copied;
      int32_t *status;
    } hsa_amd_ais_file_read;
#endif
    struct {
      hsa_agent_t agent;
      hsa_ext_image_geometry_t geometry;
      const hsa_ext_image_format_t *image_format;
      uint32_t *capability_mask;
    } hsa_ext_image_get_capability;
    struct {
      hsa_agent_t agent;
      const hsa_ext_image_descriptor_t *image_descriptor;
      hsa_access_permission_t access_permission;
      hsa_ext_image_data_info_t *image_data_info;
    } hsa_ext_image_data_get_info;
    struct {
      hsa_agent_t agent;
      const hsa_ext_image_descriptor_t *image_descriptor;
      const void *image_data;
      hsa_access_permission_t access_permission;
      hsa_ext_image_t *image;
    } hsa_ext_image_create;
    struct {
      hsa_agent_t agent;
      const void *src_memory;
      size_t src_row_pitch;
      size_t src_slice_pitch;
      hsa_ext_image_t dst_image;
      const hsa_ext_image_region_t *image_region;
    } hsa_ext_image_import;
    struct {
      hsa_agent_t agent;
      hsa_ext_image_t src_image;
      void *dst_memory;
      size_t dst_row_pitch;
      size_t dst_slice_pitch;
      const hsa_ext_image_region_t *image_region;
    } hsa_ext_image_export;
    struct {
      hsa_agent_t agent;
      hsa_ext_image_t src_image;
      const hsa_dim3_t* src_offset;
      hsa_ext_image_t dst_image;
      const hsa_dim3_t* dst_offset;
      const hsa_dim3_t* range;
    } hsa_ext_image_copy;
    struct {
      hsa_agent_t agent;
      hsa_ext_image_t image;
      const void* data;
      const hsa_ext_image_region_t *image_region;
    } hsa_ext_image_clear;
    struct {
      hsa_agent_t agent;
      hsa_ext_image_t image;
    } hsa_ext_image_destroy;
    struct {
      hsa_agent_t agent;
      const hsa_ext_sampler_descriptor_t *sampler_descriptor;
      hsa_ext_sampler_t *sampler;
    } hsa_ext_sampler_create;
    struct {
      hsa_agent_t agent;
      hsa_ext_sampler_t sampler;
    } hsa_ext_sampler_destroy;
    struct {
      hsa_agent_t agent;
      hsa_ext_image_geometry_t geometry;
      const hsa_ext_image_format_t *image_format;
      hsa_ext_image_data_layout_t image_data_layout;
      uint32_t *capability_mask;
    } hsa_ext_image_get_capability_with_layout;
    struct {
      hsa_agent_t agent;
      const hsa_ext_image_descriptor_t *image_descriptor;
      hsa_access_permission_t access_permission;
      hsa_ext_image_data_layout_t image_data_layout;
      size_t image_data_row_pitch;
      size_t image_data_slice_pitch;
      hsa_ext_image_data_info_t *image_data_info;
    } hsa_ext_image_data_get_info_with_layout;
    struct {
      hsa_agent_t agent;
      const hsa_ext_image_descriptor_t *image_descriptor;
      const void *image_data;
      hsa_access_permission_t access_permission;
      hsa_ext_image_data_layout_t image_data_layout;
      size_t image_data_row_pitch;
      size_t image_data_slice_pitch;
      hsa_ext_image_t *image;
    } hsa_ext_image_create_with_layout;
#if ROCTRACER_HSA_IMAGE_EXT_BYTES >= 128
    struct {
      hsa_agent_t agent;
      const hsa_ext_sampler_descriptor_v2_t *sampler_descriptor;
      hsa_ext_sampler_t *sampler;
    } hsa_ext_sampler_create_v2;
#endif
  } args;
  uint64_t* phase_data;  // a word that is kept between the phases
} hsa_api_data_t;

#ifdef __cplusplus
#include "hsa_ostream_ops.h"

#include <utility>

typedef std::pair<uint32_t, hsa_api_data_t> hsa_api_data_pair_t;

// The call as text: name(arguments) = result.
inline std::ostream& operator<<(std::ostream& out, const hsa_api_data_pair_t& data_pair) {
  using roctracer::hsa_support::Put;
  const hsa_api_data_t& data = data_pair.second;
  switch (data_pair.first) {
    case HSA_API_ID_hsa_init:
      out << "hsa_init(";
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_shut_down:
      out << "hsa_shut_down(";
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_system_get_info:
      out << "hsa_system_get_info(";
      Put(out, data.args.hsa_system_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_system_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_system_extension_supported:
      out << "hsa_system_extension_supported(";
      Put(out, data.args.hsa_system_extension_supported.extension);
      out << ", ";
      Put(out, data.args.hsa_system_extension_supported.version_major);
      out << ", ";
      Put(out, data.args.hsa_system_extension_supported.version_minor);
      out << ", ";
      Put(out, data.args.hsa_system_extension_supported.result);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_system_get_extension_table:
      out << "hsa_system_get_extension_table(";
      Put(out, data.args.hsa_system_get_extension_table.extension);
      out << ", ";
      Put(out, data.args.hsa_system_get_extension_table.version_major);
      out << ", ";
      Put(out, data.args.hsa_system_get_extension_table.version_minor);
      out << ", ";
      Put(out, data.args.hsa_system_get_extension_table.table);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_iterate_agents:
      out << "hsa_iterate_agents(";
      Put(out, data.args.hsa_iterate_agents.callback);
      out << ", ";
      Put(out, data.args.hsa_iterate_agents.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_agent_get_info:
      out << "hsa_agent_get_info(";
      Put(out, data.args.hsa_agent_get_info.agent);
      out << ", ";
      Put(out, data.args.hsa_agent_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_agent_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_create:
      out << "hsa_queue_create(";
      Put(out, data.args.hsa_queue_create.agent);
      out << ", ";
      Put(out, data.args.hsa_queue_create.size);
      out << ", ";
      Put(out, data.args.hsa_queue_create.type);
      out << ", ";
      Put(out, data.args.hsa_queue_create.callback);
      out << ", ";
      Put(out, data.args.hsa_queue_create.data);
      out << ", ";
      Put(out, data.args.hsa_queue_create.private_segment_size);
      out << ", ";
      Put(out, data.args.hsa_queue_create.group_segment_size);
      out << ", ";
      Put(out, data.args.hsa_queue_create.queue);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_soft_queue_create:
      out << "hsa_soft_queue_create(";
      Put(out, data.args.hsa_soft_queue_create.region);
      out << ", ";
      Put(out, data.args.hsa_soft_queue_create.size);
      out << ", ";
      Put(out, data.args.hsa_soft_queue_create.type);
      out << ", ";
      Put(out, data.args.hsa_soft_queue_create.features);
      out << ", ";
      Put(out, data.args.hsa_soft_queue_create.doorbell_signal);
      out << ", ";
      Put(out, data.args.hsa_soft_queue_create.queue);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_destroy:
      out << "hsa_queue_destroy(";
      Put(out, data.args.hsa_queue_destroy.queue);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_inactivate:
      out << "hsa_queue_inactivate(";
      Put(out, data.args.hsa_queue_inactivate.queue);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_load_read_index_scacquire:
      out << "hsa_queue_load_read_index_scacquire(";
      Put(out, data.args.hsa_queue_load_read_index_scacquire.queue);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_load_read_index_relaxed:
      out << "hsa_queue_load_read_index_relaxed(";
      Put(out, data.args.hsa_queue_load_read_index_relaxed.queue);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_load_write_index_scacquire:
      out << "hsa_queue_load_write_index_scacquire(";
      Put(out, data.args.hsa_queue_load_write_index_scacquire.queue);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_load_write_index_relaxed:
      out << "hsa_queue_load_write_index_relaxed(";
      Put(out, data.args.hsa_queue_load_write_index_relaxed.queue);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_store_write_index_relaxed:
      out << "hsa_queue_store_write_index_relaxed(";
      Put(out, data.args.hsa_queue_store_write_index_relaxed.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_store_write_index_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_queue_store_write_index_screlease:
      out << "hsa_queue_store_write_index_screlease(";
      Put(out, data.args.hsa_queue_store_write_index_screlease.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_store_write_index_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_queue_cas_write_index_scacq_screl:
      out << "hsa_queue_cas_write_index_scacq_screl(";
      Put(out, data.args.hsa_queue_cas_write_index_scacq_screl.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_cas_write_index_scacq_screl.expected);
      out << ", ";
      Put(out, data.args.hsa_queue_cas_write_index_scacq_screl.value);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_cas_write_index_scacquire:
      out << "hsa_queue_cas_write_index_scacquire(";
      Put(out, data.args.hsa_queue_cas_write_index_scacquire.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_cas_write_index_scacquire.expected);
      out << ", ";
      Put(out, data.args.hsa_queue_cas_write_index_scacquire.value);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_cas_write_index_relaxed:
      out << "hsa_queue_cas_write_index_relaxed(";
      Put(out, data.args.hsa_queue_cas_write_index_relaxed.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_cas_write_index_relaxed.expected);
      out << ", ";
      Put(out, data.args.hsa_queue_cas_write_index_relaxed.value);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_cas_write_index_screlease:
      out << "hsa_queue_cas_write_index_screlease(";
      Put(out, data.args.hsa_queue_cas_write_index_screlease.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_cas_write_index_screlease.expected);
      out << ", ";
      Put(out, data.args.hsa_queue_cas_write_index_screlease.value);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_add_write_index_scacq_screl:
      out << "hsa_queue_add_write_index_scacq_screl(";
      Put(out, data.args.hsa_queue_add_write_index_scacq_screl.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_add_write_index_scacq_screl.value);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_add_write_index_scacquire:
      out << "hsa_queue_add_write_index_scacquire(";
      Put(out, data.args.hsa_queue_add_write_index_scacquire.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_add_write_index_scacquire.value);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_add_write_index_relaxed:
      out << "hsa_queue_add_write_index_relaxed(";
      Put(out, data.args.hsa_queue_add_write_index_relaxed.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_add_write_index_relaxed.value);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_add_write_index_screlease:
      out << "hsa_queue_add_write_index_screlease(";
      Put(out, data.args.hsa_queue_add_write_index_screlease.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_add_write_index_screlease.value);
      out << ") = ";
      Put(out, data.uint64_t_retval);
      return out;
    case HSA_API_ID_hsa_queue_store_read_index_relaxed:
      out << "hsa_queue_store_read_index_relaxed(";
      Put(out, data.args.hsa_queue_store_read_index_relaxed.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_store_read_index_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_queue_store_read_index_screlease:
      out << "hsa_queue_store_read_index_screlease(";
      Put(out, data.args.hsa_queue_store_read_index_screlease.queue);
      out << ", ";
      Put(out, data.args.hsa_queue_store_read_index_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_agent_iterate_regions:
      out << "hsa_agent_iterate_regions(";
      Put(out, data.args.hsa_agent_iterate_regions.agent);
      out << ", ";
      Put(out, data.args.hsa_agent_iterate_regions.callback);
      out << ", ";
      Put(out, data.args.hsa_agent_iterate_regions.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_region_get_info:
      out << "hsa_region_get_info(";
      Put(out, data.args.hsa_region_get_info.region);
      out << ", ";
      Put(out, data.args.hsa_region_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_region_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_agent_get_exception_policies:
      out << "hsa_agent_get_exception_policies(";
      Put(out, data.args.hsa_agent_get_exception_policies.agent);
      out << ", ";
      Put(out, data.args.hsa_agent_get_exception_policies.profile);
      out << ", ";
      Put(out, data.args.hsa_agent_get_exception_policies.mask);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_agent_extension_supported:
      out << "hsa_agent_extension_supported(";
      Put(out, data.args.hsa_agent_extension_supported.extension);
      out << ", ";
      Put(out, data.args.hsa_agent_extension_supported.agent);
      out << ", ";
      Put(out, data.args.hsa_agent_extension_supported.version_major);
      out << ", ";
      Put(out, data.args.hsa_agent_extension_supported.version_minor);
      out << ", ";
      Put(out, data.args.hsa_agent_extension_supported.result);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_memory_register:
      out << "hsa_memory_register(";
      Put(out, data.args.hsa_memory_register.ptr);
      out << ", ";
      Put(out, data.args.hsa_memory_register.size);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_memory_deregister:
      out << "hsa_memory_deregister(";
      Put(out, data.args.hsa_memory_deregister.ptr);
      out << ", ";
      Put(out, data.args.hsa_memory_deregister.size);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_memory_allocate:
      out << "hsa_memory_allocate(";
      Put(out, data.args.hsa_memory_allocate.region);
      out << ", ";
      Put(out, data.args.hsa_memory_allocate.size);
      out << ", ";
      Put(out, data.args.hsa_memory_allocate.ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_memory_free:
      out << "hsa_memory_free(";
      Put(out, data.args.hsa_memory_free.ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_memory_copy:
      out << "hsa_memory_copy(";
      Put(out, data.args.hsa_memory_copy.dst);
      out << ", ";
      Put(out, data.args.hsa_memory_copy.src);
      out << ", ";
      Put(out, data.args.hsa_memory_copy.size);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_memory_assign_agent:
      out << "hsa_memory_assign_agent(";
      Put(out, data.args.hsa_memory_assign_agent.ptr);
      out << ", ";
      Put(out, data.args.hsa_memory_assign_agent.agent);
      out << ", ";
      Put(out, data.args.hsa_memory_assign_agent.access);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_create:
      out << "hsa_signal_create(";
      Put(out, data.args.hsa_signal_create.initial_value);
      out << ", ";
      Put(out, data.args.hsa_signal_create.num_consumers);
      out << ", ";
      Put(out, data.args.hsa_signal_create.consumers);
      out << ", ";
      Put(out, data.args.hsa_signal_create.signal);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_destroy:
      out << "hsa_signal_destroy(";
      Put(out, data.args.hsa_signal_destroy.signal);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_load_relaxed:
      out << "hsa_signal_load_relaxed(";
      Put(out, data.args.hsa_signal_load_relaxed.signal);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_load_scacquire:
      out << "hsa_signal_load_scacquire(";
      Put(out, data.args.hsa_signal_load_scacquire.signal);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_store_relaxed:
      out << "hsa_signal_store_relaxed(";
      Put(out, data.args.hsa_signal_store_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_store_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_store_screlease:
      out << "hsa_signal_store_screlease(";
      Put(out, data.args.hsa_signal_store_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_store_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_wait_relaxed:
      out << "hsa_signal_wait_relaxed(";
      Put(out, data.args.hsa_signal_wait_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_wait_relaxed.condition);
      out << ", ";
      Put(out, data.args.hsa_signal_wait_relaxed.compare_value);
      out << ", ";
      Put(out, data.args.hsa_signal_wait_relaxed.timeout_hint);
      out << ", ";
      Put(out, data.args.hsa_signal_wait_relaxed.wait_state_hint);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_wait_scacquire:
      out << "hsa_signal_wait_scacquire(";
      Put(out, data.args.hsa_signal_wait_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_wait_scacquire.condition);
      out << ", ";
      Put(out, data.args.hsa_signal_wait_scacquire.compare_value);
      out << ", ";
      Put(out, data.args.hsa_signal_wait_scacquire.timeout_hint);
      out << ", ";
      Put(out, data.args.hsa_signal_wait_scacquire.wait_state_hint);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_and_relaxed:
      out << "hsa_signal_and_relaxed(";
      Put(out, data.args.hsa_signal_and_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_and_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_and_scacquire:
      out << "hsa_signal_and_scacquire(";
      Put(out, data.args.hsa_signal_and_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_and_scacquire.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_and_screlease:
      out << "hsa_signal_and_screlease(";
      Put(out, data.args.hsa_signal_and_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_and_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_and_scacq_screl:
      out << "hsa_signal_and_scacq_screl(";
      Put(out, data.args.hsa_signal_and_scacq_screl.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_and_scacq_screl.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_or_relaxed:
      out << "hsa_signal_or_relaxed(";
      Put(out, data.args.hsa_signal_or_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_or_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_or_scacquire:
      out << "hsa_signal_or_scacquire(";
      Put(out, data.args.hsa_signal_or_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_or_scacquire.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_or_screlease:
      out << "hsa_signal_or_screlease(";
      Put(out, data.args.hsa_signal_or_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_or_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_or_scacq_screl:
      out << "hsa_signal_or_scacq_screl(";
      Put(out, data.args.hsa_signal_or_scacq_screl.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_or_scacq_screl.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_xor_relaxed:
      out << "hsa_signal_xor_relaxed(";
      Put(out, data.args.hsa_signal_xor_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_xor_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_xor_scacquire:
      out << "hsa_signal_xor_scacquire(";
      Put(out, data.args.hsa_signal_xor_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_xor_scacquire.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_xor_screlease:
      out << "hsa_signal_xor_screlease(";
      Put(out, data.args.hsa_signal_xor_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_xor_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_xor_scacq_screl:
      out << "hsa_signal_xor_scacq_screl(";
      Put(out, data.args.hsa_signal_xor_scacq_screl.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_xor_scacq_screl.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_exchange_relaxed:
      out << "hsa_signal_exchange_relaxed(";
      Put(out, data.args.hsa_signal_exchange_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_exchange_relaxed.value);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_exchange_scacquire:
      out << "hsa_signal_exchange_scacquire(";
      Put(out, data.args.hsa_signal_exchange_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_exchange_scacquire.value);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_exchange_screlease:
      out << "hsa_signal_exchange_screlease(";
      Put(out, data.args.hsa_signal_exchange_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_exchange_screlease.value);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_exchange_scacq_screl:
      out << "hsa_signal_exchange_scacq_screl(";
      Put(out, data.args.hsa_signal_exchange_scacq_screl.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_exchange_scacq_screl.value);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_add_relaxed:
      out << "hsa_signal_add_relaxed(";
      Put(out, data.args.hsa_signal_add_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_add_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_add_scacquire:
      out << "hsa_signal_add_scacquire(";
      Put(out, data.args.hsa_signal_add_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_add_scacquire.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_add_screlease:
      out << "hsa_signal_add_screlease(";
      Put(out, data.args.hsa_signal_add_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_add_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_add_scacq_screl:
      out << "hsa_signal_add_scacq_screl(";
      Put(out, data.args.hsa_signal_add_scacq_screl.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_add_scacq_screl.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_subtract_relaxed:
      out << "hsa_signal_subtract_relaxed(";
      Put(out, data.args.hsa_signal_subtract_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_subtract_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_subtract_scacquire:
      out << "hsa_signal_subtract_scacquire(";
      Put(out, data.args.hsa_signal_subtract_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_subtract_scacquire.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_subtract_screlease:
      out << "hsa_signal_subtract_screlease(";
      Put(out, data.args.hsa_signal_subtract_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_subtract_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_subtract_scacq_screl:
      out << "hsa_signal_subtract_scacq_screl(";
      Put(out, data.args.hsa_signal_subtract_scacq_screl.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_subtract_scacq_screl.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_cas_relaxed:
      out << "hsa_signal_cas_relaxed(";
      Put(out, data.args.hsa_signal_cas_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_cas_relaxed.expected);
      out << ", ";
      Put(out, data.args.hsa_signal_cas_relaxed.value);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_cas_scacquire:
      out << "hsa_signal_cas_scacquire(";
      Put(out, data.args.hsa_signal_cas_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_cas_scacquire.expected);
      out << ", ";
      Put(out, data.args.hsa_signal_cas_scacquire.value);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_cas_screlease:
      out << "hsa_signal_cas_screlease(";
      Put(out, data.args.hsa_signal_cas_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_cas_screlease.expected);
      out << ", ";
      Put(out, data.args.hsa_signal_cas_screlease.value);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_cas_scacq_screl:
      out << "hsa_signal_cas_scacq_screl(";
      Put(out, data.args.hsa_signal_cas_scacq_screl.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_cas_scacq_screl.expected);
      out << ", ";
      Put(out, data.args.hsa_signal_cas_scacq_screl.value);
      out << ") = ";
      Put(out, data.hsa_signal_value_t_retval);
      return out;
    case HSA_API_ID_hsa_isa_from_name:
      out << "hsa_isa_from_name(";
      Put(out, data.args.hsa_isa_from_name.name);
      out << ", ";
      Put(out, data.args.hsa_isa_from_name.isa);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_isa_get_info:
      out << "hsa_isa_get_info(";
      Put(out, data.args.hsa_isa_get_info.isa);
      out << ", ";
      Put(out, data.args.hsa_isa_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_isa_get_info.index);
      out << ", ";
      Put(out, data.args.hsa_isa_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_isa_compatible:
      out << "hsa_isa_compatible(";
      Put(out, data.args.hsa_isa_compatible.code_object_isa);
      out << ", ";
      Put(out, data.args.hsa_isa_compatible.agent_isa);
      out << ", ";
      Put(out, data.args.hsa_isa_compatible.result);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_serialize:
      out << "hsa_code_object_serialize(";
      Put(out, data.args.hsa_code_object_serialize.code_object);
      out << ", ";
      Put(out, data.args.hsa_code_object_serialize.alloc_callback);
      out << ", ";
      Put(out, data.args.hsa_code_object_serialize.callback_data);
      out << ", ";
      Put(out, data.args.hsa_code_object_serialize.options);
      out << ", ";
      Put(out, data.args.hsa_code_object_serialize.serialized_code_object);
      out << ", ";
      Put(out, data.args.hsa_code_object_serialize.serialized_code_object_size);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_deserialize:
      out << "hsa_code_object_deserialize(";
      Put(out, data.args.hsa_code_object_deserialize.serialized_code_object);
      out << ", ";
      Put(out, data.args.hsa_code_object_deserialize.serialized_code_object_size);
      out << ", ";
      Put(out, data.args.hsa_code_object_deserialize.options);
      out << ", ";
      Put(out, data.args.hsa_code_object_deserialize.code_object);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_destroy:
      out << "hsa_code_object_destroy(";
      Put(out, data.args.hsa_code_object_destroy.code_object);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_get_info:
      out << "hsa_code_object_get_info(";
      Put(out, data.args.hsa_code_object_get_info.code_object);
      out << ", ";
      Put(out, data.args.hsa_code_object_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_code_object_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_get_symbol:
      out << "hsa_code_object_get_symbol(";
      Put(out, data.args.hsa_code_object_get_symbol.code_object);
      out << ", ";
      Put(out, data.args.hsa_code_object_get_symbol.symbol_name);
      out << ", ";
      Put(out, data.args.hsa_code_object_get_symbol.symbol);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_symbol_get_info:
      out << "hsa_code_symbol_get_info(";
      Put(out, data.args.hsa_code_symbol_get_info.code_symbol);
      out << ", ";
      Put(out, data.args.hsa_code_symbol_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_code_symbol_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_iterate_symbols:
      out << "hsa_code_object_iterate_symbols(";
      Put(out, data.args.hsa_code_object_iterate_symbols.code_object);
      out << ", ";
      Put(out, data.args.hsa_code_object_iterate_symbols.callback);
      out << ", ";
      Put(out, data.args.hsa_code_object_iterate_symbols.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_create:
      out << "hsa_executable_create(";
      Put(out, data.args.hsa_executable_create.profile);
      out << ", ";
      Put(out, data.args.hsa_executable_create.executable_state);
      out << ", ";
      Put(out, data.args.hsa_executable_create.options);
      out << ", ";
      Put(out, data.args.hsa_executable_create.executable);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_destroy:
      out << "hsa_executable_destroy(";
      Put(out, data.args.hsa_executable_destroy.executable);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_load_code_object:
      out << "hsa_executable_load_code_object(";
      Put(out, data.args.hsa_executable_load_code_object.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_load_code_object.agent);
      out << ", ";
      Put(out, data.args.hsa_executable_load_code_object.code_object);
      out << ", ";
      Put(out, data.args.hsa_executable_load_code_object.options);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_freeze:
      out << "hsa_executable_freeze(";
      Put(out, data.args.hsa_executable_freeze.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_freeze.options);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_get_info:
      out << "hsa_executable_get_info(";
      Put(out, data.args.hsa_executable_get_info.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_executable_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_global_variable_define:
      out << "hsa_executable_global_variable_define(";
      Put(out, data.args.hsa_executable_global_variable_define.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_global_variable_define.variable_name);
      out << ", ";
      Put(out, data.args.hsa_executable_global_variable_define.address);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_agent_global_variable_define:
      out << "hsa_executable_agent_global_variable_define(";
      Put(out, data.args.hsa_executable_agent_global_variable_define.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_agent_global_variable_define.agent);
      out << ", ";
      Put(out, data.args.hsa_executable_agent_global_variable_define.variable_name);
      out << ", ";
      Put(out, data.args.hsa_executable_agent_global_variable_define.address);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_readonly_variable_define:
      out << "hsa_executable_readonly_variable_define(";
      Put(out, data.args.hsa_executable_readonly_variable_define.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_readonly_variable_define.agent);
      out << ", ";
      Put(out, data.args.hsa_executable_readonly_variable_define.variable_name);
      out << ", ";
      Put(out, data.args.hsa_executable_readonly_variable_define.address);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_validate:
      out << "hsa_executable_validate(";
      Put(out, data.args.hsa_executable_validate.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_validate.result);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_get_symbol:
      out << "hsa_executable_get_symbol(";
      Put(out, data.args.hsa_executable_get_symbol.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_get_symbol.module_name);
      out << ", ";
      Put(out, data.args.hsa_executable_get_symbol.symbol_name);
      out << ", ";
      Put(out, data.args.hsa_executable_get_symbol.agent);
      out << ", ";
      Put(out, data.args.hsa_executable_get_symbol.call_convention);
      out << ", ";
      Put(out, data.args.hsa_executable_get_symbol.symbol);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_symbol_get_info:
      out << "hsa_executable_symbol_get_info(";
      Put(out, data.args.hsa_executable_symbol_get_info.executable_symbol);
      out << ", ";
      Put(out, data.args.hsa_executable_symbol_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_executable_symbol_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_iterate_symbols:
      out << "hsa_executable_iterate_symbols(";
      Put(out, data.args.hsa_executable_iterate_symbols.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_iterate_symbols.callback);
      out << ", ";
      Put(out, data.args.hsa_executable_iterate_symbols.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_status_string:
      out << "hsa_status_string(";
      Put(out, data.args.hsa_status_string.status);
      out << ", ";
      Put(out, data.args.hsa_status_string.status_string);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_extension_get_name:
      out << "hsa_extension_get_name(";
      Put(out, data.args.hsa_extension_get_name.extension);
      out << ", ";
      Put(out, data.args.hsa_extension_get_name.name);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_system_major_extension_supported:
      out << "hsa_system_major_extension_supported(";
      Put(out, data.args.hsa_system_major_extension_supported.extension);
      out << ", ";
      Put(out, data.args.hsa_system_major_extension_supported.version_major);
      out << ", ";
      Put(out, data.args.hsa_system_major_extension_supported.version_minor);
      out << ", ";
      Put(out, data.args.hsa_system_major_extension_supported.result);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_system_get_major_extension_table:
      out << "hsa_system_get_major_extension_table(";
      Put(out, data.args.hsa_system_get_major_extension_table.extension);
      out << ", ";
      Put(out, data.args.hsa_system_get_major_extension_table.version_major);
      out << ", ";
      Put(out, data.args.hsa_system_get_major_extension_table.table_length);
      out << ", ";
      Put(out, data.args.hsa_system_get_major_extension_table.table);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_agent_major_extension_supported:
      out << "hsa_agent_major_extension_supported(";
      Put(out, data.args.hsa_agent_major_extension_supported.extension);
      out << ", ";
      Put(out, data.args.hsa_agent_major_extension_supported.agent);
      out << ", ";
      Put(out, data.args.hsa_agent_major_extension_supported.version_major);
      out << ", ";
      Put(out, data.args.hsa_agent_major_extension_supported.version_minor);
      out << ", ";
      Put(out, data.args.hsa_agent_major_extension_supported.result);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_cache_get_info:
      out << "hsa_cache_get_info(";
      Put(out, data.args.hsa_cache_get_info.cache);
      out << ", ";
      Put(out, data.args.hsa_cache_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_cache_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_agent_iterate_caches:
      out << "hsa_agent_iterate_caches(";
      Put(out, data.args.hsa_agent_iterate_caches.agent);
      out << ", ";
      Put(out, data.args.hsa_agent_iterate_caches.callback);
      out << ", ";
      Put(out, data.args.hsa_agent_iterate_caches.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_silent_store_relaxed:
      out << "hsa_signal_silent_store_relaxed(";
      Put(out, data.args.hsa_signal_silent_store_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_silent_store_relaxed.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_silent_store_screlease:
      out << "hsa_signal_silent_store_screlease(";
      Put(out, data.args.hsa_signal_silent_store_screlease.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_silent_store_screlease.value);
      return out << ") = void";
    case HSA_API_ID_hsa_signal_group_create:
      out << "hsa_signal_group_create(";
      Put(out, data.args.hsa_signal_group_create.num_signals);
      out << ", ";
      Put(out, data.args.hsa_signal_group_create.signals);
      out << ", ";
      Put(out, data.args.hsa_signal_group_create.num_consumers);
      out << ", ";
      Put(out, data.args.hsa_signal_group_create.consumers);
      out << ", ";
      Put(out, data.args.hsa_signal_group_create.signal_group);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_group_destroy:
      out << "hsa_signal_group_destroy(";
      Put(out, data.args.hsa_signal_group_destroy.signal_group);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_group_wait_any_scacquire:
      out << "hsa_signal_group_wait_any_scacquire(";
      Put(out, data.args.hsa_signal_group_wait_any_scacquire.signal_group);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_scacquire.conditions);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_scacquire.compare_values);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_scacquire.wait_state_hint);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_scacquire.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_scacquire.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_signal_group_wait_any_relaxed:
      out << "hsa_signal_group_wait_any_relaxed(";
      Put(out, data.args.hsa_signal_group_wait_any_relaxed.signal_group);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_relaxed.conditions);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_relaxed.compare_values);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_relaxed.wait_state_hint);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_relaxed.signal);
      out << ", ";
      Put(out, data.args.hsa_signal_group_wait_any_relaxed.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_agent_iterate_isas:
      out << "hsa_agent_iterate_isas(";
      Put(out, data.args.hsa_agent_iterate_isas.agent);
      out << ", ";
      Put(out, data.args.hsa_agent_iterate_isas.callback);
      out << ", ";
      Put(out, data.args.hsa_agent_iterate_isas.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_isa_get_info_alt:
      out << "hsa_isa_get_info_alt(";
      Put(out, data.args.hsa_isa_get_info_alt.isa);
      out << ", ";
      Put(out, data.args.hsa_isa_get_info_alt.attribute);
      out << ", ";
      Put(out, data.args.hsa_isa_get_info_alt.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_isa_get_exception_policies:
      out << "hsa_isa_get_exception_policies(";
      Put(out, data.args.hsa_isa_get_exception_policies.isa);
      out << ", ";
      Put(out, data.args.hsa_isa_get_exception_policies.profile);
      out << ", ";
      Put(out, data.args.hsa_isa_get_exception_policies.mask);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_isa_get_round_method:
      out << "hsa_isa_get_round_method(";
      Put(out, data.args.hsa_isa_get_round_method.isa);
      out << ", ";
      Put(out, data.args.hsa_isa_get_round_method.fp_type);
      out << ", ";
      Put(out, data.args.hsa_isa_get_round_method.flush_mode);
      out << ", ";
      Put(out, data.args.hsa_isa_get_round_method.round_method);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_wavefront_get_info:
      out << "hsa_wavefront_get_info(";
      Put(out, data.args.hsa_wavefront_get_info.wavefront);
      out << ", ";
      Put(out, data.args.hsa_wavefront_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_wavefront_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_isa_iterate_wavefronts:
      out << "hsa_isa_iterate_wavefronts(";
      Put(out, data.args.hsa_isa_iterate_wavefronts.isa);
      out << ", ";
      Put(out, data.args.hsa_isa_iterate_wavefronts.callback);
      out << ", ";
      Put(out, data.args.hsa_isa_iterate_wavefronts.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_get_symbol_from_name:
      out << "hsa_code_object_get_symbol_from_name(";
      Put(out, data.args.hsa_code_object_get_symbol_from_name.code_object);
      out << ", ";
      Put(out, data.args.hsa_code_object_get_symbol_from_name.module_name);
      out << ", ";
      Put(out, data.args.hsa_code_object_get_symbol_from_name.symbol_name);
      out << ", ";
      Put(out, data.args.hsa_code_object_get_symbol_from_name.symbol);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_reader_create_from_file:
      out << "hsa_code_object_reader_create_from_file(";
      Put(out, data.args.hsa_code_object_reader_create_from_file.file);
      out << ", ";
      Put(out, data.args.hsa_code_object_reader_create_from_file.code_object_reader);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_reader_create_from_memory:
      out << "hsa_code_object_reader_create_from_memory(";
      Put(out, data.args.hsa_code_object_reader_create_from_memory.code_object);
      out << ", ";
      Put(out, data.args.hsa_code_object_reader_create_from_memory.size);
      out << ", ";
      Put(out, data.args.hsa_code_object_reader_create_from_memory.code_object_reader);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_code_object_reader_destroy:
      out << "hsa_code_object_reader_destroy(";
      Put(out, data.args.hsa_code_object_reader_destroy.code_object_reader);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_create_alt:
      out << "hsa_executable_create_alt(";
      Put(out, data.args.hsa_executable_create_alt.profile);
      out << ", ";
      Put(out, data.args.hsa_executable_create_alt.default_float_rounding_mode);
      out << ", ";
      Put(out, data.args.hsa_executable_create_alt.options);
      out << ", ";
      Put(out, data.args.hsa_executable_create_alt.executable);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_load_program_code_object:
      out << "hsa_executable_load_program_code_object(";
      Put(out, data.args.hsa_executable_load_program_code_object.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_load_program_code_object.code_object_reader);
      out << ", ";
      Put(out, data.args.hsa_executable_load_program_code_object.options);
      out << ", ";
      Put(out, data.args.hsa_executable_load_program_code_object.loaded_code_object);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_load_agent_code_object:
      out << "hsa_executable_load_agent_code_object(";
      Put(out, data.args.hsa_executable_load_agent_code_object.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_load_agent_code_object.agent);
      out << ", ";
      Put(out, data.args.hsa_executable_load_agent_code_object.code_object_reader);
      out << ", ";
      Put(out, data.args.hsa_executable_load_agent_code_object.options);
      out << ", ";
      Put(out, data.args.hsa_executable_load_agent_code_object.loaded_code_object);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_validate_alt:
      out << "hsa_executable_validate_alt(";
      Put(out, data.args.hsa_executable_validate_alt.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_validate_alt.options);
      out << ", ";
      Put(out, data.args.hsa_executable_validate_alt.result);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_get_symbol_by_name:
      out << "hsa_executable_get_symbol_by_name(";
      Put(out, data.args.hsa_executable_get_symbol_by_name.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_get_symbol_by_name.symbol_name);
      out << ", ";
      Put(out, data.args.hsa_executable_get_symbol_by_name.agent);
      out << ", ";
      Put(out, data.args.hsa_executable_get_symbol_by_name.symbol);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_iterate_agent_symbols:
      out << "hsa_executable_iterate_agent_symbols(";
      Put(out, data.args.hsa_executable_iterate_agent_symbols.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_iterate_agent_symbols.agent);
      out << ", ";
      Put(out, data.args.hsa_executable_iterate_agent_symbols.callback);
      out << ", ";
      Put(out, data.args.hsa_executable_iterate_agent_symbols.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_executable_iterate_program_symbols:
      out << "hsa_executable_iterate_program_symbols(";
      Put(out, data.args.hsa_executable_iterate_program_symbols.executable);
      out << ", ";
      Put(out, data.args.hsa_executable_iterate_program_symbols.callback);
      out << ", ";
      Put(out, data.args.hsa_executable_iterate_program_symbols.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_coherency_get_type:
      out << "hsa_amd_coherency_get_type(";
      Put(out, data.args.hsa_amd_coherency_get_type.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_coherency_get_type.type);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_coherency_set_type:
      out << "hsa_amd_coherency_set_type(";
      Put(out, data.args.hsa_amd_coherency_set_type.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_coherency_set_type.type);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_profiling_set_profiler_enabled:
      out << "hsa_amd_profiling_set_profiler_enabled(";
      Put(out, data.args.hsa_amd_profiling_set_profiler_enabled.queue);
      out << ", ";
      Put(out, data.args.hsa_amd_profiling_set_profiler_enabled.enable);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_profiling_async_copy_enable:
      out << "hsa_amd_profiling_async_copy_enable(";
      Put(out, data.args.hsa_amd_profiling_async_copy_enable.enable);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_profiling_get_dispatch_time:
      out << "hsa_amd_profiling_get_dispatch_time(";
      Put(out, data.args.hsa_amd_profiling_get_dispatch_time.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_profiling_get_dispatch_time.signal);
      out << ", ";
      Put(out, data.args.hsa_amd_profiling_get_dispatch_time.time);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_profiling_get_async_copy_time:
      out << "hsa_amd_profiling_get_async_copy_time(";
      Put(out, data.args.hsa_amd_profiling_get_async_copy_time.signal);
      out << ", ";
      Put(out, data.args.hsa_amd_profiling_get_async_copy_time.time);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_profiling_convert_tick_to_system_domain:
      out << "hsa_amd_profiling_convert_tick_to_system_domain(";
      Put(out, data.args.hsa_amd_profiling_convert_tick_to_system_domain.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_profiling_convert_tick_to_system_domain.agent_tick);
      out << ", ";
      Put(out, data.args.hsa_amd_profiling_convert_tick_to_system_domain.system_tick);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_signal_async_handler:
      out << "hsa_amd_signal_async_handler(";
      Put(out, data.args.hsa_amd_signal_async_handler.signal);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_async_handler.cond);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_async_handler.value);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_async_handler.handler);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_async_handler.arg);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_async_function:
      out << "hsa_amd_async_function(";
      Put(out, data.args.hsa_amd_async_function.callback);
      out << ", ";
      Put(out, data.args.hsa_amd_async_function.arg);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_signal_wait_any:
      out << "hsa_amd_signal_wait_any(";
      Put(out, data.args.hsa_amd_signal_wait_any.signal_count);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_any.signals);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_any.conds);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_any.values);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_any.timeout_hint);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_any.wait_hint);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_any.satisfying_value);
      out << ") = ";
      Put(out, data.uint32_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_queue_cu_set_mask:
      out << "hsa_amd_queue_cu_set_mask(";
      Put(out, data.args.hsa_amd_queue_cu_set_mask.queue);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_cu_set_mask.num_cu_mask_count);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_cu_set_mask.cu_mask);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_pool_get_info:
      out << "hsa_amd_memory_pool_get_info(";
      Put(out, data.args.hsa_amd_memory_pool_get_info.memory_pool);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_pool_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_pool_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_agent_iterate_memory_pools:
      out << "hsa_amd_agent_iterate_memory_pools(";
      Put(out, data.args.hsa_amd_agent_iterate_memory_pools.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_agent_iterate_memory_pools.callback);
      out << ", ";
      Put(out, data.args.hsa_amd_agent_iterate_memory_pools.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_pool_allocate:
      out << "hsa_amd_memory_pool_allocate(";
      Put(out, data.args.hsa_amd_memory_pool_allocate.memory_pool);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_pool_allocate.size);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_pool_allocate.flags);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_pool_allocate.ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_pool_free:
      out << "hsa_amd_memory_pool_free(";
      Put(out, data.args.hsa_amd_memory_pool_free.ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_async_copy:
      out << "hsa_amd_memory_async_copy(";
      Put(out, data.args.hsa_amd_memory_async_copy.dst);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy.dst_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy.src);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy.src_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy.size);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy.num_dep_signals);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy.dep_signals);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy.completion_signal);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 456
    case HSA_API_ID_hsa_amd_memory_async_copy_on_engine:
      out << "hsa_amd_memory_async_copy_on_engine(";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.dst);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.dst_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.src);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.src_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.size);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.num_dep_signals);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.dep_signals);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.completion_signal);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.engine_id);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_on_engine.force_copy_on_sdma);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_copy_engine_status:
      out << "hsa_amd_memory_copy_engine_status(";
      Put(out, data.args.hsa_amd_memory_copy_engine_status.dst_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_copy_engine_status.src_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_copy_engine_status.engine_ids_mask);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
    case HSA_API_ID_hsa_amd_agent_memory_pool_get_info:
      out << "hsa_amd_agent_memory_pool_get_info(";
      Put(out, data.args.hsa_amd_agent_memory_pool_get_info.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_agent_memory_pool_get_info.memory_pool);
      out << ", ";
      Put(out, data.args.hsa_amd_agent_memory_pool_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_amd_agent_memory_pool_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_agents_allow_access:
      out << "hsa_amd_agents_allow_access(";
      Put(out, data.args.hsa_amd_agents_allow_access.num_agents);
      out << ", ";
      Put(out, data.args.hsa_amd_agents_allow_access.agents);
      out << ", ";
      Put(out, data.args.hsa_amd_agents_allow_access.flags);
      out << ", ";
      Put(out, data.args.hsa_amd_agents_allow_access.ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_pool_can_migrate:
      out << "hsa_amd_memory_pool_can_migrate(";
      Put(out, data.args.hsa_amd_memory_pool_can_migrate.src_memory_pool);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_pool_can_migrate.dst_memory_pool);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_pool_can_migrate.result);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_migrate:
      out << "hsa_amd_memory_migrate(";
      Put(out, data.args.hsa_amd_memory_migrate.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_migrate.memory_pool);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_migrate.flags);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_lock:
      out << "hsa_amd_memory_lock(";
      Put(out, data.args.hsa_amd_memory_lock.host_ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock.size);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock.agents);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock.num_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock.agent_ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_unlock:
      out << "hsa_amd_memory_unlock(";
      Put(out, data.args.hsa_amd_memory_unlock.host_ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_fill:
      out << "hsa_amd_memory_fill(";
      Put(out, data.args.hsa_amd_memory_fill.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_fill.value);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_fill.count);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_interop_map_buffer:
      out << "hsa_amd_interop_map_buffer(";
      Put(out, data.args.hsa_amd_interop_map_buffer.num_agents);
      out << ", ";
      Put(out, data.args.hsa_amd_interop_map_buffer.agents);
      out << ", ";
      Put(out, data.args.hsa_amd_interop_map_buffer.interop_handle);
      out << ", ";
      Put(out, data.args.hsa_amd_interop_map_buffer.flags);
      out << ", ";
      Put(out, data.args.hsa_amd_interop_map_buffer.size);
      out << ", ";
      Put(out, data.args.hsa_amd_interop_map_buffer.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_interop_map_buffer.metadata_size);
      out << ", ";
      Put(out, data.args.hsa_amd_interop_map_buffer.metadata);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_interop_unmap_buffer:
      out << "hsa_amd_interop_unmap_buffer(";
      Put(out, data.args.hsa_amd_interop_unmap_buffer.ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_image_create:
      out << "hsa_amd_image_create(";
      Put(out, data.args.hsa_amd_image_create.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_image_create.image_descriptor);
      out << ", ";
      Put(out, data.args.hsa_amd_image_create.image_layout);
      out << ", ";
      Put(out, data.args.hsa_amd_image_create.image_data);
      out << ", ";
      Put(out, data.args.hsa_amd_image_create.access_permission);
      out << ", ";
      Put(out, data.args.hsa_amd_image_create.image);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_pointer_info:
      out << "hsa_amd_pointer_info(";
      Put(out, data.args.hsa_amd_pointer_info.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_pointer_info.info);
      out << ", ";
      Put(out, data.args.hsa_amd_pointer_info.alloc);
      out << ", ";
      Put(out, data.args.hsa_amd_pointer_info.num_agents_accessible);
      out << ", ";
      Put(out, data.args.hsa_amd_pointer_info.accessible);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_pointer_info_set_userdata:
      out << "hsa_amd_pointer_info_set_userdata(";
      Put(out, data.args.hsa_amd_pointer_info_set_userdata.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_pointer_info_set_userdata.userdata);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_ipc_memory_create:
      out << "hsa_amd_ipc_memory_create(";
      Put(out, data.args.hsa_amd_ipc_memory_create.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_ipc_memory_create.len);
      out << ", ";
      Put(out, data.args.hsa_amd_ipc_memory_create.handle);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_ipc_memory_attach:
      out << "hsa_amd_ipc_memory_attach(";
      Put(out, data.args.hsa_amd_ipc_memory_attach.handle);
      out << ", ";
      Put(out, data.args.hsa_amd_ipc_memory_attach.len);
      out << ", ";
      Put(out, data.args.hsa_amd_ipc_memory_attach.num_agents);
      out << ", ";
      Put(out, data.args.hsa_amd_ipc_memory_attach.mapping_agents);
      out << ", ";
      Put(out, data.args.hsa_amd_ipc_memory_attach.mapped_ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_ipc_memory_detach:
      out << "hsa_amd_ipc_memory_detach(";
      Put(out, data.args.hsa_amd_ipc_memory_detach.mapped_ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_signal_create:
      out << "hsa_amd_signal_create(";
      Put(out, data.args.hsa_amd_signal_create.initial_value);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_create.num_consumers);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_create.consumers);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_create.attributes);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_create.signal);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_ipc_signal_create:
      out << "hsa_amd_ipc_signal_create(";
      Put(out, data.args.hsa_amd_ipc_signal_create.signal);
      out << ", ";
      Put(out, data.args.hsa_amd_ipc_signal_create.handle);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_ipc_signal_attach:
      out << "hsa_amd_ipc_signal_attach(";
      Put(out, data.args.hsa_amd_ipc_signal_attach.handle);
      out << ", ";
      Put(out, data.args.hsa_amd_ipc_signal_attach.signal);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_register_system_event_handler:
      out << "hsa_amd_register_system_event_handler(";
      Put(out, data.args.hsa_amd_register_system_event_handler.callback);
      out << ", ";
      Put(out, data.args.hsa_amd_register_system_event_handler.data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_queue_intercept_create:
      out << "hsa_amd_queue_intercept_create(";
      Put(out, data.args.hsa_amd_queue_intercept_create.agent_handle);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_create.size);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_create.type);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_create.callback);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_create.data);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_create.private_segment_size);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_create.group_segment_size);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_create.queue);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_queue_intercept_register:
      out << "hsa_amd_queue_intercept_register(";
      Put(out, data.args.hsa_amd_queue_intercept_register.queue);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_register.callback);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_intercept_register.user_data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_queue_set_priority:
      out << "hsa_amd_queue_set_priority(";
      Put(out, data.args.hsa_amd_queue_set_priority.queue);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_set_priority.priority);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_async_copy_rect:
      out << "hsa_amd_memory_async_copy_rect(";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.dst);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.dst_offset);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.src);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.src_offset);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.range);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.range__val);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.copy_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.dir);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.num_dep_signals);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.dep_signals);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_async_copy_rect.completion_signal);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_runtime_queue_create_register:
      out << "hsa_amd_runtime_queue_create_register(";
      Put(out, data.args.hsa_amd_runtime_queue_create_register.callback);
      out << ", ";
      Put(out, data.args.hsa_amd_runtime_queue_create_register.user_data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_memory_lock_to_pool:
      out << "hsa_amd_memory_lock_to_pool(";
      Put(out, data.args.hsa_amd_memory_lock_to_pool.host_ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock_to_pool.size);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock_to_pool.agents);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock_to_pool.num_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock_to_pool.pool);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock_to_pool.flags);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_lock_to_pool.agent_ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_register_deallocation_callback:
      out << "hsa_amd_register_deallocation_callback(";
      Put(out, data.args.hsa_amd_register_deallocation_callback.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_register_deallocation_callback.callback);
      out << ", ";
      Put(out, data.args.hsa_amd_register_deallocation_callback.user_data);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_deregister_deallocation_callback:
      out << "hsa_amd_deregister_deallocation_callback(";
      Put(out, data.args.hsa_amd_deregister_deallocation_callback.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_deregister_deallocation_callback.callback);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_signal_value_pointer:
      out << "hsa_amd_signal_value_pointer(";
      Put(out, data.args.hsa_amd_signal_value_pointer.signal);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_value_pointer.value_ptr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_svm_attributes_set:
      out << "hsa_amd_svm_attributes_set(";
      Put(out, data.args.hsa_amd_svm_attributes_set.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_attributes_set.size);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_attributes_set.attribute_list);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_attributes_set.attribute_count);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_svm_attributes_get:
      out << "hsa_amd_svm_attributes_get(";
      Put(out, data.args.hsa_amd_svm_attributes_get.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_attributes_get.size);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_attributes_get.attribute_list);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_attributes_get.attribute_count);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_svm_prefetch_async:
      out << "hsa_amd_svm_prefetch_async(";
      Put(out, data.args.hsa_amd_svm_prefetch_async.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_prefetch_async.size);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_prefetch_async.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_prefetch_async.num_dep_signals);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_prefetch_async.dep_signals);
      out << ", ";
      Put(out, data.args.hsa_amd_svm_prefetch_async.completion_signal);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 424
    case HSA_API_ID_hsa_amd_spm_acquire:
      out << "hsa_amd_spm_acquire(";
      Put(out, data.args.hsa_amd_spm_acquire.preferred_agent);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_spm_release:
      out << "hsa_amd_spm_release(";
      Put(out, data.args.hsa_amd_spm_release.preferred_agent);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_amd_spm_set_dest_buffer:
      out << "hsa_amd_spm_set_dest_buffer(";
      Put(out, data.args.hsa_amd_spm_set_dest_buffer.preferred_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_spm_set_dest_buffer.size_in_bytes);
      out << ", ";
      Put(out, data.args.hsa_amd_spm_set_dest_buffer.timeout);
      out << ", ";
      Put(out, data.args.hsa_amd_spm_set_dest_buffer.size_copied);
      out << ", ";
      Put(out, data.args.hsa_amd_spm_set_dest_buffer.dest);
      out << ", ";
      Put(out, data.args.hsa_amd_spm_set_dest_buffer.is_data_loss);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
    case HSA_API_ID_hsa_amd_queue_cu_get_mask:
      out << "hsa_amd_queue_cu_get_mask(";
      Put(out, data.args.hsa_amd_queue_cu_get_mask.queue);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_cu_get_mask.num_cu_mask_count);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_cu_get_mask.cu_mask);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 448
    case HSA_API_ID_hsa_amd_portable_export_dmabuf:
      out << "hsa_amd_portable_export_dmabuf(";
      Put(out, data.args.hsa_amd_portable_export_dmabuf.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_portable_export_dmabuf.size);
      out << ", ";
      Put(out, data.args.hsa_amd_portable_export_dmabuf.dmabuf);
      out << ", ";
      Put(out, data.args.hsa_amd_portable_export_dmabuf.offset);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 456
    case HSA_API_ID_hsa_amd_portable_close_dmabuf:
      out << "hsa_amd_portable_close_dmabuf(";
      Put(out, data.args.hsa_amd_portable_close_dmabuf.dmabuf);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 464
    case HSA_API_ID_hsa_amd_vmem_address_reserve:
      out << "hsa_amd_vmem_address_reserve(";
      Put(out, data.args.hsa_amd_vmem_address_reserve.va);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_address_reserve.size);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_address_reserve.address);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_address_reserve.flags);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 472
    case HSA_API_ID_hsa_amd_vmem_address_free:
      out << "hsa_amd_vmem_address_free(";
      Put(out, data.args.hsa_amd_vmem_address_free.va);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_address_free.size);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 480
    case HSA_API_ID_hsa_amd_vmem_handle_create:
      out << "hsa_amd_vmem_handle_create(";
      Put(out, data.args.hsa_amd_vmem_handle_create.pool);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_handle_create.size);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_handle_create.type);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_handle_create.flags);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_handle_create.memory_handle);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 488
    case HSA_API_ID_hsa_amd_vmem_handle_release:
      out << "hsa_amd_vmem_handle_release(";
      Put(out, data.args.hsa_amd_vmem_handle_release.memory_handle);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 496
    case HSA_API_ID_hsa_amd_vmem_map:
      out << "hsa_amd_vmem_map(";
      Put(out, data.args.hsa_amd_vmem_map.va);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_map.size);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_map.in_offset);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_map.memory_handle);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_map.flags);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 504
    case HSA_API_ID_hsa_amd_vmem_unmap:
      out << "hsa_amd_vmem_unmap(";
      Put(out, data.args.hsa_amd_vmem_unmap.va);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_unmap.size);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 512
    case HSA_API_ID_hsa_amd_vmem_set_access:
      out << "hsa_amd_vmem_set_access(";
      Put(out, data.args.hsa_amd_vmem_set_access.va);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_set_access.size);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_set_access.desc);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_set_access.desc_cnt);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 520
    case HSA_API_ID_hsa_amd_vmem_get_access:
      out << "hsa_amd_vmem_get_access(";
      Put(out, data.args.hsa_amd_vmem_get_access.va);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_get_access.perms);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_get_access.agent_handle);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 528
    case HSA_API_ID_hsa_amd_vmem_export_shareable_handle:
      out << "hsa_amd_vmem_export_shareable_handle(";
      Put(out, data.args.hsa_amd_vmem_export_shareable_handle.dmabuf_fd);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_export_shareable_handle.handle);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_export_shareable_handle.flags);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 536
    case HSA_API_ID_hsa_amd_vmem_import_shareable_handle:
      out << "hsa_amd_vmem_import_shareable_handle(";
      Put(out, data.args.hsa_amd_vmem_import_shareable_handle.dmabuf_fd);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_import_shareable_handle.handle);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 544
    case HSA_API_ID_hsa_amd_vmem_retain_alloc_handle:
      out << "hsa_amd_vmem_retain_alloc_handle(";
      Put(out, data.args.hsa_amd_vmem_retain_alloc_handle.memory_handle);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_retain_alloc_handle.addr);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 552
    case HSA_API_ID_hsa_amd_vmem_get_alloc_properties_from_handle:
      out << "hsa_amd_vmem_get_alloc_properties_from_handle(";
      Put(out, data.args.hsa_amd_vmem_get_alloc_properties_from_handle.memory_handle);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_get_alloc_properties_from_handle.pool);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_get_alloc_properties_from_handle.type);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 560
    case HSA_API_ID_hsa_amd_agent_set_async_scratch_limit:
      out << "hsa_amd_agent_set_async_scratch_limit(";
      Put(out, data.args.hsa_amd_agent_set_async_scratch_limit.agent);
      out << ", ";
      Put(out, data.args.hsa_amd_agent_set_async_scratch_limit.threshold);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 568
    case HSA_API_ID_hsa_amd_queue_get_info:
      out << "hsa_amd_queue_get_info(";
      Put(out, data.args.hsa_amd_queue_get_info.queue);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_get_info.attribute);
      out << ", ";
      Put(out, data.args.hsa_amd_queue_get_info.value);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 576
    case HSA_API_ID_hsa_amd_vmem_address_reserve_align:
      out << "hsa_amd_vmem_address_reserve_align(";
      Put(out, data.args.hsa_amd_vmem_address_reserve_align.va);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_address_reserve_align.size);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_address_reserve_align.address);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_address_reserve_align.alignment);
      out << ", ";
      Put(out, data.args.hsa_amd_vmem_address_reserve_align.flags);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 584
    case HSA_API_ID_hsa_amd_enable_logging:
      out << "hsa_amd_enable_logging(";
      Put(out, data.args.hsa_amd_enable_logging.flags);
      out << ", ";
      Put(out, data.args.hsa_amd_enable_logging.file);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 592
    case HSA_API_ID_hsa_amd_signal_wait_all:
      out << "hsa_amd_signal_wait_all(";
      Put(out, data.args.hsa_amd_signal_wait_all.signal_count);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_all.signals);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_all.conds);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_all.values);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_all.timeout_hint);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_all.wait_hint);
      out << ", ";
      Put(out, data.args.hsa_amd_signal_wait_all.satisfying_values);
      out << ") = ";
      Put(out, data.uint32_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 600
    case HSA_API_ID_hsa_amd_memory_get_preferred_copy_engine:
      out << "hsa_amd_memory_get_preferred_copy_engine(";
      Put(out, data.args.hsa_amd_memory_get_preferred_copy_engine.dst_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_get_preferred_copy_engine.src_agent);
      out << ", ";
      Put(out, data.args.hsa_amd_memory_get_preferred_copy_engine.recommended_ids_mask);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 608
    case HSA_API_ID_hsa_amd_portable_export_dmabuf_v2:
      out << "hsa_amd_portable_export_dmabuf_v2(";
      Put(out, data.args.hsa_amd_portable_export_dmabuf_v2.ptr);
      out << ", ";
      Put(out, data.args.hsa_amd_portable_export_dmabuf_v2.size);
      out << ", ";
      Put(out, data.args.hsa_amd_portable_export_dmabuf_v2.dmabuf);
      out << ", ";
      Put(out, data.args.hsa_amd_portable_export_dmabuf_v2.offset);
      out << ", ";
      Put(out, data.args.hsa_amd_portable_export_dmabuf_v2.flags);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 616
    case HSA_API_ID_hsa_amd_ais_file_write:
      out << "hsa_amd_ais_file_write(";
      Put(out, data.args.hsa_amd_ais_file_write.handle);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_write.devicePtr);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_write.size);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_write.file_offset);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_write.size_copied);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_write.status);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
#if ROCTRACER_HSA_AMD_EXT_BYTES >= 624
    case HSA_API_ID_hsa_amd_ais_file_read:
      out << "hsa_amd_ais_file_read(";
      Put(out, data.args.hsa_amd_ais_file_read.handle);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_read.devicePtr);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_read.size);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_read.file_offset);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_read.size_copied);
      out << ", ";
      Put(out, data.args.hsa_amd_ais_file_read.status);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
    case HSA_API_ID_hsa_ext_image_get_capability:
      out << "hsa_ext_image_get_capability(";
      Put(out, data.args.hsa_ext_image_get_capability.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_get_capability.geometry);
      out << ", ";
      Put(out, data.args.hsa_ext_image_get_capability.image_format);
      out << ", ";
      Put(out, data.args.hsa_ext_image_get_capability.capability_mask);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_data_get_info:
      out << "hsa_ext_image_data_get_info(";
      Put(out, data.args.hsa_ext_image_data_get_info.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info.image_descriptor);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info.access_permission);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info.image_data_info);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_create:
      out << "hsa_ext_image_create(";
      Put(out, data.args.hsa_ext_image_create.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create.image_descriptor);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create.image_data);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create.access_permission);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create.image);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_import:
      out << "hsa_ext_image_import(";
      Put(out, data.args.hsa_ext_image_import.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_import.src_memory);
      out << ", ";
      Put(out, data.args.hsa_ext_image_import.src_row_pitch);
      out << ", ";
      Put(out, data.args.hsa_ext_image_import.src_slice_pitch);
      out << ", ";
      Put(out, data.args.hsa_ext_image_import.dst_image);
      out << ", ";
      Put(out, data.args.hsa_ext_image_import.image_region);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_export:
      out << "hsa_ext_image_export(";
      Put(out, data.args.hsa_ext_image_export.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_export.src_image);
      out << ", ";
      Put(out, data.args.hsa_ext_image_export.dst_memory);
      out << ", ";
      Put(out, data.args.hsa_ext_image_export.dst_row_pitch);
      out << ", ";
      Put(out, data.args.hsa_ext_image_export.dst_slice_pitch);
      out << ", ";
      Put(out, data.args.hsa_ext_image_export.image_region);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_copy:
      out << "hsa_ext_image_copy(";
      Put(out, data.args.hsa_ext_image_copy.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_copy.src_image);
      out << ", ";
      Put(out, data.args.hsa_ext_image_copy.src_offset);
      out << ", ";
      Put(out, data.args.hsa_ext_image_copy.dst_image);
      out << ", ";
      Put(out, data.args.hsa_ext_image_copy.dst_offset);
      out << ", ";
      Put(out, data.args.hsa_ext_image_copy.range);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_clear:
      out << "hsa_ext_image_clear(";
      Put(out, data.args.hsa_ext_image_clear.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_clear.image);
      out << ", ";
      Put(out, data.args.hsa_ext_image_clear.data);
      out << ", ";
      Put(out, data.args.hsa_ext_image_clear.image_region);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_destroy:
      out << "hsa_ext_image_destroy(";
      Put(out, data.args.hsa_ext_image_destroy.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_destroy.image);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_sampler_create:
      out << "hsa_ext_sampler_create(";
      Put(out, data.args.hsa_ext_sampler_create.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_sampler_create.sampler_descriptor);
      out << ", ";
      Put(out, data.args.hsa_ext_sampler_create.sampler);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_sampler_destroy:
      out << "hsa_ext_sampler_destroy(";
      Put(out, data.args.hsa_ext_sampler_destroy.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_sampler_destroy.sampler);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_get_capability_with_layout:
      out << "hsa_ext_image_get_capability_with_layout(";
      Put(out, data.args.hsa_ext_image_get_capability_with_layout.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_get_capability_with_layout.geometry);
      out << ", ";
      Put(out, data.args.hsa_ext_image_get_capability_with_layout.image_format);
      out << ", ";
      Put(out, data.args.hsa_ext_image_get_capability_with_layout.image_data_layout);
      out << ", ";
      Put(out, data.args.hsa_ext_image_get_capability_with_layout.capability_mask);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_data_get_info_with_layout:
      out << "hsa_ext_image_data_get_info_with_layout(";
      Put(out, data.args.hsa_ext_image_data_get_info_with_layout.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info_with_layout.image_descriptor);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info_with_layout.access_permission);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info_with_layout.image_data_layout);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info_with_layout.image_data_row_pitch);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info_with_layout.image_data_slice_pitch);
      out << ", ";
      Put(out, data.args.hsa_ext_image_data_get_info_with_layout.image_data_info);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
    case HSA_API_ID_hsa_ext_image_create_with_layout:
      out << "hsa_ext_image_create_with_layout(";
      Put(out, data.args.hsa_ext_image_create_with_layout.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create_with_layout.image_descriptor);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create_with_layout.image_data);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create_with_layout.access_permission);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create_with_layout.image_data_layout);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create_with_layout.image_data_row_pitch);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create_with_layout.image_data_slice_pitch);
      out << ", ";
      Put(out, data.args.hsa_ext_image_create_with_layout.image);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#if ROCTRACER_HSA_IMAGE_EXT_BYTES >= 128
    case HSA_API_ID_hsa_ext_sampler_create_v2:
      out << "hsa_ext_sampler_create_v2(";
      Put(out, data.args.hsa_ext_sampler_create_v2.agent);
      out << ", ";
      Put(out, data.args.hsa_ext_sampler_create_v2.sampler_descriptor);
      out << ", ";
      Put(out, data.args.hsa_ext_sampler_create_v2.sampler);
      out << ") = ";
      Put(out, data.hsa_status_t_retval);
      return out;
#endif
    default:
      return out << "unknown";
  }
}
#endif  // __cplusplus

#endif  // HSA_PROF_STR_H_
