// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a HIP runtime, a tracer and a tool say to each other: domains, callbacks, activity records.
// The numbers and layouts are those of AMD's header of this name and of its runtimes; they do not
// change with the HIP version.
#ifndef EXT_PROF_PROTOCOL_H_
#define EXT_PROF_PROTOCOL_H_

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Where a traced operation comes from. Old documents give HIP_API 2 and HIP_OPS 3; the runtimes
// have always used the numbers below.
typedef enum {
  ACTIVITY_DOMAIN_HSA_API = 0,  // calls of the HSA runtime
  ACTIVITY_DOMAIN_HSA_OPS = 1,  // work on the GPU, as HSA sees it
  ACTIVITY_DOMAIN_HIP_OPS = 2,  // work on the GPU, as HIP sees it: hip_op_id_t
  ACTIVITY_DOMAIN_HCC_OPS = ACTIVITY_DOMAIN_HIP_OPS,  // older name
  ACTIVITY_DOMAIN_HIP_VDI = ACTIVITY_DOMAIN_HIP_OPS,  // older name
  ACTIVITY_DOMAIN_HIP_API = 3,                        // calls of the HIP runtime: hip_api_id_t
  ACTIVITY_DOMAIN_KFD_API = 4,                        // calls of the kernel driver's library
  ACTIVITY_DOMAIN_EXT_API = 5,                        // external correlation ids: activity_ext_op_t
  ACTIVITY_DOMAIN_ROCTX = 6,                          // marks and ranges: roctx_api_id_t
  ACTIVITY_DOMAIN_HSA_EVT = 7,                        // what HSA allocates, loads and submits
  ACTIVITY_DOMAIN_NUMBER
} activity_domain_t;

// A tool's callback for traced calls. `data` points to the domain's own structure (hip_api_data_t,
// roctx_api_data_t), is the same at both phases of a call and is valid during the callback only.
// `arg` is what was given when the callback was enabled.
typedef void (*activity_rtapi_callback_t)(uint32_t domain, uint32_t cid, const void* data,
                                          void* arg);

typedef uint32_t activity_kind_t;
typedef uint32_t activity_op_t;

// When a callback is called: before the operation, and after it.
typedef enum { ACTIVITY_API_PHASE_ENTER = 0, ACTIVITY_API_PHASE_EXIT = 1 } activity_api_phase_t;

// Joins a call with the work that it submitted. Unique in the process, never 0 for a traced call.
typedef uint64_t activity_correlation_id_t;

// Nanoseconds of the system clock that roctracer_get_timestamp reads.
typedef uint64_t roctracer_timestamp_t;

// One call or one piece of work on the GPU; 64 bytes. Which members hold something:
//   HIP_API  kind 0, op = hip_api_id_t, correlation_id, begin_ns, end_ns, process_id, thread_id
//   HIP_OPS  kind = what hipGetCmdName names, op = hip_op_id_t, correlation_id of the call that
//            submitted it (0 if it was not traced), begin_ns, end_ns, device_id (the driver's
//            node), queue_id, kernel_name of dispatches, else bytes
//   EXT_API  op = ACTIVITY_EXT_OP_EXTERN_ID, correlation_id of the record that follows, external_id
// All others are 0.
typedef struct activity_record_s {
  uint32_t domain;
  activity_kind_t kind;
  activity_op_t op;
  union {
    struct {
      activity_correlation_id_t correlation_id;
      roctracer_timestamp_t begin_ns;
      roctracer_timestamp_t end_ns;
    };
    struct {
      uint32_t se;
      uint64_t cycle;
      uint64_t pc;
    } pc_sample;
  };
  union {
    struct {
      int device_id;
      uint64_t queue_id;
    };
    struct {
      uint32_t process_id;
      uint32_t thread_id;
    };
    struct {
      activity_correlation_id_t external_id;
    };
  };
  union {
    size_t bytes;
    const char* kernel_name;  // valid during the buffer callback only; may be NULL
    const char* mark_message;
  };
} activity_record_t;

// What HIP 5.2 and older take; here for programs that name them.
typedef void (*activity_sync_callback_t)(uint32_t cid, activity_record_t* record, const void* data,
                                         void* arg);
typedef void (*activity_async_callback_t)(uint32_t op, void* record, void* arg);

#endif  // EXT_PROF_PROTOCOL_H_
