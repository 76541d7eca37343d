// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HSA domains of roctracer: their operations and what their callbacks get. Of HSA_OPS copies
// are recorded; dispatches and barriers where ROCJFR_HSA_DISPATCH=1 is set when HSA starts, since
// they cost microseconds each, and HIP_OPS covers HIP. RESERVED1 (samples of the program counter)
// can be enabled, and nothing comes.
#ifndef ROCTRACER_HSA_H_
#define ROCTRACER_HSA_H_

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include "hsa_prof_str.h"
#include "roctracer.h"

// Operations of ACTIVITY_DOMAIN_HSA_OPS.
typedef enum hsa_op_id_t {
  HSA_OP_ID_DISPATCH = 0,
  HSA_OP_ID_COPY = 1,
  HSA_OP_ID_BARRIER = 2,
  HSA_OP_ID_RESERVED1 = 3,
  HSA_OP_ID_NUMBER
} hsa_op_id_t;

// Operations of ACTIVITY_DOMAIN_HSA_EVT.
typedef enum hsa_evt_id_t {
  HSA_EVT_ID_ALLOCATE = 0,  // memory is allocated or freed
  HSA_EVT_ID_DEVICE = 1,    // memory is given to a device
  HSA_EVT_ID_MEMCOPY = 2,   // memory is copied
  HSA_EVT_ID_SUBMIT = 3,    // a packet is submitted to a queue
  HSA_EVT_ID_KSYMBOL = 4,   // a kernel symbol is loaded or unloaded
  HSA_EVT_ID_CODEOBJ = 5,   // a code object is loaded or unloaded
  HSA_EVT_ID_NUMBER
} hsa_evt_id_t;

typedef struct hsa_ops_properties_t {
  void* reserved1[4];
} hsa_ops_properties_t;

// The data of a HSA_EVT callback, by operation.
typedef struct {
  union {
    struct {
      const void* ptr;
      size_t size;  // bytes; 0: it is freed
      hsa_amd_segment_t segment;
      hsa_amd_memory_pool_global_flag_t global_flag;
      int is_code;  // 1: for code
    } allocate;

    struct {
      hsa_device_type_t type;
      uint32_t id;
      hsa_agent_t agent;
      const void* ptr;
    } device;

    struct {
      const void* dst;
      const void* src;
      size_t size;  // bytes
    } memcopy;

    struct {
      const void* packet;
      const char* kernel_name;  // NULL where the packet is not a dispatch
      hsa_queue_t* queue;
      uint32_t device_type;
      uint32_t device_id;
    } submit;

    struct {
      uint64_t object;
      const char* name;
      uint32_t name_length;
      int unload;  // 1: it is unloaded
    } ksymbol;

    struct {
      uint32_t storage_type;
      int storage_file;
      uint64_t memory_base;
      uint64_t memory_size;
      uint64_t load_base;
      uint64_t load_size;
      uint64_t load_delta;
      uint32_t uri_length;  // without the terminating zero
      const char* uri;
      int unload;  // 1: it is unloaded
    } codeobj;
  };
} hsa_evt_data_t;

#endif  // ROCTRACER_HSA_H_
